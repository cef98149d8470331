"""The conditions of a ledger: how they come, count down and end."""

from abc import ABC, abstractmethod

from referee.engine.bearer import Tag
from referee.engine.condition import DAMAGED, Condition, Ending, Until, moment_of
from referee.engine.condition_kind import ConditionKind
from referee.engine.encounter import Encounter
from referee.engine.event import ConditionAdded, ConditionEnded, ConditionTicked, ConditionValued, Event, TrackChanged
from referee.engine.moments import waiting
from referee.engine.ruleset import Ruleset
from referee.engine.stacking import stacked


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
    def remark(self, text: str, *cites: str) -> None:
        """Records a line for the log that changes nothing."""

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
    ) -> None:
        """Adds a condition, as its kind stacks. Where the one there stays as it is, the log says so."""
        known = self.rules.condition(kind) if isinstance(kind, str) else kind
        name = kind if isinstance(kind, str) else kind.name
        stacking = known.stacking if known is not None else self.rules.own_conditions
        new = Condition(id=self._mint(tag, name), kind=name, value=value, until=until, by=by, ends=ends, note=note)
        changes = stacked(self.encounter, tag, known, stacking, new, cites)
        self.record(*changes)
        if not changes:
            self.remark(f"{self.encounter.name(tag)}: {name.replace('_', ' ')} stays as it is", *cites)

    def lift(self, tag: Tag, kind: ConditionKind | str, *cites: str, by: Tag | None = None) -> None:
        """Ends the conditions of that kind on a bearer; with `by`, only those from that source."""
        name = kind if isinstance(kind, str) else kind.name
        for condition in self.encounter.of(tag).conditions:
            if condition.kind == name and by in (None, condition.by):
                self.end_condition(tag, condition.id, *cites)

    def end_condition(self, tag: Tag, id: str, *cites: str) -> None:
        """Ends one condition, unless it has ended already with something that ended before it."""
        if any(condition.id == id for condition in self.encounter.of(tag).conditions):
            self.record(ConditionEnded(tag=tag, id=id, cites=cites))

    def spend(self, tag: Tag, kind: ConditionKind, by: int, *cites: str) -> None:
        """Takes `by` tokens off a condition, and ends it at 0."""
        for condition in self.encounter.of(tag).conditions:
            if condition.kind == kind.name:
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
        added = (event.condition.id for event in self.events if isinstance(event, ConditionAdded))
        again = sum(1 for id in added if id == stem or id.startswith(f"{stem}:"))
        return f"{stem}:{again}" if again else stem

    def happening(self, before: Encounter, event: Event) -> tuple[Tag, str] | None:
        """What an event is for conditions that end by it: to whom, and what."""
        if isinstance(event, TrackChanged) and event.track == self.rules.health_name:
            was, now = (table.of(event.tag).tracks[event.track].now for table in (before, self.encounter))
            health = self.rules.health_track
            worse = now > was if health is not None and health.rising else now < was
            return (event.tag, DAMAGED) if worse else None
        if isinstance(event, ConditionEnded):
            kinds = {condition.id: condition.kind for condition in before.of(event.tag).conditions}
            still = any(condition.kind == kinds[event.id] for condition in self.encounter.of(event.tag).conditions)
            return None if still else (event.tag, f"loses {kinds[event.id]}")
        return None

    def happened(self, who: Tag, event: str, *cites: str) -> None:
        """Ends the conditions that such an event ends, wherever they lie."""
        for bearer in self.encounter.bearers():
            for condition in bearer.conditions:
                if any((ending.event, ending.of) == (event, who) for ending in condition.ends):
                    ended_by = (*self._clauses(condition), *self.rules.countdown, *cites)
                    self.end_condition(bearer.tag, condition.id, *dict.fromkeys(ended_by))

    def moment(self, name: str, *cites: str) -> None:
        """A moment that the rules announce comes, such as the end of a fight; conditions that wait for it end."""
        self._edge("end", moment_of(name))

    def _edge(self, edge: str, of: str) -> None:
        """Counts down every condition that waits for this moment, and ends those at their last.

        edge: `start` or `end`; of: a tag, `round`, or `phase:NAME`.
        """
        for bearer, condition in list(waiting(self.encounter, of, edge)):
            cites = tuple(dict.fromkeys((*self._clauses(condition), *self.rules.countdown)))
            if condition.until is not None and condition.until.left > 1:
                self.record(ConditionTicked(tag=bearer.tag, id=condition.id, cites=cites))
            else:
                self.end_condition(bearer.tag, condition.id, *cites)

    def _clauses(self, condition: Condition) -> tuple[str, ...]:
        known = self.rules.condition(condition.kind)
        return known.clauses if known is not None else ()
