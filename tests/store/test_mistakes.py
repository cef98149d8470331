"""Mistakes in records are told with the place where each is."""

from typing import Any

import pytest
from pydantic import ValidationError

from referee.store.library_record import KeptCampaign, KeptFigure, KeptParty
from referee.store.record_mistakes import mistake_in, validated
from referee.store.save_problems import Damaged

PARTY = {"name": "heroes", "system": "fifth", "members": [{"name": "Ann", "words": "fighter"}]}


@pytest.mark.parametrize(
    ("record", "row", "told"),
    [
        (KeptFigure, {"name": "Orc", "system": "fifth"}, "words: is missing"),
        (KeptFigure, {"name": "Orc", "system": "fifth", "words": 7}, "words: is not text"),
        (KeptFigure, {"name": "", "system": "fifth", "words": "foe"}, "name: is empty"),
        (KeptFigure, {"name": "Orc", "system": "fifth", "words": "foe", "hp": 7}, "one field of it is not known"),
        (KeptFigure, 7, "is not an object"),
        (KeptParty, {**PARTY, "members": [*PARTY["members"], {"name": "Bob"}]}, "members, 2nd, words: is missing"),
        (KeptParty, {**PARTY, "members": [PARTY["members"][0]] * 501}, "members: has too many entries"),
        (KeptCampaign, {"name": "H", "system": "x", "day": "soon"}, "day: is not a whole number"),
        (KeptCampaign, {"name": "H", "system": "x", "day": 0}, "day: input should be greater than or equal to 1"),
    ],
)
def test_the_first_mistake_is_told(record: Any, row: Any, told: str) -> None:
    with pytest.raises(ValidationError) as error:
        record.model_validate(row)
    assert mistake_in(error.value) == told
    with pytest.raises(Damaged) as damaged:
        validated(lambda: record.model_validate(row), "mine.json", "parties", "3rd")
    place = ", " if ":" in told else ": "
    assert str(damaged.value) == f"mine.json is damaged: parties, 3rd{place}{told}."


def test_what_it_holds_is_never_told() -> None:
    with pytest.raises(ValidationError) as error:
        KeptFigure.model_validate({"name": "SECRET", "system": "fifth", "words": ["SECRET"], "data": {"a": object()}})
    assert "SECRET" not in mistake_in(error.value)
