"""What keys mean while something is asked: an answer, a condition, a mark on an offer."""

from collections.abc import Callable

from textual import events

from referee.engine.problem import Refused
from referee.engine.questions.answer import Answer
from referee.ui.controller import reply
from referee.ui.controller.board_answers import map_key
from referee.ui.controller.condition_choice import HOW_LONG, OWN_KEY, condition_order, conditions_by_key, marked_next
from referee.ui.controller.controller import Controller
from referee.ui.controller.reply import (
    BARRED_KEY,
    is_choice,
    is_typed,
    takes_several,
    takes_words,
    typed_characters,
)
from referee.ui.input.key_actions import shown


class AnswerInput:
    """The keys of the table while something is asked."""

    def __init__(self, table: Controller) -> None:
        self.table = table
        self.line = table.line

    def take(self, event: events.Key, word: str) -> bool:
        """A key while something is asked; False if it may be a command."""
        line, view = self.line, self.table.view
        question, encounter = view.question, view.encounter
        assert question is not None
        typed = typed_characters(question, encounter)
        match word:
            case "escape":
                self._back_out()
            case "tab" if len(view.questions) > 1:
                self.table.next_question()
            case "up" | "down":
                line.mark(view, 1 if word == "down" else -1)
            case "enter":
                self._count()
            case " " if not line.answer.text.strip():
                self._take_proposed()
            case ":" if not line.answer.text:
                self.table.begin("ORDER")
            case "?" if not line.answer.text or typed is not None:
                return False
            case _ if word == BARRED_KEY and is_choice(question) and not line.answer.text:
                line.unfolded = not line.unfolded
                self.table.show_line()
            case "m" if not line.answer.text and map_key(question, encounter) == "m":
                self.table.open("map")
            case "/" if takes_words(question) or (typed is None and not line.answer.text):
                self.table.begin("WORDS")
            case _ if is_choice(question) and (offer := reply.at_once(question, encounter, word)):
                self.choose(offer)
            case _ if event.is_printable and typed is not None and word not in typed:
                self.table.say(
                    f"{shown(word)} answers nothing here: {reply.wanted(question, encounter)}.", is_error=True
                )
            case _ if line.answer.text or event.is_printable:
                return line.answer.key(event.key, event.character if event.is_printable else None)
            case _:
                return False
        return True

    def choose(self, offer: str) -> None:
        """An offer is chosen: it answers, or is marked as one of several."""
        view = self.table.view
        assert view.question is not None
        if takes_several(view.question) and offer in view.question.among:
            self.line.pick(offer)
        else:
            question = view.question
            self.give(lambda: question.read(view.encounter, offer))

    def _take_proposed(self) -> None:
        """Space: what is proposed is the answer; nothing happens where nothing is."""
        self.give(lambda: self.line.proposal(self.table.view).answer)

    def _count(self) -> None:
        """Enter: what is typed is the answer; alone it does nothing."""
        view = self.table.view
        assert view.question is not None
        if is_typed(self.line.answer.text):
            self.give(lambda: self.line.read(view))
        else:
            keys = reply.hint(view.question, view.encounter, "", self.line.marked, self.line.picked, view.chosen).text
            self.table.say(f"Enter alone does nothing here: {keys}.")

    def give(self, read: Callable[[], Answer | None]) -> None:
        """The answer is given; None: the app throws. One that is refused stays on the line, to be mended."""
        if self.table.answer(read):
            self.line.fresh()
        else:
            self.line.answer.stale = bool(self.line.answer.text)

    def _back_out(self) -> None:
        """Clears what is typed or marked; with neither, takes back what led to the question."""
        if self.line.answer.text or self.line.picked:
            self.line.fresh()
        else:
            self.table.take_back()


class ConditionInput:
    """The keys of the table while a condition is chosen."""

    def __init__(self, table: Controller) -> None:
        self.table = table
        self.line = table.line

    def take(self, event: events.Key, word: str) -> bool:
        """A key while a condition is chosen; False if it may be a command."""
        view = self.table.view
        match word:
            case "escape":
                self.line.back_to(view)
            case "up" | "down":
                self.line.marked = marked_next(self.line, view, 1 if word == "down" else -1)
            case " " | "enter" if self.line.marked:
                self.choose(self.line.marked)
            case _ if word == OWN_KEY:
                self.choose("")
            case _ if condition := conditions_by_key(view).get(word):
                self.choose(condition)
            case _ if event.is_printable or word == "enter":
                self.table.say(f"{shown(word)} is no condition; {OWN_KEY} is for your own words.", is_error=True)
            case _:
                return False
        return True

    def choose(self, condition: str) -> None:
        """The order waits for how long, or for Enter; without a condition, for its word, too."""
        try:
            who = self.table.cursor.meant().tags
        except Refused:
            self.line.back_to(self.table.view)  # whoever it was for has gone meanwhile
            raise
        self.table.begin("ORDER", condition_order(who, condition))
        if condition:
            self.line.hint = HOW_LONG
