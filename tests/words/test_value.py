"""Values, as they are read."""

import pytest

from referee.engine.state.bearer import Thing
from referee.engine.state.own_values import Track, Value
from referee.text.phrases import possessive
from referee.words.bearer import given, number, shown, thing_words
from tests.command_language.tiny import TINY
from tests.words.table import TABLE


@pytest.mark.parametrize(
    ("value", "reads"),
    [(None, "as usual"), (True, "yes"), (False, "no"), (3, "3"), ("axe", "axe"), (("a", "b"), "a, b"), ((), "none")],
)
def test_a_trait_reads(value: Value | None, reads: str) -> None:
    assert shown(value) == reads


def test_a_track_reads() -> None:
    assert number(Track(now=2, most=7)) == "2/7"
    assert number(Track(now=3)) == "3"


def test_what_is_left_of_a_thing_and_a_value_of_nothing_are_told() -> None:
    def words(**tracks: Track) -> str:
        thing = Thing(tag="ulf.breath", name="Breath", kind="weapon", tracks=tracks)
        return thing_words(TINY, TABLE, "ulf", thing)

    assert words(uses=Track(now=0, most=3)) == "Breath (spent)"
    assert words(uses=Track(now=1, most=3)) == "Breath (uses 1/3)" != words(uses=Track(now=0))
    assert (given(None, "luck", 0), given(None, "luck", ""), given(None, "luck", 3)) == ("luck 0", "no luck", "luck 3")
    assert (possessive("the Rats"), possessive("Rats"), possessive("Ulf")) == ("the Rats'", "Rats's", "Ulf's")
