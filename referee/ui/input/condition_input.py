"""Condition input: the keys that choose a condition; what is chosen is put on the order line, to say how long."""

from textual import events

from referee.engine.problem import Refused
from referee.ui.controller.condition_choice import HOW_LONG, OWN_KEY, condition_order, conditions_by_key, marked_next
from referee.ui.controller.controller import Controller
from referee.ui.input.key_actions import shown


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
