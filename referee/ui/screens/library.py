"""The library page: own figures, parties, conditions and plans, found as one types."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from referee.engine.problem import Problem
from referee.engine.verbs.ledger import System
from referee.script.library_records import copy_of, game_kinds, in_full, is_of_game, record_from, summary
from referee.script.systems import load
from referee.store.library import Library
from referee.store.library_record import CONDITIONS, FIGURES, PARTIES, PLANS, TABLES, KeptPlan, LibraryTable, Record
from referee.ui.controller.controller import Controller
from referee.ui.drawing.text_line import GLYPHS, Line, cut, fit, line, wrapped
from referee.ui.input.key_actions import key
from referee.ui.screens.library_search import Searchable, parted, words_to_edit
from referee.ui.screens.new_encounter import begun_from_library
from referee.ui.screens.page import Page

if TYPE_CHECKING:
    from pathlib import Path

    from referee.store.saves import Saves

_SEARCH = "Type to search"
_AT_THE_TABLE = "A plan starts a new encounter: go to the shelf (q), press L, then Enter."
_NONE = {
    FIGURES.name: 'at the table, keep g1 "Goblin boss" saves a figure here; n makes a new one',
    PARTIES.name: "at the table, party save heroes saves the heroes here; n makes a new party",
    CONDITIONS.name: "keep condition soaked 3r: lightning hurts twice; n makes one",
    PLANS.name: "prepared and imported encounters appear here",
}


class LibraryPage(Page):
    """One table of the library; Tab turns to the next. At a table of a game it shows that game's, and Enter adds."""

    double_click = "enter"

    def __init__(self, folder: "Path", table: Controller | None = None, saves: "Saves | None" = None) -> None:
        """saves: where plans begin encounters; None at a table."""
        super().__init__()
        self.saves = saves
        self.library = Library(folder)
        self.table = table
        self.system = table.session.rules.name if table else ""
        self.kind: LibraryTable[Any] = FIGURES
        self.words = ""
        """What is searched for."""
        self.found: tuple[Record, ...] = ()
        self.opened = False
        """All there is of the chosen one is shown."""
        self._searchable = Searchable(())

    # ---------------------------------------------------------------- what is shown

    def on_mount(self) -> None:
        self.fill()
        self.search()
        self.show()

    def fill(self) -> None:
        try:
            everything: tuple[Record, ...] = self.library.all(self.kind, self.system)
        except Problem as problem:
            everything = ()
            self.say(str(problem), is_error=True)
        own = len(everything)
        if self.kind is FIGURES and self.table:
            everything += game_kinds(self.table.session.rules)
        if everything != self._searchable.records:
            self._searchable = Searchable(everything)
        self.found = self._searchable.matching(self.words)
        tables = " ".join(f"[{name}]" if name == self.kind.name else name for name in TABLES)
        game = f" {GLYPHS.dot} {self.table.session.rules.title}" if self.table else ""
        found = sum(not is_of_game(record) for record in self.found)
        many = f"{found} of {own}" if self.words.strip() else str(own)
        self.heading = f"Library{game} {GLYPHS.dot} {tables} {GLYPHS.dot} {many}"
        self.note = "" if own else f"No {self.kind.name} yet: {_NONE[self.kind.name]}."
        self.listing.show(len(self.found), self.item)

    @property
    def record(self) -> Record | None:
        """The chosen one."""
        return self.found[self.listing.at] if self.found else None

    def item(self, n: int, width: int) -> list[Line]:
        """One record in a line; the opened one in full."""
        record = self.found[n]
        name = fit(record.name, max(14, min(30, width // 3)))
        game = "" if self.system else f" {fit(record.system, 12)}"
        told = cut(summary(record), width - len(name) - len(game) - 3)
        rows = [line((f" {name} ", "title"), (game, "clause"), (f" {told}", "text"))]
        if self.opened and n == self.listing.at:
            whole = in_full(record, self.table.session.rules if self.table else None)
            rows += [line((f"   {row}", "dim")) for text in whole[1:] for row in wrapped(text, width - 4)]
        return rows

    @property
    def hinted_while_typing(self) -> tuple[tuple[str, str], ...]:
        """The keys that are of use while one searches."""
        enter = () if self.table is None else (("Enter", "add (x3 adds three)"),)
        if self.kind is PLANS:
            enter = () if self.saves is None else (("Enter", "start"),)
        searching = self.wanted is not None and self.wanted.live
        return (*enter, ("Tab", "parties, conditions"), ("Esc", "keys")) if searching else super().hinted_while_typing

    def nothing_chosen(self) -> str:
        """Why nothing can be done with the chosen one; empty if there is one."""
        return "" if self.record is not None else "Choose a line first."

    def only_in_files(self) -> str:
        """Why a new one cannot be written here; empty if it can."""
        return "Plans cannot be made here. Write one in a text editor." if self.kind is PLANS else ""

    # ---------------------------------------------------------------- taking

    @key(
        "enter",
        hint="take",
        help="At a table: add the chosen figure or party, or give the condition to the chosen figures. "
        "On the shelf: start an encounter from the chosen plan, or show the whole entry.",
        bar=nothing_chosen,
    )
    def take(self, more: str = "") -> None:
        """Brings the chosen one to the table, with `more` behind its name; on the shelf shows all there is of it.

        A plan begins an encounter, from the shelf alone.
        """
        record = self.record
        if record is None:
            self.say("Nothing found." if self.words.strip() else "Nothing to add.", is_error=True)
        elif isinstance(record, KeptPlan):
            self._begin(record)
        elif self.table is None:
            self.open_record()
        elif self.kind is CONDITIONS:
            self._afflict(self.table, record)
        else:
            self._bring(self.table, record, more)

    def _begin(self, plan: KeptPlan) -> None:
        if self.saves is None:
            self.say(_AT_THE_TABLE, is_error=True)
            return
        try:
            opened = begun_from_library(self.saves, plan)
        except Problem as problem:
            self.say(str(problem), is_error=True)
        else:
            self.leave()
            self.hand_over(opened)

    def _bring(self, table: Controller, record: Record, more: str) -> None:
        from referee.engine.figures.details import OWN, PARTY

        if self.kind is PARTIES:
            order = f'add {PARTY} "{record.name}"'
        elif is_of_game(record):
            order = f"add {record.words} {more}".rstrip()
        else:
            own = OWN if table.session.rules.template(record.name.lower()) else ""
            order = f'add "{own}{record.name}" {more}'.rstrip()
        before = set(table.session.encounter.figures)
        if table.do_line(order):
            figures = table.session.encounter.figures
            come = [figure.name for tag, figure in figures.items() if tag not in before]
            _ = table.heard()
            self.say(f"Added: {', '.join(come)}.")
        else:
            self.say(*table.heard())

    def _afflict(self, table: Controller, record: Record) -> None:
        try:
            tags = table.cursor.meant().tags
        except Problem as problem:
            self.say(str(problem), is_error=True)
            return
        done = table.do_line(f'condition {",".join(tags)} "{record.name}"')
        said, is_error = table.heard()
        names = ", ".join(map(table.session.encounter.name, tags))
        self.say(f"{names}: {record.name}." if done else said, is_error)

    # ---------------------------------------------------------------- searching

    @key(
        "/",
        hint="search",
        help="Type to search; Enter adds. Put x3 or hp=9 at the end to add it that way. Esc: back to commands.",
    )
    def search(self) -> None:
        self.ask(self.note or _SEARCH, self._searched, self.words, mode="SEARCH", live=True)
        self.field.propose(self.words)

    def _searched(self, text: str) -> None:
        """The records with these words; Enter takes the chosen one."""
        entered = self.wanted is None
        if not entered:
            self.words, self.opened = text, False
            self.fill()
            self.listing.move(-self.listing.count)
            return
        self.take(parted(text)[1])
        if self.takes_keys:
            self.search()

    @key("tab", hint="parties …", help="Go to the next list: figures, parties, conditions, plans.")
    def next_kind(self, by: int = 1) -> None:
        names = list(TABLES)
        self.kind = TABLES[names[(names.index(self.kind.name) + by) % len(names)]]
        self.words, self.opened = "", False
        self.fill()
        self.listing.move(-self.listing.count)
        self.search()

    @key("shift+tab", help="Go to the previous list.")
    def kind_before(self) -> None:
        self.next_kind(-1)

    # ---------------------------------------------------------------- changing

    def change(self, do: Callable[[], object], said: str) -> bool:
        """Changes the library; a problem is told."""
        try:
            do()
        except (Problem, ValueError) as problem:
            self.say(str(problem) if isinstance(problem, Problem) else "That is too long.", is_error=True)
            return False
        self.opened = False
        self.fill()
        self.say(" ".join(self.library.doubts) or said)
        return True

    @key(
        "n",
        hint="new",
        help="Make a new one: type its name, then its words, such as goblin hp=21; for a party, put ; between figures.",
        bar=only_in_files,
    )
    def make(self) -> None:
        system = self.system or (self.record.system if self.record else "")
        if not system:
            self.say("Open an encounter first; n there makes one for its game.", is_error=True)
            return

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

    @key("e", hint="edit", help="Change the words of the chosen entry.", bar=not_edited)
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

    @key("d", "f3", hint="show all", help="Show the whole entry, or hide it.", bar=nothing_chosen)
    def open_record(self) -> None:
        self.opened = not self.opened
        self.listing.redraw()
