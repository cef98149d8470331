"""Applied commands, one by one, each with the table before and after it."""

from itertools import pairwise

from referee.dialogue.run_lines import run_line
from referee.engine.events.event import PhaseBegan, TurnBegan
from referee.engine.questions.answer import Rolled
from referee.engine.record.amend import Amendment, recorded_answers, settled_command_at
from referee.engine.record.applied_commands import applied_command_at, applied_commands, latest
from referee.engine.record.past_states import settled_state_at
from referee.engine.record.session import Session
from tests.command_language.test_line import at_table


def a_fight() -> Session:
    """Ulf misses a rat at place 3, and a rat's turn has begun."""
    return at_table("add hero Ulf", "add rat x2", "next", "attack r1", "< 1", "next")


def test_each_act_begins_where_the_one_before_ended() -> None:
    session = a_fight()
    step_log = session.step_log
    told = list(applied_commands(step_log, step_log.position))
    assert [act.entry.command.verb for act in told] == ["add", "add", "next", "attack", "next"]
    assert all(one.after == other.before for one, other in pairwise(told))
    assert told[0].before == settled_state_at(step_log, 0) and told[-1].after == session.encounter
    assert list(applied_commands(step_log, step_log.position, 3)) == told[3:]
    assert list(applied_commands(step_log, step_log.position, 3, told[3].before)) == told[3:]
    assert list(applied_commands(step_log, step_log.position, step_log.position)) == []


def test_an_act_is_found_by_its_place_and_nowhere_else() -> None:
    session = a_fight()
    step_log = session.step_log
    act = applied_command_at(step_log, 3, step_log.position)
    assert act is not None and act.entry.command.verb == "attack"
    assert act.before == settled_state_at(step_log, 3)
    assert [applied_command_at(step_log, place, step_log.position) for place in (-1, 4, step_log.position, 99)] == [
        None
    ] * 4
    assert applied_command_at(step_log, 3, 3) is None, "nor what waits for redo"


def test_acts_stand_as_corrected_since() -> None:
    session = a_fight()
    place = session.step_log.position
    correction = Amendment(session, 3, 0, Rolled.thrown((2,)))
    assert not correction.questions
    correction.accept()
    told = list(applied_commands(session.step_log, session.step_log.position))
    assert [act.entry.seat for act in told] == [0, 1, 2, 3, 5]
    assert [answer.faces for _, _, answer in recorded_answers(session, told[3]) if isinstance(answer, Rolled)] == [
        ((2,),)
    ]
    assert told[-1].after == session.encounter
    assert applied_command_at(session.step_log, place, session.step_log.position) is None, (
        "a correction is no act of its own"
    )
    assert settled_command_at(session, 3) == told[3]


def test_where_a_turn_or_a_phase_began_last() -> None:
    session = at_table("add hero Ulf", "add rat")
    step_log = session.step_log
    assert latest(step_log, step_log.position, TurnBegan) is None
    for line in ("next", "note a", "attack r1"):
        run_line(session, line)
    assert session.questions, "what is open does not count yet"
    assert latest(step_log, step_log.position, TurnBegan) == latest(step_log, step_log.position, PhaseBegan) == 2
    for line in ("< 1", "next", "note b"):
        run_line(session, line)
    assert latest(step_log, step_log.position, TurnBegan) == 6
    assert latest(step_log, 6, TurnBegan) == 2


def test_where_a_turn_began_last_is_found_among_corrected_acts_too() -> None:
    session = a_fight()
    place = latest(session.step_log, session.step_log.position, TurnBegan)
    run_line(session, "note later")
    Amendment(session, 3, 0, Rolled.thrown((2,))).accept()
    assert latest(session.step_log, session.step_log.position, TurnBegan) == place == 5
