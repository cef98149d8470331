"""The history page: everything that was done, a line each."""

from referee.engine.events.event import PhaseBegan
from referee.engine.record.amend import recorded_answers, replies, settled_command_at
from referee.engine.record.applied_commands import AppliedCommand, applied_command_at, latest
from referee.engine.record.recorded_steps import Amended, Entry, Opened
from referee.text.search import has_words
from referee.ui.controller.controller import Controller
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, cut, fit, line, wrapped
from referee.ui.input.key_actions import changing_key, key
from referee.ui.screens.correction import Correction
from referee.ui.screens.page import Page
from referee.words.correction import Changed, changed_since, difference, was_answered
from referee.words.log import in_short, log, ordered
from referee.words.log_line import LogLine

DROPPED = "dropped by a correction"
"""Marks what does not count any more."""
_SENTENCE = 90
"""Cells for what came of a command, with when it was."""


class History(Page):
    """The record of a session, from its first line; only what is in view is read."""

    def __init__(self, table: Controller) -> None:
        super().__init__()
        self.table = table
        self.starts: list[int] = []
        """Where on the step log each entry begins."""
        self.opened: int | None = None
        self.words = ""
        """What is searched for."""
        self._lines: dict[int, list[Line]] = {}
        self._phase: int | None = None
        self._changed: dict[int, Changed] | None = None
        """By their seats, the commands that corrections have changed."""

    def follow(self) -> None:
        self._fill_at(self.listing.at)
        self.show()

    def _fill_at(self, n: int) -> None:
        self.fill()
        self.listing.move(n - self.listing.at)

    def fill(self) -> None:
        step_log = self.table.session.step_log
        self.starts = [n for n in range(len(step_log)) if step_log.depth(n) == 0]
        done = sum(1 for start in self.starts if start < step_log.position)
        waiting = len(self.starts) - done
        self.heading = f"History · {done} commands" + (f", {waiting} undone" if waiting else "")
        self.note = "The first line is the empty table." if not self.starts else ""
        self._lines.clear()
        self._phase = self._changed = None
        self.listing.show(len(self.starts) + 1, self.item, done)

    def item(self, n: int, width: int) -> list[Line]:
        """What one entry did, and when; those that were taken back are dim."""
        if n == 0:
            return [line((" the beginning", "dim"))]
        if n not in self._lines:
            self._lines[n] = self._entry(n, width)
        return self._lines[n]

    def _entry(self, n: int, width: int) -> list[Line]:
        step_log, start, end = self.table.session.step_log, *self._span(n)
        when = self.table.journal.when(start)
        clock = f"{when.astimezone():%H:%M} " if when else ""
        done = start < step_log.position
        within = [difference(self.table.session, number) for number in step_log.corrections() if start < number < end]
        rows = [line((f"{start:5} {clock}", "dim"), (cut(text, width - len(clock) - 7), "text")) for text in within]
        then = applied_command_at(step_log, start, end)
        if then is None or (start < step_log.position < end and step_log.depth(step_log.position)):
            text, style = self._unsettled(start, done)
            text = cut(text, width - len(clock) - 7)
            return [*rows, line((f"{start:5} {clock}", "dim"), (text, style if done else "dim"))]
        act, mark = self._corrected(then, end) if done else (then, "")
        entry, before = act.entry, act.before
        hide_secret = self._veiled(entry)
        hand = bool(entry.events) and all(event.hand for event in entry.events or ())
        head = f"{start:5} {clock}R{before.round} "
        order = "a secret choice" if hide_secret else in_short(entry)
        # Who was ordered to do what is said again by what came of it, which has room for a whole sentence first.
        row = fit(order, min(30, max(width // 5, width - _SENTENCE)))
        text = _came_of(log(before, entry, self.table.session.rules, hide_secret), row)
        text = f"{mark} {GLYPHS.dot} {text}" if mark and not hide_secret else text
        style = "text" if done and mark != DROPPED else "dim"
        sign = f" {GLYPHS.hand} " if hand else "   "
        text = cut(text, width - len(head) - len(row) - 5)
        rows.append(line((head, "dim"), (row, "dim" if not done else "clause"), (sign, "hand"), (text, style)))
        if self.opened == n and not hide_secret:
            rows += _details(log(before, entry, self.table.session.rules, full=True), len(head), width, style)
        return rows

    def _span(self, n: int) -> tuple[int, int]:
        """From where to where on the step log the entry in that line goes."""
        return self.starts[n - 1], self.starts[n] if n < len(self.starts) else len(self.table.session.step_log)

    def _unsettled(self, start: int, done: bool) -> tuple[str, str]:
        """What is in a line that holds no settled command: a correction, or one that was begun."""
        step_log = self.table.session.step_log
        for move in step_log.step(start).moves:
            if isinstance(move, Amended):
                return difference(self.table.session, start), "text"
            if isinstance(move, Opened):
                begun = Entry(command=move.command, seat=start)
                order = "a secret choice" if move.command.secret else ordered(begun)
                return (f"{order} is still open", "asked") if done else (f"{order} · begun, then undone", "dim")
        return "", "dim"

    def _corrected(self, then: AppliedCommand, end: int) -> tuple[AppliedCommand, str]:
        """A command as it stands now, and how a correction made behind `end` changed it; empty if none did."""
        if self._changed is None:
            self._changed = changed_since(self.table.session)
        correction = self._changed.get(then.entry.seat)
        if correction is None or correction.number < end:
            return then, ""
        if correction.now is None:
            return then, DROPPED
        return correction.now, was_answered(then, correction.now, self.table.session.rules) or "played again"

    def _veiled(self, entry: Entry) -> bool:
        """Is it a secret choice that nobody may see yet?"""
        return entry.command.secret and entry.seat >= self._latest_phase()

    def _latest_phase(self) -> int:
        """Where the command is that began the phase the table is in: what was chosen in secret since is not shown."""
        if self._phase is None:
            step_log = self.table.session.step_log
            self._phase = latest(step_log, step_log.position, PhaseBegan) or 0
        return self._phase

    @key("enter", "d", hint="details", help="Show everything that happened in the chosen line, or hide it.")
    def open_line(self) -> None:
        self.opened = None if self.opened == self.listing.at else self.listing.at
        self._lines.clear()
        self.listing.redraw()

    @changing_key("w", hint="go there", help="Undo or redo everything after the chosen line.")
    def rewind(self) -> None:
        n = self.listing.at
        end = self.starts[n] if n < len(self.starts) else len(self.table.session.step_log)
        if self.table.rewind(end):
            self._fill_at(n)
            self.say("The table is as it was after that line. Press w on a later line to redo the rest.")
        else:
            self.say(*self.table.heard())

    def beyond_correction(self) -> str:
        """Why nothing in the chosen line can be corrected; empty if something can."""
        session, n = self.table.session, self.listing.at
        if n == 0 or self.starts[n - 1] >= session.step_log.position:
            return "That line is undone. Redo it first to correct it." if n else "Nothing was done on that line."
        act = applied_command_at(session.step_log, self.starts[n - 1], session.step_log.position)
        if act is None and self._span(n)[1] > session.step_log.position:
            return "That command is still open. Undo goes back to its answers."
        if act is not None and self._veiled(act.entry):
            return "A secret choice can be corrected once it is revealed, or undone now."
        if act is not None and not replies(act.entry) and "\n" in ordered(act.entry):
            return "To correct a command of several lines, type the command amend."
        said = act is not None and (replies(act.entry) or act.entry.command.given)
        return "" if said else "That line asked nothing. Put it right by hand, for example: set ann hp 21"

    @changing_key(
        "a",
        hint="correct",
        help="Correct an answer of the chosen line; you see what changes before you apply it.",
        bar=beyond_correction,
    )
    def correct(self) -> None:
        """Goes through the correction of an answer, on a page of its own."""
        session = self.table.session
        act = settled_command_at(session, self.starts[self.listing.at - 1])
        answers = list(recorded_answers(session, act))
        _ = self.app.push_screen(Correction(self.table, act, answers, self.after))

    def after(self, outcome: str) -> None:
        """Shows what came of a correction."""
        self._fill_at(self.listing.at)
        self.say(outcome)
        self.show()

    @key(
        "/",
        hint="search",
        help="Search while you type; n and N go to older and newer lines with these words.",
    )
    def ask_words(self) -> None:
        self.ask(
            "Type words from a line; after Enter, n and N find older and newer lines",
            self.search,
            mode="SEARCH",
            live=True,
        )

    def search(self, words: str) -> None:
        """Goes to the latest line with these words."""
        self.words = words
        if words.strip():
            self._go_to_words(len(self.starts), -1)

    @key("n", label="search older", help="Go to the next older line with these words.")
    def older(self) -> None:
        self._search_on(-1)

    @key("N", label="search newer", help="Go to the next newer line with these words.")
    def newer(self) -> None:
        self._search_on(1)

    def _search_on(self, by: int) -> None:
        """Goes to the next line with the same words, up or down."""
        if self.words.strip():
            self._go_to_words(self.listing.at + by, by)
        else:
            self.say("Search first: press / and type words.", is_error=True)

    def _go_to_words(self, n: int, by: int) -> None:
        wanted, width = self.words.split(), 10_000
        while 0 <= n <= len(self.starts):
            rows = self._entry(n, width) if n else self.item(n, width)
            if has_words(" ".join(word for row in rows for word, _ in row.words), wanted):
                self.listing.move(n - self.listing.at)
                return
            n += by
        self.say("No other line has those words.", is_error=True)


def _came_of(lines: list[LogLine], order: str) -> str:
    """What came of a command, in a row; nothing where that is the order itself."""
    told = f" {GLYPHS.dot} ".join(one.short or one.text for one in lines)
    return "" if told == order.strip() else GLYPHS.spelled(told)


def _details(lines: list[LogLine], indent: int, width: int, style: str) -> list[Line]:
    """All that happened, over as many lines as it takes, each with its clauses."""
    out: list[Line] = []
    for one in lines[1:] or lines:
        cites = f"  [{' '.join(one.cites[:2])}]" if one.cites else ""
        rows = wrapped(one.text, max(20, width - indent - 12))
        out += [line((" " * indent, "dim"), (row, style)) for row in rows[:-1]]
        out.append(line((" " * indent, "dim"), (rows[-1], style), (cites, "clause")))
    return out
