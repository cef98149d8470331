"""Library editing: the base of a page on which the entries of the library are changed."""

from collections.abc import Callable
from typing import Any

from referee.engine.problem import Problem
from referee.engine.verbs.ledger import System
from referee.games import load
from referee.library.own_library import OwnLibrary
from referee.library.records import copy_of, is_of_game, record_from
from referee.store.library import Library
from referee.store.library_record import KeptCondition, KeptFigure, KeptParty, KeptPlan, Record
from referee.store.library_tables import FIGURES, PARTIES, PLANS, LibraryTable
from referee.ui.controller.controller import Controller
from referee.ui.input.key_actions import key
from referee.ui.screens.split_page import SplitPage


def words_to_edit(record: Record) -> str:
    """The words of a record, as they are typed to change it."""
    match record:
        case KeptFigure():
            return record.words
        case KeptParty():
            return "; ".join(member.words for member in record.members)
        case KeptCondition():
            return (
                f"{record.usual}: {' '.join(record.text.split())}".lstrip(": ") if record.usual else f": {record.text}"
            )
        case KeptPlan():
            return record.text
        case _:
            return ""


class LibraryEditing(SplitPage):
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
            lambda: self.library.add(self.kind, [record_from(self.kind, rules, name, text, kept=self._kept(system))]),
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
        rules, kept = self._rules(record.system), self._kept(record.system)
        self.change(
            lambda: self.library.change(
                self.kind, record, lambda was: record_from(self.kind, rules, was.name, text, was, kept)
            ),
            f"Changed {record.name}.",
        )

    def _words(self) -> str:
        """What is typed for one of these."""
        told = {FIGURES.name: "type its kind and values", PARTIES.name: "type each as after add, with ; between"}
        return told.get(self.kind.name, "type how long, then : and what it does")

    def _kept(self, system: str) -> OwnLibrary:
        """What the words of an entry may name besides what comes with its game."""
        return OwnLibrary(self.library.folder, system)

    def _rules(self, system: str) -> System:
        return self.table.session.rules if self.table else load(system)

    @key(
        "t",
        label="tags",
        help="Give the chosen entry tags: words by which it is found, also as #boss.",
        bar=not_removed,
    )
    def tag(self) -> None:
        if (record := self.record) is not None:
            had = " ".join(record.tags)
            self.ask(f"Tags for {record.name}?", lambda text: self._tagged(record, text), had)

    def _tagged(self, record: Record, text: str) -> None:
        self.change(
            lambda: self.library.change(self.kind, record, lambda was: was.tagged(text)), f"Tagged {record.name}."
        )

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
