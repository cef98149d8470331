"""History: the record of a fight as a tape of steps, on which the table can go back and forth.

A step is one act of the table, an order or an answer, with all that followed from it: the app's own dice,
and the settlement. Taking back is going back on the tape, and what lies ahead waits for redo.
"""

from typing import Annotated, Literal, Protocol

from pydantic import Field

from referee.engine.answer import Answer
from referee.engine.apply import apply, fold
from referee.engine.encounter import Encounter
from referee.engine.event import Event
from referee.engine.fact import Fact
from referee.engine.problem import Moot
from referee.engine.verb import Command


class Reply(Fact):
    """The answer to one question, by the question's key."""

    m: Literal["reply"] = "reply"
    key: str
    answer: Answer


class Interjection(Fact):
    """A command that came in while a question was open, and settled before it."""

    m: Literal["interjection"] = "interjection"
    at: str
    """The key of the question it interrupted."""
    entry: "Entry"


Item = Annotated[Reply | Interjection, Field(discriminator="m")]


class Entry(Fact):
    """One command, what the table said to it, and, once it is settled, what it did."""

    command: Command
    seat: int
    """Where on the tape it was opened."""
    at: str | None = None
    """The key of the question it interrupted, if it did."""
    items: tuple[Item, ...] = ()
    events: tuple[Event, ...] | None = None


Interjection.model_rebuild()


class Opened(Fact):
    """A command was given."""

    m: Literal["open"] = "open"
    command: Command
    seat: int
    at: str | None = None


class Closed(Fact):
    """The innermost open command settled: these are its events, those of its interjections among them."""

    m: Literal["close"] = "close"
    events: tuple[Event, ...]


class Amended(Fact):
    """A settled command of the past was corrected; `entry` takes the place of the one opened at its seat."""

    m: Literal["amend"] = "amend"
    entry: Entry


Move = Annotated[Opened | Reply | Closed | Amended, Field(discriminator="m")]

Stack = tuple[Entry, ...]
"""The open commands, outermost first."""


class Step(Fact):
    """One act of the table and all that followed."""

    moves: tuple[Move, ...]
    depth: int
    """How many commands are open after it."""


class Tape(Protocol):
    """Where the steps are kept: in memory, or in a journal on disk."""

    @property
    def position(self) -> int:
        """How many steps are in force; those beyond wait for redo."""

    def __len__(self) -> int:
        """How many steps there are."""

    def step(self, n: int) -> Step:
        """The step number n, from 0."""

    def depth(self, n: int) -> int:
        """How many commands are open after n steps."""

    def append(self, step: Step) -> None:
        """Cuts off what waits for redo, and adds a step. Returns when it is safe."""

    def move(self, position: int) -> None:
        """Goes to a place on the tape. Returns when it is safe."""

    def known(self, n: int) -> tuple[int, Encounter]:
        """The latest place at or before n whose settled encounter is at hand, and that encounter."""

    def learn(self, n: int, encounter: Encounter) -> None:
        """Told the settled encounter after n steps, in case it wants to keep it."""


KEEP_EVERY = 64
"""Steps between settled encounters that are kept for going back: the fold of so many takes about a millisecond."""


class MemoryTape:
    """A tape that lasts as long as the program."""

    def __init__(self, start: Encounter) -> None:
        self.position = 0
        self._steps: list[Step] = []
        self._known: dict[int, Encounter] = {0: start}

    def __len__(self) -> int:
        return len(self._steps)

    def step(self, n: int) -> Step:
        return self._steps[n]

    def depth(self, n: int) -> int:
        return self._steps[n - 1].depth if n else 0

    def append(self, step: Step) -> None:
        del self._steps[self.position :]
        self._known = {n: state for n, state in self._known.items() if n <= self.position}
        self._steps.append(step)
        self.position += 1

    def move(self, position: int) -> None:
        self.position = position

    def known(self, n: int) -> tuple[int, Encounter]:
        best = max(at for at in self._known if at <= n)
        return best, self._known[best]

    def learn(self, n: int, encounter: Encounter) -> None:
        if n - self.known(n)[0] >= KEEP_EVERY:
            self._known[n] = encounter


def moved(stack: Stack, move: Move) -> tuple[Stack, Entry | None]:
    """The open commands after a move, and the outermost one if the move settled it."""
    match move:
        case Opened():
            return (*stack, Entry(command=move.command, seat=move.seat, at=move.at)), None
        case Reply():
            return (*stack[:-1], _with_item(stack[-1], move)), None
        case Closed():
            settled = stack[-1].model_copy(update={"events": move.events})
            if len(stack) == 1:
                return (), settled
            nested = Interjection(at=settled.at or "", entry=settled)
            return (*stack[:-2], _with_item(stack[-2], nested)), None
        case Amended():
            return stack, None


def _with_item(entry: Entry, item: Item) -> Entry:
    return entry.model_copy(update={"items": (*entry.items, item)})


def entry_start(tape: Tape, n: int) -> int:
    """Where the entry begins in which, or after which, the tape stands after n steps."""
    n = max(0, n - 1)
    while n and tape.depth(n):
        n -= 1
    return n


def entry_end(tape: Tape, n: int) -> int:
    """Where the entry ends that the step number n belongs to; the end of the tape, if it is not settled."""
    n += 1
    while n < len(tape) and tape.depth(n):
        n += 1
    return n


def stack_at(tape: Tape, n: int) -> Stack:
    """The open commands after n steps."""
    start = n if tape.depth(n) == 0 else entry_start(tape, n)
    stack: Stack = ()
    for number in range(start, n):
        for move in tape.step(number).moves:
            stack, _ = moved(stack, move)
    return stack


def encounter_at(tape: Tape, n: int) -> Encounter:
    """The settled encounter after n steps: open commands do not count yet."""
    n = n if tape.depth(n) == 0 else entry_start(tape, n)
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


def entries(tape: Tape, n: int, start: int = 0) -> list[Entry]:
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


def refold(tape: Tape, n: int) -> tuple[Encounter, list[Event]]:
    """The encounter after n steps with every correction in its place, and the events that found nothing to change."""
    return fold_over(tape.known(0)[1], entries(tape, n))


def corrected_at(tape: Tape, n: int, position: int) -> Encounter:
    """The settled encounter after n steps, as it is seen from `position`: with what has been corrected since."""
    moves = (move for number in range(n, position) for move in tape.step(number).moves)
    if any(isinstance(move, Amended) and move.entry.seat < n for move in moves):
        before = [entry for entry in entries(tape, position) if entry.seat < n]
        return fold_over(tape.known(0)[1], before)[0]
    return encounter_at(tape, n)


def fold_over(encounter: Encounter, corrected: list[Entry]) -> tuple[Encounter, list[Event]]:
    """The encounter after these entries; events that a correction made void are passed over and listed."""
    skipped: list[Event] = []
    for entry in corrected:
        for event in entry.events or ():
            try:
                encounter = apply(encounter, event)
            except Moot:
                skipped.append(event)
    return encounter, skipped
