"""A session in words, line by line."""

from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry
from referee.script.dialogue import Dialogue
from referee.script.run import run_line
from referee.script.transcript import bare
from tests.script.test_line import at_table


def test_a_side_that_is_asked_is_named_behind_a_whole_sentence_too() -> None:
    rules = registry.load("descent")
    session = Session(rules, MemoryStepLog(bare(rules)))
    for text in rules.sample().splitlines():
        run_line(session, text)
    dialogue = Dialogue(session)
    dialogue.take("next")
    assert any(line.startswith("? Which hero acts? (heroes)") for line in dialogue.asked())


def test_next_is_foretold_while_nothing_is_asked() -> None:
    session = at_table("add hero Ulf", "add rat", "next")
    assert Dialogue(session).standing() == ["Round 1, fight, Ulf's turn", "next: Rat 1's turn"]
    run_line(session, "attack r1")
    assert Dialogue(session).standing() == ["Round 1, fight, Ulf's turn"]
