"""The help page: made from the same list of commands as the keys are, and from the verbs of the system."""

from typing import Any

from referee.engine.verb import Situation
from referee.ui.controller.view import View
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.key_actions import KeyAction, for_reading, shown
from referee.ui.input.own_keys import own_keys
from referee.ui.screens.list_keys import Back
from referee.ui.screens.page import Page

RULE = (
    "Where keys go is written at the bottom left. KEYS: each key is a command. ANSWER: small letters choose at once; "
    "digits, capitals and + * are dice or numbers, and count at Enter; Space takes what is proposed; / is for words. "
    "ORDER: an order is typed, and done at Enter. Esc leaves what is typed. Keys that are no letters, such as F1 or "
    "Ctrl+Z, are commands everywhere."
)
_KEYS = 20


class Help(Page):
    """What all the keys do, and what can be typed."""

    heading = "Help"
    commands = (Back(),)

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view
        self.rows: list[tuple[str, str, str]] = []

    def fill(self) -> None:
        view = self.view
        self.heading = f"Help · {view.rules.title}"
        self.rows = [("", RULE, "text"), ("", "", "text"), ("", "Keys at the table", "title")]
        actions = own_keys().actions
        offered = for_reading(actions) if view.read_only else actions
        self.rows += [(keys_of(command), command.help, "text") for command in offered if command.help]
        self.rows += [
            (
                "1 to 9",
                "Chooses the figure in that row, f and its number any; a click does so too, two open its sheet.",
                "text",
            )
        ]
        if not view.read_only:
            self._what_can_be_done(view)
        self.listing.show(len(self.rows), self.item)

    def _what_can_be_done(self, view: View) -> None:
        from referee.script.help import ANSWERS, every_command

        self.rows += [("", "", "text"), ("", f"Actions of {view.rules.title}", "title")]
        self.rows += [(key, f"{verb.label}: {verb.hint}", "text") for key, verb in view.hotkeys.items()]
        self.rows += [("", "", "text"), ("", "Orders, after :", "title")]
        self.rows += [(usage, hint, "text") for usage, hint in every_command(_table(view)).items()]
        self.rows += [("", ANSWERS, "text")]

    def item(self, n: int, width: int) -> list[Line]:
        """One key, or one order, and what it does."""
        key, text, style = self.rows[n]
        if not key:
            return [line((f" {row}", style)) for row in wrapped(text, width - 2)]
        return explained(key, text, _KEYS if len(key) <= _KEYS else len(key) + 1, width, style)


def explained(key: str, text: str, room: int, width: int, style: str = "text") -> list[Line]:
    """A key or a sign, and beside it what it means, over as many lines as it takes."""
    rows = wrapped(text, max(20, width - room - 3))
    first = line((f" {key:{room}} ", "key"), (rows[0], style))
    return [first, *(line((" " * (room + 2), style), (row, style)) for row in rows[1:])]


def keys_of(command: KeyAction[Any]) -> str:
    """The keys of a command as they are written."""
    words = " ".join(map(shown, command.keys))
    return f"{words}  :{command.name}" if command.name else words


def _table(view: View) -> Situation:
    return Situation(view.rules, view.encounter)
