"""Map help: the legend of the map."""

from collections.abc import Iterable
from typing import Any

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line
from referee.ui.input.key_actions import KeyAction, keys_of
from referee.ui.screens.page import Page
from referee.ui.screens.searched_page import explained

_KEYS = 14


def signs() -> tuple[tuple[str, str], ...]:
    """What the map is drawn with."""
    return (
        (GLYPHS.turn, "Whose turn it is."),
        (GLYPHS.chosen, "The chosen figure."),
        (GLYPHS.both, "The chosen figure, on its own turn."),
        (GLYPHS.foe, "A foe: a figure of a side that the referee plays."),
        (
            f"{GLYPHS.joints[12]}{GLYPHS.outline[0] * 2}{GLYPHS.joints[9]} {GLYPHS.outline[1]} {GLYPHS.outline[2]}",
            "Around whoever has the turn.",
        ),
        (f"{GLYPHS.full * 2}{GLYPHS.gone * 2}", "Below a name: how the figure fares."),
        (GLYPHS.more, "At the edge: there is more of the board on that side."),
        (GLYPHS.fallen, "In the list: figures that are down or dead."),
        (GLYPHS.none, "In the list: figures that are not on the board."),
        (
            f"3 () {GLYPHS.lit}",
            "A space you can choose, with its cost; Enter chooses it.",
        ),
        (
            "d",
            "Before a name: the letter that chooses this figure. Zoomed out, only the letter is shown.",
        ),
        ("[ ]", "Around letter and number: the column and the row of the cursor."),
        (GLYPHS.floor, "Floor."),
        (GLYPHS.solid * 4, "An obstacle that blocks."),
        (GLYPHS.rough * 4, "Rough ground."),
        (f"{GLYPHS.across * 2} {GLYPHS.down}", "Walls."),
        ("D o", "A closed door, and an open one."),
        (GLYPHS.passed, "The line of sight."),
        (GLYPHS.stopped, "What blocks it."),
    )


class MapHelp(Page):
    """All keys and signs of the map."""

    heading = "Keys and signs of the map"

    def __init__(self, keys: Iterable[KeyAction[Any]]) -> None:
        super().__init__()
        self.rows = [*((keys_of(command), command.help) for command in keys), ("", ""), *signs()]

    def fill(self) -> None:
        self.listing.show(len(self.rows), self.item)

    def item(self, n: int, width: int) -> list[Line]:
        """One key or sign, and what it means."""
        return explained(*self.rows[n], _KEYS, width)
