"""The grammar of lines, case by case."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.command_language.line import LONGEST, read_line
from referee.command_language.orders import Amend, Answered, Back, Help, Nothing, Order, Redo, Rewind, Undo
from referee.dialogue.completion import complete
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.problem import NotUnderstood, Problem, Refused
from referee.engine.questions.answer import Answer, Chosen, Counted, Picked, Said
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.verb import Command, Situation
from referee.rules import registry
from tests.command_language.tiny import TINY, encounter


def at_table(*lines: str) -> Session:
    session = Session(TINY, MemoryStepLog(encounter()))
    for line in lines:
        run_line(session, line)
    return session


@pytest.fixture
def session() -> Session:
    return at_table("add hero Ulf", "add hero Bo", "add rat x3", "next")


def read(session: Session, text: str) -> Order:
    return read_line(Situation(session.rules, session.encounter), text)


def order(verb: str, **given: Answer) -> Command:
    return Command(verb=verb, given=given)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", Nothing()),
        ("   ", Nothing()),
        ("# a remark", Nothing()),
        ("  # a remark", Nothing()),
        ("undo", Undo()),
        ("undo inside", Undo(inside=True)),
        ("redo", Redo()),
        ("redo inside", Redo(inside=True)),
        ("back", Back()),
        ("rewind 12", Rewind(12)),
        ("amend 12 2 5", Amend(12, "2", ("5",), "2 5")),
        ("amend 12 to-hit 4 5 < 3 <", Amend(12, "to-hit", ("4 5", "3", ""), "to-hit 4 5")),
        ("help", Help()),
        ("help Attack", Help("attack")),
        ("< 5", Answered("5", 1, 2)),
        ("<", Answered("", 1, 1)),
        ("<2 4 5", Answered("4 5", 2, 3)),
        ("<yes", Answered("yes", 1, 1)),
        ("<5,4", Answered("5,4", 1, 1)),
        ("< 5  # the die", Answered("5", 1, 2)),
        ("next", order("next")),
        ("NEXT", order("next")),
        ("nex", order("next")),
        ("attack", order("attack")),
        ("attack r1", order("attack", target=Picked(tags=("r1",)))),
        ("att r1  # whoever's turn it is", order("attack", target=Picked(tags=("r1",)))),
        ("attack bo r1", order("attack", who=Picked(tags=("bo",)), target=Picked(tags=("r1",)))),
        ('attack bo "Rat 2"', order("attack", who=Picked(tags=("bo",)), target=Picked(tags=("r2",)))),
        ("damage r1-2,3 6", order("damage", who=Picked(tags=("r1", "r2", "r3")), amount=Counted(n=6))),
        ("damage r1", order("damage", who=Picked(tags=("r1",)))),
        ("clone r1", order("clone", who=Picked(tags=("r1",)))),
        ("clone r1 2", order("clone", who=Picked(tags=("r1",)), copies=Counted(n=2))),
        ("add rat", order("add", kind=Chosen(option="rat"))),
        ("add rat Ratty the #1 x2", order("add", kind=Chosen(option="rat"), details=Said(text="Ratty the #1 x2"))),
        ('add rat "Ratty X"', order("add", kind=Chosen(option="rat"), details=Said(text='"Ratty X"'))),
        ('note he said "no', order("note", text=Said(text='he said "no'))),
        (
            "condition r1 poisoned end ulf",
            order("condition", who=Picked(tags=("r1",)), kind=Said(text="poisoned"), details=Said(text="end ulf")),
        ),
    ],
)
def test_a_line_means(session: Session, text: str, meant: Order) -> None:
    assert read(session, text) == meant


@pytest.mark.parametrize(
    ("text", "says", "at"),
    [
        ("attack bob", 'There is no "bob" here. Choose: Bo, Rat 1, Rat 2, Rat 3.', 7),
        ("attack bo bob", 'There is no "bob" here. Choose: Ulf, Rat 1, Rat 2, Rat 3.', 10),
        ("  atack r1", 'There is no command "atack". Did you mean attack?', 2),
        ("xyzzy", 'There is no command "xyzzy". To see what there is: help', 0),
        ("n", '"n" could be next, note. Type more of it.', 0),
        ("attack bo r1 r2", '"r2" is one word too many. Type: attack TARGET, for example: attack bo', 13),
        ("next please", '"please" is one word too many. Type: next', 5),
        ('attack "r1', 'A closing " is missing.', 7),
        ("damage r1 lots", 'Type a number from 0 to 9999, not "lots".', 10),
        ("roll 2d6+", "Dice or a number are missing at the end, as in 3d6+2.", 5),
        ("plot gold", "All gold is spent.", 5),
        ("undo all", "Type undo, or undo inside.", 5),
        ("undo inside out", '"out" is one word too many. Type only: undo', 12),
        ("back 2", '"2" is one word too many. Type only: back', 5),
        ("amend", "Type the line, which answer, and the new one: amend 12 2 5", None),
        ("rewind", "Which line of the log? For example: rewind 12", None),
        ("rewind x", 'rewind: "x" is not a number.', None),
        ("<5", "To answer 5: `< 5`, with a space. To roll for question 5: `<5 roll`.", 2),
        ("note " + "x" * LONGEST, f"A line has at most {LONGEST:,} characters.", LONGEST),
        ("add rat sword=2", 'Tiny has no "sword". Choose: wounds, items, xp, skill, note, shown, side.', 8),
    ],
)
def test_a_line_is_refused(session: Session, text: str, says: str, at: int | None) -> None:
    with pytest.raises(NotUnderstood) as problem:
        read(session, text)
    assert (str(problem.value), problem.value.at) == (says, at)


def test_whom_a_command_is_about_is_wanted_first_when_it_is_nobodys_turn() -> None:
    session = at_table("add hero Ulf", "add hero Bo", "add rat")
    with pytest.raises(NotUnderstood, match="Type WHO first: attack \\[WHO\\] TARGET"):
        read(session, "attack r1")


def test_answers_go_to_the_question_of_their_number(session: Session) -> None:
    run_line(session, "duel r1")
    run_line(session, "<2 3")
    assert [question.key for question in session.questions] == ["duel ulf"]
    with pytest.raises(Refused, match="Only one question is open"):
        run_line(session, "<2 3")
    run_line(session, "< 6")
    assert not session.questions


@pytest.mark.parametrize("line", ["<", "< roll"])
def test_the_app_throws_when_nothing_is_said(session: Session, line: str) -> None:
    run_line(session, "attack r1")
    run_line(session, line)
    told = session.entries()[-1] if not session.questions else session.open_commands[-1]
    assert 'by=(("app",),)' in repr(told.items).replace("'", '"')


def test_an_answer_that_dice_cannot_show_says_where(session: Session) -> None:
    run_line(session, "attack r1")
    with pytest.raises(NotUnderstood, match="never shows 7") as problem:
        run_line(session, "<  7")
    assert problem.value.at == 3


def test_an_answer_without_a_question(session: Session) -> None:
    with pytest.raises(Refused, match="Nothing is being asked now"):
        run_line(session, "< 3")


def test_back_goes_to_before_the_turn_began(session: Session) -> None:
    run_line(session, "next")
    turn, position = session.encounter.turn, session.step_log.position
    run_line(session, "next")
    run_line(session, "note one")
    run_line(session, "note two")
    run_line(session, "back")
    assert (session.encounter.turn, session.step_log.position) == (turn, position)
    run_line(session, "back")
    assert session.encounter.turn == "ulf"


def test_back_with_an_open_question_goes_to_before_the_turn_too(session: Session) -> None:
    run_line(session, "next")
    position = session.step_log.position
    run_line(session, "attack r1")
    run_line(session, "back")
    assert session.step_log.position == position - 1
    assert session.encounter.turn == "ulf"


def test_back_before_any_turn() -> None:
    with pytest.raises(Refused, match="No turn has begun yet"):
        run_line(at_table("add hero Ulf"), "back")


def test_rewind_and_undo_and_redo(session: Session) -> None:
    last = session.step_log.position
    run_line(session, "rewind 1")
    assert set(session.encounter.figures) == {"ulf"}
    run_line(session, f"rewind {last}")
    run_line(session, "undo")
    assert session.encounter.turn is None
    run_line(session, "redo")
    assert session.encounter.turn == "ulf"
    with pytest.raises(Refused, match="lines 0 to"):
        run_line(session, "rewind 999")


@pytest.mark.parametrize("line", ["attack bob", "< 3", "rewind 999", "redo", "xyzzy", "set ulf wounds 9/3"])
def test_what_cannot_be_done_changes_nothing(session: Session, line: str) -> None:
    before, position = session.encounter, session.step_log.position
    with pytest.raises(Problem):
        run_line(session, line)
    assert (session.encounter, session.step_log.position) == (before, position)


WORDS = st.sampled_from(
    ["attack", "add", "rat", "r1", "r1-3,", "<", "<2", '"', "#", "  #", "x3", "9", "-", "=", "bo", "\x00"]
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=8).map(" ".join)))
def test_whatever_is_typed_is_an_order_or_a_sentence(text: str) -> None:
    session = at_table("add hero Ulf", "add hero Bo", "add rat x3", "next", "attack r1")
    complete(session, text)
    try:
        run_line(session, text)
    except Problem as problem:
        assert str(problem)


# -------------------------------------------------------------------- words in another order


def with_weapons(*lines: str) -> Session:
    """A goblin with two weapons has its turn, or what these lines make of it."""
    rules = registry.load("fifth")
    session = Session(rules, MemoryStepLog(bare(rules)))
    setting = ("add hero Dee ac=10 slot1=2 spell=bless spell=fire_bolt", "add hero Mira ac=10", "add goblin x3", "next")
    for line in (*setting, "< 5 3 20", *lines):
        run_line(session, line)
    return session


@pytest.mark.parametrize("line", ["attack shortbow dee", "attack dee shortbow", "attack g1 dee short", "att de short"])
def test_targets_may_stand_before_the_weapon(line: str) -> None:
    session = with_weapons(line)
    assert [question.key for question in session.questions] == ["attack g1>dee"]


def test_a_target_alone_leaves_the_weapon_to_be_asked_for() -> None:
    session = with_weapons("attack dee")
    assert [question.key for question in session.questions] == ["param using"]
    run_line(session, "< scimitar")
    assert [question.key for question in session.questions] == ["attack g1>dee"]


@pytest.mark.parametrize("line", ["cast bless dee,mira", "cast dee,mira bless"])
def test_several_targets_may_stand_before_the_spell(line: str) -> None:
    session = with_weapons("next", "next", "next")
    assert session.encounter.turn == "dee"
    run_line(session, line)
    assert all(session.encounter.figures[tag].conditions for tag in ("dee", "mira"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("attack g1", "Goblin 1 cannot be chosen here. Others: Dee, Mira."),
        ("attack g9", 'Goblin 1 has no "g9". Weapons: scimitar, shortbow.'),
        ("attack bow mira adv dis close", 'Goblin 1 has no "bow". Weapons: scimitar, shortbow.'),
        ("attack shortbow g1", "Goblin 1 cannot be chosen here. Others: Dee, Mira."),
        ("attack shortbow g9", 'There is no "g9" here. Choose: Dee, Mira.'),
        ("attack mira shortbow dee", "It is Goblin 1's turn, not Mira's [F5-10]."),
    ],
)
def test_what_is_wrong_with_a_figure_or_a_choice_is_told(line: str, says: str) -> None:
    with pytest.raises(NotUnderstood) as problem:
        run_line(with_weapons(), line)
    assert str(problem.value) == says


@pytest.mark.parametrize("line", ["move r1 nobody r2", "place a1 ulf", "damage r1 r2", "clone 2", "hold next ulf"])
def test_words_that_could_be_meant_as_they_stand_are_not_exchanged(line: str) -> None:
    session = at_table("add hero Ulf", "add rat x2", "map 3x3", "next")
    before = session.encounter
    with pytest.raises(NotUnderstood):
        run_line(session, line)
    assert session.encounter == before


def test_a_number_may_stand_before_whom_it_hurts() -> None:
    session = at_table("add hero Ulf", "add rat x2", "next", "damage 1 r1")
    assert session.encounter.figures["r1"].standing == "dead"
