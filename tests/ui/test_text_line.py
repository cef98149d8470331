"""Text fitted to cells: made harmless, and otherwise as it was written."""

import pytest

from referee.ui.drawing.text_line import cut, fit, wrapped

pytestmark = pytest.mark.one_in(10)


def test_blanks_between_words_stay_where_text_is_fitted() -> None:
    assert fit("red      131", 20) == "red      131        "
    assert cut("  a  b", 20) == "  a  b" and cut("a  b   ", 20) == "a  b"
    assert wrapped("one  two   three", 9) == ["one  two", "three"]
    assert wrapped("abc ", 3) == ["abc"] and wrapped("", 3) == [""]


@pytest.mark.parametrize("text", ["a\nb", "a\tb", "a\x1cb", "a \x1b[0mb"])
def test_no_white_space_but_blanks_is_drawn_and_nothing_steers_the_terminal(text: str) -> None:
    assert all(drawn.isprintable() for drawn in (fit(text, 9), cut(text, 9), *wrapped(text, 9)))
    assert cut(text, 9).startswith("a ")
