"""dndme: one TOML file for each monster, party or encounter."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from referee import toml
from referee.engine.number import short
from referee.engine.problem import Refused
from referee.imports.common import Found, abilities, finish, hit_points, named, set_defences, size_of, speed_of
from referee.imports.creature import ACTION, BONUS, LEGENDARY, REACTION, TRAIT, Creature
from referee.imports.features import add_feature
from referee.imports.report import Notes
from referee.imports.values import ABILITIES, HIGHEST, Json, number, objects, plain_text
from referee.text import clean, clean_name

FORMAT = "dndme"
_SECTIONS = (
    ("features", TRAIT),
    ("traits", TRAIT),
    ("actions", ACTION),
    ("bonus_actions", BONUS),
    ("reactions", REACTION),
    ("legendary_actions", LEGENDARY),
)
_SCANNED = re.compile(r"(?<![\w])[lI](?=\d*d\d)|(?<=d)[lI](?=\d*\b)|(?<=d\d)[lI]\b", re.ASCII)


def toml_of(text: str, called: str) -> dict[str, Any]:
    """The tables of a TOML text. Refused, with the place, if it is none."""
    try:
        return toml.toml_of(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{clean(called, 60)} is no file that can be imported: {clean(str(error), 120)}.") from error
    except (ValueError, RecursionError) as error:
        raise Refused(f"{clean(called, 60)} is nested too deeply, or holds too long a number.") from error


def is_monster(data: Mapping[str, Any]) -> bool:
    """Does it look like a monster?"""
    return "max_hp" in data and "name" in data


def is_encounter(data: Mapping[str, Any]) -> bool:
    """Does it look like an encounter?"""
    return isinstance(data.get("groups"), dict)


def is_party(data: Mapping[str, Any]) -> bool:
    """Does it look like a party?"""
    tables = [each for each in data.values() if isinstance(each, dict)]
    return bool(tables) and len(tables) == len(data) and all("max_hp" in each for each in tables)


def read_monster(data: Json, found: Found) -> None:
    """One monster."""
    found.report.format = f"{FORMAT} monster"
    if (known := named(readable(data.get("name")), found)) is not None:
        name, notes = known
        if name != data.get("name"):
            notes.add("name", f"{short(clean(plain_text(data.get('name'))), 60)} is called {name}.")
        found.creatures.append(_monster(data, name, notes))


def read_party(data: Json, found: Found) -> None:
    """The characters of a party, as they stand."""
    found.report.format = f"{FORMAT} party"
    for key, table in data.items():
        if (known := named(table.get("name") or key, found)) is not None:
            found.creatures.append(_character(table, *known))


def readable(raw: object) -> str:
    """`winter_wolf` as it is read: Winter Wolf."""
    text = plain_text(raw)
    return clean_name(text.replace("_", " ").title()) if re.fullmatch(r"[a-z0-9_]+", text) else clean_name(text)


def _monster(data: Json, name: str, notes: Notes) -> Creature:
    creature = Creature(name)
    max_hp = data.get("max_hp")
    if isinstance(max_hp, str):
        dice = _repaired(max_hp, notes, "max_hp")
        hit_points(creature, notes, data.get("avg_hp") if data.get("avg_hp") is not None else dice, dice)
    else:
        hit_points(creature, notes, max_hp, "")
    creature.ac = number(data.get("ac"), notes, "ac", 0, 40)
    abilities(creature, notes, {ability: data.get(ability) for ability in ABILITIES})
    skills = data.get("skills")
    others: list[str] = []
    for key, value in skills.items() if isinstance(skills, dict) else ():
        ability, _, save = key.partition("_")
        modifier = number(value, notes, key, -99, 99)
        if ability in ABILITIES and save == "save" and modifier is not None:
            creature.saves[ability] = modifier
        elif modifier is not None:
            others.append(f"{key.replace('_', ' ')} {modifier:+}")
    set_defences(
        creature,
        notes,
        vulnerable=data.get("vulnerable"),
        resist=data.get("resist"),
        immune=data.get("immune"),
        conditions=data.get("condition_immune"),
    )
    _head(creature, data, ", ".join(others))
    for key, sort in _SECTIONS:
        for feature in objects(data.get(key)):
            raw_name = plain_text(feature.get("name"))
            text = _repaired(plain_text(feature.get("description")), notes, raw_name)
            add_feature(creature, notes, sort, raw_name, " ".join(text.split()))
    return finish(creature, notes)


def _repaired(text: str, notes: Notes, about: str) -> str:
    """The text with the letter l in dice read as 1, as scanned texts have it; each is noted."""
    repaired = _SCANNED.sub("1", text)
    if repaired != text:
        wrong = [word for word in re.findall(r"[\w+]*d[\w+]*", text) if _SCANNED.search(word)]
        right = [_SCANNED.sub("1", word) for word in wrong]
        pairs = ", ".join(f"{one} as {other}" for one, other in zip(wrong, right, strict=True))
        notes.add(about or "description", f"letters in dice were read as digits: {pairs}.")
    return repaired


def _head(creature: Creature, data: Json, skills: str) -> None:
    creature.size = size_of(plain_text(data.get("size")))
    speed = data.get("speed")
    creature.speed = speed_of(speed)
    kinds = (plain_text(data.get(key)) for key in ("size", "mtype", "alignment"))
    senses = data.get("senses")
    lines = {
        "": ", ".join(filter(None, kinds)),
        "Species": plain_text(data.get("species")) or plain_text(data.get("race")),
        "Armour": plain_text(data.get("armor")),
        "Challenge": plain_text(data.get("cr")),
        "Skills": skills,
        "Senses": ", ".join(f"{key} {plain_text(each)}" for key, each in senses.items())
        if isinstance(senses, dict)
        else "",
        "Languages": plain_text(data.get("languages")),
    }
    creature.text += [f"{label}: {text}" if label else text for label, text in lines.items() if text]
    if text := plain_text(data.get("notes")):
        creature.text.append(" ".join(text.split()))


def _character(table: Json, name: str, notes: Notes) -> Creature:
    creature = Creature(name, is_player=True, side="heroes")
    hit_points(creature, notes, table.get("max_hp"), "")
    now = number(table.get("cur_hp"), notes, "cur_hp", -HIGHEST, HIGHEST)
    if now is not None and creature.hp is not None and now != creature.hp:
        creature.hp_now = max(0, min(now, creature.hp))
        if creature.hp_now != now:
            notes.add("cur_hp", f"{now} is not between 0 and {creature.hp}; {creature.hp_now} is taken.")
    creature.ac = number(table.get("ac"), notes, "ac", 0, 40)
    creature.initiative = number(table.get("initiative_mod"), notes, "initiative_mod", -99, 99)
    if temporary := number(table.get("temp_hp"), notes, "temp_hp", 0, HIGHEST):
        creature.text.append(f"Temporary hit points: {temporary}")
    kind = " ".join(filter(None, (plain_text(table.get(key)) for key in ("race", "species", "cclass", "level"))))
    creature.text += [kind] * bool(kind)
    if pronouns := plain_text(table.get("pronouns")):
        creature.text.append(f"Pronouns: {pronouns}")
    return finish(creature, notes)
