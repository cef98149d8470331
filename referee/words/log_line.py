"""A line of the log: its fields, how it is printed, which lines only say what begins."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.events.event import Event
from referee.engine.state.bearer import Tag
from referee.engine.state.saved_model import as_data

_WHO = ("tag", "who", "target")
"""Fields of an event that name a figure."""
Tone = Literal["", "hit", "miss", "critical", "death", "heal"]
"""How what a line tells came out, for its colour; its words say it, too. Empty: nothing was decided."""


class LogLine(Struct, frozen=True, dict=True):
    """One line of the log."""

    text: str
    """What happened, in words."""
    cites: tuple[str, ...] = ()
    """The clauses that it follows from."""
    hand: bool = False
    """Done by the referee's hand, over the rules."""
    hidden: bool = False
    """Not for the players' view."""
    round: int = 0
    """The round in which it happened; 0 before the first."""
    head: bool = False
    """The first of its command; what else came of it stands in the lines below."""
    place: int = 0
    """Where in the record that command was given, from 0: what `log` shows and `amend` takes; 0 in news
    and in the lines below the head."""
    event: Event | None = None
    """What happened, with its fields; None for a command."""
    short: str = ""
    """The text with less of its sums, for where it does not fit; empty: there is none."""
    tone: Tone = ""
    order: str = ""
    """The command as it was given, with what was thrown for it, where the text is what came of it."""
    parts: "tuple[LogLine, ...]" = ()
    """What it was put together from, event by event."""
    tail: str = ""
    """What it cost, which is dim and may be left out: `1st-level slots 2 left`."""
    begins: Literal["", "round", "turn"] = ""
    """It says only that a round or a turn begins, which a margin or the turn order tells as well."""
    came: tuple[str, ...] = ()
    """The names of those who join, if it says only that they do."""

    @cached_property
    def about(self) -> frozenset[Tag]:
        """The tags of the figures that its events name."""
        events = (line.event for line in (self, *self.parts) if line.event is not None)
        named = (getattr(event, name, None) for event in events for name in _WHO)
        return frozenset(tag for tag in named if isinstance(tag, str))


MOST_CLAUSES = 2
"""Clauses that a printed line names: the ones that say most stand first."""


def told(line: LogLine) -> str:
    """A line of the log as it is printed: the mark of the referee's hand, the text, what it cost, its clauses."""
    marks = " ".join([*line.cites[:MOST_CLAUSES], *(["hidden"] if line.hidden else [])])
    tail = f"  ‹{line.tail}›" if line.tail else ""
    return f"{'✎ ' if line.hand else ''}{line.text}{tail}" + (f"  [{marks}]" if marks else "")


def without_beginnings(lines: Iterable[LogLine]) -> Iterator[LogLine]:
    """Lines to be read where a margin or a closing line says which round it is, and whose turn: all but those that say
    only that. Where the first of a command goes, the next is the first.
    """
    head: LogLine | None = None
    for line in lines:
        if line.head:
            head = None
        if line.begins:
            head = line if line.head else head
        else:
            yield line if head is None else replace(line, head=True, place=head.place, order=head.order)
            head = None


NOT_PRINTED = ("short", "tone", "order", "parts", "came")
"""Fields that say how a line is drawn, and are not printed for other programs."""


def fields(line: LogLine) -> dict[str, object]:
    """A line for other programs: its text, and what happened with all its fields."""
    shallow = {name: getattr(line, name) for name in line.__struct_fields__ if name not in NOT_PRINTED}
    return {**shallow, "event": as_data(line.event) if line.event is not None else None}
