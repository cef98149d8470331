"""The lifetime of conditions: how they come, stack on others, count down at moments of turns, and end."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.condition_kind import MOST_OF_A_CONDITION, ConditionKind, Stacking
from referee.engine.contract.kinds import HAD_TURN
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import ConditionAdded, ConditionEnded, ConditionTicked, ConditionValued, Event
from referee.engine.state.bearer import Bearer, Tag
from referee.engine.state.condition import FIGHT, ROUND, Condition, Ending, Since, Until, moment_of
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.own_values import Form
from referee.engine.state.saved_model import alike
from referee.text.phrases import possessive


def waiting(encounter: Encounter, of: str, edge: str | None = None) -> Iterator[tuple[Bearer, Condition]]:
    """The conditions that wait for a moment of this figure, group, round or phase; `edge`: for its start, or end."""
    for bearer in encounter.bearers():
        for condition in bearer.conditions:
            until = condition.until
            if until is not None and until.of == of and edge in (None, until.edge):
                yield bearer, condition


def is_waited_for(encounter: Encounter, who: str) -> bool:
    """True if a condition waits for a moment of a figure, or of a group that acts as one or one of its members."""
    return any(True for tag in encounter.acting_as(who) for _ in waiting(encounter, tag))


def passed_over(rules: Ruleset, encounter: Encounter, step: int) -> tuple[Slot, ...]:
    """Places before this step of the order that the turn has not come to, and whose owners can have none."""
    reached = [slot.step for slot in encounter.order if slot.acted or slot.begun]
    first = max(reached) if reached else min((slot.step for slot in encounter.order), default=step)
    between = (slot for slot in encounter.order if first <= slot.step < step and not slot.acted)
    unable = (slot for slot in between if not rules.gets_turn(encounter, slot.who))
    return tuple(slot for slot in unable if is_waited_for(encounter, slot.who))


def left_over(rules: Ruleset, encounter: Encounter) -> tuple[Slot, ...]:
    """As a round ends: places of those who had no turn in it and are waited for, so that the round counts as one.

    Those without a place are among them, unless they had their turn before they left the order; those whose place was
    `passed_over` are not, as it has counted already.
    """
    reached = max((slot.step for slot in encounter.order if slot.acted or slot.begun), default=None)
    unused = (
        slot
        for slot in encounter.order
        if not slot.acted and (reached is None or slot.step >= reached or rules.gets_turn(encounter, slot.who))
    )
    places = {tag for slot in encounter.order for tag in encounter.acting_as(slot.who)}
    waited = dict.fromkeys(
        there.until.of for bearer in encounter.bearers() for there in bearer.conditions if there.until
    )
    lost = (
        Slot(who=tag)
        for tag in waited
        if encounter.has(tag) and tag not in places and HAD_TURN.of(encounter, tag) != encounter.round
    )
    return tuple(slot for slot in (*unused, *lost) if is_waited_for(encounter, slot.who))


Changed = ConditionAdded | ConditionEnded | ConditionValued

_FAR = 10_000
"""Rounds until a moment of which nobody knows when it comes: further than any that is counted."""


def stacked(
    encounter: Encounter,
    tag: Tag,
    kind: ConditionKind | None,
    stacking: Stacking,
    new: Condition,
    cites: tuple[str, ...],
) -> tuple[Changed, ...]:
    """The events by which the new condition comes upon the bearer; () if the one there stays as it is."""
    there = [condition for condition in encounter.of(tag).conditions if condition.kind == new.kind]
    if stacking is Stacking.EACH:
        there = []
    elif stacking is Stacking.PER_SOURCE:
        there = [condition for condition in there if condition.by == new.by]
    elif _stays(encounter, stacking, there, new):
        return ()
    elif stacking is Stacking.ADDS and there:
        return _added(tag, kind, there, new, cites)
    ended = (ConditionEnded(tag=tag, id=old.id, cites=cites) for old in there)
    return (*ended, ConditionAdded(tag=tag, condition=new, cites=cites))


def _added(
    tag: Tag, kind: ConditionKind | None, there: Sequence[Condition], new: Condition, cites: tuple[str, ...]
) -> tuple[Changed, ...]:
    """Its value is added, up to the highest there may be; with another end it takes the place of those there."""
    maximum = kind.maximum if kind is not None else MOST_OF_A_CONDITION
    if (there[0].until, there[0].ends) == (new.until, new.ends):
        more = min(new.value, maximum - there[0].value)
        return (ConditionValued(tag=tag, id=there[0].id, by=more, cites=cites),) if more > 0 else ()
    value = min(new.value + sum(old.value for old in there), maximum)
    ended = (ConditionEnded(tag=tag, id=old.id, cites=cites) for old in there)
    return (*ended, ConditionAdded(tag=tag, condition=replace(new, value=value), cites=cites))


def _stays(encounter: Encounter, stacking: Stacking, there: Sequence[Condition], new: Condition) -> bool:
    """True if the old condition stays, and the new one comes to nothing."""
    if stacking is Stacking.ONCE:
        return bool(there)
    return stacking is Stacking.LONGEST and any(_as_long(encounter, old, new) for old in there)


def _as_long(encounter: Encounter, old: Condition, new: Condition) -> bool:
    """True if the old one lasts at least as long as the new one, and nothing else may end it before."""
    if old.ends and old.ends != new.ends:
        return False
    return remaining(encounter, old.until) >= remaining(encounter, new.until)


def remaining(encounter: Encounter, until: Until | None) -> tuple[int, int]:
    """How far off an end is, for comparing: rounds after this one, then the place within that round."""
    places = [slot.who for slot in sorted(encounter.order, key=lambda slot: slot.step)]
    after_all = 2 * len(places) + 2
    if until is None:
        return 2 * _FAR, 0
    if until.moment is not None:
        return _FAR, 0
    if until.of == ROUND:
        return (until.left - 1, after_all) if until.edge == "end" else (until.left, -1)
    slot = encounter.slot(until.of)
    if slot is None:
        return until.left - 1, after_all - 1
    passed = slot.acted or (until.edge == "start" and slot.begun)
    return until.left - 1 + passed, 2 * places.index(until.of) + (until.edge == "end")


class ConditionLedger(ABC):
    """What a ledger records of conditions."""

    rules: Ruleset
    encounter: Encounter
    _seat: int

    @property
    @abstractmethod
    def events(self) -> list[Event]:
        """The recorded events, in order."""

    @abstractmethod
    def record(self, *events: Event) -> None:
        """Applies and records events."""

    @abstractmethod
    def remark(self, text: str, *cites: str, tag: Tag | None = None, source: Tag | None = None) -> None:
        """Records a line for the log that changes nothing, said of a figure that something came from."""

    def afflict(
        self,
        tag: Tag,
        kind: ConditionKind | str,
        *cites: str,
        until: Until | None = None,
        value: int = 1,
        by: Tag | None = None,
        ends: tuple[Ending, ...] = (),
        note: str = "",
        own: str = "",
        form: Form | None = None,
    ) -> None:
        """Adds a condition, as its kind stacks. Where the one there stays as it is, the log says so."""
        known = self.rules.condition(kind) if isinstance(kind, str) else kind
        name = kind if isinstance(kind, str) else kind.name
        stacking = known.stacking if known is not None else self.rules.durations.own_conditions
        new = Condition(
            id=self._mint(tag, name),
            kind=name,
            value=value,
            since=alike(Since, round=self.encounter.round, turn=self.encounter.turn),
            until=until,
            by=by,
            ends=ends,
            note=note,
            own=own,
            form=form,
        )
        changes = stacked(self.encounter, tag, known, stacking, new, cites)
        self.record(*changes)
        if not changes:
            text = f"{self.encounter.name(tag)} is already {name.replace('_', ' ')}"
            self.remark(text, *cites, tag=tag, source=by)

    def lift(self, tag: Tag, kind: ConditionKind | str, *cites: str, by: Tag | None = None) -> None:
        """Ends the conditions of that kind on a bearer; with `by`, only those from that source."""
        name = kind if isinstance(kind, str) else kind.name
        for condition in self.encounter.of(tag).conditions:
            if condition.kind == name and by in (None, condition.by):
                self.end_condition(tag, condition.id, *cites)

    def end_condition(self, tag: Tag, id: str, *cites: str) -> None:
        """Ends one condition, unless it has ended already with something that ended before it."""
        if self._lies(tag, id):
            self.record(ConditionEnded(tag=tag, id=id, cites=cites))

    def _count_down(self, tag: Tag, id: str, *cites: str, more: int = 0) -> None:
        """Counts one condition down, unless it has ended already with something that ended before it."""
        if self._lies(tag, id):
            self.record(ConditionTicked(tag=tag, id=id, more=more, cites=cites))

    def _lies(self, tag: Tag, id: str) -> bool:
        return any(condition.id == id for condition in self.encounter.of(tag).conditions)

    def spend(self, tag: Tag, kind: ConditionKind | str, by: int, *cites: str) -> None:
        """Takes `by` tokens or levels off a condition, and ends it at 0."""
        name = kind if isinstance(kind, str) else kind.name
        for condition in self.encounter.of(tag).conditions:
            if condition.kind == name:
                if condition.value > by:
                    self.record(ConditionValued(tag=tag, id=condition.id, by=-by, cites=cites))
                else:
                    self.end_condition(tag, condition.id, *cites)

    def end_of_next_turn(self, who: Tag) -> Until:
        """The duration until the end of a bearer's next turn; a turn it is taking now does not count."""
        return Until(edge="end", of=who, left=2 if self.encounter.at_turn(who) else 1)

    def _mint(self, tag: Tag, kind: str) -> str:
        """A new condition id: step number of the command, tag, kind, and a number if that is not unique."""
        stem = f"{self._seat}:{tag}:{kind}"
        added = [event.condition.id for event in self.events if isinstance(event, ConditionAdded)]
        again = len([id for id in added if id == stem or id.startswith(f"{stem}:")])
        return f"{stem}:{again}" if again else stem

    def happened(self, who: Tag, event: str, *cites: str) -> None:
        """Ends the conditions that such an event ends, wherever they lie."""
        for bearer in self.encounter.bearers():
            for condition in bearer.conditions:
                for ending in condition.ends:
                    if ending.event == event and ending.of == who:
                        ended_by = (*self._clauses(condition), *self.rules.durations.countdown, *cites)
                        self.end_condition(bearer.tag, condition.id, *dict.fromkeys(ended_by))
                        break

    def moment(self, name: str, *cites: str) -> None:
        """A moment that the rules announce comes, such as the end of a fight; conditions that wait for it end."""
        self._edge("end", moment_of(name))

    def time_passes(self, who: Iterable[Tag], rounds: int, brief: Collection[str]) -> None:
        """Counts down what lies on these by so many turns or rounds; ends what is of a brief kind on who is able."""
        for tag in who:
            for there in self.encounter.of(tag).conditions:
                until = there.until
                counted = until is not None and until.phase is None and until.moment is None
                over = counted and until is not None and until.left <= rounds
                if over or (there.kind in brief and self.rules.able(self.encounter, tag)):
                    self.end_condition(tag, there.id, *self._clauses(there))
                elif counted and rounds:
                    self._count_down(tag, there.id, *self._clauses(there), more=rounds - 1)

    def _edge(self, edge: str, of: str) -> None:
        """Counts down every condition that waits for this moment, and ends those at their last.

        edge: `start` or `end`; of: a tag, `round`, or `phase:NAME`.
        """
        for bearer, condition in list(waiting(self.encounter, of, edge)):
            cites = tuple(dict.fromkeys((*self._clauses(condition), *self.rules.durations.countdown)))
            if condition.until is not None and condition.until.left > 1:
                self._count_down(bearer.tag, condition.id, *cites)
            else:
                self.end_condition(bearer.tag, condition.id, *cites)

    def _clauses(self, condition: Condition) -> tuple[str, ...]:
        known = self.rules.condition(condition.kind)
        return known.clauses if known is not None else ()


THE_ROUND = "the round"
"""The round that is played."""


class TimeLeft(Struct, frozen=True):
    """How long a condition still lies: for some time, up to the start or the end of something, or until it begins."""

    how: Literal["for", "start", "end", "begins", "until"]
    """Which of these it is; `until` is any other moment."""
    what: str
    """The time, or what it is the start or the end of: `3 rounds`, `Ann's next turn`."""
    times: str = ""
    """How often it still has to come, with the comma before it."""

    @property
    def words(self) -> str:
        """As it is read behind a condition: `until the end of Ann's next turn`."""
        match self.how:
            case "for":
                return f"for {self.what}"
            case "start" | "end":
                return f"until the {self.how} of {self.what}"
            case "begins":
                return f"until {self.what} begins{self.times}"
            case "until":
                return f"until {self.what}{self.times}"


def duration(encounter: Encounter, until: Until | None, bearer: Tag = "", hour: int = 0) -> str:
    """How long a condition still lies: `until the end of Ann's next turn`; empty for one without an end.

    hour: the rounds of an hour, if what lies so long is told in hours.
    """
    return "" if until is None else time_left(encounter, until, bearer, hour).words


def time_left(encounter: Encounter, until: Until, bearer: Tag = "", hour: int = 0) -> TimeLeft:
    """The same as a value."""
    left = until.left
    if 0 < hour <= left:
        hours = -(-left // hour)
        return TimeLeft("for", f"{hours // 24} days" if hours >= 48 else f"{hours} hour{'s' if hours > 1 else ''}")
    if until.of == ROUND:
        return _rounds_left(encounter, until)
    if until.phase is not None:
        phase, times = f"the {until.phase} phase", "" if left == 1 else f", {left} more times"
        begins = until.edge == "start"
        return TimeLeft("begins", phase, times) if begins else TimeLeft("until", f"{phase} is over", times)
    if until.moment is not None:
        return TimeLeft("until", moment_words(until.moment))
    theirs = possessive(encounter.name(until.of))
    if until.edge == "end" and encounter.at_turn(until.of):
        left -= 1
        if left == 0:
            return TimeLeft("end", f"{theirs} turn")
    if left == 1:
        return TimeLeft(until.edge, f"{theirs} next turn")
    return TimeLeft("for", f"{left} turns" if until.of == bearer else f"{left} of {theirs} turns")


def _rounds_left(encounter: Encounter, until: Until) -> TimeLeft:
    """The rounds that are left."""
    is_start = until.edge == "start"
    if until.left == 1:
        return TimeLeft("begins", "the next round") if is_start else TimeLeft("end", THE_ROUND)
    # Before the first round the two edges are a round apart.
    if is_start and not encounter.round:
        return TimeLeft("begins", f"round {until.left}")
    return TimeLeft("for", f"{until.left} rounds")


def moment_words(moment: str) -> str:
    """A moment that the rules announce, the end of the fight or a rest, in words."""
    if moment == FIGHT:
        return "the fight ends"
    return f"the next {moment if moment.endswith('rest') else f'{moment} rest'}"
