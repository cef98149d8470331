"""The damage of an act: thrown once for several targets, doubled by a critical hit, or as its average."""

from dataclasses import replace

from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.rules.open_table import effects
from referee.rules.open_table.amounts import Throw
from referee.rules.open_table.attack import Made
from referee.rules.open_table.comparison import holds
from referee.rules.open_table.course import Course
from referee.rules.open_table.evaluation import at_highest, averaged, doubled, pools, total
from referee.rules.open_table.expression import Node, Number, Product, Sum
from referee.rules.open_table.game import Game, Part
from referee.rules.open_table.lookup import Lookup


async def thrown_damage(game: Game, ledger: Ledger, course: Course, look: Lookup, last: Made | None) -> list[Part]:
    """The damage of an act: thrown once for all where the targets make the test, else for each."""
    act = course.act
    file = game.file(ledger.encounter)
    rule = file.tests[act.tests[-1]] if act.tests else None
    shared = rule is None or rule.by_target
    if course.shared is not None and shared:
        return course.shared
    critical = rule.critical_damage if rule and last and last.result == "critical" and not shared else "none"
    average = file.damage.average is not None and holds(file.damage.average, replace(look, own=course.order.who))
    where = "" if shared else f">{look.target}"
    how = Throw(
        f"damage {course.order.who}{where}",
        _prompt(ledger, course, "" if shared and len(course.order.targets) > 1 else look.target, last, shared),
        course.order.who,
        act.cites,
        change=lambda node: _changed(_with_bonus(node, act.damage_bonus), critical, average),
    )
    parts = await effects.thrown_parts(game, ledger, act.effect.damage, look, course.cause, how)
    course.shared = parts
    return parts


def _prompt(ledger: Ledger, course: Course, target: Tag, last: Made | None, shared: bool) -> str:
    """`Pip hits Goblin 1 with rapier: damage`; `Elin with Fireball: damage` for several at once."""
    name, using = ledger.encounter.name(course.order.who), f" with {course.using}" if course.using else ""
    hit = last is not None and last.good and not shared
    whom = f" {'hits' if hit else 'against'} {ledger.encounter.name(target)}" if target else ""
    return f"{name}{whom}{using}: damage"


def damage_cites(game: Game, ledger: Ledger, course: Course, last: Made | None) -> tuple[str, ...]:
    """The clauses of the act, of several targets, and of a critical hit."""
    test = course.act.tests[-1] if course.act.tests else ""
    critical = last is not None and last.result == "critical"
    cites = (
        *course.act.cites,
        *(game.file(ledger.encounter).cites.many if len(course.order.targets) > 1 else ()),
        *(game.cites_of(f"test.{test}.critical_damage") if critical else ()),
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
