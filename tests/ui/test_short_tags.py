"""Short tags: three letters, and never two alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.ui.map.short_tags import ROOM, short_tags

pytestmark = pytest.mark.one_in(10)


def test_short_ones_stay_and_long_ones_keep_their_number() -> None:
    found = short_tags(("ulf", "g1", "spearbone12", "spearbone2", "grave", "gravel"))
    assert found["ulf"] == "ulf" and found["g1"] == "g1" and found["grave"] == "gra"
    assert found["spearbone12"] == "s12" and found["spearbone2"] == "sp2"


@given(st.lists(st.from_regex(r"[a-z][a-z0-9.-]{0,9}", fullmatch=True), unique=True, max_size=60))
def test_no_two_are_alike(tags: list[str]) -> None:
    found = short_tags(tags)
    assert len(set(found.values())) == len(tags)
    assert all(0 < len(word) <= ROOM for word in found.values())
