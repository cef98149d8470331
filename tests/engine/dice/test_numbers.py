"""Several named numbers in one question: read, thrown, left blank, amended and interrupted."""

from collections import Counter
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import decode, encode

from referee.command_language.question_data import question_data
from referee.dialogue.dialogue import Dialogue
from referee.engine.dice.chance import AppDice, owed, thrown_by_app
from referee.engine.dice.notation import read_dice
from referee.engine.dice.number_questions import AskedNumber, Numbers
from referee.engine.problem import DoesNotFit, NotUnderstood, Problem
from referee.engine.questions.answer import Answer, Counted, NamedNumber, Numbered
from referee.engine.questions.ask import Ask
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Verb
from referee.words.log import replied
from tests.engine.toys.box import SKILL, figure, game, seat, table
from tests.engine.toys.sides import SIDES
from tests.engine.typed import typed

D20 = read_dice("d20+2")


def asked(*numbers: AskedNumber) -> Numbers:
    return Numbers(key="init", prompt="Initiative", numbers=numbers)


ANN, BOB = AskedNumber(name="ann", label="Ann", by="ann"), AskedNumber(name="bob", label="Old Bob", by="bob")
RAT = AskedNumber(name="r1", label="Rat 1", dice=D20, by="monsters")
LAIR = AskedNumber(name="lair", label="Lair", blank=True)
OLD = AskedNumber(name="cyd", label="Cyd", default=11, least=0, most=30)


def read(question: Numbers, text: str) -> dict[str, int | None]:
    return {number.name: number.n for number in question.read(table(), text).numbers}


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        (asked(ANN, BOB), "18 15", {"ann": 18, "bob": 15}),
        (asked(ANN, BOB), "18, -3", {"ann": 18, "bob": -3}),
        (asked(ANN, BOB), "bob 15 ann 18", {"ann": 18, "bob": 15}),
        (asked(ANN, BOB), "old 15 18", {"ann": 18, "bob": 15}),
        (asked(ANN, BOB), "ann=18 bob=15", {"ann": 18, "bob": 15}),
        (asked(ANN, BOB), "18 ann 3 15", {"ann": 3, "bob": 15}),
        (asked(ANN, LAIR), "18", {"ann": 18, "lair": None}),
        (asked(LAIR, ANN), "- 18", {"lair": None, "ann": 18}),
        (asked(ANN, RAT), "18", {"ann": 18}),
        (asked(ANN, RAT), "18 23", {"ann": 18, "r1": 23}),
        (asked(ANN, OLD), "18", {"ann": 18, "cyd": 11}),
        (asked(OLD), "", {"cyd": 11}),
    ],
)
def test_numbers_are_read_in_order_or_by_name(question: Numbers, text: str, said: dict[str, int | None]) -> None:
    assert read(question, text) == said


@pytest.mark.parametrize(
    ("question", "text", "why"),
    [
        (asked(ANN, BOB), "18", "These still need a number: Old Bob."),
        (asked(ANN, BOB), "18 15 12", "One number too many. Type 2: ann, bob."),
        (asked(ANN, BOB), "ann", "type a number"),
        (asked(ANN, BOB), "ann bob 3", 'Ann: type a number, not "bob"'),
        (asked(ANN, BOB), "eve 3", '"eve" needs no number'),
        (asked(ANN, BOB), "", "Type the numbers in this order: Ann, Old Bob"),
        (asked(ANN), "1000", "-999 to 999"),
        (asked(ANN), "-", "Ann needs a number"),
        (asked(OLD), "31", "0 to 30"),
    ],
)
def test_what_does_not_answer(question: Numbers, text: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        question.read(table(), text)


@given(st.lists(st.sampled_from(["18", "-3", "-", "ann", "bob", "r1", "lair", "cyd", "31", ",", "="]), max_size=8))
def test_what_is_read_is_accepted_once_the_dice_are_thrown(words: list[str]) -> None:
    question = asked(ANN, BOB, RAT, LAIR, OLD)
    try:
        answer = question.read(table(), " ".join(words))
    except NotUnderstood as problem:
        assert str(problem).endswith(".")
    else:
        full = AppDice(Random(1)).finished(question, answer)
        assert question.accepts(full) is None
        assert decode(encode(full), type=Numbered) == full


def test_a_wrong_answer_is_refused() -> None:
    one = NamedNumber(name="ann", n=3)
    for answer in (Counted(n=3), Numbered(numbers=()), Numbered(numbers=(one, one)), Numbered(numbers=(one, RAT_12))):
        assert asked(ANN).accepts(answer)


RAT_12 = NamedNumber(name="r1", n=12)


def test_the_app_throws_totals_with_what_is_added() -> None:
    app = AppDice(Random(3))
    thrown = Counter(number.n for _ in range(400) for number in (app.throw(table(), asked(RAT)) or NONE).numbers)
    assert set(thrown) == set(range(3, 23))


NONE = Numbered(numbers=())


def test_who_throws() -> None:
    app = AppDice(Random(1))
    start = table(figure("ann", side="heroes"), figure("r1", side="monsters"), dice="split")
    split = partial(thrown_by_app, SIDES, app, start)
    hero = AskedNumber(name="ann", dice=D20, by="ann")
    assert split(asked(RAT)) is not None
    assert split(asked(hero, RAT)) is None
    assert app.throw(start, asked(hero, RAT)) is not None
    assert app.throw(start, asked(ANN, RAT)) is None
    with pytest.raises(DoesNotFit):
        app.thrown(start, asked(ANN, RAT))


async def begin(ledger: Ledger) -> None:
    """Everybody's skill is asked for at once; it is 0 where it is left blank."""

    def build() -> Numbers:
        there = [figure for figure in ledger.encounter.figures.values() if ledger.able(figure.tag)]
        return asked(*(AskedNumber(name=f.tag, label=f.name, dice=D20, by=f.tag, blank=True) for f in there))

    told = await Ask(build)
    for number in told.numbers:
        ledger.record(SKILL.set(number.name, number.n or 0))


NUMBERED = game("numbered", Verb("begin", begin))


def skills(encounter: Encounter) -> dict[str, object]:
    return {tag: figure.traits.get("skill") for tag, figure in encounter.figures.items()}


def open_question(dice: str = "split") -> Session:
    start = table(figure("ann", side="heroes"), figure("bob", side="heroes"), figure("r1", side="monsters"), dice=dice)
    session = seat(NUMBERED, start)
    typed(session, "begin")
    return session


def test_a_line_of_numbers_and_the_rest_is_thrown() -> None:
    session = open_question()
    typed(session, "< 18 -")
    assert skills(session.encounter) | {"r1": 0} == {"ann": 18, "bob": 0, "r1": 0}
    assert 3 <= int(str(session.encounter.figures["r1"].traits["skill"])) <= 22
    session.undo()
    assert skills(session.encounter) == {"ann": None, "bob": None, "r1": None}
    session.redo()
    assert skills(session.encounter)["ann"] == 18


def test_all_are_thrown_at_once() -> None:
    session = open_question()
    typed(session, "< roll")
    assert all(3 <= int(str(n)) <= 22 for n in skills(session.encounter).values())
    assert None not in skills(open_question("app").encounter).values()


def test_nothing_is_thrown_by_the_app_where_the_table_throws_all() -> None:
    session = open_question("table")
    with pytest.raises(Problem, match=r"These still need a number: Bob, R1 \(- skips one\)\."):
        typed(session, "< 18")
    typed(session, "< 18 15 -")
    assert skills(session.encounter) == {"ann": 18, "bob": 15, "r1": 0}


def test_one_who_leaves_while_it_is_asked_is_asked_for_no_more() -> None:
    session = open_question("table")
    typed(session, "remove bob", "< 18 7")
    assert skills(session.encounter) == {"ann": 18, "bob": None, "r1": 7}


def test_the_numbers_can_be_amended() -> None:
    session = open_question("table")
    typed(session, "< 18 15 7")
    Dialogue(session).take("amend 0 1 3 2 1")
    assert skills(session.encounter) == {"ann": 3, "bob": 2, "r1": 1}


def test_how_it_is_put_in_a_dialogue_and_as_data() -> None:
    session = open_question("table")
    (line,) = Dialogue(session).asked()
    totals = "Ann (total of d20+2), Bob (total of d20+2), R1 (total of d20+2)"
    assert line.startswith(f"? Initiative. Type the numbers in this order: {totals}; or by name: ann")
    assert line.endswith("(Enter: the app rolls)")
    data = question_data(session.questions[0], session.encounter)
    assert data["kind"] == "numbers" and data["default"] == "roll"
    assert data["numbers"] == [
        {"name": tag, "label": name, "dice": "d20+2", "by": tag, "least": -999, "most": 999, "default": None}
        | {"blank": True}
        for tag, name in (("ann", "Ann"), ("bob", "Bob"), ("r1", "R1"))
    ]


def test_how_an_answer_reads() -> None:
    app: Answer = Numbered(numbers=(NamedNumber(name="ann", n=18), NamedNumber(name="r1", n=12, by="app"), BLANK))
    assert replied(app, asked(ANN, RAT, LAIR)) == "Ann 18, Rat 1 12 (app), Lair none"


BLANK = NamedNumber(name="lair")


def test_what_the_app_throws_is_the_total_as_what_is_typed_is() -> None:
    question = asked(RAT)
    thrown = {AppDice(Random(seed)).thrown(table(), question) for seed in range(200)}
    totals = {number.n for answer in thrown if isinstance(answer, Numbered) for number in answer.numbers}
    assert totals == set(range(3, 23))
    assert read(question, "22") == {"r1": 22}


def test_what_is_still_without_a_number_is_named_as_it_is_labelled() -> None:
    labelled, bare = AskedNumber(name="ann", label="Ann"), AskedNumber(name="bob", label="")
    assert asked(labelled, bare).accepts(Numbered(numbers=())) == "These still need a number: Ann, bob."


def test_only_numbers_that_the_table_throws_and_has_not_told_are_owed() -> None:
    start = table(figure("ann", side="heroes"), figure("r1", side="monsters"), dice="split")
    owes = partial(owed, SIDES, start, asked(ANN, OLD, BOB, RAT))
    assert [number.name for number in owes(())] == ["ann", "bob"]
    assert [number.name for number in owes({"ann"})] == ["bob"]
    assert owes({"ann", "bob"}) == []
