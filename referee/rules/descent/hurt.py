"""Step 6: whom an attack hurts, and how much (DJ-26..30, 60..72, 81)."""

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.board import name_of, space_of
from referee.engine.each import for_each
from referee.engine.encounter import Encounter
from referee.engine.event import FigurePlaced
from referee.engine.ledger import Ledger
from referee.engine.question import Text
from referee.rules.descent import kinds
from referee.rules.descent.aura import enter
from referee.rules.descent.blow import Blow
from referee.rules.descent.caught import victims
from referee.rules.descent.counted import many
from referee.rules.descent.equipment import armor
from referee.rules.descent.field import field
from referee.rules.descent.kinds import POISON, STUN, TOKEN_KINDS
from referee.rules.descent.sheet import is_hero
from referee.rules.descent.wounds import lost, suffer

KNOCKED_BACK = 3
"""Spaces that Knockback moves a figure of one space (DJ-72)."""


async def inflict(ledger: Ledger, blow: Blow) -> None:
    """Step 6: the damage falls on the figure in the target space, if any, and on all whom an ability takes in."""
    extra = (("abilities and surges", blow.extra("damage")), ("enhancements", blow.damage_spent))
    terms = (("dice", blow.damage - blow.extra("damage") - blow.damage_spent), *((k, n) for k, n in extra if n))
    ledger.told(f"Damage {blow.damage}", "DJ-26", about=blow.about(), terms=terms)
    caught = await victims(ledger, blow)
    if not caught:
        where = f" in {blow.place}" if blow.target is None else ""
        ledger.told(f"Nobody is hurt{where}", "DJ-27", about=blow.about())

    async def hurt(who: Tag) -> None:
        if ledger.able(who):
            await _hurt(ledger, blow, who)

    # What has left the attacker's hand hits all of them, whoever falls by it (DJ-61, 63).
    await for_each(ledger, caught, hurt, "No more of it")


# -------------------------------------------------------------------- one of them


async def _hurt(ledger: Ledger, blow: Blow, who: Tag) -> None:
    """Damage less armor is wounds, never below none (DJ-28..30); then tokens, and Knockback."""
    encounter = ledger.encounter
    worn = armor(encounter, who)
    total = sum(n for _, n in worn)
    ignored = min(total, blow.extra("pierce"))
    left = blow.damage - total + ignored
    wounds = max(0, left)
    terms = (
        ("damage", blow.damage),
        *((name, -n) for name, n in worn if n),
        *((("pierce", ignored),) if ignored else ()),
        *((("armor to spare", -left),) if left < 0 else ()),
    )
    cites = ["DJ-27", "DJ-30", "DJ-28" if is_hero(encounter, who) else "DJ-29", *(("DJ-60",) if ignored else ())]
    ability = _why(blow, who)
    ledger.told(f"{encounter.name(who)} takes {many(wounds, 'wound')}", *cites, *ability, about=(who,), terms=terms)
    alive = await suffer(ledger, who, wounds, "DJ-30")
    if not alive or blow.damage < 1:
        return
    _lay_tokens(ledger, blow, who, wounds)
    if blow.extra("knockback"):
        await _knock_back(ledger, blow, who)


def _why(blow: Blow, who: Tag) -> tuple[str, ...]:
    """The clause of the ability that takes in a figure that is not the target, or the target too."""
    if blow.arm.template:
        return ("DJ-62",)
    if who == blow.target:
        return ()
    return ("DJ-63",) if blow.extra("sweep") and not blow.extra("blast") else ("DJ-61",)


def _lay_tokens(ledger: Ledger, blow: Blow, who: Tag, wounds: int) -> None:
    """Tokens of burn, web and the like, on a hit with at least one damage before armor, never on the dead (DJ-81)."""
    for name, kind in TOKEN_KINDS.items():
        tokens = blow.extra(name)
        if tokens and not (kind is STUN and STUN.on(ledger.encounter, who)):
            number = 1 if kind is STUN else tokens
            ledger.afflict(who, kind, *kind.clauses, "DJ-81", value=number, by=blow.attacker)
    # Who has risen undying is at full: there is nothing for healing to give back.
    if blow.extra("poison") and (poisoned := min(wounds, lost(ledger.encounter, who))):
        ledger.afflict(who, POISON, "DJ-67", value=poisoned, by=blow.attacker)


def pushed(encounter: Encounter, who: Tag) -> int:
    """How many spaces Knockback may move a figure: one less for each space it fills beyond the first (DJ-72)."""
    wide, deep = map(int, kinds.SIZE.of(encounter, who).split("x"))
    return max(0, KNOCKED_BACK - (wide * deep - 1))


async def _knock_back(ledger: Ledger, blow: Blow, who: Tag) -> None:
    """The attacker moves it: on the board at once, else the table does."""
    spaces = pushed(ledger.encounter, who)
    name = ledger.encounter.name(who)
    if not spaces:
        ledger.told(f"Knockback: {name} is too large to be moved", "DJ-72", about=(who,))
        return
    ledger.told(f"Knockback: {name} may be moved up to {many(spaces, 'space')}, into empty ones", "DJ-72", about=(who,))
    if field(ledger.rules, ledger.encounter, who) is None:
        await enter(ledger, who)
        return
    said = await Ask(lambda: _where_to(ledger, blow, who))
    on = field(ledger.rules, ledger.encounter, who)
    if said.text and on is not None:
        goal = space_of(said.text)
        ledger.record(FigurePlaced(tag=who, spaces=tuple(map(name_of, on.shifted(who, goal))), cites=("DJ-72",)))
        # It is set down there: the spaces between are not entered.
        await enter(ledger, who, (goal,))


def _where_to(ledger: Ledger, blow: Blow, who: Tag) -> Text:
    on = field(ledger.rules, ledger.encounter, who)
    ways = () if on is None else tuple(sorted(map(name_of, on.pushes(who, pushed(ledger.encounter, who)))))
    name = ledger.encounter.name(who)
    return Text(
        key=f"knockback {who}",
        prompt=f"Knockback: where to is {name} moved?",
        by=blow.attacker,
        needs=(blow.attacker, who),
        words=ways,
        check=lambda text: None if not text or text.lower() in ways else f"{name} cannot be moved to {text} [DJ-72].",
        optional=True,
        cites=("DJ-72",),
    )
