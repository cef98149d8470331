"""The correction page: an answer of the past is given anew."""

from collections.abc import Callable, Sequence

from textual import events

from referee.dialogue.run_lines import order_of_then
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.dice.typed_faces import keys_of
from referee.engine.mistake import RulesBug
from referee.engine.numbers import is_number
from referee.engine.problem import DoesNotFit, Problem
from referee.engine.questions.answer import Answer
from referee.engine.questions.question import AnyQuestion
from referee.engine.questions.typed_questions import Text
from referee.engine.record.amend import Amendment
from referee.engine.record.applied_commands import AppliedCommand
from referee.engine.record.execution import Asked
from referee.engine.state.encounter import Encounter
from referee.ui.controller import reply
from referee.ui.controller.controller import Controller
from referee.ui.controller.reply import is_typed
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, line, ruled, wrapped
from referee.ui.screens.correction_rows import (
    CorrectionRow,
    answer_rows,
    as_it_was,
    asked_about,
    offer_rows,
    outcome_rows,
)
from referee.ui.screens.correction_ways import DROP, KEEP, LET, ORDER, WAYS, way_rows
from referee.ui.screens.page import Page
from referee.ui.screens.split_page import Beside, SplitPage, figure_beside
from referee.words.correction import told_correction, unsettled
from referee.words.log import ordered, recalled, showing

_FIRST = "Type what it should have been"


class Correction(SplitPage):
    """Which answer or the order, what instead, what of later commands has to be decided, and whether it counts."""

    roomy = True

    def __init__(
        self, table: Controller, act: AppliedCommand, answers: list[Asked], then: Callable[[str], None]
    ) -> None:
        """act: the command; `then` is told what came of it, when the page is left."""
        super().__init__()
        order = ordered(act.entry)
        # A chart of several lines does not fit the line on which an order is said.
        self.commands = Page.commands if "\n" in order else (ORDER, *Page.commands)
        self.table = table
        self.then = then
        self.seat = act.entry.seat
        self.order = order
        self.was = as_it_was(act, table.session.rules)
        """What the command did, as the log tells it."""
        self.figures = tuple(tag for tag in act.after.figures if act.after.figures[tag] != act.before.figures.get(tag))
        """Whom it changed."""
        self.answers = answers
        self.number = 0
        self.amendment: Amendment | None = None
        self.asked: tuple[AnyQuestion, Encounter] | None = None
        """What is asked now, and of what table."""
        self.rows: list[CorrectionRow] = []
        self.outcome = "Nothing was changed."

    def fill(self) -> None:
        self.heading = f"Correct line {self.seat} {GLYPHS.dot} {self.order}"
        self.listing.above = self.above
        if not self.answers:
            self.ask_order()
        elif len(self.answers) == 1:
            self.ask_anew(0)
        else:
            self.ask_which()

    def item(self, n: int, width: int) -> list[Line]:
        """One answer, one offer, or one thing that would be different."""
        row = self.rows[n]
        return [line((f" {'  ' if y else ''}{text}", row.style)) for y, text in enumerate(wrapped(row.text, width - 4))]

    def above(self, n: int, width: int) -> list[Line]:
        """Above the first row what the command did; above the first of each section its heading."""
        told = [row for text in self.was for row in wrapped(text, width - 2)] if not n else []
        lines = [line((f" {row}", "dim")) for row in told]
        section = self.rows[n].section
        if lines or (n and self.rows[n - 1].section != section):
            lines += [Line(), ruled(section, width)]
        return lines

    def headings(self, width: int) -> Line | None:
        """The heading of what is above all others."""
        return ruled("as it was" if self.was else self.rows[0].section, width) if self.rows else None

    def beside(self) -> Beside | None:
        """The stat block of the figure that the chosen row is about, or else another: as it would be then."""
        amended = self.amendment
        encounter = self.asked[1] if self.asked else self.table.session.encounter
        if amended is not None and amended.done:
            encounter = amended.outcome()
        asked = asked_about(self.asked[0]) if self.asked else ""
        chosen = self.rows[self.listing.at].tag if self.rows else ""
        tags = (chosen, asked, *(row.tag for row in self.rows), *self.figures)
        figure = next((encounter.figures[tag] for tag in tags if tag in encounter.figures), None)
        return figure_beside(self.table.session.rules, encounter, figure) if figure is not None else None

    def hint(self) -> reply.Hint:
        later = self.amendment is not None
        return reply.hint(*self.asked, self.field.text) if self.asked and (later or self.field.text) else reply.Hint("")

    def take_key(self, event: events.Key) -> None:
        if event.key == "escape":
            self.leave()
        elif self.wanted is None and event.key == "enter" and self.amendment is not None and self.amendment.done:
            self.accept()
        elif event.character in self.ways and not self.field.text and self._free():
            self.said = ""
            self.press(event.character)
            self.show()
        elif event.character == " " and self.asked and self.amendment is not None and not self.field.text:
            self._take_proposed()
            self.show()
        else:
            super().take_key(event)

    @property
    def hinted(self) -> Sequence[tuple[str, str]]:
        done = self.amendment is not None and self.amendment.done and not self.amendment.impossible_states()
        return (("Enter", "apply"), ("Esc", "cancel"), ("?", "help")) if done else super().hinted

    @property
    def ways(self) -> dict[str, str]:
        """The keys of what may be done now instead of an answer, each with the word where capitals are answers."""
        return {way.keys[0]: way.label for way in self.commands if way in WAYS}

    def _take_proposed(self) -> None:
        """Space: what is proposed answers what is asked of a later command; a throw is the app's."""
        assert self.asked is not None
        self.said = ""
        with self.telling():
            self._more(reply.proposal(*self.asked).answer)

    def leave(self) -> None:
        """Back to the history, which says what came of it."""
        super().leave()
        self.then(self.outcome)

    # ---------------------------------------------------------------- which, and what instead

    def ask_which(self, text: str = "") -> None:
        """Which answer is to be corrected."""
        self._list(answer_rows(self.answers))
        self.ask("Which one was wrong? Type its number", self._which, text, "WHICH")

    def ask_order(self) -> None:
        """Asks what the order itself should have been."""
        self.said, self.asked, self.commands = "", None, Page.commands
        self._list([CorrectionRow(self.order, "text", "until now")])
        self._ask_order(self.order)

    def _ask_order(self, text: str) -> None:
        self.ask("Type what the command should have been", self._order, text, "COMMAND")

    def _order(self, text: str) -> None:
        session = self.table.session
        try:
            self.amendment = Amendment(session, self.seat, None, order_of_then(session, self.seat, text))
        except (Problem, RulesBug) as problem:
            self.say(problem)
            self._ask_order(text)
        else:
            self.go_on()

    def _which(self, text: str) -> None:
        number = text.strip() or str(self.listing.at + 1)
        if is_number(number) and 1 <= int(number) <= len(self.answers):
            self.ask_anew(int(number) - 1)
        else:
            self.say(f"Type a number from 1 to {len(self.answers)}.", is_error=True)
            self.ask_which(text)

    def ask_anew(self, number: int) -> None:
        """What the chosen answer should have been."""
        self.number = number
        then = self.answers[number]
        faces = [CorrectionRow(told, "dim", "until now")] if (told := showing(then)) else []
        until_now = CorrectionRow(recalled(then), "text", "until now", asked_about(then.question))
        self._list([until_now, *faces, *offer_rows(then.question, then.encounter)])
        self.asked = then.question, then.encounter
        self._ask(_FIRST, self._anew)

    def _anew(self, answer: Answer | None) -> None:
        if answer is None:
            raise DoesNotFit(_FIRST)
        if answer == self.answers[self.number].answer:
            raise DoesNotFit("That is the old answer. Type another.")
        self.amendment = Amendment(self.table.session, self.seat, self.number, answer)
        self.go_on()

    # ---------------------------------------------------------------- what is asked then

    def go_on(self) -> None:
        """What the referee has to decide next, or what comes of it all."""
        assert self.amendment is not None
        self.asked = None
        self.commands = Page.commands
        if self.amendment.done:
            self.show_outcome()
            return
        later = (DROP, KEEP) if self.amendment.no_let else (DROP, KEEP, LET)
        self.commands = Page.commands if self.amendment.no_drop else (*later, *Page.commands)
        rows = [CorrectionRow(unsettled(self.amendment), "asked", "a later command")]
        if not self.amendment.questions:
            self._list([*rows, *self._ways()])
            choose = "correct something else" if self.amendment.no_drop else "choose what happens to it"
            self.note = f"This cannot be done any more: {choose}"
            return
        question, encounter = self.amendment.questions[0], self.amendment.encounter
        self.asked = question, encounter
        self._list([*rows, *offer_rows(question, encounter), *self._ways()])
        self._ask(question.expected(encounter), self._more)

    def _ways(self) -> list[CorrectionRow]:
        assert self.amendment is not None
        return way_rows(self.amendment, self.ways, self._free())

    def _free(self) -> bool:
        """Do capitals not answer what is asked? Otherwise the words `drop` and `keep` are typed."""
        question = self.asked[0] if self.asked else None
        return not isinstance(question, Text | Draw) and not (isinstance(question, Roll) and keys_of(question.pools))

    def decide(self, way: Callable[[Amendment], None]) -> None:
        """Does with the command that is asked about what was decided."""
        assert self.amendment is not None
        self.said, self.wanted = "", None
        way(self.amendment)
        self.go_on()

    def _way(self, typed: str) -> str:
        """The key of what is typed as a word instead of an answer; empty if it is none."""
        offered = {offer.word for offer in self.asked[0].offers(self.asked[1])} if self.asked else set[str]()
        word = typed.strip().lower()
        return next((key for key, each in self.ways.items() if word == each and word not in offered), "")

    def _more(self, answer: Answer | None) -> None:
        assert self.amendment is not None and self.asked is not None
        question, _ = self.asked
        if answer is None:
            self.amendment.throw(question.key)
        else:
            self.amendment.answer(answer, question.key)
        self.go_on()

    def _ask(self, what: str, then: Callable[[Answer | None], None], text: str = "") -> None:
        """Asks for an answer; one that is refused stays on the line."""

        def take(typed: str) -> None:
            if key := self._way(typed):
                self._ask(what, then)
                self.press(key)
                return
            try:
                then(self._read(typed))
            except (Problem, RulesBug) as problem:
                self.say(problem)
                self._ask(what, then, typed)

        self.ask(what, take, text)

    def _read(self, typed: str) -> Answer:
        """The answer that is typed. A Problem if nothing is: Enter alone answers nothing."""
        assert self.asked is not None
        question, encounter = self.asked
        if not is_typed(typed) and not isinstance(question, Text):
            raise DoesNotFit(f"Type an answer first: {reply.wanted(question, encounter)}.")
        return reply.read(question, encounter, typed)

    # ---------------------------------------------------------------- whether it counts

    def show_outcome(self) -> None:
        """Shows what would differ at the table, and what became of each later command."""
        assert self.amendment is not None
        self._list(list(outcome_rows(self.amendment)))
        excluded = self.amendment.impossible_states()
        applies = "Enter applies all of this; at the table u undoes it. Esc changes nothing."
        self.note = "This cannot be applied. Esc cancels; then you can start again." if excluded else applies

    def accept(self) -> None:
        """Accepts the correction, and goes back to the history."""
        assert self.amendment is not None
        told = told_correction(self.amendment)
        if self.table.act(self.amendment.accept):
            self.outcome = f"{told}. u at the table undoes the correction."
            self.leave()
        else:
            self.say(*self.table.heard())
            self.show()

    def _list(self, rows: list[CorrectionRow]) -> None:
        self.rows = rows
        self.listing.top = 0
        self.listing.show(len(rows), self.item, 0)
