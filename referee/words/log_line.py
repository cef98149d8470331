"""A line of the log: what it is put together from, how a test and its result read in it, what the brief log leaves
out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from functools import cached_property
from itertools import groupby
from typing import Literal

from referee.engine.contract.kinds import TestKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.apply import Change
from referee.engine.events.event import (
    CardsMoved,
    Event,
    Grouped,
    Joined,
    OrderSet,
    Remarked,
    Result,
    Term,
    Terms,
    Tested,
    TrackBounded,
    TrackChanged,
    TraitSet,
    Ungrouped,
    total,
)
from referee.engine.number import is_number
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.words.bearer import plain, whose

ATTACK, SAVE, CHECK = "attack", "save", "check"
COMMON: Mapping[str, TestKind] = {
    ATTACK: TestKind(
        ATTACK,
        "{who} → {target}",
        alone="{who} attacks",
        words={"critical": "critical hit", "success": "hit", "partial": "partial hit", "failure": "miss"},
        plural="{n} hits",
    ),
    SAVE: TestKind(
        SAVE,
        "{who} saves against {target}",
        alone="{who} saves",
        words={"success": "saved", "partial": "partly saved", "failure": "not saved"},
        plural="{n} saved",
    ),
    CHECK: TestKind(CHECK, "{who} {using}"),
}
"""What every game says of these, unless it declares its own words."""
RESULTS: Mapping[Result, str] = {
    "critical": "critical success",
    "success": "success",
    "partial": "partial success",
    "failure": "failure",
    "fumble": "critical failure",
}
"""How a test of any other kind is said to have ended."""


def outcome(encounter: Encounter, event: Tested, rules: Ruleset | None = None, short: bool = False) -> str:
    """One test in a line: `Ulf → Rat 1 with sword: d20 12 + STR 3 = 15 vs 14, hit`.

    short: the sum in few letters, `12 + 3 = 15 vs 14`.
    """
    own = kind_of(event, rules)
    return f"{sentence(encounter, event, own)}: {tested(event, own, short)}"


def kind_of(event: Tested, rules: Ruleset | None) -> TestKind:
    """The kind of a test, with what its system says of it."""
    return (rules.test(event.kind) if rules is not None else None) or TestKind(event.kind)


def tested(event: Tested, own: TestKind, short: bool = False) -> str:
    """The sum of a test, its result, and what else it came to: `d20 12 + STR 3 = 15 vs 14, hit`."""
    sum_ = _each(event, short) if event.each else _against(event, short)
    parts = (sum_, result(event, own), *(f"{amount.label} {amount.value}" for amount in event.amounts))
    return ", ".join(part for part in parts if part)


def result(event: Tested, own: TestKind) -> str:
    """How a test ended, in the words of its kind, else in the common ones: `hit`, `2 hits`, `parried`."""
    common = COMMON.get(event.kind) or TestKind(event.kind)
    plural = own.plural or common.plural
    count = event.count or 0
    text = {**RESULTS, **common.words, **own.words}[event.result]
    if count > 1 and event.result == "success" and plural:
        text = plural
    dice = sum(len(term.faces) for term in event.terms)
    return text.format(n=count, rest=max(0, dice - count))


def summed(terms: Terms) -> str:
    """Terms as a sum: `d20 12 + STR 3 - prone 2 = 13`, `2d6 8 (3+5) + STR 3 = 11`; dice alone are `2d6 3+5 = 8`."""
    if not terms:
        return ""
    first, *others = terms
    if not others and first.value > 0 and _all_count(first):
        return f"{first.label} {'+'.join(first.faces)} = {first.value}".strip()
    parts = _term(first) if first.value >= 0 else f"- {_term(first)}"
    parts += "".join(f" {'+' if term.value >= 0 else '-'} {_term(term)}" for term in others)
    return f"{parts} = {total(terms)}" if len(terms) > 1 else parts


def added_up(terms: Terms) -> str:
    """A sum in few letters, what is added in a row as one number: `12 + 3 = 15`."""
    if len(terms) < 2:
        return summed(terms)
    values: list[int] = []
    for thrown, group in groupby(terms, key=lambda term: bool(term.faces)):
        run = [term.value for term in group]
        values += run if thrown else [sum(run)]
    parts = "".join(f" {'+' if value >= 0 else '-'} {abs(value)}" for value in values if value)
    shown = parts.removeprefix(" + ").strip() or "0"
    return f"{shown} = {total(terms)}" if sum(map(bool, values)) > 1 else shown


def _term(term: Term) -> str:
    """One term without its sign: `STR 3`, `d20 12`, `2d6 8 (3+5)`; where only some of the dice count `die 5 of 4 5`.

    A label that ends with the number says it already: `shield 2`.
    """
    shown = str(abs(term.value))
    if term.value < 0 and term.label.endswith(f" {shown}"):
        return term.label
    if _all_count(term):
        shown = f"{shown} ({'+'.join(term.faces)})"
    elif len(term.faces) > 1 and all(map(is_number, term.faces)):
        shown = f"{abs(term.value)} of {' '.join(term.faces)}"
    return f"{term.label} {shown}".strip()


def _all_count(term: Term) -> bool:
    """Are these several dice, and all of them added or taken off?"""
    return len(term.faces) > 1 and all(map(is_number, term.faces)) and sum(map(int, term.faces)) == abs(term.value)


def sentence(encounter: Encounter, event: Tested, own: TestKind) -> str:
    """Who tested what, against whom and with what."""
    common = COMMON.get(event.kind) or TestKind(event.kind)
    alone = own.alone or own.sentence or common.alone or common.sentence
    sentence = (own.sentence or common.sentence) if event.target else alone
    text = (sentence or f"{{who}}, {plain(event.kind)}").format(
        who=encounter.name(event.who),
        whose=whose(encounter, event.who),
        target=encounter.name(event.target) if event.target else "",
        using=event.using,
    )
    return text if not event.using or "{using}" in sentence else f"{text} with {event.using}"


def _each(event: Tested, short: bool) -> str:
    """Dice that count each for itself: `3 5 1 vs 4+`; dice of several sorts by their names: `red X, black + *`."""
    thrown = [term for term in event.terms if term.faces]
    if short and event.against is None:
        return ""
    faces = ", ".join(" ".join((*((term.label,) if len(thrown) > 1 else ()), *term.faces)) for term in thrown)
    return faces if event.against is None else f"{faces} vs {event.against}+"


def _against(event: Tested, short: bool) -> str:
    """The sum, and what it was compared with."""
    said = added_up if short else summed
    if not event.terms or event.against is None:
        return said(event.terms)
    return f"{said(event.terms)} vs {said(event.opposing) or event.against}"


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
