"""The report page: the fight so far."""

from referee.report.document import headline, tables
from referee.report.evening_figures import Evening, evening_of
from referee.report.fight_course import parts_of
from referee.report.page import save
from referee.ui.controller.controller import Controller
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.key_actions import key
from referee.ui.screens.page import Page
from referee.ui.screens.report_tables import Item, table_rows


class ReportPage(Page):
    """What the fight was like until now."""

    def __init__(self, table: Controller) -> None:
        super().__init__()
        self.table = table
        self.is_whole = True
        """With what is hidden from the players."""
        self.evening: Evening | None = None
        self._items: list[Item] = []
        self._parts: list[int] = []
        """Where each part begins."""

    def follow(self) -> None:
        self.fill()
        self.show()

    def fill(self) -> None:
        session, when = self.table.session, self.table.journal.when
        evening = self.evening = evening_of(session.rules, session.step_log, self.table.title, when, self.is_whole)
        self.heading = f"Report {GLYPHS.dot} {self.table.title}"
        self.note = "" if self.is_whole else "This is what the players may read. p shows all."
        self._items, self._parts = [], []
        if evening.told:
            first, *others = headline(evening)
            self._items = [_sentence(first, "title"), *(_sentence(text, "text") for text in others)]
        for table in tables(evening):
            self._begin(table.title)
            self._items += table_rows(table, evening)
            self._items += (_sentence(note, "text") for note in table.notes)
        for each in parts_of(evening.rounds):
            self._begin(each.heading)
            self._items += [_sentence(each.told, "asked")] if each.told else []
            self._items += (_sentence(said.text, "text", 1 if said.is_first else 3) for said in each.log)
        empty = "No round has begun yet", (("n", "begins the fight, at the table"),)
        self.listing.show(len(self._items), self.item, empty=empty)

    def _begin(self, title: str) -> None:
        """The heading of a part, with an empty line above it."""
        self._parts.append(len(self._items))
        self._items.append(lambda width: [line(), line((f" {title}", "title"))])

    def item(self, n: int, width: int) -> list[Line]:
        """A heading, a row of a table, or a sentence."""
        return self._items[n](width)

    @key("tab", "right", hint="next part", help="Go to the next part: a table, or a round.")
    def next_part(self) -> None:
        self._go_to(next((n for n in self._parts if n > self.listing.at), len(self._items) - 1))

    @key("shift+tab", "left", help="Go to the part before.")
    def part_before(self) -> None:
        self._go_to(max((n for n in self._parts if n < self.listing.at), default=0))

    def _go_to(self, n: int) -> None:
        """Goes to that item, with as much as has room below it."""
        self.listing.top = n
        self.listing.move(n - self.listing.at)

    @key("p", hint="players", help="Show it as the players may read it, or with all that is hidden from them.")
    def change_readers(self) -> None:
        self.is_whole = not self.is_whole
        self.fill()

    def no_file(self) -> str:
        """Why no file can be written; empty if one can."""
        if getattr(self.app, "shared", False):
            return "Guests cannot write files."
        return "" if self._items else "There is nothing to write yet."

    @key("w", hint="write", help="Write the report, as it is shown, into a new file: HTML with charts.", bar=no_file)
    def write(self) -> None:
        def done(name: str) -> None:
            if not name.strip() or self.evening is None:
                return
            self.say(f"The report is in {save(self.evening, name.strip())}.")

        self.ask(
            "Which new file? The end of its name says the form: .html, .md, .csv, .json",
            done,
            f"{self.table.journal.folder.name}.html",
        )


def _sentence(text: str, style: str, indent: int = 1) -> Item:
    """A sentence, over as many lines as it takes; those below the first stand further in."""

    def rows(width: int) -> list[Line]:
        first, *more = wrapped(text, max(10, width - indent - 3)) or [""]
        return [
            line((" " * indent + first, style)),
            *(line((" " * (indent + 2) + row, style)) for row in more),
        ]

    return rows
