"""Backdrop: the screen behind a box, drawn dim around it."""

import re
from collections.abc import Sequence
from typing import Any

from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from referee.ui.drawing.text_line import Line, line
from referee.ui.panes.pane import Pane


class Behind(Pane):
    """What is around the box of the screen behind it, dim: lines as lines are, words so that they can be read.

    No colour is laid over that screen for it: terminals that have few colours, or none, cannot mix them.
    """

    rows: Sequence[str] = ()

    def content(self, width: int, height: int) -> list[Line]:
        return [_dimmed(row) for row in self.rows]


def _dimmed(row: str) -> Line:
    """A row of a screen, its lines as lines and its words dim."""
    parts = enumerate(_LINES.split(row))
    return line(*((part, "rule" if n % 2 else "dim") for n, part in parts if part))


def around(screen: Screen[Any], box: Region) -> dict[Region, list[str]]:
    """What a screen shows above, at the left, at the right and below a box, without the pieces of words that the box
    leaves.
    """
    panes = sorted((pane for pane in screen.query(Pane) if pane.display and pane.size), key=lambda pane: pane.region.x)
    rows = [
        Strip.join([pane.render_line(y - pane.region.y) for pane in panes if y in pane.region.line_range])
        for y in range(screen.size.height)
    ]
    left: list[str] = []
    right: list[str] = []
    for row in rows[box.y : box.bottom]:
        before, under, after = (row.crop(*cells) for cells in ((0, box.x), (box.x, box.right), (box.right,)))
        is_left_cut, is_right_cut = not under.text[:1].isspace(), not under.text[-1:].isspace()
        left.append(_BEGUN.sub("", before.text) if is_left_cut else before.text)
        right.append(_ENDING.sub(lambda cut: " " * len(cut[0]), after.text) if is_right_cut else after.text)
    width, height = screen.size
    return {
        Region(0, 0, width, box.y): [row.text for row in rows[: box.y]],
        Region(0, box.y, box.x, box.height): left,
        Region(box.right, box.y, width - box.right, box.height): right,
        Region(0, box.bottom, width, height - box.bottom): [row.text for row in rows[box.bottom :]],
    }


_LINES = re.compile("([\u2500-\u257f ]+)")
_BEGUN, _ENDING = re.compile(r"[^\W_][^\s─│]*$"), re.compile(r"^[^\s─│]+")
