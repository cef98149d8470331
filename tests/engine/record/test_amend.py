"""A past answer is corrected: what came later is played again, and the referee decides where that cannot be."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import play
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.apply import fold
from referee.engine.events.event import StandingSet
from referee.engine.problem import DoesNotFit, Refused
from referee.engine.questions.answer import Chosen, Rolled
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose
from referee.engine.record.amend import Amendment, replies
from referee.engine.record.recorded_steps import Amended, Entry, Reply, Step
from referee.engine.record.session import Session
from referee.engine.verbs.impossible_states import impossible_states
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Verb
from referee.rules import registry
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


def how(amendment: Amendment) -> list[tuple[str, str]]:
    """What became of each command that was played again."""
    return [(one.was.command.verb, one.how) for one in amendment.replayed]


def amended(session: Session, which: int, number: int, *faces: int) -> Amendment:
    return Amendment(session, attack(session, which).seat, number, Rolled.thrown(faces))


def test_a_die_that_was_misread_changes_what_came_of_it() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nnote later")
    amendment = amended(session, -1, 1, 2)
    assert [question.key for question in amendment.questions] == ["respawn bo"]
    amendment.answer(Chosen(option="leave"))
    assert amendment.done and how(amendment) == [("attack", "changed"), ("note", "same")]
    (unasked,) = amendment.replayed[0].unasked
    assert isinstance(unasked, Reply) and unasked.key == "attack bo>ada"
    before = session.encounter
    assert before.figures["bo"].standing == "up"
    amendment.accept()
    assert session.encounter.figures["bo"].standing == "out"
    assert session.encounter == amendment.outcome()
    session.undo()
    assert session.encounter == before
    session.redo()
    assert session.encounter.figures["bo"].standing == "out"


def test_answers_are_refitted_by_key_and_never_slide_into_another_question() -> None:
    """A save die of 6 is a fine attack die, too; it must not become one."""
    session = at_the_table("attack\n< 5\n< 6\n< 4\n< 6")
    amendment = amended(session, -1, 0, 1)
    assert amendment.done
    now = amendment.replayed[0].now
    assert now is not None
    assert [reply.key for reply in replies(now)] == ["attack ada>bo", "attack bo>ada", "save ada<bo"]
    assert amendment.outcome() == session.encounter


def test_what_came_later_is_played_again_with_its_answers() -> None:
    """Two saves were made; with the first one failed, the second failure kills."""
    session = at_the_table("set bo wounds 2/2\nattack\n< 5\n< 5\n< 1\nnext\nattack\n< 5\n< 1\n< 1")
    assert session.encounter.figures["bo"].tracks["wounds"].now == 1
    amendment = amended(session, 0, 1, 1)
    assert amendment.asking == attack(session, 1)
    assert [question.key for question in amendment.questions] == ["respawn bo"]
    amendment.answer(Chosen(option="leave"))
    assert how(amendment)[-1] == ("attack", "changed") and amendment.replayed[-1].asked
    amendment.accept()
    assert session.encounter.figures["bo"].standing == "out"


def test_a_later_command_that_the_rules_now_refuse_is_dropped() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nleave bo\nengage ada rat")
    amendment = Amendment(session, attack(session).seat, 1, Rolled.thrown([2]))
    amendment.answer(Chosen(option="leave"))
    assert amendment.asking is not None and amendment.asking.command.verb == "leave" and amendment.why
    with pytest.raises(Refused):
        amendment.answer(Chosen(option="leave"))
    with pytest.raises(Refused):
        amendment.accept()
    while not amendment.done:
        amendment.drop()
    seats = [one.was.seat for one in amendment.replayed if one.how == "dropped"]
    amendment.accept()
    assert seats and not {entry.seat for entry in session.entries()} & {*seats}
    session.undo()
    assert {*seats} <= {entry.seat for entry in session.entries()}


def test_what_is_kept_stands_as_the_referees_override() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nleave bo\nheal rat 1")
    amendment = Amendment(session, attack(session).seat, 1, Rolled.thrown([2]))
    amendment.answer(Chosen(option="leave"))
    assert amendment.asking is not None and amendment.asking.command.verb == "leave"
    amendment.keep()
    (kept,) = (one for one in amendment.replayed if one.how == "kept")
    assert kept.now is not None
    assert all(event.hand for event in kept.now.events or ())


async def cut(ledger: Ledger) -> None:
    """As many wounds as the die shows."""
    thrown = await Ask(lambda: Roll(key="cut", prompt="Cut", pools=(Pool("cut"),)))
    await ledger.rules.harm(ledger, "mira", thrown.total)


async def raise_up(ledger: Ledger) -> None:
    """The referee says that Mira stands."""
    if ledger.encounter.figures["mira"].tracks["wounds"].now == 0:
        raise Refused("Mira has no wounds left.")
    ledger.record(StandingSet(tag="mira", standing="up"))


def test_nothing_is_kept_that_the_rules_exclude() -> None:
    session = seat(game("cuts", Verb("cut", cut), Verb("raise", raise_up)), table(figure("mira", wounds=4)))
    order(session, "cut")
    session.answer(faces(1))
    order(session, "raise")
    amendment = Amendment(session, 0, 0, faces(5))
    assert amendment.why == "Mira has no wounds left." and "up with no wounds left" in amendment.no_keep
    with pytest.raises(Refused, match="up with no wounds left"):
        amendment.keep()
    amendment.drop()
    amendment.accept()
    assert (
        session.encounter.figures["mira"].standing == "dead"
        and impossible_states(session.rules, session.encounter) == ()
    )


def test_a_reply_within_an_interjection_can_be_corrected() -> None:
    session = at_the_table("attack\n< 5\nroll d6\n< 3\n< 5\n< 1")
    entry = attack(session)
    assert [reply.key for reply in replies(entry)] == ["attack ada>bo", "roll", "save bo<ada", "attack bo>ada"]
    amendment = Amendment(session, entry.seat, 1, Rolled.thrown([6]))
    amendment.accept()
    told = [event.text for event in attack(session).events or () if event.t == "told"]
    assert "Rolled d6: 6" in told


def test_what_cannot_be_corrected_changes_nothing() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1")
    place, position = attack(session).seat, session.step_log.position
    with pytest.raises(DoesNotFit):
        Amendment(session, place, 0, Rolled.thrown([7]))
    with pytest.raises(Refused, match="3 answers"):
        Amendment(session, place, 3, Rolled.thrown([2]))
    with pytest.raises(Refused, match="Nothing was done on line"):
        Amendment(session, 999, 0, Rolled.thrown([2]))
    amendment = Amendment(session, place, 1, Rolled.thrown([2]))
    for refused in (amendment.accept, amendment.drop, amendment.keep):
        with pytest.raises(Refused):
            refused()
    assert session.step_log.position == position


def test_a_correction_is_not_accepted_once_the_table_has_gone_on() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1")
    amendment = amended(session, -1, 0, 6)
    run_line(session, "note on we go")
    with pytest.raises(Refused, match="moved on"):
        amendment.accept()


async def parry(ledger: Ledger) -> None:
    """Two dice are thrown, and one of them again."""
    thrown = await Ask(lambda: Roll(key="attack", prompt="Attack", pools=(Pool("attack", 3),)))
    shown = tuple(map(str, sorted({*thrown.all})))
    which = await Ask(lambda: Choose(key="which", prompt="Which?", options=shown, faces=thrown.all))
    ledger.remark(f"parried: the {which.option}")


@pytest.mark.parametrize(
    ("now", "asked"), [((5, 2, 4), False), ((1, 5, 3), True), ((5, 5, 3), True), ((1, 2, 3), True)]
)
def test_a_die_that_is_named_by_its_face_is_asked_anew_if_it_was_corrected(now: tuple[int, ...], asked: bool) -> None:
    session = seat(game("parries", Verb("parry", parry)), table())
    order(session, "parry")
    session.answer(faces((5, 2, 3)))
    session.answer(Chosen(option="5"))
    amendment = Amendment(session, 0, 0, faces(now))
    assert [question.key for question in amendment.questions] == (["which"] if asked else [])


# -------------------------------------------------------------------- while a question is open


def test_a_question_that_is_still_asked_stays_open() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nnext\nattack\n< 5")
    before, questions = session.encounter, session.questions
    amended(session, 0, 0, 6).accept()
    assert [question.key for question in session.questions] == [question.key for question in questions]
    position = session.step_log.position
    session.answer(Rolled.thrown([5]))
    session.undo()
    assert session.step_log.position == position
    session.undo()
    assert session.step_log.position == position - 1 and session.encounter == before and session.questions
    session.redo()
    assert session.step_log.position == position


def test_undo_of_a_command_that_was_open_stops_at_the_correction() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nnext\nattack\n< 5")
    amended(session, 0, 0, 6).accept()
    position = session.step_log.position
    session.answer(Rolled.thrown([5]))
    session.answer(Rolled.thrown([1]))
    assert not session.questions
    end = session.step_log.position
    session.undo()
    assert session.step_log.position == position and session.questions
    assert isinstance(session.undone(), Amended)
    again = Session(session.rules, session.step_log)
    assert again.encounter == session.encounter and again.questions == session.questions
    session.redo(), session.redo()
    assert session.step_log.position == end


def test_an_open_command_that_cannot_be_any_more_is_asked_about() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nnext\nattack\n< 5")
    amendment = amended(session, 0, 1, 1)
    amendment.answer(Chosen(option="leave"))
    while not amendment.done:
        last = amendment.asking
        amendment.drop()
    assert last is not None and last.events is None
    amendment.accept()
    assert not session.questions and session.step_log.depth(session.step_log.position) == 0
    session.undo()
    assert session.questions


# -------------------------------------------------------------------- the record


def test_the_corrected_past_is_what_the_record_folds_to() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nnote one\nnote two")
    amended(session, -1, 0, 1).accept()
    again = Session(session.rules, session.step_log)
    assert again.encounter == session.encounter
    events = [event for entry in session.entries() for event in entry.events or ()]
    assert fold(session.step_log.known(0)[1], events) == session.encounter


def test_only_what_differs_is_recorded() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nnote one\nnote two")
    amended(session, -1, 0, 6).accept()
    correction = session.step_log.step(session.step_log.position - 1).correction
    assert correction is not None and (correction.later, correction.dropped, correction.open) == ((), (), ())


def test_a_correction_of_an_earlier_version_leaves_what_came_later_as_it_was() -> None:
    """Then later events were laid over the new past, and those that found nothing were passed over."""
    session = at_the_table("attack\n< 1\n< 1\nleave bo\nnote later")
    amendment = amended(session, -1, 0, 6)
    amendment.answer(Rolled.thrown([1]))
    amendment.answer(Chosen(option="leave"))
    now = amendment.replayed[0].now
    assert now is not None
    session.step_log.append(Step(moves=(Amended(entry=now),), depth=0))
    again = Session(session.rules, session.step_log)
    assert again.encounter.figures["bo"].standing == "out"
    assert [entry.command.verb for entry in again.entries()][-2:] == ["leave", "note"]


# -------------------------------------------------------------------- the app's dice


async def aim(ledger: Ledger) -> None:
    """As many arrows as the die shows."""
    thrown = await Ask(lambda: Roll(key="aim", prompt="Aim", pools=(Pool("aim"),)))
    ledger.record(SKILL.set("mira", thrown.total))


async def shoot(ledger: Ledger) -> None:
    """One die for each arrow."""
    for n in range(SKILL.of(ledger.encounter, "mira")):
        await Ask(lambda n=n: Roll(key=f"arrow {n}", prompt="Arrow", pools=(Pool("arrow"),)))


BOWS = game("bows", Verb("aim", aim), Verb("shoot", shoot))


def shot(arrows: int) -> Session:
    session = seat(BOWS, table(figure("mira")))
    order(session, "aim")
    session.answer(faces(arrows))
    order(session, "shoot")
    for n in range(arrows):
        session.answer(faces(n + 1))
    return session


def test_a_later_command_that_asks_more_is_asked_about() -> None:
    session = shot(1)
    amendment = Amendment(session, 0, 0, faces(2))
    assert amendment.asking is not None and amendment.asking.command.verb == "shoot" and not amendment.why
    assert [question.key for question in amendment.questions] == ["arrow 1"]
    amendment.throw()
    assert amendment.done


def test_a_later_command_that_asks_less_settles_and_says_so() -> None:
    session = shot(3)
    amendment = Amendment(session, 0, 0, faces(1))
    assert amendment.done
    assert [one.key for one in amendment.replayed[1].unasked if isinstance(one, Reply)] == ["arrow 1", "arrow 2"]
    amendment.accept()
    assert len(replies(session.entries()[-1])) == 1


def test_what_is_left_out_of_a_correction_is_thrown_as_the_session_throws() -> None:
    session = seat(BOWS, table(figure("mira")), seed=4)
    order(session, "aim")
    session.answer(faces(1))
    amendment = Amendment(session, 0, 0, None)
    now = amendment.replayed[0].now
    assert now is not None
    (told,) = replies(now)
    again = seat(session.rules, table(figure("mira")), seed=4)
    order(again, "aim")
    again.throw()
    assert told.answer == replies(again.entries()[0])[0].answer


def test_a_correction_that_still_asks_or_is_refused_cannot_be_accepted_and_says_why() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nleave bo\nengage ada rat")
    amendment = amended(session, -1, 1, 2)
    with pytest.raises(Refused, match="still has an open question"):
        amendment.accept()
    amendment.answer(Chosen(option="leave"))
    assert amendment.why
    with pytest.raises(Refused) as refusal:
        amendment.accept()
    assert str(refusal.value) == amendment.why


def test_what_comes_out_the_same_is_not_recorded_again() -> None:
    session = at_the_table("attack\n< 5\n< 5\n< 1\nnote later")
    amendment = amended(session, -1, 1, 2)
    amendment.answer(Chosen(option="leave"))
    assert how(amendment) == [("attack", "changed"), ("note", "same")]
    amendment.accept()
    last = session.step_log.step(session.step_log.position - 1).correction
    assert last is not None and last.later == () and last.dropped == ()
