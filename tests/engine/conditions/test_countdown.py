"""Conditions and turns: what counts down when, and what ends."""

import pytest
from msgspec.structs import replace

from referee.engine.contract.condition_kind import ConditionKind, Stacking
from referee.engine.contract.kinds import TraitKind
from referee.engine.events.event import ConditionTicked, TraitSet
from referee.engine.state.condition import Until
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.ledger import Ledger
from tests.engine.toys.box import BURN, POISONED, PRONE, figure, game, table
from tests.engine.toys.sides import SIDES


def round_of(*who: str) -> Ledger:
    ledger = Ledger(SIDES, table(*(figure(tag, wounds=5) for tag in who)), seat=7)
    new_round(ledger)
    return ledger


def new_round(ledger: Ledger) -> None:
    ledger.begin_phase("fight", next_round=True)
    slots = tuple(Slot(who=tag, step=n) for n, tag in enumerate(ledger.encounter.figures))
    ledger.encounter = replace(ledger.encounter, order=slots)


def left(encounter: Encounter, tag: str = "ulf") -> str:
    """The conditions of one in short: prone, or poisoned3 with three moments to come."""
    out = []
    for condition in encounter.figures[tag].conditions:
        out.append(f"{condition.kind}{condition.until.left if condition.until else ''}")
    return " ".join(out)


PLAY = (
    "ulf+",
    "ulf-",
    "ann+",
    "ann-",
    "round",
    "ulf+",
    "ulf-",
    "ann+",
    "ann-",
    "round",
    "ulf+",
    "ulf-",
    "ann+",
    "ann-",
)


def play(ledger: Ledger, moves: tuple[str, ...]) -> None:
    for move in moves:
        if move == "round":
            new_round(ledger)
        elif move.endswith("+"):
            ledger.begin_turn(move[:-1])
        elif move.endswith("-"):
            ledger.end_turn()
        else:
            ledger.begin_phase(move)


@pytest.mark.parametrize(
    ("until", "moments"),
    [
        (None, "P P P P P P P P P P P P P P"),
        (Until(edge="start", of="ulf"), "- - - - - - - - - - - - - -"),
        (Until(edge="end", of="ulf"), "1 - - - - - - - - - - - - -"),
        (Until(edge="start", of="ann"), "1 1 - - - - - - - - - - - -"),
        (Until(edge="end", of="ann"), "1 1 1 - - - - - - - - - - -"),
        (Until(edge="start", of="ulf", left=2), "1 1 1 1 1 - - - - - - - - -"),
        (Until(edge="end", of="ulf", left=3), "3 2 2 2 2 2 1 1 1 1 1 - - -"),
        (Until(edge="end", of="round"), "1 1 1 1 - - - - - - - - - -"),
        (Until(edge="end", of="round", left=2), "2 2 2 2 1 1 1 1 1 - - - - -"),
        (Until(edge="start", of="round", left=2), "2 2 2 2 1 1 1 1 1 - - - - -"),
        (Until(edge="end", of="phase:fight"), "1 1 1 1 - - - - - - - - - -"),
        (Until(edge="start", of="phase:fight", left=2), "2 2 2 2 1 1 1 1 1 - - - - -"),
        (Until(edge="end", of="phase:other"), "1 1 1 1 1 1 1 1 1 1 1 1 1 1"),
    ],
)
def test_every_sort_of_end(until: Until | None, moments: str) -> None:
    ledger = round_of("ulf", "ann")
    ledger.afflict("ulf", PRONE, until=until)
    seen = []
    for move in PLAY:
        play(ledger, (move,))
        seen.append(left(ledger.encounter).removeprefix("prone") or ("P" if left(ledger.encounter) else "-"))
    assert " ".join(seen) == moments


def test_phases_of_a_round_end_one_by_one() -> None:
    ledger = round_of("ulf")
    ledger.afflict("ulf", PRONE, until=Until(edge="end", of="phase:cards"))
    ledger.afflict("ulf", POISONED, until=Until(edge="end", of="round"))
    play(ledger, ("cards",))
    assert left(ledger.encounter) == "prone1 poisoned1"
    play(ledger, ("turns",))
    assert left(ledger.encounter) == "poisoned1", "the round goes on"


@pytest.mark.parametrize(
    ("before", "after", "there"),
    [
        (("ulf+",), ("ulf-",), True),
        (("ulf+",), ("ulf-", "ann+", "ann-", "round", "ulf+"), True),
        (("ulf+",), ("ulf-", "ann+", "ann-", "round", "ulf+", "ulf-"), False),
        (("ulf+", "ulf-"), ("ann+", "ann-", "round", "ulf+"), True),
        (("ulf+", "ulf-"), ("ann+", "ann-", "round", "ulf+", "ulf-"), False),
        ((), ("ulf+",), True),
        ((), ("ulf+", "ulf-"), False),
    ],
)
def test_until_the_end_of_the_next_turn_the_one_under_way_does_not_count(
    before: tuple[str, ...], after: tuple[str, ...], there: bool
) -> None:
    ledger = round_of("ulf", "ann")
    play(ledger, before)
    ledger.afflict("ann", PRONE, until=ledger.end_of_next_turn("ulf"))
    play(ledger, after)
    assert bool(left(ledger.encounter, "ann")) == there


def test_conditions_wait_for_somebody_elses_turn_and_for_a_groups() -> None:
    ledger = round_of("ulf", "ann")
    ledger.afflict("ulf", PRONE, until=Until(edge="start", of="ann"))
    ledger.afflict("table", "storm", until=Until(edge="start", of="ann", left=2))
    play(ledger, ("ann+",))
    assert left(ledger.encounter) == ""
    (storm,) = ledger.encounter.groups["table"].conditions
    assert storm.until is not None and storm.until.left == 1


def test_a_condition_takes_the_old_ones_place_and_one_that_stacks_adds_up() -> None:
    ledger = round_of("ulf")
    ledger.afflict("ulf", PRONE, until=Until(edge="end", of="ulf"))
    ledger.afflict("ulf", PRONE, value=3)
    (prone,) = ledger.encounter.figures["ulf"].conditions
    assert (prone.value, prone.until) == (3, None)
    ledger.lift("ulf", PRONE)
    ledger.afflict("ulf", BURN, value=2)
    ledger.afflict("ulf", "burn", value=3)
    assert BURN.value(ledger.encounter, "ulf") == 5
    ledger.spend("ulf", BURN, 2)
    assert BURN.value(ledger.encounter, "ulf") == 3
    ledger.spend("ulf", BURN, 9)
    assert not BURN.on(ledger.encounter, "ulf")
    ledger.spend("ulf", BURN, 1)
    ledger.lift("ulf", BURN)


def test_every_condition_has_an_id_of_its_own() -> None:
    ledger = round_of("ulf", "ann")
    for tag in ("ulf", "ann", "ulf"):
        for kind in (PRONE, POISONED):
            ledger.afflict(tag, kind)
            ledger.lift(tag, kind)
            ledger.afflict(tag, kind)
    added = [event.condition.id for event in ledger.events if event.t == "cond+"]
    assert len(added) == len(set(added)) == 12
    assert added[0] == "7:ulf:prone"


def test_a_turn_that_goes_on_does_not_count_down_twice() -> None:
    ledger = round_of("ulf", "ann")
    ledger.afflict("ulf", PRONE, until=Until(edge="start", of="ulf", left=3))
    ledger.begin_turn("ulf")
    ledger.begin_turn("ulf")
    assert left(ledger.encounter) == "prone2"
    assert sum(isinstance(event, ConditionTicked) for event in ledger.events) == 1


def test_what_the_referee_does_by_hand_is_marked() -> None:
    ledger = Ledger(SIDES, table(figure("ulf")), override=True)
    ledger.remark("so it is", "X-1")
    assert [event.hand for event in ledger.events] == [True]
    assert ledger.events[0].cites == ("X-1",)


def test_what_was_said_before_the_first_round_waits_for_the_end_of_it() -> None:
    ledger = Ledger(SIDES, table(figure("ulf")))
    ledger.afflict("ulf", PRONE, until=Until(edge="end", of="round"))
    new_round(ledger)
    assert left(ledger.encounter) == "prone1"
    new_round(ledger)
    assert left(ledger.encounter) == ""


def test_a_condition_from_each_source_lies_by_itself() -> None:
    held = ConditionKind("held", stacking=Stacking.PER_SOURCE)
    ledger = Ledger(game("held", conditions=(held,)), table(figure("ulf"), figure("ann"), figure("bo")))
    for by in ("ann", "bo", "bo"):
        ledger.afflict("ulf", held, by=by)
    assert [there.by for there in ledger.encounter.figures["ulf"].conditions] == ["ann", "bo"]
    ledger.lift("ulf", held, by="bo")
    assert [there.by for there in ledger.encounter.figures["ulf"].conditions] == ["ann"]
    ledger.lift("ulf", held)
    assert ledger.encounter.figures["ulf"].conditions == ()


def test_tokens_add_up_to_the_most_there_can_be() -> None:
    ledger = round_of("ulf")
    for _ in range(3):
        ledger.afflict("ulf", BURN, value=60)
    assert BURN.value(ledger.encounter, "ulf") == BURN.maximum


def test_marks_are_cleared_where_they_were_set() -> None:
    attacked, waits_for = TraitKind("attacked", False), TraitKind("waits_for", "")
    ledger = Ledger(SIDES, table(figure("ulf"), figure("ann")))
    ledger.record(attacked.set("ulf", True))
    for tag in ("ulf", "ann"):
        ledger.clear(tag, attacked, waits_for)
    assert ledger.events[1:] == [TraitSet(tag="ulf", trait="attacked", value=None)]
    assert "attacked" not in ledger.encounter.figures["ulf"].traits
