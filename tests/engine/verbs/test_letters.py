"""The players know figures by letters where their numbers would tell of hidden ones; what they have seen stays."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules.registry import load
from referee.words.bearer import remarks
from referee.words.public_view import public_view


def table(*lines: str, system: str = "plain") -> Session:
    session = Session(load(system), MemoryStepLog(bare(load(system))))
    for line in lines:
        run_line(session, line)
    return session


def goblins(session: Session, *lines: str) -> dict[str, str]:
    """The names of the goblins that the players see, by the tag that they see."""
    for line in lines:
        run_line(session, line)
    return {figure.tag: figure.name for figure in public_view(session, "x").figures}


GOBLINS = "add foe Goblin x4 init=5 hp=9"


def test_no_number_tells_of_a_hidden_one_that_is_lower() -> None:
    session = table(GOBLINS, "hide g2-3")
    assert goblins(session) == {"g1": "Goblin 1", "ga": "Goblin A"}
    assert "called" not in public_view(session, "x").act
    assert remarks(session.encounter.figures["g4"]) == ["shown as Goblin A"]


def test_a_letter_stays_and_who_is_revealed_has_its_number_or_the_next_letter() -> None:
    session = table(GOBLINS, "hide g2-3", "next")
    assert goblins(session, "reveal g3") == {"g1": "Goblin 1", "gb": "Goblin B", "ga": "Goblin A"}
    assert {*goblins(session, "reveal g2").values()} == {"Goblin 1", "Goblin 2", "Goblin A", "Goblin B"}
    assert "Goblin A" in goblins(session, "remove g1", "set g3 standing away").values()


def test_who_comes_after_a_hidden_one_has_a_letter() -> None:
    session = table("add foe Goblin x2 hidden=yes", "add foe Goblin x2")
    assert [*goblins(session).values()] == ["Goblin A", "Goblin B"]
    assert [*goblins(session, "clone g3").values()] == ["Goblin A", "Goblin B", "Goblin C"]


def test_numbers_that_the_players_have_seen_stay() -> None:
    session = table(GOBLINS, "next", "hide g2-3")
    assert [*goblins(session).values()] == ["Goblin 1", "Goblin 4"]
    assert [*goblins(session, "reveal g3").values()] == ["Goblin 1", "Goblin 3", "Goblin 4"]


def test_all_are_shown_by_number_again_if_none_is_hidden_before_the_first_round() -> None:
    session = table(GOBLINS, "hide g2-3", "reveal g2-3")
    assert [*goblins(session).values()] == [f"Goblin {n}" for n in range(1, 5)]


def test_a_gap_that_no_hidden_one_explains_stays_a_number() -> None:
    assert [*goblins(table(GOBLINS, "remove g2", "hide g3", "remove g3")).values()] == ["Goblin 1", "Goblin A"]
    assert [*goblins(table(GOBLINS, "remove g2", "hide g4")).values()] == ["Goblin 1", "Goblin 3"]


@pytest.mark.parametrize(
    ("shown", "names"), [("shape", ["Goblin 1", "shape A"]), ("Goblin 4", ["Goblin 1", "Goblin 4"])]
)
def test_the_name_that_the_referee_gives_counts(shown: str, names: list[str]) -> None:
    assert [*goblins(table(GOBLINS, "hide g2-3", f"set g4 shown {shown}")).values()] == names


def test_standees_have_their_numbers_from_the_box() -> None:
    session = table("add character Ann", "add monster Ogre 1 2 4 hp=9", "conceal o1-2", system="gloomhaven")
    assert [*goblins(session).values()] == ["Ann", "Ogre 4"]


def test_who_has_no_number_has_no_letter_either() -> None:
    session = table("add foe Boss", GOBLINS, "next", "hide boss")
    assert [*goblins(session, "reveal boss").values()] == ["Boss", *(f"Goblin {n}" for n in range(1, 5))]
    assert remarks(session.encounter.figures["boss"]) == []
