"""Encounter: the state of one fight, the order in which its figures act, and the check of one read from a file."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from pydantic import Field

from referee.engine.problem import Moot
from referee.engine.state.bearer import TABLE, AnyBearer, Bearer, Figure, Group, SavedModel, Tag, Thing
from referee.engine.state.board import Board

T = TypeVar("T")
OVER = "over"
"""The phase after a fight, until the next one begins."""
K = TypeVar("K")
V = TypeVar("V")
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
    groups: dict[Tag, Group] = Field(default_factory=lambda: {TABLE: Group(tag=TABLE, name="the table", kind="table")})
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
        return self.of(tag).name if self.has(tag) else tag

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
        return next((slot for slot in mine if not slot.acted), mine[0] if mine else None)

    def acting_as(self, who: str) -> tuple[Tag, ...]:
        """The tags of those who act in a place of the order: a figure, or a group that acts as one and its members."""
        return (who, *self.groups[who].members) if who in self.groups else (who,)

    def at_turn(self, tag: str) -> bool:
        """Is it this figure's or group's turn, its own or that of a group with which it acts as one?"""
        return self.turn is not None and tag in self.acting_as(self.turn)

    def bearers(self) -> tuple[Bearer, ...]:
        """All that can carry a condition: figures first, then groups."""
        return (*self.figures.values(), *self.groups.values())


def check_consistency(encounter: Encounter) -> None:
    """Raises Moot if a bearer is filed under another tag than its own, or if nobody has the tag of the turn."""
    missing = next(_missing(encounter), None)
    if missing is not None:
        raise Moot(f"Nothing on the table is called {missing}.")


def _missing(encounter: Encounter) -> Iterator[str]:
    """The tags that stand for another bearer, and the turn, if no bearer has it."""
    if TABLE not in encounter.groups:
        yield TABLE
    bearers = (encounter.figures, encounter.groups, encounter.things)
    yield from (tag for bearer in bearers for tag, borne in bearer.items() if borne.tag != tag)
    if encounter.turn is not None and not encounter.has(encounter.turn):
        yield encounter.turn


def without_missing(encounter: Encounter) -> Encounter:
    """The encounter without the places in order, groups and board of those whom it does not have.

    Earlier versions left such places: a correction that took a figure away did not play again what came later.
    """
    groups = {tag: group_there(encounter, group) for tag, group in encounter.groups.items()}
    order = slots_there(encounter, encounter.order)
    board = board_there(encounter, encounter.board)
    return encounter.model_copy(update={"groups": groups, "order": order, "board": board})


def slots_there(encounter: Encounter, slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The places in an order of those whom the encounter has."""
    return tuple(slot for slot in slots if encounter.has(slot.who))


def group_there(encounter: Encounter, group: Group) -> Group:
    """The group with only those of its members whom the encounter has."""
    if all(map(encounter.has, group.members)):
        return group
    return group.model_copy(update={"members": tuple(filter(encounter.has, group.members))})


def board_there(encounter: Encounter, board: Board | None) -> Board | None:
    """The board, if there is one, with only those figures on it whom the encounter has."""
    if board is None or board.figures.keys() <= encounter.figures.keys():
        return board
    figures = {tag: spaces for tag, spaces in board.figures.items() if tag in encounter.figures}
    return board.model_copy(update={"figures": figures})


MOST_CACHED = 8
"""Encounters of which `cached` remembers what follows from them: the odds begin with the same one again and again."""
_latest: list[tuple[Encounter, dict[Any, Any]]] = []


def cached(game: object, encounter: Encounter, key: Hashable, of: object, make: Callable[[], T]) -> T:
    """What follows from this encounter alone in a game, as it was made the first time for the last few encounters.

    of: what the key names by its identity, which is to stay.
    """
    if not _latest or _latest[0][0] is not encounter:
        n = next((n for n, known in enumerate(_latest) if known[0] is encounter), None)
        _latest.insert(0, (encounter, {}) if n is None else _latest.pop(n))
        del _latest[MOST_CACHED:]
    found, whole = _latest[0][1], (id(game), key)
    if whole not in found:
        found[whole] = game, of, make()
    made: T = found[whole][2]
    return made


class Later(Mapping[K, V]):
    """A mapping that is made when it is first read: words that nobody reads while the app plays by itself."""

    def __init__(self, make: Callable[[], Mapping[K, V]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[K, V]:
        return self._make()

    def __getitem__(self, key: K) -> V:
        return self._made[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)
