"""Auras: the wounds of entering a space adjacent to some monsters, and of staying in one (DJ-70)."""

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.board import Space, name_of
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.engine.term import Term
from referee.rules.descent.battlefield import battlefield
from referee.rules.descent.effects import effects, total
from referee.rules.descent.harm import suffer
from referee.rules.descent.kinds import ABILITIES, WALKED


def aura(encounter: Encounter, who: Tag) -> int:
    """The wounds that a figure's aura deals; 0 without one."""
    return total(effects(ABILITIES.of(encounter, who)), "aura")


def auras(ledger: Ledger, who: Tag) -> tuple[Tag, ...]:
    """The foes of a figure that have an aura."""
    side = ledger.encounter.figures[who].side
    foes = (tag for tag, figure in ledger.encounter.figures.items() if figure.side != side and ledger.able(tag))
    return tuple(tag for tag in foes if aura(ledger.encounter, tag))


def auras_beside(ledger: Ledger, who: Tag, anchor: Space) -> tuple[Tag, ...]:
    """The foes with an aura that a figure would be adjacent to at `anchor`, its first space; none without a board."""
    on = battlefield(ledger.rules, ledger.encounter, who)
    if on is None:
        return ()
    return tuple(tag for tag in auras(ledger, who) if on.beside(on.shifted(who, anchor), tag))


def aura_wounds(ledger: Ledger, who: Tag, anchor: Space) -> int:
    """The wounds that auras deal a figure for entering a space."""
    return sum(aura(ledger.encounter, tag) for tag in auras_beside(ledger, who, anchor))


async def enter(ledger: Ledger, who: Tag, way: tuple[Space, ...] = ()) -> None:
    """A figure has moved: auras hurt it for each space entered, by the way on the board, else by the table's answer."""
    if battlefield(ledger.rules, ledger.encounter, who) is None:
        await _ask_aura(ledger, who, "Has it entered a space beside any of these?", "enters")
    for space in way:
        await _suffer(ledger, who, auras_beside(ledger, who, space), "enters", f" at {name_of(space)}")


async def linger(ledger: Ledger, who: Tag) -> None:
    """A figure ends its turn where it began it: the auras it stayed in hurt it."""
    if WALKED.of(ledger.encounter, who):
        return
    on = battlefield(ledger.rules, ledger.encounter, who)
    if on is None:
        await _ask_aura(ledger, who, "Has it stayed beside any of these all its turn?", "stays in")
    else:
        await _suffer(ledger, who, auras_beside(ledger, who, on.at(who)[0]), "stays in")


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


async def _suffer(ledger: Ledger, who: Tag, sources: tuple[Tag, ...], how: str, where: str = "") -> None:
    for tag in sources:
        strong = aura(ledger.encounter, tag)
        if ledger.able(who) and ledger.able(tag):
            name, other = ledger.encounter.name(who), ledger.encounter.name(tag)
            ledger.remark(f"{name} {how} the aura of {other}{where}", "DJ-70")
            await suffer(ledger, who, strong, "DJ-70", source=tag, terms=(Term("aura", strong),))
