"""Room: what of the encounter screen a window of that size can show, and how many lines each part of it gets."""

from typing import TYPE_CHECKING

from referee.ui.cursor import PANES
from referee.ui.panes.actions import Actions
from referee.ui.panes.initiative import Initiative

if TYPE_CHECKING:
    from referee.ui.screens.encounter import EncounterScreen

FEWEST_LINES = 5
"""Lines that are always left for log and actions."""


class Room:
    """The window, shared out between the panes."""

    def __init__(self, screen: "EncounterScreen") -> None:
        self._screen = screen

    def fit(self) -> None:
        """Five panes, one pane at a time, or one line."""
        screen = self._screen
        wide, high = screen.app.size
        tiny = wide < 40 or high < 10
        narrow = not tiny and (wide < 78 or high < 20)
        screen.set_class(wide >= 110, "-wide")
        screen.set_class(narrow, "-narrow")
        screen.set_class(tiny, "-tiny")
        for name in PANES:
            screen.set_class(screen.cursor.pane == name, f"-at-{name}")
        for pane in (screen.query_one(Initiative), screen.query_one(Actions)):
            pane.wall = not narrow

    def share(self, rows: int) -> None:
        """So many lines for the offers, as many as there are figures for the roster, and the rest for the log."""
        screen = self._screen
        high = screen.app.size.height
        if screen.has_class("-tiny"):
            screen.styles.clear_rule("grid_rows")
        elif screen.has_class("-narrow"):
            screen.styles.grid_rows = f"1 1fr {rows + 3}"
        else:
            wanted = len(screen.session.encounter.figures) + 3
            upper = min(max(wanted, high // 3), (high - 5) * 3 // 5, high - 1 - (rows + 3) - FEWEST_LINES)
            screen.styles.grid_rows = f"1 {upper} 1fr {rows + 3}"
