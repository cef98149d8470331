"""Harm: damage as a figure takes it, after saves, immunity, reduction and resistance.

Used by every source of damage, the referee's hand among them.
Gives what is lost of which track, and what follows as a track comes to its end.
"""

from collections.abc import Sequence
from dataclasses import replace

from referee.engine.ask import Lapsed
from referee.engine.bearer import Tag, Track
from referee.engine.encounter import Encounter
from referee.engine.event import TrackChanged
from referee.engine.harm import Harm
from referee.engine.ledger import Ledger
from referee.engine.term import Term, Terms
from referee.rules.open_table.amounts.evaluation import divided, holds
from referee.rules.open_table.effects import effects
from referee.rules.open_table.effects.rules import Event
from referee.rules.open_table.figures.rules import TrackRule
from referee.rules.open_table.game import Game, NameScope, Part, spared_types


async def harm(game: Game, ledger: Ledger, who: Tag, amount: int) -> None:
    """Deals damage of no type."""
    await typed_harm(game, ledger, who, Harm(amount))


async def typed_harm(game: Game, ledger: Ledger, who: Tag, harm: Harm) -> None:
    """Deals damage as the referee says it, with its type and who did it."""
    source = harm.source or ""
    look = NameScope(game, ledger.encounter, own=who, target=who, actor=source, by=source)
    look = replace(look, terms={"outcome": harm.outcome})
    await deal(game, ledger, who, [Part(harm.amount, harm.type)], look, ())


async def deal(
    game: Game, ledger: Ledger, who: Tag, parts: Sequence[Part], look: NameScope, cites: tuple[str, ...]
) -> None:
    """Deals damage of one source: each part reckoned alone, then taken at once, then what follows."""
    health = game.file(ledger.encounter).health
    if health is None or effects.track_of(ledger, who, health.name) is None:
        called = health.label if health is not None else "health"
        raise Lapsed(f"{ledger.encounter.name(who)} has no {called}")
    stood = ledger.encounter.figures[who].standing
    reckoned = _reckon(game, ledger.encounter, who, parts)
    damage = sum(term.value for term in reckoned)
    cites = tuple(dict.fromkeys((*cites, *_damage_cites(game, ledger.encounter), *health.cites)))
    left = _before(game, ledger, who, health, damage, cites)
    track = effects.track_of(ledger, who, health.name)
    assert track is not None
    room = track.most - track.now if health.counts_up and track.most is not None else track.now
    excess = max(0, left - max(0, room))
    if left or not damage:
        by = left if health.counts_up else -left
        source = look.actor or None
        terms = reckoned if len(reckoned) > 1 else ()
        ledger.record(TrackChanged(tag=who, track=health.name, by=by, source=source, terms=terms, cites=cites))
    after = replace(look.at(ledger.encounter), own=who, target=who)
    terms_known = {**look.terms, "damage": damage, "lost": left, "excess": excess}
    after = replace(after, terms=terms_known)
    before = track
    await ended(game, ledger, who, health.name, before.now, after)
    if damage:
        await game.happen(game, ledger, who, Event("damaged"), replace(after, stood=stood))
        if ledger.able(who) and _crosses_half(health, before, ledger.encounter.of(who).tracks[health.name]):
            await game.happen(game, ledger, who, Event("at half"), after)


def _damage_cites(game: Game, encounter: Encounter) -> tuple[str, ...]:
    damage = game.file(encounter).damage
    return damage.cites if damage.types else ()


def _before(game: Game, ledger: Ledger, who: Tag, health: TrackRule, damage: int, cites: tuple[str, ...]) -> int:
    """Other tracks, such as temporary points, lose it first; what is left."""
    for name in health.before:
        track = effects.track_of(ledger, who, name)
        taken = min(damage, track.now) if track is not None else 0
        if taken > 0:
            own = game.file(ledger.encounter).tracks[name].cites
            ledger.record(TrackChanged(tag=who, track=name, by=-taken, cites=tuple(dict.fromkeys((*own, *cites)))))
            damage -= taken
    return damage


def _crosses_half(rule: TrackRule, was: Track, now: Track) -> bool:
    """True if health has gone below half of its bound with this."""
    if was.most is None:
        return False
    half = was.most // 2
    return was.now <= half < now.now if rule.counts_up else now.now <= half < was.now


# -------------------------------------------------------------------- what of it a figure is spared


def _reckon(game: Game, encounter: Encounter, who: Tag, parts: Sequence[Part]) -> Terms:
    """Each part after immunity, reduction, resistance (half) and vulnerability (twice), in this order."""
    rule = game.file(encounter).damage
    look = NameScope(game, encounter, own=who)
    reduction = look.number(rule.reduce) if rule.reduce is not None else 0
    immune, resists, vulnerable = spared_types(game, encounter, who)
    out: list[Term] = []
    for part in parts:
        n = 0 if _meets(part.type, immune) else max(0, part.amount)
        off = min(n, reduction)
        reduction -= off
        n -= off
        if _meets(part.type, resists):
            n = divided(n, 2, game.default.about.rounding)
        if _meets(part.type, vulnerable):
            n *= 2
        n = max(rule.least, n) if n else n
        out += part.terms or (Term(part.type or "damage", part.amount),)
        if n != part.amount:
            out.append(Term(f"{part.type or 'damage'} reduced", n - part.amount))
    return tuple(out)


def _meets(kind: str, types: frozenset[str]) -> bool:
    """True if damage of that type is among these; damage without a type meets `all` only."""
    return "all" in types or (bool(kind) and kind in types)


# -------------------------------------------------------------------- the end of a track, and healing


async def ended(game: Game, ledger: Ledger, who: Tag, name: str, was: int, look: NameScope) -> None:
    """A track has come to its end with this change: the first row of the file whose comparison holds happens.

    Health that is no longer at its end is healed.
    """
    rule, track = game.file(ledger.encounter).tracks.get(name), effects.track_of(ledger, who, name)
    if rule is None or track is None:
        return
    was_ended, is_ended = effects.at_end(rule, track.model_copy(update={"now": was})), effects.at_end(rule, track)
    if is_ended and not was_ended:
        await _come_to_end(game, ledger, who, rule, look)
    elif was_ended and not is_ended and rule.health:
        await healed(game, ledger, who)


async def _come_to_end(game: Game, ledger: Ledger, who: Tag, rule: TrackRule, look: NameScope) -> None:
    look = replace(look.at(ledger.encounter), own=who, terms={"damage": 0, "lost": 0, "excess": 0, **look.terms})
    able = ledger.able(who)
    for row in rule.at_end:
        if row.when is None or holds(row.when, look):
            cause = effects.Cause(rule.name, source=look.actor or None, cites=rule.cites)
            await effects.apply(game, ledger, row.effect, look, who, cause)
            break
    if able and not ledger.able(who):
        await game.happen(game, ledger, who, Event("falls"), look.at(ledger.encounter))


async def heal(game: Game, ledger: Ledger, who: Tag, amount: int) -> None:
    """Heals a figure, with all that follows."""
    health = game.file(ledger.encounter).health
    track = effects.track_of(ledger, who, health.name) if health is not None else None
    if health is None or track is None:
        called = health.label if health is not None else "health"
        raise Lapsed(f"{ledger.encounter.name(who)} has no {called}")
    standing = game.file(ledger.encounter).standings.get(ledger.encounter.figures[who].standing)
    if standing is not None and not standing.heals:
        ledger.remark(f"{ledger.encounter.name(who)} is {standing.name}: healing does nothing", *standing.cites)
        return
    by = -amount if health.counts_up else amount
    ledger.record(TrackChanged(tag=who, track=health.name, by=by, cites=health.cites))
    await healed(game, ledger, who)


async def healed(game: Game, ledger: Ledger, who: Tag) -> None:
    """What follows once a figure has health again."""
    health = game.file(ledger.encounter).health
    track = effects.track_of(ledger, who, health.name) if health is not None else None
    if health is not None and track is not None and not effects.at_end(health, track):
        await game.happen(game, ledger, who, Event("healed"), NameScope(game, ledger.encounter, own=who, target=who))


async def fall(game: Game, ledger: Ledger, who: Tag) -> None:
    """A figure has a track at its end that the referee has set so."""
    for rule in game.file(ledger.encounter).tracks.values():
        track = effects.track_of(ledger, who, rule.name)
        if (rule.health or rule.counts_up) and track is not None and effects.at_end(rule, track):
            look = NameScope(game, ledger.encounter, own=who, target=who)
            await _come_to_end(game, ledger, who, rule, look)
