"""The question line: where keys go, what is typed or marked, and what Enter and Space would make of it.

The mode is always shown. KEYS: each key is a command. ANSWER: the keys of `answer_keys` answer what is asked. ORDER,
WORDS, FIND and SEARCH: keys are typed, and count at Enter. ORDERS: pasted lines wait for Space. CONDITION: a letter
chooses one.
"""

from typing import Literal

from referee.engine.answer import Answer
from referee.engine.bearer import Tag
from referee.ui.controller import reply
from referee.ui.controller.answer_keys import typed_characters
from referee.ui.controller.text_field import Field
from referee.ui.controller.view import View

Mode = Literal["KEYS", "ANSWER", "ORDER", "WORDS", "FIND", "SEARCH", "ORDERS", "CONDITION"]


class QuestionLine:
    """What is being typed, and what for."""

    def __init__(self) -> None:
        self.mode: Mode = "KEYS"
        self.answer = Field()
        self.order = Field()
        self.said = ""
        self.is_error = False
        self.forecast = ""
        """What `next` would do, while nothing is asked."""
        self.hint = ""
        """What may follow in an order."""
        self.marked = ""
        """The word of the offer that the arrow keys have come to."""
        self.picked: tuple[Tag, ...] = ()
        """Those that letters have marked, where several may be picked."""
        self.unfolded = False
        """What cannot be chosen is listed too."""
        self.pasted = ""
        """Orders that were pasted, a line each, and wait for Space."""
        self._asked: tuple[str, ...] = ()
        self.rows = 1
        """Lines for the offers in the last drawing; never fewer while the same command asks."""

    @property
    def field(self) -> Field:
        """What keys are typed into now."""
        return self.answer if self.mode == "ANSWER" else self.order

    def shown(self, view: View) -> None:
        """The table is as it is now: a new question takes the keys; with the last one they go back to commands."""
        keys = tuple(question.key for question in view.questions)
        if keys != self._asked:
            self._asked = keys
            self.fresh()
            if self.mode in ("KEYS", "ANSWER", "WORDS"):
                self.back_to(view)

    def fresh(self) -> None:
        """Nothing is typed or marked for an answer."""
        self.answer.set("")
        self.marked, self.picked, self.unfolded = "", (), False

    def mark(self, view: View, by: int) -> None:
        """The arrow keys go to the next offer, or the one before; words that may be said are put on the line."""
        if view.question is None:
            return
        self.marked = reply.next_offer(view.question, view.encounter, self.marked, by)
        if typed_characters(view.question, view.encounter) is None:
            self.answer.propose(self.marked)

    def pick(self, tag: Tag) -> None:
        """Marks one of several, or takes its mark off."""
        self.picked = tuple(t for t in self.picked if t != tag) if tag in self.picked else (*self.picked, tag)

    def begin(self, mode: Mode, text: str = "", after: str = "") -> None:
        """Something else is to be typed, between these texts."""
        self.mode, self.hint, self.marked = mode, "", ""
        self.order.set(text + after)
        self.order.at = len(text)

    def paste_orders(self, orders: str) -> None:
        """Pasted orders wait for Space."""
        self.begin("ORDERS")
        self.pasted = orders

    def back_to(self, view: View) -> None:
        """What was typed is left; keys go to the open question, if there is one."""
        self.order.set("")
        self.pasted = ""
        self.mode = "ANSWER" if view.questions and not view.read_only else "KEYS"

    def look(self) -> None:
        """Keys are commands while the question waits, and its answer again."""
        self.mode = "KEYS" if self.mode != "KEYS" else "ANSWER"

    def to_answer(self) -> None:
        """Keys are the answer."""
        self.mode = "ANSWER"

    def read(self, view: View) -> Answer:
        """The answer that is typed. NotUnderstood if it is none."""
        assert view.question is not None
        return reply.read(view.question, view.encounter, self.field.text)

    def proposal(self, view: View) -> reply.Proposal:
        """What Space takes. A Problem if nothing is proposed."""
        assert view.question is not None
        return reply.proposal(view.question, view.encounter, self.marked, self.picked, view.chosen)
