"""The pages of text: the help on keys and orders, the clauses of the rules, each searched by words."""

from typing import Any

from referee.engine.contract.ruleset import Clause, Ruleset
from referee.engine.verbs.verb import Situation
from referee.text import has_words
from referee.ui.controller.view import View
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.key_actions import KeyAction, for_reading, key, shown
from referee.ui.input.own_keys import table_actions
from referee.ui.screens.page import Page


class SearchedPage(Page):
    """A page whose lines are searched."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        """Words that are in all lines that are shown."""

    def search(self, words: str) -> None:
        """Shows only the lines in which these words occur."""
        raise TypeError("a page says itself how it is searched")

    @key("/", "f", hint="search", help="Search: show only lines with all the words you type.")
    def ask_words(self) -> None:
        self.ask("Type words to search for · Enter OK", self.search, self.words, "SEARCH", live=True)

    @key("a", hint="all", help="Show all lines again.")
    def show_all(self) -> None:
        self.search("")


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
        from referee.script.help import command_help
        from referee.script.topics import topic_named

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
        from referee.script.help import every_command

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


_SOURCES = {"stated": "", "fact": "known fact", "house": "house rule"}


class Rules(SearchedPage):
    """The clauses of a system."""

    def __init__(self, rules: Ruleset, clause: str = "") -> None:
        super().__init__()
        self.rules = rules
        self.wish = clause
        """The clause that is looked for."""
        self.found: tuple[Clause, ...] = ()

    def fill(self) -> None:
        self.search("")
        place = next((n for n, clause in enumerate(self.found) if clause.id == self.wish), 0)
        self.listing.show(self._rows(), self.item, place)

    def search(self, words: str) -> None:
        """Only the clauses in which these words occur."""
        self.words, everything = words, self.rules.clauses()
        self.found = tuple(clause for clause in everything if has_words(f"{clause.id} {clause.text}", words.split()))
        self.heading = f"Rules · {self.rules.title} · {len(self.found)} of {len(everything)} clauses"
        self.listing.show(self._rows(), self.item, 0)

    def _rows(self) -> int:
        """The clauses found, and behind all of them the licence, if there is one."""
        return len(self.found) + bool(self.rules.licence and not self.words)

    def item(self, n: int, width: int) -> list[Line]:
        """One clause: its number, its text, and where it is from; or the licence."""
        if n == len(self.found):
            return [line(), *(line((row, "dim")) for row in wrapped(self.rules.licence, max(20, width - 2)))]
        clause = self.found[n]
        source = _SOURCES.get(clause.source, clause.source)
        rows = wrapped(clause.text + (f" ({source})" if source else ""), max(20, width - 12))
        first = line((f" {clause.id:9} ", "clause"), (rows[0], "text"))
        return [first, *(line((" " * 11, "clause"), (row, "text")) for row in rows[1:])]
