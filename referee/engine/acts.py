"""Acts: the settled commands of a tape one by one, each with the table before and after it."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.engine.encounter import Encounter
from referee.engine.event import PhaseBegan, TurnBegan
from referee.engine.history import Entry
from referee.engine.past import corrected_at, entries, entry_start, fold_over, settled_place
from referee.engine.tape import ReadableTape


@dataclass(frozen=True)
class Act:
    """A settled command in its place: the table before it, what it was, and the table after it."""

    before: Encounter
    entry: Entry
    after: Encounter
    veiled: bool
    """It was chosen in secret, and no later phase has begun."""


def acts(tape: ReadableTape, n: int, start: int = 0, before: Encounter | None = None) -> Iterator[Act]:
    """The settled commands of the steps from `start` to n, as corrected since; `before`: the table there, if known."""
    found = entries(tape, n, start)
    last = max((place for place, entry in enumerate(found) if began(entry, PhaseBegan)), default=0)
    if found and before is None:
        before = corrected_at(tape, start, n)
    for place, entry in enumerate(found):
        assert before is not None
        after, _ = fold_over(before, [entry])
        yield Act(before, entry, after, entry.command.secret and place >= last)
        before = after


def act_at(tape: ReadableTape, seat: int, n: int) -> Act | None:
    """The settled command that was opened at that place, as it is seen from n; None if none was."""
    if not 0 <= seat < n or tape.depth(seat):
        return None
    act = next(acts(tape, n, seat), None)
    return act if act is not None and act.entry.seat == seat else None


def began(entry: Entry, kind: type[PhaseBegan | TurnBegan]) -> bool:
    """Did a phase, or a turn, begin by it?"""
    return any(isinstance(event, kind) for event in entry.events or ())


def latest(tape: ReadableTape, n: int, kind: type[PhaseBegan | TurnBegan]) -> int | None:
    """Where the latest settled command was opened by which a phase, or a turn, began; None if none has."""
    if any(number < n for number in tape.corrections()):
        found = (entry.seat for entry in reversed(entries(tape, n)) if began(entry, kind))
        return next(found, None)
    n = settled_place(tape, n)
    while n:
        start = entry_start(tape, n)
        if any(began(entry, kind) for entry in entries(tape, n, start)):
            return start
        n = start
    return None
