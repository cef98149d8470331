"""Who may act next, as every game is asked."""

from referee.engine.state.encounter import Slot
from tests.engine.toys.box import figure, table
from tests.engine.toys.sides import SIDES


def test_who_may_act_and_who_comes_after_them() -> None:
    slots = (Slot(who="mira"), Slot(who="tolin"), Slot(who="gob", step=1))
    encounter = table(*(figure(slot.who) for slot in slots), order=slots)
    assert SIDES.may_act(encounter) == ("mira", "tolin")
    assert SIDES.may_act(encounter, but="mira") == ("tolin",)
    alone = encounter.model_copy(update={"order": (slots[0], slots[2])})
    assert SIDES.may_act(alone, but="mira") == ("gob",)
