"""Transcripts: what they make sure of, and how they fail."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import Played, bare, play
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from tests.command_language.tiny import TINY, load

FIGHT = """\
# a fight of three
system tiny
add hero Ulf skill=1
add rat x2
next
= turn ulf [T-2]
= round 1
= phase fight
= order ulf r1 r2
= may ulf
attack r1              # Ulf's
= asks to-hit
< 4
= asks save r1 [T-3]
= says Ulf attacks Rat 1: die 4 + skill 1 = 5 vs 4, hit
< 1
= r1 is dead [T-5 T-6]
= ulf items 1 [T-7]
= r1 wounds 0/1
= r1 is not poisoned
= asks nothing
= ulf skill 1
= r1 side rats
condition r2 poisoned 2
= r2 is poisoned
! attack bob :: There is no "bob" here
! attack r1
option luck much
= table luck much
undo
= table luck none
"""


def played(text: str) -> Played:
    return play(text, load)


def test_a_transcript_that_holds() -> None:
    done = played(FIGHT)
    assert done.failures == []
    assert done.cited == {"T-2", "T-3", "T-5", "T-6", "T-7"}
    assert [line.text for line in done.log[-3:]] == [
        "Ulf's items 0 → 1",
        "Rat 2 is poisoned for 2 turns",
        "Luck: much",
    ]


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        ("= turn r1", "It is ulf's turn."),
        ("= round 2", "It is round 1."),
        ("= round x", "It is round 1."),
        ("= phase peace", "The phase is fight."),
        ("= order r1 ulf", "The order is ulf r1 r2."),
        ("= may r1", "Able to act: ulf."),
        ("= asks save", "No question is open."),
        ("= says thunder", "The log says: Luck: much"),
        ("= unsaid luck", "The log does say that."),
        ("= r1 is up", "Rat 1 is dead."),
        ("= r1 is not dead", "Rat 1 is dead."),
        ("= r2 is not poisoned", "Rat 2 is up, poisoned."),
        ("= r2 is not poisonned", "Tiny has no standing, condition or trait 'poisonned'."),
        ("= r1 wounds 1", "Rat 1: wounds is 0."),
        ("= r1 wounds 0/2", "Rat 1: wounds is 0/1."),
        ("= r1 teeth 2", 'Rat 1 has no "teeth".'),
        ("= bob is dead", 'There is no "bob" here'),
        ("= table luck none", "the table: luck is much."),
        ("= table luck much [T-1]", "T-1 is not cited; what happened cites nothing."),
        ("! note all is well", '"note all is well" was not refused.'),
        ("! attack r1 :: thunder", "The reason is different: Rat 1 is dead"),
        ("! attack r1 [T-9]", "The refusal does not cite T-9: Rat 1 is dead"),
        ("attack bob", 'There is no "bob" here'),
        ("=", "Type a check, for example"),
        ("= turn", "Type a check, for example"),
        ("< 4", "Nothing is being asked now."),
    ],
)
def test_the_first_line_that_fails_ends_it_and_says_why(check: str, reason: str) -> None:
    text = FIGHT.removesuffix("undo\n= table luck none\n")
    done = played(f"{text}{check}\n= round 99\n")
    assert [failure.line for failure in done.failures] == [text.count("\n") + 1]
    assert done.failures[0].reason.startswith(reason)


def test_a_command_that_should_be_refused_and_is_not_leaves_no_trace() -> None:
    done = played("system tiny\nadd hero Ulf\n! add rat\n")
    assert done.failures[0].line == 3
    assert done.session is not None and set(done.session.encounter.figures) == {"ulf"}


@pytest.mark.parametrize("text", ["", "# nothing\n", "add rat\n", "system\n", "system tiny twice\n"])
def test_a_transcript_begins_with_its_system(text: str) -> None:
    assert played(text).failures[0].reason == "A transcript begins with its system: system black_keep."


def test_a_system_that_nobody_knows() -> None:
    assert "There is no system called 'chess'" in played("system chess\n").failures[0].reason


def test_the_table_throws_all_dice_unless_the_app_is_asked_to() -> None:
    lines = "system tiny\nadd hero Ulf\nadd rat\nroll 2d6\n"
    done = played(lines + "< 3\n")
    assert (done.failures[0].line, done.failures[0].reason) == (5, 'roll: more dice are needed than "3".')
    assert played(lines + "< 3 4\n= says = 7\n").failures == []
    assert played("system tiny\ndice app\nroll 2d6\n= asks nothing\n= says Rolled 2d6").failures == []


def test_events_of_an_interruption_count_once_each() -> None:
    done = played(
        "system tiny\nadd hero Ulf skill=1\nadd rat x2\nnext\nattack r1\n< 4\nnote aside\n= says aside\nroll d6\n< 3\n"
        "= says Rolled\n< 1\n= r1 is dead\n"
    )
    assert done.failures == []
    texts = [line.text for line in done.log]
    assert len(texts) == len(set(texts))
    assert {"aside", "Rolled d6: 3", "Rat 1 takes 1.  Wounds 1 → 0, dead"} <= set(texts)


def test_what_is_chosen_in_secret_is_not_told() -> None:
    done = played("system tiny\nadd hero Ulf\nnext\nplot ace\n= asks nothing\n")
    assert done.failures == []
    assert not any("ace" in line.text for line in done.log)


def test_where_the_table_throws_all_dice_the_rest_of_a_throw_is_asked() -> None:
    session = Session(TINY, MemoryStepLog(bare(TINY)))
    run_line(session, "roll 3d6 typed")
    with pytest.raises(Problem, match="Three dice, you typed two"):
        run_line(session, "< 4 3")
    assert session.questions
    run_line(session, "< 4 3 1")
    assert not session.questions
