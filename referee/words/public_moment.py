"""The public moment: the one of a fight that the players see. It stands still while a hidden figure has its turn, so
that the fight looks like one in which that figure never was.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from referee.engine.events.apply import Change, changes_of
from referee.engine.events.event import Event, OrderSet, PhaseBegan, TurnBegan, TurnEnded
from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem
from referee.engine.record.applied_commands import AppliedCommand, applied_commands
from referee.engine.record.execution import CommandExecution, ResolvedCommand
from referee.engine.record.past_states import corrected_state_at, open_commands_at
from referee.engine.record.recorded_steps import Entry, Interjection
from referee.engine.record.session import Session
from referee.engine.record.step_positions import entry_end, entry_start, settled_position
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.order import NEXT
from referee.words.redacted import hidden_tags

LOOKED_AT = (3, 20, 200, 2000)
"""How many of the last commands are looked at for what the players see: first few, then more if these do not do."""


class Done(Struct, frozen=True):
    """A command, settled or open, with what it has done so far."""

    seat: int
    """Number of the step that opened it."""
    before: Encounter
    """The encounter before it."""
    events: tuple[Event, ...]
    """What it has done."""
    is_secret: bool
    """It is a choice that is not shown yet."""
    is_next: bool
    """It ends a turn and begins another, and nothing else was done meanwhile."""
    is_open: bool = False
    """It has not settled yet."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """What it has changed, event by event."""
        return tuple(changes_of(self.before, self.events))


Span = tuple[Done, ...]
"""Commands that the players see as one: from the one that began a hidden turn to the one that began the next turn of
somebody whom they know. Any other command is a span of its own."""


class Moment(Struct, frozen=True):
    """What the players see of a fight."""

    encounter: Encounter
    """The encounter at that moment, with its hidden figures."""
    latest: Callable[[], Iterator[Span]]
    """The spans that led to it, the latest first."""


def moment_of(session: Session) -> Moment:
    """The moment that the players see now.

    In a hidden turn it is the last one before that turn, with what is done in the turn besides: damage shows at once.
    What `next` has done, at the end of the turn before or the beginning of the hidden one, waits for the turn after.
    """
    hidden = hidden_tags(session.encounter)
    span = _hidden_turns(session, hidden)
    if not span:
        return Moment(session.encounter, lambda: _spans(session, hidden))
    encounter, opened = _before(session, span[0].seat, hidden)
    acts = [done for done in span if not done.is_next]
    events = (event for done in acts for event in done.events if not isinstance(event, _OF_TURNS))
    for change in changes_of(encounter, events):
        encounter = change.after

    def latest() -> Iterator[Span]:
        yield from ((done,) for done in (*reversed(acts), *reversed(opened)))
        spans = _spans(session, hidden)
        next(spans)
        yield from spans

    return Moment(encounter, latest)


_OF_TURNS = (TurnBegan, TurnEnded, PhaseBegan, OrderSet)


def _hidden_turns(session: Session, hidden: frozenset[Tag]) -> Span:
    """The commands since a hidden turn began, if one still lasts for the players; else none."""
    if not hidden and not session.resolved_commands:
        return ()
    for most in LOOKED_AT:
        spans, lasts = _looked_at(session, most, hidden)
        if not lasts:
            return ()
        if spans:
            return spans[-1]
    return ()


def _spans(session: Session, hidden: frozenset[Tag]) -> Iterator[Span]:
    """All spans up to now, the latest first."""
    given = 0
    for most in LOOKED_AT:
        spans, _ = _looked_at(session, most, hidden)
        yield from reversed(spans[: len(spans) - given])
        given = len(spans)


def _looked_at(session: Session, most: int, hidden: frozenset[Tag]) -> tuple[list[Span], bool]:
    """The spans among the last commands, so many and the open ones; and whether a hidden turn still lasts."""
    step_log, position = session.step_log, session.step_log.position
    start = settled_position(step_log, position)
    for _ in range(most):
        start = entry_start(step_log, start)
    before = corrected_state_at(step_log, start, position)
    commands = {act.entry.seat: settled(act) for act in applied_commands(step_log, position, start, before)}
    lasts = before.turn in hidden
    spans, still = spans_of((*commands.values(), *_so_far(session.resolved_commands)), hidden, lasts)
    # A span whose beginning is not among these commands is not whole.
    return spans[1 if lasts and start else 0 :], still


def settled(act: AppliedCommand) -> Done:
    """A settled command as the players may learn of it."""
    entry = act.entry
    return Done(entry.seat, act.before, entry.events or (), act.still_secret, _is_next(entry))


def spans_of(commands: Iterable[Done], hidden: frozenset[Tag], lasts: bool = False) -> tuple[list[Span], bool]:
    """These commands in spans, and whether a hidden turn lasts after them. lasts: does one before them?"""
    spans: list[list[Done]] = []
    for done in commands:
        if lasts and spans:
            spans[-1].append(done)
        else:
            spans.append([done])
        lasts = _stands_still(done, lasts, hidden)
    return [tuple(span) for span in spans], lasts


def changes_in(span: Span) -> list[Change]:
    """What the commands of a span have changed, without choices that are still secret."""
    return [change for done in span if not done.is_secret for change in done.changes]


def _so_far(open_commands: Sequence[ResolvedCommand]) -> Iterator[Done]:
    for before, entry, outcome in open_commands:
        events = tuple(change.event for change in outcome.changes)
        yield Done(entry.seat, before, events, entry.command.secret, _is_next(entry), is_open=True)


def _is_next(entry: Entry) -> bool:
    return entry.command.verb == NEXT and not any(isinstance(item, Interjection) for item in entry.items)


def _stands_still(done: Done, was: bool, hidden: frozenset[Tag]) -> bool:
    """Does the moment that the players see stand still after a command? It does in a hidden turn, and while `next` has
    ended a turn and asks something before another one begins: it may be a hidden one.

    was: did it stand still before?
    """
    for event in reversed(done.events):
        if isinstance(event, TurnBegan):
            return event.who in hidden
        if isinstance(event, TurnEnded | PhaseBegan) and done.is_open and done.is_next:
            return True
        if isinstance(event, TurnEnded):
            return event.who in hidden
        if isinstance(event, PhaseBegan):
            return False
    return was


def _before(session: Session, seat: int, hidden: frozenset[Tag]) -> tuple[Encounter, tuple[Done, ...]]:
    """The encounter at the last step before a hidden turn that this command began, and what was open then.

    A command that asked something showed what came of the first answers.
    """
    step_log, position = session.step_log, session.step_log.position
    start, end = settled_position(step_log, seat), min(entry_end(step_log, seat), position)
    base = corrected_state_at(step_log, start, position)
    for n in range(end - 1, start, -1):
        with suppress(Problem, RulesBug):  # rules of an earlier version
            execution = CommandExecution(session.rules, base, open_commands_at(step_log, n))
            opened = tuple(_so_far(execution.open_commands))
            if opened and not spans_of(opened, hidden)[1]:
                return execution.encounter, opened
    return base, ()
