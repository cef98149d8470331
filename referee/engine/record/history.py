"""The saved history of a fight: the moves and steps that it consists of, and the log of steps with the current
position.

A step is one act of the table, an order or an answer, with all that followed from it: the app's own dice, and the
settlement. Undo moves the position back; the steps after it wait for redo.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from msgspec.structs import replace

from referee.engine.events.apply import apply, fold
from referee.engine.events.event import Event
from referee.engine.problem import Moot
from referee.engine.questions.answer import Answer
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import SavedModel
from referee.engine.verbs.verb import Command


class Act(SavedModel):
    """What a command did, as one sentence tells it; what is not known is empty, and is not written."""

    who: tuple[Tag, ...] = ()
    """The figures, or the group, that did it; () for the referee, or nobody."""
    action: str = ""
    """The name of the action, where the verb does not say it."""
    things: tuple[Tag, ...] = ()
    """The weapons, spells, cards or items with which it was done."""
    on: tuple[Tag, ...] = ()
    """On whom it was done."""
    used: tuple[tuple[str, int], ...] = ()
    """The names of the tracks of those who did it that it used up, each with how much."""


NO_ACT = Act()
"""Nothing is known."""


class _WithAct(SavedModel):
    """What holds an act; where nothing is known of it, nothing is written."""

    act: Act = NO_ACT


class Reply(SavedModel, tag_field="m", tag="reply"):
    """The answer to one question, by the question's key."""

    key: str
    answer: Answer


class Interjection(SavedModel, tag_field="m", tag="interjection"):
    """A command that came in while a question was open, and settled before it."""

    at: str
    """The key of the question it interrupted."""
    entry: "Entry"


Item = Reply | Interjection


class Entry(_WithAct):
    """One command, what the table said to it, and, once it is settled, what it did."""

    command: Command
    seat: int
    """Number of the step that opened it, from 0; identifies the entry."""
    at: str | None = None
    """The key of the question it interrupted, if it did."""
    items: tuple[Item, ...] = ()
    events: tuple[Event, ...] | None = None


def with_interjections(entry: Entry) -> Iterator[Entry]:
    """A command and those that interrupted it, in the order in which they were given."""
    yield entry
    for item in entry.items:
        if isinstance(item, Interjection):
            yield from with_interjections(item.entry)


class Opened(_WithAct, tag_field="m", tag="open"):
    """A command was given; its act as far as it was known then."""

    command: Command
    seat: int
    at: str | None = None


class Closed(_WithAct, tag_field="m", tag="close"):
    """The innermost open command settled: these are its events, those of its interjections among them.

    Its act, where more of it is known than when it was opened.
    """

    events: tuple[Event, ...]


class Amended(SavedModel, tag_field="m", tag="amend"):
    """A settled command was corrected and later ones replayed; each entry replaces the one with the same seat."""

    entry: Entry
    later: tuple[Entry, ...] = ()
    """Later commands whose replay differs. Those not listed stay as recorded."""
    dropped: tuple[int, ...] = ()
    """Seats of later commands that were dropped."""
    open: tuple[Entry, ...] = ()
    """The commands that are open after it, outermost first."""


Move = Opened | Reply | Closed | Amended

Stack = tuple[Entry, ...]
"""The open commands, outermost first."""


class Step(SavedModel):
    """One act of the table and all that followed."""

    moves: tuple[Move, ...]
    depth: int
    """Number of commands open after the step."""

    @property
    def correction(self) -> Amended | None:
        """The correction that this step makes; None for all other steps."""
        return next((move for move in self.moves if isinstance(move, Amended)), None)


def depth_after(depth: int, moves: Iterable[Move]) -> int | None:
    """How many commands are open after these moves, if so many were before; None where a move finds none open."""
    for move in moves:
        match move:
            case Opened():
                depth += 1
            case Amended():
                depth = len(move.open)
            case Closed() if depth:
                depth -= 1
            case Reply() if depth:
                pass
            case _:
                return None
    return depth


def seats(moves: Iterable[Move]) -> Iterator[int]:
    """The numbers of steps by which these moves name commands."""
    for move in moves:
        match move:
            case Opened():
                yield move.seat
            case Amended():
                yield from (
                    entry.seat for one in (move.entry, *move.later, *move.open) for entry in with_interjections(one)
                )


def moved(stack: Stack, move: Move) -> tuple[Stack, Entry | None]:
    """The open commands after a move; and the outermost command if the move settled it, else None."""
    match move:
        case Opened():
            return (*stack, Entry(command=move.command, seat=move.seat, at=move.at, act=move.act)), None
        case Reply():
            return (*stack[:-1], _with_item(stack[-1], move)), None
        case Closed():
            act = stack[-1].act if move.act == NO_ACT else move.act
            settled = replace(stack[-1], events=move.events, act=act)
            if len(stack) == 1:
                return (), settled
            nested = Interjection(at=settled.at or "", entry=settled)
            return (*stack[:-2], _with_item(stack[-2], nested)), None
        case Amended():
            return move.open, None


def _with_item(entry: Entry, item: Item) -> Entry:
    return replace(entry, items=(*entry.items, item))


class ReadableStepLog(Protocol):
    """A read-only log of steps and the current position in it."""

    @property
    def position(self) -> int:
        """Number of applied steps; steps from here to `len` can be redone."""

    def __len__(self) -> int:
        """Number of steps, those that can be redone included."""

    def step(self, n: int) -> Step:
        """The step number n, from 0."""

    def depth(self, n: int) -> int:
        """Number of commands open after n steps."""

    def corrections(self) -> Sequence[int]:
        """Numbers of the steps that are corrections, ascending; also of those that can be redone."""

    def known(self, n: int) -> tuple[int, Encounter]:
        """The latest position at or before n whose settled encounter is stored, and that encounter."""

    def learn(self, n: int, encounter: Encounter) -> None:
        """Offers the settled encounter after n steps; the log may store it for `known`."""


class StepLog(ReadableStepLog, Protocol):
    """A log of steps that can be added to: in memory, or in a journal on disk."""

    def append(self, step: Step) -> None:
        """Drops the steps that could be redone, and adds one.

        Returns once it is on disk, or the failure is reported; or before, where whoever called for that waits for it.
        """

    def move(self, position: int) -> None:
        """Sets the position. Returns once that is on disk, or the failure is reported."""


KEEP_EVERY = 64
"""Steps between stored encounters; folding so many takes about a millisecond."""


class MemoryStepLog:
    """A log in memory only."""

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

    def corrections(self) -> Sequence[int]:
        return [n for n, step in enumerate(self._steps) if step.correction]

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


def entry_start(step_log: ReadableStepLog, n: int) -> int:
    """Position before the entry that step n - 1 belongs to; 0 for n = 0."""
    n = max(0, n - 1)
    while n and step_log.depth(n):
        n -= 1
    return n


def settled_position(step_log: ReadableStepLog, n: int) -> int:
    """n if no command is open there, else the position before the open one."""
    return n if step_log.depth(n) == 0 else entry_start(step_log, n)


def entry_end(step_log: ReadableStepLog, n: int) -> int:
    """Position after the entry that step number n belongs to; the length of the step log if it is not settled."""
    n += 1
    while n < len(step_log) and step_log.depth(n):
        n += 1
    return n


def undo_position(step_log: ReadableStepLog, n: int) -> int:
    """Position to which undo goes from n, where no command is open: before the last entry or correction.

    A correction made while the entry was open is undone on its own.
    """
    start = entry_start(step_log, n)
    within = [number for number in step_log.corrections() if start < number < n]
    return start if not within else max(within) + (max(within) + 1 < n)


def redo_position(step_log: ReadableStepLog, n: int) -> int:
    """Position to which redo goes from n, where no command is open: after the next entry or before a correction."""
    end = entry_end(step_log, n)
    return min((number for number in step_log.corrections() if n < number < end), default=end)


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
