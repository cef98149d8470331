"""Session: orders and answers, back and forth, and nothing changed by what fails."""

from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from referee.engine.dice.chance import AppDice
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.mistake import RulesBug
from referee.engine.problem import DoesNotFit, Problem, Refused
from referee.engine.questions.answer import Answer, Chosen, Counted, Picked, Rolled, Said
from referee.engine.questions.ask import Ask, Together
from referee.engine.questions.typed_questions import Confirm
from referee.engine.record.execution import StepOutcome
from referee.engine.record.recorded_steps import Entry, Interjection, Step
from referee.engine.record.resolve import CommandRun, Outcome, Pending, Resolver, Settled, resolve
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger, System
from referee.engine.verbs.verb import Command, Verb
from tests.engine.toys.box import faces, figure, game, keys, order, seat, standing, table, tags
from tests.engine.toys.combats import COMBATS
from tests.engine.toys.dice import ScriptedDice
from tests.engine.toys.fights import FIGHTS
from tests.engine.toys.sides import SIDES

Act = Callable[[], None]


def whole(session: Session) -> tuple[object, ...]:
    """All that can be seen of a session."""
    step_log = session.step_log
    steps = tuple(step_log.step(n) for n in range(len(step_log)))
    asked = tuple((question.key, question.tally, question.by) for question in session.questions)
    return session.encounter, asked, session.open_commands, session.entries(), step_log.position, steps, session.notice


def reopened(session: Session) -> Session:
    """Another session on the same step log."""
    return Session(session.rules, session.step_log)


def a_fight(dice: str = "table") -> Session:
    """Four figures; Tolin is ready, Gob attacks Mira, and its throw is asked."""
    sides = {"mira": "heroes", "tolin": "heroes", "gob": "monsters", "orc": "monsters"}
    session = seat(SIDES, table(*(figure(tag, side=side, wounds=6) for tag, side in sides.items()), dice=dice))
    order(session, "next")
    order(session, "turn", who=tags("tolin"))
    order(session, "ready")
    order(session, "turn", who=tags("mira"))
    order(session, "turn", who=tags("gob"))
    return session


def hit(session: Session) -> None:
    """Gob's throw hits, and its damage is asked."""
    order(session, "attack", target=tags("mira"))
    session.answer(faces(15))


# -------------------------------------------------------------------- back and forth


def test_inside_an_open_command_undo_takes_back_one_answer_and_redo_brings_it_back() -> None:
    session = a_fight()
    order(session, "attack", target=tags("mira"))
    before = whole(session)[:4]
    session.answer(faces(15))
    after = whole(session)[:4]
    assert keys(session) == ["damage gob>mira"]
    session.undo()
    assert whole(session)[:4] == before
    session.redo()
    assert whole(session)[:4] == after
    session.undo()
    session.undo()
    assert not session.open_commands


def test_a_settled_command_goes_whole_and_comes_back_whole() -> None:
    session = a_fight()
    before = session.encounter
    hit(session)
    session.answer(faces(4))
    after = session.encounter
    undone = session.undone()
    assert isinstance(undone, Entry) and undone.command.verb == "attack"
    session.undo()
    assert session.encounter == before and not session.open_commands
    session.redo()
    assert session.encounter == after


def test_undo_inside_opens_a_settled_command_at_its_last_answer() -> None:
    session = a_fight()
    hit(session)
    session.answer(faces(4))
    session.undo(inside=True)
    assert keys(session) == ["damage gob>mira"]
    assert session.undone() is None
    session.answer(faces(1))
    assert session.encounter.figures["mira"].tracks["wounds"].now == 5
    session.undo()
    session.redo(inside=True)
    assert keys(session) == ["hit gob>mira"]
    session.redo()
    assert keys(session) == ["damage gob>mira"]


def test_the_apps_dice_go_with_undo_and_the_same_ones_come_back() -> None:
    session = a_fight(dice="app")
    before = whole(session)[:4]
    order(session, "attack", target=tags("mira"))
    assert not session.questions, "the app threw it all"
    after = whole(session)[:4]
    session.undo(inside=True)
    assert whole(session)[:4] == before, "back to what the table decided last"
    session.redo()
    assert whole(session)[:4] == after
    assert len(session.step_log.step(session.step_log.position - 1).moves) >= 3


def test_a_new_order_cuts_off_what_waited_for_redo() -> None:
    session = a_fight()
    hit(session)
    session.undo()
    session.answer(faces(1))
    with pytest.raises(Refused, match="nothing to bring back"):
        session.redo()


def test_interjections_are_undone_and_redone_one_by_one() -> None:
    session = a_fight()
    order(session, "attack", target=tags("mira"))
    seen = [whole(session)[:4]]

    acts: tuple[Act, ...] = (
        lambda: order(session, "react", target=tags("gob")),
        lambda: order(session, "condition", who=tags("tolin"), kind=Said(text="prone")),
        lambda: session.answer(faces(20, 3)),
        lambda: session.answer(faces(6)),
    )
    for act in acts:
        act()
        seen.append(whole(session)[:4])
    assert not session.open_commands and standing(session)["gob"] == "dead"
    for expected in reversed(seen[:-1]):
        session.undo(inside=True)
        assert whole(session)[:4] == expected
        assert whole(reopened(session))[:4] == expected
    for expected in seen[1:]:
        session.redo(inside=True)
        assert whole(session)[:4] == expected
    session.undo()
    assert not session.open_commands and standing(session)["gob"] == "up"


def test_several_at_once_are_undone_one_by_one() -> None:
    session = seat(COMBATS, table(figure("a", side="red"), figure("x", side="blue")))
    order(session, "pair", who=tags("a", "x"))
    order(session, "fight")
    session.answer(faces(3), key="dice blue")
    assert keys(session) == ["dice red"]
    session.undo()
    assert keys(session) == ["dice red", "dice blue"]
    session.answer(faces(5), key="dice red")
    assert keys(session) == ["dice blue"]


def test_rewind_goes_to_any_place_and_to_no_other() -> None:
    session = a_fight()
    hit(session)
    session.answer(faces(4))
    seen = []
    end = len(session.step_log)
    for place in range(end + 1):
        session.rewind(place)
        seen.append(whole(session)[:4])
    for place in (3, 0, end, end - 1, 1):
        session.rewind(place)
        assert whole(session)[:4] == seen[place]
    for nowhere in (-1, end + 1):
        with pytest.raises(Refused, match=f"0 to {end}"):
            session.rewind(nowhere)


def test_there_is_an_end_to_going_back_and_to_going_forth() -> None:
    session = a_fight()
    with pytest.raises(Refused, match="nothing to bring back"):
        session.redo()
    for _ in range(5):
        session.undo()
    with pytest.raises(Refused, match="nothing to take back"):
        session.undo()
    assert session.undone() is None and session.encounter.round == 0


def test_durations_are_restored_and_nothing_fires_twice() -> None:
    session = a_fight()
    order(session, "condition", who=tags("orc"), kind=Said(text="prone"), details=Said(text="2"))
    worn = session.encounter.figures["orc"].conditions
    for _ in range(3):
        order(session, "turn", who=tags("orc"))
        assert session.encounter.figures["orc"].conditions != worn
        session.undo()
        assert session.encounter.figures["orc"].conditions == worn


# -------------------------------------------------------------------- what changes nothing


def test_a_preview_changes_nothing() -> None:
    session = a_fight()
    before = whole(session)
    assert isinstance(session.preview(Command(verb="attack", given={"target": tags("mira")})), Pending)
    assert isinstance(session.preview(Command(verb="next")), Settled)
    with pytest.raises(Refused):
        session.preview(Command(verb="attack", given={"target": tags("orc")}))
    assert whole(session) == before


@pytest.fixture
def resolved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The verbs of the commands that are resolved, in order."""
    verbs: list[str] = []

    def noted(rules: System, encounter: Encounter, command: Command, *more: Any) -> Outcome:
        verbs.append(command.verb)
        return resolve(rules, encounter, command, *more)

    class Noted(Resolver):
        def resolve(self, encounter: Encounter, entry: Entry) -> Outcome:
            verbs.append(entry.command.verb)
            return super().resolve(encounter, entry)

    monkeypatch.setattr("referee.engine.record.execution.resolve", noted)
    monkeypatch.setattr("referee.engine.record.execution.Resolver", Noted)
    return verbs


def test_what_was_previewed_is_not_resolved_again_when_it_is_done(resolved: list[str]) -> None:
    session, other = a_fight(), a_fight()
    resolved.clear()
    session.preview(Command(verb="next"))
    session.preview(Command(verb="next"))
    order(session, "next")
    assert resolved == ["next"]
    order(session, "next")
    assert resolved == ["next", "next"], "a preview counts only where it was made"
    order(other, "next")
    order(other, "next")
    assert whole(session)[:4] == whole(other)[:4]


def test_what_is_interrupted_is_resolved_again_only_when_the_interjection_is_among_its_items(
    resolved: list[str],
) -> None:
    session = a_fight()
    hit(session)
    resolved.clear()
    order(session, "damage", who=tags("gob"))
    assert resolved == ["damage"]
    assert [each.entry for each in session.resolved_commands] == list(session.open_commands)
    session.answer(Counted(n=1))
    assert resolved == ["damage", "damage", "attack"]
    again = reopened(session)
    assert (session.encounter, session.open_commands) == (again.encounter, again.open_commands)
    assert keys(session) == keys(again)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The verbs of the rules that are run from their start, in order."""
    verbs: list[str] = []

    class Noted(CommandRun):
        def __init__(self, rules: System, encounter: Encounter, command: Command, *more: Any) -> None:
            verbs.append(command.verb)
            super().__init__(rules, encounter, command, *more)

    monkeypatch.setattr("referee.engine.record.resolve.CommandRun", Noted)
    return verbs


def test_an_answer_goes_on_with_the_rule_instead_of_running_it_again(begun: list[str]) -> None:
    session, other = a_fight(), a_fight()
    order(session, "attack", target=tags("mira"))
    begun.clear()
    session.answer(faces(15))
    assert begun == ["attack"], "opening it leaves nothing to go on with"
    session.answer(faces(4))
    assert begun == ["attack"]
    hit(other)
    other = reopened(other)
    other.answer(faces(4))
    assert whole(session)[:4] == whole(other)[:4]


def test_another_answer_than_before_does_not_go_on_from_there(begun: list[str]) -> None:
    session = a_fight()
    hit(session)
    with pytest.raises(DoesNotFit):
        session.answer(faces(7))
    session.answer(faces(4))
    session.undo(inside=True)
    begun.clear()
    session.answer(faces(1))
    assert session.encounter.figures["mira"].tracks["wounds"].now == 5
    assert whole(session)[:4] == whole(reopened(session))[:4]
    assert not begun, "the step back has run it up to there"


def test_what_was_not_recorded_is_not_gone_on_with(begun: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    session = a_fight()
    hit(session)
    begun.clear()
    with monkeypatch.context() as broken:
        broken.setattr(session.step_log, "append", Mock(side_effect=Refused("The disk is full.")))
        with pytest.raises(Refused, match="full"):
            session.answer(faces(4))
    session.answer(faces(1))
    assert begun == ["attack"], "from its start, as the answer that failed had gone on with it"
    assert session.encounter.figures["mira"].tracks["wounds"].now == 5


def test_the_last_step_says_what_was_answered_and_what_it_settled() -> None:
    session = a_fight()
    hit(session)
    (asked,) = session.last_step.asked
    assert asked.question.key == "hit gob>mira" and asked.answer == faces(15) and session.last_step.settled is None
    before = session.resolved_commands[0].before
    session.answer(faces(2))
    settled = session.last_step.settled
    assert settled is not None and settled.before is before and settled.outcome.encounter == session.encounter
    assert [answer for _, answer in settled.outcome.answers] == [faces(15), faces(2)]
    assert settled.entry == session.entries()[-1]
    session.undo()
    assert session.last_step == StepOutcome()


def test_while_a_question_is_open_only_what_may_interject_can_be_looked_at() -> None:
    session = a_fight()
    hit(session)
    before = whole(session)
    with pytest.raises(Refused, match="Answer the open question first"):
        session.preview(Command(verb="next"))
    assert isinstance(session.preview(Command(verb="damage", given={"who": tags("gob")})), Pending)
    assert whole(session) == before


ORDERS: list[tuple[str, dict[str, Answer]]] = [
    ("fly", {}),
    ("next", {}),
    ("attack", {"target": tags("mira")}),
    ("damage", {"who": tags("zed")}),
    ("damage", {"who": tags("gob"), "amount": Counted(n=-1)}),
    ("react", {"who": tags("orc")}),
    ("set", {"who": tags("gob"), "what": Chosen(option="wounds"), "value": Said(text="--5")}),
    ("lift", {"who": tags("gob"), "kind": Said(text="prone")}),
]
WRONG: list[tuple[Answer, str | None]] = [
    (faces(7), None),
    (faces(0), None),
    (faces(1, 1), None),
    (faces(), None),
    (faces((1, 1)), None),
    (Rolled(faces=((1,),), by=()), None),
    (Rolled(faces=(), by=(), sum=7), None),
    (Rolled(faces=((9,),), by=(("app",),), sum=3), None),
    (Said(text="six"), None),
    (Picked(tags=("mira",)), None),
    (faces(3), "hit gob>mira"),
    (faces(3), ""),
]


@pytest.mark.parametrize(("verb", "given"), ORDERS)
def test_an_order_that_cannot_be_changes_nothing(verb: str, given: dict[str, Answer]) -> None:
    session = a_fight()
    hit(session)
    before = whole(session)
    with pytest.raises(Problem):
        order(session, verb, **given)
    assert whole(session) == before
    assert whole(reopened(session)) == before


@pytest.mark.parametrize(("answer", "key"), WRONG)
def test_an_answer_that_cannot_be_changes_nothing(answer: Answer, key: str | None) -> None:
    session = a_fight()
    hit(session)
    before = whole(session)
    with pytest.raises(Problem):
        session.answer(answer, key)
    assert whole(session) == before


def test_nothing_to_answer_nothing_to_throw() -> None:
    session = a_fight()
    before = whole(session)
    calls: tuple[Act, ...] = (
        lambda: session.answer(faces(1)),
        session.throw,
        lambda: session.throw("x"),
        lambda: session.rewind(99),
    )
    for call in calls:
        with pytest.raises(Refused):
            call()
    order(session, "turn")
    order(session, "condition", kind=Said(text="prone"))
    with pytest.raises(DoesNotFit, match="needs no roll"):
        session.throw()
    session.undo()
    session.undo()
    assert whole(session)[:4] == before[:4]


def test_a_mistake_in_a_rule_changes_nothing() -> None:
    async def broken(ledger: Ledger) -> None:
        ledger.remark("half")
        await Ask(lambda: Confirm(key="k", prompt="?"))
        raise Refused("too late")

    session = seat(game("broken", Verb("break", broken)), table(figure("ulf")))
    order(session, "break")
    before = whole(session)
    with pytest.raises(RulesBug):
        session.answer(Confirm(key="k", prompt="?").read(session.encounter, "yes"))
    assert whole(session) == before


class Unsafe(MemoryStepLog):
    """A step log that cannot write just now."""

    full = False

    def append(self, step: Step) -> None:
        if self.full:
            raise OSError("No space is left.")
        super().append(step)

    def move(self, position: int) -> None:
        if self.full:
            raise OSError("No space is left.")
        super().move(position)


def test_what_the_tape_could_not_take_has_not_happened() -> None:
    step_log = Unsafe(table(figure("ulf"), figure("rat", side="monsters")))
    session = Session(SIDES, step_log, app=AppDice(Random(1)))
    order(session, "next")
    before = whole(session)
    step_log.full = True
    calls: tuple[Act, ...] = (lambda: order(session, "turn", who=tags("ulf")), session.undo, lambda: session.rewind(0))
    for call in calls:
        with pytest.raises(OSError, match="No space"):
            call()
        assert whole(session) == before
    step_log.full = False
    order(session, "turn", who=tags("ulf"))
    assert session.encounter.turn == "ulf"


# -------------------------------------------------------------------- dice


def test_part_of_a_throw_is_typed_and_the_app_adds_the_rest_unless_all_dice_are_the_tables() -> None:
    session = a_fight()
    order(session, "condition", who=tags("gob"), kind=Said(text="prone"))
    order(session, "attack", target=tags("mira"))
    with pytest.raises(DoesNotFit, match="one die, you typed none"):
        session.answer(session.questions[0].read(session.encounter, "20"))
    question = session.questions[0]
    whole = session.app.finished(question, question.read(session.encounter, "20"))
    assert isinstance(whole, Rolled) and whole.faces[0] == (20,) and whole.by == (("table",), ("app",))


def test_a_sum_is_enough_where_only_the_sum_matters() -> None:
    session = a_fight()
    hit(session)
    session.answer(session.questions[0].read(session.encounter, "=5"))
    assert session.encounter.figures["mira"].tracks["wounds"].now == 1


def test_the_app_throws_for_the_monsters_and_the_table_for_its_own() -> None:
    session = a_fight(dice="split")
    order(session, "attack", target=tags("mira"))
    assert not session.questions
    session = seat(
        FIGHTS, table(figure("ulf"), figure("rat", side="monsters"), dice="split"), ScriptedDice((5,), (2,)).throw
    )
    order(session, "engage", first=tags("ulf"), second=tags("rat"))
    order(session, "next")
    order(session, "attack")
    assert standing(session)["rat"] == "dead", "a source of its own throws for all"


async def duel(ledger: Ledger) -> None:
    """Two throw at once."""
    await Together(lambda: [Roll(key=f"throw {n}", prompt="Throw", pools=(Pool("die"),)) for n in (1, 2)])


def test_what_comes_in_between_stands_at_the_first_open_question() -> None:
    session = seat(game("duels", Verb("duel", duel)), table(figure("mira")))
    order(session, "duel")
    order(session, "note", text=Said(text="a crow calls"))
    session.answer(faces(3), "throw 1")
    order(session, "note", text=Said(text="again"))
    session.answer(faces(5), "throw 2")
    assert [i.at for i in session.entries()[0].items if isinstance(i, Interjection)] == ["throw 1", "throw 2"]
