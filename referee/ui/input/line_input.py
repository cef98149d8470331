"""Line input: the keys of the table while a line is typed."""

from textual import events

from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood, Refused
from referee.engine.questions.typed_questions import Text
from referee.engine.state.find_bearers import find
from referee.ui.controller.controller import Controller
from referee.ui.controller.line_advice import found
from referee.ui.controller.reply import is_choice
from referee.ui.input.answer_input import AnswerInput
from referee.ui.input.key_actions import by_name
from referee.ui.input.own_keys import KEY_ACTIONS


def search_log(table: Controller, words: str, by: int = 0) -> None:
    """Goes to the latest line of the log with these words; `by`: to the next one from the cursor, -1 up or 1 down.

    Where no line has them, the hint of the question line says so.
    """
    lines = table.log_lines.lines()
    here = table.cursor.log_line(len(lines))
    start = len(lines) - 1 if not by or here is None else here + by
    found = table.log_lines.found(words, start, by or -1) if words.strip() else None
    if found is not None:
        table.point(lambda: table.cursor.go_to_line(found))
    table.line.hint = "" if found is not None or not words.strip() else "No other line has those words."


_MOST_PASTED = 20_000
"""Characters of pasted text that are looked at."""


class LineInput:
    """The keys of the table while a line is typed, and what is pasted."""

    def __init__(self, table: Controller, answers: AnswerInput) -> None:
        self.table = table
        self.line = table.line
        self._answers = answers

    def take(self, event: events.Key, word: str) -> bool:
        """A key while an order, words or a name is typed, or pasted orders wait; False if it is not for the line."""
        line = self.line
        match word:
            case "escape":
                if line.mode == "SEARCH":
                    self.table.go_to("log")
                self._leave(keep=False)
            case _ if line.mode == "ORDERS":
                self._pasted(word)
            case "enter":
                self.enter()
            case "up" | "down" if line.mode == "SEARCH":
                search_log(self.table, line.order.text, -1 if word == "up" else 1)
            case ":" | "colon" if line.again and not any(map(str.isalpha, line.order.text.removeprefix(line.again))):
                self.table.begin("COMMAND")  # another command than those that follow one another
            case "tab" if line.mode == "COMMAND":
                self.table.advise(complete=True)
            case "up" | "down" if line.mode == "COMMAND":
                if not line.order.past:
                    # An encounter that was opened again: what was ordered then.
                    from referee.dialogue.completion import recorded_orders

                    line.order.past = recorded_orders(self.table.session)
                line.order.recall(1 if word == "up" else -1)
            case _:
                taken = line.order.key(event.key, event.character if event.is_printable else None)
                if taken and line.mode == "SEARCH":
                    search_log(self.table, line.order.text)
                elif taken:
                    self.table.advise()
                return taken
        return True

    def paste(self, text: str) -> None:
        """Pasted text: several lines are so many orders, which wait for Space; one line goes where one types."""
        orders = text[:_MOST_PASTED].strip()
        question = self.table.view.question
        words = self.line.mode == "ANSWER" and question is not None
        if len(orders.splitlines()) > 1 and not (words and isinstance(question, Text)):
            self.line.paste_orders(orders)
        elif words and question is not None and not is_choice(question):
            self.line.answer.insert(text[:2000])
        else:
            if self.line.mode in ("CONDITION", "DURATION"):
                self.line.mode = "COMMAND"  # the order has begun: its words go on
            if self.line.mode in ("KEYS", "ANSWER", "ORDERS"):
                self.table.begin("WORDS" if words else "COMMAND")
            self.line.order.insert(text[:2000])

    def _pasted(self, word: str) -> None:
        """Space does the pasted orders, one after the other, up to the first that fails."""
        if word != " ":
            self.table.say("Space: do the pasted commands · Esc: cancel", is_error=True)
            return
        orders = self.line.pasted
        self._leave()
        if self.table.do_lines(orders):
            self.table.say("The pasted commands are done.")

    # ---------------------------------------------------------------- Enter, Esc, Tab

    def enter(self) -> None:
        """What was typed counts."""
        match self.line.mode:
            case "COMMAND":
                self._ordered(self.line.order.text)
            case "SEARCH":
                self._leave(keep=False)
            case "WORDS":
                self._answered_in_words(self.line.order.text)
            case _:
                self._found(self.line.order.text)

    def _answered_in_words(self, text: str) -> None:
        """A choice by its name. A number is not one: it might be a die that was meant for another question."""
        view = self.table.view
        if not any(letter.isalpha() for letter in text):
            self.table.say("Type a name or a word, not a number.", is_error=True)
        elif view.question is not None:
            self._answers.tell_or_give()
            self.line.order.stale = self.line.mode == "WORDS" and bool(self.line.order.text)

    def _ordered(self, text: str) -> None:
        """The typed order is done: one of the table, or one of the screen."""
        word = text.strip().lstrip(":").lower()
        mine = by_name(KEY_ACTIONS).get(word)
        if not word or word == (again := self.line.again).strip():
            self._leave()
        elif mine is not None:
            self._leave()
            if reason := mine.barred(self.table):
                raise Refused(reason)
            mine.run(self.table)
        elif self.table.do_line(text):
            if self.table.cursor.marks.are_in(text):
                self.table.cursor.marks.clear()
            self._leave()
            self.table.show()
            if self.table.proposal:
                self.table.propose(self.table.heard()[0], self.table.proposal)
            elif again and self.line.mode == "KEYS":
                self.table.begin("COMMAND", again, again=True)
        else:
            # What was typed behind the beginning gives way to what is typed now.
            before, behind = self.line.order.begun
            self.line.order.stale = bool(before) and text.startswith(before) and text.endswith(behind)

    def _leave(self, keep: bool = True) -> None:
        """Keys go back to the question, or are commands; an order that was done is remembered."""
        if keep:
            self.line.order.done()
        self.line.back_to(self.table.view)

    def _found(self, text: str) -> None:
        """The figure of that number, tag or name is chosen; of several, the first."""
        encounter = self.table.session.encounter
        if is_number(text.strip()) and found(encounter, text):
            self.line.back_to(self.table.view)
            self.table.point(lambda: self.table.cursor.choose_number(int(text)))
            return
        try:
            tag = find(encounter, encounter.figures, text)
        except NotUnderstood:
            if not (alike := found(encounter, text)):
                raise
            tag = next(iter(alike))
        self.line.back_to(self.table.view)
        self.table.choose(tag)
