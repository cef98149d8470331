"""A past answer is corrected: the course is taken again, and later acts stand as they were played."""

import pytest

from referee.engine.amend import Amendment
from referee.engine.given_answers import replies
from referee.engine.answer import Chosen, Rolled
from referee.engine.apply import fold
from referee.engine.ask import Ask
from referee.engine.dice import Pool
from referee.engine.history import Entry
from referee.engine.ledger import Ledger
from referee.engine.problem import DoesNotFit, Refused
from referee.engine.session import Session
from referee.engine.throw import Roll
from referee.engine.verb import Verb
from referee.rules import registry
from referee.script.run import run_line
from referee.script.transcript import play
from tests.engine.toys.box import SKILL, faces, figure, game, order, seat, table

SETUP = """system black_keep
add player Ada
add player Bo
add minion Rat
engage ada bo
"""


def at_the_table(lines: str) -> Session:
    played = play(SETUP + lines, registry.load)
    assert played.failures == []
    assert played.session is not None
    return played.session


def attack(session: Session, which: int = -1) -> Entry:
    return [entry for entry in session.entries() if entry.command.verb == "attack"][which]


def test_a_die_that_was_misread_changes_what_came_of_it() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nnote later")
    amendment = Amendment(session, attack(session).seat, 1, Rolled.thrown([2]))
    assert [question.key for question in amendment.questions] == ["respawn bo"]
    amendment.answer(Chosen(option="leave"))
    assert amendment.settled is not None
    assert [reply.key for reply in amendment.dropped if hasattr(reply, "key")] == ["attack bo>ada"]
    before = session.encounter
    assert before.figures["bo"].standing == "up"
    amendment.accept()
    assert session.encounter.figures["bo"].standing == "out"
    assert session.encounter == amendment.outcome()[0]
    session.undo()
    assert session.encounter == before
    session.redo()
    assert session.encounter.figures["bo"].standing == "out"


def test_answers_are_refitted_by_key_and_never_slide_into_another_question() -> None:
    """A save die of 6 is a fine attack die, too; it must not become one."""
    session = at_the_table("attack\n< 5\n< 6\n< 4\n< 6")
    amendment = Amendment(session, attack(session).seat, 0, Rolled.thrown([1]))
    assert amendment.settled is not None
    assert [reply.key for reply in replies(amendment.settled)] == ["attack ada>bo", "attack bo>ada", "save ada<bo"]
    assert amendment.outcome()[0] == session.encounter


def test_later_events_that_find_nothing_are_passed_over_and_listed() -> None:
    session = at_the_table("attack\n< 1\n< 1\nleave bo\nnote later")
    amendment = Amendment(session, attack(session).seat, 0, Rolled.thrown([6]))
    assert [question.key for question in amendment.questions] == ["save bo<ada"]
    amendment.answer(Rolled.thrown([1]))
    amendment.answer(Chosen(option="leave"))
    encounter, skipped = amendment.outcome()
    assert "out" in [event.t for event in skipped]
    assert encounter.figures["bo"].standing == "out"


def test_what_the_rules_would_now_refuse_is_told_and_stands() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nnext\nattack\n< 1\n< 1")
    amendment = Amendment(session, attack(session, 0).seat, 1, Rolled.thrown([1]))
    amendment.answer(Chosen(option="leave"))
    refused = [entry.command.verb for entry, _ in amendment.objections()]
    assert refused == ["next", "attack"]
    _, skipped = amendment.outcome()
    amendment.accept()
    assert session.encounter.round == 2
    assert all(event.t != "told" for event in skipped)


def test_a_reply_within_an_interjection_can_be_corrected() -> None:
    session = at_the_table("attack\n< 5\nroll d6\n< 3\n< 5\n< 1")
    entry = attack(session)
    assert [reply.key for reply in replies(entry)] == ["attack ada>bo", "roll", "save bo<ada", "attack bo>ada"]
    amendment = Amendment(session, entry.seat, 1, Rolled.thrown([6]))
    amendment.accept()
    told = [event.text for event in attack(session).events or () if event.t == "told"]
    assert "Rolled d6: 6 = 6" in told


def test_what_cannot_be_corrected_changes_nothing() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1")
    seat, position = attack(session).seat, session.tape.position
    with pytest.raises(DoesNotFit):
        Amendment(session, seat, 0, Rolled.thrown([7]))
    with pytest.raises(Refused, match="3 answers"):
        Amendment(session, seat, 3, Rolled.thrown([2]))
    with pytest.raises(Refused, match="No command was given at place"):
        Amendment(session, 999, 0, Rolled.thrown([2]))
    amendment = Amendment(session, seat, 1, Rolled.thrown([2]))
    with pytest.raises(Refused, match="still asks"):
        amendment.accept()
    run_line(session, "attack")
    with pytest.raises(Refused, match="open question"):
        Amendment(session, seat, 0, Rolled.thrown([2]))
    session.undo()
    assert session.tape.position == position


def test_the_corrected_past_is_what_the_record_folds_to() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nnote one\nnote two")
    Amendment(session, attack(session).seat, 0, Rolled.thrown([1])).accept()
    again = Session(session.rules, session.tape)
    assert again.encounter == session.encounter
    events = [event for entry in session.entries() for event in entry.events or ()]
    assert fold(session.tape.known(0)[1], events) == session.encounter


async def aim(ledger: Ledger) -> None:
    """As many arrows as the die shows."""
    thrown = await Ask(lambda: Roll(key="aim", prompt="Aim", pools=(Pool("aim"),)))
    ledger.record(SKILL.set("mira", thrown.total))


async def shoot(ledger: Ledger) -> None:
    """One die for each arrow."""
    for n in range(SKILL.of(ledger.encounter, "mira")):
        await Ask(lambda n=n: Roll(key=f"arrow {n}", prompt="Arrow", pools=(Pool("arrow"),)))


def test_a_later_command_that_would_ask_more_is_told() -> None:
    session = seat(game("bows", Verb("aim", aim), Verb("shoot", shoot)), table(figure("mira")))
    order(session, "aim")
    session.answer(faces(1))
    order(session, "shoot")
    session.answer(faces(5))
    (later,) = session.entries(session.entries()[0].seat)[1:]
    amendment = Amendment(session, 0, 0, faces(2))
    assert amendment.objections() == [(later, "It would ask more than was answered.")]
    assert Amendment(session, 0, 0, faces(1)).objections() == []


def test_what_is_left_out_of_a_correction_is_thrown_as_the_session_throws() -> None:
    session = seat(game("bows", Verb("aim", aim), Verb("shoot", shoot)), table(figure("mira")), seed=4)
    order(session, "aim")
    session.answer(faces(1))
    amendment = Amendment(session, 0, 0, None)
    assert amendment.settled is not None
    (told,) = replies(amendment.settled)
    again = seat(session.rules, table(figure("mira")), seed=4)
    order(again, "aim")
    again.throw()
    assert told.answer == replies(again.entries()[0])[0].answer
