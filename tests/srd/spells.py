"""The spells of the SRD as things of the game: from the fields of the source and the set phrases of its texts.

What attacks, asks a save, heals, harms or gives a condition is a rule; the rest is cast by name, with its slot, and
told in a line of our own.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.engine.state.tags import slug
from referee.imports.act import Brought
from referee.imports.attack_text import TextRead, read_attack_text
from referee.imports.record import Json
from referee.imports.spells import inline
from referee.rules.registry import shipped
from referee.toml import toml_of
from tests.srd.creatures import Sentence
from tests.srd.gist import ABILITIES, facts, gist, sentences

_PRICES = {"1 action": "action", "1 bonus action": "bonus", "1 reaction": "reaction"}
_MANY = re.compile(
    r"\b(?:each creature|each target|up to (?:two|three|six|eight|ten|\d+) [\w ]*?creatures|any number of|"
    r"creatures (?:of your choice|you (?:choose|can see))|(?:all|each) (?:other )?creatures?)\b",
    re.IGNORECASE,
)
_UNITS = {"round": 1, "minute": 10, "hour": 600, "day": 14_400}
_DICE = re.compile(r"(\d+)d(\d+)(?: ?\+ ?(\d+))?$")
_SAVE = re.compile(rf"(?<!\d )\b({'|'.join(ABILITIES)}) saving throws?\b", re.IGNORECASE)
_ANY = 20
"""Stands for the number of whoever casts, which the texts of monsters say and those of spells do not."""
_TOLD = 180
"""Characters of what is told as a spell is cast."""
BY_NAME = (
    *("Animal Friendship", "Animal Shapes", "Calm Emotions", "Dispel Evil and Good", "Modify Memory", "Light"),
    *("Enlarge/Reduce", "Scrying", "Magic Jar", "Contact Other Plane", "Polymorph", "Control Water", "Earthquake"),
    *("Dimension Door", "Faithful Hound", "Forcecage", "Freedom of Movement", "Holy Aura", "Mind Blank", "Mislead"),
    *("Project Image", "Sequester", "Silence", "Telekinesis", "Wind Walk", "Meld Into Stone", "Magnificent Mansion"),
    *("Greater Restoration", "Lesser Restoration", "Protection from Evil and Good", "Astral Projection", "Sleep"),
    *("Antipathy/Sympathy", "Prismatic Wall", "Prismatic Spray", "Flame Blade", "Fire Shield", "Branding Smite"),
    *("Divine Favor", "Aid", "False Life", "Regenerate", "Resilient Sphere", "Reverse Gravity", "Plane Shift"),
)
"""Spells of which a field or a phrase alone would mislead: what they do is by hand."""
_FEWER = {"Color Spray": (), "Contagion": (), "Divine Word": (), "Eyebite": (), "Storm of Vengeance": ()}
"""The conditions that come at once, where a text tells of others too."""
_AGAIN = {"test": "save con", "values": {"dc": "{with.dc}"}, "at": "turn end"}
_LAUGHS = {"test": "save wis", "values": {"dc": "{with.dc}"}, "at": "turn end"}
_STABLE = {"at": "fallen", "becomes": "stable", "change": {"successes": "empty", "failures": "empty"}}
_ALLY = {"at": "allies", "test": None}
_MORE: Mapping[str, Mapping[str, Any]] = {
    "Bane": {"brings": [{"condition": "baned"}]},
    "Barkskin": {**_ALLY, "brings": [{"condition": "barkskinned"}]},
    "Beacon of Hope": {"test": None},
    "Blur": {"targets": "self", "brings": [{"condition": "blurred"}]},
    "Call Lightning": {"tell": "may be called again by an action on each later turn"},
    "Color Spray": {"test": None},
    "Compulsion": {"test": "save wis"},
    "Eldritch Blast": {"tell": "one beam more from levels 5, 11 and 17, each with an attack of its own"},
    "Faerie Fire": {"brings": [{"condition": "outlined"}]},
    "Flaming Sphere": {"tell": "who ends its turn within 5 ft of the sphere saves again; a bonus action moves it"},
    "Gaseous Form": {"test": None},
    "Haste": {**_ALLY, "brings": [{"condition": "hasted"}]},
    "Hideous Laughter": {"brings": [{"condition": "prone"}, {"condition": "incapacitated", "save_ends": _LAUGHS}]},
    "Hypnotic Pattern": {"brings": [{"condition": "charmed"}, {"condition": "incapacitated"}]},
    "Irresistible Dance": {"test": None},
    "Mage Armor": {**_ALLY, "brings": [{"condition": "mage_armoured", "for": "open"}]},
    "Moonbeam": {"tell": "who enters the beam or starts its turn there saves again; an action moves it 60 ft"},
    "Phantasmal Killer": {"damage": None},
    "Slow": {"targets": "many", "brings": [{"condition": "slowed"}]},
    "Spare the Dying": _STABLE,
    "Stinking Cloud": {"targets": "many", "at": "any"},
    "Sunbeam": {"brings": [{"condition": "blinded", "for": "start of by"}]},
    "Sunburst": {"brings": [{"condition": "blinded", "for": "10 rounds", "save_ends": _AGAIN}]},
    "True Polymorph": {"test": None},
    "Vampiric Touch": {"self": {"heal": "{dealt.necrotic} / 2"}},
    "Wall of Stone": {"test": None},
    "Web": {"targets": "many", "at": "any", "test": "save dex", "brings": [{"condition": "restrained"}]},
}
"""What a spell does that neither a field nor a phrase of its source says; None: it has no such key."""


def spells(rows: list[Json], account: list[Sentence]) -> Iterator[Json]:
    """Each spell that the game's own file does not have: name, level, what is said of it, and its line."""
    own = {
        str(table.get("name", name.replace("_", " "))).lower()
        for name, table in toml_of(shipped("fifth").decode())["thing"].items()
        if table["sort"] in ("spell", "feature")
    }
    for row in rows:
        if row["name"].lower() in own:
            continue
        text = " ".join(row["desc"])
        said, plays = _said(row, read_attack_text(_SAVE.sub(rf"DC {_ANY} \1 saving throw", text)))
        line = _line(row, text, f"{inline(said)} {row.get('level')}", account)
        does = not {"damage", "heal", "brings", "becomes"}.isdisjoint(said)
        if told := said.pop("tell", "") or ("" if does else line):  # else it would be told again for each target
            said["tell"] = told if len(told) <= _TOLD else f"{told[:_TOLD].rpartition(',')[0]} …"
        yield {
            "name": row["name"],
            "word": slug(row["name"].replace("'", "’")).replace("-", "_"),
            "level": row["level"],
            "said": inline(said),
            "plays": plays,
            "note": f"{_head(row)}; {line}" if line else _head(row),
        }


def _head(row: Json) -> str:
    """Level, school, time, range and how long it lasts."""
    level = f"level {row['level']}" if row["level"] else "cantrip"
    school = row["school"]["name"].lower()
    lasts = row["duration"].lower()
    kept = ", concentration" if row["concentration"] else ""
    far = row["range"].lower().replace(" feet", " ft")
    return f"{level}, {school}, {row['casting_time']}, {far}, {lasts}{kept}"


def rounds(duration: str) -> int:
    """`Up to 1 minute` in rounds; 0 for what lasts no time, or until something happens."""
    found = re.search(r"(\d+) (round|minute|hour|day)", duration)
    return min(int(found[1]) * _UNITS[found[2]], 999) if found else 0


def _said(row: Json, read: TextRead) -> tuple[dict[str, Any], bool]:
    """The keys of a spell, and whether more than its slot is played."""
    name, level = row["name"], row["level"]
    price = _PRICES.get(row["casting_time"])
    keys: dict[str, Any] = {"name": name.replace("'", "’"), "cost": {price: 1} if price else {}}
    keys |= {"level": level} if level else {}
    keys |= {"turn": "any"} if price == "reaction" else {}
    does = _does(row, read) if price and name not in BY_NAME else {}
    more = _MORE.get(name, {})
    does = {key: value for key, value in (does | dict(more)).items() if value is not None}
    does = does if {"damage", "heal", "brings", "test", "becomes"} & set(does) else {}
    if row["concentration"]:
        lasts = f"{rounds(row['duration'])} rounds" if rounds(row["duration"]) else "open"
        keys["always"] = {"brings": [{"condition": "concentrating", "to": "self", "for": lasts}]}
        does["brings"] = [
            {"for": lasts, **each, "ends": [*each.get("ends", ()), "by loses concentrating"]}
            if each["condition"] != "prone"
            else {"for": "open", **each}
            for each in does.get("brings", ())
        ]
        does = {key: value for key, value in does.items() if value}
    if not does:
        return {**keys, "targets": "self" if row["concentration"] else "none"}, False
    return {**keys, **does}, True


def _does(row: Json, read: TextRead) -> dict[str, Any]:
    """What it does to those that it is cast at."""
    text = " ".join(row["desc"])
    ability = row.get("dc", {}).get("dc_type", {}).get("index") or (read.saves[0].ability if read.saves else "")
    attack = row.get("attack_type")
    keys: dict[str, Any] = {}
    if row.get("area_of_effect") or _MANY.search(text):
        keys |= {"targets": "many"} | ({"at": "any"} if row.get("area_of_effect") else {})
    if attack:
        keys |= {"test": "attack", **({"ranged": True} if attack == "ranged" else {})}
    elif ability:
        keys["test"] = f"save {ability}"
    if heal := row.get("heal_at_slot_level"):
        return {**keys, "at": "allies", **_levelled(row, heal, "heal", "")}
    if damage := row.get("damage"):
        kind = damage.get("damage_type", {}).get("index", "")
        by_level = damage.get("damage_at_slot_level") or damage.get("damage_at_character_level") or {}
        keys |= _levelled(row, by_level, "damage", kind)
        if row.get("dc", {}).get("dc_success") == "half" or (ability and "half as much" in text):
            keys |= {"spared": "half"} if not attack else {}
    brought = read.hit.brings if attack else read.saves[0].failure.brings if ability and read.saves else ()
    if brings := [_brought(each, row) for each in _FEWER.get(row["name"], brought) if each.condition != "engulfed"]:
        keys["brings"] = brings
    useful = {"damage", "heal", "brings"} & set(keys) or "test" in keys
    return keys if useful else {}


def _levelled(row: Json, by_level: Mapping[str, str], key: str, kind: str) -> dict[str, Any]:
    """Dice that grow with the slot: `{with.level}d8 + {casting}`, or values of their own where that is not straight."""
    levels = sorted((int(level), dice.replace("MOD", "").strip(" +")) for level, dice in by_level.items())
    if not levels:
        return {}
    first, base = levels[0]
    plus = " + {casting}" if key == "heal" and any("MOD" in dice for dice in by_level.values()) else ""
    if (found := _DICE.match(base)) is None:
        return {key: f"{base}{plus} {kind}".strip()} if re.fullmatch(r"\d+", base) else {}
    count, sides, more = int(found[1]), found[2], int(found[3] or 0)
    growth = [_DICE.match(dice) for _, dice in levels]
    steps = {
        (int(each[1]) - count, int(each[3] or 0) - more, level - first)
        for (level, _), each in zip(levels, growth, strict=True)
        if each is not None
    }
    dice = str(count)
    extra = str(more) if more else ""
    if row["level"] and len(levels) > 1:
        per = next((more_dice for more_dice, _, at in steps if at == 1), 0)
        if per and steps <= {(per * at, extra_of, at) for _, extra_of, at in steps}:
            rest = count - per * first
            dice = _straight(per, rest)
        per_more = next((extra_of for _, extra_of, at in steps if at == 1), 0)
        if per_more:
            extra = _straight(per_more, more - per_more * first)
    out: dict[str, Any] = {}
    if "{" in dice and dice != "{with.level}":
        out["values"] = {"dice": dice}
        dice = "{with.dice}"
    said = f"{dice}d{sides}" + (f" + {extra}" if extra else "")
    return {**out, key: f"{said}{plus} {kind}".strip()}


def _straight(per: int, rest: int) -> str:
    """`2 * {with.level} + 1`."""
    slope = "{with.level}" if per == 1 else f"{{with.level}} * {per}"
    return f"{slope} + {rest}" if rest > 0 else f"{slope} - {-rest}" if rest < 0 else slope


def _brought(brought: Brought, row: Json) -> dict[str, Any]:
    """A condition that comes, with its end."""
    lasts = brought.lasts
    if lasts == "open" and (most := rounds(row["duration"])):
        lasts = f"{most} rounds"
    keys: dict[str, Any] = {"condition": brought.condition, "for": lasts}
    keys |= {"ends": list(brought.ends)} if brought.ends else {}
    if brought.save is not None:
        keys["save_ends"] = {"test": f"save {brought.save[0]}", "values": {"dc": "{with.dc}"}, "at": "turn end"}
    return keys


def _line(row: Json, text: str, said: str, account: list[Sentence]) -> str:
    """What the keys do not say, and where each sentence went."""
    held = facts(said) | {f"{row['level']}", "1", "2"} & facts(str(row["level"]))
    held |= {f"{n} {unit}" for n, unit in re.findall(r"(\d+) (round|minute|hour|day)", row["duration"])}
    held |= facts(_head(row))
    parts: list[str] = []
    for paragraph in row["desc"]:
        if paragraph.startswith("|"):
            account.append(Sentence(row["name"], "spell", paragraph, "a table, not retold"))
    for paragraph in (*row["desc"], *row.get("higher_level", ())):
        for sentence in sentences("" if paragraph.startswith("|") else paragraph):
            own = facts(sentence)
            lost = own - held
            higher = paragraph in row.get("higher_level", ()) and "{with.level}" in said
            if lost and not higher:
                parts.append(gist(sentence))
            missing = lost - facts("; ".join(parts)) if not higher else set()
            where = "LOST " + ", ".join(missing) if missing else "nothing" if not own else "keys"
            where = "by hand" if where == "keys" and lost and not higher else where
            account.append(Sentence(row["name"], "spell", sentence, where))
    return "; ".join(dict.fromkeys(filter(None, parts)))
