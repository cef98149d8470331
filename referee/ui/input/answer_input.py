"""Answer input: the keys of the table while something is asked."""

from collections.abc import Callable
from contextlib import suppress

from textual import events

from referee.engine.dice.number_questions import Numbers
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.questions.answer import Answer, Picked
from referee.engine.questions.question import Pick
from referee.engine.record.recorded_steps import Reply
from referee.ui.controller import reply
from referee.ui.controller.controller import Controller
from referee.ui.controller.reply import (
    BARRED_KEY,
    is_choice,
    is_typed,
    map_key,
    takes_several,
    takes_words,
    typed_characters,
)


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
                self.table.begin("COMMAND")
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
                self.table.say(reply.other_key(question, encounter, word), is_error=True)
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
        """Space: what is proposed is the answer, or is ticked as one of several; nothing happens where nothing is."""
        view, told = self.table.view, self.line.told
        question = view.question
        if takes_several(question) and (word := self.line.pointed(view)) in question.among:
            self.line.pick(word)
        elif isinstance(question, Numbers) and told:
            self.give(lambda: self.table.session.app.finished(question, question.with_defaults(told)))
        else:
            self.give(lambda: self.line.proposal(view).answer)

    def _count(self) -> None:
        """Enter: what is typed or ticked is the answer, or the choice the arrow keys went to; alone it does nothing."""
        view = self.table.view
        assert view.question is not None
        if is_typed(self.line.answer.text):
            self.tell_or_give()
        elif picked := self.line.picked:
            self.give(lambda: Picked(tags=picked))
        elif self.line.marked and is_choice(view.question) and not takes_several(view.question):
            self._take_proposed()
        else:
            try:
                proposed = self.line.proposal(view).words
            except Problem:
                proposed = ""
            self.table.say(reply.nothing_typed(view.question, view.encounter, proposed))

    def tell_or_give(self) -> None:
        """Numbers are kept while the table has more of them to tell; else what is typed is the answer."""
        view = self.table.view
        if isinstance(view.question, Numbers):
            with suppress(NotUnderstood):  # what is wrong with it, the answer says
                if self.line.tell(view, view.question):
                    self.table.show_line()
                    return
        if isinstance(view.question, Pick) and takes_several(view.question) and self.line.mode == "ANSWER":
            word = reply.by_number(view.question, view.encounter, self.line.answer.text)
            self.line.answer.set("")
            self.choose(word) if word else self.table.say(reply.wanted(view.question, view.encounter), is_error=True)
        else:
            self.give(lambda: self.line.read(view))

    def give(self, read: Callable[[], Answer | tuple[Reply, ...] | None]) -> None:
        """The answer is given; None: the app throws. One that is refused stays on the line, to be mended."""
        if self.table.answer(read):
            self.line.fresh()
        else:
            self.line.answer.stale = bool(self.line.answer.text)

    def _back_out(self) -> None:
        """Clears what is typed or marked; with neither, takes back what led to the question."""
        if self.line.answer.text or self.line.picked or self.line.told:
            self.line.take_off()
        else:
            self.table.take_back()
