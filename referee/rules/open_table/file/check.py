"""The check of a system file: all that is wrong with it, as sentences with their lines.

Used by `system check`, and whenever a file is loaded for play.
Gives the sentences, or the file; a file is refused with the first thing that is wrong.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from referee.engine.number import short
from referee.engine.problem import Refused
from referee.rules.open_table.file.document import Document, Mistake, load
from referee.rules.open_table.file.system import OptionRule, with_choice
from referee.rules.open_table.file.system_file import SystemFile, read_tables
from referee.text import clean

MOST_SENTENCES = 20
"""Errors that a check lists."""
MOST_FOUND = 60
"""Errors after which the rest of a file is not read."""


@dataclass(frozen=True)
class Checked:
    """What a check found; `file` is there if the file could be read at all."""

    file: SystemFile | None
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    left_off: int = 0
    """Errors beyond those listed."""


def check(raw: bytes, called: str, taken: Collection[str] = ()) -> Checked:
    """Checks a file, and each choice of its options as a file of its own.

    `called` is the file in sentences; `taken` are names of systems that it cannot have.
    """
    try:
        document = load(raw)
    except Mistake as mistake:
        return Checked(None, (sentence(mistake, called, Document({})),), ())
    file, found = _read(document.data)
    name = file.about.name if file else ""
    if name in taken:
        found.append(Mistake("E8", ("system", "name"), f"`{name}` is the name of another system; take another."))
    if file and not any(mistake.code != "W" for mistake in found):
        found += _of_choices(document, file)
    return _checked(document, file, found, called)


class _Enough(Exception):
    """More is wrong than anybody would read."""


def _read(data: dict[str, Any]) -> tuple[SystemFile | None, list[Mistake]]:
    """The values of a file and what is wrong with it; none where far too much is wrong."""
    found: list[Mistake] = []

    def report(mistake: Mistake) -> None:
        found.append(mistake)
        if sum(known.code != "W" for known in found) > MOST_FOUND:
            raise _Enough

    try:
        return read_tables(data, report), found
    except _Enough:
        return None, found
    except RecursionError:  # keys with thousands of dots are tables as deep
        return None, [Mistake("E11", (), "tables go too deep.")]


def _checked(document: Document, file: SystemFile | None, found: list[Mistake], called: str) -> Checked:
    ordered = sorted(found, key=lambda mistake: mistake.line or document.line(mistake.path))
    errors = list(dict.fromkeys(sentence(m, called, document) for m in ordered if m.code != "W"))
    warnings = list(dict.fromkeys(sentence(m, called, document) for m in ordered if m.code == "W"))
    left_off = max(0, len(errors) - MOST_SENTENCES)
    return Checked(file, tuple(errors[:MOST_SENTENCES]), tuple(warnings[:MOST_SENTENCES]), left_off)


def _of_choices(document: Document, file: SystemFile) -> list[Mistake]:
    """What is wrong with the file where a choice of an option replaces a key of it."""
    found: list[Mistake] = []
    for option in file.options.values():
        for choice in option.choices if option.sets else ():
            found += _of_choice(document, option, choice)
    return found


def _of_choice(document: Document, option: OptionRule, choice: str) -> list[Mistake]:
    try:
        _, found = _read(with_choice(document.data, option, choice))
    except Mistake as mistake:
        return [mistake]
    said = f"with `{option.name}` = {choice}: "
    path = ("option", option.name)
    return [Mistake(m.code, path, f"{said}{m.key}: {m.sentence}") for m in found if m.code != "W"]


def sentence(mistake: Mistake, called: str, document: Document) -> str:
    """`FILE, line N, KEY: what is wrong`."""
    line = mistake.line or document.line(mistake.path)
    key = f", {mistake.key}" if mistake.key else ""
    return f"{short(clean(called), 80)}, line {line}{key}: {mistake.sentence}"


@dataclass(frozen=True, eq=False)
class SystemSource:
    """A file that has been checked, with the values that it has under the choices of an encounter."""

    document: Document
    default: SystemFile
    _made: dict[tuple[tuple[str, str], ...], SystemFile] = field(default_factory=dict)

    @cached_property
    def options(self) -> Mapping[str, OptionRule]:
        """The options of the system."""
        return self.default.options

    def under(self, choices: Mapping[str, str]) -> SystemFile:
        """The values of the file with these choices; options that are not named, or not known, are at their default.

        Refused if these choices cannot stand together.
        """
        made = {name: choices.get(name, "") for name in self.options if self.options[name].sets}
        key = tuple((name, choice) for name, choice in made.items() if choice in self.options[name].choices[1:])
        if key not in self._made:
            self._made[key] = self._read(key)
        return self._made[key]

    def _read(self, key: tuple[tuple[str, str], ...]) -> SystemFile:
        data = self.document.data
        for option in self.options.values():
            if option.sets:
                data = with_choice(data, option, dict(key).get(option.name, option.choices[0]))
        file, found = _read(data)
        wrong = next((mistake for mistake in found if mistake.code != "W"), None)
        if wrong or file is None:
            said = ", ".join(f"{name} = {choice}" for name, choice in key)
            raise Refused(f"{said}: {wrong.key}: {wrong.sentence}" if wrong else f"{said} cannot stand together.")
        return file


def read_system(raw: bytes, called: str) -> SystemSource:
    """A file for play. Refused, with the first thing that is wrong, if it cannot be played by."""
    try:
        document = load(raw)
    except Mistake as mistake:
        raise Refused(sentence(mistake, called, Document({}))) from mistake
    file, found = _read(document.data)
    errors = [mistake for mistake in found if mistake.code != "W"]
    if errors or file is None:
        first = min(errors, key=lambda mistake: mistake.line or document.line(mistake.path))
        more = f" There is more; `referee system check {short(clean(called), 80)}` lists it." if len(errors) > 1 else ""
        raise Refused(sentence(first, called, document) + more)
    return SystemSource(document, file)
