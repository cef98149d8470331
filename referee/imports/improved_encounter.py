"""Encounters of Improved Initiative, saved or running: who stands there, and how."""

from collections.abc import Iterable
from typing import Any

from referee.imports.common import Fight, Found, Placed, named
from referee.imports.improved_stat_block import creature_of
from referee.imports.report import Notes
from referee.imports.values import HIGHEST, Json, number, objects, plain_text, whole
from referee.text import clean_name


def is_encounter(value: object) -> bool:
    """Does it look like an encounter?"""
    return isinstance(value, dict) and isinstance(value.get("Combatants"), list)


def add_fight(found: Found, record: Any, otherwise: str) -> None:
    """An encounter; one that was running says who stood how."""
    if not is_encounter(record):
        found.report.records += 1
        found.report.skipped += 1
        found.report.note(otherwise, "Combatants", "it has none; it is skipped.")
        return
    known = named(record.get("Name") or otherwise, found)
    if known is None:
        return
    name, notes = known
    round_ = number(record.get("RoundCounter"), notes, "RoundCounter", 0, HIGHEST) or 0
    combatants = objects(record["Combatants"])
    placed: list[Placed] = []
    ids = [str(each.get("Id", "")) for each in combatants]
    for combatant in combatants:
        if (one := _placed(combatant, notes, ids, combatants)) is not None:
            placed.append(one)
    if not placed:
        found.report.skipped += 1
        notes.add("Combatants", "it has none that can be read; it is skipped.")
        return
    active = str(record.get("ActiveCombatantId") or "")
    remarks = [f"It stood in round {round_}."] if round_ else []
    if active in ids:
        who = _name(combatants[ids.index(active)])
        remarks.append(f"It was the turn of {who}.")
    found.fights.append(Fight(name, tuple(placed), tuple(remarks), round_))


def _name(combatant: Json) -> str:
    block = combatant.get("StatBlock")
    of_sort = clean_name(plain_text(block.get("Name"))) if isinstance(block, dict) else ""
    alias = clean_name(plain_text(combatant.get("Alias")))
    label = whole(combatant.get("IndexLabel"))
    return alias or (f"{of_sort} {label}" if label is not None and of_sort else of_sort)


def _placed(combatant: Json, notes: Notes, ids: list[str], all_: list[Json]) -> Placed | None:
    block = combatant.get("StatBlock")
    name = _name(combatant)
    if not isinstance(block, dict) or not name:
        notes.add("Combatants", "one has no stat block or no name; it is left out.")
        return None
    inner = notes.of(f"{notes.record}: {name}")
    creature = creature_of(block, clean_name(plain_text(block.get("Name"))) or name, inner)
    if creature.hp is None and (most := number(combatant.get("MaxHP"), inner, "MaxHP", 1, HIGHEST)) is not None:
        creature.hp = most
    now = number(combatant.get("CurrentHP"), inner, "CurrentHP", -HIGHEST, HIGHEST)
    if now is not None and creature.hp is not None and now != creature.hp:
        creature.hp_now = max(0, min(now, creature.hp))
    elif now is not None and creature.hp is None and now > 0:
        creature.hp = now
        inner.add("hp", f"its maximum is missing; where it stood, {now}, is taken.")
    return Placed(
        creature,
        name=name,
        is_hidden=combatant.get("Hidden") is True,
        temporary=number(combatant.get("TemporaryHP"), inner, "TemporaryHP", 0, HIGHEST) or 0,
        initiative=number(combatant.get("Initiative"), inner, "Initiative", -99, 999),
        conditions=tuple(_tags(combatant, inner, ids, all_)),
        remark=plain_text(combatant.get("CurrentNotes")),
    )


def _tags(combatant: Json, notes: Notes, ids: list[str], all_: list[Json]) -> Iterable[tuple[str, str]]:
    """The tags of a combatant as conditions, each with how long it lasts."""
    tags = combatant.get("Tags")
    for tag in tags if isinstance(tags, list) else []:
        text = clean_name(plain_text(tag.get("Text") if isinstance(tag, dict) else tag))
        if not text:
            continue
        left = whole(tag.get("DurationRemaining")) if isinstance(tag, dict) else None
        owner = str(tag.get("DurationCombatantId") or "") if isinstance(tag, dict) else ""
        if left is None or left < 1:
            yield text, ""
        elif owner in ids:
            edge = "starts" if tag.get("DurationTiming") == "StartOfTurn" else "ends"
            yield text, f"{min(left, 999)} {edge} of {_name(all_[ids.index(owner)])}"
        else:
            notes.add(text, f"it lasts {left} turns of somebody who is not there; it is kept without an end.")
            yield text, ""
