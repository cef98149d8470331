"""Soundness: order, groups and board name nobody who is not there, whatever events come."""

import pytest
from msgspec.structs import replace

from referee.engine.events.apply import fold
from referee.engine.events.event import BoardLaid, Joined, OrderSet
from referee.engine.problem import Moot
from referee.engine.state.bearer import TABLE, Group
from referee.engine.state.board import Board
from referee.engine.state.consistency import check_consistency, without_missing
from referee.engine.state.encounter import Encounter, Slot
from tests.engine.toys.box import figure

ORDER = (Slot(who="ulf"), Slot(who="rat"))
FIGHT = Group(tag="f1", name="Fight", kind="fight", members=("rat", "ulf"))
BOARD = Board(width=3, height=3, figures={"ulf": ("a1",), "rat": ("b2",)})


def only_ulf() -> Encounter:
    return fold(Encounter(system="toys"), (Joined(bearer=figure("ulf")),))


def test_events_that_name_the_missing_place_the_others() -> None:
    encounter = fold(only_ulf(), (OrderSet(slots=ORDER), Joined(bearer=FIGHT), BoardLaid(board=BOARD)))
    assert encounter.order == (Slot(who="ulf"),)
    assert encounter.groups["f1"].members == ("ulf",)
    assert encounter.board == Board(width=3, height=3, figures={"ulf": ("a1",)})
    check_consistency(encounter)


def test_an_encounter_from_a_file_loses_only_the_places_of_the_missing() -> None:
    there = only_ulf()
    groups = {TABLE: there.groups[TABLE], "f1": FIGHT}
    read = replace(there, order=ORDER, groups=groups, board=BOARD)
    assert without_missing(read) == fold(there, (OrderSet(slots=ORDER), Joined(bearer=FIGHT), BoardLaid(board=BOARD)))
    assert without_missing(there) == there


def test_a_turn_of_nobody_is_damage() -> None:
    with pytest.raises(Moot, match="rat"):
        check_consistency(replace(only_ulf(), turn="rat"))
