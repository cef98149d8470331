"""Screen layout: which panes a window of that size can show, and how many lines each part of it gets."""

from textual.screen import Screen

from referee.ui.controller.cursor import PANES
from referee.ui.panes.actions import Actions
from referee.ui.panes.initiative import Initiative

FEWEST_LINES = 5
"""Lines that are always left for log and actions."""


def fit_panes(screen: Screen[None], pane: str) -> None:
    """Five panes; or in a narrow window one, that which has the arrow keys; or in a tiny one a single line."""
    wide, high = screen.app.size
    tiny = wide < 40 or high < 10
    narrow = not tiny and (wide < 78 or high < 20)
    screen.set_class(wide >= 110, "-wide")
    screen.set_class(narrow, "-narrow")
    screen.set_class(tiny, "-tiny")
    for name in PANES:
        screen.set_class(pane == name, f"-at-{name}")
    for walled in (screen.query_one(Initiative), screen.query_one(Actions)):
        walled.wall = not narrow


def share_rows(screen: Screen[None], rows: int, figures: int) -> None:
    """So many lines for the offers, as many as there are figures for the roster, and the rest for the log."""
    high = screen.app.size.height
    if screen.has_class("-tiny"):
        screen.styles.clear_rule("grid_rows")
    elif screen.has_class("-narrow"):
        screen.styles.grid_rows = f"1 1fr {rows + 3}"
    else:
        upper = min(max(figures + 3, high // 3), (high - 5) * 3 // 5, high - 1 - (rows + 3) - FEWEST_LINES)
        screen.styles.grid_rows = f"1 {upper} 1fr {rows + 3}"
