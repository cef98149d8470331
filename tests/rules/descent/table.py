"""A fight of Descent with the table's own dice, and what happened in it."""

from typing import TypeVar

from referee.dialogue.run_lines import run_line
from referee.engine.events.event import Event
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.rules import registry

Kind = TypeVar("Kind", bound=Event)


def table(*lines: str) -> Session:
    """A fight to which these lines have led."""
    session = Session(registry.load("descent"), MemoryStepLog(Encounter(system="descent")))
    for line in ("dice table", *lines):
        run_line(session, line)
    return session


def happened(session: Session, kind: type[Kind]) -> list[Kind]:
    """The events of that type, of all that is done."""
    return [event for entry in session.entries() for event in entry.events or () if isinstance(event, kind)]
