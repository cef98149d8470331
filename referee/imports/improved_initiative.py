"""Improved Initiative: stat blocks, alone or in a list, encounters, and dumps of a whole account in three shapes."""

from collections.abc import Iterable
from typing import Any

from referee.engine.number import short
from referee.engine.problem import Refused
from referee.imports.common import Found, named
from referee.imports.improved_encounter import add_fight, is_encounter
from referee.imports.improved_stat_block import creature_of
from referee.imports.json_file import parsed
from referee.imports.values import HIGHEST, number, plain_text

FORMAT = "Improved Initiative"
PREFIX = "ImprovedInitiative."
LISTS = ("Creatures", "PersistentCharacters", "SavedEncounters", "Spells", "AutoSavedEncounters")


def is_dump(value: object) -> bool:
    """Does it look like the dump of an account, or of one list of it?"""
    return isinstance(value, dict) and any(
        key.removeprefix(PREFIX).partition(".")[0] in LISTS and ("." in key or isinstance(each, list))
        for key, each in value.items()
    )


def read(records: Iterable[Any], found: Found) -> None:
    """Stat blocks and encounters, one record each."""
    found.report.format = FORMAT
    for record in records:
        if is_encounter(record):
            add_fight(found, record, "Encounter")
        else:
            _add_creature(found, record)


def read_dump(entries: Iterable[tuple[str, Any]], found: Found) -> None:
    """A dump of an account: each record once, whatever its shape."""
    found.report.format = FORMAT
    seen: set[tuple[str, str]] = set()
    listed: dict[str, list[str]] = {}
    for key, raw in entries:
        section, _, id_ = key.removeprefix(PREFIX).partition(".")
        if section not in LISTS:
            continue
        value = _decoded(found, key, raw)
        if not id_:
            listed[section] = [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
        elif (section, id_) not in seen and value is not None:
            seen.add((section, id_))
            _add(found, section, value)
    for section, ids in listed.items():
        for id_ in ids:
            if (section, id_) not in seen and section != "AutoSavedEncounters":
                found.report.records += 1
                found.report.skipped += 1
                found.report.note(
                    f"{section} {short(id_)}", "id", "it is in the list, but has no record; it is skipped."
                )


def _decoded(found: Found, key: str, raw: object) -> Any:
    """The value behind a key, which may be JSON as text."""
    if not isinstance(raw, str):
        return raw
    try:
        return parsed(raw, key)
    except Refused as problem:
        found.report.records += 1
        found.report.skipped += 1
        found.report.note(key, "json", f"{problem} It is skipped.")
        return None


def _add(found: Found, section: str, value: Any) -> None:
    if section == "Creatures":
        _add_creature(found, value)
    elif section == "PersistentCharacters":
        _add_character(found, value)
    elif section == "SavedEncounters":
        add_fight(found, value, "Encounter")
    elif section == "AutoSavedEncounters":
        add_fight(found, value, "Running fight")
    else:
        found.report.records += 1
        found.report.skipped += 1
        name = value.get("Name") if isinstance(value, dict) else ""
        found.report.note(str(name or "spell"), "spell", "spells are not imported.")


# -------------------------------------------------------------------- creatures


def _add_creature(found: Found, record: Any) -> None:
    if (known := named(record.get("Name") if isinstance(record, dict) else None, found)) is not None:
        found.creatures.append(creature_of(record, *known))


def _add_character(found: Found, record: Any) -> None:
    block = record.get("StatBlock") if isinstance(record, dict) else None
    known = named(record.get("Name") if isinstance(record, dict) else None, found)
    if known is None:
        return
    name, notes = known
    if not isinstance(block, dict):
        found.report.skipped += 1
        notes.add("StatBlock", "it has none; it is skipped.")
        return
    creature = creature_of({"Player": "player", **block, "Name": name}, name, notes)
    creature.is_player, creature.side = True, "heroes"
    now = number(record.get("CurrentHP"), notes, "CurrentHP", -HIGHEST, HIGHEST)
    if now is not None and creature.hp is not None and now != creature.hp:
        creature.hp_now = max(0, min(now, creature.hp))
        if creature.hp_now != now:
            notes.add("CurrentHP", f"{now} is not between 0 and {creature.hp}; {creature.hp_now} is taken.")
    if text := plain_text(record.get("Notes")):
        creature.text.append(f"Notes. {text}")
    found.creatures.append(creature)
