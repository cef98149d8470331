"""The library page: what is kept, in columns."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.engine.figures.library import OWN
from referee.engine.figures.party import PARTY
from referee.engine.problem import Problem
from referee.library.columns import ABOUT, NAME, Entries
from referee.library.records import game_kinds, is_kind, is_of_game, not_taken
from referee.library.search import Searchable, read_query, sortable
from referee.store.library import Library
from referee.store.library_record import KeptPlan, Record
from referee.store.library_tables import CONDITIONS, FIGURES, PARTIES, PLANS, TABLES, LibraryTable
from referee.store.saves import Saves
from referee.ui.controller.controller import Controller
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.list_columns import Columns, columns_for
from referee.ui.drawing.text_line import Line
from referee.ui.input.key_actions import key
from referee.ui.screens.empty_library import SEARCHED, empty
from referee.ui.screens.library_edit import LibraryEditing
from referee.ui.screens.library_entry import list_columns, told_in_full
from referee.ui.screens.plan_start import begun_from_library
from referee.ui.screens.split_page import Beside

_SLICE, _PAUSE = 0.008, 0.03
"""Seconds of work on entries that are not in view, and between two such slices."""
_AT_THE_TABLE = "A plan starts a new encounter: go to the shelf (q), press L, then Enter."


class LibraryPage(LibraryEditing):
    """One table of the library; Tab turns to the next. At a table of a game it shows that game's, and Enter adds."""

    double_click = "enter"
    more = "F3 shows all"

    def __init__(self, folder: Path, table: Controller | None = None, saves: Saves | None = None) -> None:
        """saves: where plans begin encounters; None at a table."""
        super().__init__()
        self.saves = saves
        self.library = Library(folder)
        self.table = table
        self.system = table.session.rules.name if table else ""
        self.kind: LibraryTable[Any] = FIGURES
        self.words = ""
        """What is searched for."""
        self.by, self.falling = "", False
        """The column that the list is sorted by, empty for its own order; the greatest first."""
        self.found: tuple[Record, ...] = ()
        self.opened = False
        """All there is of the chosen one is shown within the list."""
        self._game_rules = table.session.rules if table else None
        self._of_game = game_kinds(self._game_rules) if self._game_rules else ()
        self._searchable = Searchable(Entries(FIGURES, ()))
        self._own = 0
        """Entries that are the referee's own."""
        self._columns = Columns(())

    # ---------------------------------------------------------------- what is shown

    def on_mount(self) -> None:
        self.fill()
        self.search()
        self.show()

    def _work_ahead(self, entries: Entries) -> None:
        """Works out some of what the columns show: numbers that are searched for are known before they are typed."""
        if entries is self.entries and entries.work_out(_SLICE):
            self.set_timer(_PAUSE, lambda: self._work_ahead(entries))

    @property
    def entries(self) -> Entries:
        """All entries of the table that is shown."""
        return self._searchable.entries

    def fill(self, at: int | None = None) -> None:
        everything = self._read()
        self._own = len(everything)
        if self.kind is FIGURES and self.table:
            everything += not_taken(self._of_game, everything)
        if everything != self.entries.records or self.kind is not self.entries.table:
            self._searchable = Searchable(Entries(self.kind, everything, self.library, self._game_rules))
            self._work_ahead(self.entries)
        self._find(at)

    def _find(self, at: int | None = None) -> None:
        """Lists what has the typed words, of what was read last; at: the line to choose."""
        self.found = self._searchable.matching(self.words, self.by, self.falling)
        tables = " ".join(f"[{name}]" if name == self.kind.name else name for name in TABLES)
        game, own, every = self._game_rules.title if self._game_rules else "", self._own, len(self.entries.records)
        yours = f" ({own} yours)" if 0 < own < every else ""
        many = f"{len(self.found)} of {every}" if self.words.strip() else f"{every}{yours}"
        parts = ["Library", *filter(None, [game]), tables, many]
        # The frame takes some cells, and the list tells which game it is of.
        short = cell_len(f" {GLYPHS.dot} ".join(parts)) + 6 > self.app.size.width
        self.heading = f" {GLYPHS.dot} ".join(parts[-2:] if short else parts)
        self.listing.show(len(self.found), self.item, at, empty(self.kind.name, own, every - own, game))

    def _read(self) -> tuple[Record, ...]:
        """The entries of the table that is shown; none if the library cannot be read."""
        try:
            return self.library.all(self.kind, self.system)
        except Problem as problem:
            self.say(problem)
            return ()

    @property
    def record(self) -> Record | None:
        """The chosen entry; None if the list is empty."""
        return self.found[self.listing.at] if self.found else None

    def beside(self) -> Beside | None:
        """All there is to the chosen entry; nothing where that is shown within the list."""
        if (record := self.record) is None or self.opened:
            return None
        entries = self.entries
        return Beside(record.name, lambda width: told_in_full(record, entries, width), (record, entries))

    def headings(self, width: int) -> Line | None:
        """The headings of the columns; the list is laid out anew where its width is another."""
        self._columns = columns_for(list_columns(self.entries.columns), self.entries.sample_cells, width)
        return self._columns.heading(width, self.by, self.falling) if self.found else None

    def show(self) -> None:
        told = "" if self.record is None or self.side_width else self.entries.cells(self.record).get(ABOUT, "")
        self.note = told
        if self.wanted is not None and self.wanted.live:
            self.wanted = replace(self.wanted, what=(self.words.strip() and told) or self._what_to_type())
        super().show()

    def item(self, n: int, width: int) -> list[Line]:
        """One record in columns; the opened one in full."""
        record = self.found[n]
        row = self._columns.row(self.entries.cells(record))
        if row.words and not is_of_game(record):
            row = replace(row, words=((row.words[0][0], "title"), *row.words[1:]))
        if not (self.opened and n == self.listing.at):
            return [row]
        told = told_in_full(record, self.entries, width - 4)
        return [row, *(replace(each, words=(("   ", "text"), *each.words)) for each in told)]

    @property
    def _next(self) -> str:
        """The list that Tab goes to."""
        names = list(TABLES)
        return names[(names.index(self.kind.name) + 1) % len(names)]

    @property
    def hinted(self) -> Sequence[tuple[str, str]]:
        return [(key, self._next if key == "Tab" else label) for key, label in super().hinted]

    @property
    def hinted_while_typing(self) -> tuple[tuple[str, str], ...]:
        """The keys that are of use while one searches."""
        enter = () if self.table is None else (("Enter", "add (x3: three)"),)
        if self.kind is PLANS:
            enter = () if self.saves is None else (("Enter", "start"),)
        searching = self.wanted is not None and self.wanted.live
        keys = (("Tab", self._next), ("F4", "sort"), ("Esc", "keys"))
        return (*enter, *keys) if searching else super().hinted_while_typing

    # ---------------------------------------------------------------- taking

    @key(
        "enter",
        hint="take",
        help="At a table: add the chosen figure or party, or give the condition to the chosen figures. "
        "On the shelf: start an encounter from the chosen plan, or show the whole entry.",
        bar=LibraryEditing.nothing_chosen,
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
        with self.telling():
            opened = begun_from_library(self.saves, plan)
            self.leave()
            self.hand_over(opened)

    def _bring(self, table: Controller, record: Record, more: str) -> None:
        if self.kind is PARTIES:
            order = f'add {PARTY} "{record.name}"'
        elif is_kind(record):
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
        with self.telling():
            tags = table.cursor.meant().tags
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
        if not self.entries.records:
            self.wanted = None
            return
        self.ask(self._what_to_type(), self._searched, self.words, mode="SEARCH", live=True)
        self.field.propose(self.words)

    def _searched(self, text: str) -> None:
        """The records with these words; Enter takes the chosen one."""
        if self.wanted is not None:  # not yet entered
            self.words, self.opened = text, False
            self._find(0)
            return
        self.take(read_query(text, self.entries.columns).more)
        if self.takes_keys:
            self.search()

    def _what_to_type(self) -> str:
        """What can be searched for here, with an example of a number."""
        number = next((column.title for column in self.entries.columns if column.is_number), "")
        return f"Type to search: {SEARCHED[self.kind.name]}{f', or {number} 3-20' if number else ''}"

    @key("s", "f4", hint="sort", help="Sort by the next column: own order, name, then each of the others.")
    def sort(self) -> None:
        ways = sortable(self.entries.columns)
        self.by = ways[(ways.index(self.by) + 1) % len(ways)] if self.by in ways else ""
        self.falling = any(column.name == self.by and column.is_number for column in self.entries.columns)
        self._sorted_anew()

    @key("S", "shift+f4", label="sort the other way", help="Sort by the same column, the other way round.")
    def turn_over(self) -> None:
        self.by, self.falling = self.by or NAME, not self.falling
        self._sorted_anew()

    def _sorted_anew(self) -> None:
        self.opened = False
        self._find(0)

    @key("tab", hint="next list", help="Go to the next list: figures, parties, conditions, plans.")
    def next_kind(self, by: int = 1) -> None:
        names = list(TABLES)
        self.kind = TABLES[names[(names.index(self.kind.name) + by) % len(names)]]
        self.words, self.by, self.opened = "", "", False
        self.fill(0)
        self.search()

    @key("shift+tab", help="Go to the previous list.")
    def kind_before(self) -> None:
        self.next_kind(-1)

    @key("d", "f3", hint="show all", help="Show the whole entry, or hide it.", bar=LibraryEditing.nothing_chosen)
    def open_record(self) -> None:
        self.opened = not self.opened
        self.listing.redraw()
