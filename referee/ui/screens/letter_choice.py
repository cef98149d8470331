"""Letter choice: a page that asks for one of several names by its letter."""

from collections.abc import Callable, Sequence

from referee.games import offered
from referee.ui.drawing.text_line import Line, cut, line
from referee.ui.input.key_actions import key
from referee.ui.screens.page import Page

_LETTERS = "abcdefghijklm"
"""The keys of the first campaigns."""


class LetterChoice(Page):
    """One of several names, by its letter."""

    told = "Press a letter."

    def __init__(self, heading: str, there: Sequence[str], then: Callable[[str], None]) -> None:
        """there: the names; then: is given the chosen one."""
        super().__init__()
        self.heading = heading
        self.there, self.then = there, then

    def fill(self) -> None:
        self.note = self.told
        self.listing.show(len(self.there), self.item, 0)

    def item(self, n: int, width: int) -> list[Line]:
        """A name, with its letter."""
        return [line((f"  {_LETTERS[n : n + 1] or ' '}  ", "key"), (cut(self.there[n], width - 6), "text"))]

    def _chosen(self, name: str) -> None:
        self.leave()
        self.then(name)

    @key("enter", hint="choose", help="Take the chosen one.")
    def choose(self) -> None:
        self._chosen(self.there[self.listing.at])

    def press(self, word: str) -> None:
        place = _LETTERS.find(word) if len(word) == 1 else -1
        if 0 <= place < len(self.there):
            self._chosen(self.there[place])
        else:
            super().press(word)


def game_choice(first: str, then: Callable[[str], None]) -> LetterChoice:
    """Which game a new campaign is of; first: the game that is proposed; then: is given the word of the chosen one."""
    words = {title: word for word, title in sorted(offered(), key=lambda game: first not in game)}
    return LetterChoice("Which game is the new campaign of?", [*words], lambda title: then(words[title]))


class CampaignChoice(LetterChoice):
    """Which campaign an encounter is put into: one that there is, or a new one, for which an empty name is given."""

    told = "Press a letter, or n for a new campaign."

    @key("enter", hint="put in", help="Put the encounter into the chosen campaign.")
    def choose(self) -> None:
        super().choose()

    @key("n", hint="new", help="Make a new campaign, and put the encounter into it.")
    def make(self) -> None:
        self._chosen("")
