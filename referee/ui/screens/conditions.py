"""The conditions page: everything that counts down at the table, what ends next on top."""

from referee.dialogue.countdowns import Countdown, countdowns_in
from referee.engine.state.bearer import TABLE
from referee.store.database import EncounterDatabase
from referee.ui.controller.controller import Controller
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.list_columns import Columns, ListColumn, columns_for
from referee.ui.drawing.text_line import Line
from referee.ui.input.key_actions import key
from referee.ui.screens.page import TablePage

_COLUMNS = (
    ListColumn("bearer", "who", "title", least=10),
    ListColumn("name", "condition", "turn", least=10),
    ListColumn("left", "until", "text", least=14, most=200, fills=True),
    ListColumn("by", "by", "text", gives_way=1),
    ListColumn("since", "since", "dim", gives_way=2),
)


class ConditionsPage(TablePage):
    """Lists all conditions with their end and their source; Enter opens the sheet of the bearer."""

    def __init__(self, table: Controller) -> None:
        super().__init__(table)
        self.rows: list[Countdown] = []
        self._columns = Columns(())

    def fill(self) -> None:
        session, database = self.table.session, EncounterDatabase()
        database.follow(session.encounter)
        self.rows = countdowns_in(session.encounter, database, session.rules)
        counting = sum(row.data["until"] is not None for row in self.rows)
        many = f"{len(self.rows)}, {counting} with an end" if self.rows else "none"
        self.heading = f" {GLYPHS.dot} ".join((self.table.title, "conditions", many))
        empty = "Nobody bears a condition", (("c", "at the table gives one to the chosen figure"),)
        self.listing.show(len(self.rows), self.item, empty=empty)

    def headings(self, width: int) -> Line | None:
        self._columns = columns_for(_COLUMNS, [row._asdict() for row in self.rows], width)
        return self._columns.heading(width) if self.rows else None

    def item(self, n: int, width: int) -> list[Line]:
        """One condition."""
        row = self.rows[n]
        return [self._columns.row({**row._asdict(), "left": row.left or "until lifted"})]

    def no_bearer(self) -> str:
        """Why no sheet can be opened; empty if one can."""
        if not self.rows:
            return "Nobody bears a condition."
        return "This counts down for the whole table." if self.rows[self.listing.at].data["on"] == TABLE else ""

    @key("enter", "e", hint="sheet", help="Open the sheet of who bears it.", bar=no_bearer)
    def open_sheet(self) -> None:
        bearer = self.rows[self.listing.at].data["on"]
        self.leave()
        self.table.open("sheet", bearer)
