"""Line input: what is typed or pasted as a line: an order, an answer in words, a name to find."""

from typing import TYPE_CHECKING

from textual import events

from referee.engine.problem import NotUnderstood
from referee.engine.question import Text
from referee.engine.tags import find
from referee.ui.answer_input import AnswerInput
from referee.ui.answer_keys import is_choice
from referee.ui.commands import by_name
from referee.ui.every_command import COMMANDS
from referee.ui.ink import cut
from referee.words.command import ordered

if TYPE_CHECKING:
    from referee.ui.screens.encounter import EncounterScreen

_MOST_PASTED = 20_000
"""Characters of pasted text that are looked at."""
_RECORDED = 100
"""Steps of the record in which earlier orders are looked for."""


class LineInput:
    """The keys of the encounter screen while a line is typed, and what is pasted."""

    def __init__(self, screen: "EncounterScreen", answers: AnswerInput) -> None:
        self.screen = screen
        self.line = screen.line
        self._answers = answers

    def take(self, event: events.Key, word: str) -> bool:
        """A key while an order, words or a name is typed, or pasted orders wait; False if it is not for the line."""
        line = self.line
        match word:
            case "escape":
                self._leave(keep=False)
            case _ if line.mode == "ORDERS":
                self._pasted(word)
            case "enter":
                self._enter()
            case "tab" if line.mode == "ORDER":
                self._advise(put=True)
            case "up" | "down" if line.mode == "ORDER":
                if not line.order.past:
                    line.order.past = self._recorded()
                line.order.recall(1 if word == "up" else -1)
            case _:
                taken = line.order.key(event.key, event.character if event.is_printable else None)
                if taken:
                    self.tell()
                return taken
        return True

    def _recorded(self) -> list[str]:
        """The latest orders of the record, as they would be typed, for an encounter that was opened again."""
        session = self.screen.session
        start = max(0, session.tape.position - _RECORDED)
        return list(dict.fromkeys(ordered(entry) for entry in session.entries(start) if not entry.command.secret))

    def tell(self) -> None:
        """Says what may follow in the order, or who is found, as it is typed."""
        if self.line.mode == "ORDER" and self.line.order.text:
            self._advise()
        elif self.line.mode == "FIND" and self.line.order.text:
            self.line.hint = ", ".join(self._alike()) or "Nobody is called so."

    def paste(self, text: str) -> None:
        """Pasted text: several lines are so many orders, which wait for Space; one line goes where one types."""
        orders = text[:_MOST_PASTED].strip()
        question = self.screen.view.question
        words = self.line.mode == "ANSWER" and question is not None
        if len(orders.splitlines()) > 1 and not (words and isinstance(question, Text)):
            self.line.paste_orders(orders)
        elif words and question is not None and not is_choice(question):
            self.line.answer.insert(text[:2000])
        else:
            if self.line.mode in ("KEYS", "ANSWER", "ORDERS"):
                self.screen.begin("WORDS" if words else "ORDER")
            self.line.order.insert(text[:2000])

    def _pasted(self, word: str) -> None:
        """Space does the pasted orders, one after the other, up to the first that fails."""
        if word != " ":
            self.screen.say("Space does the pasted orders, Esc drops them.", grave=True)
            return
        orders = self.line.pasted
        self._leave()
        if self.screen.do_lines(orders):
            self.screen.say("The pasted orders were done.")

    # ---------------------------------------------------------------- Enter, Esc, Tab

    def _enter(self) -> None:
        """What was typed counts."""
        match self.line.mode:
            case "ORDER":
                self._ordered(self.line.order.text)
            case "WORDS":
                self._answered_in_words(self.line.order.text)
            case _:
                self._found(self.line.order.text)

    def _answered_in_words(self, text: str) -> None:
        """A choice by its name. A number is not one: it might be a die that was meant for another question."""
        view = self.screen.view
        if not any(letter.isalpha() for letter in text):
            self.screen.say("A name or a word is expected here, not a number.", grave=True)
        elif view.question is not None:
            self._answers.give(lambda: self.line.read(view))
            self.line.order.stale = self.line.mode == "WORDS"

    def _ordered(self, text: str) -> None:
        """The typed order is done: one of the table, or one of the screen."""
        word = text.strip().lstrip(":").lower()
        mine = by_name(COMMANDS).get(word)
        if not word:
            self._leave()
        elif mine is not None:
            self._leave()
            if reason := mine.barred(self.screen):
                self.screen.say(reason, grave=True)
            else:
                mine.run(self.screen)
        elif self.screen.do_line(text):
            self._leave()
            self.screen.show()

    def _leave(self, keep: bool = True) -> None:
        """Keys go back to the question, or are commands; an order that was done is remembered."""
        if keep:
            self.line.order.done()
        self.line.back_to(self.screen.view)

    def _alike(self) -> list[str]:
        """The figures whose tag or name begins with, or has in it, what is typed; each name with its tag."""
        wanted = self.line.order.text.strip().lower()
        figures = self.screen.session.encounter.figures.values()
        begin = [f for f in figures if f.tag.startswith(wanted) or f.name.lower().startswith(wanted)]
        within = [f for f in figures if f not in begin and wanted in f.name.lower()]
        return [f"{figure.name} ({figure.tag})" for figure in (*begin, *within)] if wanted else []

    def _found(self, text: str) -> None:
        """The figure of that tag or name is chosen; of several, the first."""
        encounter = self.screen.session.encounter
        try:
            tag = find(encounter, encounter.figures, text)
        except NotUnderstood as problem:
            if not (alike := self._alike()):
                self.screen.say(str(problem), grave=True)
                return
            tag = alike[0].rpartition("(")[2].rstrip(")")
        self.line.back_to(self.screen.view)
        self.screen.cursor.choose(tag)

    def _advise(self, put: bool = False) -> None:
        """Says what may follow in the order that is typed; `put` writes as much of it as is sure."""
        from referee.script.completion import complete

        field = self.line.order
        found = complete(self.screen.session, field.text, field.at)
        free = [offer.word for offer in found.options if not offer.barred]
        words = free + [offer.word for offer in found.options if offer.barred]
        if put and free:
            typed = field.text[found.start : field.at]
            sure = free[0] + " " if len(free) == 1 else _common(free)
            if typed and len(sure) <= len(typed):
                sure = free[0]  # the first offer is the likeliest
            if len(sure) > len(typed):
                behind = field.text[field.at :]
                field.set(field.text[: found.start] + sure)
                field.text += behind
        only = found.options[0] if len(found.options) == 1 else None
        more = f": {only.barred or only.label}" if only and (only.barred or only.label) else ""
        self.line.hint = cut("  ".join(words[:40]) + more, 200)


def _common(words: list[str]) -> str:
    """How all these words begin."""
    first, last = min(words), max(words)
    size = next((n for n, letter in enumerate(first) if last[n : n + 1] != letter), len(first))
    return first[:size]
