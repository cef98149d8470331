"""Each figure of every system can have a note of the referee."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.contract.kinds import NOTE
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.rules import registry


@pytest.mark.parametrize("system", registry.names())
def test_a_note_is_set_and_taken_off(system: str) -> None:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(Encounter(system=system)))
    run_line(session, f'add {rules.templates[0].kind} Ann note="hates fire"')
    assert NOTE.of(session.encounter, "ann") == "hates fire"
    run_line(session, 'set ann note "owes Bob 5 gold"')
    assert NOTE.of(session.encounter, "ann") == "owes Bob 5 gold"
    run_line(session, "set ann note -")
    assert NOTE.of(session.encounter, "ann") == ""
