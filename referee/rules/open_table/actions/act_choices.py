"""Choices within an act: with which thing it is done, what is held ready, which way it works, whom it summons, how its
shots are shared out, what it ends, and what it takes of tracks and uses.

Used as the menu asks for an act, and while one is done.
Gives the things in the order in which they are offered, and coroutines and functions for the rest.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial

from referee.engine.contract.kinds import AWAY
from referee.engine.events.event import TrackChanged
from referee.engine.figures.details import in_full
from referee.engine.figures.recruit import read_details
from referee.engine.problem import NotUnderstood, Refused
from referee.engine.questions.ask import Amount, Ask
from referee.engine.questions.question import Choose
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter, cached, slug
from referee.engine.verbs.add import enlist
from referee.rules.open_table.actions.ordered import (
    bars,
    escapes,
    forbidden,
    holds_of,
    look_of,
    most_targets,
    pool_of,
)
from referee.rules.open_table.actions.paid_for import (
    LAST,
    done,
    held,
    lasts,
    paid_kind,
    pattern_with,
)
from referee.rules.open_table.actions.rules import ANY, USE, Act, ActionRule
from referee.rules.open_table.amounts.evaluation import holds_surely
from referee.rules.open_table.amounts.expression import Name, Unknown, inside
from referee.rules.open_table.amounts.throwing import Throw, thrown
from referee.rules.open_table.figures.kinds import SHARES, USES, rule_of_thing
from referee.rules.open_table.figures.rules import TrackRule
from referee.rules.open_table.figures.tracks import pay
from referee.rules.open_table.file.system_file import SystemFile
from referee.rules.open_table.game import Game, NameScope, Order, Play
from referee.words.conditions import named

# -------------------------------------------------------------------- while an act is done


def which_of_several(
    game: Game, encounter: Encounter, order: Order, act: Act, is_paid: bool = False
) -> tuple[tuple[str, str], ...]:
    """Which of the acts that one price buys comes now: `("attack", "1 of 2")`; nothing where it buys one.

    is_paid: the act is being done, and has been taken off those that are left.
    """
    with suppress(Unknown, NotUnderstood):
        times = NameScope(game, encounter, own=order.who, actor=order.who).number(act.times)
        done = times - left if (left := paid_kind(act).of(encounter, order.who)) or is_paid else 0
        label = game.file(encounter).actions.get(order.action, USE).label.lower()
        return ((label, f"{done + (not is_paid)} of {times}"),) if times > 1 else ()
    return ()


def refuse_targets(game: Game, encounter: Encounter, order: Order, act: Act) -> None:
    """Refused, if the act cannot be aimed at one of the targets of an order, or at so many."""
    action, look = game.file(encounter).actions.get(order.action, USE), look_of(game, encounter, order)
    called = order.thing.name if order.thing else action.label
    if act.targets in ("self", "none") and set(order.targets) - {order.who}:
        raise Refused(f"{called} is not aimed at anybody else. Type it without a target.")
    for tag in order.targets or ("",):
        if not holds_surely(act.when, look._replace(target=tag), if_unknown=True):
            raise Refused(forbidden(action, act))
        if act.why and tag and holds_of(act.unless, look, tag):
            raise Refused(act.why)
    if len(order.targets) > (most := most_targets(game, encounter, order, act)):
        raise Refused(f"{called} can be aimed at no more than {most}.")


async def free(play: Play, who: Tag, act: Act) -> None:
    """The actor tries to end a condition by the test that it says for that; of several it chooses."""

    def build() -> Choose:
        there = escapes(play.encounter, who, act)
        labels = {one.id: named(one, play.ledger.rules) for one, _ in there}
        prompt = f"What does {play.encounter.name(who)} end?"
        return Choose(key=f"frees {who}", prompt=prompt, by=who, options=tuple(labels), labels=labels)

    there = {one.id: (one, ending) for one, ending in escapes(play.encounter, who, act)}
    chosen = next(iter(there)) if len(there) == 1 else (await Ask(build)).option
    condition, ending = there[chosen]
    ending_test = play.ledger.rules.ending_test
    if ending_test is not None and await ending_test(play.ledger, who, condition, ending):
        play.ledger.end_condition(who, condition.id, *act.cites)


async def choose(play: Play, who: Tag, act: Act, using: str) -> Act:
    """The act in the way in which it is to work this time."""

    def build() -> Choose:
        labels = {name: name.replace("_", " ") for name in act.choices}
        return Choose(key=f"choice {who}", prompt=f"{using}: which?", by=who, options=tuple(labels), labels=labels)

    chosen = act.choices[(await Ask(build)).option]
    own = {field.name: value for field in fields(chosen) if (value := getattr(chosen, field.name))}
    return replace(act, effect=replace(act.effect, **own))


async def summon(play: Play, who: Tag, act: Act, look: NameScope, using: str) -> tuple[Tag, ...]:
    """The figures that an act brings to the table, on the side of whoever acts; which kind of those it may is asked."""
    rules, name = play.ledger.rules, play.encounter.name(who)
    found: dict[str, tuple[str, int]] = {}
    for kind in rules.catalogue():
        template = rules.template(kind.words.partition(" ")[0])
        values = {} if template is None or " " in kind.words else template.traits
        said = {*kind.words.split(), *(f"{trait}={value}" for trait, value in values.items())}
        for row in act.summons:
            if kind.name in row.among or (row.having and said.issuperset(row.having)):
                found.setdefault(slug(kind.name), (kind.name, look.number(row.count)))
    found = {word: come for word, come in found.items() if come[1] > 0}
    if not found:
        play.ledger.remark(f"{name} summons: add by hand what comes", *act.cites)
        return ()
    labels = {word: f"{called} x{count}" if count > 1 else called for word, (called, count) in found.items()}

    def build() -> Choose:
        prompt = f"{using}: which creature comes?"
        return Choose(key=f"summons {who}", prompt=prompt, by=who, options=tuple(labels), labels=labels)

    chosen = next(iter(found)) if len(found) == 1 else (await Ask(build)).option
    called, count = found[chosen]
    (kind,) = (each for each in rules.catalogue() if each.name == called)
    word, details = in_full(rules, kind, f"x{count} side={play.encounter.figures[who].side}")
    there, template = set(play.encounter.figures), rules.template(word)
    assert template is not None
    await enlist(play.ledger, template, read_details(rules, details, template))
    return tuple(tag for tag in play.encounter.figures if tag not in there)


async def shots(play: Play, order: Order, act: Act, look: NameScope, using: str) -> tuple[Tag, ...]:
    """The targets of an act that is done several times: each as often as it is aimed at; asked where that is open."""
    assert act.shots is not None
    left, out, encounter = look.number(act.shots), list[Tag](), play.encounter
    targets = order.targets[:left]
    for n, target in enumerate(targets):
        after = len(targets) - n - 1
        count = left - after
        if after and count > 1:
            prompt = f"{using}: how many of {left} at {encounter.name(target)}?"
            asked = Amount(key=f"shots {order.who}>{target}", prompt=prompt, by=order.who, least=1, most=count)
            count = (await Ask(partial(replace, asked))).n
        out += [target] * count
        left -= count
    return tuple(out)


def affected(play: Play, targets: tuple[Tag, ...], act: Act, look: NameScope, using: str) -> tuple[Tag, ...]:
    """Those of the targets to whom an act does something; of the others it is said that it does nothing to them."""
    left_out = [tag for tag in targets if holds_of(act.unless, look, tag)]
    for target in left_out:
        play.ledger.remark(f"{using or 'It'} does nothing to {play.encounter.name(target)}", *act.cites)
    return tuple(tag for tag in targets if tag not in left_out)


async def covered(play: Play, order: Order, act: Act, look: NameScope, using: str) -> tuple[Tag, ...]:
    """The targets that an amount of health covers, those with the least first. Where it heals, each in the order named
    gets what it lacks, as long as the amount lasts."""
    assert act.pool is not None and play.file.health is not None
    how = Throw(f"pool {order.who}", f"{using}: {play.file.health.label} in all", order.who, act.cites)
    left, out, name = (await thrown(play, act.pool, look, how)).total, list[Tag](), play.file.health.name
    there = {tag: track for tag in order.targets if (track := play.encounter.of(tag).tracks.get(name))}
    if act.effect.heal is not None:
        for tag in there:
            lacks = partial(_lacks, play, tag, play.file.health)
            if n := min(left, before := lacks()):
                await play.game.heal(play, tag, n, ())
                left -= before - lacks()
        return tuple(there)
    play.ledger.remark(f"{using}: {left} {play.file.health.label}", *act.cites)
    for tag in sorted(there, key=lambda tag: there[tag].now):
        if there[tag].now > left:
            break
        left -= there[tag].now
        out.append(tag)
    return tuple(out)


def _lacks(play: Play, who: Tag, health: TrackRule) -> int:
    """How much a figure can be healed."""
    track = play.encounter.of(who).tracks[health.name]
    return track.now if health.counts_up else max(0, (track.most or 0) - track.now)


def damage_cites(play: Play, order: Order, act: Act, critical: bool) -> tuple[str, ...]:
    """The clauses of the act, of several targets, and of a critical hit."""
    test = act.tests[-1] if act.tests else ""
    cites = (
        *act.cites,
        *(play.file.cites.many if len(order.targets) > 1 else ()),
        *(play.game.cites_of(f"test.{test}.critical_damage") if critical else ()),
    )
    return tuple(dict.fromkeys(cites))


# -------------------------------------------------------------------- the price


async def price_named(play: Play, order: Order, act: Act, look: NameScope) -> NameScope:
    """The names of an act with what its cost names of the thing and nobody has said, {with.points}, which is asked."""
    for track, amount in act.cost.items():
        for node in inside(amount):
            if isinstance(node, Name) and node.scope == "with" and node.word not in look.given:
                told = await Ask(partial(_how_many, play, order, track, node.word))
                look = look._replace(given={**look.given, node.word: told.n})
    return look


def _how_many(play: Play, order: Order, track: str, word: str) -> Amount:
    there, rule = play.encounter.of(order.who).tracks.get(track), play.file.tracks[track]
    left, what = there.now if there is not None else 0, order.thing.name if order.thing is not None else order.action
    prompt = f"{what}: how many {rule.called or rule.label} ({left} left)?"
    return Amount(key=f"{word} {order.who}", prompt=prompt, by=order.who, least=min(1, left), most=left)


def pay_for(play: Play, who: Tag, act: Act, thing: Thing | None, look: NameScope) -> None:
    """Takes what an act costs, unless an order before has paid for it, and a use of the thing."""
    paid = paid_kind(act)
    left = paid.of(play.encounter, who)
    if act.not_twice and thing is not None:
        play.ledger.record(LAST.set(who, f"{play.encounter.round} {thing.name}"))
    if left > 0:
        play.ledger.record(paid.set(who, left - 1) if left > 1 else paid.clear(who))
    else:
        patterned = [_pay_in_pattern(play, who, track, thing) for track in act.cost]
        for track, amount in act.cost.items():
            if "bought" not in patterned or not play.file.tracks[track].pattern:
                pay(play, who, track, look.number(amount), *act.cites)
        if not any(patterned) and act.cost and (more := look.number(act.times) - 1) > 0:
            play.ledger.record(paid.set(who, more))
    pool = pool_of(play.encounter, who, thing) if thing is not None and SHARES in thing.traits else thing
    if pool is not None and USES.track(play.encounter, pool.tag) is not None:
        play.ledger.record(TrackChanged(tag=pool.tag, track=USES.name, by=-1, cites=act.cites))


def _pay_in_pattern(play: Play, who: Tag, track: str, thing: Thing | None) -> str:
    """Keeps a thing as part of a pattern: `bought` if what was paid before pays for it, `begun` if it begins one."""
    rule, encounter = play.file.tracks[track], play.encounter
    if not rule.pattern or thing is None or bars(play.game, encounter, who, rule.pattern):
        return ""
    for began, said in ((True, "bought"), (False, "begun")):
        if things := pattern_with(encounter, who, rule, thing, began):
            play.ledger.record(done(track).set(who, things))
            return said
    return ""


# -------------------------------------------------------------------- with which thing


def things_for(game: Game, encounter: Encounter, who: Tag, action: ActionRule) -> Mapping[str, Thing]:
    """The things that a figure may do an action with, by the names that the file gives them.

    What does more at a higher level stands there once more for each that can be paid: `fireball_4`.
    """
    return cached(
        game, encounter, ("things", who, id(action)), action, lambda: _things_for(game, encounter, who, action)
    )


def _things_for(game: Game, encounter: Encounter, who: Tag, action: ActionRule) -> Mapping[str, Thing]:
    if action.act.releases and (ready := held(encounter, who)) is not None:
        return {str(ready.thing.traits["thing"]): ready.thing}
    piles, file = encounter.of(who).piles, game.file(encounter)
    passive = file.passive
    tags = [tag for pile, own in piles.items() if action.sort in (pile, ANY) and pile not in passive for tag in own]
    there = [encounter.things[tag] for tag in tags if tag in encounter.things]
    found = {str(thing.traits["thing"]): thing for thing in there if "thing" in thing.traits}
    if action.act.repeats:
        rules = ((name, rule_of_thing(file, thing)) for name, thing in found.items())
        return {name: found[name] for name, rule in rules if rule is not None and lasts(encounter, who, rule)}
    tracks, levels = encounter.of(who).tracks, action.act.levels
    for name, thing in list(found.items()) if levels else ():
        rule = rule_of_thing(file, thing)
        least = rule.act.level if rule is not None and rule.act.scales else len(levels)
        paid = {n for n in range(least + 1, len(levels) + 1) if (track := tracks.get(levels[n - 1])) and track.now}
        found |= {f"{name}_{n}": thing for n in sorted(paid)}
    return found


def level_said(option: str, thing: Thing) -> str:
    """The level that was chosen with a thing, `4` of fireball_4; empty for the least."""
    return option.removeprefix(f"{thing.traits['thing']}").removeprefix("_")


def level_of(file: SystemFile, option: str, thing: Thing) -> int:
    """The level at which a thing is used: the one that was chosen with it, else its least."""
    rule = rule_of_thing(file, thing)
    return int(level_said(option, thing) or (rule.act.level if rule is not None else 0))


LATER = 2
"""What of `fits` is not for now: what would end another of its kind, and above it what would come to nothing."""


def fits(game: Game, encounter: Encounter, who: Tag, there: Mapping[str, Thing]) -> dict[str, int]:
    """How well each thing fits the moment, the best first: healing while somebody of the own side is hurt, and help for
    the fallen while one has fallen; what does something; what would end another of its kind, such as a second
    concentration (LATER); what only is told, and help that nobody needs.
    """
    file, side = game.file(encounter), encounter.figures[who].side
    mates = [each for each in encounter.figures.values() if each.side == side and each.standing != AWAY.name]
    fallen = any(not rule.standing.able for mate in mates if (rule := file.standings.get(mate.standing)))
    health = file.health.name if file.health is not None else ""
    tracks = [track for mate in mates if (track := mate.tracks.get(health)) is not None and track.most]
    hurt = any(2 * track.now <= (track.most or 0) for track in tracks)
    lying = {condition.kind for condition in encounter.of(who).conditions}

    def fit(act: Act, goes_on: bool) -> int:
        brought = (bring.condition for bring in act.always.brings)
        if act.effect.heal is not None or act.at == "fallen":
            return 0 if hurt or (fallen and act.at == "fallen") else LATER + 1
        if any(kind in lying and file.conditions[kind].stacks == "no" for kind in brought):
            return LATER
        marks = [each for each in act.effect.brings if each.own or not file.conditions[each.condition].noted]
        does = act.tests or act.choices or act.summons or goes_on or act.anyway
        return 1 if does or replace(act.effect, tell="", brings=tuple(marks)) else LATER + 1

    rules = {name: rule_of_thing(file, thing) for name, thing in there.items()}
    return {name: 0 if rule is None else fit(rule.act, rule.again is not None) for name, rule in rules.items()}


def fitting(
    game: Game, encounter: Encounter, who: Tag, there: Mapping[str, Thing], barred: Mapping[str, str]
) -> Mapping[str, Thing]:
    """Things in the order in which they are offered: what fits the moment first, then by level; last what is barred."""
    fit, file = fits(game, encounter, who, there), game.file(encounter)
    places = {name: (name in barred, fit[name], level_of(file, name, thing)) for name, thing in there.items()}
    return {name: there[name] for name in sorted(there, key=places.__getitem__)}
