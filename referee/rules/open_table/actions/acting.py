"""Acting: an act from its price to its last consequence.

Used by actions of the menu, and by reactions and acts after a turn.
Gives why an act cannot be done, and a coroutine that does it: tests, damage, effects, the second test.
"""

from collections.abc import Sequence
from dataclasses import replace

from referee.engine.events.event import TraitSet
from referee.engine.problem import Refused
from referee.engine.state.bearer import Tag, Value
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import for_each
from referee.rules.open_table.actions.in_progress import (
    ActInProgress,
    Order,
    damage_cites,
    pay_for,
    thrown_damage,
    why_not,
)
from referee.rules.open_table.actions.rules import USE, Act, ActionRule, ThingRule
from referee.rules.open_table.amounts.evaluation import holds
from referee.rules.open_table.amounts.expression import Name, Unknown, When, WhenPart, amounts_in
from referee.rules.open_table.amounts.throwing import known
from referee.rules.open_table.effects import effects
from referee.rules.open_table.effects.rules import Effect, Event
from referee.rules.open_table.figures.kinds import rule_of_thing
from referee.rules.open_table.game import Game, NameScope, Play
from referee.rules.open_table.order.places import members
from referee.rules.open_table.tests.resolve import TestAttempt, TestOutcome, resolve_tests
from referee.rules.open_table.tests.rules import TestRule


async def perform(play: Play, order: Order) -> None:
    """Does an act: pays for it, makes its tests, and brings what it brings."""
    file = play.file
    action = file.actions.get(order.action, USE)
    rule = rule_of_thing(file, order.thing) if order.thing is not None else None
    act = act_of(play.game, play.encounter, order)
    if reason := hindrance(play.game, play.encounter, order):
        raise Refused(reason)
    look = _look(play.game, play.encounter, order)
    if not _allowed(act.when, look):
        raise Refused(_forbidden(action, act))
    pay_for(play, order.who, act, order.thing)
    if action.act.asks[0]:
        play.ledger.record(
            TraitSet(tag=order.who, trait=action.act.asks[0], value=order.words or None, cites=act.cites)
        )
    look = await known(play, act.values.values(), look)
    given = {**look.given, **{name: look.number(node) for name, node in act.values.items()}}
    cause = effects.Cause(order.action, by=order.who, source=order.who, cites=act.cites)
    using = rule.title if rule is not None else ""
    course = ActInProgress(order, act, replace(look.at(play.encounter), given=given), cause, using)
    if using and not act.tests:
        play.ledger.remark(f"{play.encounter.name(order.who)}: {using}", *act.cites)
    await effects.apply(play, act.always, course.look, order.who, cause)
    await _upon_targets(play, course)


def act_of(game: Game, encounter: Encounter, order: Order) -> Act:
    """The act as it is done with the thing that is used."""
    file = game.file(encounter)
    rule = rule_of_thing(file, order.thing) if order.thing is not None else None
    base = file.actions.get(order.action, USE).act
    if rule is None:
        return base
    return replace(rule.act.laid_over(base), cites=tuple(dict.fromkeys((*base.cites, *rule.act.cites))))


def hindrance(game: Game, encounter: Encounter, order: Order) -> str:
    """Why an order cannot be done now, as far as that is known before its targets and words; empty if it can."""
    action, act = game.file(encounter).actions.get(order.action, USE), act_of(game, encounter, order)
    if reason := _untimely(encounter, order.who, act):
        return reason
    if reason := why_not(game, encounter, order.who, action.name, act, order.thing):
        return reason
    later = ("target", "said") if order.thing is not None else ("target", "said", "with")
    parts = act.when.parts if act.when is not None else ()
    before = When(tuple(part for part in parts if not _names(part, later)))
    return "" if _allowed(before, _look(game, encounter, order)) else _forbidden(action, act)


def _names(part: WhenPart, scopes: Sequence[str]) -> bool:
    """Does a comparison name anything of these?"""
    return any(node.scope in scopes for node in amounts_in(When((part,))) if isinstance(node, Name))


def _forbidden(action: ActionRule, act: Act) -> str:
    return act.why or f"{action.label} is not possible now."


def _untimely(encounter: Encounter, who: Tag, act: Act) -> str:
    """Why it is not the time for an act; empty if it is."""
    mine = encounter.turn is not None and who in members(encounter, encounter.turn)
    name = encounter.name(who)
    if act.turn == "own" and not mine:
        return f"That is done in one's own turn, and it is not {name}'s."
    if act.turn == "after" and encounter.turn is not None:
        return "That is done as somebody else's turn ends; `next` offers it."
    return ""


def _look(game: Game, encounter: Encounter, order: Order) -> NameScope:
    """Names as the actor sees them, with the values of what it uses."""
    look = NameScope(game, encounter, own=order.who, actor=order.who, marks=frozenset(order.words.lower().split()))
    rule = rule_of_thing(game.file(encounter), order.thing) if order.thing is not None else None
    given = values_of_thing(look, rule) if rule is not None else {}
    if order.thing is not None and (uses := order.thing.tracks.get("uses")) is not None:
        given["uses"] = uses.now
    return replace(look, given=given)


def values_of_thing(look: NameScope, rule: ThingRule) -> dict[str, Value]:
    """What `{with.x}` means for a thing; what depends on a value that nobody has said is asked when it is needed."""
    given: dict[str, Value] = {}
    for name, value in rule.values.items():
        try:
            given[name] = value if isinstance(value, bool | str) else look.number(value)
        except Unknown:
            continue
    return given


def _allowed(when: When | None, look: NameScope) -> bool:
    try:
        return when is None or holds(when, look)
    except Unknown:
        return True


# -------------------------------------------------------------------- tests


async def _upon_targets(play: Play, course: ActInProgress) -> None:
    """The tests of an act and what they bring: those of several targets together, those of the actor one by one."""
    act, order = course.act, course.order
    targets = (order.who,) if act.targets == "self" else order.targets
    if act.targets == "none":
        await effects.apply(play, act.effect, course.look.at(play.encounter), order.who, course.cause)
        return
    file = play.file
    if act.tests and file.tests[act.tests[0]].by_target and len(targets) > 1:
        await _tested(play, course, targets, act.tests[0])
        await for_each(play.ledger, targets, lambda target: _one(play, course, target))
        return
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
    given = {**look.given, **{name: look.number(node) for name, node in then.values.items()}}
    rule = play.file.tests[then.test]
    attempt = _attempt(play, course, rule, target)
    attempt = replace(attempt, look=replace(attempt.look, given=given))
    (made,) = await resolve_tests(play, (attempt,))
    if made is not None and made.result in then.on:
        after = replace(look.at(play.encounter), terms={**look.terms, **made.terms})
        await effects.apply(play, then.on[made.result], after, target, course.cause)
