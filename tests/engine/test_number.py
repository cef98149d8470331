"""Numbers as people type them."""

import pytest

from referee.engine.numbers import is_number, read_number
from referee.engine.problem import NotUnderstood
from referee.text.quoting import short


@pytest.mark.parametrize(
    ("word", "number"),
    [("0", 0), ("7", 7), ("+7", 7), ("-7", -7), ("007", 7), ("-0", 0), ("999999", 999_999), ("-999999", -999_999)],
)
def test_plain_numbers_are_taken(word: str, number: int) -> None:
    assert is_number(word)
    assert read_number(word) == number


@pytest.mark.parametrize(
    "word",
    [
        "",
        "-",
        "+",
        "--5",
        "+-5",
        "٣",
        "５",  # a full-width digit
        "²",
        "1_000",
        "5e3",
        "1.0",
        "0x10",
        "1000000",
        " 5",
        "5 ",
        "5\n",
        "five",
        "−5",  # a minus sign that is no hyphen
        "9" * 5000,
    ],
)
def test_anything_else_is_refused_and_named(word: str) -> None:
    assert not is_number(word)
    with pytest.raises(NotUnderstood, match=r'^wounds: ".*" (is not a number|has too many digits)\.$') as problem:
        read_number(word, "wounds")
    assert len(str(problem.value)) < 120


def test_a_long_word_is_cut_where_it_is_quoted() -> None:
    assert short("abc") == "abc"
    assert short("x" * 30) == "x" * 23 + "…"
