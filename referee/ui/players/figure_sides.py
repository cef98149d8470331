"""Figure sides: the mark of each figure on the players' screen."""

from msgspec import Struct

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.style_names import SIDES
from referee.words.public_view import PublicView


class Side(Struct, frozen=True):
    """How the figures of a side are marked, as in the referee's roster."""

    sign: str
    style: str


def sides(view: PublicView) -> dict[str, Side]:
    """The mark of each figure, by its name."""
    others = [*dict.fromkeys(each.side for each in view.figures if not each.is_foe)]
    free = [n for n in range(len(SIDES)) if n != 1]
    places = {e.name: 1 if e.is_foe else free[min(others.index(e.side), len(free) - 1)] for e in view.figures}
    return {name: Side(GLYPHS.sides[n], SIDES[n]) for name, n in places.items()}
