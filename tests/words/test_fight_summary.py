"""The summary of a fight adds up to what is recorded, in every game."""

from pathlib import Path

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare, play
from referee.engine.contract.standing import AWAY
from referee.engine.events.event import TrackChanged
from referee.engine.figures.figure_words import changes
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.games import load
from referee.rules import registry
from referee.words.fight_summary import FightSummary, in_words, summary_of

RULES = Path(__file__).parents[1] / "rules"


def fought(*lines: str, system: str = "fifth") -> tuple[Session, FightSummary]:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in lines:
        run_line(session, line)
    return session, summary_of(rules, session.step_log)


FOUR = (
    "add fighter Ann init=20",
    "add cleric Bob init=15",
    "add goblin x3 init=3",
    "damage bob 1",
    "dice table",
    "next",
)


def test_who_fell_what_was_dealt_and_what_is_due() -> None:
    session, summary = fought(*FOUR, "damage g1-3 20 by ann", "damage ann 9", "next")
    assert summary.lines == [
        "one round; Goblin 1-3 fell",
        "Ann dealt 21 and took 9",
        "Goblin 1-3 took 7 each",
        "The fallen are worth 150 XP. To share them out: award 150 ann,bob",
    ]
    run_line(session, "award 100")
    assert summary_of(session.rules, session.step_log).due == 50
    run_line(session, "award 25 each")
    assert summary_of(session.rules, session.step_log).due == 0
    run_line(session, "undo")
    run_line(session, "undo")
    assert summary_of(session.rules, session.step_log).due == 150


SPELLS = (
    "add hero Ann hp=60 casting=4 proficiency=3 initiative=20 slot3=4 slot4=4 spell=banishment power=\"{name='Bane', "
    "cost={action=1}, brings=[{condition='marked', effects=[{at='turn start', damage='3 fire'}]}]}\"",
    "add hero Bo hp=60 initiative=15",
    "add foe Orc hp=30 ac=10 initiative=5 spell=banishment slot4=2 casting=4",
    "dice table",
    "next",
)


def test_what_a_spell_does_each_turn_its_caster_has_dealt() -> None:
    _, summary = fought(*SPELLS, "power bane orc", "next", "next")
    assert (dict(summary.dealt), dict(summary.taken)) == ({"ann": 3}, {"orc": 3})


def test_who_is_banished_has_not_fallen_and_rounds_without_a_foe_are_none() -> None:
    _, summary = fought(*SPELLS, "cast banishment orc", "< 1")
    assert summary.encounter.figures["orc"].standing == "elsewhere"
    assert summary.in_a_line == "one round; nobody fell"
    _, summary = fought(*SPELLS, "damage orc 40", "next", "next", "next", "next", "next")
    assert summary.encounter.round > 2
    assert summary.in_a_line == "one round; Orc fell"


def test_what_is_set_by_hand_hurts_nobody_and_who_gets_up_has_not_fallen() -> None:
    _, summary = fought(*FOUR, "set ann hp 3", "set g1 standing dead", "damage bob 38", "heal bob 5")
    assert (dict(summary.taken), summary.fallen) == ({"bob": 37}, {})


def test_before_the_first_round_there_is_nothing_to_tell() -> None:
    assert fought("add fighter Ann", "damage ann 5")[1].lines == []


@pytest.mark.parametrize("path", sorted(RULES.glob("*/whole_fight.txt")), ids=lambda path: path.parent.name)
def test_a_whole_fight_adds_up_to_its_record(path: Path) -> None:
    session = play(path.read_text(encoding="utf-8"), load).session
    assert session is not None
    summary = summary_of(session.rules, session.step_log)
    health = session.rules.health_name
    events = [event for entry in session.entries() for event in entry.events or () if isinstance(event, TrackChanged)]
    hurt = {event.tag for event in events if event.track == health and event.by < 0}
    figures = session.encounter.figures
    assert summary.encounter == session.encounter and summary.rounds > 0
    assert {*summary.taken} == hurt & {*figures}
    assert sum(summary.dealt.values()) <= sum(summary.taken.values()) > 0
    down = {tag for tag, figure in figures.items() if not session.rules.standing(figure.standing).able}
    assert {*summary.fallen} == down - {tag for tag in down if figures[tag].standing == AWAY.name}


def test_a_note_that_begins_with_a_number_is_no_track() -> None:
    rules = registry.load("fifth")
    found = changes(rules, "fighter Ann", 'fighter Ann note="3 days cursed" xp=50 hp=12')
    assert in_words(rules, found) == "HP 44 → 12, XP 0 → 50, gained note 3 days cursed"


def test_a_player_who_left_after_the_first_round_began_was_in_the_fight() -> None:
    assert fought(*FOUR, "remove ann")[1].players == ["ann", "bob"]
    assert fought(*FOUR[:-1], "remove ann", "next")[1].players == ["bob"]


def test_whoever_was_in_a_round_shares_what_is_due_but_no_beast_and_no_dead() -> None:
    """Ann leaves, Cyd comes later and dies, Dru comes in time; the owl has a challenge and no level, Eve neither."""
    begun = (*FOUR[:-1], "add owl side=heroes init=9", "add hero Eve hp=9 init=8", "add rogue Cyd init=7", "next")
    fight = (*begun, "remove ann", "add wizard Dru init=1", "damage cyd 99", "damage g1-3 20", "next")
    session, summary = fought(*fight)
    assert summary.shares_due == "150 ann,bob,eve,dru"
    run_line(session, f"award {summary.shares_due}")
    xp = {tag: figure.tracks["xp"].now for tag, figure in session.encounter.figures.items() if "xp" in figure.tracks}
    assert xp == {"ann": 37, "bob": 37, "eve": 37, "dru": 37}
    # In a fight after that, nobody shares who was in the first one only.
    for line in ("over", "add goblin init=2", "next", "< 15 9 8 1", "damage g4 20"):
        run_line(session, line)
    assert summary_of(session.rules, session.step_log).sharers == ["bob", "eve", "dru"]


def test_a_reward_is_due_once_all_foes_have_fallen() -> None:
    begun = "system gloomhaven\nadd character Ann level=3 hp=20\nadd bandit-guard x2\npick ann 10 20\nnext\n< 50\n"
    won = ("victory", "give bonus experience for a scenario that is won")
    for more, due in (("", []), ("damage bg2 99", [won]), ("damage bg2 99\nvictory", [])):
        session = play(f"{begun}damage bg1 99\n{more}", registry.load).session
        assert session is not None
        assert summary_of(session.rules, session.step_log).orders_due == due


def test_a_challenge_is_worth_the_same_however_it_is_written() -> None:
    for written in ("1/2", "0.5", ".5", "½"):
        orc = f"add foe Orc init=3 hp=5 cr={written}"
        session, summary = fought("add fighter Ann init=20", orc, "next", "damage orc 5")
        assert (session.encounter.figures["orc"].traits["cr"], summary.due) == ("1/2", 100)
