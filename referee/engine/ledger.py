"""Ledger: the encounter while a command resolves, and the events recorded so far."""

from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

from referee.engine.apply import apply
from referee.engine.ask import Steps
from referee.engine.bearer import AnyBearer, Tag
from referee.engine.condition import DAMAGED, MOMENT, ROUND, Condition, Ending, Until
from referee.engine.encounter import Encounter, Slot
from referee.engine.event import (
    ConditionAdded,
    ConditionEnded,
    ConditionTicked,
    ConditionValued,
    Event,
    FigurePlaced,
    Joined,
    PhaseBegan,
    SlotMarked,
    StandingSet,
    Told,
    TrackChanged,
    TurnBegan,
    TurnEnded,
)
from referee.engine.kinds import ConditionKind
from referee.engine.moments import left_over, passed_over, waiting
from referee.engine.stacking import stacked
from referee.engine.verb import RulesetWithVerbs


class Ledger:
    """Records events for the rules. Each event is applied to `encounter` at once, and cites its clauses."""

    def __init__(self, rules: "System", encounter: Encounter, seat: int = 0, override: bool = False) -> None:
        self.rules = rules
        self.encounter = encounter
        """The encounter after all recorded events."""
        self.events: list[Event] = []
        self._seat = seat
        self.override = override
        """True if the referee overrides the rules: each event is marked so."""

    def record(self, *events: Event) -> None:
        """Applies and records events; after a change of standing also what the engine derives from it."""
        for event in events:
            written = event.model_copy(update={"hand": True}) if self.override else event
            before = self.encounter
            self.encounter = apply(self.encounter, written)
            self.events.append(written)
            if isinstance(event, StandingSet):
                self._follow(event)
            elif what := self._happening(before, event):
                self.happened(*what)

    def _happening(self, before: Encounter, event: Event) -> tuple[Tag, str] | None:
        """What an event is for conditions that end by it: to whom, and what."""
        if isinstance(event, TrackChanged) and event.track == self.rules.health_name:
            was, now = (table.of(event.tag).tracks[event.track].now for table in (before, self.encounter))
            return (event.tag, DAMAGED) if now < was else None
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
                    self.end_condition(bearer.tag, condition.id, *self._clauses(condition), *cites)

    def _follow(self, event: StandingSet) -> None:
        """Takes a figure off the board if its standing fills no space, and ends its turn if its standing has none."""
        board, standing = self.encounter.board, self.rules.standing(event.standing)
        if board is not None and event.tag in board.figures and not (standing.fills and self._has_room(event.tag)):
            self.record(FigurePlaced(tag=event.tag, spaces=(), cites=event.cites))
        if self.encounter.turn == event.tag and not standing.turn:
            self.end_turn(*event.cites)

    def _has_room(self, tag: Tag) -> bool:
        """True if no other figure that fills its space shares one with this figure."""
        board, figures = self.encounter.board, self.encounter.figures
        if board is None:
            return True
        mine = set(board.spaces(tag))
        others = (other for other in board.figures if other != tag and other in figures)
        return not any(
            self.rules.standing(figures[other].standing).fills and mine & {*board.spaces(other)} for other in others
        )

    def settled(self, events: Iterable[Event]) -> None:
        """Applies and records the events of a settled interjection unchanged."""
        for event in events:
            self.encounter = apply(self.encounter, event)
            self.events.append(event)

    def told(
        self,
        text: str,
        *cites: str,
        about: tuple[Tag, ...] = (),
        terms: tuple[tuple[str, int], ...] = (),
        against: int | None = None,
        hidden: bool = False,
    ) -> None:
        """Records a line for the log that changes nothing.

        terms: labels and numbers of the sum; against: the number to reach; about: tags; hidden: not for players.
        """
        self.record(Told(text=text, cites=cites, about=about, terms=terms, against=against, hidden=hidden))

    def join(self, bearer: AnyBearer, *cites: str) -> None:
        """Adds a figure, group or thing to the encounter."""
        self.record(Joined(bearer=bearer, cites=cites))

    def able(self, tag: Tag) -> bool:
        """May this figure act and be asked?"""
        return self.rules.able(self.encounter, tag)

    # ---------------------------------------------------------------- conditions

    def afflict(
        self,
        tag: Tag,
        kind: ConditionKind | str,
        *cites: str,
        until: Until | None = None,
        value: int = 1,
        by: Tag | None = None,
        ends: tuple[Ending, ...] = (),
    ) -> None:
        """Adds a condition, as its kind stacks. Where the one there stays as it is, the log says so."""
        known = self.rules.condition(kind) if isinstance(kind, str) else kind
        name = kind if isinstance(kind, str) else kind.name
        stacking = known.stacking if known is not None else self.rules.own_conditions
        new = Condition(id=self._mint(tag, name), kind=name, value=value, until=until, by=by, ends=ends)
        changes = stacked(self.encounter, tag, known, stacking, new, cites)
        self.record(*changes)
        if not changes:
            self.told(f"{self.encounter.name(tag)}: {name.replace('_', ' ')} stays as it is", *cites, about=(tag,))

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
        return Until(edge="end", of=who, left=2 if self.encounter.turn == who else 1)

    def _mint(self, tag: Tag, kind: str) -> str:
        """A new condition id: step number of the command, tag, kind, and a number if that is not unique."""
        stem = f"{self._seat}:{tag}:{kind}"
        added = (event.condition.id for event in self.events if isinstance(event, ConditionAdded))
        again = sum(1 for id in added if id == stem or id.startswith(f"{stem}:"))
        return f"{stem}:{again}" if again else stem

    # ---------------------------------------------------------------- turns, phases, rounds

    def begin_turn(self, who: Tag, *cites: str) -> bool:
        """A figure's or group's turn begins, and with it what waits for that moment counts down.

        False for a turn that goes on after waiting: it has had its start already, and nothing counts down again.
        """
        slot = self.encounter.slot(who)
        goes_on = slot is not None and slot.begun
        for passed in passed_over(self.rules, self.encounter, slot.step) if slot is not None else ():
            self._pass_place(passed)
        self.record(TurnBegan(who=who, cites=cites))
        if not goes_on:
            self._edge("start", who)
        return not goes_on

    def end_turn(self, *cites: str) -> None:
        """Ends the current turn, if there is one."""
        who = self.encounter.turn
        if who is not None:
            self._edge("end", who)
            self.record(TurnEnded(who=who, cites=cites))
            self.rules.on_turn_ended(self, who)

    def pass_turn(self, who: Tag, *cites: str) -> None:
        """Marks a turn as done without taking it; conditions that wait for its start or end count down."""
        slot = self.encounter.slot(who)
        if slot is None or slot.acted:
            return
        if not slot.begun:
            self._edge("start", who)
        self._edge("end", who)
        self.record(SlotMarked(who=who, acted=True, cites=cites))

    def begin_phase(self, phase: str, *cites: str, next_round: bool = False) -> None:
        """Begins a phase, of this round or the next; conditions that wait for a phase or round edge count down."""
        was, round_ = self.encounter.phase, self.encounter.round
        for passed in left_over(self.rules, self.encounter) if next_round and round_ else ():
            self._pass_place(passed)
        if was:
            self._edge("end", f"phase:{was}")
        if next_round and round_:
            self._edge("end", ROUND)
        self.record(PhaseBegan(phase=phase, round=round_ + next_round, cites=cites))
        if next_round:
            self._edge("start", ROUND)
        self._edge("start", f"phase:{phase}")

    def moment(self, name: str, *cites: str) -> None:
        """A moment that the rules announce comes, such as the end of a fight; conditions that wait for it end."""
        self._edge("end", MOMENT + name)

    def _edge(self, edge: str, of: str) -> None:
        """Counts down every condition that waits for this moment, and ends those at their last.

        edge: `start` or `end`; of: a tag, `round`, or `phase:NAME`.
        """
        for bearer, condition in list(waiting(self.encounter, of, edge)):
            cites = (*self._clauses(condition), *self.rules.countdown)
            if condition.until is not None and condition.until.left > 1:
                self.record(ConditionTicked(tag=bearer.tag, id=condition.id, cites=cites))
            else:
                self.end_condition(bearer.tag, condition.id, *cites)

    def _clauses(self, condition: Condition) -> tuple[str, ...]:
        known = self.rules.condition(condition.kind)
        return known.clauses if known is not None else ()

    def _pass_place(self, slot: Slot) -> None:
        """The place of one who can have no turn is passed: its start and its end come, and no turn."""
        self.told(
            f"{self.encounter.name(slot.who)}'s place in the order passes", *self.rules.countdown, about=(slot.who,)
        )
        if not slot.begun:
            self._edge("start", slot.who)
        self._edge("end", slot.who)


async def _nothing(ledger: Ledger, tag: Tag) -> None:
    """Does nothing."""


async def _begin(ledger: Ledger, who: Tag) -> None:
    """Begins the turn; only conditions count down."""
    ledger.begin_turn(who)


@dataclass(frozen=True, eq=False, kw_only=True)
class System(RulesetWithVerbs):
    """One game: its values, its verbs, and the hooks that the engine calls.

    It is in this module because `Ledger` and the hooks need each other's types.
    """

    advance: Callable[[Ledger], Steps]
    """`next`: this turn ends, and whatever follows begins."""
    harm: Callable[[Ledger, Tag, int], Steps]
    """Deals damage to a figure, with all that the rules make of it."""
    heal: Callable[[Ledger, Tag, int], Steps]
    """Heals a figure, with all that the rules make of it."""
    fall: Callable[[Ledger, Tag], Steps]
    """A figure that is `spent` falls, with all that the rules make of it."""
    begin: Callable[[Ledger, Tag], Steps] = _begin
    """Begins the turn of a figure or group with its start-of-turn effects, or resumes it after waiting."""
    on_turn_ended: Callable[[Ledger, Tag], None] = field(default=lambda ledger, who: None)
    """Called after the turn of a figure or group has ended, for any reason."""
    on_condition_given: Callable[[Ledger, Tag, str], bool] = field(default=lambda ledger, tag, kind: False)
    """Called where the referee gives a condition without a duration. Adds it and returns True; if False, it
    lasts until it is removed."""
    ending_test: Callable[[Ledger, Tag, Condition, Ending], Coroutine[Any, Any, bool]] | None = None
    """Whether a test succeeds that ends a condition of a bearer; None: the referee is asked."""
    on_added: Callable[[Ledger, Tag], Steps] = _nothing
    """Called after a figure was added, perhaps in the middle of a fight."""
    on_removed: Callable[[Ledger, Tag], Steps] = _nothing
    """Called after the referee has removed a figure."""
