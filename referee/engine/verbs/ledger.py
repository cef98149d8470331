"""Ledger: the encounter while a command is resolved, with the events recorded so far; and the hooks of a game."""

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.conditions.lifetime import ConditionLedger, left_over, passed_over
from referee.engine.contract.difficulty import Difficulty
from referee.engine.contract.kinds import AnyTrait, TrackKind
from referee.engine.dice.dice import Expression
from referee.engine.events.apply import Change, apply
from referee.engine.events.event import (
    ConditionEnded,
    Event,
    FigurePlaced,
    Joined,
    OrderSet,
    PhaseBegan,
    Remarked,
    SlotMarked,
    StandingSet,
    Terms,
    TrackBounded,
    TrackChanged,
    TurnBegan,
    TurnEnded,
)
from referee.engine.questions.ask import Lapsed, Steps
from referee.engine.state.bearer import TABLE, AnyBearer, Figure, Tag
from referee.engine.state.condition import DAMAGED, LEAVES, ROUND, Condition, Ending, phase_of
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.saved_model import alike
from referee.engine.verbs.verb import Command, RulesetWithVerbs, nothing
from referee.text.lazy_pattern import pattern


class Harm(Struct, frozen=True):
    """One amount of damage to one figure."""

    amount: int
    type: str = ""
    """One of the types of damage of the game; empty where it has none, or none was said."""
    source: Tag | None = None
    """Who did it."""
    outcome: str = ""
    """How the test went that brought it, such as `critical`; empty without a test."""


class Ledger(ConditionLedger):
    """Records events for the rules. Each event is applied to `encounter` at once, and cites its clauses."""

    rules: "System"

    def __init__(self, rules: "System", encounter: Encounter, seat: int = 0, override: bool = False) -> None:
        self.rules = rules
        self.encounter = encounter
        """The encounter after all recorded events."""
        self.changes: list[Change] = []
        """The recorded events, in order."""
        self._followed: set[int] = set()
        """The changes, by place, from which all that follows has been settled."""
        self._seat = seat
        self.override = override
        """True if the referee overrides the rules: each event is marked so."""
        self.next_wanted = False
        """True if the command wants the next turn to begin after it."""

    @property
    def events(self) -> list[Event]:
        """The recorded events, in order."""
        return [change.event for change in self.changes]

    def record(self, *events: Event) -> None:
        """Applies and records events; after a change of standing also what the engine derives from it."""
        for event in events:
            before = self.encounter
            self._apply(replace(event, hand=True) if self.override else event)
            if what := self._happening(before, event):
                self.happened(*what)
            if isinstance(event, StandingSet):
                self._follow(event)

    def _happening(self, before: Encounter, event: Event) -> tuple[Tag, str] | None:
        """What an event is for conditions that end by it: to whom, and what."""
        if isinstance(event, TrackChanged) and event.track == self.rules.health_name:
            was, now = (table.of(event.tag).tracks[event.track].now for table in (before, self.encounter))
            health = self.rules.health_track
            worse = now > was if health is not None and health.rising else now < was
            return (event.tag, DAMAGED) if worse else None
        if isinstance(event, StandingSet):
            left = self.rules.able(before, event.tag) and not self.rules.able(self.encounter, event.tag)
            return (event.tag, LEAVES) if left else None
        if isinstance(event, ConditionEnded):
            kinds = {condition.id: condition.kind for condition in before.of(event.tag).conditions}
            still = any(condition.kind == kinds[event.id] for condition in self.encounter.of(event.tag).conditions)
            return None if still else (event.tag, f"loses {kinds[event.id]}")
        return None

    def _follow(self, event: StandingSet) -> None:
        """Takes a figure off the board if its standing fills no space, and ends its turn if its standing has none."""
        board, standing = self.encounter.board, self.rules.standing(event.standing)
        if board is not None and event.tag in board.figures and not (standing.fills and self._has_room(event.tag)):
            self.record(FigurePlaced(tag=event.tag, spaces=(), cites=event.cites))
        turn = self.encounter.turn
        if turn is not None and self.encounter.at_turn(event.tag) and not self.rules.gets_turn(self.encounter, turn):
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
        """Applies and records the events of a settled interjection unchanged; what follows from them is among them."""
        for event in events:
            self._followed.add(len(self.changes))
            self._apply(event)

    def take_new(self) -> list[Change]:
        """The changes, but for those of interjections, since this was asked last."""
        count = len(self.changes)
        if len(self._followed) == count:
            return []
        new = [change for n, change in enumerate(self.changes) if n not in self._followed]
        self._followed.update(range(count))
        return new

    def _apply(self, event: Event) -> None:
        before = self.encounter
        self.encounter = apply(before, event)
        self.changes.append(Change(before, event, self.encounter))

    def remark(
        self,
        text: str,
        *cites: str,
        terms: Terms = (),
        hidden: bool = False,
        detail: bool = False,
        introduces: bool = False,
        tag: Tag | None = None,
        source: Tag | None = None,
    ) -> None:
        """Records a line for the log that changes nothing.

        text: what is peculiar to these clauses, and neither a test nor a change; hidden: not for players; detail: only
        where the log is read in full; introduces: what comes next, in place of its own sentence; tag, source: whom it
        is said of, and who did what it is about.
        """
        told = Remarked(text=text, cites=cites, terms=terms, hidden=hidden, detail=detail, introduces=introduces)
        self.record(replace(told, tag=tag, source=source) if tag else told)

    @contextmanager
    def lapsing(self, what: str = "Nothing happens") -> Iterator[None]:
        """A Lapsed raised within ends only what is done there: the log tells `what` and the reason."""
        try:
            yield
        except Lapsed as reason:
            text, cites = split_reason(str(reason))
            self.remark(f"{what}: {text}", *cites)

    def join(self, bearer: AnyBearer, *cites: str) -> None:
        """Adds a figure, group or thing to the encounter."""
        self.record(Joined(bearer=bearer, cites=cites))

    def lay_track(self, track: TrackKind, most: int | None = None) -> None:
        """Gives the table a track, unless it has it."""
        if track.track(self.encounter, TABLE) is None:
            self.record(TrackBounded(tag=TABLE, track=track.name, most=most))

    def clear(self, tag: Tag, *traits: AnyTrait) -> None:
        """Puts those of these traits that a bearer has a value for back to their defaults."""
        there = self.encounter.of(tag).traits
        for trait in traits:
            if trait.name in there:
                self.record(trait.clear(tag))

    def able(self, tag: Tag) -> bool:
        """May this figure act and be asked?"""
        return self.rules.able(self.encounter, tag)

    @property
    def actor(self) -> Tag:
        """Whose turn it is, for a rule that is barred while it is nobody's."""
        assert self.encounter.turn is not None
        return self.encounter.turn

    # ---------------------------------------------------------------- turns, phases, rounds

    def begin_turn(self, who: Tag, *cites: str) -> bool:
        """Begins the turn of a figure or group; conditions that wait for that moment count down.

        False for a turn that goes on after waiting: it has had its start already, and nothing counts down again.
        """
        slot = self.encounter.slot(who)
        goes_on = slot is not None and slot.begun
        if slot is not None:
            for passed in passed_over(self.rules, self.encounter, slot.step):
                self._pass_place(passed)
        self.record(alike(TurnBegan, who=who, cites=cites))
        if not goes_on:
            for tag in self.encounter.acting_as(who):
                self._regain(tag)
            self._turn_edge("start", who)
        return not goes_on

    def _regain(self, tag: Tag) -> None:
        """An able figure gets back what its conditions give, up to its full health."""
        health = self.rules.health_track
        for condition in self.encounter.of(tag).conditions:
            kind = self.rules.condition(condition.kind)
            if kind is None or not kind.regains or health is None or not self.able(tag):
                continue
            lacks = health.most(self.encounter, tag) - health.of(self.encounter, tag)
            if by := min(kind.regains * condition.value, lacks):
                self.record(health.change(tag, by, *kind.clauses))

    def end_turn(self, *cites: str) -> None:
        """Ends the current turn; does nothing if it is nobody's."""
        who = self.encounter.turn
        if who is not None:
            self._turn_edge("end", who)
            self.record(alike(TurnEnded, who=who, cites=cites))
            self.rules.on_turn_ended(self, who)

    def _turn_edge(self, edge: str, who: Tag) -> None:
        """Counts down conditions at the start or the end of a turn; for a group that acts as one also those of its
        members.
        """
        for tag in self.encounter.acting_as(who):
            self._edge(edge, tag)

    def pass_turn(self, who: Tag, *cites: str) -> None:
        """Marks a turn as done without taking it; conditions that wait for its start or end count down."""
        slot = self.encounter.slot(who)
        if slot is None or slot.acted:
            return
        if not slot.begun:
            self._turn_edge("start", who)
        self._turn_edge("end", who)
        self.record(SlotMarked(who=who, acted=True, cites=cites))

    def begin_phase(self, phase: str, *cites: str, next_round: bool = False) -> None:
        """Begins a phase, of this round or the next; conditions that wait for a phase or round edge count down."""
        was, round_ = self.encounter.phase, self.encounter.round
        if next_round and round_:
            for passed in left_over(self.rules, self.encounter):
                self._pass_place(passed)
        if was:
            self._edge("end", phase_of(was))
        if next_round and round_:
            self._edge("end", ROUND)
        self.record(PhaseBegan(phase=phase, round=round_ + next_round, cites=cites))
        if next_round:
            self._edge("start", ROUND)
        self._edge("start", phase_of(phase))

    def _pass_place(self, slot: Slot) -> None:
        """Passes the place of a figure that can have no turn: conditions count down as at its start and end."""
        self.remark(f"{self.encounter.name(slot.who)} has no turn", *self.rules.durations.countdown)
        if not slot.begun:
            self._turn_edge("start", slot.who)
        self._turn_edge("end", slot.who)


async def _begin(ledger: Ledger, who: Tag) -> None:
    """Begins the turn; only conditions count down."""
    ledger.begin_turn(who)


def end_rounds(ledger: Ledger) -> None:
    """The turn of whoever has it ends; there is no order, phase or round any more, as before the first one."""
    ledger.end_turn()
    ledger.record(OrderSet(slots=()), PhaseBegan(phase="", round=0))


class System(RulesetWithVerbs, frozen=True, eq=False, kw_only=True):
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
    rest_command: Callable[[str, tuple[Tag, ...]], Command] | None = None
    """The order for one of the `rests`, taken by these figures."""
    routine: Callable[[Encounter], Iterable[Command]] | None = None
    """What is done next where the app plays a fight by itself: commands in the order in which it tries them, until one
    is possible; `next` follows where none is. None: the game has no attacks of its own."""
    acts_for: Callable[[Encounter, Tag], str] = field(default=lambda encounter, tag: encounter.figures[tag].side)
    """The side that a figure acts for: its own, unless somebody controls it."""
    difficulty: Callable[[Encounter], Difficulty | None] = field(default=lambda encounter: None)
    """How hard the foes at the table are for the players' side; None where the game knows nothing of it."""
    begin: Callable[[Ledger, Tag], Steps] = _begin
    """Begins the turn of a figure or group with its start-of-turn effects, or resumes it after waiting.

    Here stands what a game does as a turn begins; its own `advance` begins turns by the same function.
    """
    typed_harm: Callable[[Ledger, Tag, Harm], Steps] | None = None
    """Deals damage of which type, source and outcome count, in place of `harm`; None: only its amount counts."""
    end: Callable[[Ledger, Tag], Steps] | None = None
    """Ends the turn of a figure or group with all that the rules ask and do then; `advance` uses it, too.

    None: the tests that end conditions are asked for before `advance`, and nothing else is.
    """
    on_set: Callable[[Ledger, Tag, str], Steps] = nothing
    """Called after the referee has set a track, a trait, the side or the standing of a figure, by its name, or an
    option of the table."""
    on_done: Callable[[Ledger, Sequence[Change]], Steps] = nothing
    """Called after a command, and again after what it brings itself, with what has changed: for what follows later than
    at once."""
    end_fight: Callable[[Ledger], None] = end_rounds
    """`over`: the turn ends, and with it all that lasts for this fight only; no round is on any more."""
    on_turn_ended: Callable[[Ledger, Tag], None] = field(default=lambda ledger, who: None)
    """Called after the turn of a figure or group has ended, for any reason."""
    on_condition_given: Callable[[Ledger, Tag, str], bool] = field(default=lambda ledger, tag, kind: False)
    """Called where the referee gives a condition without a duration. Adds it and returns True; if False, it
    lasts until it is removed."""
    keeps_off: Callable[[Ledger, Tag, str], str] = field(default=lambda ledger, tag, kind: "")
    """Reason why a figure cannot have a condition, with clauses, to follow its name: `cannot be poisoned [F5-69]`.
    Empty if it can.
    """
    on_condition_added: Callable[[Ledger, Tag, str], Steps] = nothing
    """Called after the referee has given a figure a condition of that name."""
    dice_of: Callable[[Encounter, Figure, Sequence[str]], Mapping[str, Expression]] = field(
        default=lambda encounter, figure, said: {}
    )
    """The tracks that are thrown for as a figure comes without a number of the referee's own for them; `said`: the keys
    of its words, those of the library before those that were typed besides.
    """
    usual_endings: Callable[[Ledger, Tag, str, Tag | None], tuple[Ending, ...]] = field(
        default=lambda ledger, tag, kind, by: ()
    )
    """How a condition that the referee gives ends besides, also where a duration is typed; `by`: its source."""
    ending_test: Callable[[Ledger, Tag, Condition, Ending], Coroutine[Any, Any, bool]] | None = None
    """Whether a test succeeds that ends a condition of a bearer; None: the referee is asked."""
    on_added: Callable[[Ledger, Tag], Steps] = nothing
    """Called after a figure was added, perhaps in the middle of a fight."""
    on_all_added: Callable[[Ledger, Sequence[Tag]], Steps] = nothing
    """Called after all figures of one command were added, with their tags: for what is asked of them together."""
    on_removed: Callable[[Ledger, Tag], Steps] = nothing
    """Called after the referee has removed a figure."""

    async def deal(self, ledger: Ledger, tag: Tag, harm: Harm) -> None:
        """Deals damage to a figure, with all that the rules make of it."""
        await (self.harm(ledger, tag, harm.amount) if self.typed_harm is None else self.typed_harm(ledger, tag, harm))


T = TypeVar("T")
_CLAUSES = pattern(r" \[([A-Z][A-Z0-9]*-[0-9]+(?:, [A-Z][A-Z0-9]*-[0-9]+)*)\]")


async def for_each(
    ledger: Ledger,
    items: Iterable[T],
    act: Callable[[T], Coroutine[Any, Any, object]],
    lapse: str = "Nothing happens",
) -> None:
    """Awaits `act` for each item in order. A Lapsed is written to the log, after `lapse`, and the next item follows."""
    for item in items:
        with ledger.lapsing(lapse):
            await act(item)


def split_reason(reason: str) -> tuple[str, tuple[str, ...]]:
    """Splits `text [AB-1, AB-2].` into the text without full stop and the clause ids, wherever these stand."""
    found = _CLAUSES.search(reason)
    return _CLAUSES.sub("", reason).rstrip("."), tuple(found[1].split(", ")) if found else ()
