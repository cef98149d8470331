"""Printer: plain lines or JSON to a terminal or a pipe, without control characters; with `show`, how a kept encounter
stands.
"""

import json
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO

from referee.engine.contract.kinds import AWAY
from referee.engine.problem import Refused
from referee.engine.state.bearer import TABLE, Figure, as_data
from referee.engine.state.board import written
from referee.engine.state.encounter import Encounter
from referee.store.journal import Journal
from referee.text import cells, clean, only_ascii, spelled_in_ascii
from referee.words.bearer import in_order, number, plain
from referee.words.conditions import ailments

if TYPE_CHECKING:
    from referee.script.as_seen import Seen, ShownData
    from referee.script.questions import QuestionData
    from referee.words.public_view import PublicView


class Printer:
    """Prints to standard output and standard error, without control characters."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None, plain: bool | None = None) -> None:
        self.out = out or sys.stdout
        self.err = err or sys.stderr
        for stream in (self.out, self.err):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.plain = only_ascii(os.environ) or not _takes_all(self.out) if plain is None else plain

    def say(self, *lines: str) -> None:
        """Prints lines to the standard output."""
        for line in lines:
            print(self.drawn(line), file=self.out)
        self.out.flush()

    def complain(self, *lines: str) -> None:
        """Prints lines to standard error."""
        for line in lines:
            print(self.drawn(line), file=self.err)
        self.err.flush()

    def prompt(self, text: str) -> None:
        """Prints what stands before the line that is to be typed."""
        self.out.write(self.drawn(text) + " ")
        self.out.flush()

    def exact(self, text: str) -> None:
        """Prints a text as it is; it has to be plain ASCII without controls but line ends."""
        print(text, file=self.out)
        self.out.flush()

    def data(self, value: object, indent: int | None = None) -> None:
        """Prints a value as JSON; harmful characters are written as numbers there, or not at all."""
        print(json.dumps(_clean(value), ensure_ascii=self.plain, indent=indent), file=self.out)
        self.out.flush()

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], gap: str = "  ") -> None:
        """Prints rows in columns; columns without any content are left out."""
        drawn = [[self.drawn(cell) for cell in row] for row in rows]
        kept = [n for n in range(len(heads)) if any(row[n] for row in drawn)]
        widths = {n: max(cells(row[n]) for row in (heads, *drawn)) for n in kept}
        for row in (list(heads), *drawn):
            self.say(gap.join(row[n] + " " * (widths[n] - cells(row[n])) for n in kept).rstrip())

    def drawn(self, line: str) -> str:
        """The line as it can be printed; the spaces in it stay."""
        harmless = " ".join(clean(word) if word else "" for word in line.split(" "))
        return spelled_in_ascii(harmless) if self.plain else harmless


def _takes_all(stream: TextIO) -> bool:
    """True if the encoding of the stream has every character."""
    try:
        "→竜".encode(stream.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def _clean(value: object) -> object:
    match value:
        case str():
            return clean(value)
        case dict():
            return {clean(str(key)): _clean(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_clean(inner) for inner in value]
        case _:
            return value


def exported_fields(journal: Journal) -> "ShownData":
    """An encounter as JSON data, as `show --json` prints it."""
    from referee.script.as_seen import as_seen

    seen = as_seen(journal)
    return {
        "name": journal.name,
        "position": journal.position,
        "open": seen.open,
        "notice": seen.notice,
        "questions": _questions(seen),
        "encounter": as_data(seen.encounter),
    }


def _questions(seen: "Seen") -> "list[QuestionData]":
    if not seen.questions:
        return []
    from referee.script.questions import question_data

    return [question_data(question, seen.encounter) for question in seen.questions]


def show_encounter(journal: Journal, printer: Printer) -> None:
    """Prints an encounter: where the fight is, the order, the figures, what is asked."""
    from referee.script.as_seen import as_seen, now

    encounter, asked, _, notice, _ = as_seen(journal)
    printer.complain(*([notice] if notice else []))
    turn = encounter.name(encounter.turn) if encounter.turn else ""
    printer.say(f"{journal.name} ({encounter.system}): {now(encounter.round, encounter.phase, turn)}")
    if encounter.order:
        printer.say("order: " + ", ".join(in_order(encounter)))
    for group in encounter.groups.values():
        if group.open and group.members:
            printer.say(f"{group.name}: {', '.join(map(encounter.name, group.members))}")
    if coming := ailments(encounter, encounter.groups[TABLE]):
        printer.say("countdown: " + ", ".join(coming))
    here = [figure for figure in encounter.figures.values() if figure.standing != AWAY.name]
    if here:
        tracks = list(dict.fromkeys(name for figure in here for name in figure.tracks))
        heads = ["tag", "name", "side", "standing", *map(plain, tracks), "conditions"]
        printer.table(heads, [_row(encounter, figure, tracks) for figure in here])
    else:
        printer.say("There are no figures on the table.")
    printer.say(*asked)


def show_public(journal: Journal, numbers: bool, printer: Printer) -> None:
    """Prints what the players may know of an encounter."""
    from referee.script.as_seen import public_lines

    printer.say(*public_lines(view_for_players(journal, numbers)))


def view_for_players(journal: Journal, numbers: bool) -> "PublicView":
    """What the players may know of it; `numbers`: with what foes have left, too."""
    from referee.engine.record.session import Session
    from referee.script import systems
    from referee.words.public_view import public_view

    return public_view(Session(systems.rules_for(journal), journal), journal.name, numbers)


def show_map(journal: Journal, printer: Printer) -> None:
    """Prints the board of an encounter, as `map` reads it."""
    from referee.script.as_seen import as_seen

    encounter = as_seen(journal).encounter
    if encounter.board is None:
        raise Refused(f"{journal.name} has no board. To make one, open the encounter and type: map 20x15")
    printer.say(*written(encounter.board).splitlines())


def _row(encounter: Encounter, figure: Figure, tracks: list[str]) -> list[str]:
    values = [number(track) if (track := figure.tracks.get(name)) else "" for name in tracks]
    side = "" if figure.side == figure.tag else figure.side
    return [figure.tag, figure.name, side, figure.standing, *values, ", ".join(ailments(encounter, figure))]
