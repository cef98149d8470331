"""The keys of the library page."""

from typing import Any, Protocol

from referee.store.library_record import PLANS, LibraryTable, Record
from referee.ui.input.key_actions import KeyAction
from referee.ui.screens.list_keys import Back, Listed


class LibraryPage(Listed, Protocol):
    """The library page, as far as its keys need it."""

    kind: LibraryTable[Any]

    @property
    def record(self) -> Record | None:
        """The chosen one."""

    def take(self, more: str = "") -> None:
        """Brings the chosen one to the table."""

    def open_record(self) -> None:
        """Shows all there is of the chosen one, or hides it."""

    def search(self) -> None:
        """What is typed is searched for."""

    def next_kind(self, by: int) -> None:
        """The next table of the library."""

    def make(self) -> None:
        """A new one."""

    def edit(self) -> None:
        """Changes the words of the chosen one."""

    def copy(self) -> None:
        """A second one like the chosen one."""

    def discard(self) -> None:
        """Takes the chosen one out."""

    def restore(self) -> None:
        """Fetches back what was removed last."""


class OfRecord(KeyAction[LibraryPage]):
    def barred(self, screen: LibraryPage) -> str:
        return "" if screen.record is not None else "Nothing is chosen."


class Take(OfRecord):
    keys = ("enter",)
    label = "take"
    help = (
        "At a table: brings the chosen figure or party to it, lays the condition on whoever is chosen there. "
        "On the shelf: begins an encounter from the chosen plan, and shows all there is of the others."
    )
    hinted = True

    def run(self, screen: LibraryPage) -> None:
        screen.take()


class Show(OfRecord):
    keys = ("d", "f3")
    label = "all of it"
    help = "Shows all there is of the chosen one, or hides it."
    hinted = True

    def run(self, screen: LibraryPage) -> None:
        screen.open_record()


class Search(KeyAction[LibraryPage]):
    keys = ("/",)
    label = "search"
    help = "Searches as one types; x3 or hp=9 behind the words is said of what Enter brings. Esc: keys are commands."
    hinted = True

    def run(self, screen: LibraryPage) -> None:
        screen.search()


class NextKind(KeyAction[LibraryPage]):
    keys = ("tab",)
    label = "parties …"
    help = "Figures, parties, conditions, plans, one after the other."
    hinted = True

    def run(self, screen: LibraryPage) -> None:
        screen.next_kind(1)


class KindBefore(KeyAction[LibraryPage]):
    keys = ("shift+tab",)
    help = "The list before."

    def run(self, screen: LibraryPage) -> None:
        screen.next_kind(-1)


class New(KeyAction[LibraryPage]):
    keys = ("n",)
    label = "new"
    help = "A new one: its name, then its words: goblin hp=21; of a party ; stands between."
    hinted = True

    def barred(self, screen: LibraryPage) -> str:
        return _not_plans(screen)

    def run(self, screen: LibraryPage) -> None:
        screen.make()


class Edit(OfRecord):
    keys = ("e",)
    label = "edit"
    help = "Changes the words of the chosen one."
    hinted = True

    def barred(self, screen: LibraryPage) -> str:
        return super().barred(screen) or _not_plans(screen)

    def run(self, screen: LibraryPage) -> None:
        screen.edit()


class Copy(OfRecord):
    keys = ("c",)
    label = "copy"
    help = "A second one like the chosen one, under another name."
    hinted = True

    def run(self, screen: LibraryPage) -> None:
        screen.copy()


class Remove(OfRecord):
    keys = ("x", "delete")
    label = "remove"
    help = "Takes the chosen one out of the library; z fetches it back."
    hinted = True

    def run(self, screen: LibraryPage) -> None:
        screen.discard()


class Restore(KeyAction[LibraryPage]):
    keys = ("z", "u", "ctrl+z")
    label = "fetch back"
    help = "Fetches back what was removed last."

    def run(self, screen: LibraryPage) -> None:
        screen.restore()


def _not_plans(screen: LibraryPage) -> str:
    return "A plan is a file of orders, and is written there." if screen.kind is PLANS else ""


COMMANDS = (Take(), Search(), NextKind(), KindBefore(), New(), Edit(), Copy(), Remove(), Restore(), Show(), Back())
