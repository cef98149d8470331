"""Applied commands: those that settled, with the encounter before each."""

from collections.abc import Iterator

from msgspec import Struct

from referee.engine.events.event import PhaseBegan, TurnBegan
from referee.engine.record.past_states import corrected_state_at, entries, fold_over
from referee.engine.record.recorded_steps import Entry
from referee.engine.record.resolve import Outcome
from referee.engine.record.step_log import ReadableStepLog
from referee.engine.record.step_positions import entry_start, settled_position
from referee.engine.state.encounter import Encounter


class AppliedCommand(Struct, frozen=True):
    """A settled command with the encounter before it and the encounter after it."""

    before: Encounter
    entry: Entry
    after: Encounter
    still_secret: bool
    """True while a command chosen in secret stays hidden: no phase has begun since."""
    outcome: Outcome | None = None
    """What has come of it, where it has just been resolved; None where it is only recorded."""


def applied_commands(
    step_log: ReadableStepLog, n: int, start: int = 0, before: Encounter | None = None
) -> Iterator[AppliedCommand]:
    """Yields the settled commands of steps `start` to n - 1, with later corrections applied.

    before: the settled encounter after `start` steps; worked out if None.
    """
    found = entries(step_log, n, start)
    last = max((place for place, entry in enumerate(found) if began(entry, PhaseBegan)), default=0)
    if found and before is None:
        before = corrected_state_at(step_log, start, n)
    for place, entry in enumerate(found):
        assert before is not None
        after, _ = fold_over(before, [entry])
        yield AppliedCommand(before, entry, after, entry.command.secret and place >= last)
        before = after


def applied_command_at(step_log: ReadableStepLog, seat: int, n: int) -> AppliedCommand | None:
    """The settled command opened by step number `seat`, with the corrections among the first n steps.

    None if none was.
    """
    if not 0 <= seat < n or step_log.depth(seat):
        return None
    act = next(applied_commands(step_log, n, seat), None)
    return act if act is not None and act.entry.seat == seat else None


def began(entry: Entry, kind: type[PhaseBegan | TurnBegan]) -> bool:
    """Is there an event of that type among the command's events?"""
    return any(isinstance(event, kind) for event in entry.events or ())


def latest(step_log: ReadableStepLog, n: int, kind: type[PhaseBegan | TurnBegan]) -> int | None:
    """Step number that opened the latest settled command with an event of that type; None if there is none."""
    if any(number < n for number in step_log.corrections()):
        found = (entry.seat for entry in reversed(entries(step_log, n)) if began(entry, kind))
        return next(found, None)
    n = settled_position(step_log, n)
    while n:
        start = entry_start(step_log, n)
        if any(began(entry, kind) for entry in entries(step_log, n, start)):
            return start
        n = start
    return None
