"""The correction page: one answer of the past is given anew, and what would differ is shown before it counts."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events

from referee.engine.amend import Amendment
from referee.engine.answer import Answer
from referee.engine.course import Asked
from referee.engine.encounter import Encounter
from referee.engine.number import is_number
from referee.engine.problem import DoesNotFit, Problem, RulesBug
from referee.engine.question import AnyQuestion
from referee.ui import reply
from referee.ui.ink import Line, line, wrapped
from referee.ui.screens.moves import Back
from referee.ui.screens.page import Page
from referee.words.command import ordered
from referee.words.comparison import comparison
from referee.words.phrase import phrase
from referee.words.question import asked_of
from referee.words.recalled import recalled

if TYPE_CHECKING:
    from referee.ui.screens.history import History

_FIRST = "Type what it should have been; Esc leaves all as it is."


class Correction(Page):
    """Which answer, what instead, what is asked then, and whether it is to count: always on the one line."""

    roomy = True
    commands = (Back(),)

    def __init__(self, history: "History", seat: int, order: str, answers: list[Asked]) -> None:
        super().__init__()
        self.history = history
        self.play = history.play
        self.seat = seat
        self.order = order
        self.answers = answers
        self.number = 0
        self.amendment: Amendment | None = None
        self.asked: tuple[AnyQuestion, Encounter] | None = None
        """What is asked now, and of what table."""
        self.rows: list[tuple[str, str]] = []
        self.outcome = "Nothing was changed."

    def fill(self) -> None:
        self.heading = f"Correct · {self.order}"
        if len(self.answers) == 1:
            self.ask_anew(0)
        else:
            self.ask_which()

    def item(self, n: int, width: int) -> list[Line]:
        """One answer, one offer, or one thing that would be different."""
        text, style = self.rows[n]
        return [line((f" {'  ' if place else ''}{row}", style)) for place, row in enumerate(wrapped(text, width - 4))]

    def hint(self) -> reply.Hint:
        return reply.hint(*self.asked, self.field.text) if self.asked and self.field.text else reply.Hint("")

    def take_key(self, event: events.Key) -> None:
        if event.key == "escape":
            self.leave()
        else:
            super().take_key(event)

    def leave(self) -> None:
        """Back to the history, which says what came of it."""
        super().leave()
        self.history.after(self.outcome)

    # ---------------------------------------------------------------- which, and what instead

    def ask_which(self, text: str = "") -> None:
        """Which answer is to be corrected."""
        self._list([(f"{n} {recalled(each)}", "text") for n, each in enumerate(self.answers, start=1)])
        self.ask("Which answer is wrong? Its number and Enter.", self._which, text, "WHICH")

    def _which(self, text: str) -> None:
        number = text.strip() or str(self.listing.at + 1)
        if is_number(number) and 1 <= int(number) <= len(self.answers):
            self.ask_anew(int(number) - 1)
        else:
            self.say(f"Type a number from 1 to {len(self.answers)}.", grave=True)
            self.ask_which(text)

    def ask_anew(self, number: int) -> None:
        """What the chosen answer should have been."""
        self.number = number
        then = self.answers[number]
        self._list([(f"It was: {recalled(then)}", "text"), *_offers(then.question, then.encounter)])
        self.asked = then.question, then.encounter
        self._ask(_FIRST, self._anew)

    def _anew(self, answer: Answer | None) -> None:
        if answer is None:
            raise DoesNotFit(_FIRST)
        if answer == self.answers[self.number].answer:
            raise DoesNotFit("That is what it was.")
        self.amendment = Amendment(self.play.session, self.seat, self.number, answer)
        self.go_on()

    # ---------------------------------------------------------------- what is asked then

    def go_on(self) -> None:
        """The next question of the new course, or what comes of it."""
        assert self.amendment is not None
        if not self.amendment.questions:
            self.ask_whether()
            return
        question, encounter = self.amendment.questions[0], self.amendment.encounter
        self.asked = question, encounter
        asks = f"It then asks: {question.prompt}{asked_of(question, encounter)}"
        self._list([(asks, "asked"), *_offers(question, encounter)])
        self._ask(question.expected(encounter), self._more)

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
            try:
                then(self._read(typed))
            except (Problem, RulesBug) as problem:
                self.say(str(problem), grave=True)
                self._ask(what, then, typed)

        self.ask(what, take, text)

    def _read(self, typed: str) -> Answer | None:
        """The answer that is typed; None where nothing is and the app could throw."""
        assert self.asked is not None
        return reply.read(*self.asked, typed)

    # ---------------------------------------------------------------- whether it counts

    def ask_whether(self) -> None:
        """Shows what would differ, and asks whether it is to be so."""
        assert self.amendment is not None
        self.asked = None
        session, amendment = self.play.session, self.amendment
        after, passed = amendment.outcome()
        differs = comparison(session.encounter, after, session.rules)
        rows = [(text, "text") for text in differs] or [("Nothing on the table would be different.", "text")]
        rows += [(f"Refused now, but kept: {ordered(e)}: {why}", "warning") for e, why in amendment.objections()]
        rows += [(phrase(after, event, session.rules), "warning") for event in passed]
        self._list([("What would be different:", "title"), *rows])
        self._whether()

    def _whether(self, text: str = "") -> None:
        self.ask("y and Enter: it counts. Esc: all stays as it is.", self._settle, text, "ACCEPT")

    def _settle(self, text: str) -> None:
        assert self.amendment is not None
        if text.strip().lower() not in ("y", "yes"):
            self.say("Type y to accept it, or press Esc to drop it.", grave=True)
            self._whether(text)
        elif self.play.act(self.amendment.accept):
            self.outcome = "Corrected; undo at the table takes the correction back."
            self.leave()
        else:
            self.say(*self.play.heard())
            self._whether(text)

    def _list(self, rows: list[tuple[str, str]]) -> None:
        self.rows = rows
        self.listing.top = 0
        self.listing.show(len(rows), self.item, 0)


def _offers(question: AnyQuestion, encounter: Encounter) -> list[tuple[str, str]]:
    """What may be answered, each with its number; what may not, with the reason."""
    out: list[tuple[str, str]] = []
    for number, offer in reply.offers(question, encounter):
        named = f"{offer.word} {offer.label}" if offer.label and offer.label.lower() != offer.word else offer.word
        out.append((f"{number} {named} ({offer.barred})", "dim") if offer.barred else (f"{number} {named}", "text"))
    return out
