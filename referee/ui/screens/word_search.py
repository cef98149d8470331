"""Pages that show only the lines in which certain words occur, and the keys for that."""

from referee.ui.input.key_actions import KeyAction
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

    def show_all(self) -> None:
        """Shows all lines again."""
        self.search("")


class SearchWords(KeyAction[SearchedPage]):
    keys = ("/", "f")
    label = "search"
    help = "Shows only the lines in which all the typed words occur."
    hinted = True

    def run(self, screen: SearchedPage) -> None:
        screen.ask("Words that are to occur; Enter keeps them", screen.search, screen.words, "SEARCH", live=True)


class ShowAll(KeyAction[SearchedPage]):
    keys = ("a",)
    label = "all"
    help = "Shows all lines again."
    hinted = True

    def run(self, screen: SearchedPage) -> None:
        screen.show_all()
