"""Moves: the keys that every page has, through its list, to its help and back."""

from typing import Any, Protocol

from referee.ui.input.key_actions import KeyAction
from referee.ui.panes.listing import Listing


class Listed(Protocol):
    """A page with a list, as far as these keys need it."""

    @property
    def listing(self) -> Listing:
        """The list."""

    def leave(self) -> None:
        """Back to the screen below."""

    def show_keys(self) -> None:
        """The keys of this page, on a page of their own."""

    def show_palette(self) -> None:
        """What can be done on this page, over it."""


class Up(KeyAction[Listed]):
    keys = ("up",)
    help = "The line above."

    def run(self, screen: Listed) -> None:
        screen.listing.move(-1)


class Down(KeyAction[Listed]):
    keys = ("down",)
    help = "The line below."

    def run(self, screen: Listed) -> None:
        screen.listing.move(1)


class PageUp(KeyAction[Listed]):
    keys = ("pageup",)
    help = "A page up."

    def run(self, screen: Listed) -> None:
        screen.listing.turn_back()


class PageDown(KeyAction[Listed]):
    keys = ("pagedown",)
    help = "A page down."

    def run(self, screen: Listed) -> None:
        screen.listing.turn_on()


class First(KeyAction[Listed]):
    keys = ("home",)
    help = "The first line."

    def run(self, screen: Listed) -> None:
        screen.listing.move(-screen.listing.count)


class Last(KeyAction[Listed]):
    keys = ("end",)
    help = "The last line."

    def run(self, screen: Listed) -> None:
        screen.listing.move(screen.listing.count)


class Back(KeyAction[Listed]):
    keys: tuple[str, ...] = ("escape", "q", "ctrl+c")
    label = "back"
    help = "Back to where you came from."
    hinted = True

    def run(self, screen: Listed) -> None:
        screen.leave()


class Keys(KeyAction[Listed]):
    keys = ("?", "f1")
    label = "help"
    help = "The keys of this page."
    hinted = True

    def run(self, screen: Listed) -> None:
        screen.show_keys()


class FindAction(KeyAction[Listed]):
    keys = ("ctrl+p",)
    help = "Finds anything that can be done here by some letters of its name; Enter does it."

    def run(self, screen: Listed) -> None:
        screen.show_palette()


MOVES: tuple[KeyAction[Any], ...] = (Up(), Down(), PageUp(), PageDown(), First(), Last(), FindAction(), Keys())
