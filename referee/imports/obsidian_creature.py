"""Creatures of Obsidian encounter blocks: a text, a count with something behind it, a list, or an object."""

import re
from dataclasses import replace

from referee.engine.number import short
from referee.imports.common import Placed
from referee.imports.counts import Count, read_count
from referee.imports.creature import Creature
from referee.imports.report import Notes
from referee.imports.values import HIGHEST, number, plain_text, whole
from referee.imports.yaml_text import Pairs
from referee.text import clean_name

FRIENDS = ("friend", "friendly", "ally")
_COUNT = re.compile(r"^\s*(\d{1,4}(?:\s*d\s*\d{1,4}(?:\s*[+-]\s*\d{1,4})?)?)\s*(?::\s*|\s+)(?=\S)", re.IGNORECASE)
_PLACES = ("hp", "ac", "modifier", "xp")
_TRUE = ("true", "yes", "on", "1")


def add_entries(value: object, notes: Notes) -> list[Placed]:
    """The creatures of a block, in order."""
    entries: list[Placed] = []
    for entry in value if isinstance(value, list) and not isinstance(value, Pairs) else [value] if value else []:
        entries += _entry(entry, notes)
    return entries


def _entry(entry: object, notes: Notes) -> list[Placed]:
    if isinstance(entry, str):
        return _text(entry, notes)
    if isinstance(entry, Pairs):
        if entry.get("creature") is not None:
            return _one(_object(entry, notes), Count(1), notes)
        return [placed for count, what in entry for placed in _counted(plain_text(count), what, notes)]
    if isinstance(entry, list):
        return _one(_listed(entry, notes), Count(1), notes)
    return []


def _text(text: str, notes: Notes) -> list[Placed]:
    """`3: Goblin, 7, 15` or `Goblin, 7, 15`."""
    found = _COUNT.match(text)
    count = read_count(found[1]) if found else Count(1)
    parts = [part.strip() for part in (text[found.end() :] if found else text).split(",")]
    return _one(_listed(parts, notes), count or Count(1), notes)


def _counted(said: str, what: object, notes: Notes) -> list[Placed]:
    count = read_count(said)
    if count is None:
        notes.add("creatures", f"{short(said)!r} is no count; what it counts is left out.")
        return []
    if isinstance(what, str):
        return _one(_listed([part.strip() for part in what.split(",")], notes), count, notes)
    if isinstance(what, Pairs):
        return _one(_object(what, notes), count, notes)
    return _one(_listed(what, notes), count, notes) if isinstance(what, list) else []


def _one(placed: Placed | None, count: Count, notes: Notes) -> list[Placed]:
    if placed is None:
        return []
    name = placed.name or placed.creature.name
    if count.why:
        notes.add(name, f"{count.why}.")
    if count.n < 1:
        notes.add(name, "its count is below 1; none comes.")
        return []
    return [replace(placed, count=count.n, remark=count.why)]


def _listed(parts: list[object] | list[str], notes: Notes) -> Placed | None:
    """`[[name, display name], hp, ac, modifier, xp, flags]`, or the parts of such a text."""
    first = parts[0] if parts else ""
    names = (
        [clean_name(plain_text(each)) for each in first] if isinstance(first, list) else [clean_name(plain_text(first))]
    )
    if not names or not names[0]:
        notes.add("creatures", "one has no name; it is left out.")
        return None
    flags = [plain_text(part).lower() for part in parts[1:]]
    values = [plain_text(part) for part, flag in zip(parts[1:], flags, strict=True) if flag not in (*FRIENDS, "hidden")]
    said = dict(zip(_PLACES, values, strict=False))
    if len(values) > len(_PLACES):
        notes.add(names[0], f"{short(', '.join(values[4:]), 60)!r} is not understood; it is left out.")
    is_friend = any(flag in FRIENDS for flag in flags)
    return _placed(names[0], names[1] if len(names) > 1 else "", said, "hidden" in flags, is_friend, notes)


def _object(entry: Pairs, notes: Notes) -> Placed | None:
    raw = entry.get("creature")
    name = clean_name(plain_text(raw[0] if isinstance(raw, list) and raw else raw))
    if not name:
        notes.add("creatures", "one has no name; it is left out.")
        return None
    keys = {"hp": "hp", "ac": "ac", "modifier": "mod", "xp": "xp"}
    said = {place: plain_text(entry.get(key)) for place, key in keys.items()}
    said["modifier"] = said["modifier"] or plain_text(entry.get("modifier"))
    is_hidden = plain_text(entry.get("hidden")).lower() in _TRUE
    is_friend = any(plain_text(entry.get(key)).lower() in _TRUE for key in FRIENDS)
    return _placed(name, clean_name(plain_text(entry.get("name"))), said, is_hidden, is_friend, notes)


def _placed(name: str, shown: str, said: dict[str, str], is_hidden: bool, is_friend: bool, notes: Notes) -> Placed:
    """A figure with what is known of it; an empty place is unknown, not 0."""
    creature = Creature(name, side="heroes" if is_friend else "")
    inner = notes.of(f"{notes.record}: {shown or name}")
    hp = whole(said.get("hp", ""))
    if said.get("hp") and (hp is None or not 1 <= hp <= HIGHEST):
        inner.add("hp", f"{short(said['hp'], 40)!r} is no number of hit points; they are unknown.")
        hp = None
    creature.hp = hp
    creature.ac = number(said.get("ac", ""), inner, "ac", 0, 40)
    creature.initiative = number(said.get("modifier", ""), inner, "modifier", -99, 99)
    if said.get("xp"):
        creature.text.append(f"Experience: {said['xp']}")
    return Placed(creature, name=shown, is_hidden=is_hidden)


def inline_entries(text: str, notes: Notes) -> list[Placed]:
    """`2: Wolf, 1d4: Goblin`: counts with names, parted by commas."""
    entries: list[Placed] = []
    for part in text.split(","):
        if part.strip():
            entries += _text(part.strip(), notes)
    return entries


def merged(entries: list[Placed]) -> tuple[Placed, ...]:
    """Equal creatures add up; another name or flag keeps them apart."""
    found: list[Placed] = []
    for entry in entries:
        for n, other in enumerate(found):
            if replace(other, count=entry.count, remark=entry.remark) == entry:
                remarks = dict.fromkeys(filter(None, (other.remark, entry.remark)))
                found[n] = replace(other, count=other.count + entry.count, remark="; ".join(remarks))
                break
        else:
            found.append(entry)
    return tuple(found)
