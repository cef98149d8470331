"""What changes the library on its page: making, editing, copying, removing and restoring an entry."""

from collections.abc import Callable
from typing import Any

from referee.engine.problem import Problem
from referee.engine.verbs.ledger import System
from referee.script.library_records import copy_of, is_of_game, record_from
from referee.script.systems import load
from referee.store.library import Library
from referee.store.library_record import FIGURES, PARTIES, PLANS, LibraryTable, Record
from referee.ui.controller.controller import Controller
from referee.ui.input.key_actions import key
from referee.ui.screens.library_layout import words_to_edit
from referee.ui.screens.page import Page


class LibraryEditing(Page):
    """A page on which the chosen entry of one table of the library can be changed."""

    library: Library
    table: Controller | None
    """The encounter that the page belongs to; None on the shelf."""
    system: str
    """The game of that encounter; empty on the shelf."""
    kind: LibraryTable[Any]
    opened: bool

    @property
    def record(self) -> Record | None:
        """The chosen entry."""
        raise TypeError("a page says itself what is chosen")

    def change(self, do: Callable[[], object], said: str) -> bool:
        """Changes the library; a problem is told."""
        try:
            do()
        except (Problem, ValueError) as problem:
            self.say(problem if isinstance(problem, Problem) else "That is too long.", is_error=True)
            return False
        self.opened = False
        self.fill()
        self.say(" ".join(self.library.doubts) or said)
        return True

    def nothing_chosen(self) -> str:
        """Why nothing can be done with the chosen one; empty if there is one."""
        return "" if self.record is not None else "Choose a line first."

    def only_in_files(self) -> str:
        """Why plans cannot be written here; empty for what can."""
        return "Plans cannot be made here. Write one in a text editor." if self.kind is PLANS else ""

    def cannot_make(self) -> str:
        """Why a new one cannot be written here; empty if it can."""
        if why := self.only_in_files():
            return why
        known = self.system or self.record is not None
        return "" if known else "Open an encounter first; n there makes one for its game."

    @key(
        "n",
        hint="new",
        help="Make a new one: type its name, then its kind and values, such as goblin hp=21; for "
        "a party, put ; between figures.",
        bar=cannot_make,
    )
    def make(self) -> None:
        system = self.system or (self.record.system if self.record else "")

        def named(name: str) -> None:
            if name.strip():
                self.ask(f"{name.strip()}: {self._words()}", lambda text: self._new(system, name.strip(), text))

        self.ask(f"Name of the new {self.kind.one} ({system})?", named)

    def _new(self, system: str, name: str, text: str) -> None:
        rules = self._rules(system)
        self.change(
            lambda: self.library.add(self.kind, [record_from(self.kind, rules, name, text)]),
            f"{name} is in the library now.",
        )

    def not_edited(self) -> str:
        """Why the words of the chosen one cannot be changed; empty if they can."""
        return self.not_removed() or self.only_in_files()

    def not_removed(self) -> str:
        """Why the chosen one cannot be taken out of the library; empty if it can."""
        of_game = self.record is not None and is_of_game(self.record)
        return "That is a kind of the game. c makes your own copy of it." if of_game else self.nothing_chosen()

    @key("e", hint="edit", help="Change the kind and values of the chosen entry.", bar=not_edited)
    def edit(self) -> None:
        if (record := self.record) is not None:
            self.ask(f"{record.name}: {self._words()}", lambda text: self._edited(record, text), words_to_edit(record))

    def _edited(self, record: Record, text: str) -> None:
        rules = self._rules(record.system)
        self.change(
            lambda: self.library.replace(self.kind, record, record_from(self.kind, rules, record.name, text, record)),
            f"Changed {record.name}.",
        )

    def _words(self) -> str:
        """What is typed for one of these."""
        told = {FIGURES.name: "type its kind and values", PARTIES.name: "type each as after add, with ; between"}
        return told.get(self.kind.name, "type how long, then : and what it does")

    def _rules(self, system: str) -> System:
        return self.table.session.rules if self.table else load(system)

    @key("c", hint="copy", help="Copy the chosen entry under another name.", bar=nothing_chosen)
    def copy(self) -> None:
        if (record := self.record) is not None:
            self.ask(f"Name of the copy of {record.name}?", lambda name: self._copied(record, name), record.name)

    def _copied(self, record: Record, name: str) -> None:
        told = f"{name} is a copy of {record.name}."
        self.change(lambda: self.library.add(self.kind, [copy_of(record, self._rules(record.system), name)]), told)

    @key(
        "x",
        "delete",
        hint="remove",
        help="Remove the chosen entry from the library; z restores it.",
        bar=not_removed,
    )
    def discard(self) -> None:
        if (record := self.record) is not None:
            told = f"{record.name} is removed; z restores it."
            self.change(lambda: self.library.remove(self.kind, [record]), told)

    @key("z", "u", "ctrl+z", label="restore", help="Restore what was removed last.")
    def restore(self) -> None:
        """Fetches back what was removed last of the kind that is shown, whenever that was."""
        back: list[str] = []
        if self.change(lambda: back.append(self.library.restore(self.kind, system=self.system)), ""):
            self.say(" ".join(self.library.doubts) or f"{back[0]} is back.")
