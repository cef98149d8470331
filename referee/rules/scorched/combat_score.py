"""Combat scores, the hits that all land at once, both as the log shows them (SC-07..13, 23..26, 52)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.engine.events.event import Result, Term, Terms, total
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.scorched.conditions import ModelStats
from referee.rules.scorched.kinds import AP_MODE, ATTACK, DOUBLING, OFF_HAND_AP

Dice = Mapping[Tag, Sequence[int]]
"""The faces of each model's attack dice."""
Foes = Mapping[Tag, Sequence[Tag]]
"""For each model, whom it fights."""


@dataclass(frozen=True)
class Score:
    """One model's combat score, term by term."""

    tag: Tag
    kept: int
    """The highest die as it fell."""
    terms: Terms
    cites: tuple[str, ...]

    @property
    def total(self) -> int:
        """The combat score."""
        return total(self.terms)


@dataclass(frozen=True)
class Blow:
    """The hits of one model on one enemy, fixed when the scores are compared (SC-05)."""

    attacker: Tag
    target: Tag
    hits: int
    ap: int
    strength: int
    pushes: bool = False
    shreds: bool = False
    excises: bool = False
    instant: bool = False
    six: bool = False
    """Its Ap comes of a kept 6 (SC-17)."""
    cites: tuple[str, ...] = ()


def score_of(encounter: Encounter, stats: ModelStats, faces: Sequence[int]) -> Score:
    """The highest die and Ws, with all that changes either; shielding doubles the whole, or by option
    the kept die and plain Ws (SC-23, 52).
    """
    kept = max(faces)
    terms = [Term("die", kept, tuple(map(str, faces)))]
    cites = ["SC-07", "SC-08"]
    if stats.cleaves:
        cites.append("SC-26")
        if kept not in (1, 6):
            terms.append(Term("cleave", -1))
    terms += [Term(reason, by) for reason, by in stats.ws.items()]
    if "outnumbered" in stats.ws:
        cites.append("SC-10")
    if stats.shields:
        bonus = kept + stats.ws["Ws"] if DOUBLING.of(encounter) == "first" else total(terms)
        terms.append(Term("shielding", bonus))
        cites += ["SC-23", "SC-52"]
    return Score(stats.tag, kept, tuple(terms), tuple(cites))


def scores_of(encounter: Encounter, models: Mapping[Tag, ModelStats], dice: Dice) -> dict[Tag, Score]:
    """The combat score of each model."""
    return {tag: score_of(encounter, stats, dice[tag]) for tag, stats in models.items()}


def blows_of(
    encounter: Encounter, models: Mapping[Tag, ModelStats], foes: Foes, scores: Mapping[Tag, Score]
) -> tuple[Blow, ...]:
    """All hits of the combat, from the same scores: each model on every enemy with a lower one (SC-11, 12, 24)."""
    return tuple(
        _blow(encounter, models[tag], foe, scores)
        for tag in models
        if not models[tag].shields
        for foe in foes[tag]
        if scores[tag].total > scores[foe].total
    )


def _blow(encounter: Encounter, stats: ModelStats, target: Tag, scores: Mapping[Tag, Score]) -> Blow:
    mode, off_hand = AP_MODE.of(encounter), OFF_HAND_AP.of(encounter)
    plain, ap = stats.ap(mode, off_hand), stats.ap(mode, off_hand, six=scores[stats.tag].kept == 6)
    by_six = stats.six_cites if ap.value != plain.value else {}
    return Blow(
        attacker=stats.tag,
        target=target,
        hits=scores[stats.tag].total - scores[target].total,
        ap=ap.value,
        strength=stats.strength,
        pushes=stats.pushes,
        shreds=stats.shreds,
        excises=stats.excises,
        instant=stats.possessed,
        six=bool(by_six),
        cites=(*by_six, *stats.ap_cites),
    )


def log_attacks(
    ledger: Ledger, models: Mapping[Tag, ModelStats], foes: Foes, scores: Mapping[Tag, Score], blows: Sequence[Blow]
) -> None:
    """Each pair of enemies as one attack of the higher score: its hits, or none behind a shield or where equal."""
    hits = {(blow.attacker, blow.target): blow for blow in blows}
    for one, other in _pairs(foes):
        who, target = (one, other) if scores[one].total >= scores[other].total else (other, one)
        mine, theirs = scores[who], scores[target]
        result, count, cites = _ended(mine, theirs, hits.get((who, target)))
        cites = (*cites, *mine.cites, *theirs.cites)
        ledger.record(
            ATTACK.made(who, result, *cites, target=target, terms=mine.terms, opposing=theirs.terms, count=count)
        )


def _ended(mine: Score, theirs: Score, blow: Blow | None) -> tuple[Result, int, tuple[str, ...]]:
    """How the higher score did against the lower, with its hits and clauses (SC-11..13, 24)."""
    if blow is not None:
        return "success", blow.hits, ("SC-11", "SC-12", *blow.cites)
    return ("failure", 0, ("SC-13",)) if mine.total == theirs.total else ("partial", 0, ("SC-24",))


def _pairs(foes: Foes) -> Iterator[tuple[Tag, Tag]]:
    """Each pair of enemies once."""
    seen: set[frozenset[Tag]] = set()
    for tag, others in foes.items():
        for other in others:
            if frozenset((tag, other)) not in seen:
                seen.add(frozenset((tag, other)))
                yield tag, other
