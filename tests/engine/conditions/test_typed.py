"""Durations as referees say them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.engine.conditions.typed import Duration, condition_named, known_condition, read_duration
from referee.engine.contract.condition_kind import ConditionKind
from referee.engine.contract.duration_rules import DurationRules
from referee.engine.problem import NotUnderstood
from referee.engine.state.condition import Condition, Ending, Until
from tests.engine.toys.box import figure, game, table
from tests.engine.toys.sides import SIDES

RAGING = Condition(id="1", kind="raging")
ANN = table(figure("ulf"), replace(figure("ann"), conditions=(RAGING,)), turn="ann", round=1)
KINDS = (
    ConditionKind("dodging", usual="start of bearer"),
    ConditionKind("on_fire", aliases=("burning",), usual="save 10"),
    ConditionKind("marked", usual="end of by"),
)
RULES = game(
    "resting", conditions=(*SIDES.conditions, *KINDS), durations=DurationRules(moments=("fight", "rest", "long rest"))
)
HERE = (RULES, ANN)


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
        ("2 rounds", 1, end("round", 2)),
        ("1 round", 1, end("round", 1)),
        ("r4", 1, start("round", 3)),
        ("2 starts", 1, start("ulf", 2)),
        ("2 ends", 1, end("ulf", 2)),
        ("2 ends of ann", 1, end("ann", 3)),
        ("end ann this", 1, end("ann", 1)),
        ("end of bearer", 1, end("ulf")),
        ("rest", 1, end("moment:rest")),
        ("until the next long rest x2", 2, end("moment:long rest")),
        ("until the end of the fight", 1, end("moment:fight")),
        ("open", 1, None),
    ],
)
def test_until_when_in_words(text: str, value: int, until: Until | None) -> None:
    assert read_duration(*HERE, "ulf", "poisoned", text) == Duration(value, until)


def test_a_number_is_the_tokens_of_what_stacks() -> None:
    assert read_duration(*HERE, "ulf", "burn", "3") == Duration(3)
    assert read_duration(*HERE, "ulf", "burn", "3 2r") == Duration(3, end("round", 2))


@pytest.mark.parametrize(
    "text",
    [
        "soon",
        "٣",
        "--3",
        "1_0",
        "3e1",
        "x",
        "xx2",
        "end zed",
        "phase",
        "0",
        "-3",
        "0r",
        "-2r",
        "x0",
        "x-1",
        "end of",
        "r1",
        "by",
        "while ann",
        "while ann sad",
        "end ulf this",
        "start ann this",
        "2 ends of",
    ],
)
def test_no_duration(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_duration(*HERE, "ulf", "poisoned", text)


SAVE = Ending(test="save", against=15)
HURT = Ending(event="damaged", of="ulf")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("save 15", Duration(ends=(SAVE,))),
        ("save", Duration(ends=(Ending(test="save"),))),
        ("save dex 13 or damaged", Duration(ends=(Ending(test="dex save", against=13), HURT))),
        ("3r save 15", Duration(until=end("round", 3), ends=(SAVE,))),
        ("end save 15", Duration(until=end("ulf"), ends=(SAVE,))),
        ("damaged by ann", Duration(ends=(HURT,), by="ann")),
        ("end by ann", Duration(until=end("ulf"), by="ann")),
        ("by ann end of by", Duration(until=end("ann", 2), by="ann")),
        ("while ann raging", Duration(ends=(Ending(event="loses raging", of="ann"),))),
    ],
)
def test_how_else_it_ends_and_who_brought_it(text: str, said: Duration) -> None:
    assert read_duration(*HERE, "ulf", "poisoned", text) == said


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("end ann 3", "type `end ann` or `3`"),
        ("3 3r", "type `3` or `3r`"),
        ("rest fight", "type `rest` or `fight`"),
        ("open 3", "type `open` or `3`"),
        ("x2 x3", "one value: type 2 or 3"),
        ("by ann by ulf", "type `by` once"),
    ],
)
def test_words_that_contradict_each_other_are_refused(text: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        read_duration(*HERE, "ulf", "poisoned", text)


def test_a_moment_that_no_rule_announces_is_refused() -> None:
    with pytest.raises(NotUnderstood, match='not "rest"'):
        read_duration(SIDES, ANN, "ulf", "poisoned", "until rest")


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("dodging", "", Duration(until=start("ulf"))),
        ("dodging", "by ann", Duration(until=start("ulf"), by="ann")),
        ("dodging", "2r", Duration(until=end("round", 2))),
        ("dodging", "open", Duration()),
        ("dodging", "damaged", Duration(ends=(HURT,))),
        ("on_fire", "x2", Duration(value=2, ends=(Ending(test="save", against=10),))),
        ("marked", "by ann", Duration(until=end("ann", 2), by="ann")),
        ("marked", "", Duration(until=end("ulf"))),
    ],
)
def test_a_kind_has_its_usual_duration(kind: str, text: str, said: Duration) -> None:
    assert read_duration(*HERE, "ulf", kind, text) == said


def test_a_condition_is_known_by_its_other_words() -> None:
    assert (
        condition_named(RULES, "burning")
        == condition_named(RULES, "on fire")
        == condition_named(RULES, "burni")
        == "on_fire"
    )


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
    with pytest.raises(NotUnderstood, match=r"has no condition \"soaked\"\. Conditions: prone"):
        known_condition(SIDES, "soaked")


WORDS = (
    "end",
    "start",
    "2",
    "ends",
    "of",
    "ann",
    "ulf",
    "by",
    "save",
    "15",
    "x2",
    "3r",
    "r9",
    "this",
    "while",
    "raging",
)
MORE = (
    "rest",
    "long",
    "until",
    "the",
    "damaged",
    "open",
    "phase",
    "rounds",
    "bearer",
    "\x1b",
    "r",
    "x",
    "-1",
    "999999",
)


@given(st.lists(st.sampled_from(WORDS + MORE), max_size=7), st.sampled_from(["poisoned", "burn", "on_fire", "own"]))
def test_any_words_are_a_duration_or_are_refused_in_a_sentence(words: list[str], kind: str) -> None:
    try:
        said = read_duration(*HERE, "ulf", kind, " ".join(words))
    except NotUnderstood as problem:
        assert str(problem).isprintable() and str(problem).endswith((".", " ann", "the door is open"))
    else:
        assert 1 <= said.value <= 99 and (said.until is None or said.until.left <= 1000)


def test_words_behind_note_are_remembered_and_end_nothing() -> None:
    assert read_duration(*HERE, "ulf", "poisoned", "3r note end of the world") == Duration(
        1, end("round", 3), note="end of the world"
    )
    assert read_duration(*HERE, "ulf", "poisoned", 'Note "he lies"').note == "he lies"
    with pytest.raises(NotUnderstood, match="what to remember"):
        read_duration(*HERE, "ulf", "poisoned", "3r note")


def test_a_moment_that_ends_with_r_is_no_count_of_rounds() -> None:
    rules = game("hours", durations=DurationRules(moments=("hour",)))
    assert read_duration(rules, ANN, "ulf", "poisoned", "until the hour") == Duration(1, end("moment:hour"))
    with pytest.raises(NotUnderstood, match=r"^How long\?.+, hour, not \"river\"\.$"):
        read_duration(rules, ANN, "ulf", "poisoned", "river")


KEYWORDS = ["start", "starts", "end", "ends", "phase", "save", "damaged", "while", "this", "open", "until", "for"]


@pytest.mark.parametrize("word", KEYWORDS)
def test_a_word_of_durations_is_a_figure_only_behind_of_or_by(word: str) -> None:
    here = table(figure("ulf"), figure(word), turn="ulf", round=1)
    assert read_duration(RULES, here, "ulf", "poisoned", f"3 ends of {word}").until == end(word, 3)
    try:
        meant = read_duration(RULES, here, "ulf", "poisoned", f"3 ends {word}").until
    except NotUnderstood:
        return
    assert meant is None or meant.of != word
