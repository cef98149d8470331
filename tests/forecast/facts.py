"""Numbers of creatures for the model of a fight, as the 5e database says them, and no words of it.

Use: python -m tests.forecast.facts WHEEL [NAME ...]   writes facts.json beside this file, of these creatures.
"""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.srd.corrections import corrected
from tests.srd.made import tables

FILE = Path(__file__).parent / "facts.json"
ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
SORTS = ("actions", "legendary_actions", "reactions", "special_abilities")


def word(name: str) -> str:
    """A name as the game writes it: `Wing Attack (Costs 2 Actions)` is wing_attack."""
    return re.sub(r"\s*\(.*\)", "", name).strip().lower().replace(" ", "_").replace("'", "")


def facts_of(monster: dict[str, Any]) -> dict[str, Any]:
    """What the model has to know of a creature: its numbers, its attacks, what is saved against."""
    mods = {name[:3]: (monster[name] - 10) // 2 for name in ABILITIES}
    proficient = {each["proficiency"]["index"]: each["value"] for each in monster["proficiencies"]}
    saves = {name: proficient.get(f"saving-throw-{name}", mod) for name, mod in mods.items()}
    special = {each["name"]: each for each in monster.get("special_abilities", ())}
    resistance = next((each for name, each in special.items() if name.startswith("Legendary Resistance")), None)
    acts = [(sort, each) for sort in SORTS for each in monster.get(sort, ())]
    return {
        "type": monster["type"],
        "ac": monster["armor_class"][0]["value"],
        "hp": monster["hit_points"],
        "mods": mods,
        "saves": saves,
        "resist": monster["damage_resistances"],
        "immune": monster["damage_immunities"],
        "vulnerable": monster["damage_vulnerabilities"],
        "unaffected": [each["index"] for each in monster["condition_immunities"]],
        "legendary": 3 if monster.get("legendary_actions") else 0,
        "resistance": resistance["usage"]["times"] if resistance else 0,
        "attacks": {
            word(act["name"]): {
                "hit": act["attack_bonus"],
                "damage": _damage(act),
                "ranged": "Ranged" in act["desc"][:30],
            }
            for _, act in acts
            if act.get("attack_bonus") is not None
        },
        "saved": {
            word(act["name"]): {
                "save": act["dc"]["dc_type"]["index"],
                "dc": act["dc"]["dc_value"],
                "half": "half as much" in act["desc"],
                "damage": _damage(act),
            }
            for _, act in acts
            if "dc" in act
        },
        "traits": [word(name) for name in special],
    }


def _damage(act: dict[str, Any]) -> list[str]:
    """Each part of its damage, as `2d6+4 slashing`; of several ways the first."""
    parts = [each if "damage_dice" in each else each["from"]["options"][0] for each in act.get("damage", ())]
    return [f"{each['damage_dice']} {each['damage_type']['index']}" for each in parts]


def main(arguments: Sequence[str]) -> None:
    wheel, *names = arguments
    monsters = [corrected(each) for each in tables(Path(wheel))["monsters"]]
    found = {each["name"]: each for each in monsters}
    for name, each in list(found.items()):  # of several forms, the one that has the plain name
        plain, _, form = name.partition(", ")
        if form in (f"{plain} Form", "Human Form"):
            found[plain] = each
    names = names or sorted(json.loads(FILE.read_text(encoding="utf-8")))
    rows = [f"{json.dumps(name)}: {json.dumps(facts_of(found[name]))}" for name in sorted(names)]
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
