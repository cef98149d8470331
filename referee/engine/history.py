"""History: what a fight is recorded as: entries, and the moves and steps that they are made of.

A step is one act of the table, an order or an answer, with all that followed from it: the app's own dice,
and the settlement. Taking back is going back on the tape, and what lies ahead waits for redo.
"""

from typing import Annotated, Literal

from pydantic import Field

from referee.engine.answer import Answer
from referee.engine.event import Event
from referee.engine.fact import Fact
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
    """A settled command of the past was corrected, and what came later played again; each entry replaces its seat's."""

    m: Literal["amend"] = "amend"
    entry: Entry
    later: tuple[Entry, ...] = ()
    """Later commands that went otherwise when they were played again. Those not named here stay as they were."""
    dropped: tuple[int, ...] = ()
    """The seats of later commands that no longer count."""
    open: tuple[Entry, ...] = ()
    """The commands that are open after it, outermost first."""


Move = Annotated[Opened | Reply | Closed | Amended, Field(discriminator="m")]

Stack = tuple[Entry, ...]
"""The open commands, outermost first."""


class Step(Fact):
    """One act of the table and all that followed."""

    moves: tuple[Move, ...]
    depth: int
    """How many commands are open after it."""

    @property
    def correction(self) -> Amended | None:
        """The correction of the past that it is; None for all other acts."""
        return next((move for move in self.moves if isinstance(move, Amended)), None)


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
            return move.open, None


def _with_item(entry: Entry, item: Item) -> Entry:
    return entry.model_copy(update={"items": (*entry.items, item)})
