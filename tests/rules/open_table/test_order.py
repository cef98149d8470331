"""The order of figures: where one alone comes in, sides, groups with one turn, and what parts equals."""

from referee.engine.dice.number_questions import Numbers
from referee.engine.record.history import MemoryStepLog
from referee.engine.record.session import Session
from referee.engine.verbs.ledger import System
from referee.rules import registry
from referee.script.run import run_line
from referee.script.transcript import bare


def table(rules: System, *lines: str) -> Session:
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in lines:
        run_line(session, line)
    return session


def test_a_gap_in_a_group_is_told() -> None:
    lines = ("dice table", "add goblin x4 hp=7", "set g2 init 3", "next")
    (question,) = table(registry.load("fifth"), *lines).questions
    assert isinstance(question, Numbers)
    assert [number.label for number in question.numbers] == ["Goblin 1, 3-4"]
