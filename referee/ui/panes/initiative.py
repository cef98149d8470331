"""Initiative pane: the turn order in a column."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len
from textual import events

from referee.engine.state.bearer import TABLE
from referee.ui.controller.cached_value import CachedValue
from referee.ui.controller.turn_order import OrderRow, order_rows
from referee.ui.controller.view import View
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.list_columns import widest
from referee.ui.drawing.text_line import Line, cut, fit, line, wrapped
from referee.ui.input.messages import PlaceClicked
from referee.ui.panes.pane import TablePane
from referee.ui.panes.turn_ribbon import MOST_RIBBON_LINES, Ribbon, is_turn, lines_to_come, no_order, ribbon
from referee.words.bearer import plain
from referee.words.conditions import brief

MOST_COLUMNS = 25
"""Columns with which the names of groups, and what is counted down, can be read."""
_BESIDE_NAME = 13
"""Columns for margin, signs and the word at the right of a row, so that nothing moves when one comes."""
_EDGES = 2
"""Of these, margin and wall."""
MOST_LINES = 3
"""Lines for the name of a group, which may be the names of all its members."""

_FEWEST_SIGNED = 3
"""Lines with which there is room for signs above and below the turn."""

_INDENT = "   "


class Initiative(TablePane):
    """The order, under the headings of its groups."""

    indent = 1
    as_ribbon = False
    """The order is running text over the whole width, not a column."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._needed = CachedValue[tuple[int, int]]()
        self._places = CachedValue[list[OrderRow]]()
        """The rows of the order; most acts change nothing of them."""
        self._text = CachedValue[Ribbon]()
        self._most = (0, 0, 0), 0
        """The width, the numbers of places and of figures, and the most lines that the running text took with them."""

    def needed(self, view: View, width: int = 0) -> tuple[int, int]:
        """How many lines the order takes, without a heading, and how many columns; 0 lines while there is none.

        width: columns that it has, with the wall of the window: in more than it needs it takes fewer lines.
        """
        made_of = view.encounter, view.expected, width
        return self._needed.of(*made_of, make=lambda: _needed(view, self._order_rows(view), width))

    def ribbon_lines(self, view: View, width: int) -> int:
        """How many lines the order takes as running text in so many columns, without a heading.

        As many as it took so far with so many places, and as it will take: what is below it moves neither with each
        turn nor when the fight begins.
        """
        among = width, len(view.encounter.order), len(view.encounter.figures)
        width -= 2 + self.indent
        if self._most[0] != among:
            self._most = among, min(MOST_RIBBON_LINES, lines_to_come(view, width))
        self._most = among, max(self._most[1], len(self._ribbon(view, width).lines))
        return self._most[1]

    def _ribbon(self, view: View, width: int) -> Ribbon:
        told = view.encounter, view.expected, view.row_at, width
        return self._text.of(*told, make=lambda: ribbon(view, self._order_rows(view), width, MOST_RIBBON_LINES))

    def _order_rows(self, view: View) -> list[OrderRow]:
        return self._places.of(view.encounter.order, make=lambda: order_rows(view.encounter))

    def table_content(self, view: View, width: int, height: int) -> list[Line]:
        places = self._order_rows(view)
        note = "expected" if view.expected else ""
        title = self.title("Turn order", width, view.focus == "initiative", note)
        if self.as_ribbon:
            return [title, *self._ribbon(view, width).lines]
        head = [title, *_of_the_table(view, width)]
        room = height - len(head)
        if not places:
            return [*head, *_expected(view, width)][:height]
        starts = [0, *accumulate(_heights(view, places, width))]
        whose = view.encounter.turn
        turn = max([n for n, place in enumerate(places) if place.tag == whose and is_turn(view, place)], default=0)
        at = turn if view.row_at is None else min(view.row_at, len(places) - 1)
        # The line before and the one behind stay in view, too: either may be the sign that there are more.
        for edge in (min(starts[at + 1], starts[-1] - 1), max(0, starts[at] - 1)):
            self.keep_in_view(edge, starts[-1], room)
        arrived = [n for n, place in enumerate(places) if place.tag in view.arrived] if view.arrived else []
        if arrived and view.row_at is None:
            self.bring_in(min(starts[arrived[-1] + 1], starts[-1] - 1), room)
        first, last = bisect_right(starts, self.top) - 1, bisect_left(starts, self.top + room)
        rows: list[Line] = []
        for n in range(first, min(last, len(places))):
            background = "chosen" if n == view.row_at else "background"
            rows += (
                replace(row, background=background, click_target=str(n))
                for row in _rows(view, places[n], width, n == view.row_at)
            )
        above = self.top - starts[first]
        return [*head, *_signed(rows[above : above + room], self.top, starts[-1] - self.top - room)]

    def on_click(self, event: events.Click) -> None:
        if self.as_ribbon and self.view is not None and event.y > 0:
            spots = self._ribbon(self.view, self._inner(self.size)).spots[event.y - 1 : event.y]
            for start, end, place in (spot for row in spots for spot in row):
                if start <= self.column_of(event) < end:
                    self.post_message(PlaceClicked(place, event.chain > 1))
        elif number := self.line_at(event.y).click_target:
            self.post_message(PlaceClicked(int(number), event.chain > 1))


def _signed(rows: list[Line], above: int, below: int) -> list[Line]:
    """The lines that are in view, in place of the first and the last how many lines are out of view."""
    if len(rows) < _FEWEST_SIGNED:
        return rows
    if above > 0:
        rows[:1] = [line((f"  {GLYPHS.more} {above + 1} above", "dim"))]
    if below > 0:
        rows[-1:] = [line((f"  {GLYPHS.more} {below + 1} more", "dim"))]
    return rows


def _needed(view: View, places: Sequence[OrderRow], width: int) -> tuple[int, int]:
    """Lines and columns; they are the same before the first round, so that nothing moves when it begins."""
    named = view.encounter.groups.keys() - {TABLE}
    groups = bool(view.expected) or (bool(named) and any(slot.who in named for slot in view.encounter.order))
    cells = MOST_COLUMNS
    if not (groups or view.encounter.groups[TABLE].conditions):
        cells = cell_len(widest([figure.name for figure in view.encounter.figures.values()])) + _BESIDE_NAME
    cells = min(cells, MOST_COLUMNS)
    inner = max(cells, width - 1) - _EDGES
    lines = [*_of_the_table(view, inner), *(_expected(view, inner) if view.expected else ())]
    if not places and not view.expected:
        figures = view.encounter.figures
        headings = len({figure.side for figure in figures.values()}) if view.rules.order.side_headings else 0
        return len(figures) + headings + len(view.encounter.groups) - 1 + len(lines), cells
    return sum(_heights(view, places, inner)) + len(lines), cells


def _expected(view: View, width: int) -> list[Line]:
    """What the order will hold, while there is none; a place in as many lines as its name takes."""
    if view.encounter.order:
        return []
    if not view.expected:
        return [line((cut(f"  {no_order(view)}", width), "dim"))]
    room = width - len(_INDENT)
    rows = [
        ("  " if n == 0 else _INDENT, row) for text in view.expected for n, row in enumerate(_parted(text, room, room))
    ]
    return [line((f"{indent}{row}", "dim")) for indent, row in rows]


def _of_the_table(view: View, width: int) -> list[Line]:
    """What is nobody's: the tracks of the table, such as threat, and what comes at a round, with the time left."""
    table = view.encounter.groups[TABLE]
    tracks = [(kind.label or plain(kind.name), table.tracks.get(kind.name)) for kind in view.rules.tracks]
    told = ", ".join(f"{name} {track.now}" for name, track in tracks if track is not None and track.now)
    lines = [line((f"  {text}", "clause")) for text in wrapped(told, width - 3)] if told else []
    for condition in table.conditions:
        time = f" {brief(condition, TABLE)} "
        lines.append(line((f"  {fit(plain(condition.kind), width - len(time) - 2)}{time}", "condition")))
    return lines


def _hints(view: View, place: OrderRow, out: bool = False) -> str:
    """The word at the right of a row; `out`: its turn does not come round any more."""
    slot = place.slot
    if slot is None:
        return ""
    if out and place.tag in view.encounter.figures:
        return view.encounter.figures[place.tag].standing
    if slot.held:
        return "waits"
    return (view.rules.order.label_of(view.encounter, place.tag) if view.rules.order.label_of else "") or slot.label


def _name(view: View, place: OrderRow, width: int) -> tuple[str, ...]:
    """The name in a row: of a figure in one line, of a group in as many as it takes."""
    if place.tag not in view.encounter.groups:
        return (view.encounter.name(place.tag),)
    right = cut(_hints(view, place), 12)
    first = width if place.slot is None else width - 3 - len(f" {right}" if right else "")
    return _parted(view.encounter.name(place.tag), first, width - len(_INDENT))


def _heights(view: View, places: Sequence[OrderRow], width: int) -> list[int]:
    """How many lines each row takes."""
    groups = view.encounter.groups
    return [len(_name(view, place, width)) if place.tag in groups else 1 for place in places]


@lru_cache(maxsize=1024)
def _parted(name: str, first: int, other: int) -> tuple[str, ...]:
    """A name over several lines, of which the first has less room; what is too much for the last is cut there."""
    rows: list[str] = []
    room = first
    while name and len(rows) < MOST_LINES - 1:
        head = wrapped(name, max(1, room))[0]
        if name[len(head) :].lstrip()[:1].isdigit() and " " in head:
            # The number of a figure stays with its name.
            head = head.rpartition(" ")[0]
        rows.append(head)
        name, room = name[len(head) :].strip(), other
    return (*rows, cut(name, other)) if name else tuple(rows)


def _rows(view: View, place: OrderRow, width: int, here: bool) -> list[Line]:
    """The lines of one row."""
    names = _name(view, place, width)
    slot = place.slot
    if slot is None:
        return [line((f"{'' if n == 0 else _INDENT}{name}", "clause")) for n, name in enumerate(names)]
    out = not view.rules.gets_turn(view.encounter, slot.who)
    mine = is_turn(view, place)
    sign = GLYPHS.turn if mine else place.sign
    sign += GLYPHS.chosen if here else " "
    style = "dim" if slot.acted or slot.held else "text"
    if mine or out:
        style = "mine" if mine else "dead"
    hints = _hints(view, place, out)
    if cell_len(f"{names[0]}    {hints}") > width:
        hints = slot.label if slot.label and hints.startswith(slot.label) else cut(hints, 12)
    right = f" {hints}" if hints else ""
    room = width - 3 - len(right)
    name = fit(names[0], room) if mine or right else cut(names[0], room)
    below = (line((f"{_INDENT}{fit(more, width - len(_INDENT))}", style)) for more in names[1:])
    return [line((f"{sign}{name}{right} ", style)), *below]
