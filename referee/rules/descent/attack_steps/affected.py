"""Whom an attack takes in: its target, and all that a template, a sweep or a blast reaches (DJ-27, 61..63)."""

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.engine.question import Choose, Confirm, Pick
from referee.rules.descent.attack_steps.attack_state import AttackState
from referee.rules.descent.attack_steps.declaration import reach
from referee.rules.descent.battlefield import battlefield


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
        prompt=f"{attack.profile.template.capitalize()}: laid from where, and which way?",
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
            prompt=f"Blast: it takes in {', '.join(map(ledger.encounter.name, caught))}. Use it?",
            by=attack.attacker,
            needs=(attack.attacker,),
            default=True,
            cites=("DJ-61",),
        )
    )
    return caught if used.yes else ()


def _others_up(ledger: Ledger, but: tuple[Tag | None, ...]) -> tuple[Tag, ...]:
    return tuple(tag for tag in ledger.encounter.figures if ledger.able(tag) and tag not in but)


def _template(ledger: Ledger, attack: AttackState) -> Pick:
    among = _others_up(ledger, (attack.attacker,))
    return Pick(
        key=f"template {attack.attacker}",
        prompt=f"{attack.profile.template.capitalize()}: who stands under the template?",
        by=attack.attacker,
        needs=(attack.attacker,),
        among=among,
        least=0,
        most=max(1, len(among)),
        default=attack.target if attack.target and ledger.able(attack.target) else None,
        cites=("DJ-62",),
    )


def _sweep(ledger: Ledger, attack: AttackState) -> Pick:
    side = ledger.encounter.figures[attack.attacker].side
    others = _others_up(ledger, (attack.target,))
    among = tuple(tag for tag in others if ledger.encounter.figures[tag].side != side)
    return Pick(
        key=f"sweep {attack.attacker}",
        prompt="Sweep: which other foes are within its reach? (nobody: -)",
        by=attack.attacker,
        needs=(attack.attacker,),
        among=among,
        least=0,
        most=max(1, len(among)),
        cites=("DJ-63",),
    )


def _blast(ledger: Ledger, attack: AttackState) -> Pick:
    n, aim = attack.amount_of("blast"), attack.target_name(ledger.encounter)
    among = _others_up(ledger, (attack.target,))
    return Pick(
        key=f"blast {attack.attacker}",
        prompt=f"Blast: who else is within {n} of {aim} and in sight of it? (nobody: no blast)",
        by=attack.attacker,
        needs=(attack.attacker,),
        among=among,
        least=0,
        most=max(1, len(among)),
        cites=("DJ-61",),
    )
