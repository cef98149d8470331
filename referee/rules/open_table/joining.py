"""Joining: what a figure gets from the file as it comes to the table, and with whom it came."""

from referee.engine.bearer import Figure, Tag
from referee.engine.event import Joined, TrackBounded, TrackChanged
from referee.engine.ledger import Ledger
from referee.rules.open_table import tracks
from referee.rules.open_table.amounts import Throw, known, thrown
from referee.rules.open_table.expression import Node
from referee.rules.open_table.game import Game
from referee.rules.open_table.kinds import USES, rule_of_thing, starts
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.order.late import take_place
from referee.rules.open_table.order.units import BATCH, family
from referee.rules.open_table.tables.moment import Event


async def joined(game: Game, ledger: Ledger, who: Tag) -> None:
    """A figure has come to the table, perhaps in the middle of a fight."""
    _with_others(ledger, who)
    await _reckon_tracks(game, ledger, who)
    await _reckon_uses(game, ledger, who)
    tracks.bounded(game, ledger, who)
    if ledger.encounter.round:
        await take_place(game, ledger, who)
    await game.happen(game, ledger, who, Event("joins"), Lookup(game, ledger.encounter, own=who, target=who))


def _with_others(ledger: Ledger, who: Tag) -> None:
    """Those of one name that one order adds have come together."""
    figure = ledger.encounter.figures[who]
    came = [event.bearer for event in ledger.events if isinstance(event, Joined)]
    alike = [other for other in came if isinstance(other, Figure) and _alike(other, figure)]
    if len(alike) > 1 and alike[0].tag != who:
        ledger.record(BATCH.set(who, alike[0].tag))


def _alike(one: Figure, other: Figure) -> bool:
    return (one.kind, family(one)) == (other.kind, family(other)) and family(one) != one.name


# -------------------------------------------------------------------- what is thrown or reckoned as it joins


async def _reckon_tracks(game: Game, ledger: Ledger, who: Tag) -> None:
    """The tracks that are more than a plain number, unless the referee has said how they stand: 2d6, 10 + {con}."""
    file = game.file(ledger.encounter)
    for name, (start, most) in starts(file, ledger.encounter.figures[who].kind).items():
        if name not in ledger.encounter.of(who).tracks:
            await _begin_track(game, ledger, who, who, name, (start, most), file.tracks[name].label)


async def _reckon_uses(game: Game, ledger: Ledger, who: Tag) -> None:
    """How often its things can be used, where that depends on who has them."""
    for tag in (tag for pile in ledger.encounter.figures[who].piles.values() for tag in pile):
        thing = ledger.encounter.things.get(tag)
        rule = rule_of_thing(game.file(ledger.encounter), thing) if thing is not None else None
        if thing is not None and rule is not None and rule.uses is not None and USES.name not in thing.tracks:
            await _begin_track(game, ledger, who, tag, USES.name, (rule.uses, None), rule.title)


async def _begin_track(
    game: Game, ledger: Ledger, who: Tag, bearer: Tag, name: str, amounts: tuple[Node, Node | None], label: str
) -> None:
    """A track of a figure, or of a thing that it has, begins at the first amount and is bounded by the second."""
    start, bound = amounts
    look = Lookup(game, ledger.encounter, own=who, target=who, actor=who)
    how = Throw(f"{name} {bearer}", f"{ledger.encounter.name(who)}: {label}", who)
    now = (await thrown(game, ledger, start, look, how)).total
    if bound is None:
        most = now
    else:
        look = await known(game, ledger, (bound,), look)
        most = look.number(bound)
    ledger.record(TrackBounded(tag=bearer, track=name, most=most))
    if now:
        ledger.record(TrackChanged(tag=bearer, track=name, by=min(now, most)))
