"""Saved values that are made once."""

from referee.engine.events.event import TraitSet, TurnBegan
from referee.engine.state.saved_model import alike


def test_a_value_is_made_once_for_the_same_fields() -> None:
    assert alike(TurnBegan, who="ulf", cites=("OS-05",)) is alike(TurnBegan, who="ulf", cites=("OS-05",))
    assert alike(TurnBegan, who="ulf") == TurnBegan(who="ulf") != alike(TurnBegan, who="ann")


def test_a_yes_is_no_one() -> None:
    yes, one = (alike(TraitSet, tag="ulf", trait="x", value=value) for value in (True, 1))
    assert yes.value is True and one.value == 1 and one.value is not True
