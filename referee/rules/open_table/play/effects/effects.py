"""Effects upon figures: damage that is thrown, tracks that change, conditions that come and go, standings.

Used by acts, event rules, tracks that come to their end, conditions and rests.
Gives coroutines that record what happens, each with its clauses.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Literal
from weakref import WeakKeyDictionary

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.contract.kinds import TraitKind
from referee.engine.events.event import StandingSet, TrackBounded, TrackChanged
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import Ending as EngineEnding
from referee.engine.state.own_values import Value
from referee.engine.verbs.immunity import is_kept_off
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.language.conditions import Shape
from referee.rules.open_table.language.effect_notation import DamagePart, Ending, Event, Part, TrackEffect, in_groups
from referee.rules.open_table.language.effects import NOTHING, Bring, Effect, Escape, SaveEnds
from referee.rules.open_table.language.expression import Node, Unknown
from referee.rules.open_table.language.tracks import TrackRule
from referee.rules.open_table.play.amounts.evaluation import at_highest, holds, holds_surely
from referee.rules.open_table.play.amounts.throwing import Throw, known, thrown, thrown_together
from referee.rules.open_table.play.dice_tests.modifiers import lent_rows
from referee.rules.open_table.play.figures.kinds import until_of
from referee.rules.open_table.play.figures.tracks import fill, left, put, track_of
from referee.rules.open_table.play.game import NameScope, Play, modifiers
from referee.rules.open_table.play.refusals import cites_of, explained
from referee.text.lazy_pattern import pattern
from referee.text.phrases import capitalised, listed, possessive

MAXIMUM = "most."
"""What the rules keep of a maximum before it was changed, in traits, begins so."""
_GIVEN = pattern(r"\{with\.([a-z0-9_]+)\}", re.ASCII)


async def grant(play: Play, who: Tag, name: str, by: int, *cites: str) -> None:
    """A track goes up or down. What never adds up stays as it was or is new, as the file has it or the referee says."""
    rule, track = play.file.tracks.get(name), track_of(play.ledger, who, name)
    if track is None:
        play.ledger.record(TrackBounded(tag=who, track=name, most=None, cites=cites))
    elif by > 0 and track.now > 0 and rule is not None and rule.keeps != "sum":
        if rule.keeps == "highest" or not await _takes_new(play, who, rule, by):
            by = max(track.now, by) if rule.keeps == "highest" else track.now
        put(play.ledger, who, name, by, *cites)
        return
    if by:
        play.ledger.record(TrackChanged(tag=who, track=name, by=by, cites=cites))


async def _takes_new(play: Play, who: Tag, rule: TrackRule, new: int) -> bool:
    """Whether the new points take the place of the old ones; the greater is offered."""

    def build() -> Choose:
        now = left(play.ledger, who, rule.name)
        return Choose(
            key=f"{rule.name} {who}",
            prompt=f"{play.encounter.name(who)} has {now} {rule.called or rule.label}. Keep them, or take {new}?",
            options=("new", "old"),
            labels={"new": f"take {new}", "old": f"keep {now}"},
            default="new" if new >= now else "old",
            cites=rule.cites,
        )

    return (await Ask(build)).option == "new"


async def brought(play: Play, who: Tag, bring: Bring, look: NameScope, cause: "Cause") -> bool:
    """A condition comes upon a figure, unless something keeps it off; True if it has come."""
    file, by, cites = play.file, cause.source, cause.cites
    rule = file.conditions[bring.condition]
    if is_kept_off(play.ledger, who, bring.condition):
        return False
    save = bring.save_ends or rule.save_ends
    escape = bring.escape or rule.escape
    ends = [await _save_ends(play, who, escape, look)] if escape is not None else []
    for ending in (*rule.ends, *bring.ends):
        ends += _endings(ending, who, by)
    ends += [await _save_ends(play, who, save, look)] if save is not None else []
    until = until_of(play.ledger, bring.lasts or rule.lasts, who, by)
    prompt = f"{possessive(play.encounter.name(who))} level of {rule.label}"
    how = Throw(f"{rule.name} {who}", prompt, cause.by, tuple(cites))
    level = max(1, (await thrown(play, bring.level, look, how)).total)
    inner = (clause for name in file.within[rule.name] for clause in file.conditions[name].cites)
    clauses = dict.fromkeys((*cites, *rule.cites, *inner))
    does = _GIVEN.sub(lambda found: _fixed(look.given.get(found[1]), found[0]), bring.own)
    shape, over = cause.shape if rule.form is not None else None, tuple(ends)
    noted = rule.noted or bring.immune_after is not None
    note, form = (cause.using if noted else "", None) if shape is None else shape
    play.ledger.afflict(
        who, rule.name, *clauses, until=until, value=level, by=by, ends=over, note=note, own=does, form=form
    )
    return True


def _fixed(value: Value | Node | None, name: str) -> str:
    """What a value of the act is kept as; marks and words stay a name, that of what the condition meets later."""
    return name if value is None or isinstance(value, bool | str) else str(value)


def keeps_off(play: Play, who: Tag, condition: str) -> str:
    """Why a condition cannot come upon a figure, to be said behind its name, with the clauses; empty if it can."""
    file, own = play.file, play.names(own=who)
    if (rule := file.conditions.get(condition)) is None or who not in own.encounter.figures:
        return ""
    coming, said = {*file.within[condition]}, f"cannot be {rule.label.replace('_', ' ')}"
    for lying, row, _ in (*modifiers(play.game, own.encounter, who, "wards"), *lent_rows(play.game, own, who)):
        if not coming.isdisjoint(row.wards):
            return explained(f"{said} ({lying.label})", lying.cites)
    keeping = next((when for when in rule.unless if holds(when, own)), None)
    return "" if keeping is None else explained(said, (*cites_of(file, keeping), *rule.cites))


def is_in_vain(play: Play, effect: Effect, who: Tag) -> bool:
    """Would an effect bring a figure nothing but conditions that cannot come? What is only told comes about by hand."""
    rest = replace(effect, brings=(), tell="") if effect.brings else effect
    if rest != NOTHING:
        return False
    return all(not row.to_self and keeps_off(play, who, row.condition) for row in effect.brings)


def _endings(ending: Ending, who: Tag, by: Tag | None) -> list[EngineEnding]:
    """The events that end a condition, as the engine knows them."""
    of = by if ending.of == "by" else who
    return [EngineEnding(event=words, of=of) for words in ending.event.words] if of is not None else []


def usual_endings(play: Play, who: Tag, kind: str, by: Tag | None) -> tuple[EngineEnding, ...]:
    """How a condition ends beside its time, as the file has it."""
    rule = play.file.conditions.get(kind)
    if rule is None:
        return ()
    ends = [end for ending in rule.ends for end in _endings(ending, who, by)]
    if rule.save_ends is not None:
        with suppress(Unknown):
            look = play.names(own=who, target=who, by=by or "")
            ends.append(_ending_test(play, who, rule.save_ends, look.giving(rule.save_ends.values)))
    return tuple(ends)


def _ending_test(play: Play, who: Tag, save: SaveEnds | Escape, look: NameScope) -> EngineEnding:
    """The test that ends a condition of a figure, against what it comes to now."""
    against = look.number(play.file.tests[save.test].against)
    at: Literal["start", "end"] = "start" if isinstance(save, SaveEnds) and save.at == "turn start" else "end"
    if isinstance(save, Escape):
        return EngineEnding(test=save.test, against=against, at="action")
    later = save.at == "next turn end" and play.encounter.at_turn(who)
    return EngineEnding(test=save.test, against=against, at=at, after=play.encounter.round if later else 0)


async def _save_ends(play: Play, who: Tag, save: SaveEnds | Escape, look: NameScope) -> EngineEnding:
    """The test that ends a condition, with the number that it is against fixed now."""
    look = await known(play, save.values.values(), look)
    look = await known(play, (play.file.tests[save.test].against,), look.giving(save.values))
    return _ending_test(play, who, save, look)


# -------------------------------------------------------------------- what happens, and where it comes from


class Cause(Struct, frozen=True):
    """Where an effect comes from."""

    what: str
    """In a word, for the keys of questions: the action, the event, the track."""
    by: str
    """Who throws its dice: a figure, or the referee."""
    source: Tag | None = None
    cites: tuple[str, ...] = ()
    using: str = ""
    """The thing that it is done with."""
    shape: Shape | None = None
    """What its target becomes by a condition that has a `form`."""


async def apply(play: Play, effect: Effect, look: NameScope, who: Tag, cause: Cause) -> None:
    """An effect upon a figure, in the order in which the file lists it."""
    if effect is NOTHING:
        return
    look = look if look.target == who else replace(look, target=who)
    if effect.damage and (damage := meant_parts(effect.damage, look)):
        look = await _deal(play, damage, look, who, cause)
    for track, change in effect.most.items():
        await _bound(play, who, track, change, look, cause)
    if effect.heal is not None:
        await _heal(play, effect.heal, look, who, cause)
    for track, change in effect.change.items():
        await _change(play, who, track, change, look, cause)
    await bring_all(play, effect.brings, look, who, cause)
    for condition in effect.lifts:
        play.ledger.lift(who, condition, *cause.cites)
    for condition in effect.lowers:
        play.ledger.spend(who, condition, 1, *cause.cites)
    if effect.becomes:
        _empty_health(play, who, effect.becomes, cause)
        become(play.ledger, who, effect.becomes, *cause.cites)
    if effect.on_self is not None and look.actor:
        await apply(play, effect.on_self, replace(look.at(play.encounter), own=look.actor), look.actor, cause)
    if effect.on_source is not None and play.encounter.has(look.by):
        await apply(play, effect.on_source, replace(look.at(play.encounter), own=look.by), look.by, cause)
    if effect.table:
        await roll_on(play, effect.table, look.at(play.encounter), who, cause)
    if effect.tell:
        play.ledger.remark(_told(play, effect.tell, who), *cause.cites)


async def _deal(play: Play, damage: Sequence[DamagePart], look: NameScope, who: Tag, cause: Cause) -> NameScope:
    """Throws the damage of an effect and deals it; the names that are known from then on."""
    asked = f"{cause.using} damage to {play.encounter.name(who)}".lstrip()
    if not cause.using:
        asked += f" ({cause.what})"
    how = Throw(f"damage {look.actor or look.own}", capitalised(asked), cause.by, cause.cites)
    parts = await thrown_parts(play, damage, look, cause, how)
    source = replace(look, actor=cause.source or look.actor)  # whose spell it is, not who bears it
    return replace(look, terms={**look.terms, **await play.game.deal(play, who, parts, source, cause.cites)})


async def _heal(play: Play, amount: Node, look: NameScope, who: Tag, cause: Cause) -> None:
    """Throws for the healing of an effect; its dice are at their highest where something on the figure says so."""
    at_most = any(True for _ in modifiers(play.game, play.encounter, who, "healed_at_most"))
    change = at_highest if at_most else None
    how = Throw(f"heal {who}", _healing(play, who, cause), cause.by, cause.cites, change=change)
    got = await thrown(play, amount, look, how)
    if got.total:
        await play.game.heal(play, who, got.total, got.terms, cause.source or look.actor or None)


async def roll_on(play: Play, name: str, look: NameScope, who: Tag, cause: Cause) -> None:
    """Rolls on a table of the file, and does what its row says."""
    rule, whose = play.file.tables[name], possessive(play.encounter.name(who))
    cites = tuple(dict.fromkeys((*cause.cites, *rule.cites)))
    came = await thrown(play, rule.roll, look, Throw(f"table {name} {who}", f"{whose} {rule.label}", cause.by, cites))
    row = next((row for row in rule.rows if came.total <= row.upto), rule.rows[-1])
    play.ledger.remark(f"{whose} {rule.label}: {', '.join(filter(None, (str(came.total), row.called)))}", *cites)
    with chain_of(play.ledger).settled(play.ledger, f"table {name}", who, cites) as goes_on:
        if goes_on:
            await apply(play, row.effect, look.at(play.encounter), who, replace(cause, cites=cites))


def _told(play: Play, sentence: str, who: Tag) -> str:
    """The line that an effect tells, behind the name of its figure unless the name is in it; {trait} is said."""
    name = play.encounter.name(who)
    for trait in play.file.traits.values():
        blank = f"{{{trait.name}}}"
        if blank in sentence:
            value = play.names(own=who).trait(who, trait.name)
            sentence = sentence.replace(blank, listed(value) if isinstance(value, tuple) else str(value))
    return sentence.replace("{who}", name) if "{who}" in sentence else f"{name}: {sentence}"


def _healing(play: Play, who: Tag, cause: Cause) -> str:
    """How the dice of healing are asked for: `Cure Wounds, Bob on Dee`, `Second Wind, Ann`."""
    name = play.encounter.name(who)
    if not cause.using or cause.source is None:
        return f"{name} regains {play.file.health.label if play.file.health is not None else 'health'}"
    return f"{cause.using}, {name if cause.source == who else f'{play.encounter.name(cause.source)} on {name}'}"


async def bring_all(play: Play, brings: Sequence[Bring], look: NameScope, who: Tag, cause: Cause) -> None:
    """Conditions come upon a figure, or upon whoever acts."""
    for bring in brings:
        if bring.when is not None and not holds_surely(bring.when, look.at(play.encounter)):
            continue
        to = look.actor if bring.to_self else who
        if await brought(play, to, bring, look.at(play.encounter), cause):
            await condition_came(play, to, bring.condition)


async def condition_came(play: Play, who: Tag, kind: str) -> None:
    """What follows when a condition has come, by the rules or by hand, with each in it; and of its highest level."""
    for name in (kind, *(name for name in play.file.within.get(kind, ()) if name != kind)):
        look = play.names(own=who, target=who)
        await play.game.happen(play, who, Event("gains", what=name), look)
    rule = play.file.conditions.get(kind)
    there = sum(lying.value for lying in play.encounter.of(who).conditions if lying.kind == kind)
    if rule is not None and rule.at_most and there >= rule.most:
        look = play.names(own=who, target=who, actor=who)
        with chain_of(play.ledger).settled(play.ledger, f"most {kind}", who, rule.cites) as goes_on:
            if goes_on:
                await apply(play, rule.at_most, look, who, Cause(rule.name, by=who, cites=rule.cites))


def become(ledger: Ledger, who: Tag, standing: str, *cites: str) -> None:
    """A figure stands otherwise, unless it does already."""
    figure = ledger.encounter.figures.get(who)
    if figure is not None and figure.standing != standing:
        ledger.record(StandingSet(tag=who, standing=standing, cites=cites))


def _empty_health(play: Play, who: Tag, becomes: str, cause: Cause) -> None:
    """Brings the health of a figure to its end where what it becomes says so; nothing more follows from that."""
    standing, health = play.file.standings.get(becomes), play.file.health
    track = track_of(play.ledger, who, health.name) if health is not None else None
    if standing is None or not standing.spent or health is None or track is None:
        return
    end = track.most if health.counts_up else track.least
    if end is not None and track.now != end:
        put(play.ledger, who, health.name, end, *cause.cites)


def meant_parts(damage: Sequence[DamagePart], look: NameScope) -> tuple[DamagePart, ...]:
    """The parts of a damage that are dealt now."""
    return tuple(part for part in damage if part.when is None or holds_surely(part.when, look))


async def thrown_parts(
    play: Play, damage: Sequence[DamagePart], look: NameScope, cause: Cause, how: Throw | None = None
) -> list[Part]:
    """The parts of a damage, each thrown."""
    parts: list[Part] = []
    lent = modifiers(play.game, play.encounter, look.actor, "lends", look) if look.actor else ()
    qualities = frozenset(name for name in play.file.damage.qualities if look.given.get(name) is True)
    qualities |= {name for _, row, _ in lent for name in row.lends}
    prompt = how.prompt if how is not None else "Damage"
    for n, group in enumerate(groups := in_groups(damage)):
        kind, number = group[0].type, f" {n + 1}" if n else ""
        base = how or Throw(f"damage {look.actor or look.own}", "Damage", cause.by, cause.cites)
        key = " ".join(filter(None, (base.key, kind))) + number
        how = replace(base, key=key, prompt=prompt + (f" ({kind})" if kind and len(groups) > 1 else ""))
        node, together = thrown_together(group, how)
        came = await thrown(play, node, look, together)
        parts.append(Part(came.total, kind, came.terms, qualities, group[0].spares))
    return parts


async def _change(play: Play, who: Tag, name: str, change: TrackEffect, look: NameScope, cause: Cause) -> None:
    """One track goes up or down, or to a value."""
    was = left(play.ledger, who, name)
    match change.how:
        case "full":
            fill(play.ledger, who, name, *cause.cites)
        case "empty":
            put(play.ledger, who, name, 0, *cause.cites)
        case _:
            look = await known(play, (change.amount,), look)
            called = play.file.tracks[name].label
            how = Throw(f"{name} {who}", f"{possessive(play.encounter.name(who))} {called}", cause.by, cause.cites)
            came = await thrown(play, change.amount, look, how)
            n = -came.total if change.how == "-" else came.total
            if change.how == "=":
                put(play.ledger, who, name, came.total, *cause.cites)
            else:
                await grant(play, who, name, n, *cause.cites)
    await play.game.ended(play, who, name, was, look)


async def _bound(play: Play, who: Tag, name: str, change: TrackEffect, look: NameScope, cause: Cause) -> None:
    """The maximum of a track goes up or down, or back to what it was before it was first changed so."""
    track, kept = track_of(play.ledger, who, name), TraitKind(f"{MAXIMUM}{name}", 0)
    if track is None or track.most is None:
        return
    if change.how == "back":
        most = kept.of(play.encounter, who) if kept.known(play.encounter, who) else track.most
        play.ledger.clear(who, kept)
    else:
        look = await known(play, (change.amount,), look)
        how = Throw(f"{name} most {who}", "Maximum", cause.by, cause.cites)
        by = (await thrown(play, change.amount, look, how)).total
        most = max(0, track.most + (by if change.how == "+" else -by))
        if most != track.most and not kept.known(play.encounter, who):
            play.ledger.record(kept.set(who, track.most))
    if most != track.most:
        play.ledger.record(TrackBounded(tag=who, track=name, most=most, least=track.least, cites=cause.cites))
        await play.game.ended(play, who, name, track.now, look)


# -------------------------------------------------------------------- effects that set each other off


LONGEST_CHAIN = 8
"""Rules that may follow from one another."""
MOST_FOLLOWING = 100
"""Rules that may follow from one thing that happens; those of a chain may follow in every order, n! of them."""


class Chain(Struct):
    """The rules that are being settled in a command, each within the one before it."""

    running: list[tuple[str, Tag]] = field(default_factory=list)
    """What tells a rule from the others, and for whom it is settled."""
    followed: int = 0
    """How many rules followed from the first of those. Once it is above the bound, nothing more follows."""

    @contextmanager
    def settled(self, ledger: Ledger, key: str, who: Tag, cites: tuple[str, ...]) -> Iterator[bool]:
        """True if a rule may be settled within the block. Where too many set each other off, the table is told once."""
        if self._goes_on(ledger, cites):
            self.running.append((key, who))
            try:
                yield True
            finally:
                self.running.pop()
        else:
            yield False

    def _goes_on(self, ledger: Ledger, cites: tuple[str, ...]) -> bool:
        if self.followed > MOST_FOLLOWING:
            return False
        self.followed = self.followed + 1 if self.running else 0
        if len(self.running) < LONGEST_CHAIN and self.followed <= MOST_FOLLOWING:
            return True
        self.followed = MOST_FOLLOWING + 1
        ledger.remark("Too many effects set each other off: settle the rest by hand", *cites)
        return False


_chains: WeakKeyDictionary[Ledger, Chain] = WeakKeyDictionary()


def chain_of(ledger: Ledger) -> Chain:
    """The chain of the command that is resolved with this ledger."""
    return _chains.setdefault(ledger, Chain())
