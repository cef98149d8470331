"""5e-bits: monsters and conditions of the 5e database, most of them in fields of their own."""

import re
from collections.abc import Iterable
from typing import Any

from referee.engine.number import short
from referee.imports.attack_text import Damage, Save
from referee.imports.common import (
    Ailment,
    Found,
    abilities,
    finish,
    hit_points,
    named,
    set_defences_by_name,
    size_of,
    speed_of,
)
from referee.imports.creature import ACTION, LEGENDARY, REACTION, TRAIT, Creature, Limited
from referee.imports.features import Fields, add_feature, read_limit
from referee.imports.report import Notes
from referee.imports.values import (
    ABILITIES,
    ABILITY_NAMES,
    Json,
    dice_in,
    number,
    objects,
    plain_text,
    whole,
)

FORMAT = "5e-bits monsters"
CONDITIONS = "5e-bits conditions"
_SECTIONS = (
    ("special_abilities", TRAIT),
    ("actions", ACTION),
    ("reactions", REACTION),
    ("legendary_actions", LEGENDARY),
)


def is_monster(value: object) -> bool:
    """Does it look like a monster?"""
    return isinstance(value, dict) and "index" in value and ("hit_points" in value or "armor_class" in value)


def is_condition(value: object) -> bool:
    """Does it look like a condition?"""
    return isinstance(value, dict) and set(value) <= {"index", "name", "desc", "url", "updated_at"} and "desc" in value


def read(records: Iterable[Any], found: Found) -> None:
    """Monsters."""
    found.report.format = FORMAT
    for record in records:
        if (known := named(record.get("name") if isinstance(record, dict) else None, found)) is not None:
            found.creatures.append(_creature(record, *known))


def read_conditions(records: Iterable[Any], found: Found) -> None:
    """Conditions, with what they do."""
    found.report.format = CONDITIONS
    for record in records:
        if (known := named(record.get("name") if isinstance(record, dict) else None, found)) is not None:
            text = plain_text(record.get("desc"))
            if not text:
                known[1].add("desc", "what it does is missing.")
            found.conditions.append(Ailment(known[0], text))


def _creature(record: Json, name: str, notes: Notes) -> Creature:
    creature = Creature(name)
    hit_points(creature, notes, record.get("hit_points"), record.get("hit_points_roll") or record.get("hit_dice"))
    _armour(creature, notes, record.get("armor_class"))
    abilities(creature, notes, {brief: record.get(whole_word) for whole_word, brief in ABILITY_NAMES.items()})
    _proficiencies(creature, notes, record)
    set_defences_by_name(creature, notes, record)
    _head(creature, record)
    for key, sort in _SECTIONS:
        for feature in objects(record.get(key)):
            text, raw_name = plain_text(feature.get("desc")), plain_text(feature.get("name"))
            add_feature(creature, notes, sort, raw_name, text, _fields(feature, notes, raw_name))
            _spellcasting(creature, notes, feature)
    return finish(creature, notes)


def _armour(creature: Creature, notes: Notes, value: object) -> None:
    """The first of its armour classes; others need a shield, a spell or something else, and are noted."""
    listed = objects(value) if isinstance(value, list | dict) else []
    creature.ac = number(listed[0].get("value") if listed else value, notes, "ac", 0, 40) if value != [] else None
    for other in listed[1:]:
        needs = [
            plain_text(each.get("name")) for key in ("armor", "spell", "condition") for each in _each(other.get(key))
        ]
        with_ = ", ".join(filter(None, needs)) or plain_text(other.get("desc")) or plain_text(other.get("type"))
        notes.add(
            "ac", f"{creature.ac} is taken; the file has {short(str(other.get('value')))} with {with_ or 'something'}."
        )


def _each(value: object) -> list[Json]:
    """The objects in a list; one alone is a list of itself."""
    return [value] if isinstance(value, dict) and "name" in value else objects(value)


def _proficiencies(creature: Creature, notes: Notes, record: Json) -> None:
    skills: list[str] = []
    for each in objects(record.get("proficiencies")):
        what = each.get("proficiency")
        index = plain_text(what.get("index")) if isinstance(what, dict) else ""
        value = number(each.get("value"), notes, index or "proficiencies", -99, 99)
        ability = index.removeprefix("saving-throw-")
        if ability in ABILITIES and value is not None:
            creature.saves[ability] = value
        elif index.startswith("skill-") and value is not None:
            skills.append(f"{index.removeprefix('skill-').replace('-', ' ')} {value:+}")
        else:
            notes.add("proficiencies", f"{short(index or str(each), 60)!r} is not understood; it is left out.")
    if skills:
        creature.text.append(f"Skills: {', '.join(skills)}")


def _head(creature: Creature, record: Json) -> None:
    creature.size = size_of(plain_text(record.get("size")))
    speed = record.get("speed")
    walk = speed.get("walk") if isinstance(speed, dict) else speed
    creature.speed = speed_of(walk)
    kind = ", ".join(filter(None, (plain_text(record.get(key)) for key in ("size", "type", "subtype", "alignment"))))
    challenge = plain_text(record.get("challenge_rating"))
    creature.text += [kind] * bool(kind) + [f"Challenge: {challenge}"] * bool(challenge)
    if isinstance(speed, dict):
        creature.text.append("Speed: " + ", ".join(f"{key} {plain_text(value)}" for key, value in speed.items()))
    for key in ("languages", "desc"):
        if text := plain_text(record.get(key)):
            creature.text.append(f"{key.capitalize()}: {text}" if key != "desc" else text)


def _fields(feature: Json, notes: Notes, name: str) -> Fields:
    to_hit = whole(feature.get("attack_bonus"))
    save = _save(feature.get("dc"))
    damage: list[Damage] = []
    for part in objects(feature.get("damage")):
        if (one := _damage(part, notes, name)) is None:
            continue
        if (own := _save(part.get("dc"), (one,))) is not None:
            notes.add(name, f"{one} has a save of its own, DC {own.dc} {own.ability}.")
            save = save or own
        else:
            damage.append(one)
    if save is not None and not to_hit and not save.damage:
        save = Save(save.ability, save.dc, save.on_success, tuple(damage))
    return Fields(to_hit or None, tuple(damage), save=save, limit=_limit(feature.get("usage")))


def _damage(part: Json, notes: Notes, name: str) -> Damage | None:
    """One entry of damage; of a choice the first."""
    options = part.get("from")
    if isinstance(options, dict):
        choices = objects(options.get("options"))
        if not choices:
            notes.add(name, "a choice of damage holds nothing; it is left out.")
            return None
        found = _damage(choices[0], notes, name)
        others = [each for choice in choices[1:] if (each := _damage(choice, notes, name)) is not None]
        notes.add(name, f"{found} is taken; it may be {' or '.join(map(str, others))} instead.")
        return found
    kind = part.get("damage_type")
    raw = plain_text(part.get("damage_dice"))
    dice = dice_in(raw) or (raw if re.fullmatch(r"\d{1,4}", raw) else "")
    if not dice:
        notes.add(name, f"damage of {short(raw)!r} is not understood; it is left out.")
        return None
    return Damage(dice, plain_text(kind.get("index")).lower() if isinstance(kind, dict) else "")


def _save(value: object, damage: tuple[Damage, ...] = ()) -> Save | None:
    if not isinstance(value, dict):
        return None
    kind = value.get("dc_type")
    ability = plain_text(kind.get("index")).lower() if isinstance(kind, dict) else ""
    dc = whole(value.get("dc_value"))
    if ability not in ABILITIES or dc is None or not 1 <= dc <= 99:
        return None
    return Save(ability, dc, "half" if value.get("success_type") == "half" else "none", damage)


def _limit(usage: object) -> Limited | None:
    if not isinstance(usage, dict):
        return None
    match usage.get("type"):
        case "per day":
            times = whole(usage.get("times"))
            return Limited("", times=times, per="day") if times and 0 < times < 100 else None
        case "recharge on roll":
            least = whole(usage.get("min_value"))
            return Limited("", recharge=least) if least and 2 <= least <= 6 else None
        case "recharge after rest":
            rests = [each for each in ("short", "long") if each in str(usage.get("rest_types"))]
            return Limited("", times=1, per=f"{' or '.join(rests) or 'long'} rest")
        case str() as other:
            return read_limit(other)
    return None


def _spellcasting(creature: Creature, notes: Notes, feature: Json) -> None:
    magic = feature.get("spellcasting")
    if not isinstance(magic, dict):
        return
    creature.spell_dc = number(magic.get("dc"), notes, "spellcasting", 1, 40)
    slots = magic.get("slots")
    for level, count in slots.items() if isinstance(slots, dict) else ():
        n, most = whole(level), whole(count)
        if n is not None and 1 <= n <= 9 and most and 0 < most < 100:
            creature.slots[n] = most
    notes.add("spellcasting", f"{len(objects(magic.get('spells')))} spells are kept as text.")
