"""Asking: the numbers of all who have none, in one question."""

from collections.abc import Sequence

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.dice import Expression, ExpressionTerm, Pool
from referee.engine.event import TraitSet
from referee.engine.ledger import Ledger
from referee.engine.numbers import AskedNumber, Numbers
from referee.engine.problem import NotUnderstood
from referee.rules.open_table.evaluation import settled
from referee.rules.open_table.expression import Node, Number, Sum, Unknown
from referee.rules.open_table.game import Game
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.order.cards import deal_cards
from referee.rules.open_table.order.units import Unit, label, units


async def ask_numbers(game: Game, ledger: Ledger, who: Sequence[Tag], anew: bool = False) -> None:
    """Asks for the numbers of those of these figures who have none; with `anew` of all, the old ones offered.

    Where the order goes by cards they are dealt.
    """
    if game.file(ledger.encounter).order.by == "card":
        await deal_cards(game, ledger, who, anew)
        return
    if not _asked(game, ledger, who, anew):
        return
    told = await Ask(lambda: _question(game, ledger, _asked(game, ledger, who, anew)))
    numbers = {number.name: number.n for number in told.numbers}
    trait = game.file(ledger.encounter).order.trait
    for unit in _asked(game, ledger, who, anew):
        n = numbers.get(unit.tag)
        cites = game.cites_of("order.group") if len(unit.members) > 1 else ()
        if n != unit.number:
            ledger.record(*(TraitSet(tag=tag, trait=trait, value=n, cites=cites) for tag in unit.members))


def _asked(game: Game, ledger: Ledger, who: Sequence[Tag], anew: bool) -> list[Unit]:
    """Who is asked: first those whose dice the table throws."""
    encounter = ledger.encounter
    found = [unit for unit in units(game, encounter, who) if anew or unit.number is None]
    return sorted(found, key=lambda unit: encounter.figures[unit.tag].side in ledger.rules.app_sides)


def _question(game: Game, ledger: Ledger, asked: Sequence[Unit]) -> Numbers:
    file = game.file(ledger.encounter)
    trait = file.traits[file.order.trait]
    return Numbers(
        key=file.order.trait,
        prompt="Initiative of all" if len(asked) > 1 else "Initiative",
        numbers=tuple(
            AskedNumber(
                name=unit.tag,
                label=label(ledger.encounter, unit),
                dice=dice_of(game, ledger, unit.tag),
                by=unit.tag,
                least=trait.least,
                most=trait.most,
                default=unit.number,
                blank=True,
            )
            for unit in asked
        ),
        fallen_too=True,
        cites=file.cites.begin,
    )


def dice_of(game: Game, ledger: Ledger, who: Tag) -> Expression | None:
    """What is thrown for the number of a figure; None if numbers are only typed, or the dice cannot be thrown."""
    roll = game.file(ledger.encounter).order.roll
    return expression_of(game, ledger, roll, who) if roll is not None else None


def expression_of(game: Game, ledger: Ledger, roll: Node, who: Tag) -> Expression | None:
    """An amount of a figure as the engine's dice; None if they cannot be thrown."""
    try:
        return Expression(tuple(_terms(1, settled(roll, Lookup(game, ledger.encounter, own=who, actor=who)))))
    except (Unknown, NotUnderstood):
        return None


def _terms(sign: int, node: Node) -> list[ExpressionTerm]:
    """A settled amount as the engine's sum of dice and numbers. NotUnderstood where it is more than a sum."""
    match node:
        case Number(n):
            return [ExpressionTerm(sign, n)]
        case Pool():
            return [ExpressionTerm(sign, node)]
        case Sum(terms):
            return [term for inner, part in terms for term in _terms(sign * inner, part)]
        case _:
            raise NotUnderstood("Initiative is dice and numbers, added up.")
