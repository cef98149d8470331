"""Moves: the keys that every page has, through its list, to its help and back."""

from typing import TYPE_CHECKING, Any

from referee.ui.commands import Command

if TYPE_CHECKING:
    from referee.ui.screens.page import Page


class Up(Command["Page"]):
    keys = ("up",)
    help = "The line above."

    def run(self, screen: "Page") -> None:
        screen.listing.move(-1)


class Down(Command["Page"]):
    keys = ("down",)
    help = "The line below."

    def run(self, screen: "Page") -> None:
        screen.listing.move(1)


class PageUp(Command["Page"]):
    keys = ("pageup",)
    help = "A page up."

    def run(self, screen: "Page") -> None:
        screen.listing.turn_back()


class PageDown(Command["Page"]):
    keys = ("pagedown",)
    help = "A page down."

    def run(self, screen: "Page") -> None:
        screen.listing.turn_on()


class First(Command["Page"]):
    keys = ("home",)
    help = "The first line."

    def run(self, screen: "Page") -> None:
        screen.listing.move(-screen.listing.count)


class Last(Command["Page"]):
    keys = ("end",)
    help = "The last line."

    def run(self, screen: "Page") -> None:
        screen.listing.move(screen.listing.count)


class Back(Command["Page"]):
    keys: tuple[str, ...] = ("escape", "q", "ctrl+c")
    label = "back"
    help = "Back to where you came from."
    hinted = True

    def run(self, screen: "Page") -> None:
        screen.leave()


class Keys(Command["Page"]):
    keys = ("?", "f1")
    label = "help"
    help = "The keys of this page."
    hinted = True

    def run(self, screen: "Page") -> None:
        from referee.ui.screens.page_help import PageHelp

        _ = screen.app.push_screen(PageHelp(screen.heading, screen.offered))


MOVES: tuple[Command[Any], ...] = (Up(), Down(), PageUp(), PageDown(), First(), Last(), Keys())
