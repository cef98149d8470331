"""Harm: damage as a figure takes it, after saves, immunity, reduction and resistance.

Used by every source of damage, the referee's hand among them.
Gives what is lost of which track, and what follows as a track comes to its end.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from referee.engine.events.event import Term, Terms, TrackChanged
from referee.engine.questions.ask import Lapsed
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track, Value
from referee.engine.verbs.ledger import Harm
from referee.rules.open_table.language.effect_notation import UNLESS, Event, Part, by_type
from referee.rules.open_table.language.effects import HEALING
from referee.rules.open_table.language.rounding import divided
from referee.rules.open_table.language.tracks import TrackRule
from referee.rules.open_table.play.amounts.evaluation import holds
from referee.rules.open_table.play.effects import effects
from referee.rules.open_table.play.figures import tracks
from referee.rules.open_table.play.game import Game, NameScope, Play, modifiers


async def harm(play: Play, who: Tag, amount: int) -> None:
    """Deals damage of no type."""
    await typed_harm(play, who, Harm(amount))


async def typed_harm(play: Play, who: Tag, harm: Harm) -> None:
    """Deals damage as the referee says it, with its type and who did it."""
    source = harm.source or ""
    look = play.names(own=who, target=who, actor=source, by=source)
    look = replace(look, terms={"outcome": harm.outcome})
    await deal(play, who, [Part(harm.amount, harm.type)], look, ())


async def deal(
    play: Play, who: Tag, parts: Sequence[Part], look: NameScope, cites: tuple[str, ...]
) -> Mapping[str, Value]:
    """Deals damage of one source: each type reckoned alone, then taken at once, then what follows.

    Gives what {dealt.x} is from then on.
    """
    parts = by_type(parts)
    health, _ = _health(play, who)
    stood = play.encounter.figures[who].standing
    reckoned, dealt = _reckon(play.game, play.encounter, who, parts, _spare(play, who))
    damage = dealt["dealt all"]
    rule = play.file.damage
    cites = tuple(dict.fromkeys((*cites, *(rule.cites if rule.types else ()), *health.cites)))
    stood_before = {name: now for name in health.before if (now := tracks.left(play.ledger, who, name))}
    left = _before(play, who, health, damage, look.actor or None, cites)
    _, track = _health(play, who)
    excess = max(0, left - max(0, _room(health, track)))
    absorbed = _absorbed(play, who, parts)
    if left or not (damage or absorbed):
        types = tuple(dict.fromkeys(part.type for part in parts if part.type and part.amount))
        harmful = tuple(kind for kind in types if dealt[f"dealt {kind}"])  # what did no harm is not told
        terms = reckoned if len(reckoned) > 1 else ()
        by, source = left if health.counts_up else -left, look.actor or None
        lost = TrackChanged(tag=who, track=health.name, by=by, source=source, terms=terms, cites=cites)
        play.ledger.record(replace(lost, types=harmful or types))
    terms_known = {"outcome": "", **look.terms, "damage": damage, "lost": left, "excess": excess, **dealt}
    after = replace(look.at(play.encounter), own=who, target=who, terms=terms_known)
    await ended(play, who, health.name, track.now, after)
    for name, was in stood_before.items():
        await ended(play, who, name, was, after)
    if absorbed:
        play.ledger.remark(f"{play.encounter.name(who)} absorbs {' and '.join(sorted(absorbed))}")
        await heal(play, who, sum(part.amount for part in parts if part.type in absorbed))
    if damage:
        await play.game.happen(play, who, Event("damaged"), replace(after, stood=stood))
        if play.ledger.able(who) and _crosses_half(health, track, play.encounter.of(who).tracks[health.name]):
            await play.game.happen(play, who, Event("at half"), after)
    return dealt


def _absorbed(play: Play, who: Tag, parts: Sequence[Part]) -> set[str]:
    """The types among these parts that a figure absorbs."""
    rows = modifiers(play.game, play.encounter, who, "absorbs")
    absorbs = {kind for _, row, _ in rows for kind in row.absorbs}
    return absorbs & {part.type for part in parts if part.amount}


def _health(play: Play, who: Tag) -> tuple[TrackRule, Track]:
    """What the file says of the health of a figure, and how it stands. Lapsed if it has none."""
    health = play.file.health
    track = tracks.track_of(play.ledger, who, health.name) if health is not None else None
    if health is None or track is None:
        raise Lapsed(f"{play.encounter.name(who)} has no {health.label if health is not None else 'health'}")
    return health, track


def _room(health: TrackRule, track: Track) -> int:
    """How much harm brings health to its end."""
    return track.most - track.now if health.counts_up and track.most is not None else track.now


def _spare(play: Play, who: Tag) -> int:
    """How much harm a figure can take before it is at its end, what it loses before its health included."""
    health, track = _health(play, who)
    return _room(health, track) + sum(tracks.left(play.ledger, who, name) for name in health.before)


def _before(play: Play, who: Tag, health: TrackRule, damage: int, source: Tag | None, cites: tuple[str, ...]) -> int:
    """Other tracks, such as temporary points, lose it first; what is left. source: who deals it."""
    for name in health.before:
        if (taken := min(damage, tracks.left(play.ledger, who, name))) > 0:
            clauses = tuple(dict.fromkeys((*play.file.tracks[name].cites, *cites)))
            play.ledger.record(TrackChanged(tag=who, track=name, by=-taken, source=source, cites=clauses))
            damage -= taken
    return damage


def _crosses_half(rule: TrackRule, was: Track, now: Track) -> bool:
    """True if health has gone below half of its bound with this."""
    if was.most is None:
        return False
    half = was.most // 2
    return was.now <= half < now.now if rule.counts_up else now.now <= half < was.now


# -------------------------------------------------------------------- what of it a figure is spared


def spared_types(game: Game, encounter: Encounter, who: Tag) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The types of damage that a figure is immune to, resists, and is vulnerable to."""
    rule = game.file(encounter).damage
    look = NameScope(game, encounter, own=who)
    found: list[set[str]] = [set(), set(), set()]
    for types, trait in zip(found, (rule.immune, rule.resists, rule.vulnerable), strict=True):
        value = look.trait(who, trait) if trait else ()
        types |= set(value) if isinstance(value, tuple) else set()
    for _, modifier, _ in modifiers(game, encounter, who):
        none = (*modifier.immune, *modifier.absorbs)
        for types, more in zip(found, (none, modifier.resists, modifier.vulnerable), strict=True):
            types |= set(more)
    immune, resists, vulnerable = map(frozenset, found)
    return immune, resists, vulnerable


def _reckon(
    game: Game, encounter: Encounter, who: Tag, parts: Sequence[Part], room: int = 0
) -> tuple[Terms, dict[str, int]]:
    """Each part after immunity, reduction, resistance (half) and vulnerability (twice), in this order; and the damage
    of each type, and of all, as {dealt.x} names it. Parts that spare some health leave it, unless it is gone already.

    room: how much harm the figure can take."""
    rule = game.file(encounter).damage
    look = NameScope(game, encounter, own=who)
    reduction = look.number(rule.reduce) if rule.reduce is not None else 0
    immune, resists, vulnerable = spared_types(game, encounter, who)
    out: list[Term] = []
    dealt = {"dealt all": 0}
    for part in parts:
        n = 0 if _meets(part, immune) else max(0, part.amount)
        off = min(n, reduction)
        reduction -= off
        n -= off
        if _meets(part, resists):
            n = divided(n, 2, game.default.about.rounding)
        if _meets(part, vulnerable):
            n *= 2
        n = max(rule.least, n) if n else n
        out += part.terms or (Term(part.type or "damage", part.amount),)
        if n != part.amount:
            out.append(Term(_why(part, n, (immune, resists, vulnerable), _TERM), n - part.amount))
        if part.spares and room > 0 and n > (most := max(0, room - dealt["dealt all"] - part.spares)):
            out.append(Term(f"leaves {part.spares}", most - n))
            n = most
        for name in ("dealt all", f"dealt {part.type}"):
            dealt[name] = dealt.get(name, 0) + n
    return tuple(out), dealt


def spared(game: Game, encounter: Encounter, who: Tag, amount: int, kind: str) -> str:
    """Why a figure takes more or less of that damage, and how much: `resists fire: 4`; empty if it takes just that."""
    part = Part(amount, kind)
    taken = _reckon(game, encounter, who, [part])[1]["dealt all"]
    if taken == amount:
        return ""
    return f"{_why(part, taken, spared_types(game, encounter, who), _SENTENCE)}: {taken}"


_TERM = ("immune to", "resists", "vulnerable to", "reduced")
_SENTENCE = ("is immune to", "resists", "is vulnerable to", "takes less")
"""Words for immunity, resistance, vulnerability, and for none of them."""


def _why(part: Part, left: int, spared: Sequence[frozenset[str]], words: Sequence[str]) -> str:
    """Why damage of a type is more or less, in these words: `immune to fire`, `resists fire`, `reduced`."""
    met = (word for word, types in zip(words, spared, strict=False) if _meets(part, types))
    reasons = [f"{word} {part.type or 'all damage'}" for word in met]
    return " and ".join(reasons if left else reasons[:1]) or words[-1]


def _meets(part: Part, types: frozenset[str]) -> bool:
    """True if damage of that type is among these; damage without a type meets `all` only.

    One of these may be `slashing unless magical or silvered`: not met by what has such a quality.
    """
    if "all" in types or (part.type and part.type in types):
        return True
    for said in types:
        kind, unless, qualities = said.partition(UNLESS)
        if unless and kind in ("all", part.type) and part.qualities.isdisjoint(qualities.split()):
            return True
    return False


# -------------------------------------------------------------------- the end of a track, and healing


async def ended(play: Play, who: Tag, name: str, was: int, look: NameScope) -> None:
    """A track has come to its end with this change: the first row of the file whose comparison holds happens; once
    more, if health that is at its end has no maximum any more.

    Health that is no longer at its end is healed.
    """
    rule, track = play.file.tracks.get(name), tracks.track_of(play.ledger, who, name)
    if rule is None or track is None:
        return
    was_ended, is_ended = tracks.at_end(rule, replace(track, now=was)), tracks.at_end(rule, track)
    figure = play.encounter.figures.get(who)
    standing = play.file.standings.get(figure.standing) if figure is not None else None
    is_void = rule.health and not track.most and standing is not None and not standing.spent
    if is_ended and (not was_ended or is_void):
        await _come_to_end(play, who, rule, look)
    elif was_ended and not is_ended and rule.health:
        await healed(play, who)


async def _come_to_end(play: Play, who: Tag, rule: TrackRule, look: NameScope) -> None:
    look = replace(look.at(play.encounter), own=who, terms={"damage": 0, "lost": 0, "excess": 0, **look.terms})
    able = play.ledger.able(who)
    if rule.health and able:
        await play.game.happen(play, who, Event("would fall"), look)
        track = tracks.track_of(play.ledger, who, rule.name)
        if track is not None and not (tracks.at_end(rule, track) and play.ledger.able(who)):
            return
        look = look.at(play.encounter)
    for row in rule.at_end:
        if row.when is None or holds(row.when, look):
            cause = effects.Cause(rule.name, by=who, source=look.actor or None, cites=rule.cites)
            await effects.apply(play, row.effect, look, who, cause)
            break
    if able and not play.ledger.able(who):
        await play.game.happen(play, who, Event("falls"), look.at(play.encounter))
        by = play.encounter.figures.get(look.actor)
        if by is not None and by.side != play.encounter.figures[who].side:
            await play.game.happen(play, by.tag, Event("fells"), look.at(play.encounter))


async def heal(play: Play, who: Tag, amount: int, terms: Terms = (), source: Tag | None = None) -> None:
    """Heals a figure, with all that follows.

    terms: the sum that it was reckoned from; source: who heals it.
    """
    health, _ = _health(play, who)
    standing = play.file.standings.get(play.encounter.figures[who].standing)
    if standing is not None and not standing.heals:
        play.ledger.remark(f"{play.encounter.name(who)} is {standing.name} and cannot be healed", *standing.cites)
        return
    for lying, row, _ in modifiers(play.game, play.encounter, who, "bars"):
        if HEALING in row.bars:
            play.ledger.remark(f"{play.encounter.name(who)} cannot regain {health.label} ({lying.label})", *lying.cites)
            return
    by = -amount if health.counts_up else amount
    sum_of = terms if len(terms) > 1 else ()
    play.ledger.record(TrackChanged(tag=who, track=health.name, by=by, terms=sum_of, source=source, cites=health.cites))
    await healed(play, who)


async def healed(play: Play, who: Tag) -> None:
    """What follows once a figure has health again."""
    health = play.file.health
    track = tracks.track_of(play.ledger, who, health.name) if health is not None else None
    if health is not None and track is not None and not tracks.at_end(health, track):
        await play.game.happen(play, who, Event("healed"), play.names(own=who, target=who))


async def fall(play: Play, who: Tag) -> None:
    """A figure has a track at its end that the referee has set so."""
    for rule in play.file.tracks.values():
        track = tracks.track_of(play.ledger, who, rule.name)
        if (rule.health or rule.counts_up) and track is not None and tracks.at_end(rule, track):
            await _come_to_end(play, who, rule, play.names(own=who, target=who))
