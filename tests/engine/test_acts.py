"""Acts: what was done, one by one, each with the table before and after it."""

from itertools import pairwise

from referee.engine.acts import act_at, acts, latest
from referee.engine.amend import Amendment
from referee.engine.answer import Rolled
from referee.engine.event import PhaseBegan, TurnBegan
from referee.engine.given_answers import given, settled_at
from referee.engine.past import encounter_at
from referee.engine.session import Session
from referee.script.run import run_line
from tests.script.test_line import at_table


def a_fight() -> Session:
    """Ulf misses a rat at place 3, and a rat's turn has begun."""
    return at_table("add hero Ulf", "add rat x2", "next", "attack r1", "< 1", "next")


def test_each_act_begins_where_the_one_before_ended() -> None:
    session = a_fight()
    tape = session.tape
    told = list(acts(tape, tape.position))
    assert [act.entry.command.verb for act in told] == ["add", "add", "next", "attack", "next"]
    assert all(one.after == other.before for one, other in pairwise(told))
    assert told[0].before == encounter_at(tape, 0) and told[-1].after == session.encounter
    assert list(acts(tape, tape.position, 3)) == told[3:]
    assert list(acts(tape, tape.position, 3, told[3].before)) == told[3:]
    assert list(acts(tape, tape.position, tape.position)) == []


def test_an_act_is_found_by_its_place_and_nowhere_else() -> None:
    session = a_fight()
    tape = session.tape
    act = act_at(tape, 3, tape.position)
    assert act is not None and act.entry.command.verb == "attack"
    assert act.before == encounter_at(tape, 3)
    assert [act_at(tape, place, tape.position) for place in (-1, 4, tape.position, 99)] == [None] * 4
    assert act_at(tape, 3, 3) is None, "nor what waits for redo"


def test_acts_stand_as_corrected_since() -> None:
    session = a_fight()
    place = session.tape.position
    correction = Amendment(session, 3, 0, Rolled.thrown((2,)))
    assert not correction.questions
    correction.accept()
    told = list(acts(session.tape, session.tape.position))
    assert [act.entry.seat for act in told] == [0, 1, 2, 3, 5]
    assert [answer.faces for _, _, answer in given(session, told[3]) if isinstance(answer, Rolled)] == [((2,),)]
    assert told[-1].after == session.encounter
    assert act_at(session.tape, place, session.tape.position) is None, "a correction is no act of its own"
    assert settled_at(session, 3) == told[3]


def test_where_a_turn_or_a_phase_began_last() -> None:
    session = at_table("add hero Ulf", "add rat")
    tape = session.tape
    assert latest(tape, tape.position, TurnBegan) is None
    for line in ("next", "note a", "attack r1"):
        run_line(session, line)
    assert session.questions, "what is open does not count yet"
    assert latest(tape, tape.position, TurnBegan) == latest(tape, tape.position, PhaseBegan) == 2
    for line in ("< 1", "next", "note b"):
        run_line(session, line)
    assert latest(tape, tape.position, TurnBegan) == 6
    assert latest(tape, 6, TurnBegan) == 2
