"""Durations as referees say them."""

import pytest

from referee.engine.condition import Until
from referee.engine.duration import condition_named, known_condition, read_duration
from referee.engine.problem import NotUnderstood
from referee.engine.verb import Situation
from tests.engine.toys.box import figure, game, table
from tests.engine.toys.sides import SIDES

ANN = table(figure("ulf"), figure("ann"), turn="ann")
HERE = Situation(SIDES, ANN)


def start(of: str, left: int = 1) -> Until:
    return Until(edge="start", of=of, left=left)


def end(of: str, left: int = 1) -> Until:
    return Until(edge="end", of=of, left=left)


@pytest.mark.parametrize(
    ("text", "value", "until"),
    [
        ("", 1, None),
        ("x2", 2, None),
        ("3", 1, start("ulf", 3)),
        ("3 turns", 1, start("ulf", 3)),
        ("3r", 1, end("round", 3)),
        ("for 2r x4", 4, end("round", 2)),
        ("start", 1, start("ulf")),
        ("end", 1, end("ulf")),
        ("start ann", 1, start("ann")),
        ("end ann", 1, end("ann", 2)),
        ("until end ann", 1, end("ann", 2)),
        ("until end of ann", 1, end("ann", 2)),
        ("until start of ann", 1, start("ann")),
        ("phase combat", 1, end("phase:combat")),
    ],
)
def test_until_when_in_words(text: str, value: int, until: Until | None) -> None:
    assert read_duration(HERE, "ulf", "poisoned", text) == (value, until)


def test_a_number_is_the_tokens_of_what_stacks() -> None:
    assert read_duration(HERE, "ulf", "burn", "3") == (3, None)
    assert read_duration(HERE, "ulf", "burn", "3 2r") == (3, end("round", 2))


@pytest.mark.parametrize(
    "text",
    ["soon", "٣", "--3", "1_0", "3e1", "x", "xx2", "end zed", "phase", "0", "-3", "0r", "-2r", "x0", "x-1", "end of"],
)
def test_no_duration(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_duration(HERE, "ulf", "poisoned", text)


def test_conditions_are_known_by_their_beginning_or_are_the_referees_own() -> None:
    assert condition_named(SIDES, "Pois") == "poisoned"
    assert condition_named(SIDES, "prone") == "prone"
    assert condition_named(SIDES, "On Fire!") == "On_Fire!"
    only = game("one", conditions=SIDES.conditions[:1])
    assert condition_named(only, "!!!") == "", "no letters mean no condition, not the only one there is"


def test_a_word_that_has_to_be_a_condition_is_one_of_the_systems() -> None:
    assert known_condition(SIDES, "pois") == "poisoned"
    with pytest.raises(NotUnderstood, match="Did you mean poisoned"):
        known_condition(SIDES, "poisend")
    with pytest.raises(NotUnderstood, match="Did you mean half"):
        known_condition(SIDES, "halve", "half", "none")
    with pytest.raises(NotUnderstood, match=r"is no condition of Sides\. There is prone"):
        known_condition(SIDES, "soaked")
