"""Conditions: how they come from the file, how long they lie, and what they do while they lie."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from referee.engine.bearer import Tag
from referee.engine.condition import ROUND, Until, moment_of
from referee.engine.condition import Ending as EngineEnding
from referee.engine.encounter import Encounter
from referee.engine.event import ConditionValued
from referee.engine.ledger import Ledger
from referee.rules.open_table.amounts import known
from referee.rules.open_table.comparison import Worded, holds
from referee.rules.open_table.expression import Unknown
from referee.rules.open_table.game import Game
from referee.rules.open_table.lookup import Lookup, conditions_in, modifiers
from referee.rules.open_table.tables.effect import Bring, SaveEnds
from referee.rules.open_table.tables.moment import Duration, Ending, Event


async def brought(
    game: Game, ledger: Ledger, who: Tag, bring: Bring, look: Lookup, by: Tag | None, cites: Sequence[str]
) -> bool:
    """A condition comes upon a figure, unless something keeps it off; True if it has come."""
    rule = game.file(ledger.encounter).conditions[bring.condition]
    name = ledger.encounter.name(who)
    own = Lookup(game, ledger.encounter, own=who)
    if any(holds(when, own) for when in rule.unless):
        traits = game.file(ledger.encounter).traits
        named = (part.name.word for when in rule.unless for part in when.parts if isinstance(part, Worded))
        kept_off = (clause for word in named if word in traits for clause in traits[word].cites)
        ledger.remark(f"{name} cannot be {rule.label.replace('_', ' ')}", *dict.fromkeys((*rule.cites, *kept_off)))
        return False
    look = await known(game, ledger, (bring.level,), look)
    save = bring.save_ends or rule.save_ends
    ends = [end for ending in (*rule.ends, *bring.ends) for end in _endings(ending, who, by)]
    if save is not None:
        ends.append(await _save_ends(game, ledger, save, look))
    until = until_of(ledger, bring.lasts or rule.lasts, who, by)
    level = max(1, look.number(bring.level))
    file = game.file(ledger.encounter)
    inner = sorted(conditions_in(file, rule.name) - {rule.name})
    clauses = tuple(dict.fromkeys((*cites, *rule.cites, *(c for name in inner for c in file.conditions[name].cites))))
    ledger.afflict(who, rule.name, *clauses, until=until, value=level, by=by, ends=tuple(ends))
    return True


async def gained(game: Game, ledger: Ledger, who: Tag, kind: str) -> None:
    """What follows when a condition has come: for itself, and for each that it has in it."""
    for name in (kind, *sorted(conditions_in(game.file(ledger.encounter), kind) - {kind})):
        look = Lookup(game, ledger.encounter, own=who, target=who)
        await game.happen(game, ledger, who, Event("gains", condition=name), look)


def _endings(ending: Ending, who: Tag, by: Tag | None) -> Iterator[EngineEnding]:
    """The events that end a condition, as the engine knows them."""
    of = by if ending.of == "by" else who
    if of is None:
        return
    event = ending.event
    words = event.tests or ((event.condition,) if event.condition else ("",))
    for word in words:
        yield EngineEnding(event=" ".join(filter(None, (event.kind, word))), of=of)


def usual_endings(game: Game, ledger: Ledger, who: Tag, kind: str, by: Tag | None) -> tuple[EngineEnding, ...]:
    """How a condition ends beside its time, as the file has it."""
    rule = game.file(ledger.encounter).conditions.get(kind)
    if rule is None:
        return ()
    ends = [end for ending in rule.ends for end in _endings(ending, who, by)]
    if rule.save_ends is not None:
        with suppress(Unknown):
            look = Lookup(game, ledger.encounter, own=who, target=who, by=by or "")
            given = {name: look.number(node) for name, node in rule.save_ends.values.items()}
            ends.append(_ending_test(game, ledger, rule.save_ends, replace(look, given=given)))
    return tuple(ends)


def _ending_test(game: Game, ledger: Ledger, save: SaveEnds, look: Lookup) -> EngineEnding:
    """The test, against what it comes to now."""
    against = look.number(game.file(ledger.encounter).tests[save.test].against)
    return EngineEnding(test=save.test, against=against, at="start" if save.at == "turn start" else "end")


async def _save_ends(game: Game, ledger: Ledger, save: SaveEnds, look: Lookup) -> EngineEnding:
    """The test that ends a condition, with the number that it is against fixed now."""
    look = await known(game, ledger, save.values.values(), look)
    given = {name: look.number(node) for name, node in save.values.items()}
    rule = game.file(ledger.encounter).tests[save.test]
    look = await known(game, ledger, (rule.against,), replace(look, given={**look.given, **given}))
    return _ending_test(game, ledger, save, look)


def until_of(ledger: Ledger, lasts: Duration, who: Tag, by: Tag | None) -> Until | None:
    """The end of a condition that lies so long from now on."""
    match lasts.kind:
        case "turns":
            of = by if lasts.of == "by" and by is not None else who
            now = lasts.edge == "end" and ledger.encounter.at_turn(of)
            return Until(edge=lasts.edge, of=of, left=lasts.count + now)
        case "rounds":
            if by is not None and ledger.encounter.slot(by) is not None:
                return Until(edge="start", of=by, left=lasts.count)
            return Until(edge="end", of=ROUND, left=lasts.count)
        case "fight":
            return Until(edge="end", of=moment_of("fight"))
        case "rest":
            return Until(edge="end", of=moment_of(lasts.rest))
        case _:
            return None


def lower(ledger: Ledger, who: Tag, kind: str, *cites: str) -> None:
    """A condition loses a level, and ends with the last."""
    for condition in ledger.encounter.of(who).conditions:
        if condition.kind == kind and condition.value > 1:
            ledger.record(ConditionValued(tag=who, id=condition.id, by=-1, cites=cites))
        elif condition.kind == kind:
            ledger.end_condition(who, condition.id, *cites)


# -------------------------------------------------------------------- what conditions do


def spared_types(game: Game, encounter: Encounter, who: Tag) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The types of damage that a figure is immune to, resists, and is vulnerable to."""
    rule = game.file(encounter).damage
    look = Lookup(game, encounter, own=who)
    found: list[set[str]] = [set(), set(), set()]
    for types, trait in zip(found, (rule.immune, rule.resists, rule.vulnerable), strict=True):
        value = look.trait(who, trait) if trait else ()
        types |= set(value) if isinstance(value, tuple) else set()
    for _, modifier, _ in modifiers(game, encounter, who):
        for types, more in zip(found, (modifier.immune, modifier.resists, modifier.vulnerable), strict=True):
            types |= set(more)
    immune, resists, vulnerable = map(frozenset, found)
    return immune, resists, vulnerable


def bars(game: Game, encounter: Encounter, who: Tag, what: str) -> str:
    """The condition that keeps a figure from using a track, an action or its turn; empty if none does."""
    if who not in encounter.figures:
        return ""
    return next((rule.label for rule, row, _ in modifiers(game, encounter, who) if what in row.bars), "")
