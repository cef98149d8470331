"""Lines of the brief log while they are assembled, as values, and what the brief log leaves out."""

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
from referee.words.log_line import Tone
from referee.words.outcome import ATTACK, follows, kind_of, result
from referee.words.phrase import event_sentence, is_free
from referee.words.sentence import Clause, Sentence, behind, worded
from referee.words.sums import score_of
from referee.words.track_change import left_of_price
from referee.words.wording import done_by

LONGEST = 80
"""Characters of a line to which another clause is added; what more there is to tell stands below."""


class Part(Struct, frozen=True):
    """What one event says in the log."""

    sentence: Sentence
    """What happened."""
    event: Event
    """The event."""
    cites: tuple[str, ...] = ()
    """The clauses that it follows from."""
    hand: bool = False
    """Done by the referee's hand."""
    hidden: bool = False
    """Not for the players' view."""
    round: int = 0
    """The round in which it happened."""


class Moved(Struct, frozen=True):
    """A track that changed."""

    called: str
    """What it is called: `HP`."""
    was: int
    """Where it stood."""
    now: int
    """Where it stands."""


class State(Struct, frozen=True):
    """What somebody became: `dead`, `no longer prone`."""

    words: str
    """The words behind the verb `is`."""
    over: str = ""
    """The kind of condition that is over by it, if it says that."""


class BriefLine(Struct, eq=False):
    """A line that is being put together: a sentence, then the tracks that changed, then what its bearer became."""

    sentence: Sentence
    """What happened."""
    change: Change
    """The change that it begins with."""
    hand: bool = False
    hidden: bool = False
    tone: Tone = ""
    harmed: Tag | None = None
    """Who may come to harm by it: an attack's target, who saves, whose health changes."""
    by: Tag | None = None
    """Who did it, if anybody."""
    of_each: bool = False
    """The same may be told of several at once: `Ann and Bob take 7`."""
    restores: bool = False
    """It says itself that somebody is as well as before: `Tia respawns`."""
    came: tuple[str, ...] = ()
    """The names of those who join, if it says only that they do."""
    members: list[str] = field(default_factory=list)
    """The names of the members with which its group begins, or of the groups that are over."""
    begun: list[str] = field(default_factory=list)
    """The names of the groups that begin by it, if it names none of their members."""
    moved: dict[tuple[Tag, str], Moved] = field(default_factory=dict)
    """The tracks that changed."""
    counts: dict[tuple[Tag, str], Sentence] = field(default_factory=dict)
    """Tracks that changed, in the words that the game has for that: `failures 1 of 3`."""
    became: list[State] = field(default_factory=list)
    """What whoever was harmed became."""
    deals: int | None = None
    """The damage that its sum tells already."""
    then: list[Sentence] = field(default_factory=list)
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
    parts: list[Part] = field(default_factory=list)

    def add(self, *clauses: Clause) -> None:
        """Adds clauses to the sentence."""
        self.sentence = self.sentence.with_clauses(*clauses)

    def took(self, part: Part) -> None:
        """Counts an event as part of the line."""
        self.cites = tuple(dict.fromkeys((*self.cites, *part.cites)))
        self.hidden = self.hidden or part.hidden
        self.parts.append(part)

    def becomes(self, sentence: Sentence, kind: str = "", over: bool = False) -> None:
        """Adds what somebody became by a sentence with `is`; kind: the condition that this is; over: it has ended."""
        # A condition that is renewed has not ended.
        self.became = [state for state in self.became if not kind or state.over != kind]
        self.became.append(State(behind(sentence), kind if over else ""))

    def merges(self, other: "BriefLine") -> bool:
        """Takes in another line that says the same of somebody else; False if it says anything else."""
        mine, theirs = (
            (line.sentence.alone, line.of_each, line.hand, line.by, [*line.moved.values()], line.became, line.then)
            for line in (self, other)
        )
        if not self.of_each or mine != theirs or self.counts or other.counts or self.tail or other.tail:
            return False
        new = (name for name in other.sentence.who if name not in self.sentence.who)
        self.sentence = replace(self.sentence, who=(*self.sentence.who, *new))
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
        self._early: list[Part] = []
        """Bookkeeping before the first line: it becomes part of that."""
        self.tail: list[str] = []
        """What was paid before the first line."""

    def begin(self, change: Change, part: Part, sentence: Sentence | None = None) -> BriefLine:
        """A line of its own."""
        sentence = sentence or part.sentence
        last = self.lines[-1] if self.lines and not (self.lines[-1].harmed or self.lines[-1].restores) else None
        if last is not None and (left := left_of_price(last.change, sentence, self.rules)) is not None:
            self._early, self.tail = [*self.lines.pop().parts], [*last.tail, *filter(None, (left,))]
        line = BriefLine(sentence, change, hand=part.hand, parts=[*self._early], tail=[*self.tail])
        self._early, self.tail = [], []
        line.took(part)
        self.lines.append(line)
        return line

    def goes_on(self, line: BriefLine, change: Change, part: Part, clause: Clause) -> BriefLine:
        """Adds a clause to a line; in a line of its own below where the first is full."""
        if len(worded(line.sentence)) + len(clause.text) <= LONGEST:
            line.add(clause)
        else:
            below = BriefLine(Sentence(clauses=(clause,)), change, under=True)
            below.harmed, below.by = line.harmed, line.by
            self.lines.insert(self.lines.index(line) + 1, below)
            line = below
        line.took(part)
        return line

    def aside(self, part: Part) -> None:
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

    def said_of(self, change: Change, part: Part, tag: Tag, by: Tag | None) -> None:
        """A remark on what was done to a figure: `Rat 1 has no save`, `Rat 1 is already slain`."""
        event, name = change.event, change.before.name(tag)
        line = None if isinstance(event, Remarked) and event.introduces else self.harming(tag, by)
        said = part.sentence
        if line is not None and said.does("is", name):
            line.becomes(said)
            line.took(part)
        elif line is not None and said.does("has", name):
            self.goes_on(line, change, part, Clause(behind(said), joint=","))
        elif line is not None and name in said.names:
            line.then.append(said)
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


def in_full(change: Change, rules: System | None = None) -> Part | None:
    """What one event says; None where there is nothing to read."""
    before, event, after = change
    sentence = event_sentence(before, event, rules)
    hidden = event.can_be_secret and getattr(event, "hidden", False)
    return Part(sentence, event, event.cites, event.hand, hidden, after.round) if sentence != Sentence() else None


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
    sentence: Sentence | None = None
    """None if the verb has none: what came of it says it all."""
    thing: str = ""
    """With which thing, by its name, where it is one."""


def fold_test(line: BriefLine, own: TestKind, event: Tested, encounter: Encounter) -> None:
    """Tells one more test of the same kind in a line: `Reflex checks, DC 12: Mira 15, Bram 12 act in round 1`."""
    line.folded.setdefault(result(event, own), []).append(score_of(event, encounter))
    ended = "; ".join(f"{', '.join(scores)} {done_by(len(scores), word)}" for word, scores in line.folded.items())
    line.sentence = Sentence(rest=own.folded.format(against=event.against), clauses=(Clause(ended),))
    line.harmed, line.tone = None, ""
