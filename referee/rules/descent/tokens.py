"""What lies on a figure when its turn begins: burn, web, daze, bleed, stun (DJ-64..66, 68, 69)."""

from referee.engine.answer import Rolled
from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.kinds import ConditionKind
from referee.engine.ledger import Ledger
from referee.engine.question import Choose
from referee.engine.throw import Roll
from referee.rules.descent.counted import many
from referee.rules.descent.dice import BLACK, DAMAGE, SURGE, counted, lying, pools, shown
from referee.rules.descent.kinds import BLEED, BURN, DAZE, MASTER, STUN, WEB
from referee.rules.descent.sheet import is_hero
from referee.rules.descent.wounds import suffer

ONE_THING = ("move", "attack", "order")
"""What a stunned hero may do one of; a stunned master has the first two (DJ-66)."""


async def suffer_tokens(ledger: Ledger, who: Tag) -> None:
    """All tokens but stun take effect, as long as the figure lives."""
    await _bleed(ledger, who)
    for kind in (BURN, WEB, DAZE):
        if ledger.able(who) and kind.on(ledger.encounter, who):
            await _shed(ledger, who, kind)
    if ledger.able(who) and BURN.on(ledger.encounter, who):
        left = BURN.value(ledger.encounter, who)
        ledger.told(f"{ledger.encounter.name(who)} burns: {many(left, 'wound')}, no armor", "DJ-64", about=(who,))
        await suffer(ledger, who, left, "DJ-64")


async def _bleed(ledger: Ledger, who: Tag) -> None:
    """A white die of damage for each token, no armor, and the tokens are gone (DJ-68)."""
    if not BLEED.on(ledger.encounter, who):
        return
    rolled = await _throw(ledger, who, BLEED, "white")
    there = lying(pools(("white",) * len(rolled.all)), rolled)
    damage = counted(there, DAMAGE)
    text = f"{ledger.encounter.name(who)} bleeds: {shown(there)}, {many(damage, 'wound')}, no armor"
    ledger.told(text, "DJ-68", about=(who,))
    ledger.lift(who, BLEED, "DJ-68")
    await suffer(ledger, who, damage, "DJ-68")


async def _shed(ledger: Ledger, who: Tag, kind: ConditionKind) -> None:
    """A power die for each token; each surge takes one off."""
    rolled = await _throw(ledger, who, kind, BLACK)
    there = lying(pools((BLACK,) * len(rolled.all)), rolled)
    off = min(counted(there, SURGE), kind.value(ledger.encounter, who))
    left = kind.value(ledger.encounter, who) - off
    text = f"{ledger.encounter.name(who)}, {kind.name}: {shown(there)}, {off} off, {left} left"
    ledger.told(text, *kind.clauses, about=(who,))
    if off:
        ledger.spend(who, kind, off, *kind.clauses)


async def _throw(ledger: Ledger, who: Tag, kind: ConditionKind, colour: str) -> Rolled:
    return await Ask(
        lambda: Roll(
            key=f"{kind.name} {who}",
            prompt=f"{ledger.encounter.name(who)}: a {colour} die for each {kind.name} token",
            by=who,
            pools=pools((colour,) * max(1, kind.value(ledger.encounter, who))),
            cites=kind.clauses,
        )
    )


async def shake_off_stun(ledger: Ledger, who: Tag) -> str | None:
    """The stun token goes: the one thing that may be done; "" for nothing, None for who was not stunned (DJ-66)."""
    if not STUN.on(ledger.encounter, who):
        return None
    ledger.lift(who, STUN, "DJ-66")
    name = ledger.encounter.name(who)
    hero = is_hero(ledger.encounter, who)
    if not hero and not MASTER.of(ledger.encounter, who):
        ledger.told(f"{name} is stunned and loses its activation", "DJ-66", about=(who,))
        return ""
    options = ONE_THING if hero else ONE_THING[:2]
    chosen = await Ask(
        lambda: Choose(
            key=f"stunned {who}",
            prompt=f"{ledger.encounter.name(who)} is stunned: one thing only",
            by=who,
            options=options,
            default="attack",
            cites=("DJ-66",),
        )
    )
    ledger.told(f"{name} is stunned: {chosen.option} only", "DJ-66", about=(who,))
    return chosen.option
