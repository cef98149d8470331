"""What `next` would do is foretold as it comes."""

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.questions.answer import Picked
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry
from referee.words.next_turn import next_turn


def stood(system: str, *more: str) -> Session:
    """The sample of a game, and some orders after it."""
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for text in [*rules.sample().splitlines(), *more]:
        run_line(session, text)
    return session


def test_next_is_foretold_as_it_comes() -> None:
    assert next_turn(stood("descent")).text.startswith(
        "next: round 1, heroes. Which of the heroes acts? Harl, Wren, Oriel"
    )
    descent = stood("descent", "next")
    descent.answer(Picked(tags=("harl",)))
    assert next_turn(descent).text.startswith("next: end of Harl's turn. Harl stayed next to which of these")
    keep = stood("black_keep", "dice table", *["next"] * 4)
    assert keep.encounter.turn == "r2"
    assert next_turn(keep).text == "next: end of the round, moves"
    olde = stood("olde_swords", "dice app")
    assert next_turn(olde).text == "next: Mira's reflex check (and 3 more)"
    scorched = stood("scorched")
    assert next_turn(scorched).text.startswith("next: ") and "Lantern rolls for priority" in next_turn(scorched).text


def test_those_of_whom_it_may_be_the_choice_are_named_once() -> None:
    equal = stood("plain", "add hero Zoe 99", "add foe Imp x2 99", "add foe Boss 99")
    assert next_turn(equal).text == "next: round 1. Tie on 99: who goes first? Zoe, Imp 1, Boss 1"


def test_the_end_is_told_before_what_next_would_bring() -> None:
    over = stood("descent", "conquest 0")
    assert next_turn(over).text.startswith("over: the heroes have lost [DJ-51]; next: round 1, heroes")
    assert next_turn(stood("descent", "conquest 1")).text.startswith("next: ")


OVER = """dice table
add player Ulf respawns=0
add player Tia
add minion Rat x2
add minion Sly x2
engage ulf r1
engage ulf r2
engage tia s1
engage tia s2
next
attack r1
< 1
attack
< 6
< 1"""


def test_who_is_next_is_not_of_a_fight_that_is_over() -> None:
    rules = registry.load("black_keep")
    session = Session(rules, MemoryStepLog(bare(rules)))
    for text in OVER.splitlines():
        run_line(session, text)
    coming = next_turn(session)
    assert coming.text.startswith("next: Sly 1")
    assert rules.may_act(session.encounter, but=session.encounter.turn) == ("s1",)


def test_what_only_the_game_reckons_with_is_not_foretold() -> None:
    raging = stood("fifth", "dice app", "add barbarian5 Gro init=40", "next", "power rage", "attack greataxe g1")
    assert raging.encounter.of("gro").conditions[-1].kind == "kept_up"
    assert "keeping up" not in next_turn(raging).text
