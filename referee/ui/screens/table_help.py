"""Table help: what can be pressed or typed at a table."""

from referee.dialogue.help import command_help, every_command
from referee.dialogue.topics import topic_named
from referee.engine.verbs.verb import Situation
from referee.text.search import has_words
from referee.ui.controller.view import View
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.key_actions import for_reading, keys_of
from referee.ui.input.own_keys import table_actions
from referee.ui.screens.searched_page import SearchedPage, explained

RULE = (
    "The word at the bottom left says what keys do. KEYS: each key is a command. ANSWER: small letters choose at once; "
    "digits, capitals and + * are dice or numbers, then Enter; Space takes the proposal; / types a name. CONDITION and "
    "DURATION: a letter chooses; / types words. COMMAND: type a command, then Enter. Esc cancels what you have typed. "
    "Keys such as F1 or Ctrl+Z are commands everywhere."
)
_KEYS = 20


class Help(SearchedPage):
    """What all the keys do, and what can be typed; or what one order is for."""

    def __init__(self, view: View, about: str = "", words: str = "") -> None:
        super().__init__()
        self.words = words
        self.view = view
        self.about = about
        """The order that is explained; empty: everything is."""
        self.rows: list[tuple[str, str, str]] = []

    def fill(self) -> None:
        self.search(self.words)

    def search(self, words: str) -> None:
        """Only the lines in which these words occur."""
        self.words, wanted = words, words.split()
        rows = self._of_one_order() if self.about else self.everything()
        found = [row for row in rows if has_words(f"{row[0]} {row[1]}", wanted)]
        self.rows = [row for row in found if not wanted or row[0]] or [("", "No line has those words.", "dim")]
        about = f"{self.about} · " if self.about else ""
        self.heading = f"Help · {about}{self.view.rules.title}" + (f" · {len(found)} of {len(rows)}" if wanted else "")
        self.listing.show(len(self.rows), self.item, 0)

    def show_all(self) -> None:
        """All lines again, also where the help on one order was asked for."""
        self.about = ""
        self.search("")

    def _of_one_order(self) -> list[tuple[str, str, str]]:
        rows = [(word, means, "text") for word, means in command_help(_table(self.view), self.about)]
        more = f"The topic {self.about} tells more: F9 lists the topics."
        return [*rows, ("", more, "dim")] if topic_named(self.about) else rows

    def everything(self) -> list[tuple[str, str, str]]:
        """Each key and command with what it does and the style it is drawn in; headings have no key."""
        view = self.view
        rows = [("", RULE, "text"), ("", "", "text"), ("", "Keys at the table", "title")]
        actions = table_actions(view.rules)
        offered = for_reading(actions) if view.read_only else actions
        rows += [(keys_of(command), command.help, "text") for command in offered if command.help]
        digits = (
            "Choose the figure in that row; f and a number for any. Click to choose it, click twice to open its sheet."
        )
        rows.append(("1 to 9", digits, "text"))
        return rows if view.read_only else [*rows, *self._what_can_be_done()]

    def _what_can_be_done(self) -> list[tuple[str, str, str]]:
        view = self.view
        rows = [("", "", "text"), ("", f"Actions of {view.rules.title}", "title")]
        rows += [(key, f"{verb.label}: {verb.hint}", "text") for key, verb in view.hotkeys.items()]
        rows += [("", "", "text"), ("", "Commands, after : (`help attack` explains one)", "title")]
        return rows + [(word, means, "text") for word, means in every_command(_table(view))]

    def item(self, n: int, width: int) -> list[Line]:
        """One key, or one order, and what it does."""
        key, text, style = self.rows[n]
        if not key:
            return [line((f" {row}", style)) for row in wrapped(text, width - 2)]
        return explained(key, text, _KEYS if len(key) <= _KEYS else len(key) + 1, width, style)


def _table(view: View) -> Situation:
    return Situation(view.rules, view.encounter)
