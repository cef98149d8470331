"""Question line: what is typed at the table."""

from typing import Literal

from referee.command_language.typed_answers import shared_numbers
from referee.engine.dice.chance import owed
from referee.engine.dice.number_questions import Numbers, Told
from referee.engine.problem import Problem
from referee.engine.questions.answer import Answer
from referee.engine.record.recorded_steps import Reply
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.text.phrases import possessive
from referee.ui.controller import reply
from referee.ui.controller.field import Field
from referee.ui.controller.reply import is_typed, typed_characters
from referee.ui.controller.view import View

Mode = Literal["KEYS", "ANSWER", "COMMAND", "WORDS", "FIND", "SEARCH", "ORDERS", "CONDITION", "DURATION"]


class QuestionLine:
    """What is being typed, and what for."""

    def __init__(self) -> None:
        self.mode: Mode = "KEYS"
        self.answer = Field()
        self.order = Field()
        self.said = ""
        self.is_error = False
        self.next_turn = ""
        """What `next` would do, while nothing is asked."""
        self.hint = ""
        """What may follow in an order."""
        self.marked = ""
        """The word of the offer that the arrow keys have come to."""
        self.picked: tuple[Tag, ...] = ()
        """Those that are ticked, where several may be picked."""
        self.told: Told = {}
        """The numbers told so far, where several are asked for."""
        self.unfolded = False
        """What cannot be chosen is listed too."""
        self.again = ""
        """How the next order begins, where several of a sort are typed one after the other; empty: none follows."""
        self.coming: tuple[Encounter, Figure] | None = None
        """The figure that the typed order would add, in an encounter of its own."""
        self.whom: tuple[Tag, ...] = ()
        """Those for whom a condition is chosen."""
        self.until = ""
        """The words of a duration that waits for the letter of a figure; empty if none does."""
        self.asked = ""
        """The question that a typed order answers; empty for an order of one's own."""
        self.says_usage = False
        """It says all that may be typed: how the verb is typed need not be said beside it."""
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
        if self.mode in ("CONDITION", "DURATION") and not set(self.whom) <= view.encounter.figures.keys():
            self.back_to(view)

    def fresh(self) -> None:
        """Nothing is typed or marked for an answer."""
        self.answer.set("")
        self.marked, self.picked, self.told, self.unfolded = "", (), {}, False

    def mark(self, view: View, by: int) -> None:
        """The arrow keys go to the next offer, or the one before; words that may be said are put on the line."""
        if view.question is None:
            return
        self.marked = reply.next_offer(view.question, view.encounter, self.pointed(view), by)
        if typed_characters(view.question, view.encounter) is None:
            self.answer.propose(self.marked)

    def pointed(self, view: View) -> str:
        """The word of the offer at the `›`: where the arrow keys have come to, else what is proposed; empty: none."""
        if self.marked or view.question is None:
            return self.marked
        if isinstance(view.question, Numbers):
            return next((number.name for number in view.question.numbers if number.name not in self.told), "")
        return reply.proposed_offer(view.question, view.encounter, chosen=view.chosen)

    def pick(self, tag: Tag) -> None:
        """Ticks one of several, or takes its tick off."""
        self.picked = tuple(t for t in self.picked if t != tag) if tag in self.picked else (*self.picked, tag)

    def begin(self, mode: Mode, text: str = "", after: str = "", again: bool = False, asked: str = "") -> None:
        """Something else is to be typed, between these texts; again: after Enter, another beginning so.

        asked: the question that it answers.
        """
        self.mode, self.hint, self.marked, self.until, self.asked = mode, "", "", "", asked
        self.again = text if again else ""
        self.order.set(text + after)
        self.order.at, self.order.begun = len(text), (text, after)

    def paste_orders(self, orders: str) -> None:
        """Pasted orders wait for Space."""
        self.begin("ORDERS")
        self.pasted = orders

    def back_to(self, view: View) -> None:
        """What was typed is left; keys go to the open question, if there is one."""
        self.order.set("")
        self.pasted = self.again = self.until = self.asked = ""
        self.coming, self.says_usage = None, False
        self.mode = "ANSWER" if view.questions and not view.read_only else "KEYS"

    def look(self) -> None:
        """Keys are commands while the question waits, and its answer again."""
        self.mode = "KEYS" if self.mode != "KEYS" else "ANSWER"

    def to_answer(self) -> None:
        """Keys are the answer."""
        self.mode = "ANSWER"

    def tell(self, view: View, question: Numbers) -> bool:
        """Keeps the numbers that are typed, while the table has more to tell. False if they are all.

        NotUnderstood if they are no numbers for it.
        """
        told = question.told_in(self.field.text, self.told, self.pointed(view))
        left = owed(view.rules, view.encounter, question, told)
        if not left or told.keys() - {number.name for number in question.numbers}:
            return False
        self.back_to(view)
        self.told, self.marked = told, ""
        self.answer.set("")
        return True

    def take_off(self) -> None:
        """Takes off what was typed last: the text, the last number told, or all ticks."""
        if self.told and not self.answer.text:
            self.marked, _ = self.told.popitem()
        else:
            self.answer.set("")
            self.marked, self.picked = "", ()

    def whose_number(self, view: View) -> str:
        """Whose number is to be typed, behind the question for several: `: type Ann's`."""
        whose = self.pointed(view)
        return (
            f": type {possessive(view.question.label(whose))}" if whose and isinstance(view.question, Numbers) else ""
        )

    def numbers_hint(self, view: View, question: Numbers) -> reply.Hint:
        """What Enter would make of typed numbers, and whose comes next; with nothing typed, whose is asked."""
        whose = self.pointed(view)
        if not is_typed(self.field.text):
            rolls = f"Space: app rolls {'the rest' if self.told else 'all'}"
            return reply.Hint(rolls if question.throw_words else "then Enter" if whose else "Enter OK")
        try:
            told = question.told_in(self.field.text, self.told, whose)
        except Problem as problem:
            return reply.Hint(str(problem), False)
        new = [number for name, number in told.items() if self.told.get(name) != number]
        words = [*map(question.told_words, new)]
        brief = f"{words[0]} … {words[-1]}" if len(words) > 2 else ", ".join(words)
        left = [number.name for number in owed(view.rules, view.encounter, question, told)]
        rolled = len(question.left_out(question.with_defaults(told)))
        then = f", then {question.label(left[0])}" if left else f"; the app rolls {rolled} more" if rolled else ""
        return reply.Hint(f"Enter: {brief}{then}")

    def read(self, view: View) -> Answer | tuple[Reply, ...]:
        """The answer that is typed, or those of several rolls. NotUnderstood if it is none."""
        assert view.question is not None
        if isinstance(view.question, Numbers) and self.told:
            return view.question.with_defaults(view.question.told_in(self.field.text, self.told, self.pointed(view)))
        together = shared_numbers(view.questions[view.asked :], view.encounter, self.field.text)
        return together or reply.read(view.question, view.encounter, self.field.text)

    def proposal(self, view: View) -> reply.Proposal:
        """What Space takes. A Problem if nothing is proposed."""
        assert view.question is not None
        return reply.proposal(view.question, view.encounter, self.marked, view.chosen)
