"""Outcome: the scores of a combat and who hits whom, as the log tells it (SC-07, 08, 10..13, 24)."""

from collections.abc import Iterator, Mapping, Sequence

from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.rules.scorched.card import Card
from referee.rules.scorched.score import Blow, Dice, Score

Foes = Mapping[Tag, Sequence[Tag]]
"""For each model, whom it fights."""


def tell_scores(ledger: Ledger, dice: Dice, scores: Mapping[Tag, Score]) -> None:
    """Each model's combat score, term by term."""
    for tag, score in scores.items():
        faces = " ".join(map(str, dice[tag]))
        of = f", best of {faces}" if len(dice[tag]) > 1 else ""
        text = f"{ledger.encounter.name(tag)}'s combat score{of}"
        ledger.told(text, *score.cites, about=(tag,), terms=score.terms)


def tell_hits(
    ledger: Ledger, cards: Mapping[Tag, Card], foes: Foes, scores: Mapping[Tag, Score], blows: Sequence[Blow]
) -> None:
    """Who hits whom how often, who is equal, and who holds back behind a shield."""
    names = ledger.encounter.name
    for blow in blows:
        mine, theirs = scores[blow.attacker].total, scores[blow.target].total
        hits = f"{blow.hits} hit{'s' if blow.hits > 1 else ''}"
        text = f"{names(blow.attacker)} hits {names(blow.target)}: {mine} against {theirs}, {hits}"
        ledger.told(text, "SC-11", "SC-12", *blow.cites, about=(blow.attacker, blow.target), against=theirs)
    for one, other in _pairs(foes):
        if scores[one].total == scores[other].total:
            ledger.told(f"{names(one)} and {names(other)} are equal: no hits", "SC-13", about=(one, other))
    for tag, card in cards.items():
        if card.shields and any(scores[foe].total < scores[tag].total for foe in foes[tag]):
            ledger.told(f"{names(tag)} shields and lands no hits", "SC-24", about=(tag,))


def _pairs(foes: Foes) -> Iterator[tuple[Tag, Tag]]:
    """Each two enemies once."""
    seen: set[frozenset[Tag]] = set()
    for tag, others in foes.items():
        for other in others:
            if frozenset((tag, other)) not in seen:
                seen.add(frozenset((tag, other)))
                yield tag, other
