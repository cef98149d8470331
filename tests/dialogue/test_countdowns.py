"""Countdowns: who bears what, what ends first on top, asked of the database or of what it lacks."""

from contextlib import closing
from pathlib import Path

import pytest

from referee import games as systems
from referee.dialogue.countdowns import Countdown, countdowns_of
from referee.dialogue.run_lines import run_line
from referee.library.own_library import session_of
from referee.store.saves import Saves

FIGHT = (
    *(
        "dice table",
        "add hero Ann hp=20 ac=12 init=15",
        "add hero Bob hp=20 init=12",
        "add goblin x2 init=5 hidden=yes",
    ),
    *("reveal g1", "next", "condition ann poisoned 3", "condition bob blinded 1", "condition g1 prone"),
    *("condition g2 frightened 2", 'countdown 9 "the gate falls"'),
)


def fight(folder: Path, name: str, *lines: str, settle: bool = True) -> Saves:
    saves = Saves(folder)
    journal, _ = systems.begin(saves, name, "fifth")
    session = session_of(journal, folder)
    for line in lines:
        run_line(session, line)
    if settle:
        journal.close()
    return saves


def told(found: list[Countdown]) -> list[tuple[str, str, str]]:
    return [(each.bearer, each.name, each.left) for each in found]


@pytest.mark.parametrize("settle", [True, False])
def test_what_ends_first_is_on_top(tmp_path: Path, settle: bool) -> None:
    saves = fight(tmp_path, "t", *FIGHT, settle=settle)
    found = [*countdowns_of(saves, "t")]
    assert [each.bearer for each in found] == ["Bob", "Goblin 2", "Ann", "the table", "Goblin 1"]
    assert told(found)[2] == ("Ann", "poisoned", "for 3 turns") and told(found)[4] == ("Goblin 1", "prone", "")
    assert found[0].since == "round 1, Ann's turn" and found[2].data["until"] == {
        "edge": "start",
        "of": "ann",
        "left": 3,
    }
    assert [each.bearer for each in countdowns_of(saves, "t", "Poisoned")] == ["Ann"]
    assert [*countdowns_of(saves, "t", "stunned")] == []


def test_the_players_know_nothing_of_who_is_hidden(tmp_path: Path) -> None:
    saves = fight(tmp_path, "t", *FIGHT, "condition ann charmed 2 by g2")
    found = [*countdowns_of(saves, "t", for_players=True)]
    assert {each.bearer for each in found} == {"Bob", "Ann", "Goblin 1"}
    charmed = next(each for each in found if each.data["kind"] == "charmed")
    assert charmed.by == charmed.data["by"] == ""
    assert "Goblin 2" not in repr(found) and "gate" not in repr(found)


def test_in_the_middle_of_an_attack_it_is_what_the_table_says(tmp_path: Path) -> None:
    lines = ("condition ann poisoned 3", "attack scimitar bob", "condition bob prone")
    saves = fight(tmp_path, "t", *FIGHT[:7], "next", "next", *lines)
    assert ("Bob", "prone") in [each[:2] for each in told([*countdowns_of(saves, "t")])]


def test_without_a_name_all_encounters_are_asked_and_damaged_ones_passed_over(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        fight(tmp_path, name, "add hero Ann", f"condition ann poisoned {len(name)}")
    (tmp_path / "two" / "journal.jsonl").write_text("no journal")
    (tmp_path / "two" / "encounter.json").unlink()
    saves = Saves(tmp_path)
    assert {each.encounter for each in countdowns_of(saves)} == {"one", "three"}
    with closing(saves.open("one")) as journal:
        run_line(session_of(journal, tmp_path), "lift ann poisoned")
        assert {each.encounter for each in countdowns_of(saves)} == {"three"}, "while it is played"
