"""What follows from a command, whichever it was: the spent fall, and the turn of one that fell goes on to the next."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from referee.engine.ask import Lapsed
from referee.engine.bearer import Tag
from referee.engine.each import for_each
from referee.engine.event import (
    ConditionEnded,
    ConditionTicked,
    Event,
    FigurePlaced,
    Joined,
    PhaseBegan,
    StandingSet,
    TrackBounded,
    TrackChanged,
    TurnBegan,
    TurnEnded,
)
from referee.engine.ledger import Ledger
from referee.engine.problem import Refused
from referee.engine.ruleset import Ruleset

_BETWEEN = ConditionTicked | ConditionEnded | FigurePlaced
"""What may stand between a fall and the end of the turn that it cuts short."""


async def follow_up(ledger: Ledger, inner: bool) -> None:
    """Who is up with nothing left falls; who fell in its own turn is followed by the next, as `next` would do it.

    A command that interrupted another one (`inner`) leaves the order to that one: it is in the middle of it.
    """

    async def fall(tag: Tag) -> None:
        if ledger.rules.up(ledger.encounter, tag) and ledger.rules.spent(ledger.encounter, tag):
            await ledger.rules.fall(ledger, tag)

    await for_each(ledger, _touched(ledger.events), fall)
    ledger.hand = False
    seen = 0
    while not inner and _cut_short(ledger.rules, ledger.events[seen:]):
        seen = len(ledger.events)
        await _go_on(ledger)


async def _go_on(ledger: Ledger) -> None:
    """The turn after one that ended by a fall begins, if the rules have one."""
    try:
        await ledger.rules.advance(ledger)
    except Lapsed as reason:
        ledger.told(f"It comes to nothing: {reason}.")
    except Refused:
        pass  # nobody is left whose turn could begin


def _touched(events: Iterable[Event]) -> tuple[Tag, ...]:
    """Whose standing or numbers a command has changed, or who came by it."""
    found: dict[Tag, None] = {}
    for event in events:
        if isinstance(event, Joined):
            found[event.bearer.tag] = None
        elif isinstance(event, StandingSet | TrackChanged | TrackBounded):
            found[event.tag] = None
    return tuple(found)


def _cut_short(rules: Ruleset, events: Sequence[Event]) -> bool:
    """Did the last turn in these events end by a fall, with nothing begun since?"""
    ended: Tag | None = None
    for event in takewhile(lambda event: not isinstance(event, TurnBegan | PhaseBegan), reversed(events)):
        if isinstance(event, TurnEnded):
            ended = event.who
        elif isinstance(event, StandingSet) and event.tag == ended:
            return not rules.standing(event.standing).turn
        elif ended is not None and not isinstance(event, _BETWEEN):
            return False
    return False
