"""The keys by which a condition is chosen: which one, how long it lies, and whose turn ends it."""

from textual import events

from referee.engine.problem import Refused
from referee.ui.controller.condition_choice import OWN_KEY, condition_order, conditions_by_key, durations, marked_next
from referee.ui.controller.controller import Controller
from referee.ui.input.key_actions import shown
from referee.ui.input.line_input import LineInput


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
                self.table.say(f"{shown(word)} is no condition here. Press {OWN_KEY} to type your own.", is_error=True)
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
        self.table.begin("DURATION" if condition else "COMMAND", condition_order(who, condition))


class DurationInput:
    """The keys of the table while it is asked how long a condition lies; what is typed goes on as an order."""

    def __init__(self, table: Controller, typing: LineInput) -> None:
        self.table = table
        self.line = table.line
        self._typing = typing

    def take(self, event: events.Key, word: str) -> bool:
        """A key; False if it may be a command."""
        known = durations(self.table.view)
        whose = {letter: tag for tag, letter in self.table.view.figure_keys.items()}
        match word:
            case "escape" if self.line.until:
                self._ask_whose("")
            case _ if word in (whose or known):
                self.choose(whose[word] if whose else known[word].words)
            case _ if self.line.until and event.is_printable:
                self.table.say(f"{shown(word)} is nobody's letter.", is_error=True)
            case _ if word == OWN_KEY:
                self._type("")
            case _ if word.isdigit() or word in ("enter", "escape"):
                self._type("")
                return self._typing.take(event, word)
            case _ if event.is_printable:
                self.table.say(f"{shown(word)} is no duration here. Press {OWN_KEY} to type it.", is_error=True)
            case _:
                return False
        return True

    def choose(self, what: str) -> None:
        """A duration by its words, or the figure whose turn ends it by its tag."""
        needs = {each.words: each.needs for each in durations(self.table.view).values()}
        if self.line.until:
            self._finish(f"{self.line.until} {what}")
        elif needs.get(what) == "figure":
            self._ask_whose(what)
        elif needs.get(what):
            self._type(f"{what} ")
        else:
            self._finish(what)

    def _ask_whose(self, until: str) -> None:
        """The roster shows the letters of the figures meanwhile."""
        self.line.until = until
        self.table.show()

    def _type(self, words: str) -> None:
        """The order is typed on from there."""
        self.table.begin("COMMAND", self.line.order.text + words)

    def _finish(self, words: str) -> None:
        """The order is done with these words; where that cannot be, it can be changed."""
        self._type(words)
        self._typing.enter()
        self.table.show()
