"""Figure sides: the mark of each figure on the players' screen."""

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.side_marks import SideMark
from referee.ui.drawing.style_names import SIDES
from referee.words.public_view import PublicView


def sides(view: PublicView) -> dict[str, SideMark]:
    """The mark of each figure, by its name."""
    others = [*dict.fromkeys(each.side for each in view.figures if not each.is_foe)]
    free = [n for n in range(len(SIDES)) if n != 1]
    places = {e.name: 1 if e.is_foe else free[min(others.index(e.side), len(free) - 1)] for e in view.figures}
    return {name: SideMark(GLYPHS.sides[n], SIDES[n]) for name, n in places.items()}
