"""Declarations before the dice: who shields, who grips with two hands, who spends charges (SC-18, 23, 28, 35, 50)."""

from functools import partial

from referee.engine.ask import Ask, Lapsed, Together
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.kinds import ConditionKind
from referee.engine.ledger import Ledger
from referee.engine.question import Amount, Pick
from referee.rules.scorched.card import Card
from referee.rules.scorched.kinds import CHARGES, END_OF_PHASE, FOCUSED, PSYKER, SHIELDING, TWO_HANDS, WOUND_ROLL
from referee.rules.scorched.muster import armed, cards_of
from referee.rules.scorched.pairing import fighters, sides_of
from referee.rules.scorched.voice import voice


async def declarations(ledger: Ledger, combat: Tag) -> None:
    """All that is said before the dice are thrown (SC-50)."""
    picks = await Together(lambda: _who(ledger.encounter, combat))
    for picked, (kind, _, _) in zip(picks, _asked(ledger.encounter, combat), strict=True):
        for tag in picked.tags:
            cites = ("SC-23", "SC-50") if kind == SHIELDING else ("SC-28", "SC-50")
            ledger.afflict(tag, kind, *cites, until=END_OF_PHASE)
    for tag in fighters(ledger.encounter, combat):
        await _charges(ledger, tag)


def _cards(encounter: Encounter, combat: Tag) -> dict[str, list[Card]]:
    """What each side brings, the side with priority first."""
    cards = cards_of(encounter, combat)
    return {side: [cards[tag] for tag in tags] for side, tags in sides_of(encounter, cards).items()}


def _asked(encounter: Encounter, combat: Tag) -> list[tuple[ConditionKind, str, list[Tag]]]:
    """Which sides have something to declare, and who of them may."""
    out: list[tuple[ConditionKind, str, list[Tag]]] = []
    for side, cards in _cards(encounter, combat).items():
        shields = [c.tag for c in cards if c.can_shield and not c.broken_by and not SHIELDING.on(encounter, c.tag)]
        grips = [c.tag for c in cards if c.can_adapt and not TWO_HANDS.on(encounter, c.tag)]
        out += [(kind, side, tags) for kind, tags in ((SHIELDING, shields), (TWO_HANDS, grips)) if tags]
    return out


def _who(encounter: Encounter, combat: Tag) -> list[Pick]:
    """One question for each side and each thing that can be declared; nobody is an answer."""
    if len(sides_of(encounter, fighters(encounter, combat))) < 2:
        raise Lapsed("nobody is left on one side")
    return [_pick(encounter, combat, *asked) for asked in _asked(encounter, combat)]


def _pick(encounter: Encounter, combat: Tag, kind: ConditionKind, side: str, tags: list[Tag]) -> Pick:
    verb = "shields" if kind == SHIELDING else "uses two hands"
    return Pick(
        key=f"{kind.name} {side} {','.join(tags)}",
        prompt=f"{side}: who {verb}? (nobody: -)",
        by=voice(encounter, side, tags),
        among=tuple(tags),
        least=0,
        most=len(tags),
        barred=_broken(encounter, combat, side) if kind == SHIELDING else {},
        cites=("SC-23", "SC-24", "SC-50") if kind == SHIELDING else ("SC-28", "SC-50"),
    )


def _broken(encounter: Encounter, combat: Tag, side: str) -> dict[Tag, str]:
    """Whose shield an axe takes away (SC-18)."""
    cards = _cards(encounter, combat).get(side, [])
    return {
        card.tag: f"{encounter.name(card.tag)} cannot shield: {encounter.name(card.broken_by)} breaks it [SC-18]."
        for card in cards
        if card.can_shield and card.broken_by
    }


async def _charges(ledger: Ledger, tag: Tag) -> None:
    """A psyker with a force weapon may turn charges into strength for the phase (SC-35)."""
    if not (ledger.able(tag) and PSYKER.of(ledger.encounter, tag) and CHARGES.of(ledger.encounter, tag)):
        return
    if not armed(ledger.encounter, tag).can_focus:
        return
    try:
        spent = await Ask(partial(_how_many, ledger, tag))
    except Lapsed:
        return
    if spent.n:
        ledger.record(CHARGES.change(tag, -spent.n, "SC-35"))
        ledger.afflict(tag, FOCUSED, "SC-35", "SC-50", until=END_OF_PHASE, value=spent.n)


def _how_many(ledger: Ledger, tag: Tag) -> Amount:
    encounter = ledger.encounter
    counts = "" if WOUND_ROLL.of(encounter) == "on" else ", which counts only with option wound_roll"
    return Amount(
        key=f"charges {tag}",
        prompt=f"{encounter.name(tag)}: charges for strength, 1 each{counts} (0: none)",
        by=tag,
        most=CHARGES.of(encounter, tag),
        tally=(("charges", CHARGES.of(encounter, tag)), ("S", armed(encounter, tag).strength)),
        cites=("SC-35", "SC-50"),
    )
