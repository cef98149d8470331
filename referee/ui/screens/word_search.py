"""Pages that show only the lines in which certain words occur, and the keys for that."""

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

    @key("/", "f", hint="search", help="Shows only the lines in which all the typed words occur.")
    def ask_words(self) -> None:
        self.ask("Words that are to occur; Enter keeps them", self.search, self.words, "SEARCH", live=True)

    @key("a", hint="all", help="Shows all lines again.")
    def show_all(self) -> None:
        self.search("")
