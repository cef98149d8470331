"""Aftermath: what follows, once a command is done, from conditions that have ended and sides that have lost half."""

from collections.abc import Iterable, Iterator, Sequence

from referee.engine.bearer import Tag
from referee.engine.change import Change
from referee.engine.encounter import Encounter
from referee.engine.event import ConditionEnded, StandingSet, TraitSet
from referee.engine.ledger import Ledger
from referee.rules.open_table.game import Game
from referee.rules.open_table.kinds import ENTRY
from referee.rules.open_table.lookup import Lookup, conditions_in
from referee.rules.open_table.tables.moment import Event

LOSES, SIDE_AT_HALF = "loses", "side at half"


async def after_command(game: Game, ledger: Ledger, changes: Sequence[Change]) -> None:
    """Settles the events "loses CONDITION" and "side at half", and ends traits with the condition that they go with."""
    for who, kind in list(_lost(game, changes)):
        for trait in game.file(ledger.encounter).traits.values():
            if trait.condition == kind and trait.name in ledger.encounter.of(who).traits:
                ledger.record(TraitSet(tag=who, trait=trait.name, value=None, cites=trait.cites))
        await _happen(game, ledger, who, Event(LOSES, condition=kind))
    for side in _at_half(ledger, changes):
        for tag in [f.tag for f in ledger.encounter.figures.values() if f.side == side and ledger.able(f.tag)]:
            if ledger.able(tag):
                await _happen(game, ledger, tag, Event(SIDE_AT_HALF))


async def _happen(game: Game, ledger: Ledger, who: Tag, event: Event) -> None:
    if any(rule.event.kind == event.kind for rule in game.file(ledger.encounter).events):
        await game.happen(game, ledger, who, event, Lookup(game, ledger.encounter, own=who, target=who))


def _lost(game: Game, changes: Iterable[Change]) -> Iterator[tuple[Tag, str]]:
    """Who has a condition of that name no more, neither by itself nor within another."""
    for before, event, after in changes:
        if isinstance(event, ConditionEnded) and event.tag in after.figures:
            kind = next(there.kind for there in before.of(event.tag).conditions if there.id == event.id)
            look = Lookup(game, after, own=event.tag)
            for name in sorted(conditions_in(game.file(after), kind)):
                if not look.has(event.tag, name):
                    yield event.tag, name


def _at_half(ledger: Ledger, changes: Iterable[Change]) -> list[str]:
    """The sides of which only half can act now, and more could before."""
    sides: dict[str, None] = {}
    for before, event, after in changes:
        if isinstance(event, StandingSet):
            side = after.figures[event.tag].side
            if _is_above_half(ledger, before, side) and not _is_above_half(ledger, after, side):
                sides[side] = None
    return list(sides)


def _is_above_half(ledger: Ledger, encounter: Encounter, side: str) -> bool:
    own = [f.tag for f in encounter.figures.values() if f.side == side and f.standing != ENTRY.name]
    return 2 * sum(ledger.rules.able(encounter, tag) for tag in own) > len(own)
