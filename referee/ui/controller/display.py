"""Display: what the controller asks of whatever shows the table, and the keys that are shown with it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol

from referee.engine.verb import Verb

PageKind = Literal[
    "sheet", "group", "history", "rules", "map", "help", "settings", "keys", "palette", "library", "player"
]


class PageRequest(NamedTuple):
    """A page is to be opened: of what kind, and for which figure, group or clause."""

    kind: PageKind
    subject: str = ""


class Display(Protocol):
    """What shows the table."""

    def show(self) -> None:
        """The table has changed."""

    def show_line(self) -> None:
        """The question line has changed."""

    def fit(self) -> None:
        """Another pane has the arrow keys."""

    def acted(self) -> None:
        """Something was done and is on its way to the disk."""

    def open_page(self, request: PageRequest) -> None:
        """Opens a page above the table."""

    def copy(self, text: str) -> None:
        """Puts a text on the clipboard of whoever sits at the terminal."""

    def leave(self) -> None:
        """Goes back to the shelf."""


class MenuKey(NamedTuple):
    """A key of every table that the actions pane lists."""

    key: str
    label: str
    barred: Callable[[Any], str]
    """Given the controller, why it cannot be done now; empty if it can."""


class TableKeys(NamedTuple):
    """The keys of the table, as they are shown: those of the system's verbs, and those that every table has."""

    hotkeys: Mapping[str, Verb] = MappingProxyType({})
    always: tuple[MenuKey, ...] = ()
    """The first is `next`."""
    fold_key: str = ""
    """It shows the actions that cannot be done now, or folds them into one line."""
