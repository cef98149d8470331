"""Consequences: what follows every command: who has nothing left falls, a turn cut short goes on to the next."""

from collections.abc import Iterable
from itertools import takewhile

from referee.engine.contract.standing import AWAY
from referee.engine.events.apply import Change
from referee.engine.events.event import (
    ConditionEnded,
    ConditionTicked,
    FigurePlaced,
    Joined,
    PhaseBegan,
    StandingSet,
    TrackBounded,
    TrackChanged,
    TurnBegan,
    TurnEnded,
)
from referee.engine.problem import Refused
from referee.engine.questions.ask import Lapsed
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import Ledger

MOST_ROUNDS = 8
"""How often what follows from a command may bring something from which more follows."""
_BETWEEN = ConditionTicked | ConditionEnded | FigurePlaced
"""Events that may come between a fall and the end of the turn that it interrupts."""


async def follow_up(ledger: Ledger, inner: bool) -> None:
    """Calls `fall` for each changed figure that is up and spent, and `on_done` for what has changed.

    If a turn ended by a fall, or the command wants the next turn, begins it.

    inner: the command interrupted another one; then no turn is begun.
    """
    for tag in _touched(ledger.changes):
        with ledger.lapsing():
            if ledger.rules.up(ledger.encounter, tag) and ledger.rules.spent(ledger.encounter, tag):
                await ledger.rules.fall(ledger, tag)
    ledger.override = False
    await _done(ledger)
    seen = 0
    while not inner and (_cut_short(ledger, seen) or _may_go_on(ledger)):
        seen, ledger.next_wanted = len(ledger.changes), False
        await _go_on(ledger)
        await _done(ledger)


async def _done(ledger: Ledger) -> None:
    """Calls `on_done` for the changes that it has not been called for, also for those that it brings itself."""
    for _ in range(MOST_ROUNDS):
        if not (new := ledger.take_new()):
            return
        await ledger.rules.on_done(ledger, new)


async def _go_on(ledger: Ledger) -> None:
    """Begins the next turn as `next` does; does nothing if the rules refuse."""
    try:
        await ledger.rules.advance(ledger)
    except Lapsed as reason:
        ledger.remark(f"Nothing happens: {reason}.")
    except Refused:
        pass  # nobody is left whose turn could begin


def _may_go_on(ledger: Ledger) -> bool:
    """True if the command wants the next turn, it is nobody's, and somebody of this round may act.

    Where only those are left who wait, nobody's turn begins: the referee may want one of them back.
    """
    return ledger.next_wanted and ledger.encounter.turn is None and bool(ledger.rules.may_act(ledger.encounter))


_OF_FIGURE = (StandingSet, TrackChanged, TrackBounded)


def _touched(changes: Iterable[Change]) -> tuple[Tag, ...]:
    """Tags of bearers that joined, or whose standing or tracks changed; each once, in order."""
    found: dict[Tag, None] = {}
    for _, event, _ in changes:
        if isinstance(event, Joined):
            found[event.bearer.tag] = None
        elif isinstance(event, _OF_FIGURE):
            found[event.tag] = None
    return tuple(found)


def _cut_short(ledger: Ledger, seen: int) -> bool:
    """True if the last turn in the events, but for so many that were seen, ended because its figure, or the last of its
    group, fell, and no turn or phase has begun since.

    The referee's removing of a figure ends its turn first.
    """
    if ledger.encounter.turn is not None:  # it has begun since
        return False
    ended: Tag | None = None
    removed: set[Tag] = set()
    events = reversed(ledger.events[seen:])
    for event in takewhile(lambda event: not isinstance(event, TurnBegan | PhaseBegan), events):
        if isinstance(event, TurnEnded):
            ended = event.who
            if ended in removed:
                return True
        elif isinstance(event, StandingSet) and event.hand and event.standing == AWAY.name and ended is None:
            removed.add(event.tag)
        elif isinstance(event, StandingSet) and ended is not None and event.tag in ledger.encounter.acting_as(ended):
            return not ledger.rules.standing(event.standing).turn
        elif ended is not None and not isinstance(event, _BETWEEN):
            return False
    return False
