"""How long a condition still lies, in words."""

import pytest

from referee.engine.conditions.lifetime import duration
from referee.engine.state.condition import ROUND, Until
from tests.engine.toys.box import table


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        (9, "for 9 rounds"),
        (10, "for 1 hour"),
        (11, "for 2 hours"),
        (470, "for 47 hours"),
        (480, "for 2 days"),
        (720, "for 3 days"),
    ],
)
def test_what_lies_for_hours_or_days_is_told_in_them(rounds: int, said: str) -> None:
    until = Until(edge="end", of=ROUND, left=rounds)
    assert duration(table(), until, hour=10) == said
    assert duration(table(), until) == f"for {rounds} rounds", "a game without hours tells rounds"
