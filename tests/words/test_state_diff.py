"""Two states of one encounter, value by value."""

from referee.engine.apply import fold
from referee.engine.event import StandingSet, TrackChanged
from referee.words.state_diff import comparison
from tests.script.test_line import at_table
from tests.script.tiny import TINY


def test_what_differs_is_said_bearer_by_bearer_and_then_of_the_table() -> None:
    was = at_table("add hero Ulf", "add rat x2", "next").encounter
    hurt = fold(was, (TrackChanged(tag="r1", track="wounds", by=-1), StandingSet(tag="r1", standing="dead")))
    now = hurt.model_copy(update={"turn": "r2"})
    assert comparison(was, now, TINY) == ["Rat 1 standing up → dead, wounds 1 → 0", "turn Ulf → Rat 2"]
    assert comparison(was, was, TINY) == []
