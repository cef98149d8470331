"""Step 6: whom an attack hurts, and how much (DJ-26..30, 60..72, 81)."""

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.board import name_of, space_of
from referee.engine.board_event import FigurePlaced
from referee.engine.encounter import Encounter
from referee.engine.for_each import for_each
from referee.engine.ledger import Ledger
from referee.engine.question import Text
from referee.engine.term import Term, Terms, total
from referee.rules.descent import kinds
from referee.rules.descent.attack_steps.affected import affected
from referee.rules.descent.attack_steps.attack_state import AttackState
from referee.rules.descent.auras import enter
from referee.rules.descent.battlefield import battlefield
from referee.rules.descent.conditions import lay_tokens, poison
from referee.rules.descent.equipment import armor
from referee.rules.descent.harm import lost, suffer
from referee.rules.descent.kinds import count_of, is_hero

PIERCE = "pierce"
"""The ability that ignores armor, and the term of what it ignores (DJ-60)."""
KNOCKED_BACK = 3
"""Spaces that Knockback moves a figure of one space (DJ-72)."""


async def inflict(ledger: Ledger, attack: AttackState) -> None:
    """Step 6: the damage falls on the figure in the target space, if any, and on all whom an ability takes in."""
    caught = await affected(ledger, attack)
    if not caught:
        where = f" in {attack.place}" if attack.target is None else ""
        ledger.remark(f"Nobody is hurt{where}", "DJ-27")

    async def hurt(who: Tag) -> None:
        if ledger.able(who):
            await _hurt(ledger, attack, who)

    # What has left the attacker's hand hits all of them, whoever falls by it (DJ-61, 63).
    await for_each(ledger, caught, hurt, "No more of it")


# -------------------------------------------------------------------- one of them


async def _hurt(ledger: Ledger, attack: AttackState, who: Tag) -> None:
    """Damage less armor is wounds, never below none (DJ-28..30); then tokens, and Knockback."""
    encounter = ledger.encounter
    terms = _wounds(encounter, attack, who)
    wounds = total(terms)
    armored = "DJ-28" if is_hero(encounter, who) else "DJ-29"
    pierced = ("DJ-60",) if any(term.label == PIERCE for term in terms) else ()
    cites = ("DJ-27", "DJ-30", armored, *pierced, *_why(attack, who))
    alive = await suffer(ledger, who, wounds, *cites, source=attack.attacker, terms=terms)
    if not alive or attack.damage < 1:
        return
    lay_tokens(ledger, who, attack.attacker, attack.amount_of)
    # Who has risen undying is at full: there is nothing for healing to give back.
    if attack.amount_of("poison") and (poisoned := min(wounds, lost(ledger.encounter, who))):
        poison(ledger, who, attack.attacker, poisoned)
    if attack.amount_of("knockback"):
        await _knock_back(ledger, attack, who)


def _wounds(encounter: Encounter, attack: AttackState, who: Tag) -> Terms:
    """The wounds of one figure: damage, armor, and the armor that pierce ignores or that is to spare."""
    worn = armor(encounter, who)
    ignored = min(-total(worn), attack.amount_of(PIERCE))
    left = attack.damage + total(worn) + ignored
    return (
        Term("damage", attack.damage),
        *worn,
        *((Term(PIERCE, ignored),) if ignored else ()),
        *((Term("armor to spare", -left),) if left < 0 else ()),
    )


def _why(attack: AttackState, who: Tag) -> tuple[str, ...]:
    """The clause of the ability that takes in a figure that is not the target, or the target too."""
    if attack.profile.template:
        return ("DJ-62",)
    if who == attack.target:
        return ()
    return ("DJ-63",) if attack.amount_of("sweep") and not attack.amount_of("blast") else ("DJ-61",)


def knockback_spaces(encounter: Encounter, who: Tag) -> int:
    """How many spaces Knockback may move a figure: one less for each space it fills beyond the first (DJ-72)."""
    wide, deep = map(int, kinds.SIZE.of(encounter, who).split("x"))
    return max(0, KNOCKED_BACK - (wide * deep - 1))


async def _knock_back(ledger: Ledger, attack: AttackState, who: Tag) -> None:
    """The attacker moves it: on the board at once, else the table does."""
    spaces = knockback_spaces(ledger.encounter, who)
    name = ledger.encounter.name(who)
    if not spaces:
        ledger.remark(f"Knockback: {name} is too large to be moved", "DJ-72")
        return
    ledger.remark(f"Knockback: {name} may be moved up to {count_of(spaces, 'space')}, into empty ones", "DJ-72")
    if battlefield(ledger.rules, ledger.encounter, who) is None:
        await enter(ledger, who)
        return
    said = await Ask(lambda: _where_to(ledger, attack, who))
    on = battlefield(ledger.rules, ledger.encounter, who)
    if said.text and on is not None:
        goal = space_of(said.text)
        ledger.record(FigurePlaced(tag=who, spaces=tuple(map(name_of, on.shifted(who, goal))), cites=("DJ-72",)))
        # It is set down there: the spaces between are not entered.
        await enter(ledger, who, (goal,))


def _where_to(ledger: Ledger, attack: AttackState, who: Tag) -> Text:
    on = battlefield(ledger.rules, ledger.encounter, who)
    far = {} if on is None else on.pushes(who, knockback_spaces(ledger.encounter, who))
    ways = {name_of(space): str(steps) for space, steps in sorted(far.items())}
    name = ledger.encounter.name(who)
    return Text(
        key=f"knockback {who}",
        prompt=f"Knockback: where to is {name} moved?",
        by=attack.attacker,
        needs=(attack.attacker, who),
        words=tuple(sorted(ways)),
        spaces=ways,
        check=lambda text: None if not text or text.lower() in ways else f"{name} cannot be moved to {text} [DJ-72].",
        optional=True,
        cites=("DJ-72",),
    )
