"""Amounts and comparisons: what they read as, what they come to, and what they refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.dice.dice import Pool
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Rolled
from referee.engine.state.own_values import Value
from referee.rules.open_table.language.amount_notation import LONGEST, read_amount, read_count, read_when
from referee.rules.open_table.language.expression import (
    Asked,
    Extreme,
    Name,
    NamedDice,
    Node,
    Number,
    Product,
    Sum,
    Unknown,
)
from referee.rules.open_table.play.amounts.evaluation import (
    LARGEST,
    at_highest,
    averaged,
    doubled,
    holds,
    pools,
    repeated,
    settled,
    total,
)
from referee.rules.open_table.play.amounts.throwing import reckoned


class Known:
    """Names with values; others are unknown."""

    def __init__(self, **values: Value) -> None:
        self.values = values

    def value(self, name: Name) -> Value:
        if name.word not in self.values:
            raise Unknown(name)
        return self.values[name.word]


def comes_to(text: str, *faces: list[int], rounding: str = "down", **values: Value) -> int:
    return total(settled(read_amount(text, rounding), Known(**values)), faces)


@pytest.mark.parametrize(
    "text, n",
    [
        ("7", 7),
        ("-9999", -9999),
        ("2 + 3 * 4 - 1", 13),
        ("(2 + 3) * 4", 20),
        ("7 / 2", 3),
        ("-7 / 2", -3),
        ("(0 - 7) / 2", -4),
        ("({str} - 10) / 2", -1),
        ("max(10, {str} / 2)", 10),
        ("min({str}, 3, 12 / 2)", 3),
        ("{str} * 999999 * 999999", LARGEST),
        ("{yes} + 1", 2),
    ],
)
def test_what_an_amount_comes_to(text: str, n: int) -> None:
    assert comes_to(text, str=8, yes=True) == n


@pytest.mark.parametrize("rounding, n", [("down", 2), ("up", 3), ("near", 3)])
def test_a_division_is_rounded_as_the_system_says(rounding: str, n: int) -> None:
    assert comes_to("5 / 2", rounding=rounding) == n


def test_dice_are_the_pools_of_the_engine() -> None:
    assert read_amount("4d6kh3r1!") == Pool("", 4, 6, keep=read("4d6kh3").keep, again=read("d6r1").again, explode=6)
    assert comes_to("2d6 + d% - 1", [3, 4], [55]) == 61
    assert comes_to("4d6kh3", [1, 6, 5, 2]) == 13
    node = settled(read_amount("d20 + {str_mod} + 2"), Known(str_mod=3))
    terms = reckoned(node, Rolled(faces=((11,),), by=(("app",),))).terms
    assert [(term.label, term.value) for term in terms] == [("d20", 11), ("str mod", 3), ("", 2)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("9 - max(0, min({wounds}, 3) - 1) * 5", [("", 9), ("wounds", -10)]),
        ("max({str}, {dex}) + 1", [("dex", 2), ("", 1)]),
        ("max({str}, {dex} + 1)", [("str, dex", 3)]),
        ("({str} + {dex}) / 2", [("str, dex", 1)]),
    ],
)
def test_what_is_reckoned_is_called_by_what_it_names(text: str, shown: list[tuple[str, int]]) -> None:
    terms = reckoned(settled(read_amount(text), Known(wounds=3, str=1, dex=2))).terms
    assert [(term.label, term.value) for term in terms] == shown


def read(text: str) -> Pool:
    node = read_amount(text)
    assert isinstance(node, Pool)
    return node


@pytest.mark.parametrize(
    "text, thrown",
    [("{n}d6!", "5d6!6"), ("2d{n}", "2d5"), ("{n}d6kh3", "5d6kh3"), ("{n}d6kh9", "5d6kh5"), ("{no}d6", "")],
)
def test_a_name_counts_dice(text: str, thrown: str) -> None:
    (*found,) = pools(settled(read_amount(text), Known(n=5, no=-2)))
    assert " ".join(map(str, found)) == thrown.replace("!6", "!")


def test_no_dice_of_a_name_are_0() -> None:
    assert comes_to("{n}d6 + 1", n=0) == 1


def test_a_name_cannot_call_for_dice_that_cannot_be() -> None:
    with pytest.raises(NotUnderstood, match="at most 100 dice"):
        comes_to("{n}d6", n=101)
    with pytest.raises(NotUnderstood, match="Type 1 to 10000 sides, not 0"):
        comes_to("2d{n}", n=0)


def test_a_critical_hit_throws_each_die_twice_and_adds_the_rest_once() -> None:
    twice = settled(doubled(read_amount("1d4 + 3 + {n}d6")), Known(n=3))
    assert [str(pool) for pool in pools(twice)] == ["2d4", "6d6"]
    assert total(twice, [[2, 4], [1, 2, 3, 4, 5, 6]]) == 30


def test_dice_at_their_highest_and_on_average() -> None:
    node = read_amount("2d6 + 1d8 + 3")
    assert total(at_highest(node)) == 23 and pools(at_highest(node)) == ()
    assert total(averaged(node)) == 7 + 4 + 3
    assert total(averaged(doubled(node))) == 14 + 9 + 3


def test_what_is_unknown_is_named() -> None:
    with pytest.raises(Unknown) as unknown:
        comes_to("d20 + {target.ac}")
    assert unknown.value.name == Name("ac", "target")
    assert isinstance(read_amount(" ask "), Asked)


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("", "must be dice, a number or {a name}, not the end."),
        ("d0 + 1", "Type 1 to 10000 sides, not 0."),
        ("1001d6", "Type 1 to 1000 dice, not 1001."),
        ("900d6 + 900d6", "at most 1000 dice can be rolled at once."),
        ("2d6 +", "must be dice, a number or {a name}, not the end."),
        ("2 2", "must be +, -, * or /, not 2."),
        ("2d6x", "must be +, -, * or /, not x."),
        ("{str", "must be dice, a number or {a name}, not {str."),
        ("{str or con}", "must be a name such as {hp} or {target.ac}, not {str or con}."),
        ("{a.b.c}", "must be a name such as {hp} or {target.ac}, not {a.b.c}."),
        ("4 / {str}", "must be a number after /, not {str}."),
        ("4 / 0", "cannot divide by 0."),
        ("2 ** 3", "must be a number after *, not *."),
        ("abs(3)", "must be dice, a number or {a name}, not abs."),
        ("max(1, 2", "must be ')', not the end."),
        ("((((((1))))))", "too many brackets inside brackets: at most 4 deep."),
        ("1234567", "numbers have at most six digits."),
        ("2d6!1", "These dice would explode forever."),
        ("{n}d6kh3kh2", "The same dice cannot do this twice. Type it once."),
        ("+".join(["{a}"] * 13), "it has more than 12 names."),
        ("1+" * 60 + "1", f"it is too long: 121 characters, at most {LONGEST} are allowed."),
        ("'x'", "must be dice, a number or {a name}, not 'x'."),
    ],
)
def test_what_is_no_amount(text: str, complaint: str) -> None:
    with pytest.raises(NotUnderstood) as problem:
        read_amount(text)
    assert str(problem.value) == complaint


# -------------------------------------------------------------------- comparisons


@pytest.mark.parametrize(
    "text, truth",
    [
        ("{hp} < 5", True),
        ("not {hp} < 5", False),
        ("{hp} = 4 and {hp} <> 5 and {hp} <= 4 and {hp} >= 4", True),
        ("{hp} > 3 and {hp} > 4", False),
        ("{side} is heroes", True),
        ("not {side} is foes", True),
        ("{immune} has fire", True),
        ("{immune} has cold", False),
        ("{far}", False),
        ("not {far}", True),
        ("{hp}", True),
        ("{far} is no", True),
        ("{hp} is 4", True),
        ("max(10, {hp}) / 2 >= {hp} + 1", True),
    ],
)
def test_whether_a_comparison_holds(text: str, truth: bool) -> None:
    names = Known(hp=4, side="heroes", immune=("fire", "poison"), far=False)
    assert holds(read_when(text), names) is truth


def test_dice_in_a_comparison() -> None:
    assert holds(read_when("d6 >= 5"), Known(), [[5]]) and not holds(read_when("d6 >= 5"), Known(), [[4]])
    assert read_count(">= 5").hits([(Pool(""), face) for face in (5, 6, 4, 1, 5)], 5) == 3


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("{hp} ==", "must be dice, a number or {a name}, not =."),
        ("{hp} >=", "must be dice, a number or {a name}, not the end."),
        ("{hp} > 1 or {hp} < 0", "must be `and`, not or."),
        ("{hp} + 1", "must be one of = <> < <= > >=, not the end."),
        ("{side} is", "must be a word, not the end."),
        ("", "must be dice, a number or {a name}, not the end."),
        ("not", "must be dice, a number or {a name}, not the end."),
    ],
)
def test_what_is_no_comparison(text: str, complaint: str) -> None:
    with pytest.raises(NotUnderstood) as problem:
        read_when(text)
    assert str(problem.value) == complaint


# -------------------------------------------------------------------- whatever is written

WORDS = r"{ } hp target. .most d 6 20 + - * / ( ) , max ! kh r< = <> and not is ask é ² __import__ % 0 999999"
PIECES = st.sampled_from([*WORDS.split(" "), "has ", " ", "\x1b", "\n"])


@given(st.one_of(st.text(max_size=130), st.lists(PIECES, max_size=40).map("".join)))
def test_whatever_is_written_is_read_or_refused_in_a_sentence(text: str) -> None:
    for read_one in (read_amount, read_when, read_count):
        try:
            found = read_one(text)
        except NotUnderstood as problem:
            assert str(problem).endswith(".")
        else:
            assert str(found)


NAMES = st.builds(Name, st.sampled_from(["hp", "str_mod"]), st.sampled_from(["", "target", "with"]), st.booleans())
NUMBERS = st.integers(0, 999).map(Number)
DICE = st.sampled_from(["d6", "2d20kh1", "3d8!", "d%", "4d6r<2"]).map(read_amount)
NAMED = st.builds(NamedDice, NAMES | st.just(2), NAMES, st.sampled_from(["", "kh1"]))


def composed(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    signed = st.lists(st.tuples(st.sampled_from([1, -1]), parts), min_size=2, max_size=3)
    steps = st.lists(st.tuples(st.sampled_from("*/"), st.integers(1, 9)), min_size=1, max_size=2)
    return (
        signed.map(lambda terms: Sum(tuple(terms)))
        | st.builds(Product, parts, steps.map(tuple))
        | st.builds(Extreme, st.booleans(), st.lists(parts, min_size=1, max_size=3).map(tuple))
    )


AMOUNTS: st.SearchStrategy[Node] = st.recursive(NAMES | NUMBERS | DICE | NAMED, composed, max_leaves=5)


@given(AMOUNTS)
def test_an_amount_is_written_as_it_is_read(node: Node) -> None:
    try:
        found = read_amount(str(node))
    except NotUnderstood as limit:
        assert "at most" in str(limit) or "more than" in str(limit)
    else:
        assert found == node


@given(AMOUNTS, st.integers(-5, 30))
def test_an_amount_comes_to_a_number_within_bounds(node: Node, n: int) -> None:
    try:
        fixed = settled(node, Known(hp=n, str_mod=n - 3))
    except NotUnderstood:
        return
    for variant in (fixed, doubled(fixed), at_highest(fixed), averaged(fixed)):
        faces = [[pool.sides] * (pool.count * 102) for pool in pools(variant)]
        assert (
            abs(total(variant, [face[: pool.count] for face, pool in zip(faces, pools(variant), strict=True)]))
            <= LARGEST
        )


@pytest.mark.parametrize(("text", "dice"), [("({hp} + 2)d6", "4d6"), ("(1)d{die}!", "d8!"), ("(3 - {hp})d6", "d6")])
def test_an_amount_says_how_many_dice(text: str, dice: str) -> None:
    node = settled(read_amount(text), Known(hp=2, die=8))
    assert str(node) == dice
    assert str(read_amount(str(read_amount(text)))) == str(read_amount(text))


def test_no_dice_say_how_many_dice_there_are() -> None:
    with pytest.raises(NotUnderstood, match="cannot be rolled itself"):
        read_amount("(d4)d6")
    assert settled(read_amount("({hp} - 3)d6"), Known(hp=2)) == Number(0)


def test_the_least_that_counts_is_kept_where_dice_are_thrown_so_often() -> None:
    """Of 2d6 of which the lower counts 1 is the least, so `max` matters; of 2d6 it is 2, so it does not."""
    lower, both = repeated(read_amount("max(2, 2d6kl1)"), 3), repeated(read_amount("max(2, 2d6)"), 3)
    assert isinstance(lower, Sum) and all(isinstance(part, Extreme) for _, part in lower.terms)
    assert both == read_amount("6d6")
