"""Outline of an encounter: its name, where the fight is, what is asked, and the line of the journal that this holds at.

It is the one document of the table `encounter` in encounter.json, and what the list of encounters is made of.
"""

from typing import Annotated

from msgspec import Meta, Struct

from referee.engine.contract.standing import AWAY
from referee.engine.events.event import TurnBegan
from referee.engine.record.applied_commands import latest
from referee.engine.record.past_states import open_commands_at, settled_state_at
from referee.engine.record.step_log import ReadableStepLog
from referee.engine.record.step_positions import settled_position
from referee.engine.state.encounter import OVER, Encounter
from referee.store.journal_codec import Title
from referee.store.journal_line import Line

Count = Annotated[int, Meta(ge=0)]
_NOWHERE = 999_999_999
"""Stands for a number of steps that no log has."""


class Outline(Struct, frozen=True):
    """How an encounter stands, in one row."""

    id: str
    """The encounter's own id; empty in files of earlier versions."""
    name: str
    system: str
    round: Count
    """0 before the first round."""
    turn: str
    """Name of the figure or group whose turn it is; empty: nobody's."""
    phase: str
    asks: str
    """The key of the open question, or the command that asked it; empty: nothing is asked."""
    over: bool
    """No fight is on any more, though one was."""
    figures: Count
    """Number of figures at the table."""
    line: Count
    """The number of the journal's line that it holds at."""
    crc: str
    """Checksum of that line."""
    position: Count
    """Number of applied steps."""
    settled: Count
    """Number of steps after which the encounter in the tables stood: open commands do not count."""


def outline_of(
    log: ReadableStepLog, title: Title, line: Line | None, asks: str = "", seen: Encounter | None = None
) -> Outline:
    """The outline of where a log stands.

    line: the last line of its journal; asks: the key of the question, where it is known; seen: the encounter with what
    open commands have done, where it is known.
    """
    position, settled = log.position, settled_position(log, log.position)
    encounter = settled_state_at(log, position)
    seen = seen or encounter
    is_corrected = any(settled <= number < position for number in log.corrections())
    return Outline(
        id=title.id,
        name=title.name,
        system=title.system,
        round=seen.round,
        turn=seen.name(seen.turn) if seen.turn else "",
        phase=seen.phase,
        asks=asked_at(log, asks),
        over=is_over(log, encounter),
        figures=sum(figure.standing != AWAY.name for figure in seen.figures.values()),
        line=line.number if line is not None else 0,
        crc=line.crc if line is not None else "",
        position=position,
        settled=_NOWHERE if is_corrected else settled,
    )


def asked_at(log: ReadableStepLog, key: str = "") -> str:
    """The open question of a log: its key if known, else the name of the command that asks it; empty if none is."""
    if not log.depth(log.position):
        return ""
    return key or open_commands_at(log, log.position)[-1].command.verb


def is_over(log: ReadableStepLog, encounter: Encounter) -> bool:
    """True if no fight is on any more where a log stands, though one was. encounter: the settled one there."""
    # A settled state that an earlier version wrote does not say so.
    return encounter.phase == OVER or (not encounter.round and latest(log, log.position, TurnBegan) is not None)
