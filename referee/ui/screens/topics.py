"""Topics page: the list of help topics, searched by words."""

from referee.dialogue.help import values_named
from referee.dialogue.topics import is_command, text_of, titles, topic_named
from referee.text.search import has_words
from referee.ui.controller.view import View
from referee.ui.drawing.text_line import Line
from referee.ui.input.key_actions import key
from referee.ui.screens.page import Page
from referee.ui.screens.searched_page import SearchedPage, explained
from referee.ui.screens.table_help import Help
from referee.ui.screens.topic_page import TopicPage

_NAMES = 14
"""Cells for the name of a topic."""
_THIS_TABLE = "this table"


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
