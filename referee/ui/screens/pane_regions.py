"""Pane regions: where the panes of the table are in a window."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from textual.geometry import Region

from referee.ui.drawing.frames import FRAMED_HEIGHT, FRAMED_WIDTH

if TYPE_CHECKING:
    from referee.ui.map.map_size import Extent


class Claim(Struct, frozen=True):
    """What a pane uses of the width or of the height of the window."""

    least: int
    """Without so much it shows nothing of use."""
    wants: int
    """More would be empty."""


def shared(room: int, claims: Mapping[str, Claim], rest: str) -> dict[str, int]:
    """Cells or lines for each: its least; then, as far as the room goes, what it wants, the first named first.

    What is left then is for `rest`. Where the room is not enough for the least of all, the last named give way.
    """
    given: dict[str, int] = {}
    for name, claim in claims.items():
        given[name] = min(claim.least, room - sum(given.values()))
    for name, claim in claims.items():
        given[name] += max(0, min(claim.wants - given[name], room - sum(given.values())))
    given[rest] += room - sum(given.values())
    return given


FEWEST_LINES = 5
"""Lines that are left for the log, and for the actions, while nothing is asked that takes many lines."""
FEWEST_BESIDE = 3
"""Lines that are left for them whatever is asked: the roster stays where it is, with the letters of who can be chosen.
"""
_IDLE = 4
"""Lines at the bottom while nothing is asked."""
_FEWEST_FIGURES = 3
"""Rows that the roster has room for even with fewer figures, so that it does not move with each that comes."""
_WHOLE_ACTIONS = 12
"""Lines for the actions while the order has none to fill them."""
ACTION_CELLS = 27
"""Columns for the actions below the roster."""
TABLE_CLAIM = Claim(58, 84)
"""Columns for roster and log where others stand beside them."""
_ORDER = Claim(27, 34)
"""Columns for order and actions."""
_HINTS = Claim(0, 14)
"""More columns for the actions, so that their hints take fewer lines."""
DETAIL_CLAIM = Claim(28, 44)
_BLOCK_BESIDE = 100
"""Columns of a window from which on the stat block of a kind that is chosen stands beside the roster."""
_CLAUSES = Claim(32, 44)
"""Columns for the rules."""


class PaneNeeds(Struct, frozen=True):
    """What there is to show."""

    bottom: int
    """Lines for what is asked."""
    pane: str
    """The pane that has the arrow keys."""
    figures: int = 0
    order_rows: int = 0
    """Lines of the initiative; 0: there is no order yet."""
    order_width: int = 0
    """Columns for its longest line."""
    ribbon_lines: int = 0
    """Lines of the order as running text."""
    board: "Extent | None" = None
    """The spaces of the board; None: none is laid."""
    log_lines: int = FEWEST_LINES
    """Lines of the log."""
    action_lines: int = FEWEST_LINES
    """Lines of the actions, as far as that is known."""
    detail_width: int = 0
    """Columns in which the things of all figures are told in a line each."""
    ordered: bool = True
    """There is an order already; else its lines are kept free for it."""
    adds: bool = False
    """A figure is being added whose stat block is known."""
    roster_width: int = 0
    """Columns in which the roster leaves out nothing that it would show in the whole width."""
    roster_wants: int = 0
    """Columns in which it leaves out no tag and cuts no heading either."""

    @property
    def table(self) -> Claim:
        """Columns for roster and log."""
        return Claim(max(TABLE_CLAIM.least, self.roster_width), max(TABLE_CLAIM.wants, self.roster_wants))


def is_tiny(width: int, height: int) -> bool:
    """Is there room only for whose turn it is?"""
    return width < 40 or height < 10


def is_narrow(width: int, height: int) -> bool:
    """Is there room only for one pane at a time?"""
    return not is_tiny(width, height) and (width < FRAMED_WIDTH or height < FRAMED_HEIGHT)


def is_stacked(width: int, height: int, roster: int = TABLE_CLAIM.least) -> bool:
    """Has the roster the whole width, the turn order as running text above it? roster: columns that it needs."""
    return (
        FRAMED_WIDTH <= width < _ORDER.least + max(TABLE_CLAIM.least, roster) + DETAIL_CLAIM.least
        and height >= FRAMED_HEIGHT
    )


def has_third_column(width: int) -> bool:
    """Is there room for rules and map besides all else?"""
    return width >= 180


def regions(width: int, height: int, needs: PaneNeeds) -> Mapping[str, Region]:
    """Where each pane is that is shown, by its name."""
    if is_tiny(width, height):
        return {"status": Region(0, 0, width, height)}
    high = height - 1 - needs.bottom
    ends = {"status": Region(0, 0, width, 1), "ask": Region(0, 1 + high, width, needs.bottom)}
    if is_narrow(width, height):
        return {**ends, needs.pane: Region(0, 1, width, high)}
    if is_stacked(width, height, needs.roster_width):
        return {**ends, **_stacked(Region(0, 1, width, high), needs)}
    columns = shared(width, _columns(width, needs), rest="table")
    left, middle = columns["order"] + columns.get("hints", 0), columns["table"]
    detail, third = columns.get("detail", 0), columns.get("third", 0)
    return {
        **ends,
        **_rows(Region(0, 1, left, high), _left_rows(needs, high), rest="actions"),
        **_rows(Region(left, 1, middle, high), _middle_rows(needs, high), rest="log"),
        **_rows(Region(left + middle, 1, detail, high), {"detail": Claim(high, high)}, rest="detail"),
        **_rows(Region(left + middle + detail, 1, third, high), _third_rows(needs, third, high), rest="clauses"),
    }


def _columns(width: int, needs: PaneNeeds) -> dict[str, Claim]:
    """The columns of a window with room for several, those that come first in the sharing first."""
    most = width - _ORDER.least - needs.table.least - DETAIL_CLAIM.least
    third = has_third_column(width) and most >= _CLAUSES.least
    board = needs.board.cells_within(most - 1) + 1 if third and needs.board else 0
    order = Claim(_ORDER.least, min(_ORDER.wants, needs.order_width))
    detail = Claim(DETAIL_CLAIM.least, min(DETAIL_CLAIM.wants, max(DETAIL_CLAIM.least, needs.detail_width)))
    claims: dict[str, Claim] = {}
    if board:
        claims["third"] = Claim(_CLAUSES.wants, board)
    claims["order"] = order
    if needs.figures or needs.adds:
        claims["detail"] = detail
    claims["table"] = needs.table
    if third:
        claims["hints"] = _HINTS
    if third and needs.figures and not board:
        claims["third"] = _CLAUSES
    return claims


def _rows(column: Region, claims: Mapping[str, Claim], rest: str) -> dict[str, Region]:
    """The panes of a column, one below the other in the order in which they are read; those without lines are none."""
    if not column.width:
        return {}
    given = shared(column.height, claims, rest)
    regions: dict[str, Region] = {}
    for name in _READ:
        if given.get(name):
            regions[name], column = column.split_horizontal(given[name])
    return regions


_READ = ("initiative", "roster", "actions", "log", "detail", "board", "clauses")
"""The panes of a column from the top down."""


def _left_rows(needs: PaneNeeds, high: int) -> dict[str, Claim]:
    """The order, as high as it is long, and the actions."""
    order = needs.order_rows and needs.order_rows + 1
    least = high * 2 // 5 if needs.ordered else max(_WHOLE_ACTIONS, high * 2 // 5)
    return {"actions": Claim(FEWEST_LINES, least), "initiative": Claim(min(2, order), order)}


def _middle_rows(needs: PaneNeeds, high: int) -> dict[str, Claim]:
    """The roster, as high as it has people, and the log."""
    log = needs.log_lines + 1
    return {
        "log": Claim(min(_fewest(FEWEST_LINES, needs), log), min(high * 2 // 5, log)),
        "roster": _roster_rows(needs),
    }


def _fewest(lines: int, needs: PaneNeeds) -> int:
    """What is left of so many lines where the question takes more than there are at the bottom anyway."""
    return max(FEWEST_BESIDE, lines - max(0, needs.bottom - _IDLE))


def _roster_rows(needs: PaneNeeds) -> Claim:
    return Claim(1 + _FEWEST_FIGURES, 1 + max(_FEWEST_FIGURES, needs.figures))


def _third_rows(needs: PaneNeeds, wide: int, high: int) -> dict[str, Claim]:
    """The map, where one is laid, as large as there is room for, before any text of the rules."""
    board = {"board": Claim(0, needs.board.lines_within(wide - 1, high - FEWEST_LINES))} if needs.board else {}
    return {"clauses": Claim(FEWEST_LINES, 0), **board}


def _stacked(column: Region, needs: PaneNeeds) -> dict[str, Region]:
    """The order as running text, the roster below it, and below that the actions and the log."""
    ribbon = needs.ribbon_lines and needs.ribbon_lines + 1
    log = Claim(min(_fewest(FEWEST_LINES + 1, needs), 1 + max(needs.log_lines, needs.action_lines)), 0)
    order = Claim(ribbon if needs.ordered else min(2, ribbon), ribbon)
    claims = {"log": log, "roster": _roster_rows(needs), "initiative": order}
    rows = _rows(column, claims, rest="log")
    detail = {}
    if needs.adds and column.width >= _BLOCK_BESIDE:
        # Beside all but the order, whose lines are laid out for the whole width.
        split = {name: rows[name].split_vertical(-DETAIL_CLAIM.wants) for name in ("roster", "log")}
        rows |= {name: left for name, (left, _) in split.items()}
        detail = {"detail": split["roster"][1].union(split["log"][1])}
    actions, right = rows["log"].split_vertical(ACTION_CELLS)
    if (
        (beside := min(DETAIL_CLAIM.wants, right.width - TABLE_CLAIM.least)) >= DETAIL_CLAIM.least
        and needs.figures
        and not detail
    ):
        right, detail["detail"] = right.split_vertical(-beside)
    return {**rows, "actions": actions, "log": right, **detail}
