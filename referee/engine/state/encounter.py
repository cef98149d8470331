"""Encounter: the whole state of one fight."""

from msgspec import field

from referee.engine.problem import Moot
from referee.engine.state.bearer import TABLE, AnyBearer, Bearer, Figure, Group, Tag, Thing
from referee.engine.state.board import Board
from referee.engine.state.saved_model import SavedModel

OVER = "over"
"""The phase after a fight, until the next one begins."""
MOST_FIGURES = 500
"""Figures that a table may have, and so the most that one answer can name."""


class Slot(SavedModel):
    """One place in the turn order. Those of the lowest step that have not acted may act, in any order."""

    who: Tag
    """A figure, or a group that acts as one."""
    step: int = 0
    """Those of the lowest step that have not acted may act."""
    under: Tag | None = None
    """The group it is listed under."""
    label: str = ""
    """What the order shows beside it: an initiative number, a side."""
    begun: bool = False
    """Its turn has begun; what happens at the start of a turn does not happen twice."""
    acted: bool = False
    """Its turn is over."""
    held: bool = False
    """It waits by its own wish, and is passed over until it returns."""


class Encounter(SavedModel):
    """The whole state of one fight. It changes only by events, in `apply`."""

    system: str
    """The game that is played."""
    figures: dict[Tag, Figure] = {}
    """All figures that came to the table, by tag."""
    groups: dict[Tag, Group] = field(default_factory=lambda: {TABLE: Group(tag=TABLE, name="the table", kind="table")})
    """Fights and sides by tag, and `table` for values of the whole encounter."""
    things: dict[Tag, Thing] = {}
    """Weapons, spells, cards by tag."""
    round: int = 0
    """0 before the first round, and in most games after the fight."""
    phase: str = ""
    """The phase of the round; empty: none; OVER after the fight."""
    order: tuple[Slot, ...] = ()
    """The order in which figures act."""
    turn: Tag | None = None
    """Whose turn it is, a figure or a group; None: nobody's."""
    board: Board | None = None
    """The spaces that it stands on; None: it has no board."""

    def has(self, tag: str) -> bool:
        """Is there such a bearer, standing or not?"""
        return tag in self.figures or tag in self.groups or tag in self.things

    def tags(self) -> set[Tag]:
        """The tags of all bearers, those that nothing new can have."""
        return {*self.figures, *self.groups, *self.things}

    def of(self, tag: str) -> AnyBearer:
        """The bearer with that tag. Moot if there is none."""
        found = self.figures.get(tag) or self.groups.get(tag) or self.things.get(tag)
        if found is None:
            raise Moot(f"Nothing on the table is called {tag}.")
        return found

    def name(self, tag: str) -> str:
        """The name of the bearer with that tag; the tag itself if there is none."""
        found = self.figures.get(tag) or self.groups.get(tag) or self.things.get(tag)
        return tag if found is None else found.name

    def members(self, group: str) -> tuple[Figure, ...]:
        """The figures of a group, in its order."""
        return tuple(self.figures[tag] for tag in self.groups[group].members if tag in self.figures)

    def groups_of(self, kind: str) -> tuple[Group, ...]:
        """The open groups of that kind, in the order they were opened."""
        return tuple(group for group in self.groups.values() if group.kind == kind and group.open)

    def group_with(self, tag: str, kind: str) -> Group | None:
        """The open group of that kind in which the figure stands."""
        groups = self.groups.values()
        return next((group for group in groups if group.kind == kind and group.open and tag in group.members), None)

    def slot(self, tag: str) -> Slot | None:
        """The place of that figure or group in the order, the one still to act if it has several; None if it has
        none.
        """
        mine = [slot for slot in self.order if slot.who == tag]
        return next((slot for slot in mine if not slot.acted), mine[0]) if mine else None

    def acting_as(self, who: str) -> tuple[Tag, ...]:
        """The tags of those who act in a place of the order: a figure, or a group that acts as one and its members."""
        return (who, *self.groups[who].members) if who in self.groups else (who,)

    def at_turn(self, tag: str) -> bool:
        """Is it this figure's or group's turn, its own or that of a group with which it acts as one?"""
        return tag == self.turn or (self.turn in self.groups and tag in self.groups[self.turn].members)

    def bearers(self) -> tuple[Bearer, ...]:
        """All that can carry a condition: figures first, then groups."""
        return (*self.figures.values(), *self.groups.values())
