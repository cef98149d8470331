"""Kinds: the typed keys to values, and what they make of values of another make."""

import pytest
from msgspec.structs import replace

from referee.engine.contract.kinds import AnyTrait, PileKind, TrackKind, TraitKind
from referee.engine.contract.option import Option
from referee.engine.events.event import CardsMoved, TrackChanged, TraitSet
from referee.engine.problem import Moot, NotUnderstood
from referee.engine.state.bearer import TABLE
from referee.engine.state.own_values import Track, Value
from tests.engine.toys.box import BURN, PRONE, figure, table

HP, LUCK = TrackKind("wounds"), TrackKind("luck")
SKILL, WORD, FLAG, LIST = (
    TraitKind("skill", 0),
    TraitKind("word", ""),
    TraitKind("flag", False),
    TraitKind("list", ("a",)),
)
METRIC = Option("metric", ("chebyshev", "orthogonal"), "how squares are counted")


def test_a_track_is_reached_by_its_kind() -> None:
    encounter = table(figure("ulf", wounds=3))
    assert (HP.of(encounter, "ulf"), HP.most(encounter, "ulf"), HP.track(encounter, "ulf")) == (
        3,
        3,
        Track(now=3, most=3),
    )
    assert (LUCK.of(encounter, "ulf"), LUCK.most(encounter, "ulf"), LUCK.track(encounter, "ulf")) == (0, 0, None)
    assert TrackKind("items").most(encounter, "ulf") == 0, "where it stands, if it has no bound"
    assert HP.change("ulf", -2, "X-1") == TrackChanged(tag="ulf", track="wounds", by=-2, cites=("X-1",))
    with pytest.raises(Moot):
        HP.of(encounter, "zed")


@pytest.mark.parametrize(
    ("kind", "value", "seen"),
    [
        (SKILL, 5, 5),
        (SKILL, "5", 0),
        (SKILL, True, 0),
        (FLAG, True, True),
        (FLAG, 1, False),
        (WORD, "x", "x"),
        (WORD, 1, ""),
        (LIST, ("b",), ("b",)),
        (LIST, "b", ("a",)),
        (LIST, None, ("a",)),
    ],
)
def test_a_value_of_another_make_is_the_default(kind: AnyTrait, value: Value | None, seen: Value) -> None:
    traits = {} if value is None else {kind.name: value}
    assert kind.of(table(replace(figure("ulf"), traits=traits)), "ulf") == seen


@pytest.mark.parametrize(
    ("kind", "word", "value"),
    [
        (SKILL, "-3", -3),
        (FLAG, "YES", True),
        (FLAG, "off", False),
        (WORD, "a word", "a word"),
        (LIST, "a, b,,c ", ("a", "b", "c")),
        (LIST, "", ()),
    ],
)
def test_a_word_becomes_a_value(kind: AnyTrait, word: str, value: Value) -> None:
    assert kind.read(word) == value


@pytest.mark.parametrize(("kind", "word"), [(SKILL, "x"), (SKILL, "٣"), (FLAG, "maybe"), (FLAG, "\x1b" * 20_000)])
def test_a_word_that_is_no_value(kind: AnyTrait, word: str) -> None:
    with pytest.raises(NotUnderstood) as problem:
        kind.read(word)
    assert str(problem.value).isprintable() and len(str(problem.value)) < 160


def test_traits_are_set_and_cleared() -> None:
    assert SKILL.set("ulf", 3, "X-1") == TraitSet(tag="ulf", trait="skill", value=3, cites=("X-1",))
    assert SKILL.clear("ulf") == TraitSet(tag="ulf", trait="skill", value=None)


@pytest.mark.parametrize(
    ("chosen", "seen"), [(None, "chebyshev"), ("orthogonal", "orthogonal"), ("odd", "chebyshev"), (1, "chebyshev")]
)
def test_an_option_is_one_of_its_choices(chosen: Value | None, seen: str) -> None:
    start = table()
    traits = {} if chosen is None else {"metric": chosen}
    group = replace(start.groups[TABLE], traits=traits)
    assert METRIC.of(replace(start, groups={TABLE: group})) == seen
    assert METRIC.set("orthogonal") == TraitSet(tag=TABLE, trait="metric", value="orthogonal")


def test_piles_and_conditions() -> None:
    hand, gone = PileKind("hand"), PileKind("gone")
    encounter = table(replace(figure("ulf"), piles={"hand": ("a", "b")}))
    assert (hand.of(encounter, "ulf"), gone.of(encounter, "ulf")) == (("a", "b"), ())
    assert hand.move("ulf", gone, ("a",)) == CardsMoved(src=("ulf", "hand"), dst=("ulf", "gone"), cards=("a",))
    assert not PRONE.on(encounter, "ulf") and BURN.value(encounter, "ulf") == 0


def test_a_number_is_read_within_the_bounds_of_its_kind() -> None:
    few = TraitKind("few", 0, minimum=0, maximum=5)
    assert [few.read("0"), few.read("5")] == [0, 5]
    for word in ("6", "-1"):
        with pytest.raises(NotUnderstood, match="few: 0 to 5, not"):
            few.read(word)


def test_a_track_without_a_bound_may_come_to_the_highest_number_and_no_further() -> None:
    kind = TrackKind("gold", maximum=9)
    assert kind.read_change("+2", Track(now=7)) == 2
    with pytest.raises(NotUnderstood, match="0 to 9, not 10"):
        kind.read_change("+3", Track(now=7))


def test_a_trait_that_says_no_more_is_called_by_its_name_and_is_not_optional() -> None:
    kind = TraitKind("luck", 0)
    assert (kind.label, kind.hint, kind.said, kind.cleared, kind.optional) == ("", "", "", "", False)
