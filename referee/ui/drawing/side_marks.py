"""Side marks: the sign of each side with its colour."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Figure
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.style_names import SIDES

_FOES = 1
"""Position, among signs and colours, of a side for which the app throws."""


class SideMark(Struct, frozen=True):
    """How a side is marked."""

    sign: str
    style: str


def side_marks(rules: Ruleset, figures: Iterable[Figure]) -> Mapping[str, SideMark]:
    """The mark of each side, in the order in which the sides came; the last mark serves all sides beyond it."""
    sides = dict.fromkeys([figure.side for figure in figures])
    free = [n for n in range(len(SIDES)) if n != _FOES or not rules.app_sides]
    out: dict[str, SideMark] = {}
    others = 0
    for side in sides:
        position = _FOES if side in rules.app_sides else free[min(others, len(free) - 1)]
        others += side not in rules.app_sides
        out[side] = SideMark(GLYPHS.sides[position], SIDES[position])
    return out
