"""Squares: what the board says of contact, path and range, where both figures stand on one (BK-15, 17, 38)."""

from referee.engine.bearer import Tag
from referee.engine.board import name_of
from referee.engine.encounter import Encounter
from referee.engine.reach import adjacent, apart, distance
from referee.engine.ruleset import Ruleset
from referee.engine.sight import Look, Terrain, along, terrain
from referee.rules.black_keep.fights import is_monster
from referee.rules.black_keep.kinds import METRIC

_AT_EDGES = {"wall": "a wall", "door": "a closed door", "obstacle": "an obstacle"}


class Squares:
    """Contact, distance and line of sight of two figures on the board."""

    def __init__(self, encounter: Encounter, ground: Terrain, one: Tag, other: Tag) -> None:
        self.encounter = encounter
        self.ground = ground
        self.who = (one, other)
        self.spaces = (ground.board.spaces(one), ground.board.spaces(other))

    @property
    def contact(self) -> bool:
        """True if they stand side to side with no wall or closed door between them (BK-38)."""
        mine, theirs = self.spaces
        pairs = ((a, b) for a in mine for b in theirs if apart(a, b, diagonal=False) == 1)
        return any(pair not in self.ground.shut for pair in pairs)

    def apart(self) -> str:
        """Why they are not in contact."""
        here, there = (name_of(spaces[0]) for spaces in self.spaces)
        if adjacent(*self.spaces, diagonal=False):
            return f"a wall or a closed door stands between {here} and {there}"
        across = " only touch corners" if adjacent(*self.spaces) else " are not side to side"
        return f"{here} and {there}{across}"

    @property
    def away(self) -> int:
        """The distance in squares, by the option `metric` (BK-17)."""
        return distance(*self.spaces, diagonal=METRIC.of(self.encounter) == "chebyshev") or 0

    @property
    def look(self) -> Look:
        """The best line of sight between them; neither blocks it."""
        found = self.ground.between(*self.spaces, self.who)
        assert found is not None  # both stand on the board
        return found

    def in_the_way(self) -> str:
        """Which of the three blockers is in the path; `clear` for none (BK-15)."""
        barred = self.look.barred
        if barred is None:
            return "clear"
        if barred[0] != "figure":
            return "terrain"
        return "monster" if is_monster(self.encounter, barred[1]) else "miniature"

    def path(self) -> str:
        """The line in words, and what exactly is in its way."""
        look = self.look
        if look.barred is None:
            return along(look)
        what, where = look.barred
        if what != "figure":
            return f"{_AT_EDGES[what]} at {where}, {along(look)}"
        place = name_of(self.ground.board.spaces(where)[0])
        return f"{self.encounter.name(where)} at {place}, {along(look)}"


def squares(rules: Ruleset, encounter: Encounter, one: Tag, other: Tag) -> Squares | None:
    """What the board says of two figures; None unless both are on it: then the table is asked."""
    ground = terrain(rules, encounter)
    if ground is None or not {one, other} <= ground.board.figures.keys():
        return None
    return Squares(encounter, ground, one, other)
