"""Retaliation: the damage that an attacked figure does to its attacker (GH-36)."""

from functools import partial

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Confirm
from referee.engine.term import Term, Terms
from referee.rules.gloomhaven.conditions import retaliations
from referee.rules.gloomhaven.harm import suffer


async def retaliate(ledger: Ledger, attacker: Tag, target: Tag, adjacent: bool, range_: int, ability_key: str) -> None:
    """Whoever survives an attack and retaliates hurts an attacker within its range, each range by itself (GH-36)."""
    if not retaliations(ledger.encounter, target):
        return
    name = ledger.encounter.name(target)
    if not ledger.able(target):
        ledger.remark(f"{name} has fallen and does not retaliate", "GH-36")
        return
    nearest = 1 if adjacent else await _shortest(ledger, attacker, target, range_, ability_key)
    damage = _damage(ledger.encounter, target, nearest) if nearest else ()
    reached = "" if damage else ": out of reach"
    ledger.remark(f"{name} retaliates at {ledger.encounter.name(attacker)}{reached}", "GH-36")
    cause = f"retaliate {target} {ability_key}".strip()
    await suffer(ledger, attacker, damage, cause, "GH-36", source=target)


def _damage(encounter: Encounter, target: Tag, nearest: int) -> Terms:
    """What a figure does to an attacker so many spaces away, a term for each range."""
    reaching = {spaces: n for spaces, n in retaliations(encounter, target).items() if spaces >= nearest}
    return tuple(Term(f"retaliate within {spaces}" if spaces > 1 else "retaliate", n) for spaces, n in reaching.items())


async def _shortest(ledger: Ledger, attacker: Tag, target: Tag, range_: int, ability_key: str) -> int:
    """The shortest range of those at which the target retaliates that the attacker is within; 0 for none."""
    far = [spaces for spaces in retaliations(ledger.encounter, target) if spaces > 1]
    for n, spaces in enumerate(far):
        key = f"reach {target}>{attacker} {ability_key}".strip() + (f" {spaces}" if n else "")
        if (await Ask(partial(_within, ledger, attacker, target, spaces, range_, key))).yes:
            return spaces
    return 0


def _within(ledger: Ledger, attacker: Tag, target: Tag, spaces: int, range_: int, key: str) -> Confirm:
    return Confirm(
        key=key,
        prompt=f"Is {ledger.encounter.name(attacker)} within {spaces} of {ledger.encounter.name(target)}?",
        needs=(attacker, target),
        default=True if range_ <= spaces else None,
        cites=("GH-36",),
    )
