"""Effects: what an act, an event, a condition or the end of a track does to one figure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.engine.bearer import Tag
from referee.engine.event import StandingSet
from referee.engine.ledger import Ledger
from referee.engine.question_base import REFEREE
from referee.rules.open_table import conditions, tracks
from referee.rules.open_table.amounts import Throw, known, thrown
from referee.rules.open_table.game import Game, Part
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.tables.effect import Bring, Change, DamagePart, Effect


@dataclass(frozen=True)
class Cause:
    """Where an effect comes from."""

    what: str
    """In a word, for the keys of questions: the action, the event, the track."""
    by: str = REFEREE
    """Who throws its dice."""
    source: Tag | None = None
    cites: tuple[str, ...] = ()


async def apply(
    game: Game, ledger: Ledger, effect: Effect, look: Lookup, who: Tag, cause: Cause, parts: Sequence[Part] = ()
) -> None:
    """An effect upon a figure, in the order in which the file lists it. `parts`: damage that is thrown already."""
    look = replace(look, target=who)
    if effect.damage and not parts:
        parts = await thrown_parts(game, ledger, effect.damage, look, cause)
    if parts:
        await game.deal(game, ledger, who, parts, look, cause.cites)
    if effect.heal is not None:
        how = Throw(f"heal {who}", f"{ledger.encounter.name(who)} regains", cause.by, cause.cites)
        got = await thrown(game, ledger, effect.heal, look, how)
        await ledger.rules.heal(ledger, who, got.total)
    for track, change in effect.change.items():
        await _change(game, ledger, who, track, change, look, cause)
    await bring_all(game, ledger, effect.brings, look, who, cause)
    for condition in effect.lifts:
        ledger.lift(who, condition, *cause.cites)
    for condition in effect.lowers:
        conditions.lower(ledger, who, condition, *cause.cites)
    if effect.becomes:
        become(ledger, who, effect.becomes, *cause.cites)
    if effect.tell:
        ledger.remark(f"{ledger.encounter.name(who)}: {effect.tell}", *cause.cites)


async def bring_all(game: Game, ledger: Ledger, brings: Sequence[Bring], look: Lookup, who: Tag, cause: Cause) -> None:
    """Conditions come upon a figure, or upon whoever acts."""
    for bring in brings:
        to = look.actor if bring.to_self else who
        if await conditions.brought(game, ledger, to, bring, look.at(ledger.encounter), cause.source, cause.cites):
            await condition_came(game, ledger, to, bring.condition)


async def condition_came(game: Game, ledger: Ledger, who: Tag, kind: str) -> None:
    """What follows when a condition has come, by the rules or by hand; also what its highest level brings."""
    await conditions.gained(game, ledger, who, kind)
    rule = game.file(ledger.encounter).conditions.get(kind)
    there = sum(lying.value for lying in ledger.encounter.of(who).conditions if lying.kind == kind)
    if rule is not None and rule.at_most and there >= rule.most:
        look = Lookup(game, ledger.encounter, own=who, target=who, actor=who)
        await apply(game, ledger, rule.at_most, look, who, Cause(rule.name, by=who, cites=rule.cites))


def become(ledger: Ledger, who: Tag, standing: str, *cites: str) -> None:
    """A figure stands otherwise, unless it does already."""
    figure = ledger.encounter.figures.get(who)
    if figure is not None and figure.standing != standing:
        ledger.record(StandingSet(tag=who, standing=standing, cites=cites))


async def thrown_parts(
    game: Game, ledger: Ledger, damage: Sequence[DamagePart], look: Lookup, cause: Cause, how: Throw | None = None
) -> list[Part]:
    """The parts of a damage, each thrown."""
    parts: list[Part] = []
    for n, part in enumerate(damage):
        number = f" {n + 1}" if n else ""
        base = how or Throw(f"damage {look.actor or look.own}", "Damage", cause.by, cause.cites)
        key = " ".join(filter(None, (base.key, part.type))) + number
        put = replace(base, key=key, prompt=" ".join(filter(None, (base.prompt, part.type))))
        came = await thrown(game, ledger, part.amount, look, put)
        parts.append(Part(came.total, part.type, came.terms))
    return parts


async def _change(game: Game, ledger: Ledger, who: Tag, name: str, change: Change, look: Lookup, cause: Cause) -> None:
    """One track goes up or down, or to a value."""
    was = track.now if (track := tracks.track_of(ledger, who, name)) is not None else 0
    match change.how:
        case "full":
            tracks.fill(ledger, who, name, *cause.cites)
        case "empty":
            tracks.empty(ledger, who, name, *cause.cites)
        case _:
            look = await known(game, ledger, (change.amount,), look)
            how = Throw(f"{name} {who}", f"{ledger.encounter.name(who)}: {name}", cause.by, cause.cites)
            came = await thrown(game, ledger, change.amount, look, how)
            n = -came.total if change.how == "-" else came.total
            if change.how == "=":
                tracks.put(ledger, who, name, came.total, *cause.cites)
            else:
                await tracks.grant(game, ledger, who, name, n, *cause.cites)
    await game.ended(game, ledger, who, name, was, look)
