"""Words: a creature as what is typed after `add` for it, in the game that it is to play."""

from referee.imports.creature import Creature, Limited
from referee.imports.report import Notes
from referee.imports.things import legendary_actions, things_of
from referee.imports.values import ABILITIES, Json

FIFTH, PLAIN = "fifth", "plain"
SYSTEMS = (FIFTH, PLAIN)
"""The games that creatures can be imported into; the first unless another one is said."""
_LEGENDARY_RESISTANCE = "legendary resistance"


def kind_of(creature: Creature) -> str:
    """The game's own kind that it is one of; both games have the two."""
    return "hero" if creature.is_player or creature.side == "heroes" else "foe"


def quoted(name: str) -> str:
    """A name as it is typed."""
    return '"' + name.replace('"', "'") + '"'


def values_of(creature: Creature, system: str, notes: Notes) -> str:
    """What is known of it, as key=value; what the game cannot take is noted."""
    values = _fifth(creature, notes) if system == FIFTH else _plain(creature)
    things = things_of(creature, notes) if system == FIFTH else []
    return " ".join((*(f"{key}={value}" for key, value in values.items()), *things))


def _hit_points(creature: Creature) -> dict[str, object]:
    if creature.hp is None:
        return {}
    now = creature.hp_now
    return {"hp": f"{now}/{creature.hp}" if now is not None and now != creature.hp else creature.hp}


def _plain(creature: Creature) -> dict[str, object]:
    told = [] if creature.ac is None else [f"AC {creature.ac}"]
    told += [] if creature.initiative is None else [f"initiative {creature.initiative:+}"]
    return {**_hit_points(creature), **({"note": quoted(", ".join(told))} if told else {})}


def _fifth(creature: Creature, notes: Notes) -> dict[str, object]:
    values = _hit_points(creature)
    _bounded(values, notes, "ac", creature.ac, 1, 40)
    for ability in ABILITIES:
        _bounded(values, notes, ability, creature.modifiers.get(ability), -5, 10)
    values |= {f"{ability}_save": save for ability, save in creature.saves.items()}
    if creature.initiative is not None and creature.initiative != creature.modifiers.get("dex", 0):
        values["init"] = creature.initiative
    if creature.speed is not None and creature.speed != 30:
        _bounded(values, notes, "speed", creature.speed, 0, 200)
    if creature.size not in ("", "medium"):
        values["size"] = creature.size
    for key in ("resist", "vulnerable", "immune", "unaffected"):
        if listed := getattr(creature, key):
            values[key] = ",".join(dict.fromkeys(listed))
    if creature.multiattack > 1:
        values["attacks"] = creature.multiattack
    if legendary := legendary_actions(creature, notes):
        values["legendary"] = legendary
    if resists := next((limit for limit in creature.limited if _resists(limit)), None):
        values["resistance"] = resists.times
    values |= {f"slot{level}": most for level, most in sorted(creature.slots.items())}
    _bounded(values, notes, "spell_dc", creature.spell_dc, 1, 40)
    return {**values, **({"hp_dice": creature.hp_dice} if creature.hp_dice else {})}


def _bounded(values: dict[str, object], notes: Notes, key: str, value: int | None, least: int, most: int) -> None:
    if value is None:
        return
    if least <= value <= most:
        values[key] = value
    else:
        notes.add(key, f"the game takes {least} to {most}, not {value}; it is only kept as data.")


def _resists(limit: Limited) -> bool:
    return limit.name.lower() == _LEGENDARY_RESISTANCE and 0 < limit.times <= 9


def data_of(creature: Creature) -> Json:
    """What is known of a creature, for other programs."""
    return {
        "hp": creature.hp,
        "hp_dice": creature.hp_dice,
        "ac": creature.ac,
        "initiative": creature.initiative,
        "modifiers": dict(creature.modifiers),
        "saves": dict(creature.saves),
        "attacks": [attack.data() for attack in creature.attacks],
        "save_effects": [effect.data() for effect in creature.save_effects],
        "limited": [limit.data() for limit in creature.limited],
    }
