"""Parries: a sword may make one enemy throw one attack die again, once in a combat (SC-16, 18, 50)."""

from collections.abc import Sequence
from functools import partial

from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.dice import Pool
from referee.engine.ledger import Ledger
from referee.engine.question import Choose, Pick
from referee.engine.roll_questions import Roll
from referee.rules.scorched.combat_score import Readings, score_of
from referee.rules.scorched.effective_stats import CombatStats
from referee.rules.scorched.pairing import enemies

Thrown = dict[Tag, list[int]]
"""The faces of each model's attack dice; a parry changes them."""


async def parries(ledger: Ledger, combat_stats: CombatStats, dice: Thrown) -> None:
    """Each sword in turn, the side with priority first; the other side sees what came of it."""
    for tag in [tag for tags in combat_stats.sides().values() for tag in tags]:
        stats = combat_stats.models.get(tag)
        if stats is None or not stats.parries:
            continue
        if stats.broken_by:
            names = ledger.encounter.name
            ledger.remark(f"{names(tag)} cannot parry: {names(stats.broken_by)} breaks it", "SC-18")
            continue
        try:
            await _parry(ledger, combat_stats, tag, dice)
        except Lapsed as reason:
            ledger.remark(f"The parry comes to nothing: {reason}")


async def _parry(ledger: Ledger, combat_stats: CombatStats, tag: Tag, dice: Thrown) -> None:
    """One sword's parry: whom, which die, and the die anew; the new one stays (SC-16)."""
    picked = await Ask(partial(_whom, ledger, combat_stats, tag, dice))
    if not picked.tags:
        return
    foe = picked.one
    old = dice[foe][0]
    if len(set(dice[foe])) > 1:
        chosen = await Ask(partial(_which, ledger, tag, foe, dice[foe]))
        old = int(chosen.option)
    rolled = await Ask(partial(_anew, ledger, tag, foe, old))
    new = rolled.all[0]
    dice[foe][dice[foe].index(old)] = new
    names = ledger.encounter.name
    ledger.remark(f"{names(tag)} parries: {names(foe)}'s {old} becomes {new}", "SC-16", "SC-50")


def _whom(ledger: Ledger, combat_stats: CombatStats, tag: Tag, dice: Thrown) -> Pick:
    encounter = ledger.encounter
    among = tuple(foe for foe in enemies(encounter, combat_stats.combat, tag) if foe in dice)
    if not among:
        raise Lapsed("no enemy is left")
    readings = Readings.of(encounter)
    so_far = {
        t: f"{_faces(dice[t])}: score {score_of(stats, dice[t], readings).total}"
        for t, stats in combat_stats.models.items()
        if t in dice
    }
    return Pick(
        key=f"parry {tag}",
        prompt=f"{encounter.name(tag)} parries whose die? (nobody's: -)",
        by=tag,
        among=among,
        least=0,
        beside={foe: so_far[foe] for foe in among},
        tally=tuple((encounter.name(own), told) for own, told in so_far.items() if own == tag),
        cites=("SC-16", "SC-50"),
    )


def _faces(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def _which(ledger: Ledger, tag: Tag, foe: Tag, faces: list[int]) -> Choose:
    options = tuple(str(face) for face in sorted(set(faces), reverse=True))
    return Choose(
        key=f"parried-die {tag}>{foe}",
        prompt=f"Which die of {ledger.encounter.name(foe)}?",
        by=tag,
        needs=(foe,),
        options=options,
        faces=tuple(faces),
        default=options[0],
        cites=("SC-16",),
    )


def _anew(ledger: Ledger, tag: Tag, foe: Tag, old: int) -> Roll:
    return Roll(
        key=f"parried {tag}>{foe}",
        prompt=f"{ledger.encounter.name(foe)} throws its {old} again",
        by=foe,
        pools=(Pool("attack"),),
        cites=("SC-16",),
    )
