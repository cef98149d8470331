"""Damage, step 6 of an attack: whom it hurts, and by how much (DJ-26..30, 60..72, 81)."""

from msgspec.structs import replace

from referee.engine.events.event import FigurePlaced, Term, Terms, total
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Confirm, Text
from referee.engine.state.bearer import Tag
from referee.engine.state.board import name_of, space_of
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger, for_each
from referee.rules.descent.attack_state import AttackState
from referee.rules.descent.battlefield import battlefield, footprint
from referee.rules.descent.conditions import lay_tokens, poison
from referee.rules.descent.declaration import reach
from referee.rules.descent.equipment import armor
from referee.rules.descent.harm import lost, suffer
from referee.rules.descent.kinds import count_of, is_hero
from referee.rules.descent.movement import enter
from referee.text.phrases import joined


async def affected(ledger: Ledger, attack: AttackState) -> tuple[Tag, ...]:
    """The figure in the target space, and whoever a template, a sweep or a blast takes in (DJ-27, 61..63)."""
    target = () if attack.target is None else (attack.target,)
    if attack.profile.template:
        return await _under_template(ledger, attack)
    if attack.amount_of("sweep"):
        target = tuple(dict.fromkeys((*target, *await _swept(ledger, attack))))
    if attack.amount_of("blast"):
        target = tuple(dict.fromkeys((*target, *await _blasted(ledger, attack))))
    return target


async def _under_template(ledger: Ledger, attack: AttackState) -> tuple[Tag, ...]:
    """Whom Breath or Bolt takes in: the board lays it, if there is one, else the table says (DJ-62)."""
    on = battlefield(ledger.rules, ledger.encounter, attack.attacker)
    if on is None or attack.space is None:
        return (await Ask(lambda: _template(ledger, attack))).tags
    ways = on.templates(attack.attacker, attack.profile.template, (attack.space,))
    if not ways:
        return ()
    laid = next(iter(ways))
    if len(ways) > 1:
        laid = (await Ask(lambda: _which_way(ledger, attack, ways))).option
    names = ", ".join(map(ledger.encounter.name, ways[laid])) or "nobody"
    ledger.remark(f"{attack.profile.template.capitalize()} from {laid}: {names}", "DJ-62", "DJ-88")
    return ways[laid]


def _which_way(ledger: Ledger, attack: AttackState, ways: dict[str, tuple[Tag, ...]]) -> Choose:
    return Choose(
        key=f"template {attack.attacker}",
        prompt=f"{attack.profile.template.capitalize()}: from which space, and which way?",
        by=attack.attacker,
        needs=(attack.attacker,),
        options=tuple(ways),
        labels={way: ", ".join(map(ledger.encounter.name, caught)) for way, caught in ways.items()},
        default=next(iter(ways)),
        cites=("DJ-62",),
    )


async def _swept(ledger: Ledger, attack: AttackState) -> tuple[Tag, ...]:
    """The enemies within melee reach (DJ-63)."""
    on = battlefield(ledger.rules, ledger.encounter, attack.attacker)
    if on is None:
        return (await Ask(lambda: _sweep(ledger, attack))).tags
    return on.swept(attack.attacker, reach(ledger.encounter, attack.profile))


async def _blasted(ledger: Ledger, attack: AttackState) -> tuple[Tag, ...]:
    """Who is near enough to the target, if the blast is used (DJ-61)."""
    on = battlefield(ledger.rules, ledger.encounter, attack.attacker)
    if on is None or attack.space is None:
        return (await Ask(lambda: _blast(ledger, attack))).tags
    caught = on.blasted(attack.space, attack.amount_of("blast"))
    if set(caught) <= {attack.target}:
        return ()
    used = await Ask(
        lambda: Confirm(
            key=f"blast {attack.attacker}",
            prompt=f"Blast also hits {joined([*map(ledger.encounter.name, caught)])}. Use the blast?",
            by=attack.attacker,
            needs=(attack.attacker,),
            default=True,
            cites=("DJ-61",),
        )
    )
    return caught if used.yes else ()


def _others_up(ledger: Ledger, but: tuple[Tag | None, ...]) -> tuple[Tag, ...]:
    return tuple(tag for tag in ledger.encounter.figures if ledger.able(tag) and tag not in but)


def _caught(attack: AttackState, word: str, prompt: str, among: tuple[Tag, ...], *cites: str) -> Pick:
    """The question whom an ability of the attack takes in; nobody is an answer."""
    who = attack.attacker
    most = max(1, len(among))
    return Pick(key=f"{word} {who}", prompt=prompt, by=who, needs=(who,), among=among, least=0, most=most, cites=cites)


def _template(ledger: Ledger, attack: AttackState) -> Pick:
    among = _others_up(ledger, (attack.attacker,))
    prompt = f"{attack.profile.template.capitalize()}: who stands under the template?"
    default = attack.target if attack.target and ledger.able(attack.target) else None
    return replace(_caught(attack, "template", prompt, among, "DJ-62"), default=default)


def _sweep(ledger: Ledger, attack: AttackState) -> Pick:
    side = ledger.encounter.figures[attack.attacker].side
    others = _others_up(ledger, (attack.target,))
    among = tuple(tag for tag in others if ledger.encounter.figures[tag].side != side)
    return _caught(attack, "sweep", "Sweep: which other foes are within reach?", among, "DJ-63")


def _blast(ledger: Ledger, attack: AttackState) -> Pick:
    n, aim = attack.amount_of("blast"), attack.target_name(ledger.encounter)
    prompt = f"Blast: who else is within {n} of {aim} and in sight?"
    return _caught(attack, "blast", prompt, _others_up(ledger, (attack.target,)), "DJ-61")


PIERCE = "pierce"
"""The ability that ignores armor, and the term of what it ignores (DJ-60)."""
KNOCKED_BACK = 3
"""Spaces that Knockback moves a figure of one space (DJ-72)."""


async def inflict(ledger: Ledger, attack: AttackState) -> None:
    """Step 6: the damage falls on the figure in the target space, if any, and on all whom an ability takes in."""
    caught = await affected(ledger, attack)
    if not caught:
        where = f" at {name_of(attack.space)}" if attack.target is None and attack.space is not None else ""
        ledger.remark(f"Nobody is hurt{where}", "DJ-27")

    async def hurt(who: Tag) -> None:
        if ledger.able(who):
            await _hurt(ledger, attack, who)

    # What has left the attacker's hand hits all of them, whoever falls by it (DJ-61, 63).
    await for_each(ledger, caught, hurt, "The rest of the attack does not happen")


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
    # A figure that rose by Undying has full health: nothing to heal.
    if attack.amount_of("poison") and (poisoned := min(wounds, lost(ledger.encounter, who))):
        poison(ledger, who, attack.attacker, poisoned)
    if attack.amount_of("knockback"):
        await _knock_back(ledger, attack, who)


def _wounds(encounter: Encounter, attack: AttackState, who: Tag) -> Terms:
    """The wounds of one figure: damage, armor, and the armor that pierce ignores or that is not used."""
    worn = armor(encounter, who)
    ignored = min(-total(worn), attack.amount_of(PIERCE))
    left = attack.damage + total(worn) + ignored
    return (
        Term("damage", attack.damage),
        *worn,
        *((Term(PIERCE, ignored),) if ignored else ()),
        *((Term("unused armor", -left),) if left < 0 else ()),
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
    wide, deep = footprint(encounter, who)
    return max(0, KNOCKED_BACK - (wide * deep - 1))


async def _knock_back(ledger: Ledger, attack: AttackState, who: Tag) -> None:
    """The attacker moves it: on the board at once, else the table does."""
    spaces = knockback_spaces(ledger.encounter, who)
    name = ledger.encounter.name(who)
    if not spaces:
        ledger.remark(f"Knockback: {name} is too large to be moved", "DJ-72")
        return
    ledger.remark(f"Knockback: {name} may be moved up to {count_of(spaces, 'empty space')}", "DJ-72")
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
        prompt=f"Knockback: where does {name} go?",
        by=attack.attacker,
        needs=(attack.attacker, who),
        words=tuple(sorted(ways)),
        spaces=ways,
        check=lambda text: None if not text or text.lower() in ways else f"{name} cannot be moved to {text} [DJ-72].",
        optional=True,
        cites=("DJ-72",),
    )
