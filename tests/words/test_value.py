"""Values, as they are read."""

import pytest

from referee.engine.state.bearer import Track, Value
from referee.words.bearer import number, shown


@pytest.mark.parametrize(
    ("value", "reads"),
    [(None, "as usual"), (True, "yes"), (False, "no"), (3, "3"), ("axe", "axe"), (("a", "b"), "a, b"), ((), "none")],
)
def test_a_trait_reads(value: Value | None, reads: str) -> None:
    assert shown(value) == reads


def test_a_track_reads() -> None:
    assert number(Track(now=2, most=7)) == "2/7"
    assert number(Track(now=3)) == "3"
