"""Past: a tape read back: how the table stood at a place, and what was done from one place to another."""

from collections.abc import Iterable

from referee.engine.apply import apply, fold
from referee.engine.encounter import Encounter
from referee.engine.event import Event
from referee.engine.history import Amended, Entry, Stack, moved
from referee.engine.problem import Moot
from referee.engine.tape import ReadableTape


def entry_start(tape: ReadableTape, n: int) -> int:
    """Where the entry begins in which, or after which, the tape stands after n steps."""
    n = max(0, n - 1)
    while n and tape.depth(n):
        n -= 1
    return n


def settled_place(tape: ReadableTape, n: int) -> int:
    """The place itself if no command is open there, else where the open one begins."""
    return n if tape.depth(n) == 0 else entry_start(tape, n)


def entry_end(tape: ReadableTape, n: int) -> int:
    """Where the entry ends that the step number n belongs to; the end of the tape, if it is not settled."""
    n += 1
    while n < len(tape) and tape.depth(n):
        n += 1
    return n


def undo_place(tape: ReadableTape, n: int) -> int:
    """Where undo goes to from a place at which nothing is open: before the latest entry, but over no correction.

    A correction that was made while the entry was open is an act of its own, and is not taken back with it.
    """
    start = entry_start(tape, n)
    within = [number for number in tape.corrections() if start < number < n]
    return start if not within else max(within) + (max(within) + 1 < n)


def redo_place(tape: ReadableTape, n: int) -> int:
    """Where redo goes to from a place at which nothing is open: behind the next entry, or before a correction in it."""
    end = entry_end(tape, n)
    return min((number for number in tape.corrections() if n < number < end), default=end)


def stack_at(tape: ReadableTape, n: int) -> Stack:
    """The open commands after n steps."""
    start = settled_place(tape, n)
    stack: Stack = ()
    for number in range(start, n):
        for move in tape.step(number).moves:
            stack, _ = moved(stack, move)
    return stack


def encounter_at(tape: ReadableTape, n: int) -> Encounter:
    """The settled encounter after n steps: open commands do not count yet."""
    at, encounter = tape.known(n)
    stack: Stack = ()
    for number in range(at, n):
        for move in tape.step(number).moves:
            stack, settled = moved(stack, move)
            if isinstance(move, Amended):
                encounter, _ = refold(tape, number + 1)
            elif settled is not None:
                encounter = _settled(tape, number, encounter, settled)
        if not stack:
            tape.learn(number + 1, encounter)
    return encounter


def _settled(tape: ReadableTape, number: int, encounter: Encounter, entry: Entry) -> Encounter:
    """The encounter after an entry that settled in that step. Moot if its events do not apply.

    After a correction those are passed over that find nothing to change: of earlier versions' corrections was left
    more than there is now.
    """
    try:
        return fold(encounter, entry.events or ())
    except Moot:
        if not any(at < number for at in tape.corrections()):
            raise
        return fold_over(encounter, [entry])[0]


def entries(tape: ReadableTape, n: int, start: int = 0) -> list[Entry]:
    """The settled entries of the steps from `start` to n, in the order they were opened, as corrected since."""
    found: dict[int, Entry] = {}
    stack: Stack = ()
    for number in range(start, n):
        for move in tape.step(number).moves:
            stack, settled = moved(stack, move)
            if isinstance(move, Amended):
                _correct(found, move, start)
            elif settled is not None:
                found[settled.seat] = settled
    return list(found.values())


def _correct(found: dict[int, Entry], amended: Amended, start: int) -> None:
    """Puts what was corrected, and what was played again after it, in its place among entries opened from `start` on.

    A command that was open then may have settled by it; it was the last.
    """
    for entry in (amended.entry, *amended.later):
        if entry.seat >= start:
            found[entry.seat] = entry
    for seat in amended.dropped:
        found.pop(seat, None)


def refold(tape: ReadableTape, n: int) -> tuple[Encounter, list[Event]]:
    """The encounter after n steps with every correction in its place, and the events that found nothing to change."""
    return fold_over(tape.known(0)[1], entries(tape, n))


def corrected_at(tape: ReadableTape, n: int, position: int) -> Encounter:
    """The settled encounter after n steps, as it is seen from `position`: with what has been corrected since."""
    since = (tape.step(number).correction for number in tape.corrections() if n <= number < position)
    if any(amended is not None and amended.entry.seat < n for amended in since):
        before = [entry for entry in entries(tape, position) if entry.seat < n]
        return fold_over(tape.known(0)[1], before)[0]
    return encounter_at(tape, n)


def fold_over(encounter: Encounter, corrected: Iterable[Entry]) -> tuple[Encounter, list[Event]]:
    """The encounter after these entries; events that a correction made void are passed over and listed.

    Only corrections of earlier versions leave such events: they did not play again what came later.
    """
    skipped: list[Event] = []
    for entry in corrected:
        for event in entry.events or ():
            try:
                encounter = apply(encounter, event)
            except Moot:
                skipped.append(event)
    return encounter, skipped
