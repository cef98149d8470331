"""Searched page: the base of pages whose lines are searched by words."""

from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.key_actions import key
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


def explained(key: str, text: str, room: int, width: int, style: str = "text") -> list[Line]:
    """A key or a sign, and beside it what it means, over as many lines as it takes."""
    rows = wrapped(text, max(20, width - room - 3))
    first = line((f" {key:{room}} ", "key"), (rows[0], style))
    return [first, *(line((" " * (room + 2), style), (row, style)) for row in rows[1:])]
