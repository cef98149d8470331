"""apply: what every event does, where its bounds are, and when it finds nothing."""

import re
from typing import get_args

import pytest
from msgspec import convert
from msgspec.json import decode, encode
from msgspec.structs import replace

from referee.engine.events.apply import MOST_JOINED, MOST_THINGS, apply, fold
from referee.engine.events.event import (
    BoardLaid,
    CardsMoved,
    ConditionAdded,
    ConditionEnded,
    ConditionTicked,
    ConditionValued,
    EdgeSet,
    Event,
    FigureHidden,
    FigurePlaced,
    GroundSet,
    GroupClosed,
    Grouped,
    Joined,
    OrderSet,
    PhaseBegan,
    Remarked,
    Renamed,
    RoomSet,
    SideChanged,
    SidesSet,
    SlotMarked,
    SlotPut,
    SpacesShown,
    StandingSet,
    Tested,
    TrackBounded,
    TrackChanged,
    TraitSet,
    TurnBegan,
    TurnEnded,
    Ungrouped,
)
from referee.engine.problem import Moot
from referee.engine.state.bearer import TABLE, Group, Thing
from referee.engine.state.board import Board
from referee.engine.state.condition import Condition, Until
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.own_values import Track
from tests.engine.toys.box import figure, table

POISON = Condition(id="1:ulf:poisoned", kind="poisoned", value=2, until=Until(edge="start", of="ulf", left=3))
OPEN = Condition(id="2:ulf:prone", kind="prone")


def start() -> Encounter:
    ulf = replace(figure("ulf", wounds=3, skill=1), conditions=(POISON, OPEN), piles={"hand": ("a", "b")})
    fight = Group(tag="fight-1", name="Fight 1", kind="fight", members=("ulf", "rat"))
    order = (Slot(who="ulf"), Slot(who="rat", step=1))
    return table(ulf, figure("rat"), figure("bat"), fight, Thing(tag="a", name="A", kind="card"), order=order, round=1)


def ulf(encounter: Encounter, what: str) -> object:
    return getattr(encounter.figures["ulf"], what)


def test_joined() -> None:
    ann = figure("ann")
    assert apply(start(), Joined(bearer=ann)).figures["ann"] == ann
    assert apply(start(), Joined(bearer=Group(tag="g", name="G", kind="type"))).groups["g"].open
    assert apply(start(), Joined(bearer=Thing(tag="t", name="T", kind="item"))).things["t"].name == "T"


def test_a_table_takes_no_more_than_any_table_holds() -> None:
    full = replace(start(), figures={str(n): figure(str(n)) for n in range(MOST_JOINED - 1)})
    with pytest.raises(Moot, match="More has joined than any table holds"):
        fold(full, (Joined(bearer=figure("ann")), Joined(bearer=figure("bob"))))
    laden = replace(start(), things={str(n): Thing(tag=str(n), name="A", kind="card") for n in range(MOST_THINGS - 1)})
    with pytest.raises(Moot, match="More has joined than any table holds"):
        fold(laden, tuple(Joined(bearer=Thing(tag=tag, name="A", kind="card")) for tag in ("x", "y")))


def test_renamed_side_and_standing() -> None:
    encounter = fold(
        start(),
        (Renamed(tag="ulf", name="Wolf"), SideChanged(tag="ulf", side="red"), StandingSet(tag="ulf", standing="dead")),
    )
    assert (ulf(encounter, "name"), ulf(encounter, "side"), ulf(encounter, "standing")) == ("Wolf", "red", "dead")
    assert apply(start(), Renamed(tag="fight-1", name="Brawl")).groups["fight-1"].name == "Brawl"


@pytest.mark.parametrize(
    ("track", "by", "now"),
    [
        (Track(now=2, most=3), 1, 3),
        (Track(now=2, most=3), 99, 3),
        (Track(now=2, most=3), -1, 1),
        (Track(now=2, most=3), -99, 0),
        (Track(now=2), 99, 101),
        (Track(now=2, least=None), -99, -97),
        (Track(now=2, most=3, least=2), -1, 2),
        (Track(now=2, most=3), 0, 2),
    ],
)
def test_a_track_keeps_within_its_bounds(track: Track, by: int, now: int) -> None:
    encounter = table(replace(figure("ulf"), tracks={"wounds": track}))
    after = apply(encounter, TrackChanged(tag="ulf", track="wounds", by=by)).figures["ulf"].tracks["wounds"]
    assert after == replace(track, now=now)


@pytest.mark.parametrize(
    ("track", "most", "after"),
    [
        ("wounds", 2, Track(now=2, most=2)),
        ("wounds", 9, Track(now=3, most=9)),
        ("wounds", None, Track(now=3, most=None)),
        ("luck", 4, Track(now=0, most=4)),
    ],
)
def test_a_bound_takes_the_number_along(track: str, most: int | None, after: Track) -> None:
    encounter = apply(start(), TrackBounded(tag="ulf", track=track, most=most))
    assert encounter.figures["ulf"].tracks[track] == after


def test_traits() -> None:
    assert ulf(apply(start(), TraitSet(tag="ulf", trait="skill", value=5)), "traits") == {"skill": 5}
    assert ulf(apply(start(), TraitSet(tag="ulf", trait="skill", value=False)), "traits") == {"skill": False}
    assert ulf(apply(start(), TraitSet(tag="ulf", trait="skill", value=None)), "traits") == {}
    assert ulf(apply(start(), TraitSet(tag="ulf", trait="none", value=None)), "traits") == {"skill": 1}


def test_conditions() -> None:
    new = Condition(id="3:ulf:stun", kind="stun")
    assert ulf(apply(start(), ConditionAdded(tag="ulf", condition=new)), "conditions") == (POISON, OPEN, new)
    valued = apply(start(), ConditionValued(tag="ulf", id=POISON.id, by=-1))
    assert ulf(valued, "conditions") == (replace(POISON, value=1), OPEN)
    assert ulf(apply(start(), ConditionEnded(tag="ulf", id=POISON.id)), "conditions") == (OPEN,)


def test_a_condition_counts_down_to_one_and_no_further() -> None:
    encounter, left = start(), []
    for _ in range(4):
        encounter = apply(encounter, ConditionTicked(tag="ulf", id=POISON.id))
        until = encounter.figures["ulf"].conditions[0].until
        assert until is not None
        left.append(until.left)
    assert left == [2, 1, 1, 1]


def members(event: Event) -> tuple[str, ...]:
    return apply(start(), event).groups["fight-1"].members


def test_groups() -> None:
    assert members(Grouped(group="fight-1", member="bat")) == ("ulf", "rat", "bat")
    assert members(Grouped(group="fight-1", member="bat", at=0)) == ("bat", "ulf", "rat")
    assert members(Grouped(group="fight-1", member="ulf")) == ("rat", "ulf"), "once only, in the new place"
    assert members(Grouped(group="fight-1", member="rat", at=0)) == ("rat", "ulf")
    assert members(Ungrouped(group="fight-1", member="ulf")) == ("rat",)
    closed = apply(start(), GroupClosed(group="fight-1"))
    assert not closed.groups["fight-1"].open and closed.groups["fight-1"].members == ("ulf", "rat")


@pytest.mark.parametrize(
    ("src", "dst", "cards", "hand", "gone"),
    [
        ("hand", "gone", ("a",), ("b",), ("a",)),
        ("hand", "gone", ("b", "a"), (), ("b", "a")),
        ("hand", None, ("a",), ("b",), ()),
        (None, "hand", ("c", "c"), ("a", "b", "c", "c"), ()),
        ("hand", "hand", ("a",), ("b", "a"), ()),
        ("hand", "gone", (), ("a", "b"), ()),
    ],
)
def test_cards(
    src: str | None, dst: str | None, cards: tuple[str, ...], hand: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    event = CardsMoved(src=(src and ("ulf", src)) or None, dst=(dst and ("ulf", dst)) or None, cards=cards)
    piles = apply(start(), event).figures["ulf"].piles
    assert (piles["hand"], piles.get("gone", ())) == (hand, gone)


def line(encounter: Encounter) -> str:
    """The order in short: who, then b for begun, a for acted, h for held."""
    marks = (("b", "begun"), ("a", "acted"), ("h", "held"))
    return " ".join(slot.who + "".join(m for m, name in marks if getattr(slot, name)) for slot in encounter.order)


@pytest.mark.parametrize(
    ("events", "expected", "turn"),
    [
        ((OrderSet(slots=(Slot(who="bat"),)),), "bat", None),
        ((SlotPut(slot=Slot(who="bat")),), "ulf rat bat", None),
        ((SlotPut(slot=Slot(who="bat"), before="rat"),), "ulf bat rat", None),
        ((SlotPut(slot=Slot(who="rat"), before="ulf"),), "rat ulf", None),
        ((SlotPut(slot=Slot(who="ulf", under="fight-1")),), "ulf rat ulf", None),
        ((SlotPut(slot=Slot(who="bat"), before="nobody"),), "ulf rat bat", None),
        ((TurnBegan(who="ulf"),), "ulfb rat", "ulf"),
        ((TurnBegan(who="ulf"), TurnEnded(who="ulf")), "ulfba rat", None),
        ((TurnBegan(who="bat"), TurnEnded(who="bat")), "ulf rat", None),
        ((TurnBegan(who="ulf"), SlotMarked(who="ulf", acted=False, held=True)), "ulfbh rat", None),
        ((TurnBegan(who="ulf"), SlotMarked(who="rat", acted=False, held=True)), "ulfb rath", "ulf"),
        ((SlotMarked(who="rat", acted=True),), "ulf rata", None),
        ((SlotMarked(who="ulf", acted=True), SlotMarked(who="ulf", acted=False)), "ulf rat", None),
        (
            (SlotMarked(who="ulf", acted=False, held=True), TurnBegan(who="ulf"), TurnEnded(who="ulf")),
            "ulfba rat",
            None,
        ),
        ((PhaseBegan(phase="p", round=2),), "ulf rat", None),
    ],
)
def test_the_order(events: tuple[Event, ...], expected: str, turn: str | None) -> None:
    encounter = fold(start(), events)
    assert (line(encounter), encounter.turn) == (expected, turn)


TWICE = (Slot(who="ulf", under="a"), Slot(who="rat", step=1), Slot(who="ulf", step=2, under="b"))


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((TurnBegan(who="ulf"), TurnEnded(who="ulf")), "ulfba rat ulf"),
        ((TurnBegan(who="ulf"), TurnEnded(who="ulf"), TurnBegan(who="ulf")), "ulfba rat ulfb"),
        ((TurnBegan(who="ulf"), TurnEnded(who="ulf"), SlotMarked(who="ulf", acted=False, held=True)), "ulfba rat ulfh"),
        ((TurnBegan(who="ulf"), SlotMarked(who="ulf", acted=False, held=True), TurnBegan(who="ulf")), "ulfbh rat ulf"),
        ((TurnBegan(who="ulf"), TurnEnded(who="ulf"), SlotMarked(who="ulf", acted=True)), "ulfba rat ulfa"),
    ],
)
def test_who_acts_twice_a_round_uses_up_one_place_after_the_other(events: tuple[Event, ...], expected: str) -> None:
    assert line(fold(replace(start(), order=TWICE), events)) == expected


def test_phases_and_told() -> None:
    encounter = apply(start(), PhaseBegan(phase="cards", round=4))
    assert (encounter.phase, encounter.round) == ("cards", 4)
    assert apply(start(), Remarked(text="x")) == start()
    assert apply(start(), Tested(kind="attack", who="nobody", result="failure")) == start()


def test_the_board() -> None:
    laid = apply(start(), BoardLaid(board=Board(width=3, height=3)))
    encounter = fold(
        laid,
        (
            EdgeSet(edge="b2-c2", barrier="closed"),
            GroundSet(space="a1", ground="rough"),
            FigurePlaced(tag="ulf", spaces=("b2",)),
            FigurePlaced(tag="ulf", spaces=("b3",)),
        ),
    )
    assert encounter.board is not None
    assert (encounter.board.edges, encounter.board.ground) == ({"b2-c2": "closed"}, {"a1": "rough"})
    assert encounter.board.spaces("ulf") == ((1, 2),)
    back = (
        EdgeSet(edge="b2-c2", barrier=None),
        GroundSet(space="a1", ground=None),
        FigurePlaced(tag="ulf", spaces=()),
    )
    assert fold(encounter, back) == laid
    assert apply(encounter, BoardLaid(board=None)).board is None
    with pytest.raises(Moot, match="No figure"):
        apply(laid, FigurePlaced(tag="zed", spaces=("b2",)))


MOOT: list[Event] = [
    Joined(bearer=figure("ulf")),
    Joined(bearer=Thing(tag="fight-1", name="x", kind="x")),
    Joined(bearer=Group(tag=TABLE, name="x", kind="x")),
    Renamed(tag="zed", name="x"),
    SideChanged(tag="fight-1", side="x"),
    StandingSet(tag="zed", standing="x"),
    TrackChanged(tag="zed", track="wounds", by=1),
    TrackChanged(tag="ulf", track="luck", by=1),
    TrackBounded(tag="zed", track="wounds", most=1),
    TraitSet(tag="zed", trait="x", value=1),
    ConditionAdded(tag="zed", condition=OPEN),
    ConditionAdded(tag="ulf", condition=OPEN),
    ConditionValued(tag="ulf", id="none", by=1),
    ConditionTicked(tag="ulf", id="none"),
    ConditionTicked(tag="ulf", id=OPEN.id),
    ConditionEnded(tag="rat", id=OPEN.id),
    Grouped(group="zed", member="ulf"),
    Grouped(group="fight-1", member="zed"),
    Ungrouped(group="fight-1", member="bat"),
    GroupClosed(group="zed"),
    CardsMoved(src=("zed", "hand"), dst=None, cards=()),
    CardsMoved(src=None, dst=("zed", "hand"), cards=()),
    CardsMoved(src=("ulf", "hand"), dst=None, cards=("a", "a")),
    CardsMoved(src=("ulf", "gone"), dst=None, cards=("a",)),
    SlotPut(slot=Slot(who="zed")),
    SlotMarked(who="bat", acted=True),
    TurnBegan(who="zed"),
    EdgeSet(edge="b2-c2", barrier="wall"),
    GroundSet(space="b2", ground="obstacle"),
    SidesSet(space="b2", to="b3", side="east", barrier="wall"),
    RoomSet(space="b2", to="c3"),
    FigurePlaced(tag="ulf", spaces=("b2",)),
    FigureHidden(tag="zed", hidden=True),
    SpacesShown(space="b2", to="c3", shown=True),
]


@pytest.mark.parametrize("event", MOOT)
def test_an_event_that_finds_nothing_is_moot_and_changes_nothing(event: Event) -> None:
    before = start()
    with pytest.raises(Moot) as problem:
        apply(before, event)
    assert before == start() and str(problem.value).endswith(".")
    assert str(problem.value).replace(" ", "").isascii() and re.fullmatch(r"[\w' .-]+", str(problem.value))


def test_the_past_is_never_changed_by_what_comes_after() -> None:
    before = start()
    kept = encode(before).decode()
    for event in (
        TrackChanged(tag="ulf", track="wounds", by=-1),
        TraitSet(tag="ulf", trait="skill", value=9),
        CardsMoved(src=("ulf", "hand"), dst=("ulf", "gone"), cards=("a",)),
        Grouped(group="fight-1", member="bat"),
        TurnBegan(who="ulf"),
    ):
        apply(before, event)
    assert encode(before).decode() == kept


def test_every_sort_of_event_is_tried_here() -> None:
    tried = {type(event) for event in MOOT} | {OrderSet, PhaseBegan, Remarked, Tested, TurnEnded, BoardLaid}
    assert tried == set(get_args(Event))


def test_an_encounter_comes_back_from_its_json_as_it_was() -> None:
    assert decode(encode(start()), type=Encounter) == start()


def test_a_remark_is_for_all_to_read_unless_it_says_otherwise() -> None:
    remark = Remarked(text="The door opens.")
    assert not remark.hidden and not remark.detail and convert({"t": "told", "text": "x"}, Remarked).text == "x"
