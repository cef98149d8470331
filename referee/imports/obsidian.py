"""Obsidian notes: encounter blocks of the Initiative Tracker, fenced or in a line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.engine.number import short
from referee.imports.common import Fight, Found
from referee.imports.obsidian_creature import add_entries, inline_entries, merged
from referee.imports.report import Notes
from referee.imports.values import plain_text
from referee.imports.yaml_text import NoYaml, Pairs, read_yaml
from referee.text import clean_name

FORMAT = "Obsidian encounters"
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*(.*?)[ \t]*$")
_INLINE = re.compile(r"(?<!`)`encounter:\s*([^`\n]{1,2000})`(?!`)")
_SORTS = ("encounter", "encounter-table")
_KNOWN = ("name", "players", "party", "hide", "rollHP", "xp", "creatures")


@dataclass(frozen=True)
class Block:
    """The text of one block, and the line of the note that its first line is, from 1."""

    text: str
    line: int


def has_encounters(text: str) -> bool:
    """Is there an encounter in this note?"""
    return any(True for _ in blocks(text)) or bool(_INLINE.search(text))


def read(text: str, found: Found) -> None:
    """All encounters of a note; those that cannot be read are reported by their line."""
    found.report.format = FORMAT
    for block in blocks(text):
        try:
            documents = read_yaml(block.text)
        except NoYaml as problem:
            found.report.records += 1
            found.report.skipped += 1
            found.report.note(
                f"line {block.line + problem.line - 1}", "encounter", f"{problem.why}; the block is skipped."
            )
            continue
        for document in documents:
            _add(found, document, block.line)
    for number, line in enumerate(_outside(text), 1):
        for inline in _INLINE.finditer(line):
            _add_inline(found, inline[1], number)


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks that hold encounters."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        opened = _FENCE.match(lines[at])
        end = at + 1
        if opened is not None:
            while end < len(lines) and not _closes(lines[end], opened[1]):
                end += 1
            if opened[2] in _SORTS:
                indent = len(lines[at]) - len(lines[at].lstrip())
                yield Block("\n".join(_dedented(line, indent) for line in lines[at + 1 : end]), at + 2)
            end += 1
        at = end


def _closes(line: str, fence: str) -> bool:
    bare = line.strip(" \t>")
    return len(bare) >= len(fence) and set(bare) == {fence[0]}


def _dedented(line: str, indent: int) -> str:
    return line[indent:] if not line[:indent].strip() else line.lstrip()


def _outside(text: str) -> Iterator[str]:
    """The lines of a note, those within fences empty."""
    fence = ""
    for line in text.splitlines():
        found = _FENCE.match(line)
        if fence:
            fence = "" if _closes(line, fence) else fence
            yield ""
        elif found is not None:
            fence = found[1]
            yield ""
        else:
            yield line


def _add(found: Found, document: object, line: int) -> None:
    found.report.records += 1
    name = clean_name(plain_text(document.get("name"))) if isinstance(document, Pairs) else ""
    notes = Notes(found.report, name or f"encounter at line {line}")
    if not isinstance(document, Pairs):
        notes.add("encounter", "it is no encounter; it is skipped.")
        found.report.skipped += 1
        return
    for key in document.repeated():
        notes.add(key, "it stands there twice; the last is taken.")
    for key, value in document:
        if key not in _KNOWN:
            notes.add(str(key), f"{short(plain_text(value), 40)!r} is not understood; it is left out.")
    entries = add_entries(document.get("creatures"), notes)
    if not entries:
        notes.add("creatures", "it has none that can be read; it is skipped.")
        found.report.skipped += 1
        return
    remarks = _remarks(document, notes)
    found.fights.append(Fight(name or f"Encounter {found.report.records}", merged(entries), remarks))


def _remarks(document: Pairs, notes: Notes) -> tuple[str, ...]:
    """What is said of the players and of experience, as remarks of the plan."""
    remarks: list[str] = []
    players = document.get("players")
    if players is not None and plain_text(players).lower() not in ("false", "none", "no", ""):
        remarks.append(f"Players: {' '.join(plain_text(players).split())}")
        notes.add("players", "the players are named in a remark of the plan; add them there.")
    if party := plain_text(document.get("party")):
        remarks.append(f"Party: {party}")
        notes.add("party", f"{short(party)!r} is named in a remark of the plan; `add party` brings one of the library.")
    if plain_text(document.get("rollHP")).lower() in ("true", "yes"):
        remarks.append("Hit points are to be rolled.")
        notes.add("rollHP", "hit points are to be rolled; the plan has those of the file.")
    if experience := plain_text(document.get("xp")):
        remarks.append(f"Experience: {experience}")
    if hidden := plain_text(document.get("hide")):
        remarks.append(f"Hidden: {' '.join(hidden.split())}")
    return tuple(remarks)


def _add_inline(found: Found, text: str, line: int) -> None:
    found.report.records += 1
    notes = Notes(found.report, f"encounter at line {line}")
    entries = inline_entries(text, notes)
    if entries:
        found.fights.append(Fight(f"Encounter at line {line}", merged(entries)))
    else:
        notes.add("encounter", "it has no creatures that can be read; it is skipped.")
        found.report.skipped += 1
