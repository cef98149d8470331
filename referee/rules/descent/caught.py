"""Whom an attack takes in: its target, and all that a template, a sweep or a blast reaches (DJ-27, 61..63)."""

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.engine.question import Choose, Confirm, Pick
from referee.rules.descent.announce import reach
from referee.rules.descent.blow import Blow
from referee.rules.descent.field import field


async def victims(ledger: Ledger, blow: Blow) -> tuple[Tag, ...]:
    """The figure in the target space, and whoever a template, a sweep or a blast takes in (DJ-27, 61..63)."""
    target = () if blow.target is None else (blow.target,)
    if blow.arm.template:
        return await _under_template(ledger, blow)
    if blow.extra("sweep"):
        target = tuple(dict.fromkeys((*target, *await _swept(ledger, blow))))
    if blow.extra("blast"):
        target = tuple(dict.fromkeys((*target, *await _blasted(ledger, blow))))
    return target


async def _under_template(ledger: Ledger, blow: Blow) -> tuple[Tag, ...]:
    """Whom Breath or Bolt takes in: the board lays it, if there is one, else the table says (DJ-62)."""
    on = field(ledger.rules, ledger.encounter, blow.attacker)
    if on is None or blow.space is None:
        return (await Ask(lambda: _template(ledger, blow))).tags
    ways = on.templates(blow.attacker, blow.arm.template, (blow.space,))
    if not ways:
        return ()
    laid = next(iter(ways))
    if len(ways) > 1:
        laid = (await Ask(lambda: _which_way(ledger, blow, ways))).option
    names = ", ".join(map(ledger.encounter.name, ways[laid])) or "nobody"
    ledger.told(f"{blow.arm.template.capitalize()} from {laid}: {names}", "DJ-62", "DJ-88", about=ways[laid])
    return ways[laid]


def _which_way(ledger: Ledger, blow: Blow, ways: dict[str, tuple[Tag, ...]]) -> Choose:
    return Choose(
        key=f"template {blow.attacker}",
        prompt=f"{blow.arm.template.capitalize()}: laid from where, and which way?",
        by=blow.attacker,
        needs=(blow.attacker,),
        options=tuple(ways),
        labels={way: ", ".join(map(ledger.encounter.name, caught)) for way, caught in ways.items()},
        default=next(iter(ways)),
        cites=("DJ-62",),
    )


async def _swept(ledger: Ledger, blow: Blow) -> tuple[Tag, ...]:
    """The enemies within melee reach (DJ-63)."""
    on = field(ledger.rules, ledger.encounter, blow.attacker)
    if on is None:
        return (await Ask(lambda: _sweep(ledger, blow))).tags
    return on.swept(blow.attacker, reach(ledger.encounter, blow.arm))


async def _blasted(ledger: Ledger, blow: Blow) -> tuple[Tag, ...]:
    """Who is near enough to the target, if the blast is used (DJ-61)."""
    on = field(ledger.rules, ledger.encounter, blow.attacker)
    if on is None or blow.space is None:
        return (await Ask(lambda: _blast(ledger, blow))).tags
    caught = on.blasted(blow.space, blow.extra("blast"))
    if set(caught) <= {blow.target}:
        return ()
    used = await Ask(
        lambda: Confirm(
            key=f"blast {blow.attacker}",
            prompt=f"Blast: it takes in {', '.join(map(ledger.encounter.name, caught))}. Use it?",
            by=blow.attacker,
            needs=(blow.attacker,),
            default=True,
            cites=("DJ-61",),
        )
    )
    return caught if used.yes else ()


def _there(ledger: Ledger, but: tuple[Tag | None, ...]) -> tuple[Tag, ...]:
    return tuple(tag for tag in ledger.encounter.figures if ledger.able(tag) and tag not in but)


def _template(ledger: Ledger, blow: Blow) -> Pick:
    among = _there(ledger, (blow.attacker,))
    return Pick(
        key=f"template {blow.attacker}",
        prompt=f"{blow.arm.template.capitalize()}: who stands under the template?",
        by=blow.attacker,
        needs=(blow.attacker,),
        among=among,
        least=0,
        most=max(1, len(among)),
        default=blow.target if blow.target and ledger.able(blow.target) else None,
        cites=("DJ-62",),
    )


def _sweep(ledger: Ledger, blow: Blow) -> Pick:
    side = ledger.encounter.figures[blow.attacker].side
    others = _there(ledger, (blow.target,))
    among = tuple(tag for tag in others if ledger.encounter.figures[tag].side != side)
    return Pick(
        key=f"sweep {blow.attacker}",
        prompt="Sweep: which other foes are within its reach? (nobody: -)",
        by=blow.attacker,
        needs=(blow.attacker,),
        among=among,
        least=0,
        most=max(1, len(among)),
        cites=("DJ-63",),
    )


def _blast(ledger: Ledger, blow: Blow) -> Pick:
    n = blow.extra("blast")
    among = _there(ledger, (blow.target,))
    return Pick(
        key=f"blast {blow.attacker}",
        prompt=f"Blast: who else is within {n} of {blow.aim(ledger.encounter)} and in sight of it? (nobody: no blast)",
        by=blow.attacker,
        needs=(blow.attacker,),
        among=among,
        least=0,
        most=max(1, len(among)),
        cites=("DJ-61",),
    )
