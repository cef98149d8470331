"""Input of a condition by keys, with how long it lasts."""

from textual import events

from referee.ui.controller.condition_choice import (
    OWN_KEY,
    by_name,
    condition_order,
    conditions_by_key,
    durations,
    how_long,
    marked_next,
)
from referee.ui.controller.controller import Controller
from referee.ui.input.key_actions import shown
from referee.ui.input.line_input import LineInput
from referee.ui.input.play_keys import ask_condition


class ConditionInput:
    """The keys of the table while a condition is chosen; what is typed for it goes on as an order."""

    def __init__(self, table: Controller, typing: LineInput) -> None:
        self.table = table
        self.line = table.line
        self._typing = typing
        self._letters = ""
        """The letters pressed since the condition was asked for: somebody may be typing its name."""

    def take(self, event: events.Key, word: str) -> bool:
        """A key; False if it may be a command."""
        if self.line.mode == "CONDITION":
            return self._which(event, word)
        return self._whose(event, word) if self.line.until else self._how_long(event, word)

    def choose(self, what: str) -> None:
        """A condition or a duration that is clicked, by its word, or by its tag the figure whose turn ends it."""
        self._letters = ""
        self._chosen(what)

    def _chosen(self, what: str) -> None:
        if self.line.mode == "CONDITION":
            self._lay(what)
        elif self.line.until:
            self._finish(f"{self.line.until} {what}")
        else:
            needs = next(each.needs for each in durations(self.table.view).values() if each.words == what)
            if needs == "figure":
                self._wait_for_figure(what)
            elif needs:
                self._type(f"{what} ")
            else:
                self._finish(what)

    def _which(self, event: events.Key, word: str) -> bool:
        """A key while the condition itself is chosen."""
        view = self.table.view
        match word:
            case "escape":
                self.line.back_to(view)
            case "up" | "down":
                self.line.marked = marked_next(self.line, view, 1 if word == "down" else -1)
            case " " | "enter" if self.line.marked:
                self._letters = ""
                self._lay(self.line.marked)
            case _ if word == OWN_KEY:
                self._lay("")
            case _ if condition := conditions_by_key(view).get(word):
                self._letters = word
                self._lay(condition)
            case _ if event.is_printable or word == "enter":
                self.table.say(
                    f"{shown(word)} is not a condition here. To type its name, press {OWN_KEY}.", is_error=True
                )
            case _:
                return False
        return True

    def _how_long(self, event: events.Key, word: str) -> bool:
        """A key while it is asked how long: a letter, the first digit of a number, or Enter for as long as usual."""
        known = durations(self.table.view).get(word)
        if known is not None:
            self._letters = self._letters[:1] + word
            self._chosen(known.words)
        elif word == OWN_KEY:
            self._type("")
        elif word.isdigit() or word in ("enter", "escape"):
            self._type("")
            return self._typing.take(event, word)
        elif begun := self._name_begun(self._letters[:1] + word):
            self._go_on_with_name(begun)
        elif event.is_printable:
            self.table.say(f"{shown(word)} is not a duration here. Press {OWN_KEY} to type it.", is_error=True)
        else:
            return False
        return True

    def _whose(self, event: events.Key, word: str) -> bool:
        """A key while it is asked whose turn ends it."""
        letters = self.table.view.figure_keys
        whose = next((tag for tag, letter in letters.items() if letter == word), None)
        if whose is not None:
            self._letters += word
            self._chosen(whose)
        elif begun := self._name_begun(self._letters + word):
            self._go_on_with_name(begun)
        elif word == "escape":
            self._wait_for_figure("")
        elif event.is_printable:
            self.table.say(f"Nobody has the letter {shown(word)}.", is_error=True)
        else:
            return False
        return True

    def _lay(self, condition: str) -> None:
        """It is asked how long; without a condition, its word is typed first."""
        if condition:
            ask_condition(self.table, self.line.whom, condition)
        else:
            self.table.begin("COMMAND", condition_order(self.line.whom, ""), asked=self._asked_by_name())

    def _name_begun(self, letters: str) -> str:
        """These letters, if the name of a condition begins so; empty, also for a single one, which is a key."""
        known = conditions_by_key(self.table.view).values()
        return letters if letters[1:] and any(name.startswith(letters) for name in known) else ""

    def _go_on_with_name(self, begun: str) -> None:
        """Somebody types the name of a condition; its first letters were taken for keys."""
        self.table.begin("COMMAND", condition_order(self.line.whom, "") + begun, asked=self._asked_by_name())

    def _asked_by_name(self) -> str:
        return by_name(self.table.view.encounter, self.line.whom)

    def _wait_for_figure(self, until: str) -> None:
        """The roster shows the letters of the figures meanwhile."""
        self.line.until = until
        self.table.show()

    def _type(self, words: str) -> None:
        """The order is typed on from there."""
        self.table.begin("COMMAND", self.line.order.text + words, asked=how_long(self.line, self.table.view))

    def _finish(self, words: str) -> None:
        """The order is done with these words; where that cannot be, it can be changed.

        Where the keys may have been the beginning of a name, it waits for Enter, and another letter goes on with that.
        """
        begun, whom = self._name_begun(self._letters), self.line.whom
        self._type(words)
        if begun:
            self.line.order.propose(self.line.order.text)
            self.line.order.begun = (condition_order(whom, "") + begun, "")
        else:
            self._typing.enter()
        self.table.show()
