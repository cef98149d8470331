"""An act in progress: what was ordered, what it costs, and the damage that it deals.

Used from the moment an act is ordered until all that follows from it is done.
Gives the order, why it cannot be paid, and the damage thrown once or for each target.
"""

from dataclasses import dataclass, field, replace

from referee.engine.contract.kinds import TraitKind
from referee.engine.events.event import TrackChanged
from referee.engine.problem import Refused
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation
from referee.rules.open_table.actions.rules import Act
from referee.rules.open_table.amounts.evaluation import at_highest, averaged, doubled, holds, pools, total
from referee.rules.open_table.amounts.expression import Node, Number, Product, Sum
from referee.rules.open_table.amounts.throwing import Throw
from referee.rules.open_table.effects import effects
from referee.rules.open_table.figures.kinds import PAID, USES, rule_of_thing
from referee.rules.open_table.game import Game, NameScope, Part, Play, bars
from referee.rules.open_table.tests.resolve import TestOutcome


def _paid(act: Act) -> TraitKind[int]:
    """How many orders are paid for already of acts that cost the same and buy as many; kept until the turn ends."""
    return TraitKind(f"{PAID}{'+'.join(act.cost)} {act.times}", 0)


def why_not(game: Game, encounter: Encounter, who: Tag, action: str, act: Act, thing: Thing | None = None) -> str:
    """Why a figure cannot do an act now; empty if it can."""
    name = encounter.name(who)
    if barring := bars(game, encounter, who, action):
        return f"{name} is {barring}."
    if thing is not None and (reason := spent(game, encounter, who, thing)):
        return reason
    paid = _paid(act).of(encounter, who) > 0
    look = NameScope(game, encounter, own=who, actor=who)
    for track, amount in act.cost.items():
        rule, there = game.file(encounter).tracks[track], encounter.of(who).tracks.get(track)
        cited = f" [{', '.join(rule.cites)}]" if rule.cites else ""
        if barring := bars(game, encounter, who, track):
            return f"{name} is {barring}: no {rule.label}{cited}."
        if not paid and (there is None or there.now < look.number(amount)):
            how = "spent its" if there is not None and not there.now else "too little"
            return f"{name} has {how} {rule.label}{cited}."
    return ""


def spent(game: Game, encounter: Encounter, who: Tag, thing: Thing) -> str:
    """Why a thing that is used up cannot be used, and when it is back; empty if it can."""
    now = encounter.things.get(thing.tag, thing)
    uses, file = now.tracks.get(USES.name), game.file(encounter)
    if uses is None or uses.now:
        return ""
    rule = rule_of_thing(file, now)
    moments = [f"{rule.recharge} at the start of its turn"] if rule is not None and rule.recharge is not None else []
    if rule is not None:
        moments += [file.rests[moment].label.lower() if moment in file.rests else moment for moment in rule.reset]
    back = f"; it is back with: {', '.join(moments)}" if moments else ""
    return f"{encounter.name(who)} has no {now.name} left{back}."


def pay_for(play: Play, who: Tag, act: Act, thing: Thing | None = None) -> None:
    """Takes what an act costs, unless an order before has paid for it, and a use of the thing."""
    paid = _paid(act)
    left = paid.of(play.encounter, who)
    look = play.names(own=who, actor=who)
    if left > 0:
        play.ledger.record(paid.set(who, left - 1) if left > 1 else paid.clear(who))
    else:
        for track, amount in act.cost.items():
            pay(play, who, track, look.number(amount), *act.cites)
        if act.cost and (more := look.number(act.times) - 1) > 0:
            play.ledger.record(paid.set(who, more))
    if thing is not None and USES.track(play.encounter, thing.tag) is not None:
        play.ledger.record(TrackChanged(tag=thing.tag, track=USES.name, by=-1, cites=act.cites))


def lacking(play: Play, who: Tag, track: str, amount: int) -> str:
    """Why a figure cannot spend so much of a track; empty if it can."""
    encounter = play.encounter
    there = encounter.of(who).tracks.get(track)
    rule = play.game.file(encounter).tracks.get(track)
    called = rule.label if rule is not None else track
    if there is None:
        return f"{encounter.name(who)} has no {called}"
    if there.now < amount:
        left = f"has only {there.now} {called} left" if there.now else f"has spent its {called}"
        return f"{encounter.name(who)} {left}"
    return ""


def pay(play: Play, who: Tag, track: str, amount: int, *cites: str) -> None:
    """A figure spends so much of a track. Refused, with the reason, where it has not so much."""
    rule = play.file.tracks.get(track)
    cites = tuple(dict.fromkeys((*cites, *(rule.cites if rule is not None else ()))))
    if reason := lacking(play, who, track, amount):
        said = f" [{', '.join(rule.cites)}]" if rule is not None and rule.cites else ""
        raise Refused(f"{reason}{said}.")
    there = play.encounter.of(who).tracks[track]
    effects.put(play.ledger, who, track, there.now - amount, *cites)


@dataclass(frozen=True)
class Order:
    """An act as it was ordered."""

    who: Tag
    action: str
    thing: Thing | None = None
    targets: tuple[Tag, ...] = ()
    words: str = ""


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
    """`Pip hits Goblin 1 with rapier: damage`; `Elin with Fireball: damage` for several at once."""
    name, using = ledger.encounter.name(course.order.who), f" with {course.using}" if course.using else ""
    hit = last is not None and last.good and not shared
    whom = f" {'hits' if hit else 'against'} {ledger.encounter.name(target)}" if target else ""
    return f"{name}{whom}{using}: damage"


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


def possible_targets(situation: Situation, who: Tag, act: Act) -> tuple[Tag, ...]:
    """Whom an act may be aimed at: foes, allies, any (foes first, itself last), or those who have fallen."""
    figures = situation.encounter.figures
    side = figures[who].side if who in figures else ""
    standing = {tag: situation.rules.standing(figure.standing) for tag, figure in figures.items()}
    there = [tag for tag in figures if standing[tag].target]
    match act.at:
        case "foes":
            return tuple(tag for tag in there if figures[tag].side != side)
        case "allies":
            return tuple(tag for tag in there if figures[tag].side == side)
        case "fallen":
            return tuple(tag for tag in there if not standing[tag].able)
        case _:
            return tuple(sorted(there, key=lambda tag: (figures[tag].side == side, tag == who)))
