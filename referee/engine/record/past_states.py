"""Past states of an encounter, folded from a step log."""

from collections.abc import Iterable

from referee.engine.events.apply import apply, fold
from referee.engine.events.event import Event
from referee.engine.problem import Moot
from referee.engine.record.recorded_steps import Amended, Entry, Stack, moved
from referee.engine.record.step_log import ReadableStepLog
from referee.engine.record.step_positions import settled_position
from referee.engine.state.encounter import Encounter


def open_commands_at(step_log: ReadableStepLog, n: int) -> Stack:
    """The open commands after n steps."""
    start = settled_position(step_log, n)
    stack: Stack = ()
    for number in range(start, n):
        for move in step_log.step(number).moves:
            stack, _ = moved(stack, move)
    return stack


def settled_state_at(step_log: ReadableStepLog, n: int) -> Encounter:
    """The encounter after n steps, without the events of commands that are still open."""
    at, encounter = step_log.known(n)
    stack: Stack = ()
    for number in range(at, n):
        for move in step_log.step(number).moves:
            stack, settled = moved(stack, move)
            if isinstance(move, Amended):
                encounter, _ = refold(step_log, number + 1)
            elif settled is not None:
                encounter = _settled(step_log, number, encounter, settled)
        if not stack:
            step_log.learn(number + 1, encounter)
    return encounter


def _settled(step_log: ReadableStepLog, number: int, encounter: Encounter, entry: Entry) -> Encounter:
    """The encounter after an entry that settled in that step. Moot if one of its events does not apply.

    After a correction those are passed over that find nothing to change: of earlier versions' corrections was left more
    than there is now.
    """
    try:
        return fold(encounter, entry.events or ())
    except Moot:
        if not any(at < number for at in step_log.corrections()):
            raise
        return fold_over(encounter, [entry])[0]


def entries(step_log: ReadableStepLog, n: int, start: int = 0) -> list[Entry]:
    """The entries settled in steps `start` to n - 1, with the corrections among them applied, in order of opening."""
    found: dict[int, Entry] = {}
    stack: Stack = ()
    for number in range(start, n):
        for move in step_log.step(number).moves:
            stack, settled = moved(stack, move)
            if isinstance(move, Amended):
                _correct(found, move, start)
            elif settled is not None:
                found[settled.seat] = settled
    return list(found.values())


def _correct(found: dict[int, Entry], amended: Amended, start: int) -> None:
    """Replaces and removes the corrected entries among those opened from `start` on.

    A command that was open at the time may settle by the correction; it comes last.
    """
    for entry in (amended.entry, *amended.later):
        if entry.seat >= start:
            found[entry.seat] = entry
    for seat in amended.dropped:
        found.pop(seat, None)


def refold(step_log: ReadableStepLog, n: int) -> tuple[Encounter, list[Event]]:
    """The encounter after n steps, folded anew with all corrections; and the events that no longer apply."""
    return fold_over(step_log.known(0)[1], entries(step_log, n))


def corrected_state_at(step_log: ReadableStepLog, n: int, position: int) -> Encounter:
    """The settled encounter after n steps, with the corrections made before `position` applied."""
    since = (step_log.step(number).correction for number in step_log.corrections() if n <= number < position)
    if any(amended is not None and amended.entry.seat < n for amended in since):
        before = [entry for entry in entries(step_log, position) if entry.seat < n]
        return fold_over(step_log.known(0)[1], before)[0]
    return settled_state_at(step_log, n)


def fold_over(encounter: Encounter, corrected: Iterable[Entry]) -> tuple[Encounter, list[Event]]:
    """The encounter after these entries; and the events that no longer apply, which are skipped.

    Only corrections of old saves leave such events: that version did not replay later commands.
    """
    skipped: list[Event] = []
    for entry in corrected:
        for event in entry.events or ():
            try:
                encounter = apply(encounter, event)
            except Moot:
                skipped.append(event)
    return encounter, skipped
