"""Names as they were typed, and the tags that are made of them."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.engine.state.bearer import TABLE
from referee.engine.state.tags import slug
from tests.engine.toys.box import seat, table
from tests.engine.toys.fights import FIGHTS


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("Bø", "bo"),
        ("Łódź", "lodz"),
        ("Große Æsa", "grosse-aesa"),
        ("Изольда", "izolda"),
        ("Щука", "shchuka"),
        ("Ἀχιλλεύς", "achilleys"),
        ("Éowyn", "eowyn"),
        ("火", ""),
    ],
)
def test_letters_of_others_are_spelt_with_plain_ones(name: str, tag: str) -> None:
    assert slug(name) == tag


def conditions(session: Session, tag: str) -> list[str]:
    return [condition.kind for condition in session.encounter.of(tag).conditions]


def test_a_condition_keeps_the_name_it_was_given() -> None:
    session = seat(FIGHTS, table())
    for line in ("add player Ann", "condition ann my_own_thing", 'condition ann "On Fire!" 3'):
        run_line(session, line)
    assert conditions(session, "ann") == ["my_own_thing", "On_Fire!"]
    run_line(session, "condition ann on-fire")
    assert conditions(session, "ann") == ["my_own_thing", "On_Fire!"]
    run_line(session, "lift ann on_fire")
    run_line(session, "lift ann my-own-thing")
    assert conditions(session, "ann") == []


def test_a_countdown_keeps_the_name_it_was_given() -> None:
    session = seat(FIGHTS, table())
    run_line(session, "countdown 3 Reinforcements — čas!")
    assert conditions(session, TABLE) == ["Reinforcements_—_čas!"]
    run_line(session, "countdown off reinforcements - cas")
    assert conditions(session, TABLE) == []


def test_a_name_without_any_plain_letter_is_kept_too() -> None:
    session = seat(FIGHTS, table())
    run_line(session, "add player 火")
    run_line(session, "add player 火")
    run_line(session, "add player 水")
    assert {tag: figure.name for tag, figure in session.encounter.figures.items()} == {
        "x1": "火",
        "x2": "火 2",
        "x3": "水",
    }
