"""An action performed: its abilities one by one, in the order written (GH-15, 18..21)."""

from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.rules.gloomhaven import elements
from referee.rules.gloomhaven.boons import boon, inflict_on, mend, willing
from referee.rules.gloomhaven.costs import harmed, loot, recover
from referee.rules.gloomhaven.kinds import (
    ATTACK,
    DISARM,
    IMMOBILIZE,
    INFLICTS,
    MOVE,
    PIERCE,
    RANGE,
    STUN,
    XP,
    is_character,
)
from referee.rules.gloomhaven.part import INFLICTED, MARKS, Part, said
from referee.rules.gloomhaven.strike import Blow, attack
from referee.rules.gloomhaven.targets import enemies, pick


async def perform(ledger: Ledger, who: Tag, parts: tuple[Part, ...], seat: str, sure: bool = False) -> None:
    """All parts in order; what one of them comes to is no matter of the others. `sure`: nothing is skipped."""
    for place, part in enumerate(parts):
        if not ledger.able(who):
            return
        if STUN.on(ledger.encounter, who):
            ledger.told(f"{ledger.encounter.name(who)} is stunned: no {part.kind}", "GH-35", about=(who,))
            return
        try:
            decided = sure or not is_character(ledger.encounter, who)
            await _one(ledger, who, part, f"{seat} {place + 1}".strip(), decided)
        except Lapsed as reason:
            ledger.told(f"{part.kind.capitalize()} comes to nothing: {reason}", about=(who,))


async def _one(ledger: Ledger, who: Tag, part: Part, seat: str, sure: bool) -> None:
    """One ability."""
    match part.kind:
        case "attack":
            await _attack(ledger, who, part, seat, sure)
        case "heal":
            await mend(ledger, who, part, seat)
        case "suffer" | "lose":
            await harmed(ledger, who, part, seat)
        case "move":
            _move(ledger, who, part)
        case "push" | "pull" | "text":
            ledger.told(f"{ledger.encounter.name(who)}: {said(part)}", "GH-15", about=(who,))
        case "recover":
            await recover(ledger, who, part, seat)
        case "loot":
            await loot(ledger, who, part, seat)
        case "xp":
            if is_character(ledger.encounter, who):
                ledger.record(XP.change(who, part.value, "GH-15"))
        case kind if kind in MARKS:
            pass
        case kind if kind in INFLICTED:
            await inflict_on(ledger, who, part, seat, sure)
        case _:
            await boon(ledger, who, part, seat, sure)


# -------------------------------------------------------------------- attacks


def blow_of(ledger: Ledger, who: Tag, part: Part) -> Blow:
    """An attack as the figure makes it: a signed number is added to its own."""
    encounter = ledger.encounter
    value = part.value + (ATTACK.of(encounter, who) if part.relative else 0)
    edges = tuple(sign for word, sign in (("advantage", 1), ("disadvantage", -1)) if word in part.flags)
    own = not is_character(encounter, who)
    return Blow(
        value=max(0, value),
        range=part.number("range", RANGE.of(encounter, who) if own else 0),
        pierce=part.number("pierce") + PIERCE.of(encounter, who),
        inflicts=tuple(dict.fromkeys((*part.inflicts, *INFLICTS.of(encounter, who)))),
        edges=edges,
    )


async def _attack(ledger: Ledger, who: Tag, part: Part, seat: str, sure: bool) -> None:
    name = ledger.encounter.name(who)
    if DISARM.on(ledger.encounter, who):
        ledger.told(f"{name} is disarmed: no attack", "GH-35", about=(who,))
        return
    if not enemies(ledger.rules, ledger.encounter, who).free:
        ledger.told(f"{name} has nobody to attack", "GH-15", about=(who,))
        return
    most = max(1, part.number("target", 1))
    picked = await Ask(
        lambda: pick(
            f"target {who} {seat}",
            f"{name}, {said(part)}: whom? (nobody: -)",
            who,
            enemies(ledger.rules, ledger.encounter, who),
            most,
            "GH-15",
            "GH-18",
        )
    )
    if not picked.tags:
        ledger.told(f"{name} skips {said(part)}", "GH-18", about=(who,))
        return
    blow = blow_of(ledger, who, part)
    bonus = await _bonus(ledger, who, part, seat, sure)
    await attack(ledger, who, picked.tags, Blow(**{**vars(blow), "bonus": bonus}), seat)


async def _bonus(ledger: Ledger, who: Tag, part: Part, seat: str, sure: bool) -> tuple[tuple[str, int], ...]:
    """What consumed elements add (GH-65)."""
    out: list[tuple[str, int]] = []
    for element, extra in part.bonus:
        if why := elements.not_there(ledger.encounter, element):
            ledger.told(f"No +{extra}: {why.partition(' [')[0]}", "GH-65", about=(who,))
        elif sure or await willing(ledger, who, f"consume {element}", f"consume {element} for +{extra}", seat):
            elements.consume(ledger, element)
            out.append((element, extra))
    return tuple(out)


# -------------------------------------------------------------------- the other abilities


def _move(ledger: Ledger, who: Tag, part: Part) -> None:
    encounter = ledger.encounter
    name = encounter.name(who)
    squares = max(0, part.value + (MOVE.of(encounter, who) if part.relative else 0))
    if IMMOBILIZE.on(encounter, who):
        ledger.told(f"{name} is immobilized: no move", "GH-35", about=(who,))
    else:
        ledger.told(f"{name} moves up to {squares}", "GH-15", about=(who,))
