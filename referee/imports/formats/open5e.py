"""Open5e: monsters of its first version and creatures of its second, of an answer, a list, a set or a data file."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from referee.engine.problem import Refused
from referee.imports.described_act import ACTION, BONUS, LEGENDARY, REACTION, TRAIT, TYPES, Damage, Limited
from referee.imports.english.features import SECTIONS, Fields, add_feature, read_limit
from referee.imports.format_list import OPEN5E
from referee.imports.found_in_file import DEFENCES, Creature, Found
from referee.imports.record import ABILITY_NAMES, Json, Record, dice_in, number, phrase, whole
from referee.plain_data import parsed

_SORTS = {"LEGENDARY_ACTION": LEGENDARY, "REACTION": REACTION, "BONUS_ACTION": BONUS}
_POOL = phrase(r"can take (\d) legendary actions")


def is_monster(fields: Json) -> bool:
    """Does it look like a monster of the first version?"""
    return "name" in fields and "hit_points" in fields and "strength" in fields


def is_row(fields: Json) -> bool:
    """Does it look like a row of a data file of the first version?"""
    return "model" in fields and isinstance(fields.get("fields"), dict)


def is_creature(fields: Json) -> bool:
    """Does it look like a creature of the second version?"""
    return "name" in fields and isinstance(fields.get("ability_scores"), dict)


def read_monsters(records: Iterable[Json], found: Found) -> None:
    """Reads monsters of the first version; rows of a data file that hold something else are skipped."""
    found.report.format = f"{OPEN5E.name} v1"
    for fields in records:
        if is_row(fields):
            key = str(fields.get("pk"))
            if not str(fields["model"]).lower().endswith(".monster"):
                found.report.skip(key, "model", f"{fields['model']} is not a monster; skipped.")
                continue
            fields = _unpacked(fields["fields"], key, found)
        found.add(fields, "name", _monster)


def read_creatures(records: Iterable[Json], found: Found) -> None:
    """Reads creatures of the second version."""
    found.report.format = f"{OPEN5E.name} v2"
    for fields in records:
        found.add(fields, "name", _creature)


# -------------------------------------------------------------------- the first version


def _unpacked(fields: Json, key: str, found: Found) -> Json:
    """The fields of a row; those that hold JSON as text are decoded."""
    out: Json = {}
    for name, value in fields.items():
        if not name.endswith("_json"):
            out[name] = value
        elif isinstance(value, str):
            try:
                out[name.removesuffix("_json")] = parsed(value, name)
            except Refused:
                found.report.note(str(fields.get("name") or key), name, "not valid JSON, left out.")
    return out


def _monster(name: str, record: Record) -> Creature:
    creature = Creature(name, record.notes)
    creature.set_hit_points(record.get("hit_points"), record.get("hit_dice"))
    creature.ac = record.number("armor_class", 0, 40, "ac")
    creature.set_abilities({brief: record.get(word) for word, brief in ABILITY_NAMES.items()})
    for word, brief in ABILITY_NAMES.items():
        if (save := record.number(f"{word}_save", -99, 99)) is not None:
            creature.saves[brief] = save
    creature.set_defences(*map(record.get, DEFENCES))
    creature.set_size(record.text("size"))
    creature.set_speed(record.get("speed", "walk"))
    lines = {
        "": record.texts("size", "type", "subtype", "alignment"),
        "Armour": record.text("armor_desc"),
        "Challenge": record.text("challenge_rating"),
        "Skills": record.pairs("skills"),
        "Senses": record.text("senses"),
        "Languages": record.text("languages"),
        "Source": record.text("document__title"),
    }
    legend = record.text("legendary_desc")
    creature.describe(lines, record.text("desc"), legend)
    if pool := _POOL.search(legend):
        creature.legendary = int(pool[1])
    for key, sort in SECTIONS:
        for feature in record.rows(key):
            add_feature(creature, sort, feature.text("name"), feature.text("desc"), _monster_fields(feature))
    return creature.finished()


def _monster_fields(feature: Record) -> Fields:
    """A bonus of 0 is no attack; the damage may leave out a part, so only what the text lacks is taken from it."""
    dice, bonus = feature.text("damage_dice"), feature.whole("damage_bonus")
    parts = [dice_in(part) for part in re.split(r"(?<=\d)\s*\+\s*(?=\d+\s*d)", dice, flags=re.IGNORECASE)]
    parts = [part for part in parts if part]
    if parts and bonus and "+" not in parts[0] and "-" not in parts[0]:
        parts[0] += f"{bonus:+}"
    return Fields(feature.whole("attack_bonus") or None, tuple(Damage(part) for part in parts), typed=False)


# -------------------------------------------------------------------- the second version


def _creature(name: str, record: Record) -> Creature:
    creature = Creature(name, record.notes)
    creature.set_hit_points(record.get("hit_points"), record.get("hit_dice"))
    creature.ac = record.number("armor_class", 0, 40, "ac")
    creature.set_abilities({brief: record.get(f"ability_scores.{word}") for word, brief in ABILITY_NAMES.items()})
    creature.initiative = record.number("initiative_bonus", -99, 99)
    creature.proficiency = record.number("proficiency_bonus", 0, 9)
    for word, value in record.items("saving_throws"):
        save = number(value, record.notes, f"save {word}", -99, 99)
        if word in ABILITY_NAMES and save is not None:
            creature.saves[ABILITY_NAMES[word]] = save
    _check_saves(creature)
    defences = record.row("resistances_and_immunities")
    creature.set_defences(*(defences.get(key) or defences.get(f"{key}_display") for key in DEFENCES))
    creature.set_size(record.text("size", "name"))
    creature.set_speed(record.get("speed", "walk"))
    challenge = "challenge_rating" if record.get("challenge_rating") is not None else "challenge_rating_text"
    lines = {
        "": record.texts("size", "type", "alignment", inner="name"),
        "Armour": record.text("armor_detail"),
        "Challenge": record.text(challenge),
        "Languages": record.text("languages", "as_string"),
        "Source": record.text("document", "name"),
    }
    creature.describe(lines)
    for trait in record.rows("traits"):
        add_feature(creature, TRAIT, trait.text("name"), trait.text("desc"))
    for action in record.rows("actions"):
        sort = _SORTS.get(action.text("action_type"), ACTION)
        raw_name, text = action.text("name"), action.text("desc")
        fields = _action_fields(action, raw_name, text)
        if sort == LEGENDARY:  # on other actions the cost means nothing
            fields = replace(fields, cost=min(max(action.whole("legendary_action_cost") or 1, 1), 9))
        add_feature(creature, sort, raw_name, text, fields)
    return creature.finished()


def _check_saves(creature: Creature) -> None:
    """All six the same, and not what the abilities give, is likely a gap in the data."""
    values = set(creature.saves.values())
    if len(creature.saves) == len(ABILITY_NAMES) and values == {0} and any(creature.modifiers.values()):
        why = "all six are 0, unlike the abilities; using the ability modifiers."
        creature.notes.add("saving_throws", why)
        creature.saves = {}


def _action_fields(action: Record, name: str, text: str) -> Fields:
    attacks = action.rows("attacks")
    limit = _limit(action.row("usage_limits"))
    if not attacks:
        return Fields(limit=limit)
    if len(attacks) > 1:
        action.notes.add(name, f"{len(attacks)} attacks in the fields; only the first compared with the text.")
    first = attacks[0]
    damage = tuple(part for key in ("damage", "extra_damage") if (part := _damage(first, key)) is not None)
    _note_types(first, name, text.lower())
    return Fields(first.whole("to_hit_mod"), damage, typed=False, limit=limit)


def _damage(attack: Record, key: str) -> Damage | None:
    count, bonus = attack.whole(f"{key}_die_count"), attack.whole(f"{key}_bonus")
    sides = attack.text(f"{key}_die_type").lower().removeprefix("d")
    if not count or whole(sides) is None:
        return None
    return Damage(f"{count}d{sides}" + (f"{bonus:+}" if bonus else ""), _type(attack, f"{key}_type"))


def _type(attack: Record, key: str) -> str:
    kind = attack.text(key, "key").lower()
    return kind if kind in TYPES else ""


def _note_types(attack: Record, name: str, text: str) -> None:
    """Notes a type of damage that its text does not have."""
    for key in ("damage_type", "extra_damage_type"):
        kind = _type(attack, key)
        if kind and kind not in text:
            attack.notes.add(name, f"the field {key} says {kind}, the text does not; using the text.")
    of_extra = _type(attack, "extra_damage_type")
    is_misplaced = attack.get("damage_type") is None and attack.get("extra_damage_type")
    if is_misplaced and not attack.get("extra_damage_die_count"):
        why = f"the main damage type, {of_extra or 'unknown'}, is in the field for extra damage; using the text."
        attack.notes.add(name, why)


def _limit(usage: Record) -> Limited | None:
    match usage.get("type"):
        case "PER_DAY":
            return read_limit(f"{usage.whole('param')}/day")
        case "RECHARGE_ON_ROLL":
            return read_limit(f"recharge {usage.whole('param')}")
        case str() as other if "REST" in other or other == "RECHARGE":
            return Limited(times=1, per="short or long rest")
        case str() as other:
            return read_limit(other)
    return None
