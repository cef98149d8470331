"""The battlefield: what the board, if one is laid out, says of sight, range, templates and ways (DJ-05..09, 61..63,
83..89).
"""

from collections.abc import Callable, Iterable

from referee.engine.board.geometry import (
    DIRECTIONS,
    Look,
    Terrain,
    apart,
    bolt,
    breath,
    distance,
    reachable,
    terrain,
    way,
    within,
)
from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Space, name_of
from referee.engine.state.encounter import Encounter
from referee.rules.descent.kinds import BOLT, BREATH, CORNER, SIZE


class Battlefield:
    """The board and the figures on it at one moment."""

    def __init__(self, rules: Ruleset, encounter: Encounter, ground: Terrain) -> None:
        self.rules = rules
        self.encounter = encounter
        self.ground = ground

    def at(self, who: Tag) -> tuple[Space, ...]:
        """The spaces a figure fills."""
        return self.ground.board.spaces(who)

    def around(self, who: Tag) -> tuple[Space, ...]:
        """The spaces of the board adjacent to a figure."""
        near = {space for own in self.at(who) for space in within(own, 1)} - set(self.at(who))
        return tuple(sorted(filter(self.ground.board.has, near)))

    def figures(self) -> tuple[Tag, ...]:
        """All figures on the board that are up."""
        return tuple(tag for tag in self.ground.board.figures if self.rules.able(self.encounter, tag))

    def who(self, space: Space) -> Tag | None:
        """Who stands in a space."""
        return self.ground.who.get(space)

    def foes(self, who: Tag, other: Tag) -> bool:
        """True if two figures are on different sides."""
        return self.encounter.figures[who].side != self.encounter.figures[other].side

    # ---------------------------------------------------------------- one target

    def aimed(self, who: Tag, spaces: Iterable[Space]) -> Look | None:
        """The line of an attack: to the nearest of these spaces that any of its own sees, else the nearest."""
        own = self.at(who)
        targets = sorted(spaces, key=lambda space: (distance(own, (space,)) or 0, space))
        looks = [self.ground.between(own, (space,), self._own(who, space)) for space in targets]
        lines = [look for look in looks if look is not None]
        return next((look for look in lines if look.clear), lines[0] if lines else None)

    def _own(self, who: Tag, space: Space) -> tuple[Tag | None, ...]:
        """Whose spaces are not in the way: the attacker's, and those of the figure in the target space (DJ-84)."""
        return (who, self.who(space))

    def range(self, who: Tag, space: Space) -> int:
        """How many spaces away, from the attacker's nearest (DJ-09, 83)."""
        return distance(self.at(who), (space,)) or 0

    def corner_matters(self, who: Tag, look: Look) -> bool:
        """True if the option `corner` decides the line: it passes a corner that is blocked on one side (DJ-86)."""
        other = terrain(self.rules, self.encounter, not self.ground.corner_open)
        return other is not None and other.clear(look.start, look.end, self._own(who, look.end)) != look.clear

    def beside(self, spaces: Iterable[Space], other: Tag) -> bool:
        """True if a figure is adjacent to one of these spaces with no wall or the like between (DJ-88)."""
        theirs = self.at(other)
        return any(apart(a, b) == 1 and self.ground.open_step(a, b) for a in spaces for b in theirs)

    # ---------------------------------------------------------------- many targets

    def swept(self, who: Tag, span: int) -> tuple[Tag, ...]:
        """Every enemy within melee reach, and in sight (DJ-63)."""
        foes = (tag for tag in self.figures() if self.foes(who, tag))
        return tuple(tag for tag in foes if self._reached(who, tag, span))

    def _reached(self, who: Tag, other: Tag, span: int) -> bool:
        look = self.aimed(who, self.at(other))
        return look is not None and look.clear and self.range(who, look.end) <= span

    def blasted(self, middle: Space, radius: int) -> tuple[Tag, ...]:
        """All within so many spaces of a space and in sight of it (DJ-61)."""
        return tuple(tag for tag in self.figures() if any(self._hit(middle, radius, tag, s) for s in self.at(tag)))

    def _hit(self, middle: Space, radius: int, tag: Tag, space: Space) -> bool:
        own = (self.who(middle), tag)
        return apart(middle, space) <= radius and self.ground.clear(middle, space, own)

    def templates(self, who: Tag, kind: str, target: Iterable[Space]) -> dict[str, tuple[Tag, ...]]:
        """The ways to lay a template so that it covers one of these spaces, and whom each takes in (DJ-62, 88)."""
        wanted = set(target)
        open_ground = Terrain(self.ground.board, lambda tag: False, self.ground.corner_open)
        out: dict[str, tuple[Tag, ...]] = {}
        for start in self.at(who):
            for name, course in DIRECTIONS.items():
                laid = self._laid(kind, start, course)
                if laid[0] in self.at(who):
                    continue  # a template is laid against a side of the figure, not within it
                covered = {s for s in laid if self.ground.board.has(s) and open_ground.clear(start, s)}
                caught = tuple(tag for tag in self.figures() if tag != who and covered & set(self.at(tag)))
                if covered & wanted and caught not in out.values():
                    out[f"{name_of(start)} {name}"] = caught
        return dict(sorted(out.items(), key=lambda laid: -self._worth(who, laid[1])))

    def _laid(self, kind: str, start: Space, course: Space) -> tuple[Space, ...]:
        if kind == "bolt":
            return bolt(start, course, int(BOLT.of(self.encounter)))
        return breath(start, course, int(BREATH.of(self.encounter)))

    def _worth(self, who: Tag, caught: Iterable[Tag]) -> int:
        return sum(1 if self.foes(who, tag) else -1 for tag in caught)

    # ---------------------------------------------------------------- ways

    def ways(self, who: Tag, steps: int) -> dict[Space, int]:
        """Where it can walk in so many steps: past friends, not past foes, and not to where somebody stands."""
        passing = reachable(self.ground, self.at(who), steps, lambda space: not self._foe_at(who, space))
        return {space: n for space, n in passing.items() if n and self._free(who, space)}

    def way(self, who: Tag, goal: Space, toll: Callable[[Space], int]) -> tuple[Space, ...]:
        """The way it walks there, space by space: of the shortest ones that with the least toll (DJ-89)."""
        return way(self.ground, self.at(who), goal, lambda space: not self._foe_at(who, space), toll)

    def pushes(self, who: Tag, steps: int) -> dict[Space, int]:
        """Where it can be moved to through empty spaces (DJ-72)."""
        found = reachable(self.ground, self.at(who), steps, lambda space: self.who(space) in (None, who))
        return {space: n for space, n in found.items() if n}

    def _foe_at(self, who: Tag, space: Space) -> bool:
        other = self.who(space)
        return other is not None and other in self.encounter.figures and self.foes(who, other)

    def _free(self, who: Tag, anchor: Space) -> bool:
        return all(self.who(space) in (None, who) for space in self.shifted(who, anchor))

    def shifted(self, who: Tag, anchor: Space) -> tuple[Space, ...]:
        """The spaces a figure would fill if the first of them were `anchor`."""
        first = self.at(who)[0]
        return tuple((x - first[0] + anchor[0], y - first[1] + anchor[1]) for x, y in self.at(who))


def battlefield(rules: Ruleset, encounter: Encounter, *who: Tag | None) -> Battlefield | None:
    """The battlefield, if there is a board and all of these stand on it; else None (DJ-87)."""
    ground = terrain(rules, encounter)
    if ground is None or not all(tag is not None and tag in ground.board.figures for tag in who):
        return None
    return Battlefield(rules, encounter, ground)


def corner_open(encounter: Encounter) -> bool:
    """True if a line may pass a corner that is blocked on one side (DJ-86)."""
    return CORNER.of(encounter) == "open"


def footprint(encounter: Encounter, who: Tag) -> tuple[int, int]:
    """How many spaces a figure fills, across and down."""
    wide, deep = map(int, SIZE.of(encounter, who).split("x"))
    return wide, deep
