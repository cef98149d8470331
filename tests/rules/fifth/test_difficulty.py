"""How hard an encounter is for its heroes, by the budget of SRD 5.2 for each character."""

import pytest

from referee.rules.open_table.language.file_check import check
from referee.words.fight_summary import difficulty_lines
from tests.forecast.begun import table

PARTY = ("add fighter3 Ann", "add cleric3 Bob", "add rogue3 Cyd", "add wizard3 Dee")
FIRST = "for 4 heroes low is up to 600, moderate 900, high 1,600."


@pytest.mark.parametrize(
    ("foes", "worth", "degree"),
    [
        (("add goblin x4",), "200", "low"),
        (("add ogre", "add goblin x3"), "600", "low"),
        (("add ogre", "add goblin x4"), "650", "moderate"),
        (("add ogre x2",), "900", "moderate"),
        (("add ogre x3", "add goblin x5"), "1,600", "high"),
        (("add ogre x3", "add goblin x6"), "1,650", "beyond high"),
    ],
)
def test_the_least_budget_that_is_enough(foes: tuple[str, ...], worth: str, degree: str) -> None:
    session = table("fifth", *PARTY, *foes)
    first, source = difficulty_lines(session.rules, session.encounter)
    assert first == f"Difficulty: {degree}. The foes are worth {worth} XP; {FIRST}"
    assert source.startswith("XP budget per character: System Reference Document 5.2") and "CC-BY-4.0" in source


def test_each_by_its_own_level() -> None:
    session = table("fifth", "add fighter1 Ann", "add wizard20 Dee", "add goblin")
    first, _ = difficulty_lines(session.rules, session.encounter)
    assert first.endswith("for 2 heroes low is up to 6,450, moderate 13,275, high 22,100.")


def test_who_is_not_counted() -> None:
    session = table("fifth", *PARTY, "add hero Zed hp=20 ac=15", "add foe Shade hp=9 ac=12", "add goblin")
    _, left_out, _ = difficulty_lines(session.rules, session.encounter)
    assert left_out == "Not counted, for nobody knows a level or a challenge rating: Zed and Shade."
    for system, lines in (
        ("fifth", ("add hero Zed hp=20 ac=15", "add goblin")),
        ("olde_swords", ("add warrior Mira",)),
    ):
        session = table(system, *lines)
        assert difficulty_lines(session.rules, session.encounter) == []


def test_what_is_wrong_in_a_file() -> None:
    text = b'format = 2\n[system]\nname = "x"\nblurb = "x"\n[kind.hero]\n[party.budget]\nlow = [1, "2"]\nhigh = 3\n'
    found = check(text, "x.toml").errors
    assert [error.split(":")[0] for error in found] == [
        "x.toml, line 7, party.budget.low",
        "x.toml, line 8, party.budget.high",
    ]
