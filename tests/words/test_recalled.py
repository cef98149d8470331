"""Answers of the past, beside their questions."""

from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.questions.answer import Answer, Drew, Picked, Rolled
from referee.engine.questions.question import AnyQuestion, Pick
from referee.engine.record.execution import Asked
from referee.words.log import recalled
from tests.words.table import TABLE

ROLL = Roll(key="hit", prompt="To hit", by="ulf", pools=(Pool("attack"),))
DRAW = Draw(key="card", prompt="Card", pile=("table", "deck"), cards=("c1", "c2"))


def said(question: AnyQuestion, answer: Answer) -> str:
    return recalled(Asked(question, TABLE, answer))


def test_who_decided_and_where_it_fell_is_said() -> None:
    assert said(ROLL, Rolled.thrown([4])) == "To hit (Ulf): 4, rolled at the table"
    assert said(ROLL, Rolled.thrown([4], by="app")) == "To hit (Ulf): 4 (app)"
    assert said(DRAW, Drew(cards=("c1",))) == "Card: c1"
    assert said(Pick(key="who", prompt="Who?", among=("ulf",), least=0), Picked(tags=())) == "Who?: nobody"


def test_a_card_of_the_app_is_said_to_be_its_own_once() -> None:
    assert said(DRAW, Drew(cards=("c1",), by="app")) == "Card: c1 (app)"
