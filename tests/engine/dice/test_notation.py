"""Notation: how dice are written."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.contract.symbol_dice import FATE, Face, SymbolDie
from referee.engine.dice.dice import Expression, ExpressionTerm, Keep, Pool, Reroll
from referee.engine.dice.notation import read_dice
from referee.engine.problem import NotUnderstood


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("d6", [(1, Pool("", 1, 6))]),
        ("3D6", [(1, Pool("", 3, 6))]),
        ("d%", [(1, Pool("", 1, 100))]),
        (" 2d6 + 1d4 - 2 ", [(1, Pool("", 2, 6)), (1, Pool("", 1, 4)), (-1, 2)]),
        ("-d4", [(-1, Pool("", 1, 4))]),
        ("10-(d4-2)", [(1, 10), (-1, Pool("", 1, 4)), (1, 2)]),
        ("-(2-(-3))", [(-1, 2), (-1, 3)]),
        ("4d6kh3", [(1, Pool("", 4, 6, keep=Keep(3)))]),
        ("4d6k3", [(1, Pool("", 4, 6, keep=Keep(3)))]),
        ("2d20kl1", [(1, Pool("", 2, 20, keep=Keep(1, highest=False)))]),
        ("4d6dl1", [(1, Pool("", 4, 6, keep=Keep(3)))]),
        ("4d6dh1", [(1, Pool("", 4, 6, keep=Keep(3, highest=False)))]),
        ("d6r1", [(1, Pool("", 1, 6, again=Reroll(1, 1)))]),
        ("d6r<2", [(1, Pool("", 1, 6, again=Reroll(1, 2)))]),
        ("d6rr<2", [(1, Pool("", 1, 6, again=Reroll(1, 2, once=False)))]),
        ("5d10!", [(1, Pool("", 5, 10, explode=10))]),
        ("d10!9", [(1, Pool("", 1, 10, explode=9))]),
        ("4d6r1!kh2", [(1, Pool("", 4, 6, again=Reroll(1, 1), explode=6, keep=Keep(2)))]),
        ("1000d10000", [(1, Pool("", 1000, 10_000))]),
        ("1000d6!", [(1, Pool("", 1000, 6, explode=6))]),
        ("1000d6r<5", [(1, Pool("", 1000, 6, again=Reroll(1, 5)))]),
        ("d10000!2", [(1, Pool("", 1, 10_000, explode=2))]),
        ("(" * 20 + "1" + ")" * 20, [(1, 1)]),
    ],
)
def test_notation(text: str, terms: list[tuple[int, Pool | int]]) -> None:
    assert read_dice(text) == Expression(tuple(ExpressionTerm(sign, part) for sign, part in terms))


WRONG = {
    "": 0,
    "   ": 0,
    "d": 0,
    "d0": 0,
    "0d6": 0,
    "d6+": 3,
    "d6d6": 2,
    "d6 kh1": 2,
    "--5": 1,
    "+-d6": 1,
    "2d6+٣": 4,
    "٣d6": 0,
    "1_000": 1,
    "5e3": 1,
    "1.5": 1,
    "d6x": 2,
    "()": 1,
    "(d6": 3,
    "d6)": 2,
    "1000001": 0,
    "1001d6": 0,
    "d10001": 0,
    "500d6+501d6": None,
    "1000d10000!2": None,
    "20d10000!2": None,
    "1000d6rr<5": None,
    "999999d999999": 0,
    "99999999999d6": 0,
    "(" * 21 + "1" + ")" * 21: 20,
    "(" * 5000: 200,
    "d6+" * 66 + "d6x": 200,
    "2d6kh3": 3,
    "2d6kl3": 3,
    "d6r<6": 2,
    "d1r1": 2,
    "d1!": 2,
    "d6!1": 2,
    "d6!0": 2,
    "4d6kh3kl1": 6,
    "d6r1r2": 4,
    "d6!!": 3,
    "\x1b[31m": 0,
    "d6\x00": 2,
}


@pytest.mark.parametrize(("text", "at"), WRONG.items())
def test_what_is_no_dice_is_refused_with_its_place_at_once(text: str, at: int | None) -> None:
    began = time.process_time()
    with pytest.raises(NotUnderstood) as problem:
        read_dice(text)
    assert time.process_time() - began < 0.5
    assert problem.value.at == at
    assert str(problem.value).isprintable() and len(str(problem.value)) < 120


pools = st.builds(
    Pool,
    name=st.just(""),
    count=st.integers(1, 12),
    sides=st.sampled_from([8, 10, 20]),
    keep=st.none() | st.builds(Keep, st.just(1), st.booleans()),
    again=st.none() | st.builds(Reroll, st.just(1), st.integers(1, 3), st.booleans()),
    explode=st.none() | st.integers(7, 10),
)
expression_terms = st.builds(ExpressionTerm, st.sampled_from([1, -1]), pools | st.integers(0, 999))
expressions = st.lists(expression_terms, min_size=1, max_size=8)


@given(expressions)
def test_what_is_written_is_read_back(terms: list[ExpressionTerm]) -> None:
    expression = Expression(tuple(terms))
    assert read_dice(str(expression)) == expression


@given(st.text(alphabet="0123456789dkhlr!<%+-() \t٣e_", max_size=30))
def test_any_text_is_dice_or_not_understood(text: str) -> None:
    try:
        expression = read_dice(text)
    except NotUnderstood:
        return
    assert sum(pool.count for pool in expression.pools) <= 1000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "Dice or a number are missing at the end"),
        ("d6 d6", '"d6" means nothing after "d6"'),
        ("d6++2", r'"\+2" is neither dice nor a number'),
        ("d6 (2", r'"\(2" means nothing after "d6"'),
    ],
)
def test_it_says_what_was_expected_at_that_place(text: str, expected: str) -> None:
    with pytest.raises(NotUnderstood, match=rf"^{expected}"):
        read_dice(text)


def test_a_number_that_is_too_long_is_refused_in_a_sentence() -> None:
    with pytest.raises(NotUnderstood, match=r"^This number has too many digits\.$"):
        read_dice("1000001")


def test_symbol_dice_are_named_where_a_game_has_them() -> None:
    steel = SymbolDie("steel", (Face("hit"), Face("miss")))
    named = (steel, FATE)
    for text in ("4dsteel", "4 steel", "4d{steel}", "4dSTEEL"):
        assert read_dice(text, named).pools == (Pool("", 4, die=steel),)
    assert str(read_dice("2d6-dF+1", named)) == "2d6-dF+1"
    assert not read_dice("steel", named).pools[0].adds_up and read_dice("4dF", named).pools[0].adds_up
    assert read_dice("4dF", named).reckon([(0, 1, 2, 2)])[0].value == -1
    assert (read_dice("4dF", named).pools[0].least, read_dice("4dF", named).pools[0].most) == (-4, 4)
    for text, wrong in (("4diron", '"diron" means nothing after "4"'), ("1001dF", "Type 1 to 1000 dice, not 1001.")):
        with pytest.raises(NotUnderstood, match=wrong):
            read_dice(text, named)
    with pytest.raises(NotUnderstood, match="Dice are typed like 3d6\\+2 or 4d6k3\\."):
        read_dice("4dF")
