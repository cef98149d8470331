"""Abilities that help oneself and allies, or lay conditions on anybody (GH-18..21)."""

from referee.engine.answer import Picked
from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.condition import ROUND, Until
from referee.engine.encounter import MOST_FIGURES
from referee.engine.ledger import Ledger
from referee.engine.question import Confirm
from referee.rules.gloomhaven import elements
from referee.rules.gloomhaven.costs import ally_to_harm
from referee.rules.gloomhaven.harm import heal, inflict
from referee.rules.gloomhaven.kinds import GOOD, SHIELDED, retaliating_within
from referee.rules.gloomhaven.part import Part, said
from referee.rules.gloomhaven.summons import summon
from referee.rules.gloomhaven.targets import Aim, enemies, friends, pick


async def willing(ledger: Ledger, who: Tag, key: str, what: str, seat: str) -> bool:
    """Does the player do this part (GH-18)?"""
    answer = await Ask(
        lambda: Confirm(
            key=f"{key} {who} {seat}",
            prompt=f"{ledger.encounter.name(who)}: {what}?",
            by=who,
            default=True,
            cites=("GH-18",),
        )
    )
    if not answer.yes:
        ledger.told(f"{ledger.encounter.name(who)} does not {what}", "GH-18", about=(who,))
    return answer.yes


async def mend(ledger: Ledger, who: Tag, part: Part, seat: str) -> None:
    """Oneself or allies, as the card says (GH-20, 21)."""
    if "self" in part.flags:
        await heal(ledger, who, part.value)
        return
    name = ledger.encounter.name(who)
    ally = "ally" in part.flags
    if _nobody(ledger, who, part, friends(ledger.rules, ledger.encounter, who, not ally)):
        return
    picked = await Ask(
        lambda: pick(
            f"heal {who} {seat}",
            f"{name}, {said(part)}: whom? (nobody: -)",
            who,
            friends(ledger.rules, ledger.encounter, who, not ally),
            max(1, part.number("target", 1)),
            "GH-20",
            "GH-21",
            only=None if ally else who,
        )
    )
    for tag in picked.tags:
        ledger.told(f"{name} heals {ledger.encounter.name(tag)}", "GH-20", "GH-21", about=(who, tag))
        await heal(ledger, tag, part.value)
    if not picked.tags:
        ledger.told(f"{name} skips {said(part)}", "GH-18", about=(who,))


def _nobody(ledger: Ledger, who: Tag, part: Part, aim: Aim) -> bool:
    """Is nobody there whom it could be done to? Then it is said, and nothing asked."""
    if not aim.free:
        ledger.told(f"{ledger.encounter.name(who)}, {said(part)}: nobody is there for it", "GH-20", about=(who,))
    return not aim.free


async def inflict_on(ledger: Ledger, who: Tag, part: Part, seat: str, sure: bool) -> None:
    """A condition: on oneself or an ally a good one may be skipped, a bad one not; else on enemies (GH-18, 19)."""
    good = part.kind in GOOD
    if "self" in part.flags or ("ally" not in part.flags and good and not part.numbers):
        if good and not sure and not await willing(ledger, who, part.kind, part.kind, seat):
            return
        inflict(ledger, who, part.kind, who, *(() if good else ("GH-19",)))
        return
    if "ally" in part.flags and not good:
        victim = await ally_to_harm(ledger, who, part, seat)
        if victim:
            inflict(ledger, victim, part.kind, who, "GH-19")
        return
    await _inflict_on_some(ledger, who, part, seat)


async def _inflict_on_some(ledger: Ledger, who: Tag, part: Part, seat: str) -> None:
    """A good condition on friends, a bad one on enemies; on nobody, if the player likes."""

    def aim() -> Aim:
        if part.kind in GOOD:
            return friends(ledger.rules, ledger.encounter, who, "ally" not in part.flags)
        return enemies(ledger.rules, ledger.encounter, who)

    if _nobody(ledger, who, part, aim()):
        return
    picked: Picked = await Ask(
        lambda: pick(
            f"{part.kind} {who} {seat}",
            f"{ledger.encounter.name(who)}, {said(part)}: whom? (nobody: -)",
            who,
            aim(),
            part.number("target", 1) or MOST_FIGURES,
            "GH-18",
        )
    )
    for tag in picked.tags:
        inflict(ledger, tag, part.kind, who)


async def boon(ledger: Ledger, who: Tag, part: Part, seat: str, sure: bool) -> None:
    """Shield, retaliation, an element, a summon: a player may do without (GH-18)."""
    if not sure and not await willing(ledger, who, part.kind, said(part), seat):
        return
    lasts = Until(edge="end", of=ROUND)
    match part.kind:
        case "shield":
            ledger.afflict(who, SHIELDED, "GH-36", until=lasts, value=part.value, by=who)
        case "retaliate":
            kind = retaliating_within(part.number("range"))
            ledger.afflict(who, kind, "GH-36", until=lasts, value=part.value, by=who)
        case "infuse":
            elements.infuse(ledger, part.word)
            ledger.told(f"{ledger.encounter.name(who)} infuses {part.word}", "GH-37", about=(who,))
        case "consume":
            if why := elements.not_there(ledger.encounter, part.word):
                ledger.told(why.partition(" [")[0], "GH-65", about=(who,))
            else:
                elements.consume(ledger, part.word)
        case "summon":
            await summon(ledger, who, part.word, part.numbers)
