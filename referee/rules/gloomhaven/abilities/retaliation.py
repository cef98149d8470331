"""Retaliation: the damage that an attacked figure does to its attacker (GH-36)."""

from functools import partial

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.engine.question import Confirm
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
    damage = sum(n for spaces, n in retaliations(ledger.encounter, target).items() if nearest and spaces >= nearest)
    outcome = f"{damage} damage" if damage else "out of reach"
    ledger.remark(f"{name} retaliates at {ledger.encounter.name(attacker)}: {outcome}", "GH-36")
    if damage:
        await suffer(ledger, attacker, damage, f"retaliate {target} {ability_key}".strip(), "GH-36")


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
