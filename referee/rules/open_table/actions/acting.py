"""Acting: an act from its price to its last consequence.

Used by actions of the menu, and by reactions and acts after a turn.
Gives a coroutine that does it: price, tests, damage, effects, the second test.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from referee.engine.events.event import TraitSet
from referee.engine.problem import Refused
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import Ledger, for_each
from referee.rules.open_table.actions.ordered import act_of, forbidden, hindrance, look_of, pay_for
from referee.rules.open_table.actions.rules import USE, Act
from referee.rules.open_table.amounts.evaluation import at_highest, averaged, doubled, holds, pools, total
from referee.rules.open_table.amounts.expression import Node, Number, Product, Sum
from referee.rules.open_table.amounts.throwing import Throw, known
from referee.rules.open_table.effects import effects
from referee.rules.open_table.effects.rules import Effect, Event
from referee.rules.open_table.figures.kinds import rule_of_thing
from referee.rules.open_table.game import NameScope, Order, Part, Play, holds_surely
from referee.rules.open_table.tests.resolve import TestAttempt, TestOutcome, resolve_tests
from referee.rules.open_table.tests.rules import TestRule
from referee.words.bearer import possessive


@dataclass
class ActInProgress:
    """An act while it is done."""

    order: Order
    act: Act
    look: NameScope
    cause: effects.Cause
    using: str
    shared: list[Part] | None = None
    """Damage that was thrown once for all targets."""
    made: dict[Tag, list[tuple[str, TestOutcome]]] = field(default_factory=dict)
    """The tests that were made, for each target."""


async def perform(play: Play, order: Order) -> None:
    """Does an act: pays for it, makes its tests, and brings what it brings."""
    file = play.file
    action = file.actions.get(order.action, USE)
    rule = rule_of_thing(file, order.thing)
    act = act_of(play.game, play.encounter, order)
    if reason := hindrance(play.game, play.encounter, order):
        raise Refused(reason)
    look = look_of(play.game, play.encounter, order)
    if not holds_surely(act.when, look, if_unknown=True):
        raise Refused(forbidden(action, act))
    await known(play, (*act.cost.values(), act.times), look)
    if reason := hindrance(play.game, play.encounter, order):
        play.ledger.remark(reason)
        return
    pay_for(play, order.who, act, order.thing)
    if action.act.asks[0]:
        play.ledger.record(
            TraitSet(tag=order.who, trait=action.act.asks[0], value=order.words or None, cites=act.cites)
        )
    look = await known(play, act.values.values(), look)
    using = rule.title if rule is not None else ""
    cause = effects.Cause(order.action, by=order.who, source=order.who, cites=act.cites, using=using)
    course = ActInProgress(order, act, look.giving(act.values), cause, using)
    if using and not act.tests:
        play.ledger.remark(f"{play.encounter.name(order.who)} uses {using}", *act.cites, detail=order.ordered)
    await effects.apply(play, act.always, course.look, order.who, cause)
    await _upon_targets(play, course)


# -------------------------------------------------------------------- tests


async def _upon_targets(play: Play, course: ActInProgress) -> None:
    """The tests of an act and what they bring: those of several targets together, those of the actor one by one."""
    act, order = course.act, course.order
    targets = (order.who,) if act.targets == "self" else order.targets
    if act.targets == "none":
        await effects.apply(play, act.effect, course.look.at(play.encounter), order.who, course.cause)
        return
    if act.tests and play.file.tests[act.tests[0]].by_target and len(targets) > 1:
        await _tested(play, course, targets, act.tests[0])
    await for_each(play.ledger, targets, lambda target: _one(play, course, target))


async def _tested(play: Play, course: ActInProgress, targets: Sequence[Tag], test: str) -> None:
    """A test of, or against, each of these targets, all at the same time."""
    rule = play.file.tests[test]
    attempts = [_attempt(play, course, rule, target) for target in targets]
    for target, made in zip(targets, await resolve_tests(play, attempts), strict=True):
        if made is not None:
            course.made.setdefault(target, []).append((test, made))


def _attempt(play: Play, course: ActInProgress, rule: TestRule, target: Tag) -> TestAttempt:
    """A test of the act. The words that were said are for the actor's tests; where it has none, for its targets'."""
    actor = course.order.who
    who, other = (target, actor) if rule.by_target else (actor, target)
    terms = dict(course.look.terms)
    for _, made in course.made.get(target, []):
        terms |= made.terms
    look = replace(course.look.at(play.encounter), own=who, target=target, terms=terms)
    own = [test for test in course.act.tests if not play.file.tests[test].by_target]
    worded = not rule.by_target if own else rule.name in course.act.tests
    return TestAttempt(rule.name, who, look, None if other == who else other, course.using, worded=worded)


async def _one(play: Play, course: ActInProgress, target: Tag) -> None:
    """What an act comes to for one target."""
    act = course.act
    for test in act.tests:
        done = course.made.get(target, [])
        if all(name != test for name, _ in done):
            await _tested(play, course, (target,), test)
        done = course.made.get(target, [])
        if not done or done[-1][0] != test:
            return
        if not _went_well(play, test, done[-1][1]):
            break
    await _brought(play, course, target)


def _went_well(play: Play, test: str, made: TestOutcome) -> bool:
    """Did it go the actor's way? A test of the target has to fail for that."""
    return made.good != play.file.tests[test].by_target


async def _brought(play: Play, course: ActInProgress, target: Tag) -> None:
    """What the tests bring to one target: the effect, or what of its damage a save leaves, and more by outcome."""
    act, done = course.act, course.made.get(target, [])
    last = done[-1][1] if done else None
    well = len(done) == len(act.tests) and all(_went_well(play, test, made) for test, made in done)
    look = replace(course.look.at(play.encounter), target=target)
    look = replace(look, terms={**look.terms, **(last.terms if last else {})})
    if done and well:
        await _hit(play, course, target, look)
    effect = act.effect if well else Effect(damage=act.effect.damage) if act.spared != "none" and done else Effect()
    if effect.damage:
        parts = await thrown_damage(play, course, look, last)
        if not well and act.spared == "half":
            parts = [part.halved(play.game.default.about.rounding) for part in parts]
        await play.game.deal(play, target, parts, look, damage_cites(play, course, last))
        effect = replace(effect, damage=())
    await effects.apply(play, effect, look.at(play.encounter), target, course.cause)
    for row in act.on:
        named = [made for test, made in done if row.test in ("", test)]
        if named and named[-1].result == row.outcome and (row.test or named[-1] is last):
            await effects.apply(play, row.effect, look.at(play.encounter), target, course.cause)
    if act.then is not None and well:
        await _then(play, course, target)


async def _hit(play: Play, course: ActInProgress, target: Tag, look: NameScope) -> None:
    """An act that went the actor's way against another is a hit."""
    if target != course.order.who:
        await play.game.happen(play, course.order.who, Event("hits"), look)
        await play.game.happen(play, target, Event("is hit"), look)


async def _then(play: Play, course: ActInProgress, target: Tag) -> None:
    """One test more for a target that was hit."""
    then = course.act.then
    assert then is not None
    look = await known(play, then.values.values(), replace(course.look.at(play.encounter), target=target))
    rule = play.file.tests[then.test]
    attempt = _attempt(play, course, rule, target)
    attempt = replace(attempt, look=replace(attempt.look, given=look.giving(then.values).given))
    (made,) = await resolve_tests(play, (attempt,))
    if made is not None and made.result in then.on:
        after = replace(look.at(play.encounter), terms={**look.terms, **made.terms})
        await effects.apply(play, then.on[made.result], after, target, course.cause)


# -------------------------------------------------------------------- damage


async def thrown_damage(play: Play, course: ActInProgress, look: NameScope, last: TestOutcome | None) -> list[Part]:
    """The damage of an act: thrown once for all where the targets make the test, else for each."""
    act = course.act
    file = play.file
    rule = file.tests[act.tests[-1]] if act.tests else None
    shared = rule is None or rule.by_target
    if course.shared is not None and shared:
        return course.shared
    critical = rule.critical_damage if rule and last and last.result == "critical" and not shared else "none"
    average = file.damage.average is not None and holds(file.damage.average, replace(look, own=course.order.who))
    where = "" if shared else f">{look.target}"
    how = Throw(
        f"damage {course.order.who}{where}",
        _prompt(play.ledger, course, "" if shared and len(course.order.targets) > 1 else look.target, last, shared),
        course.order.who,
        act.cites,
        change=lambda node: _changed(_with_bonus(node, act.damage_bonus), critical, average),
    )
    parts = await effects.thrown_parts(play, act.effect.damage, look, course.cause, how)
    course.shared = parts
    return parts


def _prompt(ledger: Ledger, course: ActInProgress, target: Tag, last: TestOutcome | None, shared: bool) -> str:
    """`Hit. Longsword damage`; `Fireball` where the targets save; without a thing who does it."""
    using = f"{course.using[:1].upper()}{course.using[1:]}"
    if last is None or not last.good or shared:
        return using or f"{possessive(ledger.encounter.name(course.order.who))} damage"
    kind = ledger.rules.test(course.act.tests[-1])
    said = {"critical": "critical hit", "success": "hit", **(kind.words if kind is not None else {})}[last.result]
    on = f" to {ledger.encounter.name(target)}" if len(course.order.targets) > 1 else ""
    return f"{said[:1].upper()}{said[1:]}. {using or possessive(ledger.encounter.name(course.order.who))} damage{on}"


def damage_cites(play: Play, course: ActInProgress, last: TestOutcome | None) -> tuple[str, ...]:
    """The clauses of the act, of several targets, and of a critical hit."""
    test = course.act.tests[-1] if course.act.tests else ""
    critical = last is not None and last.result == "critical"
    cites = (
        *course.act.cites,
        *(play.file.cites.many if len(course.order.targets) > 1 else ()),
        *(play.game.cites_of(f"test.{test}.critical_damage") if critical else ()),
    )
    return tuple(dict.fromkeys(cites))


def _with_bonus(node: Node, which: str) -> Node:
    """A settled amount with those of its added numbers that count; one without dice is left as it is."""
    if which == "all" or not isinstance(node, Sum):
        return node
    left = tuple((sign, part) for sign, part in node.terms if pools(part) or sign * total(part) < 0)
    return Sum(left) if pools(node) else node


def _changed(node: Node, critical: str, average: bool) -> Node:
    """A settled amount as a critical hit, or who throws no dice, has it."""
    if average and critical.startswith("highest"):
        critical = "dice x2"  # of dice that are not thrown none is highest
    match critical:
        case "dice x2":
            node = doubled(node)
        case "x2":
            node = Product(node, (("*", 2),))
        case "highest":
            node = at_highest(node)
        case "highest + dice":
            best = sum(pool.count * pool.sides for pool in pools(node))
            node = Sum(((1, node), (1, Number(best, "highest"))))
    return averaged(node) if average else node
