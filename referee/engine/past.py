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
    n = settled_place(tape, n)
    at, encounter = tape.known(n)
    stack: Stack = ()
    for number in range(at, n):
        for move in tape.step(number).moves:
            if isinstance(move, Amended):
                encounter, _ = refold(tape, number + 1)
                continue
            stack, settled = moved(stack, move)
            if settled is not None:
                encounter = fold(encounter, settled.events or ())
        if not stack:
            tape.learn(number + 1, encounter)
    return encounter


def entries(tape: ReadableTape, n: int, start: int = 0) -> list[Entry]:
    """The settled entries of the steps from `start` to n, in the order they were opened, as corrected since."""
    found: dict[int, Entry] = {}
    stack: Stack = ()
    for number in range(start, n):
        for move in tape.step(number).moves:
            if isinstance(move, Amended):
                if move.entry.seat in found:
                    found[move.entry.seat] = move.entry
                continue
            stack, settled = moved(stack, move)
            if settled is not None:
                found[settled.seat] = settled
    return list(found.values())


def refold(tape: ReadableTape, n: int) -> tuple[Encounter, list[Event]]:
    """The encounter after n steps with every correction in its place, and the events that found nothing to change."""
    return fold_over(tape.known(0)[1], entries(tape, n))


def corrected_at(tape: ReadableTape, n: int, position: int) -> Encounter:
    """The settled encounter after n steps, as it is seen from `position`: with what has been corrected since."""
    moves = (move for number in range(n, position) for move in tape.step(number).moves)
    if any(isinstance(move, Amended) and move.entry.seat < n for move in moves):
        before = [entry for entry in entries(tape, position) if entry.seat < n]
        return fold_over(tape.known(0)[1], before)[0]
    return encounter_at(tape, n)


def fold_over(encounter: Encounter, corrected: Iterable[Entry]) -> tuple[Encounter, list[Event]]:
    """The encounter after these entries; events that a correction made void are passed over and listed."""
    skipped: list[Event] = []
    for entry in corrected:
        for event in entry.events or ():
            try:
                encounter = apply(encounter, event)
            except Moot:
                skipped.append(event)
    return encounter, skipped
