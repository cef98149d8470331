"""Screen layout: where each part of the encounter screen is, in a window of that size and for what there is to show."""

from collections.abc import Mapping
from typing import NamedTuple

from textual.geometry import Region

from referee.ui.panes.initiative import MOST_COLUMNS

FEWEST_LINES = 5
"""Lines that are always left for the log, and for the actions."""
_DETAIL, _CLAUSES = 36, 44
"""Columns for the chosen figure, and for the rules and the map."""
_FEWEST_FIGURES = 3
"""Rows that the roster has room for even with fewer figures, so that it does not move with each that comes."""


class Needs(NamedTuple):
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
    board_rows: int = 0
    """Lines of the board; 0: none is laid."""


def is_tiny(width: int, height: int) -> bool:
    """Is there room only for whose turn it is?"""
    return width < 40 or height < 10


def is_narrow(width: int, height: int) -> bool:
    """Is there room only for one pane at a time?"""
    return not is_tiny(width, height) and (width < 78 or height < 20)


def has_third_column(width: int) -> bool:
    """Is there room for rules and map besides all else?"""
    return width >= 180


def regions(width: int, height: int, needs: Needs) -> Mapping[str, Region]:
    """Where each pane is that is shown, by its name."""
    if is_tiny(width, height):
        return {"status": Region(0, 0, width, height)}
    high = height - 1 - needs.bottom
    ends = {"status": Region(0, 0, width, 1), "ask": Region(0, 1 + high, width, needs.bottom)}
    if is_narrow(width, height):
        return {**ends, needs.pane: Region(0, 1, width, high)}
    left = _left_width(width, needs)
    upper = (height - 5) * 3 // 5
    right = _right_columns(width, needs)
    middle = Region(left, 1, width - left - sum(right), high)
    return {
        **ends,
        **_left_column(Region(0, 1, left, high), upper, needs),
        **_middle_column(middle, upper, needs, beside=110 <= width < 140),
        **_right(Region(middle.right, 1, sum(right), high), right, needs),
    }


def _left_width(width: int, needs: Needs) -> int:
    """Columns for order and actions: as many as the names need, within bounds."""
    least, most = (20, MOST_COLUMNS) if width < 110 else (26, 34)
    return max(least, min(most, needs.order_width))


def _right_columns(width: int, needs: Needs) -> list[int]:
    """Widths of the columns that a wide window has besides."""
    if width < 140 or not needs.figures:
        return []
    return [_DETAIL, _CLAUSES] if has_third_column(width) else [_DETAIL]


def _left_column(column: Region, maximum: int, needs: Needs) -> dict[str, Region]:
    """The order, as high as it is long, and the actions below."""
    upper = min(needs.order_rows and needs.order_rows + 1, maximum, column.height - FEWEST_LINES)
    above, below = column.split_horizontal(upper)
    return {"initiative": above, "actions": below} if upper > 0 else {"actions": column}


def _middle_column(column: Region, maximum: int, needs: Needs, beside: bool) -> dict[str, Region]:
    """The roster, as high as it has people, and the log below; `beside` it the detail of the chosen figure."""
    rows = 3 + max(_FEWEST_FIGURES, needs.figures)
    upper = max(0, min(rows, maximum, column.height - FEWEST_LINES))
    above, below = column.split_horizontal(upper)
    if not beside or not needs.figures:
        return {"roster": above, "log": below}
    log, detail = below.split_vertical(below.width - _DETAIL)
    return {"roster": above, "log": log, "detail": detail}


def _right(column: Region, widths: list[int], needs: Needs) -> dict[str, Region]:
    """The columns at the right: the detail, then the rules with the map above, where one is laid."""
    if not widths:
        return {}
    detail, rules = column.split_vertical(widths[0])
    if len(widths) == 1:
        return {"detail": detail}
    if not needs.board_rows:
        return {"detail": detail, "clauses": rules}
    board, clauses = rules.split_horizontal(min(needs.board_rows, rules.height * 3 // 5))
    return {"detail": detail, "board": board, "clauses": clauses}
