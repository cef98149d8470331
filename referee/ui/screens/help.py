"""The help page: made from the same list of commands as the keys are, and from the verbs of the system."""

from typing import Any

from referee.engine.verb import Situation
from referee.text import has_words
from referee.ui.controller.view import View
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.key_actions import KeyAction, for_reading, shown
from referee.ui.input.own_keys import table_actions
from referee.ui.screens.word_search import SearchedPage

RULE = (
    "Where keys go is written at the bottom left. KEYS: each key is a command. ANSWER: small letters choose at once; "
    "digits, capitals and + * are dice or numbers, and count at Enter; Space takes what is proposed; / is for words. "
    "ORDER: an order is typed, and done at Enter. Esc leaves what is typed. Keys that are no letters, such as F1 or "
    "Ctrl+Z, are commands everywhere."
)
_KEYS = 20


class Help(SearchedPage):
    """What all the keys do, and what can be typed; or what one order is for."""

    def __init__(self, view: View, about: str = "") -> None:
        super().__init__()
        self.view = view
        self.about = about
        """The order that is explained; empty: everything is."""
        self.rows: list[tuple[str, str, str]] = []

    def fill(self) -> None:
        self.search(self.words)

    def search(self, words: str) -> None:
        """Only the lines in which these words occur."""
        self.words, wanted = words, words.split()
        rows = self._of_one_order() if self.about else self._of_everything()
        found = [row for row in rows if has_words(f"{row[0]} {row[1]}", wanted)]
        self.rows = [row for row in found if not wanted or row[0]] or [("", "No line has that.", "dim")]
        about = f"{self.about} · " if self.about else ""
        self.heading = f"Help · {about}{self.view.rules.title}" + (f" · {len(found)} of {len(rows)}" if wanted else "")
        self.listing.show(len(self.rows), self.item, 0)

    def show_all(self) -> None:
        """All lines again, also where the help on one order was asked for."""
        self.about = ""
        self.search("")

    def _of_one_order(self) -> list[tuple[str, str, str]]:
        from referee.script.help import command_help

        return [(word, means, "text") for word, means in command_help(_table(self.view), self.about)]

    def _of_everything(self) -> list[tuple[str, str, str]]:
        view = self.view
        rows = [("", RULE, "text"), ("", "", "text"), ("", "Keys at the table", "title")]
        actions = table_actions(view.rules)
        offered = for_reading(actions) if view.read_only else actions
        rows += [(keys_of(command), command.help, "text") for command in offered if command.help]
        digits = "Chooses the figure in that row, f and its number any; a click does so too, two open its sheet."
        rows.append(("1 to 9", digits, "text"))
        return rows if view.read_only else [*rows, *self._what_can_be_done()]

    def _what_can_be_done(self) -> list[tuple[str, str, str]]:
        from referee.script.help import every_command

        view = self.view
        rows = [("", "", "text"), ("", f"Actions of {view.rules.title}", "title")]
        rows += [(key, f"{verb.label}: {verb.hint}", "text") for key, verb in view.hotkeys.items()]
        rows += [("", "", "text"), ("", "Orders, after : (`help attack` tells more of one)", "title")]
        return rows + [(word, means, "text") for word, means in every_command(_table(view))]

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
