"""Damage and healing dice (OS-12)."""

from referee.engine.answer import Rolled
from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.dice import Expression
from referee.engine.ledger import Ledger
from referee.engine.roll_questions import Roll
from referee.engine.term import Terms, total


async def roll_damage(
    ledger: Ledger, key: str, by: Tag, target: Tag | None, dice: Expression, extra: Terms = (), what: str = "Damage"
) -> Rolled:
    """The dice of some damage; nothing is asked where there are none."""
    if not dice.pools:
        return Rolled.thrown()
    plus = f"{total(extra):+d}" if total(extra) else ""
    whom = f" to {ledger.encounter.name(target)}" if target else ""
    return await Ask(
        lambda: Roll(
            key=key,
            prompt=f"{what}{whom}, {dice}{plus}",
            by=by,
            pools=dice.pools,
            sum_will_do=all(term.sign > 0 for term in dice.terms if not isinstance(term.part, int)),
            needs=(target,) if target else (),
            tally=tuple((term.label, term.value) for term in extra),
            cites=("OS-12",),
        )
    )


def damage_terms(dice: Expression, rolled: Rolled) -> Terms:
    """Damage dice, term by term, by their faces or by their sum alone."""
    return dice.reckon(rolled.faces) if rolled.sum is None else dice.reckon_sum(rolled.sum)
