"""Messages: what panes tell the screen they are on. Panes never act themselves."""

from typing import Any

from textual import events
from textual.message import Message

from referee.ui.input.key_actions import KeyAction, pressed


class Clicked(Message):
    """The base of messages about a mouse click."""


class FigureClicked(Clicked):
    """A figure was clicked; `again` when it was twice in a row."""

    def __init__(self, tag: str, again: bool) -> None:
        super().__init__()
        self.tag = tag
        self.again = again


class FamilyClicked(Clicked):
    """A row was clicked in which several figures are folded; `tag` is one of them."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self.tag = tag


class PlaceClicked(Clicked):
    """A row of the initiative was clicked: the place of that number, or a heading."""

    def __init__(self, number: int, again: bool) -> None:
        super().__init__()
        self.number = number
        self.again = again


class VerbClicked(Clicked):
    """A line of the actions was clicked."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word
        """The verb's name, or a command of the screen after a colon."""


class OfferClicked(Clicked):
    """Something that may be answered was clicked."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word


class LineClicked(Clicked):
    """A line of a list or of the log was clicked."""

    def __init__(self, index: int, again: bool) -> None:
        super().__init__()
        self.index = index
        self.again = again


class SpaceClicked(Clicked):
    """A space of the map was clicked."""

    def __init__(self, column: int, row: int, again: bool) -> None:
        super().__init__()
        self.space = (column, row)
        self.again = again


class HintClicked(Clicked):
    """A key in the hint line was clicked: it is as if it had been pressed."""

    def __init__(self, shown: str) -> None:
        super().__init__()
        key = pressed(shown)
        self.stroke = events.Key(key, key if len(key) == 1 else None)


class Left(Message):
    """The referee goes back to the shelf."""


class Opened(Message):
    """An encounter is to be played: an old one, or a new one of a system, with its sample or empty."""

    def __init__(
        self,
        name: str,
        system: str = "",
        sample: bool = False,
        read_only: bool = False,
        take_over: bool = False,
        guided: bool = False,
        told: str = "",
        campaign: tuple[str, str] | None = None,
    ) -> None:
        super().__init__()
        self.name = name
        """Of an old one that of its folder."""
        self.guided = guided
        """Hints lead through it."""
        self.system = system
        """Empty for one that is there already."""
        self.sample = sample
        self.read_only = read_only
        self.take_over = take_over
        """It is taken from the program that has it open now."""
        self.told = told
        """What was done to begin it."""
        self.campaign = campaign
        """The game and the name of the campaign from whose page it is opened: one goes back to that."""


class TakeOverWanted(Message):
    """The encounter that is open for reading is to be played on from here."""


class TakenOver(Message):
    """Another program has the encounter by now that is open for play here."""

    def __init__(self, told: str) -> None:
        super().__init__()
        self.told = told


class TopicsWanted(Message):
    """The topics of the help are to be listed."""


class PageKeysWanted(Message):
    """The keys of a page are to be shown."""

    def __init__(self, heading: str, commands: tuple[KeyAction[Any], ...]) -> None:
        super().__init__()
        self.heading = heading
        self.commands = commands
