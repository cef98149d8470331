"""5e-bits: monsters and conditions of the 5e database, most of them in fields of their own."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from referee.imports.described_act import Damage, Effect, Limited, Save
from referee.imports.english.features import SECTIONS, Fields, add_feature, read_limit
from referee.imports.english.spells import read_magic
from referee.imports.format_list import FIVE_E_BITS
from referee.imports.found_in_file import DEFENCES, Ailment, Creature, Found
from referee.imports.record import ABILITIES, ABILITY_NAMES, Json, Record, dice_in, named
from referee.text.quoting import quoted, short


def is_monster(fields: Json) -> bool:
    """Does it look like a monster?"""
    return "index" in fields and ("hit_points" in fields or "armor_class" in fields)


def is_condition(fields: Json) -> bool:
    """Does it look like a condition?"""
    return set(fields) <= {"index", "name", "desc", "url", "updated_at"} and "desc" in fields


def read_monsters(records: Iterable[Json], found: Found) -> None:
    """Reads monsters into `found`."""
    found.report.format = f"{FIVE_E_BITS.name} monsters"
    for fields in records:
        found.add(fields, "name", _creature)


def read_conditions(records: Iterable[Json], found: Found) -> None:
    """Reads conditions, with what they do."""
    found.report.format = f"{FIVE_E_BITS.name} conditions"
    for fields in records:
        if (known := named(fields, "name", found.report)) is not None:
            name, record = known
            if not (text := record.text("desc")):
                record.notes.add("desc", "description missing.")
            found.conditions.append(Ailment(name, text))


def _creature(name: str, record: Record) -> Creature:
    creature = Creature(name, record.notes)
    creature.set_hit_points(record.get("hit_points"), record.get("hit_points_roll") or record.get("hit_dice"))
    creature.ac = _armour(record)
    creature.proficiency = record.number("proficiency_bonus", 0, 9)
    creature.set_abilities({brief: record.get(word) for word, brief in ABILITY_NAMES.items()})
    _proficiencies(creature, record)
    creature.set_defences(*map(record.get, DEFENCES))
    _head(creature, record)
    for key, sort in SECTIONS:
        for feature in record.rows(key):
            raw_name, text = feature.text("name"), feature.text("desc")
            add_feature(creature, sort, raw_name, f"{text}{_spells(feature, text)}", _fields(feature, raw_name))
    return creature.finished()


def _armour(record: Record) -> int | None:
    """The best of its armour classes with what it wears: the first, or a later one with armour or a shield.

    Those that need a spell, a condition or something else are noted.
    """
    listed = record.rows("armor_class")
    if not listed:
        return None if record.get("armor_class") == [] else record.number("armor_class", 0, 40, "ac")
    base = next((each for each in listed if each.text("type") not in ("spell", "condition")), listed[0])
    worn = [each for each in listed if each is base or each.text("type") == "armor"]
    numbers = [number for each in worn if (number := each.number("value", 0, 40, "ac")) is not None]
    ac = max(numbers, default=None)
    for other in (each for each in listed if each not in worn):
        needs = ", ".join(
            name for key in ("armor", "spell", "condition") for each in _each(other, key) if (name := each.text("name"))
        )
        with_ = needs or other.text("desc") or other.text("type") or "something else"
        record.notes.add("ac", f"using {ac}; the file also has {short(str(other.get('value')))} with {with_}.")
    return ac


def _each(record: Record, key: str) -> list[Record]:
    """The objects in a list; one alone is a list of itself."""
    alone = record.row(key)
    return [alone] if "name" in alone.fields else record.rows(key)


def _proficiencies(creature: Creature, record: Record) -> None:
    skills: list[str] = []
    for each in record.rows("proficiencies"):
        index = each.text("proficiency.index")
        value = each.number("value", -99, 99, index or "proficiencies")
        ability = index.removeprefix("saving-throw-")
        if ability in ABILITIES and value is not None:
            creature.saves[ability] = value
        elif index.startswith("skill-") and value is not None:
            skills.append(f"{index.removeprefix('skill-').replace('-', ' ')} {value:+}")
        else:
            what = quoted(index or str(each.fields), 60)
            each.notes.add("proficiencies", f"{what} not understood, left out.")
    if skills:
        creature.text.append(f"Skills: {', '.join(skills)}")


def _head(creature: Creature, record: Record) -> None:
    creature.set_size(record.text("size"))
    creature.set_speed(record.get("speed", "walk"))
    if not creature.speed:  # it only flies or swims
        creature.speed = max(map(int, re.findall(r"\d+", record.pairs("speed"))), default=creature.speed)
    lines = {
        "": record.texts("size", "type", "subtype", "alignment"),
        "Challenge": record.text("challenge_rating"),
        "Speed": record.pairs("speed"),
        "Languages": record.text("languages"),
        "Senses": record.pairs("senses"),
    }
    creature.describe(lines, record.text("desc"))


def _spells(feature: Record, text: str) -> str:
    """The spells of a feature as they stand in a text, where the field alone has them: ` At will: Fear. 1/day: ...`."""
    listed: dict[str, list[str]] = {}
    if read_magic(text).spells:
        return ""
    for spell in feature.row("spellcasting").rows("spells"):
        times = spell.row("usage").whole("times")
        listed.setdefault(f"{times}/day" if times else "at will", []).append(spell.text("name"))
    return "".join(f" {often}: {', '.join(names)}." for often, names in listed.items())


def _fields(feature: Record, name: str) -> Fields:
    to_hit = feature.whole("attack_bonus")
    save = _save(feature.row("dc"))
    damage: list[Damage] = []
    for part in feature.rows("damage"):
        if (one := _damage(part, name)) is None:
            continue
        if (own := _save(part.row("dc"), (one,))) is not None:
            feature.notes.add(name, f"{one} has its own save, {own}.")
            save = save or own
        else:
            damage.append(one)
    if save is not None and not to_hit and not save.damage:
        save = replace(save, failure=Effect(tuple(damage)))
    uses = [spell.row("usage") for spell in feature.row("spellcasting").rows("spells")]
    usage = feature.row("usage") if feature.has_row("usage") or len(uses) != 1 else uses[0]
    return Fields(to_hit or None, tuple(damage), save=save, limit=_limit(usage))


def _damage(part: Record, name: str) -> Damage | None:
    """One entry of damage; of a choice the first."""
    if part.has_row("from"):
        choices = part.rows("from.options")
        if not choices:
            part.notes.add(name, "an empty choice of damage, left out.")
            return None
        found = _damage(choices[0], name)
        rest = [each for each in choices[1:] if "two hand" not in each.text("notes").lower().replace("-", " ")]
        if others := [each for choice in rest if (each := _damage(choice, name)) is not None]:
            part.notes.add(name, f"using {found}; the damage may be {' or '.join(map(str, others))} instead.")
        return found
    raw = part.text("damage_dice")
    dice = dice_in(raw) or (raw if re.fullmatch(r"\d{1,4}", raw) else "")
    if not dice:
        part.notes.add(name, f"damage {quoted(raw)} not understood, left out.")
        return None
    return Damage(dice, part.text("damage_type.index").lower())


def _save(record: Record, damage: tuple[Damage, ...] = ()) -> Save | None:
    dc = record.whole("dc_value")
    if dc is None or not 1 <= dc <= 99 or (ability := record.text("dc_type.index").lower()) not in ABILITIES:
        return None
    return Save(ability, dc, "half" if record.get("success_type") == "half" else "none", Effect(damage))


def _limit(usage: Record) -> Limited | None:
    match usage.get("type"):
        case "per day":
            return read_limit(f"{usage.whole('times')}/day")
        case "recharge on roll":
            return read_limit(f"recharge {usage.whole('min_value')}")
        case "recharge after rest":
            rests = [each for each in ("short", "long") if each in str(usage.get("rest_types"))]
            return Limited(times=1, per=f"{' or '.join(rests) or 'long'} rest")
        case str() as other:
            return read_limit(other)
    return None
