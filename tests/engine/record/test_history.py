"""History: the step log as the one truth, gone back and forth on, and resumed by newer rules."""

import pytest
from msgspec.json import decode, encode

from referee.engine.events.apply import fold
from referee.engine.problem import Refused
from referee.engine.questions.answer import Chosen, Said
from referee.engine.questions.ask import Ask
from referee.engine.questions.typed_questions import Confirm
from referee.engine.record.recorded_steps import Step
from referee.engine.record.session import Session
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Verb
from tests.engine.record.test_session import a_fight, hit, reopened, whole
from tests.engine.toys.box import faces, figure, game, order, seat, table, tags


def test_the_fold_of_the_settled_events_is_the_state() -> None:
    session = a_fight()
    hit(session)
    session.answer(faces(4))
    events = [event for entry in session.entries() for event in entry.events or ()]
    assert fold(session.step_log.known(0)[1], events) == session.encounter


def test_another_session_on_the_same_tape_stands_where_this_one_stands() -> None:
    session = a_fight()
    hit(session)
    for _ in range(4):
        assert whole(reopened(session)) == whole(session)
        session.undo()


def test_a_long_tape_is_gone_back_on_from_places_that_are_kept() -> None:
    session = a_fight()
    for n in range(200):
        order(session, "set", who=tags("orc"), what=Chosen(option="skill"), value=Said(text=str(n)))
    for place in (205, 100, 150, 6, 0):
        session.rewind(place)
        assert session.encounter.figures["orc"].traits == ({"skill": place - 6} if place > 5 else {})


def test_places_that_were_kept_are_forgotten_when_the_tape_is_cut() -> None:
    session = a_fight()
    for trait in ("skill", "note"):
        session.rewind(5)
        for n in range(150):
            order(session, "set", who=tags("orc"), what=Chosen(option=trait), value=Said(text=str(n)))
    for place in (155, 80, 120, 70):
        session.rewind(place)
        assert session.encounter.figures["orc"].traits == {"note": str(place - 6)}


def test_a_step_comes_back_from_its_json_as_it_was() -> None:
    session = a_fight()
    hit(session)
    order(session, "react", target=tags("gob"))
    session.answer(faces(20))
    session.answer(faces(6))
    for n in range(len(session.step_log)):
        step = session.step_log.step(n)
        assert decode(encode(step), type=Step) == step


# -------------------------------------------------------------------- newer rules


def asks(*asked: str, fails: bool = False) -> Verb:
    """A verb whose rule asks these, one by one."""

    async def rule(ledger: Ledger) -> None:
        for key in asked:
            await confirmed(key)
        if fails:
            raise Refused("too late")

    async def confirmed(key: str) -> None:
        await Ask(lambda: Confirm(key=key, prompt="?"))

    return Verb("do", rule)


@pytest.mark.parametrize(
    "newer",
    [asks("other", "second"), asks("first"), asks(), asks("first", fails=True), Verb("done", asks().run)],
)
def test_an_open_command_that_newer_rules_cannot_resume_is_taken_back_and_said_so(newer: Verb) -> None:
    older = seat(game("older", asks("first", "second")), table(figure("ulf")))
    order(older, "note", text=Said(text="before"))
    order(older, "do")
    older.answer(Confirm(key="first", prompt="?").read(older.encounter, "yes"))
    session = Session(game("newer", newer), older.step_log)
    assert "undone" in session.notice
    assert not session.open_commands and session.step_log.position == 1
    order(session, "note", text=Said(text="after"))
    assert session.notice == "", "it was said"
    assert [entry.command.verb for entry in session.entries()] == ["note", "note"]
