"""`over` ends a fight in every game: nobody has a turn or a place any more, and another fight can begin."""

import pytest

from referee.command_language.table_in_words import situation
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.dialogue.view_for_players import public_lines
from referee.engine.problem import Refused
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry
from referee.words.fight_summary import summary_of
from referee.words.public_view import public_view

FIGHTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "black_keep": (("add player Ulf", "add minion Rat"), ("engage ulf rat", "next")),
    "descent": (("add brawler Bo", "add ghoul Gus"), ("next",)),
    "scorched": (("add warden Ada side=red", "add pike Bel side=blue"), ("charge ada bel", "priority red", "next")),
    "olde_swords": (("add hero Ann hp=18", "add goblin"), ("next", "< 15")),
    "gloomhaven": (
        ("add character Ann level=4 hp=10", "add monster Hog 1 hp=3"),
        ("pick ann 10 20", "next", "< 50", "infuse fire"),
    ),
    "fifth": (("add fighter Ann init=20", "add goblin init=3"), ("next",)),
}


def table(system: str, *lines: str) -> Session:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in ("dice table", *lines):
        run_line(session, line)
    return session


def test_every_game_is_tried() -> None:
    assert {*FIGHTS} | {"plain"} == {*registry.names()}


@pytest.mark.parametrize("system", FIGHTS)
def test_the_fight_ends_and_another_can_begin(system: str) -> None:
    added, begun = FIGHTS[system]
    session = table(system, *added)
    with pytest.raises(Refused, match="No fight is on"):
        run_line(session, "over")
    for line in begun:
        run_line(session, line)
    assert session.rules.fight.is_on(session.encounter) and session.encounter.order
    before = session.encounter
    run_line(session, "over")
    there = session.encounter
    assert not session.rules.fight.is_on(there)
    assert (there.turn, there.order, session.questions) == (None, (), ())
    assert situation(there, session.rules) == "The fight is over"
    assert next(public_lines(public_view(session, "ford"))).endswith(": the fight is over")
    assert not list(session.rules.fight.impossible_states(there))
    assert [group.tag for group in there.groups.values() if group.open and group.kind in ("fight", "combat")] == []
    assert summary_of(session.rules, session.step_log).rounds == 1
    run_line(session, "undo")
    assert session.encounter == before
    run_line(session, "redo")
    for line in (each.replace("10 20", "11 21") for each in begun):
        run_line(session, line)
    assert session.rules.fight.is_on(session.encounter) and session.encounter.round == 1


def test_a_scenario_that_is_won_brings_its_bonus_once() -> None:
    session = table("gloomhaven", *(line for lines in FIGHTS["gloomhaven"] for line in lines), "set ann gold 6")
    summary = summary_of(session.rules, session.step_log)
    assert not summary.orders_due and summary.lines[-1] == "Ann: gold 0 → 6"
    run_line(session, "damage h1 3")
    run_line(session, "over")
    summary = summary_of(session.rules, session.step_log)
    assert summary.orders_due == [("victory", "give bonus experience for a scenario that is won")]
    assert summary.lines[-1] == "Bonus experience for a scenario that is won: victory"
    run_line(session, "victory")
    summary = summary_of(session.rules, session.step_log)
    assert not summary.orders_due and summary.lines[-1] == "Ann: XP 0 → 8, gold 0 → 6"
    assert session.encounter.of("table").tracks["fire"].now == 0


def test_what_the_heroes_lost_of_what_carries_over_is_told() -> None:
    session = table("descent", "add brawler Bo", "add ghoul Gus", "conquest 5", "next")
    run_line(session, "damage bo 99")
    lines = summary_of(session.rules, session.step_log).lines
    assert "The party: conquest 5 → 1" in lines
