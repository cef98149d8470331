"""Open5e, first version: monsters of an answer, a plain list, or a data file."""

import re
from collections.abc import Iterable
from typing import Any

from referee.engine.problem import Refused
from referee.imports.attack_text import Damage
from referee.imports.common import Found, abilities, finish, hit_points, named, set_defences_by_name, size_of, speed_of
from referee.imports.creature import ACTION, BONUS, LEGENDARY, REACTION, TRAIT, Creature
from referee.imports.features import Fields, add_feature
from referee.imports.json_file import parsed
from referee.imports.report import Notes
from referee.imports.values import ABILITY_NAMES, Json, dice_in, number, objects, plain_text, whole

FORMAT = "Open5e v1"
_SECTIONS = (
    ("special_abilities", TRAIT),
    ("actions", ACTION),
    ("bonus_actions", BONUS),
    ("reactions", REACTION),
    ("legendary_actions", LEGENDARY),
)
_POOL = re.compile(r"can take (\d) legendary actions", re.IGNORECASE)


def is_monster(value: object) -> bool:
    """Does it look like a monster of an answer?"""
    return isinstance(value, dict) and "name" in value and "hit_points" in value and "strength" in value


def is_row(value: object) -> bool:
    """Does it look like a row of a data file?"""
    return isinstance(value, dict) and "model" in value and isinstance(value.get("fields"), dict)


def read(records: Iterable[Any], found: Found) -> None:
    """Monsters; rows of a data file that hold something else are skipped."""
    found.report.format = FORMAT
    for record in records:
        if is_row(record):
            if not str(record["model"]).lower().endswith(".monster"):
                found.report.records += 1
                found.report.skipped += 1
                found.report.note(str(record.get("pk")), "model", f"{record['model']} is no monster; it is skipped.")
                continue
            record = _unpacked(record["fields"], str(record.get("pk")), found)
        if (known := named(record.get("name") if isinstance(record, dict) else None, found)) is not None:
            found.creatures.append(_creature(record, *known))


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
                found.report.note(str(fields.get("name") or key), name, "it holds no JSON; it is left out.")
    return out


def _creature(record: Json, name: str, notes: Notes) -> Creature:
    creature = Creature(name)
    hit_points(creature, notes, record.get("hit_points"), record.get("hit_dice"))
    creature.ac = number(record.get("armor_class"), notes, "ac", 0, 40)
    abilities(creature, notes, {brief: record.get(word) for word, brief in ABILITY_NAMES.items()})
    for word, brief in ABILITY_NAMES.items():
        if (save := number(record.get(f"{word}_save"), notes, f"{word}_save", -99, 99)) is not None:
            creature.saves[brief] = save
    set_defences_by_name(creature, notes, record)
    _head(creature, record)
    for key, sort in _SECTIONS:
        for feature in objects(record.get(key)):
            add_feature(
                creature,
                notes,
                sort,
                plain_text(feature.get("name")),
                plain_text(feature.get("desc")),
                _fields(feature),
            )
    return finish(creature, notes)


def _head(creature: Creature, record: Json) -> None:
    creature.size = size_of(plain_text(record.get("size")))
    speed = record.get("speed")
    walk = speed.get("walk") if isinstance(speed, dict) else speed
    creature.speed = speed_of(walk)
    kind = ", ".join(filter(None, (plain_text(record.get(key)) for key in ("size", "type", "subtype", "alignment"))))
    skills = record.get("skills")
    lines = {
        "": kind,
        "Armour": plain_text(record.get("armor_desc")),
        "Challenge": plain_text(record.get("challenge_rating")),
        "Skills": ", ".join(f"{key} {plain_text(each)}" for key, each in skills.items())
        if isinstance(skills, dict)
        else "",
        "Senses": plain_text(record.get("senses")),
        "Languages": plain_text(record.get("languages")),
        "Source": plain_text(record.get("document__title")),
    }
    creature.text += [f"{label}: {text}" if label else text for label, text in lines.items() if text]
    legend = plain_text(record.get("legendary_desc"))
    creature.text += [text for text in (plain_text(record.get("desc")), legend) if text]
    if pool := _POOL.search(legend):
        creature.legendary = int(pool[1])


def _fields(feature: Json) -> Fields:
    """A bonus of 0 is no attack; the damage may leave out a part, so only what the text lacks is taken from it."""
    dice = plain_text(feature.get("damage_dice"))
    bonus = whole(feature.get("damage_bonus"))
    parts = [dice_in(part) for part in re.split(r"(?<=\d)\s*\+\s*(?=\d+\s*d)", dice, flags=re.IGNORECASE)]
    parts = [part for part in parts if part]
    if parts and bonus and "+" not in parts[0] and "-" not in parts[0]:
        parts[0] += f"{bonus:+}"
    to_hit = whole(feature.get("attack_bonus"))
    return Fields(to_hit or None, tuple(Damage(part) for part in parts), typed=False)
