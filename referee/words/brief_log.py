"""The brief log: what came of a command as a referee would say it, an act in one line, bookkeeping in none."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from referee.engine.contract.condition_kind import ConditionKind
from referee.engine.contract.kinds import NOT_SAID
from referee.engine.events.apply import Change
from referee.engine.events.event import (
    BoardLaid,
    ConditionAdded,
    ConditionEnded,
    ConditionValued,
    EdgeSet,
    Event,
    FigurePlaced,
    GroundSet,
    GroupClosed,
    Grouped,
    Joined,
    OrderSet,
    PhaseBegan,
    Remarked,
    SlotPut,
    StandingSet,
    Term,
    Tested,
    TrackBounded,
    TrackChanged,
    TraitSet,
    TurnBegan,
    total,
)
from referee.engine.state.bearer import TABLE, Figure, Group, Tag
from referee.engine.state.condition import Condition
from referee.engine.verbs.ledger import System
from referee.words.act_lines import DEALING, ActLines
from referee.words.act_sentence import Told
from referee.words.arrivals import arrival, came_by, drawing, sets_up
from referee.words.bookkeeping import is_detail
from referee.words.brief_line import BriefLine, Part, in_full
from referee.words.conditions import names_note
from referee.words.inflection import inflected
from referee.words.log_line import LogLine
from referee.words.names import spans
from referee.words.recorded_remarks import reason_in, tells_end_of
from referee.words.render import lines_of
from referee.words.sentence import Clause, Sentence, worded
from referee.words.track_change import stands_at, track_told

OF_A_BEARER = TrackChanged | TrackBounded | TraitSet | StandingSet
"""Events of one bearer, by its tag."""
DRAWN = BoardLaid | EdgeSet | GroundSet
"""Events of a drawing."""


def brief(changes: Iterable[Change], rules: System | None = None, told: Told | None = None) -> list[LogLine]:
    """What happened, in as few lines as tell it; what each was put together from is in its parts.

    told: the act that it came of, where its verb has a sentence for it.
    """
    lines = _Brief(tuple(changes), rules, told).lines
    return [told for line in lines for told in lines_of(line)]


class _Brief(ActLines):
    """Puts the lines together, change by change."""

    def __init__(self, changes: tuple[Change, ...], rules: System | None, told: Told | None) -> None:
        super().__init__(rules, told)
        self.changes = changes
        joined = [event.bearer for _, event, _ in changes if isinstance(event, Joined)]
        self._came = {bearer.tag for bearer in joined if isinstance(bearer, Figure)}
        self._new = {bearer.tag for bearer in joined} if self._came else set[Tag]()
        self._slots = {slot.who for _, event, _ in changes if isinstance(event, OrderSet) for slot in event.slots}
        self._set = {
            (event.tag, event.track) for _, event, _ in changes if isinstance(event, TrackChanged) and event.hand
        }
        """The tracks that the referee set: a maximum that goes along is not told by itself."""
        self._told_as_over = set(_over(changes, rules))
        """The ids of the conditions whose end needs no words: something else that is told says it."""
        self._new_phase = False
        """A phase has begun, and nothing has been tested in it yet."""
        self._ordered = any(isinstance(event, OrderSet) for _, event, _ in changes)
        self._drawn = sum(isinstance(event, DRAWN) for _, event, _ in changes) > 1
        self._arrived: BriefLine | None = None
        self._board: BriefLine | None = None
        self._tests = False
        self._dealt_as: tuple[Change, Part] | None = None
        """The damage as the referee dealt it, where more than its number was said."""
        if told is not None and told.sentence is not None and changes:
            self.act = BriefLine(told.sentence, changes[0], by=told.who[0] if told.who else None)
            self.act.harmed = told.on[0] if len(told.on) == 1 else self.act.by if not told.on else None
            self.lines.append(self.act)
        for change in changes:
            self._take(change)
        if self.why and self._dealt_as is not None:
            self.begin(*self._dealt_as)  # the rules ignored it
        turns = [line for line in self.lines if isinstance(line.change.event, TurnBegan) or _goes_on(line.change)]
        if len(turns) < len(self.lines):
            # Whose turn it is, the order shows; it is said only where there is nothing else to say.
            for line in turns:
                self.lines.remove(line)
        if not self.lines:
            self.say_costs()
        self._merge()

    def _merge(self) -> None:
        """Lines in a row that say the same of several figures become one."""
        kept: list[BriefLine] = []
        for line in self.lines:
            if not (kept and kept[-1].merges(line)):
                kept.append(line)
        self.lines = kept

    def _is_aside(self, change: Change) -> bool:
        """True for what stands in the full log alone, and for what another line has told."""
        match change.event:
            case TrackBounded(tag=tag, track=track) if (tag, track) in self._set:
                return True
            case ConditionEnded(id=id) if id in self._told_as_over:
                return True
        is_number = self._ordered and _is_number(change, self.rules)
        return is_number or is_detail(self._settled(change), self.rules)

    def _take(self, change: Change) -> None:
        """Takes in one change."""
        part = in_full(change, self.rules)
        event = change.event
        self._tests = self._tests or isinstance(event, Tested)
        self._new_phase = isinstance(event, PhaseBegan) or (self._new_phase and not isinstance(event, Tested))
        self.turn = event.who if isinstance(event, TurnBegan) else self.turn
        if part is None or self._arrives(change, part) or self._draws(change, part):
            return
        if isinstance(event, OF_A_BEARER) and not change.before.has(event.tag):
            self.begin(change, part)  # it changes nothing: a correction removed its figure
        elif isinstance(event, Remarked) and event.detail and self.act is not None and self.lines == [self.act]:
            self.act.parts.append(part)
            self.act.late = part.cites
        elif self._is_aside(change):
            self.aside(part)
        elif isinstance(event, Tested):
            self.test(change, part, event)
        elif isinstance(event, TrackChanged):
            self.track(change, part, event)
        elif isinstance(event, StandingSet):
            self.stands(change, part, event)
        else:
            self._other(change, part)

    def _settled(self, change: Change) -> Change:
        """What damage or healing by hand brings is by the rules, but for the damage itself; what a turn brings, too."""
        event = change.event
        told = ConditionAdded | ConditionEnded | TrackChanged
        if not event.hand or not (self.verb in DEALING or self.turn) or not isinstance(event, told):
            return change
        return change._replace(event=replace(event, hand=False))

    # ---------------------------------------------------------------- who comes, and what is drawn

    def _arrives(self, change: Change, part: Part) -> bool:
        """Is it a part of somebody's coming to the table? It is told in one line then, where the first comes."""
        if not self._came or self._tests or not sets_up(change.event, self._new):
            return False
        if self._arrived is not None:
            self._arrived.took(part)
        elif isinstance(change.event, Joined) and change.event.bearer.tag in self._came:
            came = came_by(self.changes)
            self._arrived = self.begin(change, part, arrival(came))
            self._arrived.came, self._arrived.hand = came, False
        else:
            self.aside(part)
        return True

    def _draws(self, change: Change, part: Part) -> bool:
        """Is it one stroke of several on the board? They are counted in one line."""
        if not self._drawn or not isinstance(change.event, DRAWN):
            return False
        if self._board is None:
            self._board = self.begin(change, part, Sentence(rest=drawing(self.changes)))
        else:
            self._board.took(part)
        return True

    # ---------------------------------------------------------------- all else

    def _other(self, change: Change, part: Part) -> None:
        """Those that a group has, those that are over, those that stand somewhere: several in a line."""
        before, event, after = change
        last = self.lines[-1] if self.lines else None
        same = last is not None and type(last.change.event) is type(event)
        match event:
            case Joined(bearer=Group()) | Grouped() if self.act is not None and last is self.act:
                last.took(part)  # the sentence of the act says who is together now
            case Joined(bearer=Group() as group) if group.tag in self._slots:
                self.aside(part)  # the order names it
            case GroupClosed() if self._new_phase:
                self.aside(part)  # it ends with its phase
            case Joined(bearer=Group() as group) if last is not None and last.begun:
                last.took(part)
                last.begun.append(group.name)
                last.sentence = Sentence(rest=f"{'; '.join(last.begun)} begin")
            case Joined(bearer=Group() as group):
                line = self.begin(change, part)
                line.members = [after.name(tag) for tag in group.members if after.name(tag) not in group.name]
                line.begun = [] if line.members else [group.name]
                line.add(Clause(spans(line.members)))
            case Grouped() if last is not None and _began(last.change.event, event.group):
                last.begun = []
                last.members.append(before.name(event.member))
                last.took(part)
                last.sentence = Sentence((before.name(event.group),), "begins", clauses=(Clause(spans(last.members)),))
            case GroupClosed():
                line = last if same and last is not None else self.begin(change, part)
                if same:
                    line.took(part)
                line.members.append(before.name(event.group))
                verb = inflected("is", len(line.members) > 1)
                line.sentence = Sentence(rest=f"{'; '.join(line.members)} {verb} over")
            case SlotPut():
                self.begin(change, part).of_each = True
            case Remarked(terms=(Term(label="damage", value=n), *less)) if self.verb == "damage" and total(event.terms):
                reasons = (*(f"{term.label} of {n}" for term in less), reason_in(event))
                self.why = ", ".join(filter(None, reasons))
                self._dealt_as = change, part
                self.aside(part)
            case Remarked(tag=str(tag), source=by):
                self.said_of(change, part, tag, by)
            case FigurePlaced() if same and last is not None and event.spaces:
                last.add(Clause(worded(part.sentence), joint=";"))
                last.took(part)
            case _:
                of_one = isinstance(event, ConditionAdded | ConditionEnded) and event.tag != TABLE
                if (of_one or isinstance(event, ConditionValued | Remarked)) and self.joins(change, part):
                    return
                line = self.begin(change, part)
                line.of_each = of_one and bool(part.sentence.who)

    def say_costs(self) -> None:
        """What an act used up is all there is to say of it."""
        for before, event, after in self._paid:
            if isinstance(event, TrackChanged) and (part := in_full(Change(before, event, after), self.rules)):
                self.tail = []
                was, now = stands_at(before, event), stands_at(after, event)
                self.begin(Change(before, event, after), part, track_told(before, event, was, now, self.rules))


def _over(changes: Sequence[Change], rules: System | None) -> Iterable[str]:
    """Of conditions that end: those that are renewed at once, those that only name the spell (or whatever thing) that
    brought them where its end is told, and what kept that up where it is told that it ends."""
    ended = list[tuple[int, Tag, Condition, ConditionKind]]()
    for place, (before, event, _) in enumerate(changes):
        if isinstance(event, ConditionEnded) and rules is not None and not event.hand and before.has(event.tag):
            there = next((each for each in before.of(event.tag).conditions if each.id == event.id), None)
            if there is not None and (kind := rules.condition(there.kind)) is not None:
                ended.append((place, event.tag, there, kind))
    kept = {there.note for _, _, there, kind in ended if kind.by_note and _has_own_end(kind, rules)}
    for place, tag, there, kind in ended:
        after = changes[place + 1].event if place + 1 < len(changes) else None
        again = isinstance(after, ConditionAdded) and (after.tag, after.condition.kind) == (tag, there.kind)
        only_names = kind.by_note and there.note in kept and not _has_own_end(kind, rules) and kind.cleared != NOT_SAID
        if again or only_names or (there.note and any(tells_end_of(event, there.note) for _, event, _ in changes)):
            yield there.id


def _has_own_end(kind: ConditionKind, rules: System | None) -> bool:
    """True if the kind has a sentence for its end that says more than the name of what brought it."""
    return kind.cleared not in ("", NOT_SAID) and not names_note(rules, kind.name)


def _is_number(change: Change, rules: System | None) -> bool:
    """Is it a value by which an order is made that is told with it?"""
    event = change.event
    kind = rules.trait(event.trait) if rules is not None and isinstance(event, TraitSet) and not event.hand else None
    return kind is not None and not kind.said


def _goes_on(change: Change) -> bool:
    """Does only another phase of the same round begin?"""
    return isinstance(change.event, PhaseBegan) and change.event.round == change.before.round


def _began(event: Event, group: Tag) -> bool:
    return isinstance(event, Joined) and event.bearer.tag == group


def under(head: LogLine, lines: list[LogLine]) -> list[LogLine]:
    """The lines of a command: what came of it first, in place of the order, which is said where the line is opened."""
    if not lines:
        return [head]
    first = replace(lines[0], head=True, place=head.place, order=head.text)
    return [first, *lines[1:]]
