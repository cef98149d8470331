"""What is said of a mistake: the sentence, and where it is in a line that is too long to be seen at once."""

import pytest

from referee.engine.problem import SEEN_AT_ONCE, NotUnderstood


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (None, "No such die."),
        (SEEN_AT_ONCE - 1, "No such die."),
        (SEEN_AT_ONCE, f"No such die. (at character {SEEN_AT_ONCE + 1})"),
    ],
)
def test_the_place_is_told_in_a_long_line(at: int | None, said: str) -> None:
    assert NotUnderstood("No such die.", at).located == said
