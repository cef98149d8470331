"""Throwing amounts: the questions for the dice of an amount, and for numbers that nobody knows yet.

Used by tests, effects and the order whenever an amount of the file is needed in play.
Gives the sum that was thrown, with its terms and faces, and an amount as the dice of the engine.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.dice.dice import Expression, ExpressionTerm, Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Term, TraitSet
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import SUM, Rolled
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import REFEREE
from referee.engine.questions.typed_questions import Amount
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.language.effect_notation import DamagePart
from referee.rules.open_table.language.expression import Asked, Name, Node, Number, Sum, Unknown
from referee.rules.open_table.play.amounts.evaluation import (
    Thrown,
    bounded,
    label,
    labelled,
    parts_of,
    pools,
    settled,
    total,
)
from referee.rules.open_table.play.game import NameScope, Play
from referee.text.phrases import possessive

MOST_ASKED = 9_999


class Throw(Struct, frozen=True):
    """How an amount is put to the table."""

    key: str
    prompt: str
    by: str = REFEREE
    cites: tuple[str, ...] = ()
    change: Callable[..., Node] | None = None
    """What is done to the settled amount before it is thrown: twice the dice, their average. Of damage it may be given,
    besides, whether a critical hit counts for that part."""


async def known(play: Play, nodes: Iterable[Node], look: NameScope) -> NameScope:
    """The names as they stand once everything that these amounts name is known; the referee is asked for the rest."""
    wanted = [node for node in nodes if not isinstance(node, Asked | Number | Pool)]
    while True:
        look = look.at(play.encounter)
        try:
            for node in wanted:
                if isinstance(node, Name):
                    look.value(node)
                else:
                    settled(node, look)
        except Unknown as unknown:
            look = await _ask_value(play, unknown.name, look)
        else:
            return look


async def _ask_value(play: Play, name: Name, look: NameScope) -> NameScope:
    """Asks for a value: of a figure it is kept, of what is used it counts for this once."""
    if name.scope == "with":
        told = await Ask(lambda: _question(play.ledger, look.own, name.word, -MOST_ASKED, MOST_ASKED, name.word))
        return replace(look, given={**look.given, name.word: told.n})
    who = look.whose(name.scope)
    rule = play.file.traits.get(name.word)
    if rule is None:
        raise Lapsed(f"{name} has no value, as no test was made")
    told = await Ask(lambda: _question(play.ledger, who, name.word, rule.least, rule.most, rule.label))
    play.ledger.record(TraitSet(tag=who, trait=name.word, value=told.n, cites=rule.cites))
    return look.at(play.encounter)


def _question(ledger: Ledger, who: Tag, word: str, least: int, most: int, called: str) -> Amount:
    if not ledger.encounter.has(who):
        raise Lapsed("the figure has left the table")
    name = ledger.encounter.name(who)
    return Amount(
        key=f"{word} {who}",
        prompt=f"{possessive(name)} {called.replace('_', ' ')}?",
        least=least,
        most=most,
        fallen_too=True,
    )


async def thrown(play: Play, node: Node, look: NameScope, how: Throw) -> Thrown:
    """An amount with its dice thrown, or typed where the file leaves it to the referee."""
    if isinstance(node, Asked):
        told = await Ask(
            lambda: Amount(key=how.key, prompt=f"{how.prompt}: how much?", most=MOST_ASKED, cites=how.cites)
        )
        return Thrown(told.n, (Term("", told.n),))
    if isinstance(node, Number) and how.change is None:
        return reckoned(node)
    look = await known(play, (node,), look)

    def now() -> Node:
        fixed = settled(node, look.at(play.encounter))
        return how.change(fixed) if how.change is not None else fixed

    if not pools(fixed := now()):
        return reckoned(fixed)

    def build() -> Roll:
        fixed = now()
        halved = len(dice := pools(fixed)) == 1 and dice[0].plain and dice[0].die is None
        return replace(roll_of(play.ledger, fixed, how), sum_will_do=halved or _sum_will_do(fixed), reads=SUM)

    rolled = await Ask(build)
    return reckoned(now(), rolled)


def thrown_together(group: Sequence[DamagePart], how: Throw) -> tuple[Node, Throw]:
    """What is thrown for parts of a damage at once, and how: their sum, each changed as it is alone."""
    if len(group) == 1 and group[0].doubles:
        return group[0].amount, how

    def changed(node: Node) -> Node:
        each = ((_alone(amount), part) for (_, amount), part in zip(parts_of(node), group, strict=True))
        done = ((how.change(amount, part.doubles) if how.change else amount, part.label) for amount, part in each)
        return Sum(tuple(term for amount, label in done for term in parts_of(labelled(amount, label))))

    return Sum(tuple((1, Sum(((1, part.amount),))) for part in group)), replace(how, change=changed)


def _alone(amount: Node) -> Node:
    """What stands in a sum of nothing else, so that the numbers in it are told and changed one by one."""
    match amount:
        case Sum(((1, only),)):
            return only
    return amount


def _sum_will_do(node: Node) -> bool:
    """Does only the sum of the dice of a settled amount matter, as they are added up as they fall?"""
    return all(sign > 0 and part.plain if isinstance(part, Pool) else not pools(part) for sign, part in parts_of(node))


def roll_of(ledger: Ledger, node: Node, how: Throw) -> Roll:
    """The question for the dice of a settled amount."""
    by_somebody = how.by in ledger.encounter.figures
    return Roll(
        key=how.key,
        prompt=how.prompt,
        by=how.by,
        pools=pools(node),
        fallen_too=by_somebody and not ledger.able(how.by),
        added=sum(sign * total(part) for sign, part in parts_of(node) if not pools(part)),
        total_will_do=_sum_will_do(node) and sum(pool.count for pool in pools(node)) == 1,
        cites=how.cites,
    )


def _called(part: Node) -> str:
    if isinstance(part, Pool) and part.name:
        return part.name
    return label(part).strip("{}").replace("_", " ")


def reckoned(node: Node, rolled: Rolled | None = None) -> Thrown:
    """What a settled amount comes to with these dice, with each part of its sum."""
    if rolled is not None and rolled.sum is not None:
        return _reckoned_sum(node, rolled.sum)
    faces = rolled.faces if rolled is not None else ()
    left = list(faces)
    terms: list[Term] = []
    came = 0
    for sign, part in parts_of(node):
        dice = pools(part)
        mine, left = left[: len(dice)], left[len(dice) :]
        value = sign * total(part, mine)
        came += value
        if not (isinstance(part, Number) and not part.n):
            fallen = zip(dice, mine, strict=False)
            shown = tuple([told for pool, fell in fallen for told in pool.told(fell)])
            terms.append(Term(_called(part), value, shown))
    came = bounded(came)
    return Thrown(came, tuple(terms) or (Term("", came),), faces, pools(node))


def _reckoned_sum(node: Node, told: int) -> Thrown:
    """What a settled amount comes to where the sum of all its dice is told, none of their faces."""
    if not _sum_will_do(node):  # half of the dice, say
        came = total(node, ((told,),))
        return Thrown(came, (Term(_called(node), came),))
    fixed = [Term(_called(part), sign * total(part)) for sign, part in parts_of(node) if not pools(part)]
    terms = (Term(" + ".join(map(str, pools(node))), told), *(term for term in fixed if term.value))
    return Thrown(told + sum(term.value for term in fixed), terms)


def expression_of(
    play: Play, roll: Node | None, who: Tag, change: Callable[[Node], Node] = lambda settled: settled
) -> Expression | None:
    """An amount of a figure as the engine's dice; None if there is none, or they cannot be thrown.

    change: what is done to the settled amount.
    """
    if roll is None:
        return None
    try:
        return Expression(tuple(_sum_of(1, change(settled(roll, play.names(own=who, actor=who))))))
    except (Unknown, NotUnderstood):
        return None


def _sum_of(sign: int, node: Node) -> list[ExpressionTerm]:
    """A settled amount as the engine's sum of dice and numbers. NotUnderstood where it is more than a sum."""
    match node:
        case Number(n):
            return [ExpressionTerm(sign, n)]
        case Pool():
            return [ExpressionTerm(sign, node)]
        case Sum(terms):
            return [term for inner, part in terms for term in _sum_of(sign * inner, part)]
        case _:
            raise NotUnderstood("Initiative can only add dice and numbers, such as d20+2.")
