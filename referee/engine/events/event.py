"""Events: all that can happen at a table, in the past tense. The list is closed; no game adds to it."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta

from referee.engine.state.bearer import AnyBearer, Tag
from referee.engine.state.board import Barrier, Board, EdgeName, Ground, Side, SpaceName
from referee.engine.state.condition import Condition
from referee.engine.state.encounter import Slot
from referee.engine.state.own_values import Value
from referee.engine.state.saved_model import SavedModel


class Term(NamedTuple):
    """One part of a sum (dice, a card, a modifier), as a list of three: its name, what it adds, its faces or cards."""

    label: str
    """What it is called: `d20`, `STR`, `shield 2`; may be empty for a bare number."""
    value: int
    """What it adds to the sum."""
    faces: tuple[str, ...] = ()
    """The faces of its dice, or the names of its cards, as they are shown; empty for a modifier."""


Terms = tuple[Term, ...]


def total(terms: Iterable[Term]) -> int:
    """What the terms come to."""
    return sum([term.value for term in terms])


class Happened(SavedModel, tag_field="t"):
    """What happened; which event it is says its `t`, and all events have these fields."""

    cites: tuple[str, ...] = ()
    """The clauses it follows from, as the system's rules.toml numbers them."""
    hand: bool = False
    """Done by the referee's own hand, over the rules."""

    is_bookkeeping: ClassVar[bool] = False
    """It is told only where the log is read in full, unless the referee's own hand did it."""
    can_be_secret: ClassVar[bool] = False
    """It has a field `hidden`, which says whether it is kept from the players."""

    @property
    def t(self) -> str:
        """Which event it is, as it is saved."""
        return str(self.__struct_config__.tag)


class BoardLaid(Happened, tag="board"):
    """A board was laid out with all that stands on it, or (None) taken away."""

    board: Board | None
    """The board; None: it was taken away."""


class EdgeSet(Happened, tag="edge"):
    """A wall or a door was put on an edge, opened or closed, or (None) taken away."""

    edge: EdgeName
    """The two spaces on either side of it."""
    barrier: Barrier | None
    """What stands there now; None: nothing."""


class GroundSet(Happened, tag="ground"):
    """An obstacle was put into a space, or into all from one corner to the other; or (None) plain floor."""

    space: SpaceName
    """Which space, or one corner."""
    to: SpaceName | None = None
    """The opposite corner, where it is more than one space."""
    ground: Ground | None
    """What is there now; None: plain floor."""


class SpacesShown(Happened, tag="shown"):
    """The players were shown all spaces from one corner to the other, or these were hidden from them again."""

    space: SpaceName
    """One corner."""
    to: SpaceName
    """The opposite corner."""
    shown: bool
    """The players see them now."""


class FigurePlaced(Happened, tag="placed"):
    """A figure came to stand in these spaces of the board, or (none) off it."""

    tag: Tag
    """Which figure."""
    spaces: tuple[SpaceName, ...]
    """The spaces that it fills; none: it is off the board."""


class SidesSet(Happened, tag="sides"):
    """Walls or doors were put on one side of a rectangle of spaces or all around it, or (None) taken away."""

    space: SpaceName
    """One corner."""
    to: SpaceName
    """The opposite corner."""
    side: Side
    """Along which side, or all around."""
    barrier: Barrier | None
    """What stands there now; None: nothing."""


class RoomSet(Happened, tag="room"):
    """A rectangle became plain floor without walls in it; around it there are walls, or nothing is left either."""

    space: SpaceName
    """One corner."""
    to: SpaceName
    """The opposite corner."""
    walled: bool = True
    """There are walls around it."""


BoardEvent = BoardLaid | EdgeSet | GroundSet | FigurePlaced | SidesSet | RoomSet | SpacesShown


Result = Literal["critical", "success", "partial", "failure", "fumble"]
"""How a test ended for the figure that made it, from best to worst."""


class Joined(Happened, tag="joined"):
    """A figure, a group or a thing came to the table."""

    bearer: AnyBearer
    """Who or what came."""


class Renamed(Happened, tag="renamed"):
    """A bearer got another name."""

    tag: Tag
    """Whose name it is."""
    name: str
    """The new name."""
    remembers: bool = False
    """A figure remembers the name that it had; none did in encounters of before the fifth form."""


class SideChanged(Happened, tag="side"):
    """A figure fights for another side."""

    tag: Tag
    """Who changed sides."""
    side: str
    """The side that it fights for."""


class FigureHidden(Happened, tag="hidden"):
    """A figure was hidden from the players, or they were shown it."""

    tag: Tag
    """Who was hidden or shown."""
    hidden: bool
    """The players do not know of it from now on."""


class StandingSet(Happened, tag="standing"):
    """A figure fell, rose, died or left."""

    tag: Tag
    """Who fell, rose, died or left."""
    standing: str
    """How it stands now."""


class TrackChanged(Happened, tag="track"):
    """A track went up or down by so much; its bounds hold."""

    tag: Tag
    """Whose track it is."""
    track: str
    """Which track: hp."""
    by: int
    """How much it went up; negative: down."""
    source: Tag | None = None
    """Who did it, if anybody: the attacker, the healer."""
    terms: tuple[Term, ...] = ()
    """The sum of the amount lost or gained: damage 5, armor -2; empty if it was not added up."""
    types: tuple[str, ...] = ()
    """The types of damage that it is made of, in a game that has such."""


class TrackBounded(Happened, tag="bound"):
    """A track got other bounds, or came to be."""

    tag: Tag
    """Whose track it is."""
    track: str
    """Which track."""
    most: int | None
    """The upper bound from now on; None: there is none."""
    least: int | None = None
    """The lower bound from now on; None: it stays, at 0 for a new track."""


class TraitSet(Happened, tag="trait"):
    """A trait got a value, or (None) went back to what it is by default."""

    tag: Tag
    """Whose trait it is."""
    trait: str
    """Which trait."""
    value: Value | None
    """The new value; None: what it is by default."""


class ConditionAdded(Happened, tag="cond+"):
    """A condition came upon a bearer."""

    tag: Tag
    """Upon whom it came."""
    condition: Condition
    """Which condition."""


class ConditionValued(Happened, tag="cond="):
    """A condition's level or number of tokens went up or down by so much."""

    tag: Tag
    """Whose condition it is."""
    id: str
    """Which condition, by its id."""
    by: int
    """How much it went up; negative: down."""


class ConditionTicked(Happened, tag="cond."):
    """One of the moments that a condition waits for has passed."""

    is_bookkeeping = True
    tag: Tag
    """Whose condition it is."""
    id: str
    """Which condition, by its id."""
    more: Annotated[int, Meta(ge=0)] = 0
    """How many more of them have passed with it."""


class ConditionEnded(Happened, tag="cond-"):
    """A condition is over."""

    tag: Tag
    """Whose condition it was."""
    id: str
    """Which condition, by its id."""


class Grouped(Happened, tag="in"):
    """A figure joined a group, at the end or at a place."""

    group: Tag
    """Which group."""
    member: Tag
    """Who joined it."""
    at: int | None = None
    """At which place, from 0; None: at the end."""


class Ungrouped(Happened, tag="out"):
    """A figure left a group."""

    is_bookkeeping = True
    group: Tag
    """Which group."""
    member: Tag
    """Who left it."""


class GroupClosed(Happened, tag="closed"):
    """A fight or combat is over."""

    group: Tag
    """Which group."""


class CardsMoved(Happened, tag="cards"):
    """Things went from one pile to another; `src` None: from the box; `dst` None: back into it."""

    src: tuple[Tag, str] | None
    """Whose pile they came from, and which; None: from the box."""
    dst: tuple[Tag, str] | None
    """Whose pile they went to, and which; None: into the box."""
    cards: tuple[Tag, ...]
    """What was moved."""


class OrderSet(Happened, tag="order"):
    """The turn order was laid out anew."""

    slots: tuple[Slot, ...]
    """All places of the order."""


class SlotPut(Happened, tag="slot+"):
    """A place was put into the order, or moved within it; before another figure's, or last."""

    slot: Slot
    """The place."""
    before: Tag | None = None
    """Before whose place; None: it is the last."""


class SlotMarked(Happened, tag="slot."):
    """A place in the order has acted, or waits, or neither any more."""

    who: Tag
    """Whose place it is."""
    acted: bool
    """It has acted."""
    held: bool = False
    """It waits."""


class TurnBegan(Happened, tag="turn+"):
    """A figure's or group's turn began."""

    who: Tag
    """Whose turn it is."""


class TurnEnded(Happened, tag="turn-"):
    """A figure's or group's turn ended; it has acted."""

    who: Tag
    """Whose turn it was."""


class PhaseBegan(Happened, tag="phase"):
    """A phase of a round began."""

    phase: str
    """Which phase."""
    round: int
    """Of which round."""


class Tested(Happened, tag="test"):
    """A figure made a test: an attack, a save, a check, a contest. Changes nothing by itself."""

    __test__ = False  # not a test case

    can_be_secret = True
    kind: str
    """The kind of test, as the system declares it: attack, save, morale."""
    who: Tag
    """Who made it."""
    target: Tag | None = None
    """Whom it was made against, if anybody."""
    using: str = ""
    """The weapon, spell or manner, in words."""
    terms: tuple[Term, ...] = ()
    """The dice or cards, and what was added to them."""
    total: int | None = None
    """What the terms come to; None where each die counts for itself, or nothing was added up."""
    against: int | None = None
    """What the total, or each die for itself, was compared with; None if there was no such number."""
    opposing: tuple[Term, ...] = ()
    """The target's own terms, where both rolled; `against` is what they come to."""
    each: bool = False
    """Each die counts for itself: compared with `against`, or without it read for the symbols that it shows."""
    count: int | None = None
    """How many dice succeeded, or how many hits it was, where that matters."""
    result: Result
    """How it ended for who made it."""
    amounts: tuple[Term, ...] = ()
    """What else it came to, each by its name: damage 6, surges 2."""
    hidden: bool = False
    """Not for a players' view."""


class Remarked(Happened, tag="told"):
    """Changes nothing: what else the log says, so that it can be read without the rules."""

    can_be_secret = True
    text: str
    """What the log says."""
    terms: tuple[Term, ...] = ()
    """The sum, term by term: ("die", 4), ("prone", -1)."""
    against: int | None = None
    """What the sum, or each die by itself, had to reach or to beat; only in encounters begun with an older form."""
    hidden: bool = False
    """Not for a players' view."""
    detail: bool = False
    """Only where the log is read in full: what leads to a line that says it again, or sums it up."""
    introduces: bool = False
    """It says what comes next: `Rat 1 strikes back`, `Wren burns`; in the brief log that goes on with its sentence."""
    tag: Tag | None = None
    """Whom it is said of, in the brief log in the line of what was done to that figure: `Rat 1 has no save`."""
    source: Tag | None = None
    """Who did that."""


FigureEvent = Joined | Renamed | SideChanged | StandingSet | FigureHidden
ValueEvent = TrackChanged | TrackBounded | TraitSet
ConditionEvent = ConditionAdded | ConditionValued | ConditionTicked | ConditionEnded
GroupEvent = Grouped | Ungrouped | GroupClosed
OrderEvent = OrderSet | SlotPut | SlotMarked
TurnEvent = TurnBegan | TurnEnded | PhaseBegan
LogEvent = Tested | Remarked
"""They change nothing: the log tells them."""
Event = (
    FigureEvent | ValueEvent | ConditionEvent | GroupEvent | CardsMoved | OrderEvent | TurnEvent | BoardEvent | LogEvent
)
