"""Scores: both sides' combat scores, and the hits that all land at once (SC-07..13, 23..26)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.rules.scorched.card import Card
from referee.rules.scorched.kinds import AP_MODE, DOUBLING, OFF_HAND_AP

Dice = Mapping[Tag, Sequence[int]]
"""The attack dice of each model as they lie there."""


@dataclass(frozen=True)
class Readings:
    """How this table reads the rules of scores and Ap."""

    ap_mode: str = "threshold"
    off_hand_ap: str = "pool"
    doubling: str = "last"

    @classmethod
    def of(cls, encounter: Encounter) -> "Readings":
        """As its options say."""
        return cls(AP_MODE.of(encounter), OFF_HAND_AP.of(encounter), DOUBLING.of(encounter))


@dataclass(frozen=True)
class Score:
    """One model's combat score, term by term."""

    tag: Tag
    kept: int
    """The highest die as it fell."""
    terms: tuple[tuple[str, int], ...]
    cites: tuple[str, ...]

    @property
    def total(self) -> int:
        """The combat score."""
        return sum(n for _, n in self.terms)


@dataclass(frozen=True)
class Blow:
    """What one model lands on one enemy, fixed when the scores are compared: nothing that follows changes it."""

    attacker: Tag
    target: Tag
    hits: int
    ap: int
    strength: int
    pushes: bool = False
    shreds: bool = False
    excises: bool = False
    instant: bool = False
    cites: tuple[str, ...] = ()


def score_of(card: Card, faces: Sequence[int], readings: Readings) -> Score:
    """The highest die and Ws, with all that changes either; shielding doubles the whole (SC-52)."""
    kept = max(faces)
    terms = [("die", kept)]
    cites = ["SC-07", "SC-08"]
    if card.cleaves:
        cites.append("SC-26")
        if kept not in (1, 6):
            terms.append(("cleave", -1))
    terms += card.ws.items()
    if "outnumbered" in card.ws:
        cites.append("SC-10")
    if card.shields:
        base = kept + card.ws["Ws"] if readings.doubling == "first" else sum(n for _, n in terms)
        terms.append(("shielding", base))
        cites += ["SC-23", "SC-52"]
    return Score(card.tag, kept, tuple(terms), tuple(cites))


def scores_of(cards: Mapping[Tag, Card], dice: Dice, readings: Readings) -> dict[Tag, Score]:
    """Everybody's combat score."""
    return {tag: score_of(card, dice[tag], readings) for tag, card in cards.items()}


def blows_of(
    cards: Mapping[Tag, Card], foes: Mapping[Tag, Sequence[Tag]], scores: Mapping[Tag, Score], readings: Readings
) -> tuple[Blow, ...]:
    """All hits of the combat, from the same scores: each model on every enemy with a lower one (SC-11, 12, 24)."""
    return tuple(
        _blow(cards[tag], foe, scores, readings)
        for tag in cards
        if not cards[tag].shields
        for foe in foes[tag]
        if scores[tag].total > scores[foe].total
    )


def _blow(card: Card, target: Tag, scores: Mapping[Tag, Score], readings: Readings) -> Blow:
    plain = card.ap(readings.ap_mode, readings.off_hand_ap)
    ap = card.ap(readings.ap_mode, readings.off_hand_ap, six=scores[card.tag].kept == 6)
    by_six = card.six_cites if ap.value != plain.value else {}
    return Blow(
        attacker=card.tag,
        target=target,
        hits=scores[card.tag].total - scores[target].total,
        ap=ap.value,
        strength=card.strength,
        pushes=card.pushes,
        shreds=card.shreds,
        excises=card.excises,
        instant=card.possessed,
        cites=(*by_six, *card.ap_cites),
    )
