"""Open5e, second version: creatures of an answer, of a set, or one alone, in the wording of either edition."""

from collections.abc import Iterable
from typing import Any

from referee.engine.number import short
from referee.imports.attack_text import TYPES, Damage
from referee.imports.common import Found, abilities, finish, hit_points, named, set_defences, size_of, speed_of
from referee.imports.creature import ACTION, BONUS, LEGENDARY, REACTION, TRAIT, Creature, Limited
from referee.imports.features import Fields, add_feature, read_limit
from referee.imports.report import Notes
from referee.imports.values import ABILITY_NAMES, Json, number, objects, plain_text, whole

FORMAT = "Open5e v2"
_SORTS = {"LEGENDARY_ACTION": LEGENDARY, "REACTION": REACTION, "BONUS_ACTION": BONUS}


def is_creature(value: object) -> bool:
    """Does it look like a creature?"""
    return isinstance(value, dict) and "name" in value and isinstance(value.get("ability_scores"), dict)


def read(records: Iterable[Any], found: Found) -> None:
    """Creatures."""
    found.report.format = FORMAT
    for record in records:
        if (known := named(record.get("name") if isinstance(record, dict) else None, found)) is not None:
            found.creatures.append(_creature(record, *known))


def _creature(record: Json, name: str, notes: Notes) -> Creature:
    creature = Creature(name)
    hit_points(creature, notes, record.get("hit_points"), record.get("hit_dice"))
    creature.ac = number(record.get("armor_class"), notes, "ac", 0, 40)
    scores = record.get("ability_scores")
    abilities(
        creature,
        notes,
        {brief: scores.get(word) for word, brief in ABILITY_NAMES.items()} if isinstance(scores, dict) else {},
    )
    creature.initiative = number(record.get("initiative_bonus"), notes, "initiative_bonus", -99, 99)
    saves = record.get("saving_throws")
    for word, value in saves.items() if isinstance(saves, dict) else ():
        save = number(value, notes, f"save {word}", -99, 99)
        if word in ABILITY_NAMES and save is not None:
            creature.saves[ABILITY_NAMES[word]] = save
    _check_saves(creature, notes)
    _defences(creature, notes, record.get("resistances_and_immunities"))
    _head(creature, record)
    for trait in objects(record.get("traits")):
        add_feature(creature, notes, TRAIT, plain_text(trait.get("name")), plain_text(trait.get("desc")))
    for action in objects(record.get("actions")):
        sort = _SORTS.get(plain_text(action.get("action_type")), ACTION)
        raw_name, text = plain_text(action.get("name")), plain_text(action.get("desc"))
        add_feature(creature, notes, sort, raw_name, text, _fields(action, notes, raw_name))
    return finish(creature, notes)


def _check_saves(creature: Creature, notes: Notes) -> None:
    """All six the same, and not what the abilities give, is likely a gap in the data."""
    values = set(creature.saves.values())
    if len(creature.saves) == len(ABILITY_NAMES) and values == {0} and any(creature.modifiers.values()):
        notes.add("saving_throws", "all six are 0, which contradicts the abilities; the ability modifiers are taken.")
        creature.saves = {}


def _defences(creature: Creature, notes: Notes, value: object) -> None:
    fields = value if isinstance(value, dict) else {}

    def of(key: str) -> object:
        return fields.get(key) or fields.get(f"{key}_display")

    set_defences(
        creature,
        notes,
        vulnerable=of("damage_vulnerabilities"),
        resist=of("damage_resistances"),
        immune=of("damage_immunities"),
        conditions=of("condition_immunities"),
    )


def _head(creature: Creature, record: Json) -> None:
    creature.size = size_of(_name(record.get("size")))
    speed = record.get("speed")
    walk = speed.get("walk") if isinstance(speed, dict) else speed
    creature.speed = speed_of(walk)
    languages = record.get("languages")
    challenge = record.get("challenge_rating")
    lines = {
        "": ", ".join(
            filter(None, (_name(record.get("size")), _name(record.get("type")), _name(record.get("alignment"))))
        ),
        "Armour": plain_text(record.get("armor_detail")),
        "Challenge": plain_text(record.get("challenge_rating_text") if challenge is None else challenge),
        "Languages": plain_text(languages.get("as_string")) if isinstance(languages, dict) else plain_text(languages),
        "Source": _name(record.get("document")),
    }
    creature.text += [f"{label}: {text}" if label else text for label, text in lines.items() if text]


def _name(value: object) -> str:
    """What something is called that may be an object with a name."""
    return plain_text(value.get("name")) if isinstance(value, dict) else plain_text(value)


def _fields(action: Json, notes: Notes, name: str) -> Fields:
    attacks = objects(action.get("attacks"))
    limit = _limit(action.get("usage_limits"))
    if not attacks:
        return Fields(limit=limit)
    if len(attacks) > 1:
        notes.add(name, f"its fields hold {len(attacks)} attacks; the first is compared with the text.")
    first = attacks[0]
    main = _damage(first, "damage")
    extra = _damage(first, "extra_damage")
    damage = tuple(part for part in (main, extra) if part is not None)
    _note_types(notes, name, first, plain_text(action.get("desc")).lower())
    return Fields(whole(first.get("to_hit_mod")), damage, typed=False, limit=limit)


def _damage(attack: Json, key: str) -> Damage | None:
    count = whole(attack.get(f"{key}_die_count"))
    sides = plain_text(attack.get(f"{key}_die_type")).lower().removeprefix("d")
    bonus = whole(attack.get(f"{key}_bonus"))
    if not count or whole(sides) is None:
        return None
    dice = f"{count}d{sides}" + (f"{bonus:+}" if bonus else "")
    return Damage(dice, _type(attack.get(f"{key}_type")))


def _type(value: object) -> str:
    kind = plain_text(value.get("key")).lower() if isinstance(value, dict) else plain_text(value).lower()
    return kind if kind in TYPES else ""


def _note_types(notes: Notes, name: str, attack: Json, text: str) -> None:
    """Notes a type of damage that its text does not have."""
    for key in ("damage_type", "extra_damage_type"):
        kind = _type(attack.get(key))
        if kind and kind not in text:
            notes.add(name, f"its field {key} says {kind}, its text does not; the text is taken.")
    if (
        attack.get("damage_type") is None
        and attack.get("extra_damage_type")
        and not attack.get("extra_damage_die_count")
    ):
        kind = _type(attack.get("extra_damage_type"))
        notes.add(name, f"its main type, {short(kind)}, stands in the field of the extra damage; the text is taken.")


def _limit(value: object) -> Limited | None:
    if not isinstance(value, dict):
        return None
    param = whole(value.get("param"))
    match value.get("type"):
        case "PER_DAY" if param and 0 < param < 100:
            return Limited("", times=param, per="day")
        case "RECHARGE_ON_ROLL" if param and 2 <= param <= 6:
            return Limited("", recharge=param)
        case str() as other if "REST" in other or other == "RECHARGE":
            return Limited("", times=1, per="short or long rest")
        case str() as other:
            return read_limit(other)
    return None
