"""What may be spent or chosen before or after the roll stands beside what is proposed, in every game that has it."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine import mistake
from referee.engine.mistake import RulesBug
from referee.engine.problem import Refused
from referee.engine.record.session import Session
from referee.odds import ways
from referee.odds import worker as odds_worker
from referee.odds.ways import WayData
from referee.odds.worker import OddsAsked, answers
from referee.rules import registry
from tests.odds.fights import begun, played
from tests.odds.test_all_kinds import combat, ogre

pytestmark = pytest.mark.one_in(5, rest=6)


def told(session: Session, verb: str = "", variants: bool = True) -> dict[str, WayData]:
    """The odds that the page shows of what is open, or of an action, by the word of each column."""
    asked = OddsAsked(id=1, position=session.step_log.position, verb=verb, variants=variants)
    return {way["word"]: way for way in answers(session, asked, lambda: None)}


def mean(way: WayData, name: str) -> float:
    """The damage of a figure on average."""
    return way["bars"][name]["mean"]


def test_edge_and_setback_of_olde_swords() -> None:
    found = told(begun("olde_swords", "attack g1", "< sword"))
    assert found.keys() == {"", "with edge", "with setback"}
    assert [found[word]["label"] for word in found] == ["", "with EDGE", "with SETBACK"]
    assert mean(found["with setback"], "Goblin 1") < mean(found[""], "Goblin 1") < mean(found["with edge"], "Goblin 1")


@pytest.mark.one_in(15, rest=6)
def test_surges_fatigue_and_aim_of_descent() -> None:
    found = told(begun("descent", "attack g1", "< 1"))
    assert {"", "best", "spend fatigue", "spend pierce 1", "spend go on", "with aim"} <= found.keys()
    assert mean(found["spend go on"], "Ghoul 1") < mean(found[""], "Ghoul 1") < mean(found["with aim"], "Ghoul 1")


@pytest.mark.one_in(15, rest=6)
def test_parries_and_charges_of_scorched() -> None:
    fight = combat("set s1 wounds 2/2", "set g1 weapons sword")
    run_line(fight, "fight")
    found = told(fight)
    assert mean(found["parry none"], "Slasher 1") < mean(found[""], "Slasher 1")
    sample = registry.load("scorched").sample().splitlines()
    session = played(registry.load("scorched"), *sample, "next", "<1 4", "< 5", "fight")
    run_line(session, "< vs4")  # Osk, a psyker with four charges
    charges = told(session)
    assert [*charges] == ["0", "1", "2", "3", "4"]


def test_advantage_and_cover_of_fifth() -> None:
    found = told(begun("fifth", "attack longsword g1"))
    assert mean(found["dis"], "Goblin 1") < mean(found[""], "Goblin 1") < mean(found["adv"], "Goblin 1")
    assert [found[word]["label"] for word in ("adv", "dis")] == ["with advantage", "with disadvantage"]
    assert [found[word]["label"] for word in ("half_cover", "unseen")] == ["half cover", "target unseen"]
    assert "flank" not in found  # it makes no difference here


def test_each_weapon_and_target_that_is_offered() -> None:
    assert [way["label"] for way in told(begun("olde_swords", "attack g1")).values()] == ["sword", "bow"]
    assert {*told(begun("fifth"), "attack")} == {"g1", "g2", "g3", "o1"}


def test_a_save_says_what_it_saves_from() -> None:
    """An ogre has -1 against DC 15: 16 or more; 8d6 are 28 on average, a half of them 13.8 as it is rounded down."""
    found = told(begun("fifth", "next", "cast fireball o1"), variants=False)
    assert found[""]["line"] == "made 25 %: 13.8 damage; fails 75 %: 28.0 damage"


def test_an_area_tells_of_each_target() -> None:
    found = told(begun("fifth", "next", "cast fireball g1,g2,o1"), variants=False)
    assert [*found[""]["bars"]] == ["Goblin 1", "Goblin 2", "Ogre 1"]
    assert found[""]["tested"] == "Goblin 1" and found[""]["results"].keys() == {"success", "failure"}


def test_a_monster_of_gloomhaven_tells_of_each_whom_it_may_attack() -> None:
    session = ogre(hp=8)
    for line in ("next", "act attack 3"):
        run_line(session, line)
    found = told(session, variants=False)
    assert [way["line"] for way in found.values()] == ["hit 95 %, 3.0 damage"]


def test_attacks_of_gloomhaven_with_advantage_and_disadvantage() -> None:
    session = ogre(hp=8)
    run_line(session, "attack o1 3")
    found = told(session)
    assert mean(found["disadvantage"], "Ogre 1") < mean(found[""], "Ogre 1") < mean(found["advantage"], "Ogre 1")


def test_a_rule_that_fails_ends_no_more_than_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = ways.way_odds

    def failing(rules: object, way: ways.Way, tick: object) -> object:
        if way.word == "g2":
            raise RulesBug("a mistake")
        return usual(rules, way, tick)  # type: ignore[arg-type]

    reported = list[Exception]()
    monkeypatch.setattr(mistake, "reporters", [reported.append])
    monkeypatch.setattr(odds_worker, "way_odds", failing)
    assert {*told(begun("fifth"), "attack", variants=False)} == {"g1", "g3", "o1"}
    assert [str(error) for error in reported] == ["a mistake"]


def test_a_way_that_is_not_possible_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> object:
        raise Refused("That is not possible.")

    monkeypatch.setattr(odds_worker, "way_odds", refused)
    assert told(begun("fifth"), "attack", variants=False) == {}


def test_what_a_command_has_done_before_it_asks_is_none_of_its_odds() -> None:
    figures = "add red_dragon Smaug init=5", "add fighter Ulf init=20", "add wizard Wes hp=39 init=15"
    falls = "next", "< tail_attack", "< wes", "< 20", "< 8 8 8 8"
    fight = played(registry.load("fifth"), "dice table", *figures, "next", *falls)
    found = told(fight, variants=False)[""]
    assert "fails 40 %" in found["line"] and "damage" not in found["line"] and "dying" not in found["line"]


def test_whose_contest_it_is_stands_with_its_odds_where_the_other_rolls() -> None:
    fight = played(registry.load("fifth"), "dice table", "add fighter Ulf init=20", "add ogre Grum init=5", "next")
    for line in ("grapple grum", "<1 12"):
        run_line(fight, line)
    assert told(fight, variants=False)[""]["line"].startswith("Ulf wins ")
