"""The keys of the map, and its signs: a page made from the list of its commands."""

from collections.abc import Iterable
from typing import Any

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line
from referee.ui.input.key_actions import KeyAction
from referee.ui.screens.help import explained, keys_of
from referee.ui.screens.page import Page

_KEYS = 14


def signs() -> tuple[tuple[str, str], ...]:
    """What the map is drawn with."""
    return (
        (GLYPHS.turn, "Whose turn it is."),
        (GLYPHS.chosen, "The chosen figure."),
        (GLYPHS.both, "Both: the chosen figure, and it is its turn."),
        (GLYPHS.foe, "A foe: a figure of a side that the referee plays."),
        (GLYPHS.none, "A figure that does not stand any more."),
        (
            f"3 () {GLYPHS.lit}",
            "A space that answers what is asked: its cost, or that it will do; Enter takes it.",
        ),
        ("d", "Before a name: the letter that answers with this figure. Drawn far, each figure is its letter."),
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
