"""The report page: the fight so far in tables with bars and sparklines, and its course in sentences."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from referee.report.course import parts_of
from referee.report.document import Table, headline, tables
from referee.report.evening import Evening, evening_of
from referee.report.page import save
from referee.ui.controller.controller import Controller
from referee.ui.drawing.text_line import GLYPHS, Line, ListColumn, columns_for, line, share_bar, sparkline, wrapped
from referee.ui.input.key_actions import key
from referee.ui.screens.page import Page

_BARS = (8, 16)
"""Cells of a bar in a narrow window, and in a wide one."""
_WIDE = 110
"""Columns from which on a window is wide."""
Item = Callable[[int], list[Line]]
"""A row of a table, or a sentence, in lines of so many cells."""


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
        for text in headline(evening) if evening.told else ():
            self._items.append(_sentence(text, "text" if self._items else "title"))
        for table in tables(evening):
            self._begin(table.title)
            self._items += _rows(table, evening)
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
        told = wrapped(text, max(10, width - indent - 3)) or [""]
        return [line((" " * (indent + 2 * (n > 0)) + row, style)) for n, row in enumerate(told)]

    return rows


# -------------------------------------------------------------------- tables

_STYLES = {"dealt": "ok", "took": "dying", "damage": "dying", "in all": "clause", "faces": "clause"}
"""The styles of bars and sparklines, by the columns that they stand beside."""
_TEXTS = ("in numbers", "against chance")
"""Columns that stand at the left, whatever they begin with."""
_RARE = ("healing", "healed", "longest", "expected", "hit rate", "felled", "fell", "in numbers")
"""Columns that are left out first where there is not room for all."""


def _rows(table: Table, evening: Evening) -> list[Item]:
    """The rows of a table; above the first stand the headings of its columns."""

    def item(n: int) -> Item:
        return lambda width: _drawn(table, evening, n, width)

    return [item(n) for n in range(len(table.rows))]


def _drawn(table: Table, evening: Evening, n: int, width: int) -> list[Line]:
    heads, rows = _with_pictures(table, evening, _BARS[width >= _WIDE])
    columns = columns_for([_column(head, rows, place) for place, head in enumerate(heads)], rows, width)
    return [*([columns.heading(width)] if not n else []), columns.row(rows[n])]


def _column(head: str, rows: Sequence[Mapping[str, str]], place: int) -> ListColumn:
    """A column of that heading; a picture has no heading of its own, and the name of what it stands beside."""
    beside = head.removeprefix(_PICTURE)
    is_number = head == beside and place > 0 and head not in _TEXTS
    is_number = is_number and all(row[head][:1].isdigit() or not row[head] for row in rows)
    return ListColumn(
        head,
        title=head if head not in (_NAME, _PICTURE + beside) else "",
        style=_STYLES.get(beside, "ok") if head != beside else "text" if place else "title",
        is_number=is_number and "→" not in "".join(row[head] for row in rows),
        least=12 if not place else 0,
        most=60,
        gives_way=4 if head in _RARE else (3 if beside == "took" else 2) if head != beside else int(place > 0),
    )


_PICTURE, _NAME = "picture of ", "name"
"""Begins the names of columns that are bars or sparklines; the column without a heading."""


def _with_pictures(table: Table, evening: Evening, cells: int) -> tuple[list[str], list[Mapping[str, str]]]:
    """The heads and rows of a table, with bars of so many cells, and sparklines."""
    heads, pictures = [head or _NAME for head in table.heads], dict[str, Iterable[str]]()
    rows = [dict(zip(heads, map(str, row), strict=True)) for row in table.rows]
    for head in heads:  # the arrows between two numbers stand below one another
        arrows = [row[head].find("→") for row in rows]
        for row, arrow in zip(rows, arrows, strict=True):
            row[head] = " " * (max(arrows) - arrow if arrow > 0 else 0) + row[head]
    match table.name:
        case "health":
            shown = [figure for figure in evening.figures if figure.health]
            tops = [max(figure.most or 0, *figure.health) for figure in shown]
            each = 2 if len(evening.rounds) < cells else 1
            lines = [
                sparkline([n for n in (*[None] * (figure.came - 1), *figure.health) for _ in range(each)], top)
                for figure, top in zip(shown, tops, strict=True)
            ]
            digits = max((len(str(n)) for figure in shown for n in figure.health), default=1)
            numbers = (
                " ".join((*["-".rjust(digits)] * (figure.came - 1), *(f"{n:>{digits}}" for n in figure.health)))
                for figure in shown
            )
            heads, pictures = [heads[0], "in numbers"], {"in numbers": lines}
            rows = [{heads[0]: row[heads[0]], "in numbers": told} for row, told in zip(rows, numbers, strict=True)]
        case "turns":
            times = sorted((each.seconds for each in evening.turns), reverse=True)
            pictures = {"in all": _bars(times, cells)}
        case "dice":
            heads.insert(-1, "faces")
            pictures = {"faces": [sparkline(die.fell, max(die.fell)) for die in evening.dice]}
            rows = [{**row, "faces": ""} for row in rows]
        case _:
            for head in ("dealt", "took", "damage"):
                if head in heads:
                    place = table.heads.index(head)
                    pictures[head] = _bars([int(row[place] or 0) for row in table.rows], cells)
    for head, drawn in pictures.items():
        heads.insert(heads.index(head), _PICTURE + head)
        for row, text in zip(rows, drawn, strict=True):
            row[_PICTURE + head] = text
    return heads, [*rows]


def _bars(numbers: Sequence[int], cells: int) -> Iterator[str]:
    most = max(numbers, default=0) or 1
    yield from (share_bar(n / most, cells) for n in numbers)
