"""Log lines: one line of what was done or came of it, and what it was put together from."""

from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from functools import cached_property
from typing import Literal

from referee.engine.bearer import Tag
from referee.engine.event import Event

_WHO = ("tag", "who", "target")
"""Fields of an event that name a figure."""
Tone = Literal["", "hit", "miss", "critical", "death", "heal"]
"""How what a line tells came out, for its colour; its words say it, too. Empty: nothing was decided."""


@dataclass(frozen=True)
class LogLine:
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
    """Where in the record that command was given, from 0: what `log` shows and `amend` takes; 0 in news."""
    event: Event | None = field(default=None, compare=False)
    """What happened, with its fields; None for a command."""
    short: str = ""
    """The text with less of its sums, for where it does not fit; empty: there is none."""
    tone: Tone = ""
    order: str = field(default="", compare=False)
    """The command as it was given, with what was thrown for it, where the text is what came of it."""
    parts: "tuple[LogLine, ...]" = field(default=(), compare=False)
    """What it was put together from, event by event."""

    @cached_property
    def about(self) -> frozenset[Tag]:
        """The tags of the figures that its events name."""
        # Not getattr: a saved model is slow to say that it has no such field.
        events = (vars(line.event) for line in (self, *self.parts) if line.event is not None)
        named = (event.get(name) for event in events for name in _WHO)
        return frozenset(tag for tag in named if isinstance(tag, str))


NOT_PRINTED = ("short", "tone", "order", "parts")
"""Fields that say how a line is drawn, and are not printed for other programs."""


def fields(line: LogLine) -> dict[str, object]:
    """A line for other programs: its text, and what happened with all its fields."""
    shallow = {each.name: getattr(line, each.name) for each in dataclass_fields(line) if each.name not in NOT_PRINTED}
    return {**shallow, "event": line.event.model_dump(mode="json") if line.event is not None else None}
