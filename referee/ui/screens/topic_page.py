"""Topic page: the text of one topic of the help."""

from textual import events

from referee.dialogue.topics import parts
from referee.text.search import has_words
from referee.ui.controller.view import View
from referee.ui.drawing.markdown import lines
from referee.ui.drawing.text_line import Line
from referee.ui.input.key_actions import key
from referee.ui.screens.page import Page
from referee.ui.screens.topic_lists import page_lists

_WIDEST, _EDGES = 100, 6
"""A topic is drawn in that many cells at most; what the edges of the page take is not among them."""


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
