"""Shares of damage: half, none, and why."""

import pytest

from referee.engine.events.event import Remarked, Term
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.questions.answer import Counted, Said
from referee.engine.verbs.damage import read_share
from tests.engine.toys.box import figure, order, seat, table, tags
from tests.engine.toys.fights import FIGHTS

THREE = table(figure("ulf", wounds=9), figure("g1", wounds=9), figure("g2", wounds=9))


def test_half_is_rounded_down_and_what_is_spared_is_the_rest() -> None:
    share = read_share(THREE, ("ulf", "g1", "g2"), "half g1,ulf none g2 because they saved")
    assert [share.less(tag, 7) for tag in ("ulf", "g1", "g2")] == [4, 4, 7]
    assert share.why == "they saved"
    assert read_share(THREE, ("ulf",), "").less("ulf", 7) == 0


@pytest.mark.parametrize("text", ["half", "half bob", "half g2", "twice g1", "g1"])
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_share(THREE, ("ulf", "g1"), text)


def test_damage_with_shares_tells_the_sum_and_hurts_by_it() -> None:
    session = seat(FIGHTS, THREE)
    order(
        session, "damage", who=tags("g1", "g2"), amount=Counted(n=5), share=Said(text="half g2 because of its shield")
    )
    assert session.encounter.figures["g1"].tracks["wounds"].now == 4
    assert session.encounter.figures["g2"].tracks["wounds"].now == 7
    told = [event for entry in session.entries() for event in entry.events or () if isinstance(event, Remarked)]
    assert (Term("damage", 5), Term("half", -3)) in [event.terms for event in told]
    assert all("shield" in event.text and event.hand for event in told)
    with pytest.raises(Problem):
        order(session, "damage", who=tags("g1"), amount=Counted(n=5), share=Said(text="half g2"))
