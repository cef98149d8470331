"""Corrections after which later commands ask less, or are refused, in the games where that was seen to go wrong."""

import pytest

from referee.dialogue.dialogue import Dialogue
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import play
from referee.engine.problem import Refused
from referee.engine.record.session import Session
from referee.engine.verbs.impossible_states import impossible_states
from referee.rules import registry

NEGATED = """system gloomhaven
add character Ann hp=5
add monster Ogre 1 hp=30 attack=3
pick ann 60 20
next
< 50
attack ann
< +0
< take
damage ann 1
< take"""
CHOSEN = """system olde_swords
add hero Mira hp=10 sword=1d8
add foe Gob hp=5
add foe Gub hp=5
next
< 20
attack gob
< 2
next
< gob"""
ADDED = """system olde_swords
add warrior Mira
add goblin
add
< wolf
next
< 18"""
KILLED = """system descent
add hero Kay fatigue=0 wounds=3 armor=0
add hero Sue fatigue=0 wounds=3 armor=0
add ghoul armor=0
next
< kay
run
next
run
next
attack kay 1
< 040 030
next"""
WOUNDED = """system black_keep
add player Ben wounds=2
add minion Imp
engage ben imp
attack
< 1
< 6
< 6
attack
< 1
< 6
< 1"""


def played(text: str) -> Session:
    session = play(text, registry.load).session
    assert session is not None
    return session


def place(session: Session, verb: str, which: int = 0) -> int:
    """Where that command was given."""
    return [entry.seat for entry in session.entries() if entry.command.verb == verb][which]


def corrected(session: Session, verb: str, words: str, which: int = 0) -> list[str]:
    """What is said of the correction of that command; nothing is left that the rules exclude."""
    said = Dialogue(session).take(f"amend {place(session, verb, which)} {words}")
    assert impossible_states(session.rules, session.encounter) == ()
    return said


def test_a_later_command_that_asks_nothing_any_more_settles() -> None:
    session = played(NEGATED)
    said = corrected(session, "attack", "1 x2")
    assert session.encounter.figures["ann"].standing == "exhausted"
    assert any(line.startswith("No longer asked") for line in said)


def test_whoever_fell_by_it_is_not_chosen_to_be_next() -> None:
    session = played(CHOSEN)
    said = corrected(session, "attack", "1 20 < 8 8")
    assert (session.encounter.turn, session.encounter.figures["gob"].standing) == ("gub", "dead")
    assert any("param next" in line or "No longer asked" in line for line in said)


def test_another_figure_comes_than_was_added() -> None:
    session = played(ADDED)
    corrected(session, "add", "1 orc", 2)
    assert [slot.who for slot in session.encounter.order] == ["mira", "goblin", "orc"]


def test_whoever_lives_by_it_has_a_place_in_the_round_that_began_later() -> None:
    session = played(KILLED)
    corrected(session, "attack", "1 X 030 < kay")
    assert session.encounter.figures["kay"].standing == "up"
    assert "kay" in [slot.who for slot in session.encounter.order]


def test_a_respawn_that_is_asked_then_is_asked_of_the_referee() -> None:
    session = played(WOUNDED)
    with pytest.raises(Refused, match=r"attack then asks: .*respawn"):
        run_line(session, f"amend {place(session, 'attack')} 3 1")
    corrected(session, "attack", "3 1 < respawn")
    assert session.encounter.figures["ben"].tracks["wounds"].now == 2


THROWN = """system fifth
dice table
option hit_points roll
add goblin x2
< 6 5
< 1 1
damage g1 4"""


def test_hit_points_that_were_thrown_are_corrected() -> None:
    session = played(THROWN)
    corrected(session, "add", "1 2 3")
    tracks = [session.encounter.figures[tag].tracks["hp"] for tag in ("g1", "g2")]
    assert [(track.now, track.most) for track in tracks] == [(1, 5), (2, 2)]
    session.undo()
    assert session.encounter.figures["g1"].tracks["hp"].most == 11
