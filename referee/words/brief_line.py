"""Lines of the brief log while they are assembled, what the brief log leaves out, and an act in the sentence of its
verb.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.contract.kinds import NOT_SAID, TestKind
from referee.engine.events.apply import Change
from referee.engine.events.event import (
    CardsMoved,
    ConditionAdded,
    ConditionEnded,
    ConditionValued,
    Event,
    OrderSet,
    PhaseBegan,
    Remarked,
    Renamed,
    Term,
    Terms,
    Tested,
    TrackBounded,
    TrackChanged,
    TraitSet,
    TurnBegan,
    total,
)
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.text.phrases import capitalised, joined, possessive
from referee.words.arrivals import runs_of
from referee.words.bearer import ARROW, WHO, done_by, left_of_price, score_of
from referee.words.log_line import ATTACK, LogLine, Tone, follows, kind_of, result
from referee.words.phrase import is_free, phrase

LONGEST = 80
"""Characters of a line to which another clause is added; what more there is to tell stands below."""


class BriefLine(Struct, eq=False):
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
    restores: bool = False
    """It says itself that somebody is as well as before: `Tia respawns`."""
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
    under: bool = False
    """It goes on with the line above, which names whoever was harmed."""
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
        ends = ", ".join(filter(None, (capitalised(changed), *self.became)))
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
            said = self.plural.replace(WHO, joined(runs_of(self.names)))
            return said, said
        return self.text, self.short

    def _tracks(self) -> Iterable[str]:
        for (tag, _), (called, was, now) in self.moved.items():
            after = self.change.after
            said = tag == self.harmed and (
                self.under or self.names or not after.has(tag) or after.name(tag) in self.text
            )
            whose = "" if said else f"{possessive(after.name(tag))} "
            yield f"{whose}{called} {was} {ARROW} {now}"
        yield from self.counts.values()

    def merges(self, other: "BriefLine") -> bool:
        """Takes in another line that says the same of somebody else; False if it says anything else."""
        mine, theirs = (
            (line.plural, line.hand, line.by, [*line.moved.values()], line.became, line.then) for line in (self, other)
        )
        if not self.plural or mine != theirs or self.counts or other.counts or self.tail or other.tail:
            return False
        self.names += [name for name in other.names if name not in self.names]
        for part in other.parts:
            self.took(part)
        return True


class BriefLines:
    """The lines of one command."""

    def __init__(self, rules: System | None) -> None:
        self.rules = rules
        self.lines: list[BriefLine] = []
        self.act: BriefLine | None = None
        """The line of the act itself, where its verb has a sentence for it."""
        self._summed: list[tuple[Tag | None, Terms]] = []
        """The scores whose parts have been told, each with whose it is."""
        self._early: list[LogLine] = []
        """Bookkeeping before the first line: it becomes part of that."""
        self.tail: list[str] = []
        """What was paid before the first line."""

    def begin(self, change: Change, part: LogLine, text: str = "", short: str = "") -> BriefLine:
        """A line of its own."""
        text = text or part.text
        last = self.lines[-1] if self.lines and not (self.lines[-1].harmed or self.lines[-1].restores) else None
        if last is not None and (left := left_of_price(last.change, text, self.rules)) is not None:
            self._early, self.tail = [*self.lines.pop().parts], [*last.tail, *filter(None, (left,))]
        line = BriefLine(text, short or text, change, hand=part.hand, parts=[*self._early], tail=[*self.tail])
        self._early, self.tail = [], []
        line.took(part)
        self.lines.append(line)
        return line

    def goes_on(
        self, line: BriefLine, change: Change, part: LogLine, text: str, short: str, joint: str = "; "
    ) -> BriefLine:
        """Adds a clause to a line, behind the joint; in a line of its own below where the first is full."""
        if len(line.text) + len(text) <= LONGEST:
            line.text, line.short = f"{line.text}{joint}{text}", f"{line.short}{joint}{short}"
        else:
            below = BriefLine(capitalised(text), capitalised(short), change, under=True)
            below.harmed, below.by = line.harmed, line.by
            self.lines.insert(self.lines.index(line) + 1, below)
            line = below
        line.took(part)
        return line

    def aside(self, part: LogLine) -> None:
        """Bookkeeping: part of the line above."""
        if self.lines:
            self.lines[-1].parts.append(part)
        else:
            self._early.append(part)

    def followed_by(self, event: Tested, own: TestKind) -> BriefLine | None:
        """The line of the attack that a test follows from: a save against it, a roll to wound."""
        of = {event.who, event.target} if follows(event, own) else set()
        lines = (line for line in reversed(self.lines) if line.under or _is_attack(line.change.event))
        return next((line for line in lines if {line.by, line.harmed} == of), None)

    def summed_once(self, event: Tested) -> Tested:
        """A comparison of scores, without the parts of those that this command has told."""
        scores = (
            {"terms": (event.who, event.terms), "opposing": (event.target, event.opposing)} if event.opposing else {}
        )
        again = {field: (Term("", total(each[1])),) for field, each in scores.items() if each in self._summed}
        self._summed += scores.values()
        return replace(event, **again) if again else event

    def said_of(self, change: Change, part: LogLine, tag: Tag, by: Tag | None) -> None:
        """A remark on what was done to a figure: `Rat 1 has no save`, `Rat 1 is already slain`."""
        event, name = change.event, change.before.name(tag)
        line = None if isinstance(event, Remarked) and event.introduces else self.harming(tag, by)
        if line is not None and part.text.startswith(f"{name} is "):
            line.became.append(part.text.removeprefix(f"{name} is "))
            line.took(part)
        elif line is not None and part.text.startswith(f"{name} has "):
            said = part.text.removeprefix(f"{name} has ")
            self.goes_on(line, change, part, said, said, ", ")
        elif line is not None and part.text.startswith(name):
            line.then.append(part.text)
            line.took(part)
        else:
            line = self.begin(change, part)
            line.harmed, line.by = tag, by
            line.restores = self.rules is not None and not self.rules.able(change.before, tag)

    def harming(self, tag: Tag, by: Tag | None = None) -> BriefLine | None:
        """The line of this turn that tells what was done to a figure that it leaves alive; None if nothing was."""
        line = self.about(tag, by)
        return line if line is not None and line.tone != "death" else None

    def about(self, tag: Tag, by: Tag | None = None) -> BriefLine | None:
        """The line of this turn that tells of a figure, by somebody if that is told; None if there is none."""
        for line in reversed(self.lines):
            if isinstance(line.change.event, TurnBegan | PhaseBegan) and line is not self.act:
                return None
            if line.harmed == tag and (by is None or line.by in (None, by)) and not self._apart(line, by):
                return line
        return None

    def _apart(self, line: BriefLine, by: Tag | None) -> bool:
        """Does the line tell of a test between an act and what that brings, such as one for concentration?"""
        event = line.change.event
        if self.rules is None or not isinstance(event, Tested) or event.target is not None:
            return False
        return event.using in kind_of(event, self.rules).told_of and (by is not None or event.result == "success")


def _is_attack(event: Event) -> bool:
    """Is it an attack, or said of somebody who came to harm otherwise?"""
    return event.kind == ATTACK if isinstance(event, Tested) else isinstance(event, Remarked)


def in_full(change: Change, rules: System | None = None) -> LogLine | None:
    """The line of one event; None where there is nothing to read."""
    before, event, after = change
    text = phrase(before, event, rules)
    hidden = event.can_be_secret and getattr(event, "hidden", False)
    return LogLine(text, event.cites, event.hand, hidden, after.round, event=event) if text else None


def _begins(change: Change) -> Literal["", "round", "turn"]:
    """What the event only begins; a phase in the middle of a round is told."""
    event = change.event
    if isinstance(event, TurnBegan):
        return "turn"
    return "round" if isinstance(event, PhaseBegan) and event.round != change.before.round and event.round else ""


def is_detail(change: Change, rules: System | None) -> bool:
    """Is it bookkeeping, that is told only where the log is read in full? What the referee's hand did is none."""
    before, event, _ = change
    if isinstance(event, OrderSet):
        return is_free(event) or [slot.who for slot in before.order] == [slot.who for slot in event.slots]
    if isinstance(event, Remarked):
        return event.detail
    if isinstance(event, TrackBounded) and event.track not in before.of(event.tag).tracks:
        return True
    if event.hand:
        return False
    if event.is_bookkeeping or (isinstance(event, Renamed) and event.tag in before.groups):
        return True
    return rules is not None and _quiet(before, event, rules)


def _quiet(before: Encounter, event: Event, rules: System) -> bool:
    """Does the system keep it for those who read all?"""
    match event:
        case ConditionAdded(condition=condition):
            kind = rules.condition(condition.kind)
            return kind is not None and kind.said == NOT_SAID
        case ConditionEnded(tag=tag) | ConditionValued(tag=tag) if tag != TABLE and before.has(tag):
            there = next((each for each in before.of(tag).conditions if each.id == event.id), None)
            kind = rules.condition(there.kind) if there is not None else None
            more = isinstance(event, ConditionValued) and event.by > 0
            return kind is not None and kind.cleared == NOT_SAID and not more
        case TraitSet():
            trait = rules.trait(event.trait)
            return event.value is None or (trait is not None and trait.detail)
        case TrackChanged() | TrackBounded():
            track = rules.track(event.track)
            if track is None or track.detail or not isinstance(event, TrackChanged):
                return track is not None and track.detail
            return (track.raised if event.by > 0 else track.lowered) == NOT_SAID
        case CardsMoved(dst=None):
            return True
        case CardsMoved(dst=(_, name)):
            return any(pile.detail for pile in rules.piles if pile.name == name)
        case _:
            return False


class Told(Struct, frozen=True):
    """An act, and the sentence that its verb has for it."""

    verb: str
    who: tuple[Tag, ...]
    on: tuple[Tag, ...]
    text: str = ""
    """Empty where the verb has none: what came of it says it all."""
    thing: str = ""
    """With which thing, by its name, where it is one."""


def fold_test(line: BriefLine, own: TestKind, event: Tested, encounter: Encounter) -> None:
    """Tells one more test of the same kind in a line: `Reflex checks, DC 12: Mira 15, Bram 12 act in round 1`."""
    line.folded.setdefault(result(event, own), []).append(score_of(event, encounter))
    ended = "; ".join(f"{', '.join(scores)} {done_by(len(scores), word)}" for word, scores in line.folded.items())
    line.text = line.short = f"{own.folded.format(against=event.against)}: {ended}"
    line.harmed, line.tone = None, ""
