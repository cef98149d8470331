"""A line of the log: what it was put together from, and what the brief log leaves out of it."""

from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from functools import cached_property
from typing import Literal

from referee.engine.events.apply import Change
from referee.engine.events.event import (
    CardsMoved,
    Event,
    Grouped,
    Joined,
    OrderSet,
    Remarked,
    Tested,
    TrackBounded,
    TrackChanged,
    TraitSet,
    Ungrouped,
)
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import System
from referee.words.outcome import ATTACK

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


@dataclass
class BriefLine:
    """A line that is being put together."""

    text: str
    short: str
    change: Change
    cites: tuple[str, ...] = ()
    hand: bool = False
    hidden: bool = False
    tone: Tone = ""
    harmed: Tag | None = None
    """Who may come to harm by it: an attack's target, who saves, whose health changes."""
    by: Tag | None = None
    """Who did it, if anybody."""
    names: list[str] = field(default_factory=list)
    """Of those that the line names together."""
    begun: list[str] = field(default_factory=list)
    """The names of the groups that begin by it, if it names none of their members."""
    parts: list[LogLine] = field(default_factory=list)

    def add(self, part: LogLine, text: str, short: str | None = None) -> None:
        """Adds what an event says to the line."""
        self.text += text
        self.short += text if short is None else short
        self.took(part)

    def took(self, part: LogLine) -> None:
        """Counts an event as part of the line."""
        self.cites = tuple(dict.fromkeys((*self.cites, *part.cites)))
        self.hidden = self.hidden or part.hidden
        self.parts.append(part)

    def done(self) -> LogLine:
        """The finished line of the log, with its parts."""
        short = self.short if self.short != self.text else ""
        _, event, after = self.change
        return LogLine(
            self.text,
            self.cites,
            self.hand,
            self.hidden,
            after.round,
            event=event,
            short=short,
            tone=self.tone,
            parts=tuple(self.parts),
        )


def tone_of(event: Tested) -> Tone:
    """How a test came out for who made it."""
    if event.result == "critical":
        return "critical"
    none = event.result == "partial" and event.kind == ATTACK and not event.count
    return "miss" if none or event.result in ("failure", "fumble") else "hit"


def sets_up(event: Event, new: set[Tag]) -> bool:
    """Does it say with what a figure comes, or to what it belongs?"""
    match event:
        case Joined():
            return event.bearer.tag in new
        case Grouped():
            return event.member in new
        case CardsMoved():
            return event.src is None
        case TrackBounded() | TraitSet():
            return True
        case TrackChanged():
            return event.tag in new
        case _:
            return False


def is_detail(change: Change, rules: System | None) -> bool:
    """Is it bookkeeping, that is told only where the log is read in full? What the referee's hand did is none."""
    before, event, _ = change
    if isinstance(event, OrderSet):
        return [slot.who for slot in before.order] == [slot.who for slot in event.slots]
    if isinstance(event, Remarked):
        return event.detail
    if isinstance(event, TrackBounded) and event.track not in before.of(event.tag).tracks:
        return True
    if event.hand:
        return False
    if isinstance(event, Ungrouped):
        return True
    return rules is not None and _quiet(event, rules)


def _quiet(event: Event, rules: System) -> bool:
    """Does the system keep it for those who read all?"""
    match event:
        case TraitSet():
            trait = rules.trait(event.trait)
            return event.value is None or (trait is not None and trait.detail)
        case TrackChanged() | TrackBounded():
            track = rules.track(event.track)
            return track is not None and track.detail
        case CardsMoved(dst=(_, name)):
            return any(pile.detail for pile in rules.piles if pile.name == name)
        case _:
            return False
