"""Auras: what it costs to come beside some monsters, and to stay there (DJ-70)."""

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.board import Space, name_of
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.rules.descent.counted import many
from referee.rules.descent.effect import effects, total
from referee.rules.descent.field import field
from referee.rules.descent.kinds import ABILITIES, WALKED
from referee.rules.descent.wounds import suffer


def aura(encounter: Encounter, who: Tag) -> int:
    """How strong its aura is; 0 without one."""
    return total(effects(ABILITIES.of(encounter, who)), "aura")


def auras(ledger: Ledger, who: Tag) -> tuple[Tag, ...]:
    """The foes of a figure that have an aura."""
    side = ledger.encounter.figures[who].side
    foes = (tag for tag, figure in ledger.encounter.figures.items() if figure.side != side and ledger.able(tag))
    return tuple(tag for tag in foes if aura(ledger.encounter, tag))


def met(ledger: Ledger, who: Tag, anchor: Space) -> tuple[Tag, ...]:
    """The foes with an aura beside which it is with the first of its spaces there; none without a board."""
    on = field(ledger.rules, ledger.encounter, who)
    if on is None:
        return ()
    return tuple(tag for tag in auras(ledger, who) if on.beside(on.shifted(who, anchor), tag))


def toll(ledger: Ledger, who: Tag, anchor: Space) -> int:
    """The wounds that entering a space costs it."""
    return sum(aura(ledger.encounter, tag) for tag in met(ledger, who, anchor))


async def enter(ledger: Ledger, who: Tag, way: tuple[Space, ...] = ()) -> None:
    """It has moved: each space beside an aura that it has entered hurts. The board knows the way, or the table says."""
    if field(ledger.rules, ledger.encounter, who) is None:
        await _ask_aura(ledger, who, "Has it entered a space beside any of these?", "enters")
    for space in way:
        await _suffer(ledger, who, met(ledger, who, space), "enters", f" at {name_of(space)}")


async def linger(ledger: Ledger, who: Tag) -> None:
    """Its turn ends where it began: beside which auras has it stayed?"""
    if WALKED.of(ledger.encounter, who):
        return
    on = field(ledger.rules, ledger.encounter, who)
    if on is None:
        await _ask_aura(ledger, who, "Has it stayed beside any of these all its turn?", "stays in")
    else:
        await _suffer(ledger, who, met(ledger, who, on.at(who)[0]), "stays in")


async def _ask_aura(ledger: Ledger, who: Tag, asked: str, how: str) -> None:
    if not auras(ledger, who):
        return
    picked = await Ask(
        lambda: Pick(
            key=f"aura {how} {who}",
            prompt=f"{ledger.encounter.name(who)}: {asked} (no: -)",
            needs=(who,),
            among=auras(ledger, who),
            least=0,
            most=max(1, len(auras(ledger, who))),
            # Whether it is beside an aura is a fact; mostly it is not.
            default="nobody",
            cites=("DJ-70",),
        )
    )
    await _suffer(ledger, who, picked.tags, how)


async def _suffer(ledger: Ledger, who: Tag, there: tuple[Tag, ...], how: str, where: str = "") -> None:
    for tag in there:
        strong = aura(ledger.encounter, tag)
        if ledger.able(who) and ledger.able(tag):
            name, other = ledger.encounter.name(who), ledger.encounter.name(tag)
            hurt = f"{many(strong, 'wound')}, no armor"
            ledger.told(f"{name} {how} the aura of {other}{where}: {hurt}", "DJ-70", about=(who, tag))
            await suffer(ledger, who, strong, "DJ-70")
