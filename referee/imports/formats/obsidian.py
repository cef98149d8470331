"""Obsidian notes: encounter blocks of the Initiative Tracker, fenced or in a line, with their creatures."""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from referee.imports.counts import read_count
from referee.imports.format_list import OBSIDIAN
from referee.imports.found_in_file import Creature, Fight, Found, Placed
from referee.imports.record import HIGHEST, number, phrase, plain_text
from referee.imports.report import Notes
from referee.plain_data import NoYaml, Pairs, read_yaml
from referee.text.harmless import clean_name
from referee.text.quoting import quoted

_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*(.*?)[ \t]*$")
_INLINE = re.compile(r"(?<!`)`encounter:\s*([^`\n]{1,2000})`(?!`)")
_SORTS = ("encounter", "encounter-table")
_KNOWN = ("name", "players", "party", "hide", "rollHP", "xp", "creatures")
FRIENDS = ("friend", "friendly", "ally")
_COUNT = phrase(r"^\s*(\d{1,4}(?:\s*d\s*\d{1,4}(?:\s*[+-]\s*\d{1,4})?)?)\s*(?::\s*|\s+)(?=\S)")
_PLACES = ("hp", "ac", "modifier", "xp")
_TRUE = ("true", "yes", "on", "1")


class Block(Struct, frozen=True):
    """The text of one block, and the line of the note that its first line is, from 1."""

    text: str
    line: int


def has_encounters(text: str) -> bool:
    """Is there an encounter in this note?"""
    return any(True for _ in blocks(text)) or bool(_INLINE.search(text))


def read(text: str, found: Found) -> None:
    """All encounters of a note; those that cannot be read are reported by their line."""
    found.report.format = f"{OBSIDIAN.name} encounters"
    for block in blocks(text):
        try:
            documents = read_yaml(block.text)
        except NoYaml as problem:
            place = f"line {block.line + problem.line - 1}"
            found.report.skip(place, "encounter", f"{problem.why}, block skipped.")
            continue
        for document in documents:
            _add(found, document, block.line)
    for n, line in enumerate(_outside(text), 1):
        for inline in _INLINE.finditer(line):
            _add_inline(found, inline[1], n)


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks that hold encounters."""
    lines = text.splitlines()
    for at, end, sort in _fences(lines):
        if sort in _SORTS:
            indent = len(lines[at]) - len(lines[at].lstrip())
            yield Block("\n".join(_dedented(line, indent) for line in lines[at + 1 : end]), at + 2)


def _fences(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """The lines with which each fenced block begins and ends, and what stands behind its first fence."""
    at = 0
    while at < len(lines):
        end = at + 1
        if (opened := _FENCE.match(lines[at])) is not None:
            while end < len(lines) and not _closes(lines[end], opened[1]):
                end += 1
            yield at, end, opened[2]
            end += 1
        at = end


def _closes(line: str, fence: str) -> bool:
    bare = line.strip(" \t>")
    return len(bare) >= len(fence) and set(bare) == {fence[0]}


def _dedented(line: str, indent: int) -> str:
    return line[indent:] if not line[:indent].strip() else line.lstrip()


def _outside(text: str) -> list[str]:
    """The lines of a note, those within fences empty."""
    lines = text.splitlines()
    for at, end, _ in list(_fences(lines)):
        lines[at : end + 1] = [""] * (end + 1 - at)
    return lines


def _add(found: Found, document: object, line: int) -> None:
    found.report.records += 1
    if not isinstance(document, Pairs):
        Notes(found.report, f"encounter at line {line}").skip("encounter", "not an encounter, skipped.")
        return
    name = clean_name(plain_text(document.get("name")))
    notes = Notes(found.report, name or f"encounter at line {line}")
    for key in document.repeated():
        notes.add(key, "given more than once; using the last.")
    for key, value in document:
        if key not in _KNOWN:
            notes.add(str(key), f"{quoted(plain_text(value), 40)} not understood, left out.")
    entries = _entries(document.get("creatures"), notes)
    if not entries:
        notes.skip("creatures", "no readable creatures, encounter skipped.")
        return
    remarks = _remarks(document, notes)
    found.fights.append(Fight(name or f"Encounter {found.report.records}", _merged(entries), remarks))


def _remarks(document: Pairs, notes: Notes) -> tuple[str, ...]:
    """What is said of the players and of experience, as remarks of the plan."""
    remarks: list[str] = []
    players = document.get("players")
    if players is not None and plain_text(players).lower() not in ("false", "none", "no", ""):
        remarks.append(f"Players: {' '.join(plain_text(players).split())}")
        notes.add("players", "kept as a note in the plan; add the players yourself.")
    if party := plain_text(document.get("party")):
        remarks.append(f"Party: {party}")
        notes.add("party", f"{quoted(party)} kept as a note in the plan; `add party` adds a party from the library.")
    if plain_text(document.get("rollHP")).lower() in ("true", "yes"):
        remarks.append("Roll the hit points.")
        notes.add("rollHP", "the file wants hit points rolled; using the fixed numbers.")
    if experience := plain_text(document.get("xp")):
        remarks.append(f"Experience: {experience}")
    if hidden := plain_text(document.get("hide")):
        remarks.append(f"Hidden: {' '.join(hidden.split())}")
    return tuple(remarks)


def _add_inline(found: Found, text: str, line: int) -> None:
    found.report.records += 1
    notes = Notes(found.report, f"encounter at line {line}")
    entries = [placed for part in text.split(",") if part.strip() for placed in _entry(part.strip(), notes)]
    if entries:
        found.fights.append(Fight(f"Encounter at line {line}", _merged(entries)))
    else:
        notes.skip("encounter", "no readable creatures, encounter skipped.")


# -------------------------------------------------------------------- creatures


def _entries(value: object, notes: Notes) -> list[Placed]:
    """The creatures of a block, in order."""
    entries = value if isinstance(value, list) and not isinstance(value, Pairs) else [value] if value else []
    return [placed for entry in entries for placed in _entry(entry, notes)]


def _entry(entry: object, notes: Notes) -> list[Placed]:
    """`3: Goblin, 7, 15`, `Goblin, 7, 15`, an object or a list; an object without a creature has counts as its keys."""
    match entry:
        case str():
            found = _COUNT.match(entry)
            return _counted(found[1] if found else "1", entry[found.end() :] if found else entry, notes)
        case Pairs() if entry.get("creature") is None:
            return [placed for count, what in entry for placed in _counted(plain_text(count), what, notes)]
    return _counted("1", entry, notes)


def _counted(said: str, what: object, notes: Notes) -> list[Placed]:
    """So many of what a text, an object or a list describes; none, with a note, if there are none."""
    count = read_count(said)
    if count is None:
        notes.add("creatures", f"{quoted(said)} is not a count; creature left out.")
        return []
    placed: Placed | None = None
    match what:
        case str():
            placed = _listed([part.strip() for part in what.split(",")], notes)
        case Pairs():
            placed = _object(what, notes)
        case list():
            placed = _listed(what, notes)
    if placed is None:
        return []
    name = placed.name or placed.creature.name
    if count.why:
        notes.add(name, f"{count.why}.")
    if count.n < 1:
        notes.add(name, "the count is below 1; left out.")
        return []
    return [replace(placed, count=count.n, remark=count.why)]


def _listed(parts: list[object] | list[str], notes: Notes) -> Placed | None:
    """`[[name, display name], hp, ac, modifier, xp, flags]`, or the parts of such a text."""
    first = parts[0] if parts else ""
    names = [clean_name(plain_text(each)) for each in (first if isinstance(first, list) else [first])]
    if not names or not names[0]:
        notes.add("creatures", "a creature without a name, left out.")
        return None
    flags = [plain_text(part).lower() for part in parts[1:]]
    values = [plain_text(part) for part, flag in zip(parts[1:], flags, strict=True) if flag not in (*FRIENDS, "hidden")]
    if len(values) == 1 and not re.search(r"\d", values[0]):  # `[Bandit, Krentz]`: one of that sort and name
        names.append(clean_name(values.pop()))
    said = dict(zip(_PLACES, values, strict=False))
    if len(values) > len(_PLACES):
        notes.add(names[0], f"{quoted(', '.join(values[4:]), 60)} not understood, left out.")
    is_friend = any(flag in FRIENDS for flag in flags)
    return _placed(names[0], names[1] if len(names) > 1 else "", said, "hidden" in flags, is_friend, notes)


def _object(entry: Pairs, notes: Notes) -> Placed | None:
    raw = entry.get("creature")
    name = clean_name(plain_text(raw[0] if isinstance(raw, list) and raw else raw))
    if not name:
        notes.add("creatures", "a creature without a name, left out.")
        return None
    keys = {"hp": "hp", "ac": "ac", "modifier": "mod", "xp": "xp"}
    said = {place: plain_text(entry.get(key)) for place, key in keys.items()}
    said["modifier"] = said["modifier"] or plain_text(entry.get("modifier"))
    is_hidden = plain_text(entry.get("hidden")).lower() in _TRUE
    is_friend = any(plain_text(entry.get(key)).lower() in _TRUE for key in FRIENDS)
    return _placed(name, clean_name(plain_text(entry.get("name"))), said, is_hidden, is_friend, notes)


def _placed(name: str, shown: str, said: dict[str, str], is_hidden: bool, is_friend: bool, notes: Notes) -> Placed:
    """A figure with what is known of it; an empty place is unknown, not 0."""
    inner = notes.of(f"{notes.record}: {shown or name}")
    creature = Creature(name, inner, side="heroes" if is_friend else "")
    creature.hp = number(said.get("hp", ""), inner, "hp", 1, HIGHEST)
    creature.ac = number(said.get("ac", ""), inner, "ac", 0, 40)
    creature.initiative = number(said.get("modifier", ""), inner, "modifier", -99, 99)
    if said.get("xp"):
        creature.text.append(f"Experience: {said['xp']}")
    return Placed(creature, name=shown, is_hidden=is_hidden)


def _merged(entries: list[Placed]) -> tuple[Placed, ...]:
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
