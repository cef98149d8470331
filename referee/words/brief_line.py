"""A line of the brief log while it is put together: a sentence, the tracks that changed, what somebody became."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from referee.engine.events.apply import Change
from referee.engine.events.event import (
    PhaseBegan,
    Remarked,
    Tested,
    TurnBegan,
)
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import System
from referee.words.arrivals import spans
from referee.words.bearer import ARROW, possessive
from referee.words.log_line import (
    LogLine,
    Tone,
)
from referee.words.phrase import phrase

WHO = "{who}"
"""Stands in a sentence for those that it is said of."""


@dataclass
class BriefLine:
    """A line that is being put together: a sentence, then the tracks that changed, then what its bearer became."""

    text: str
    short: str
    """The sentence without the parts of its sums."""
    change: Change
    hand: bool = False
    hidden: bool = False
    tone: Tone = ""
    harmed: Tag | None = None
    """Who may come to harm by it: an attack's target, who saves, whose health changes."""
    by: Tag | None = None
    """Who did it, if anybody."""
    plural: str = ""
    """The sentence for several, `{who} take 7`, where it may be told of several at once."""
    names: list[str] = field(default_factory=list)
    """Of those that the line names together."""
    begun: list[str] = field(default_factory=list)
    """The names of the groups that begin by it, if it names none of their members."""
    moved: dict[tuple[Tag, str], tuple[str, int, int]] = field(default_factory=dict)
    """The tracks that changed: how each is called, where it stood, and where it stands."""
    counts: dict[tuple[Tag, str], str] = field(default_factory=dict)
    """Tracks that changed, in the words that the game has for that: `failures 1 of 3`."""
    became: list[str] = field(default_factory=list)
    """What whoever was harmed became: `dead`, `prone`."""
    deals: int | None = None
    """The damage that its sum tells already."""
    then: list[str] = field(default_factory=list)
    """What came of it in whole sentences: `Gruk flees`."""
    folded: dict[str, list[str]] = field(default_factory=dict)
    """Of tests that are told together: the names and totals by how they ended."""
    tail: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    """What stands in lines of its own under it."""
    cites: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    """Clauses of the act itself, behind those of what came of it."""
    parts: list[LogLine] = field(default_factory=list)

    def add(self, text: str, short: str | None = None) -> None:
        """Adds a clause to the sentence."""
        for name, more in (("text", text), ("short", text if short is None else short)):
            said = getattr(self, name)
            setattr(self, name, f"{said}{', ' if ':' in said else ': '}{more}" if more else said)

    def took(self, part: LogLine) -> None:
        """Counts an event as part of the line."""
        self.cites = tuple(dict.fromkeys((*self.cites, *part.cites)))
        self.hidden = self.hidden or part.hidden
        self.parts.append(part)

    def done(self) -> Iterable[LogLine]:
        """The finished line of the log, with its parts, and those under it."""
        changed = ", ".join(self._tracks())
        ends = ", ".join(filter(None, (f"{changed[:1].upper()}{changed[1:]}", *self.became)))
        text, short = (
            ". ".join(((f"{said}.  {ends}" if changed else f"{said}, {ends}") if ends else said, *self.then))
            for said in self._said()
        )
        event, after = self.change.event, self.change.after
        yield LogLine(
            text,
            tuple(dict.fromkeys((*self.cites, *self.late))),
            self.hand,
            self.hidden,
            after.round,
            event=event,
            short=short if short != text else "",
            tone=self.tone,
            parts=tuple(self.parts),
            tail=", ".join(self.tail),
            begins=_begins(self.change),
        )
        yield from (LogLine(below, hidden=self.hidden, round=after.round) for below in self.below)

    def _said(self) -> tuple[str, str]:
        if self.plural and len(self.names) > 1:
            said = self.plural.replace(WHO, spans(self.names))
            return said, said
        return self.text, self.short

    def _tracks(self) -> Iterable[str]:
        for (tag, _), (called, was, now) in self.moved.items():
            whose = "" if tag == self.harmed else f"{possessive(self.change.after.name(tag))} "
            yield f"{whose}{called} {was} {ARROW} {now}"
        yield from self.counts.values()

    def merges(self, other: "BriefLine") -> bool:
        """Takes in another line that says the same of somebody else; False if it says anything else."""
        mine, theirs = ([*line.moved.values()] for line in (self, other))
        same = self.plural and (self.plural, self.hand, self.by) == (other.plural, other.hand, other.by)
        if (
            not same
            or mine != theirs
            or self.counts
            or other.counts
            or (self.became, self.then) != (other.became, other.then)
            or self.tail
            or other.tail
        ):
            return False
        self.names += other.names
        for part in other.parts:
            self.took(part)
        return True


class BriefLines:
    """The lines of one command."""

    def __init__(self, rules: System | None) -> None:
        self.rules = rules
        self.lines: list[BriefLine] = []
        self._early: list[LogLine] = []
        """Bookkeeping before the first line: it becomes part of that."""
        self.tail: list[str] = []
        """What was paid before the first line."""

    def begin(self, change: Change, part: LogLine, text: str = "", short: str = "") -> BriefLine:
        """A line of its own."""
        text = text or part.text
        line = BriefLine(text, short or text, change, hand=part.hand, parts=[*self._early], tail=[*self.tail])
        self._early, self.tail = [], []
        line.took(part)
        self.lines.append(line)
        return line

    def aside(self, part: LogLine) -> None:
        """Bookkeeping: part of the line above."""
        if self.lines:
            self.lines[-1].parts.append(part)
        else:
            self._early.append(part)


def in_full(change: Change, rules: System | None = None) -> LogLine | None:
    """The line of one event; None where there is nothing to read."""
    before, event, after = change
    text = phrase(before, event, rules)
    hidden = isinstance(event, Remarked | Tested) and event.hidden
    return LogLine(text, event.cites, event.hand, hidden, after.round, event=event) if text else None


def _begins(change: Change) -> Literal["", "round", "turn"]:
    """What the event only begins; a phase in the middle of a round is told."""
    event = change.event
    if isinstance(event, TurnBegan):
        return "turn"
    return "round" if isinstance(event, PhaseBegan) and event.round != change.before.round and event.round else ""
