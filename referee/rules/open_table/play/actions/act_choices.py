"""Choices within an act: which way it works, whom it summons, what its target becomes, how its shots are shared out,
what it ends, and what it takes of tracks and uses.

Used while an act is done, and by the menu.
Gives coroutines and functions, one for each.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from referee.engine.contract.kept_kind import KeptKind
from referee.engine.events.event import TrackChanged
from referee.engine.figures.add_details import read_details
from referee.engine.figures.figure_words import from_words
from referee.engine.figures.kind_words import in_full
from referee.engine.problem import NotUnderstood, Refused
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose
from referee.engine.questions.typed_questions import Amount
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Form
from referee.engine.state.tags import new_tag, slug
from referee.engine.verbs.add import enlist
from referee.rules.open_table.language.actions import USE
from referee.rules.open_table.language.acts import Act
from referee.rules.open_table.language.conditions import Shape
from referee.rules.open_table.language.effects import Summons
from referee.rules.open_table.language.expression import Name, Unknown, inside
from referee.rules.open_table.language.tracks import TrackRule
from referee.rules.open_table.play.actions.can_be_done import (
    bars,
    escapes,
    forbidden,
    holds_of,
    look_of,
    most_targets,
    pool_of,
    unfit_word,
)
from referee.rules.open_table.play.actions.still_to_do import ACTED, LAST, done, paid_kind, pattern_with
from referee.rules.open_table.play.amounts.evaluation import holds_surely
from referee.rules.open_table.play.amounts.throwing import Throw, thrown
from referee.rules.open_table.play.dice_tests.outcomes import is_immune
from referee.rules.open_table.play.figures.kinds import SHARES, USES, is_entry
from referee.rules.open_table.play.figures.tracks import pay
from referee.rules.open_table.play.game import Game, NameScope, Order, Play
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
    if unfit := unfit_word(game, encounter, order):
        raise Refused(unfit)
    if act.targets in ("self", "none") and set(order.targets) - {order.who}:
        raise Refused(f"{called} is not aimed at anybody else. Type it without a target.")
    for tag in order.targets or ("",):
        if not holds_surely(act.when, replace(look, target=tag), if_unknown=True):
            raise Refused(forbidden(action, act))
        if act.why and tag and holds_of(act.unless, look, tag):
            raise Refused(forbidden(action, act))
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
    own = {name: value for name in chosen.__struct_fields__ if (value := getattr(chosen, name))}
    return replace(act, effect=replace(act.effect, **own))


async def _of_the_catalogue(
    play: Play, key: str, prompt: str, rows: Sequence[Summons], look: NameScope
) -> tuple[KeptKind, int] | None:
    """Which of the figures of the catalogue that rows allow it is to be, as is asked, and how many; None for none."""
    rules, found = play.ledger.rules, dict[str, tuple[KeptKind, int]]()
    for kind in rules.adding.catalogue():
        template = rules.template(kind.words.partition(" ")[0])
        values = {} if template is None or " " in kind.words else template.traits
        said = {*kind.words.split(), *(f"{trait}={value}" for trait, value in values.items())}
        for row in rows:
            if kind.name in row.among or (row.having and said.issuperset(row.having)):
                found.setdefault(slug(kind.name), (kind, look.number(row.count)))
    found = {word: come for word, come in found.items() if come[1] > 0}
    labels = {word: f"{kind.name} x{count}" if count > 1 else kind.name for word, (kind, count) in found.items()}
    asked = Choose(key=key, prompt=prompt, by=look.own, options=tuple(labels), labels=labels, names=labels)
    if len(found) < 2:
        return next(iter(found.values()), None)
    return found[(await Ask(partial(replace, asked))).option]


async def summon(play: Play, who: Tag, act: Act, look: NameScope, using: str) -> tuple[Tag, ...]:
    """The figures that an act brings to the table, on the side of whoever acts; which kind of those it may is asked."""
    rules, prompt = play.ledger.rules, f"{using}: which creature comes?"
    comes = await _of_the_catalogue(play, f"summons {who}", prompt, act.summons, look)
    if comes is None:
        play.ledger.remark(f"{play.encounter.name(who)} summons: add by hand what comes", *act.cites)
        return ()
    word, details = in_full(rules, comes[0], f"x{comes[1]} side={play.encounter.figures[who].side}")
    there, template = set(play.encounter.figures), rules.template(word)
    assert template is not None
    await enlist(play.ledger, template, read_details(rules, details, template))
    return tuple(tag for tag in play.encounter.figures if tag not in there)


async def shape(play: Play, who: Tag, act: Act, look: NameScope, using: str) -> Shape | None:
    """What an act makes of one of its targets by a condition that gives it another form, as is asked; None for nothing.

    What it has in that form is at the table from then on, in no pile until the condition comes.
    """
    rules, encounter = play.ledger.rules, play.encounter
    forms = (play.file.conditions[bring.condition].form for bring in act.effect.brings)
    form, look = next(filter(None, forms), None), replace(look, target=who)
    if form is None or not act.shapes:
        return None
    prompt = f"{using}: what does {encounter.name(who)} become?"
    became = await _of_the_catalogue(play, f"shape {who}", prompt, act.shapes, look)
    if became is None:
        return None
    recruit = from_words(rules, " ".join(in_full(rules, became[0], "")))
    own = {**encounter.of(who).piles, **dict.fromkeys(form.sorts, ())}
    taken, piles = {*encounter.tags()}, {sort: tuple[Tag, ...]() for sort in form.sorts}
    for pile, thing in recruit.things:
        tag = new_tag(f"{who}.{thing.tag.removeprefix(f'{recruit.figure.tag}.')}"[:38], taken)
        taken.add(tag)
        piles[pile] = (*piles.get(pile, own.get(pile, ())), tag)
        play.ledger.join(replace(thing, tag=tag), *act.cites)
    figure = recruit.figure
    traits, health = {name: figure.traits.get(name) for name in form.traits}, figure.tracks.get(rules.health_name)
    return Shape(became[0].name, Form(tracks={form.health: health}, traits=traits, piles=piles))


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


def affected(
    play: Play, order: Order, targets: tuple[Tag, ...], act: Act, look: NameScope, using: str
) -> tuple[Tag, ...]:
    """Those of the targets to whom an act does something; of the others it is said that it does nothing to them, and
    whether they are immune to it since they withstood it."""
    out = []
    for target in targets:
        immune = bool(act.immune_after) and is_immune(play.encounter, target, using or order.action, order.who)
        if immune or holds_of(act.unless, look, target):
            why = ", who is immune to it" if immune else ""
            play.ledger.remark(f"{using or 'It'} does nothing to {play.encounter.name(target)}{why}", *act.cites)
        else:
            out.append(target)
    return tuple(out)


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
                await play.game.heal(play, tag, n, (), order.who)
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
                look = replace(look, given={**look.given, node.word: told.n})
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
    if is_entry(play.encounter, who) and not act.cost:
        play.ledger.record(ACTED.set(who, str(play.encounter.round)))
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
    if not rule.pattern or thing is None or bars(play.game, encounter, who, rule.pattern) is not None:
        return ""
    for began, said in ((True, "bought"), (False, "begun")):
        if things := pattern_with(encounter, who, rule, thing, began):
            play.ledger.record(done(track).set(who, things))
            return said
    return ""
