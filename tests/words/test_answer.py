"""Answers, as they are read."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.contract.symbol_dice import Face, SymbolDie
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.problem import Problem
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Counted, Drew, Picked, Rolled, Said
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.rules import registry
from referee.words.log import replied

DIE = SymbolDie("blue", (Face("miss"), Face("heart"), Face("bolt")))


@pytest.mark.parametrize(
    ("answer", "reads"),
    [
        (Rolled.thrown((4, 5)), "4 5"),
        (Rolled.thrown((4, 5), by="app"), "4 5 (app)"),
        (Rolled(faces=((4, 5),), by=(("table", "app"),)), "4 (typed) 5 (app)"),
        (Rolled.thrown((4,), (1, 2)), "4 / 1 2"),
        (Rolled(faces=(), by=(), sum=14), "= 14"),
        (Drew(cards=("c1", "c2")), "c1, c2"),
        (Drew(cards=("c1",), by="app"), "c1 (app)"),
        (Chosen(option="dodge"), "dodge"),
        (Picked(tags=("g1", "g2")), "g1,g2"),
        (Picked(tags=()), "nobody"),
        (Counted(n=3), "3"),
        (Confirmed(yes=False), "no"),
        (Said(text="hello"), "hello"),
    ],
)
def test_an_answer_reads(answer: Answer, reads: str) -> None:
    assert replied(answer) == reads


def test_symbol_dice_are_named_by_their_question() -> None:
    question = Roll(key="x", prompt="x", pools=(Pool("", 2, die=DIE),))
    assert replied(Rolled.thrown((0, 2), by="app"), question) == "miss bolt (app)"


def test_words_that_change_a_number_say_what_it_comes_to() -> None:
    rules = registry.load("descent")
    session = Session(rules, MemoryStepLog(Encounter(system="descent")))
    for line in ("add hero Kay", "threat 3", "threat"):
        run_line(session, line)
    question = session.questions[0]
    said = {word: replied(question.read(session.encounter, word), question) for word in ("+2", "-9", "7")}
    assert said == {"+2": "+2 (threat 5)", "-9": "-9 (threat 0)", "7": "7 (threat 7)"}
    with pytest.raises(Problem, match="0 to 9999"):
        question.read(session.encounter, "+9999")
    with pytest.raises(Problem, match="Threat is 3"):
        run_line(session, "< ?")
    run_line(session, "< 5")
    run_line(session, "set kay wounds")
    question = session.questions[0]
    assert replied(question.read(session.encounter, "-1"), question).startswith("-1 (wounds ")
