"""Messages: what panes tell the screen they are on. Panes never act themselves."""

from textual.message import Message


class FigureClicked(Message):
    """A figure was clicked; `again` when it was twice in a row."""

    def __init__(self, tag: str, again: bool) -> None:
        super().__init__()
        self.tag = tag
        self.again = again


class VerbClicked(Message):
    """A line of the actions was clicked."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word
        """The verb's name, or a command of the screen after a colon."""


class OfferClicked(Message):
    """Something that may be answered was clicked."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word


class LineClicked(Message):
    """A line of a list or of the log was clicked."""

    def __init__(self, index: int, again: bool) -> None:
        super().__init__()
        self.index = index
        self.again = again


class SpaceClicked(Message):
    """A space of the map was clicked."""

    def __init__(self, column: int, row: int, again: bool) -> None:
        super().__init__()
        self.space = (column, row)
        self.again = again


class HintClicked(Message):
    """A key in the hint line was clicked."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


class Left(Message):
    """The referee goes back to the shelf."""


class Opened(Message):
    """An encounter is to be played: an old one, or a new one of a system, with its sample or empty."""

    def __init__(self, name: str, system: str = "", sample: bool = False, read_only: bool = False) -> None:
        super().__init__()
        self.name = name
        self.system = system
        """Empty for one that is there already."""
        self.sample = sample
        self.read_only = read_only
