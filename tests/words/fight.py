"""A small fight, and the last thing that was done in it."""

from referee.dialogue.run_lines import run_line
from referee.engine.record.recorded_steps import Entry
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from tests.command_language.test_line import at_table


def last(*lines: str) -> tuple[Encounter, Entry, Session]:
    """The encounter before the last command of a fight, and what came of it."""
    session = at_table("add hero Ulf skill=1", "add rat x2", "next")
    before = session.encounter
    for line in lines:
        if not line.startswith("<"):
            before = session.encounter
        run_line(session, line)
    return before, session.entries()[-1], session
