"""Recorded steps: the saved history of a fight.

A step is one act of the table, an order or an answer, with all that followed from it: the app's own dice, and the
settlement. Undo moves the position back; the steps after it wait for redo.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee.engine.events.event import Event
from referee.engine.questions.answer import Answer
from referee.engine.state.bearer import Tag
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
                for entry in (move.entry, *move.later, *move.open):
                    yield from (one.seat for one in with_interjections(entry))


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
