"""Pages of text, searched by words: topics of the help, keys and orders of the table, clauses of the rules."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from textual import events

from referee.dialogue.help import command_help, every_command, values_named
from referee.dialogue.topics import Lists, Part, carried, is_command, lists_of, parts, text_of, titles, topic_named
from referee.engine.contract.clause import Clause
from referee.engine.contract.ruleset import Ruleset
from referee.engine.verbs.offered import system_verbs
from referee.engine.verbs.verb import SharedKey, Situation
from referee.games import load
from referee.imports.format_list import FORMATS
from referee.rules import registry
from referee.text.search import has_words
from referee.ui.controller.view import View
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.drawing.theme import theme, theme_names
from referee.ui.input.key_actions import KeyAction, for_reading, key, shown
from referee.ui.input.own_keys import own_keys, table_actions
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


_NAMES = 14
"""Cells for the name of a topic."""
_THIS_TABLE = "this table"
_PAGE_KEYS = 18
_WIDEST, _EDGES = 100, 6
"""A topic is drawn in that many cells at most; what the edges of the page take is not among them."""


def help_page(view: View, word: str) -> Page:
    """The topics; or the page about a command, or a topic."""
    name = topic_named(word)
    if name and not is_command(view.rules, word):
        return TopicPage(name, view)
    if word and (is_command(view.rules, word) or values_named(view.rules, word)):
        return Help(view, word)
    return Topics(view, word)


class Topics(SearchedPage):
    """The topics, each with its title; at a table its own keys and commands come first."""

    def __init__(self, view: View | None, words: str = "") -> None:
        super().__init__()
        self.view, self.words = view, words
        rows = titles()
        if view is not None:
            rows.insert(0, (_THIS_TABLE, f"keys, actions and commands of {view.rules.title}"))
        self.rows = self.found = rows

    def fill(self) -> None:
        self.search(self.words)

    def search(self, words: str) -> None:
        """Only the topics in which these words occur."""
        self.words = words
        self.found = [row for row in self.rows if not words or has_words(self._text(row[0]), words.split())]
        self.heading = "Help" + (f" · {len(self.found)} of {len(self.rows)} topics with: {words}" if words else "")
        self.listing.show(len(self.found), self.item, 0, ("No topic has those words.", ()))

    def _text(self, name: str) -> str:
        if name == _THIS_TABLE and self.view is not None:
            return " ".join(f"{word} {means}" for word, means, _ in Help(self.view).everything())
        return text_of(name)

    def item(self, n: int, width: int) -> list[Line]:
        """A topic and its title."""
        return explained(*self.found[n], _NAMES, width)

    @key("enter", "e", hint="read", help="Read the topic.")
    def read(self) -> None:
        if not self.found:
            return
        name = self.found[self.listing.at][0]
        if name == _THIS_TABLE and self.view is not None:
            _ = self.app.push_screen(Help(self.view, words=self.words))
        else:
            _ = self.app.push_screen(TopicPage(name, self.view, self.words))


class TopicPage(Page):
    """The page of one topic of the help."""

    def __init__(self, name: str, view: View | None, words: str = "") -> None:
        super().__init__()
        self.parts = [*parts(name, page_lists(self.app, view))]
        self.words = words
        """What was searched for."""
        self.heading = f"Help · {name}"
        self._lines: list[Line] = []

    def fill(self) -> None:
        from referee.ui.drawing.markdown import lines  # late: Rich's Markdown is read when a topic is

        self._lines = lines(self.parts, min(self.app.size.width, _WIDEST) - _EDGES)
        self.search(self.words)

    def on_resize(self, event: events.Resize) -> None:
        self.fill()
        super().on_resize(event)

    @key("/", "f", hint="search", help="Search: go to the first line with the words you type.")
    def ask_words(self) -> None:
        self.ask("Type words to search for · Enter OK", self.search, self.words, "SEARCH", live=True)

    def search(self, words: str) -> None:
        """Goes to the first line with these words."""
        self.words = words
        self.listing.show(len(self._lines), self.item, self._found(0) or 0)

    @key("n", hint="next", help="Go to the next line with those words.")
    def search_on(self) -> None:
        if (found := self._found(self.listing.at + 1)) is None:
            self.say("No more lines with those words." if self.words else "Type / and the words to search for.")
        else:
            self.listing.move(found - self.listing.at)

    def _found(self, start: int) -> int | None:
        """The first line from there on with the words, which may go on in the line below it; None if there is none."""
        texts = ["".join(text for text, _ in line.words) for line in (*self._lines, Line())]
        pairs = ((n, f"{texts[n]} {texts[n + 1]}") for n in range(start, len(self._lines)))
        return next((n for n, text in pairs if self.words and has_words(text, self.words.split())), None)

    def item(self, n: int, width: int) -> list[Line]:
        """One line."""
        return [self._lines[n]]


class PageHelp(Page):
    """What the keys of the page below do."""

    def __init__(self, about: str, below: Sequence[KeyAction[Any]]) -> None:
        super().__init__()
        self.heading = f"Keys · {about}"
        self.rows = [(keys_of(command), command.help) for command in below]

    def fill(self) -> None:
        self.listing.show(len(self.rows), self.item)

    def item(self, n: int, width: int) -> list[Line]:
        """One key, and what it does."""
        return explained(*self.rows[n], _PAGE_KEYS, width)

    @key("?", "f1", hint="topics", help="List the topics of the help.")
    def show_keys(self) -> None:
        _ = self.app.push_screen(Topics(None))


def page_lists(app: object, view: View | None) -> Lists:
    """The lists that can be made on the screen: of the game that is played, or of what all games have."""
    of_shell: Callable[[], Lists] = getattr(app, "topic_lists", dict)
    return {**screen_lists(), **of_shell(), **lists_of(view.rules if view is not None else load("plain"))}


def screen_lists() -> Lists:
    """The lists of keys, each as what declares them is called, and of the themes."""
    return {
        "the keys at the table": lambda: _rows(own_keys().actions),
        "the keys on every page": lambda: _rows(Page.keyed.values()),
        "the letters that games share": _shared_letters,
        "what is printed as JSON": _json,
        "what each game carries over": lambda: [(each, carried(load(each))) for each in registry.names()],
        "the formats": lambda: [(each.name, each.holds) for each in FORMATS],
        "the themes": lambda: [(name, theme(name).about) for name in theme_names()],
        **{f"the keys of {name}": partial(_page_keys, *found) for name, found in _PAGES.items()},
    }


def _json() -> Iterable[Part]:
    from referee.dialogue.json_help import json_help

    introduction, more, *blocks = json_help().split("\n\n")
    return (introduction, more, *(f"```\n{block}\n```" for block in blocks))


def _shared_letters() -> Iterator[Part]:
    """The letters that mean the same sort of action in all games, with what the games call it."""
    games = [system_verbs(load(name)) for name in registry.names()]
    for letter in SharedKey:
        called = dict.fromkeys(verb.label for verbs in games for verb in verbs if verb.hotkey == letter)
        yield letter.value, ", ".join(sorted(called))


_PAGES = {
    "the shelf": ("shelf", "Shelf"),
    "a new encounter": ("new_encounter", "NewEncounter"),
    "a campaign": ("campaign", "CampaignPage"),
    "the library": ("library", "LibraryPage"),
    "the map": ("board", "BoardPage"),
    "the sheet": ("figure", "FigureSheet"),
    "the history": ("history", "History"),
    "a correction": ("correction", "Correction"),
    "the settings": ("choices", "Settings"),
    "the rules": ("topics", "Rules"),
    "the topics": ("topics", "Topics"),
}
"""Each page with its module and its class, which is imported when its keys are listed."""


def _page_keys(module: str, name: str) -> list[Part]:
    """The keys of a page that not every page has."""
    page: type[Page] = getattr(import_module(f"referee.ui.screens.{module}"), name)
    return _rows(action for method, action in page.keyed.items() if action != Page.keyed.get(method))


def _rows(actions: Iterable[KeyAction[Any]]) -> list[Part]:
    return [(keys_of(action), action.help) for action in actions if action.help]
