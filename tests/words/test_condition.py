"""Conditions, as people say them."""

import pytest
from msgspec.structs import replace

from referee.engine.conditions.lifetime import duration
from referee.engine.contract.condition_kind import ConditionKind
from referee.engine.events.event import ConditionEnded
from referee.engine.state.bearer import Figure
from referee.engine.state.condition import Condition, Ending, Until
from referee.words.conditions import ailments, comes, lasts, named
from referee.words.phrase import phrase
from tests.command_language.tiny import TINY
from tests.words.table import TABLE


@pytest.mark.parametrize(
    ("until", "reads"),
    [
        (None, ""),
        (Until(edge="start", of="g1"), "until the start of Goblin 1's next turn"),
        (Until(edge="end", of="g1"), "until the end of Goblin 1's next turn"),
        (Until(edge="end", of="g1", left=2), "for 2 turns"),
        (Until(edge="end", of="ulf"), "until the end of Ulf's turn"),
        (Until(edge="end", of="ulf", left=2), "until the end of Ulf's next turn"),
        (Until(edge="start", of="ulf"), "until the start of Ulf's next turn"),
        (Until(edge="start", of="ulf", left=2), "for 2 of Ulf's turns"),
        (Until(edge="end", of="round"), "until the end of the round"),
        (Until(edge="start", of="round"), "until the next round begins"),
        (Until(edge="end", of="round", left=3), "for 3 rounds"),
        (Until(edge="end", of="phase:heroes"), "until the heroes phase is over"),
        (Until(edge="start", of="phase:heroes", left=2), "until the heroes phase begins, 2 more times"),
    ],
)
def test_a_duration_reads(until: Until | None, reads: str) -> None:
    assert duration(TABLE, until, "g1") == reads


@pytest.mark.parametrize(("round", "reads"), [(0, "until round 2 begins"), (1, "for 2 rounds")])
def test_a_round_to_come_is_told_by_its_number_before_the_first(round: int, reads: str) -> None:
    """Two rounds that are counted end a round later than the second begins."""
    before = replace(TABLE, round=round)
    assert duration(before, Until(edge="start", of="round", left=2)) == reads
    assert duration(before, Until(edge="end", of="round", left=2)) == "for 2 rounds"


def test_a_condition_has_its_level_where_it_is_not_the_first() -> None:
    assert named(Condition(id="x", kind="two_minds")) == "two minds"
    assert named(Condition(id="x", kind="weary", value=3)) == "weary 3"


def test_all_that_lies_on_a_figure() -> None:
    poison = Condition(id="p", kind="poisoned", value=2, until=Until(edge="end", of="round", left=3))
    bo = Figure(tag="bo", name="Bo", kind="hero", side="bo", conditions=(poison, Condition(id="w", kind="weary")))
    assert ailments(TABLE, bo) == ["poisoned 2 (for 3 rounds)", "weary"]


def test_what_it_may_do_to_end_it_is_told_in_one() -> None:
    words = ("makes attack", "makes check str", "makes check dex", "makes first_aid", "damaged", "loses raging")
    ends = tuple(Ending(event=word, of="bo") for word in words)
    helped = Condition(
        id="h", kind="helped", ends=(*ends, Ending(event="gains prone", of="ulf"), Ending(test="dex save"))
    )
    assert lasts(TABLE, helped, "bo") == (
        "until damaged, or dex save, or until bo's next attack, check or first aid, or until bo is no longer raging, "
        "or until Ulf is prone"
    )


def test_a_condition_may_end_in_a_sentence_with_its_note() -> None:
    kinds = (ConditionKind("enchanted", label="under a spell", by_note=True, cleared="{note} ends on {who}"),)
    rules = replace(TINY, conditions=kinds)

    def ended(note: str) -> str:
        lies = Condition(id="x", kind="enchanted", by="g1", note=note)
        table = replace(TABLE, figures={**TABLE.figures, "ulf": replace(TABLE.figures["ulf"], conditions=(lies,))})
        return phrase(table, ConditionEnded(tag="ulf", id="x"), rules)

    assert ended("Confusion") == "Confusion ends on Ulf"
    assert ended("") == "Ulf is no longer under a spell"


@pytest.mark.parametrize(
    ("until", "ends", "reads"),
    [
        (Until(edge="end", of="round"), (), "at the end of this round"),
        (Until(edge="start", of="round"), (), "as the next round begins"),
        (Until(edge="end", of="round", left=3), (), "after 3 rounds"),
        (Until(edge="end", of="g1"), (), "at the end of Goblin 1's next turn"),
        (Until(edge="start", of="phase:melee", left=2), (), "as the melee phase begins, 2 more times"),
        (Until(edge="end", of="phase:melee"), (), "when the melee phase is over"),
        (Until(edge="end", of="moment:fight"), (), "when the fight ends"),
        (None, (Ending(event="falls", of="ulf"),), "when Ulf falls"),
        (None, (), "when the referee says so"),
    ],
)
def test_a_countdown_says_when_it_comes(until: Until | None, ends: tuple[Ending, ...], reads: str) -> None:
    assert comes(TABLE, Condition(id="x", kind="roof", until=until, ends=ends)) == reads
