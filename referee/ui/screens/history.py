"""The history page: everything that was done, a line each, and the way back to any of them."""

from typing import TYPE_CHECKING

from referee import words
from referee.engine.amend import Amendment, replies
from referee.engine.event import PhaseBegan
from referee.engine.history import Reply, encounter_at, entries, entry_end
from referee.engine.problem import Problem
from referee.engine.verb import Table
from referee.ui.commands import Command
from referee.ui.glyphs import GLYPHS
from referee.ui.ink import Line, cut, fit, line
from referee.ui.screens.page import Back, Page

if TYPE_CHECKING:
    from referee.ui.screens.encounter import EncounterScreen


class Rewind(Command["History"]):
    keys = ("enter", "w")
    label = "go there"
    help = "Takes back, or brings back, everything after the chosen line. Redo brings it back."
    hinted = True

    def run(self, screen: "History") -> None:
        screen.rewind()


class Details(Command["History"]):
    keys = ("d",)
    label = "details"
    help = "Shows all that happened in the chosen line, or hides it."
    hinted = True

    def run(self, screen: "History") -> None:
        screen.open_line()


class Correct(Command["History"]):
    keys = ("a",)
    label = "amend"
    help = "Corrects an answer of the chosen line; what would be different is shown before it counts."
    hinted = True

    def barred(self, screen: "History") -> str:
        return "" if screen.replies() else "In that line nothing was answered."

    def run(self, screen: "History") -> None:
        given = ", ".join(f"{n} {reply.key}: {words.replied(reply.answer)}" for n, reply in screen.replies())
        screen.ask(f"Which, and what instead, such as 1 5. {given}", screen.amend, "1 ")


class History(Page):
    """The record of a session, from its first line; only what is in view is read."""

    commands = (Rewind(), Details(), Correct(), Back())

    def __init__(self, table: "EncounterScreen") -> None:
        super().__init__()
        self.table = table
        self.starts: list[int] = []
        """Where on the tape each entry begins."""
        self.opened: int | None = None
        self._lines: dict[int, list[Line]] = {}
        self._phase: int | None = None

    def fill(self) -> None:
        tape = self.table.session.tape
        self.starts = [n for n in range(len(tape)) if tape.depth(n) == 0]
        done = sum(1 for start in self.starts if start < tape.position)
        waiting = len(self.starts) - done
        self.heading = f"History · {done} acts" + (f", {waiting} taken back" if waiting else "")
        self.note = "The line before the first is the empty table." if not self.starts else ""
        self._lines.clear()
        self._phase = None
        self.listing.show(len(self.starts) + 1, self.item, done)

    def item(self, n: int, width: int) -> list[Line]:
        """What one entry did, and when; those that were taken back are dim."""
        if n == 0:
            return [line((" the beginning", "dim"))]
        if n not in self._lines:
            self._lines[n] = self._entry(n, width)
        return self._lines[n]

    def _entry(self, n: int, width: int) -> list[Line]:
        start = self.starts[n - 1]
        end = self.starts[n] if n < len(self.starts) else len(self.table.session.tape)
        tape, rules = self.table.session.tape, self.table.session.rules
        when = self.table.keeping.when(start)
        clock = f"{when.astimezone():%H:%M} " if when else ""
        found = [entry for entry in entries(tape, end, start) if entry.seat == start]
        done = start < tape.position
        if not found:
            return [line((f"{n:5} {clock}", "dim"), ("is still open", "asked"))]
        entry, before = found[0], encounter_at(tape, start)
        veil = entry.command.secret and start >= self._latest_phase()
        hand = bool(entry.events) and all(event.hand for event in entry.events or ())
        head = f"{n:5} {clock}R{before.round} "
        order = "a secret choice" if veil else words.ordered(entry)
        row = fit(order, min(30, width // 3))
        text = cut(words.summary(before, entry, veil, self.table.session.rules), width - len(head) - len(row) - 5)
        style = ("hand" if hand else "text") if done else "dim"
        sign = f" {GLYPHS.hand} " if hand else "   "
        rows = [line((head, "dim"), (row, "dim" if not done else "clause"), (sign, "hand"), (text, style))]
        if self.opened == n and not veil:
            rows += [
                line(
                    (" " * len(head), "dim"),
                    (cut(told.text, width - len(head) - 12), style),
                    (_cites(told.cites), "clause"),
                )
                for told in words.log(before, entry, rules)[1:]
            ]
        return rows

    def _latest_phase(self) -> int:
        """Where the command is that began the phase the table is in: what was chosen in secret since is not shown."""
        if self._phase is None:
            tape = self.table.session.tape
            self._phase = 0
            for start in reversed([n for n in self.starts if n < tape.position]):
                found = entries(tape, entry_end(tape, start), start)
                if any(isinstance(event, PhaseBegan) for entry in found for event in entry.events or ()):
                    self._phase = start
                    break
        return self._phase

    def rewind(self) -> None:
        """Goes to just after the chosen line."""
        n = self.listing.at
        end = self.starts[n] if n < len(self.starts) else len(self.table.session.tape)
        if self.table.act(lambda: self.table.session.rewind(end), back=True):
            self.fill()
            self.listing.move(n - self.listing.at)
            self.say("The table is as it was after that line. Enter on a later line brings all back.")
        else:
            self.say(self.table.line.said, grave=True)

    def replies(self) -> list[tuple[int, Reply]]:
        """The answers within the chosen line, numbered from 1."""
        n = self.listing.at
        if n == 0 or self.starts[n - 1] >= self.table.session.tape.position:
            return []
        start = self.starts[n - 1]
        found = [entry for entry in self.table.session.entries(start) if entry.seat == start]
        return list(enumerate(replies(found[0]), start=1)) if found else []

    def amend(self, text: str) -> None:
        """Reckons a correction, and asks whether it is to count."""
        from referee.script.amending import amendment
        from referee.script.line import read_line
        from referee.script.order import Amend

        session = self.table.session
        seat = self.starts[self.listing.at - 1]
        try:
            order = read_line(Table(session.rules, session.encounter), f"amend {seat} {text}")
            if not isinstance(order, Amend):
                return
            correction = amendment(session, order)
            other = ", ".join(session.encounter.name(tag) for tag in correction.differences()) or "nobody"
            doubts = "".join(f" {words.ordered(entry)}: {why}" for entry, why in correction.objections()[:2])
        except Problem as problem:
            self.say(str(problem), grave=True)
            return
        self.ask(
            f"Different then: {other}.{doubts} Type y and Enter to keep it.", lambda said: self._keep(correction, said)
        )

    def _keep(self, correction: Amendment, said: str) -> None:
        if said.strip().lower() not in ("y", "yes"):
            self.say("Nothing was changed.")
        elif self.table.act(correction.accept, back=True):
            at = self.listing.at
            self.fill()
            self.listing.move(at - self.listing.at)
            self.say("Corrected; undo takes the correction back.")
        else:
            self.say(self.table.line.said, grave=True)

    def open_line(self) -> None:
        """Shows all that happened in the chosen line, or hides it."""
        self.opened = None if self.opened == self.listing.at else self.listing.at
        self._lines.clear()
        self.listing.redraw()


def _cites(cites: tuple[str, ...]) -> str:
    return f"  [{' '.join(cites[:2])}]" if cites else ""
