"""Acting: an act from its price to its last consequence.

Used by actions of the menu, and by reactions and acts after a turn.
Gives a coroutine that does it: price, tests, damage, effects, the second test.
"""

from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.events.event import TraitSet
from referee.engine.problem import Refused
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import Ledger, for_each, split_reason
from referee.rules.open_table.language.actions import USE
from referee.rules.open_table.language.acts import Act, Consequence, Then
from referee.rules.open_table.language.dice_tests import TestRule
from referee.rules.open_table.language.effect_notation import NO_ANSWER, Answer, DamagePart, Event, Part, by_type
from referee.rules.open_table.language.expression import Node
from referee.rules.open_table.play.actions import act_choices, after_turn
from referee.rules.open_table.play.actions.can_be_done import act_of, hindrance, holds_of, look_of
from referee.rules.open_table.play.actions.held_ready import HELD, Held
from referee.rules.open_table.play.actions.still_to_do import level_kept
from referee.rules.open_table.play.amounts.evaluation import changed_damage, holds, holds_surely, with_bonus
from referee.rules.open_table.play.amounts.throwing import Throw, known
from referee.rules.open_table.play.dice_tests.modifiers import ADVANTAGE, DISADVANTAGE, left_by_rows
from referee.rules.open_table.play.dice_tests.outcomes import HARMLESS, TestAttempt, TestOutcome, make_immune
from referee.rules.open_table.play.dice_tests.resolve import resolve_tests
from referee.rules.open_table.play.effects import effects
from referee.rules.open_table.play.figures.kinds import rule_of_thing
from referee.rules.open_table.play.figures.tracks import pay
from referee.rules.open_table.play.game import NameScope, Order, Play, side_of
from referee.text.phrases import capitalised, possessive
from referee.words.dice_tests import ATTACK, COMMON


class ActInProgress(Struct):
    """An act while it is done."""

    order: Order
    act: Act
    look: NameScope
    cause: effects.Cause
    using: str
    shared: list[Part] | None = None
    """Damage that was thrown once for all targets, each part of it."""
    made: dict[Tag, list[tuple[str, TestOutcome]]] = field(default_factory=dict)
    """The tests that were made, for each target."""


async def perform(play: Play, order: Order) -> bool:
    """Does an act: pays for it, makes its tests, and applies its effects. False if it comes to nothing.

    Refused, before anything is asked, if it cannot be paid for or its `when` does not hold.
    """
    act, rule = act_of(play.game, play.encounter, order), rule_of_thing(play.file, order.thing)
    if reason := hindrance(play.game, play.encounter, order):
        raise Refused(reason)
    look = look_of(play.game, play.encounter, order)
    act_choices.refuse_targets(play.game, play.encounter, order, act)
    look = await act_choices.price_named(play, order, act, look)
    await known(play, (*act.cost.values(), act.times), look)
    if reason := hindrance(play.game, play.encounter, order):
        text, cites = split_reason(reason)
        play.ledger.remark(text, *cites)
        return False
    ready = _pay_all(play, order, act, look)
    look = await known(play, act.values.values(), look)
    using = rule.title if rule is not None else ""
    cause = effects.Cause(order.action, by=order.who, source=order.who, cites=act.cites, using=using)
    course = ActInProgress(order, act, look.giving(act.values), cause, using)
    if await _comes_to_nothing(play, course):
        return False
    await _carry_out(play, course, ready)
    return True


def _pay_all(play: Play, order: Order, act: Act, look: NameScope) -> Held | None:
    """Pays for an act, and keeps the words with which it is done; what it holds ready, if it holds anything."""
    action, rule = play.file.actions.get(order.action, USE), rule_of_thing(play.file, order.thing)
    ready, price = after_turn.held_price(play, order, act) if action.act.holds else (None, {})
    act_choices.pay_for(play, order.who, act, None if action.act.repeats else order.thing, look)
    if order.thing is not None and rule is not None and rule.again is not None and not action.act.repeats:
        play.ledger.record(level_kept(order.thing).set(order.who, int(str(look.given.get("level", 0)))))
    for track, amount in price.items():
        pay(play, order.who, track, amount, *act.cites)
    if trait := action.act.asks[0]:
        play.ledger.record(TraitSet(tag=order.who, trait=trait, value=order.words or None, cites=act.cites))
    return ready


async def _comes_to_nothing(play: Play, course: ActInProgress) -> bool:
    """Tells that an act is done, where no test does, and whether an answer to it stops it."""
    order, act, using = course.order, course.act, course.using
    answers_with_test = not order.ordered and act.tests and play.file.tests[act.tests[0]].by_target
    if using and (not act.tests or answers_with_test):
        play.ledger.remark(after_turn.told(play, order, using), *act.cites, detail=order.ordered)
    does = Event("does", what=order.action)
    told = await play.game.happen(play, order.who, does, replace(course.look, target=order.who))
    if told.result != "failure":
        return False
    label = using or play.file.actions.get(order.action, USE).label
    play.ledger.remark(f"{label} comes to nothing ({told.label})", *act.cites)
    return True


async def _carry_out(play: Play, course: ActInProgress, ready: Held | None) -> None:
    """What an act does that was paid for and is not stopped: first what it always does, then upon its targets."""
    order, act, who = course.order, course.act, course.order.who
    action = play.file.actions.get(order.action, USE)
    after_turn.end_former(play, who, course.using if act.renews and not action.act.repeats else "", act.cites)
    await effects.apply(play, act.always, course.look, who, course.cause)
    if act.releases:
        play.ledger.clear(who, HELD)
    if act.frees:
        await act_choices.free(play, who, act)
    await _upon_targets(play, course)
    if action.act.holds and (thing := after_turn.hold(play, who, ready)) is not None:
        look = play.names(own=who, target=who, actor=who)
        await effects.apply(play, play.file.sorts[thing.kind].held, look, who, course.cause)


# -------------------------------------------------------------------- tests


async def _upon_targets(play: Play, course: ActInProgress) -> None:
    """The tests of an act and what they bring: those of several targets together, those of the actor one by one."""
    order, act = course.order, course.act
    if act.choices:
        act = course.act = await act_choices.choose(play, order.who, act, course.using)
    targets = (order.who,) if act.targets == "self" or (act.targets == "none" and act.tests) else order.targets
    if act.summons:
        targets = await act_choices.summon(play, order.who, act, course.look, course.using)
        await for_each(play.ledger, targets, lambda target: _one(play, course, target))
        return
    if act.targets == "none" and not act.tests:
        await effects.apply(play, act.effect, course.look.at(play.encounter), order.who, course.cause)
        return
    targets = act_choices.affected(play, order, targets, act, course.look.at(play.encounter), course.using)
    if act.shots is None:
        targets = await _aimed_at(play, course, targets)
    order = replace(order, targets=targets)
    if act.shots is not None:
        await _shoot(play, course, await act_choices.shots(play, order, act, course.look, course.using))
        return
    if act.pool is not None:
        targets = await act_choices.covered(play, order, act, course.look, course.using)
        course.act = replace(act, effect=replace(act.effect, heal=None))  # it has healed each of its share
    if act.tests and play.file.tests[act.tests[0]].by_target and len(targets) > 1:
        await _tested(play, course, targets, act.tests[0])
    await for_each(play.ledger, targets, lambda target: _one(play, course, target))


async def _shoot(play: Play, course: ActInProgress, shots: Sequence[Tag]) -> None:
    """Each shot of an act at its target, unless a shot before has killed that."""
    aimed_at = await _aimed_at(play, course, tuple(dict.fromkeys(shots)))
    shots, over = [target for target in shots if target in aimed_at], 0
    for target in shots:
        if not _can_be_target(play, target):
            over += 1
            continue
        course.made.pop(target, None)
        course.shared = None
        await for_each(play.ledger, (target,), lambda target: _one(play, course, target))
    if over:
        play.ledger.remark(f"{course.using}: {over} of {len(shots)} left over", *course.act.cites)


async def _aimed_at(play: Play, course: ActInProgress, targets: Sequence[Tag]) -> tuple[Tag, ...]:
    """Those of its targets that an act can still come upon, once they have answered that it is aimed at them."""
    who, action, figures = course.order.who, course.order.action, play.encounter.figures
    side = side_of(play.game, play.encounter, who) if who in figures else ""
    foes = [tag for tag in targets if figures[tag].side != side]
    if foes:
        await play.game.happen(play, who, Event("aims", what=action), course.look.at(play.encounter))
    out = set()
    is_area = course.act.at == "any" and course.act.targets == "many"
    for tag in foes:
        for moment in ("is reached",) if is_area else ("is reached", "is target"):
            look = replace(course.look.at(play.encounter), target=tag)
            answer = await play.game.happen(play, tag, Event(moment, what=action), look)
            if answer.result == "failure":
                what = course.using or play.file.actions[action].label
                said = f"{capitalised(what)} does nothing to {play.encounter.name(tag)} ({answer.label})"
                play.ledger.remark(said, *course.act.cites)
                out.add(tag)
                break
    return tuple(tag for tag in targets if tag not in out and play.encounter.has(tag))


async def _tested(play: Play, course: ActInProgress, targets: Sequence[Tag], test: str) -> None:
    """A test of, or against, each of these targets, all at the same time."""
    rule = play.file.tests[test]
    attempts = [_attempt(play, course, rule, target, course.act) for target in targets]
    for target, made in zip(targets, await resolve_tests(play, attempts), strict=True):
        if made is not None:
            course.made.setdefault(target, []).append((test, made))


def _attempt(play: Play, course: ActInProgress, rule: TestRule, target: Tag, part: Consequence) -> TestAttempt:
    """A test of the act, or its second one. The words that were said are for the actor's tests; where it has none, for
    its targets'."""
    actor, act = course.order.who, course.act
    who, other = (target, actor) if rule.by_target else (actor, target)
    terms = dict(course.look.terms)
    for _, made in course.made.get(target, []):
        terms |= made.terms
    look = replace(course.look.at(play.encounter), own=who, target=target, terms=terms)
    own = [test for test in act.tests if not play.file.tests[test].by_target]
    worded = not rule.by_target if own else rule.name in act.tests
    for word, of in ((DISADVANTAGE, act.hampers), (ADVANTAGE, act.eases)):
        if rule.by_target and holds_of(of, look, target):
            look, worded = replace(look, marks=look.marks | {word}), True
    tally = () if rule.by_target else act_choices.which_of_several(play.game, play.encounter, course.order, act, True)
    facing, stakes = None if other == who else other, part.stakes
    return TestAttempt(rule, who, look, facing, course.using, worded=worded, tally=tally, stakes=stakes)


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
    hit = await _hit(play, course, target, look) if done and well else NO_ANSWER
    if last is not None and last.result in act.immune_after:
        what = course.using or course.order.action
        make_immune(play, target, what, course.order.who, act.immune_after[last.result])
    await effects.apply(play, act.anyway, look.at(play.encounter), target, course.cause)
    if act.shapes and (well or not done) and not effects.is_in_vain(play, act.effect, target):
        became = await act_choices.shape(play, target, act, look.at(play.encounter), course.using)
        course.cause = replace(course.cause, shape=became)
    aimed_at = _can_be_target(play, target)
    look = await _come(play, course, act, look, done, hit.result or ("all" if well else ""), hit.adds)
    if act.then is not None and well and (_can_be_target(play, target) or not aimed_at):
        await _then(play, course, act.then, look)


def _can_be_target(play: Play, who: Tag) -> bool:
    """True unless it stands so that nothing can be aimed at it, as the dead do."""
    return play.ledger.rules.standing(play.encounter.figures[who].standing).target


async def _come(
    play: Play,
    course: ActInProgress,
    part: Consequence,
    look: NameScope,
    done: Sequence[tuple[str, TestOutcome]],
    well: str,
    adds: Sequence[DamagePart] = (),
) -> NameScope:
    """What an act, or its second test, brings a target: the effect, or what is left of its damage; and more by outcome.

    well: what of the damage is left of an act that went the actor's way; empty for one that did not.
    adds: damage that joins that of a hit.
    Returns the names that are known from then on, among them the damage that was dealt, as {dealt.x}.
    """
    target, last = look.target, done[-1][1] if done else None
    left = part.left(last.result, bool(well)) if last is not None else "all"
    if last is not None and part.left("success", well=False) == "half":
        left = left_by_rows(play, target, done[-1][0], last.result) or left
    left = well if well in ("half", "none") else left
    if (part.effect.damage or adds) and left != "none":
        parts = by_type(await thrown_damage(play, course, part, look, last, adds))
        if left != "all":
            parts = [each.left(left, play.game.default.about.rounding) for each in parts]
        critical = last is not None and last.result == "critical"
        cites = act_choices.damage_cites(play, course.order, course.act, critical)
        cites = (*cites, *(clause for each in adds for clause in each.cites))
        dealt = await play.game.deal(play, target, parts, look, cites) if parts else {}
        look = replace(look, terms={**look.terms, **dealt})
    if well:
        await effects.apply(play, replace(part.effect, damage=()), look.at(play.encounter), target, course.cause)
    for row in part.on:
        named = [made for test, made in done if row.test in ("", test)]
        if named and named[-1].result == row.outcome and (row.test or named[-1] is last):
            await effects.apply(play, row.effect, look.at(play.encounter), target, course.cause)
    return look


async def _hit(play: Play, course: ActInProgress, target: Tag, look: NameScope) -> Answer:
    """An act that went the actor's way against another is a hit: what of its damage is left, and what joins it."""
    if target == course.order.who:
        return NO_ANSWER
    hits = await play.game.happen(play, course.order.who, Event("hits", course.act.tests), look)
    if not (course.act.effect.damage or hits.adds):
        look = replace(look, terms={**look.terms, HARMLESS: True})
    return hits.then(await play.game.happen(play, target, Event("is hit", course.act.tests), look))


async def _then(play: Play, course: ActInProgress, then: Then, look: NameScope) -> None:
    """One test more for the target of these names, which was hit."""
    look, target = look.at(play.encounter), look.target
    if not holds_surely(then.when, look, if_unknown=True):
        return
    look = await known(play, then.values.values(), look)
    rule = play.file.tests[then.test]
    attempt = _attempt(play, course, rule, target, then)
    attempt = replace(attempt, look=replace(attempt.look, given=look.giving(then.values).given))
    (made,) = await resolve_tests(play, (attempt,))
    if made is not None:
        after = replace(look.at(play.encounter), given=attempt.look.given, terms={**look.terms, **made.terms})
        well = "all" if _went_well(play, then.test, made) else ""
        await _come(play, course, then, after, ((then.test, made),), well)


# -------------------------------------------------------------------- damage


async def thrown_damage(
    play: Play,
    course: ActInProgress,
    part: Consequence,
    look: NameScope,
    last: TestOutcome | None,
    adds: Sequence[DamagePart],
) -> list[Part]:
    """The damage of an act: thrown once for all where the targets make the test, else for each, with what joins it."""
    act, damage = course.act, part.effect.damage
    rule = play.file.tests[act.tests[-1]] if act.tests else None
    shared = part is act and (rule is None or rule.by_target)
    if not shared or len(course.order.targets) == 1:
        damage = effects.meant_parts(damage, look)
    if not shared:
        how = _throw_of_damage(play, course, part, look, last)
        return await effects.thrown_parts(play, (*damage, *adds), look, course.cause, how)
    # What is shared is thrown part by part, as not all of it may be meant for each target.
    damage = tuple(replace(each, doubles=True) for each in damage)
    if course.shared is None:
        how = _throw_of_shared_damage(play, course, look, last)
        course.shared = await effects.thrown_parts(play, damage, look, course.cause, how)
    meant, joined = effects.meant_parts(damage, look), await effects.thrown_parts(play, adds, look, course.cause)
    return [thrown for thrown, said in zip(course.shared, damage, strict=True) if said in meant] + joined


def _throw_of_damage(
    play: Play, course: ActInProgress, part: Consequence, look: NameScope, last: TestOutcome | None
) -> Throw:
    """How the damage for one target is thrown: that of the act itself as its test came out."""
    first, rule = part is course.act, play.file.tests[course.act.tests[-1]] if course.act.tests else None
    is_critical = first and last is not None and last.result == "critical"
    prompt = _prompt(play.ledger, course, look.target, last, not first)
    key = f"damage {course.order.who}>{look.target}{'' if first else ' then'}"
    return _throw(play, course, look, key, prompt, rule.critical_damage if is_critical and rule is not None else "none")


def _throw_of_shared_damage(play: Play, course: ActInProgress, look: NameScope, last: TestOutcome | None) -> Throw:
    """How damage is thrown once for all targets."""
    only = look.target if len(course.order.targets) <= 1 else ""
    prompt = _prompt(play.ledger, course, only, last, True)
    return _throw(play, course, look, f"damage {course.order.who}", prompt, "none")


def _throw(play: Play, course: ActInProgress, look: NameScope, key: str, prompt: str, critical: str) -> Throw:
    """A throw of damage, with what is added to it, doubled, or taken at its average."""
    who, bonus, when = course.order.who, course.act.damage_bonus, play.file.damage.average
    average = when is not None and holds(when, replace(look, own=who))

    def change(node: Node, doubles: bool = True) -> Node:
        return changed_damage(with_bonus(node, bonus), critical if doubles else "none", average)

    return Throw(key, prompt, who, course.act.cites, change=change)


def _prompt(ledger: Ledger, course: ActInProgress, target: Tag, last: TestOutcome | None, shared: bool) -> str:
    """`Hit. Longsword damage`; `Fireball` where the targets save; without a thing who does it."""
    using = capitalised(course.using)
    if last is None or not last.good or shared:
        return using or f"{possessive(ledger.encounter.name(course.order.who))} damage"
    kind = ledger.rules.test(course.act.tests[-1])
    said = {**COMMON[ATTACK].words, **(kind.words if kind is not None else {})}[last.result]
    on = f" to {ledger.encounter.name(target)}" if len(course.order.targets) > 1 else ""
    return f"{capitalised(said)}. {using or possessive(ledger.encounter.name(course.order.who))} damage{on}"
