"""Exported fields: the facts of a figure that other programs know by fixed names.

Used by `library show --json`, and where a thing is told. A file says of a trait what others call it; attacks come from
things. Gives plain values and words, of which nothing is saved.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.encounter_cache import cached
from referee.rules.open_table.language.acts import Act, Then
from referee.rules.open_table.language.dice_tests import TestRule
from referee.rules.open_table.language.effect_notation import DamagePart
from referee.rules.open_table.language.effects import NOTHING, Bring, Effect
from referee.rules.open_table.language.expression import Compared, Node, Unknown
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.language.things import SortRule, ThingRule
from referee.rules.open_table.play.actions.still_to_do import kept_act
from referee.rules.open_table.play.amounts.evaluation import holds_surely, parts_of, pools, settled, total
from referee.rules.open_table.play.figures.kinds import action_for, rule_of_thing
from referee.rules.open_table.play.game import Game, NameScope

Fact = dict[str, object]
_PER = {("long",): "day", ("short", "long"): "short or long rest", ("short",): "short rest"}


_OTHERS = ("foes", "others", "opponent")
"""Whose events a row waits for that asks others for a save."""


def exported_fields(game: Game, encounter: Encounter, who: Tag) -> Mapping[str, object] | None:
    """All that other programs are told of a figure; None of a game whose file does not say what they call its values.

    What depends on something that nobody has said is left out.
    """
    file = game.file(encounter)
    if file.health is None or not any(rule.fact for rule in file.traits.values()):
        return None
    look = NameScope(game, encounter, own=who, actor=who)
    track = encounter.of(who).tracks.get(file.health.name)
    told: dict[str, object] = {
        file.health.name: None if track is None else track.now if track.most is None else track.most
    }
    told |= _traits(look)
    told |= {"attacks": [], "save_effects": [], "limited": [], "features": []}
    held = {tag for pile in encounter.of(who).piles.values() for tag in pile}
    for thing in (thing for tag, thing in encounter.things.items() if tag in held):
        for sort, fact in _of_thing(look, thing):
            there = told[sort]
            assert isinstance(there, list)
            there.append(fact)
    return told


def _traits(look: NameScope) -> Fact:
    """The traits that have a name for other programs; of a family those that the figure has said, in a table."""
    own = look.encounter.of(look.own).traits
    told: Fact = {}
    for rule in look.file.traits.values():
        if not rule.fact:
            continue
        try:
            value: object = look.trait(look.own, rule.name)
        except Unknown:
            value = None
        if not rule.word:
            told[rule.fact] = value
            continue
        family = told.setdefault(rule.fact, {})
        assert isinstance(family, dict)
        if rule.name in own:
            family[rule.word] = value
    return told


def _of_thing(look: NameScope, thing: Thing) -> Iterator[tuple[str, Fact]]:
    """What a thing adds: an attack, what is saved against, how often it can be used; each with the list it goes to.

    Nothing where its values cannot be reckoned for this figure, such as `d{dex}` at -1.
    """
    rule = rule_of_thing(look.file, thing)
    if rule is None:
        return
    act = _usual_act(look.file, rule)
    act = rule.again.laid_over(act) if rule.again is not None and not act.tests else act
    try:
        look = _given(look, rule, act)
    except NotUnderstood:
        return
    facts = (*_of_act(look, act, rule), *_of_rows(look, rule))
    yield from ((sort, {"name": rule.title, **fact}) for sort, fact in facts)
    if (limit := _limit(look, rule)) is not None:
        yield "limited", {"name": rule.title, **limit}
    yield "features", {"name": rule.title, "plays": True, "by_hand": ""}


def _usual_act(file: SystemFile, rule: ThingRule) -> Act:
    """What is done with a thing in its usual way."""
    return kept_act(file, rule, "", lambda: rule.act.laid_over(action_for(file, rule).act))


def _given(look: NameScope, rule: ThingRule, act: Act) -> NameScope:
    """Names with the values of a thing at its least level."""
    look = replace(look, given={**look.known_values(rule.values), **({"level": act.level} if act.level else {})})
    with suppress(Unknown):
        return look.giving(act.values)
    return look


def thing_does(game: Game, encounter: Encounter, who: Tag, thing: Thing) -> str:
    """What a thing does that a figure has: `+4, 1d6+2 slashing`, `DC 11 str, 2d6 fire, half if made`.

    Empty if it cannot be reckoned.
    """
    look = NameScope(game, encounter, own=who, actor=who)

    def told() -> str:
        with suppress(Unknown, NotUnderstood):
            sort = look.file.sorts.get(thing.kind, SortRule(""))
            does = [words for _, fact in _of_thing(look, thing) if (words := ", ".join(_told(fact, sort)))]
            return "; ".join((*does, *_besides(look, thing)))
        return ""

    return cached(game, encounter, ("does", who, id(thing)), thing, told)


def _besides(look: NameScope, thing: Thing) -> Iterator[str]:
    """What else is said of a thing before it is used: how much it heals, and what it ends of its user, who can have one
    of that only, such as concentration."""
    rule = rule_of_thing(look.file, thing)
    if rule is None:
        return
    act = _usual_act(look.file, rule)
    if act.effect.heal is not None and "{" not in (heals := _dice(_given(look, rule, act), act.effect.heal)):
        yield f"heals {heals}"
    for bring in act.always.brings:
        kind = look.file.conditions[bring.condition]
        if bring.to_self and kind.noted and kind.stacks == "no":
            yield kind.label


def _told(fact: Fact, sort: SortRule) -> Iterator[str]:
    """The words of an attack, of what is saved against, or of how often a thing can be used."""
    if isinstance(to_hit := fact.get("to_hit"), int):
        yield f"{to_hit:+}"
    if "ability" in fact:
        yield f"DC {fact['dc']} {fact['ability']}" if isinstance(fact["dc"], int) else f"save {fact['ability']}"
    damage = fact.get("damage")
    yield from (f"{part['dice']} {part['type']}".strip() for part in (damage if isinstance(damage, list) else ()))
    unit = f" {sort.span.unit}" if sort.span is not None and sort.span.unit else ""
    for name in (*sort.shows, *((sort.span.near,) if sort.span is not None else ())):
        if isinstance(value := fact.get(name), int | list):
            numbers = value if isinstance(value, list) else [value]
            yield f"{name} {'/'.join(map(str, dict.fromkeys(numbers)))}{unit}"
    if fact.get("on_success") == "half":
        yield "half on a success"
    if "recharge" in fact:
        yield f"recharges on {fact['recharge']}+"
    if "times" in fact:
        yield f"{fact['times']} per {fact['per']}" if fact["per"] else f"{fact['times']} uses"


def _of_act(look: NameScope, act: Act, rule: ThingRule) -> Iterator[tuple[str, Fact]]:
    test = look.file.tests.get(act.tests[0]) if act.tests else None
    damage = act.effect.damage
    if test is not None and test.by_target:
        yield "save_effects", _save(look, test, act.effect, act.left("success", False) if damage else "none")
    elif test is not None:
        told = {"to_hit": _number(look, test.roll), "damage": _damage(look, damage)}
        yield "attacks", {**told, "on_hit": _brought(look, act.effect), **_distances(look, rule)}
    if act.then is not None:
        yield from _after(look, act.then)


def _distances(look: NameScope, rule: ThingRule) -> Fact:
    """What is shown of the values of a thing: its `span` as two numbers, and those that are not as they usually are."""
    sort = look.file.sorts.get(rule.sort)
    if sort is None:
        return {}
    shown = (name for name in sort.shows if rule.values.get(name) != sort.defaults.get(name))
    own: Fact = {name: look.given.get(name) for name in shown}
    if sort.span is not None and (near := look.given.get(sort.span.near)):
        own[sort.span.near] = [near, look.given.get(sort.span.far) or near]
    return {name: value for name, value in own.items() if isinstance(value, int | list)}


def _of_rows(look: NameScope, rule: ThingRule) -> Iterator[tuple[str, Fact]]:
    """The saves that others make because somebody has the thing, as of an aura."""
    for follows in (row.follows for row in rule.modifiers if row.follows is not None):
        test = look.file.tests.get(follows.ask[0]) if follows.ask else None
        if test is None or not test.by_target or follows.of not in _OTHERS:
            continue
        values = {name: value for name, node in follows.values.items() if (value := _number(look, node)) is not None}
        spared = "half" if follows.outcome.get("success", NOTHING).damage else "none"
        failure = follows.outcome.get("failure", NOTHING)
        yield "save_effects", _save(replace(look, given={**look.given, **values}), test, failure, spared)


def _after(look: NameScope, then: Then) -> Iterator[tuple[str, Fact]]:
    """The save of those who are hit."""
    test = look.file.tests.get(then.test)
    if test is None or not test.by_target:
        return
    values = {name: value for name, node in then.values.items() if (value := _number(look, node)) is not None}
    on = {row.outcome: row.effect for row in then.on}
    spared = "half" if on.get("success", NOTHING).damage else then.left("success", False)
    look = replace(look, given={**look.given, **values})
    yield "save_effects", _save(look, test, then.effect or on.get("failure", NOTHING), spared)


def _save(look: NameScope, test: TestRule, failure: Effect, on_success: str) -> Fact:
    return {
        "ability": test.word or test.name,
        "dc": _number(look, test.against),
        "on_success": on_success,
        "damage": _damage(look, failure.damage),
        "on_fail": _brought(look, failure),
    }


def _brought(look: NameScope, effect: Effect) -> list[Fact]:
    """The conditions of an effect, each with how long it lies and what else ends it, in the words of the file."""
    conditions = look.file.conditions
    return [
        {
            "condition": bring.condition,
            "for": str(bring.lasts or conditions[bring.condition].lasts),
            "ends": list(_ends(look, bring)),
        }
        for bring in effect.brings
    ]


def _ends(look: NameScope, bring: Bring) -> Iterator[str]:
    """The events that end a condition, and the save that does: `save con 13`."""
    yield from (f"{end.of} {words}" for end in bring.ends for words in end.event.words)
    if (save := bring.save_ends) is not None:
        values = {name: value for name, node in save.values.items() if (value := _number(look, node)) is not None}
        test = look.file.tests[save.test]
        yield f"{test.name} {_number(replace(look, given={**look.given, **values}), test.against)}"


def _limit(look: NameScope, rule: ThingRule) -> Fact | None:
    """How often it can be used; None if that has no bound."""
    if rule.recharge is not None:
        compared = next((part for part in rule.recharge.parts if isinstance(part, Compared)), None)
        return None if compared is None else {"recharge": _number(look, compared.right)}
    if rule.uses is None:
        return None
    return {"times": _number(look, rule.uses), "per": _PER.get(rule.reset, " or ".join(rule.reset))}


def _number(look: NameScope, node: Node) -> int | None:
    """What an amount comes to beside its dice; None if it depends on what nobody has said."""
    try:
        known = settled(node, look)
        return total(known, [[0] * pool.count for pool in pools(known)])
    except (Unknown, NotUnderstood):
        return None


def _damage(look: NameScope, parts: Sequence[DamagePart]) -> list[Fact]:
    """The parts that this figure deals as it is now, not those that depend on whom it hits or how well."""
    sure = [part for part in parts if holds_surely(part.when, look)]
    meant = sure or [part for part in parts if holds_surely(part.when, look, if_unknown=True)]
    return [{"dice": _dice(look, part.amount), "type": part.type} for part in meant]


def _dice(look: NameScope, node: Node) -> str:
    """An amount with this figure's numbers in it, without blanks: 1d8+3."""
    try:
        known = settled(node, look)
    except (Unknown, NotUnderstood):
        return str(node)
    terms = parts_of(known)
    dice = "".join(f"{'+' if sign > 0 else '-'}{_written(part)}" for sign, part in terms if pools(part))
    plain = sum(sign * total(part) for sign, part in terms if not pools(part))
    return dice.removeprefix("+") + (f"{plain:+}" if plain else "") if dice else str(plain)


def _written(part: Node) -> str:
    """Dice without blanks, also one die with its number."""
    text = str(part).replace(" ", "")
    return f"1{text}" if text.startswith("d") else text


def things_by_sort(file: SystemFile) -> Mapping[str, Iterable[str]]:
    """The names of the things of each sort."""
    found: dict[str, list[str]] = {sort: [] for sort in file.sorts}
    for name, thing in file.things.items():
        found[thing.sort].append(name)
    return found
