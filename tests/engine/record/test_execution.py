"""CommandExecution: it is as it was when a move on it fails."""

import pytest

from referee.engine.mistake import RulesBug
from referee.engine.problem import DoesNotFit, Refused
from referee.engine.questions.answer import Answer, Confirmed, Counted, Said
from referee.engine.questions.ask import Ask, Together
from referee.engine.questions.typed_questions import Confirm
from referee.engine.record.execution import CommandExecution
from referee.engine.record.recorded_steps import Closed, Opened, Reply
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Command, Verb
from tests.engine.toys.box import figure, game, table, tags


async def ask_all(ledger: Ledger) -> None:
    """Asks all who stand; with only one answer it breaks the contract."""
    answers = await Together(
        lambda: [Confirm(key=f"ask {tag}", prompt="?", by=tag) for tag in ledger.encounter.figures if ledger.able(tag)]
    )
    if len(answers) == 1:
        raise Refused("too late")


async def wait(ledger: Ledger) -> None:
    """Asks once, then one of them is dead."""
    await Ask(lambda: Confirm(key="wait", prompt="?"))
    await ledger.rules.harm(ledger, "rat", 9)


RULES = game("course", Verb("ask", ask_all), Verb("wait", wait, interjects=True))
YES: Answer = Confirmed(yes=True)


def opened(verb: str, seat: int, at: str | None = None, **given: Answer) -> Opened:
    return Opened(command=Command(verb=verb, given=given), seat=seat, at=at)


def seen(execution: CommandExecution) -> tuple[object, ...]:
    """All that can be seen of a course."""
    asked = [question.key for question in execution.questions]
    return execution.base, execution.stack, execution.encounter, asked, list(execution.moves), execution.settled


def open_twice() -> CommandExecution:
    execution = CommandExecution(RULES, table(figure("ulf"), figure("rat")))
    execution.open(opened("ask", 0))
    execution.reply(Reply(key="ask ulf", answer=YES))
    execution.open(opened("wait", 2, at="ask rat"))
    return execution


def test_a_move_that_fails_after_the_inner_command_settled_leaves_no_trace() -> None:
    execution = open_twice()
    before = seen(execution)
    with pytest.raises(RulesBug):
        execution.reply(Reply(key="wait", answer=YES))
    assert seen(execution) == before


def test_moves_that_cannot_be_leave_no_trace() -> None:
    execution = open_twice()
    before = seen(execution)
    with pytest.raises(DoesNotFit):
        execution.reply(Reply(key="ask rat", answer=YES))
    with pytest.raises(Refused):
        execution.open(opened("damage", 3, at="wait", who=tags("zed"), amount=Counted(n=1)))
    assert seen(execution) == before


def test_a_course_made_from_open_commands_stands_where_they_stand() -> None:
    execution = open_twice()
    again = CommandExecution(RULES, execution.base, execution.stack)
    assert seen(again)[:4] == seen(execution)[:4] and again.moves == []


def test_an_interjection_finds_what_the_open_command_has_done_so_far() -> None:
    async def kill_and_ask(ledger: Ledger) -> None:
        await ledger.rules.harm(ledger, "rat", 9)
        await Ask(lambda: Confirm(key="k", prompt="?"))

    execution = CommandExecution(game("sofar", Verb("do", kill_and_ask)), table(figure("ulf"), figure("rat")))
    execution.open(opened("do", 0))
    execution.open(opened("condition", 1, at="k", kind=Said(text="prone")))
    assert [question.key for question in execution.questions] == ["param who"]
    assert execution.encounter.figures["rat"].standing == "dead" and execution.base.figures["rat"].standing == "up"


def test_what_was_done_is_settled_from_the_innermost_outwards() -> None:
    execution = CommandExecution(RULES, table(figure("ulf"), figure("rat")))
    execution.open(opened("wait", 0))
    execution.open(opened("note", 1, at="wait", text=Said(text="in between")))
    execution.reply(Reply(key="wait", answer=YES))
    assert [type(move) for move in execution.moves] == [Opened, Opened, Closed, Reply, Closed]
    assert execution.settled is not None and [event.t for event in execution.settled.events or ()] == [
        "told",
        "track",
        "standing",
    ]
    assert execution.stack == () and execution.questions == () and execution.encounter == execution.base


def test_what_was_said_then_is_done_again_and_each_answer_is_shown_before_it_counts() -> None:
    then = CommandExecution(RULES, table(figure("ulf"), figure("rat")))
    said = [opened("wait", 0), Reply(key="wait", answer=YES)]
    now = then.copy()
    shown = [(given.question.key, given.encounter == then.base, given.answer) for given in now.replay(said)]
    assert shown == [("wait", True, YES)]
    assert now.settled is not None and not now.stack
    assert then.settled is None and not then.moves, "the pad it was copied from stays as it was"


def test_an_answer_that_is_asked_no_more_ends_the_replay() -> None:
    execution = CommandExecution(RULES, table(figure("ulf"), figure("rat")))
    with pytest.raises(DoesNotFit, match="no longer open"):
        list(execution.replay([opened("wait", 0), Reply(key="other", answer=YES)]))


def test_a_copy_goes_its_own_way() -> None:
    execution = CommandExecution(RULES, table(figure("ulf"), figure("rat")))
    execution.open(opened("wait", 0))
    before = seen(execution)
    copy = execution.copy()
    assert copy.questions == execution.questions and not copy.moves
    copy.reply(Reply(key="wait", answer=YES))
    assert not copy.questions and seen(execution) == before


def test_a_question_is_found_by_its_key_and_the_refusal_names_one_that_is_not_asked() -> None:
    execution = open_twice()
    assert (execution.question().key, execution.question("wait").key) == ("wait", "wait")
    with pytest.raises(Refused, match=r"^No open question is called 'ask zed'\.$"):
        execution.question("ask zed")
    with pytest.raises(Refused, match=r"^Nothing is being asked now\.$"):
        CommandExecution(RULES, table(figure("ulf"))).question()
