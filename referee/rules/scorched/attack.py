"""One combat, from its declarations and attack dice to its last save (SC-04..07, 13, 37, 47, 49)."""

from referee.engine.ask import Lapsed, Together
from referee.engine.bearer import Tag
from referee.engine.dice import Pool
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.roll_questions import Roll
from referee.rules.scorched.combat_score import Blow, Readings, blows_of, log_attacks, scores_of
from referee.rules.scorched.declarations import declarations
from referee.rules.scorched.effective_stats import CombatStats
from referee.rules.scorched.harm import pushed, wounded_directly
from referee.rules.scorched.model_summary import summary_of_numbers, tell
from referee.rules.scorched.pairing import answering_side, enemies, unfought
from referee.rules.scorched.parry import Thrown, parries
from referee.rules.scorched.saves import saves


async def resolve_combat(ledger: Ledger, combat: Tag) -> None:
    """Declarations, attack dice, parries and scores; then all hits at once, with their saves (SC-05)."""
    ledger.begin_turn(combat, "SC-04", "SC-05")
    try:
        await declarations(ledger, combat)
        combat_stats = CombatStats(ledger, combat)
        tell(ledger, combat_stats.models)
        dice = await attack_dice(ledger, combat_stats)
        ones = {tag: faces.count(1) for tag, faces in dice.items() if combat_stats.models[tag].possessed}
        await parries(ledger, combat_stats, dice)
        await _all_at_once(ledger, combat_stats, dice, ones)
    except Lapsed as reason:
        ledger.remark(f"The combat comes to nothing: {reason}")
    ledger.end_turn()
    if not unfought(ledger.encounter):
        ledger.remark("All combats have been fought", "SC-01")


async def _all_at_once(ledger: Ledger, combat_stats: CombatStats, dice: Thrown, ones: dict[Tag, int]) -> None:
    """The scores are compared once; whatever the saves bring, every hit has landed already (SC-13, 47)."""
    encounter = ledger.encounter
    models = {tag: stats for tag, stats in combat_stats.models.items() if tag in dice}
    foes = {tag: [foe for foe in enemies(encounter, combat_stats.combat, tag) if foe in models] for tag in models}
    readings = Readings.of(encounter)
    scores = scores_of(models, dice, readings)
    blows = blows_of(models, foes, scores, readings)
    log_attacks(ledger, models, foes, scores, blows)
    for tag in models:
        await _possession(ledger, tag, ones.get(tag, 0))
        for blow in blows:
            if blow.target == tag:
                await _suffer(ledger, blow)


async def _possession(ledger: Ledger, tag: Tag, ones: int) -> None:
    """A daemon weapon wounds its bearer for each 1 it rolled, before any re-roll; its hits stand all the same."""
    if not ones or not ledger.able(tag):
        return
    name = ledger.encounter.name(tag)
    dice = f"{ones} dice show 1" if ones > 1 else "a die shows 1"
    ledger.remark(f"{name}'s own weapon wounds it: {dice}", "SC-37", "SC-47")
    try:
        await wounded_directly(ledger, tag, ones, f"{tag} possession", "SC-37", by=tag)
    except Lapsed as reason:
        ledger.remark(f"No more of it: {reason}")


async def _suffer(ledger: Ledger, blow: Blow) -> None:
    """One model's hits on another: saves, and being pushed; nobody else's hits depend on it."""
    if not ledger.able(blow.target):
        figure, by = ledger.encounter.figures[blow.target], ledger.encounter.name(blow.attacker)
        hits = "1 hit is" if blow.hits == 1 else f"{blow.hits} hits are"
        left = f"{figure.name} is {figure.standing}: {by}'s {hits} not saved"
        ledger.remark(left, "SC-49")
        return
    try:
        await saves(ledger, blow)
        if blow.pushes and ledger.able(blow.target):
            await pushed(ledger, blow)
    except Lapsed as reason:
        ledger.remark(f"No more saves: {reason}")


async def attack_dice(ledger: Ledger, combat_stats: CombatStats) -> dict[Tag, list[int]]:
    """The faces of each model's attack dice (SC-06)."""
    rolled = await Together(lambda: _throws(ledger.encounter, combat_stats))
    return {
        tag: list(faces)
        for throw, tags in zip(rolled, combat_stats.sides().values(), strict=True)
        for tag, faces in zip(tags, throw.faces, strict=True)
    }


def _throws(encounter: Encounter, combat_stats: CombatStats) -> list[Roll]:
    """One throw for each side, the side with priority first."""
    sides = combat_stats.sides()
    if len(sides) < 2:
        raise Lapsed("nobody is left on one side")
    return [_throw(encounter, combat_stats, side, tags) for side, tags in sides.items()]


def _throw(encounter: Encounter, combat_stats: CombatStats, side: str, tags: list[Tag]) -> Roll:
    models = [combat_stats.models[tag] for tag in tags]
    names = encounter.name
    return Roll(
        # Each die belongs to a model: with other models it is another throw.
        key=f"attack {side} {','.join(tags)}",
        prompt=f"{side} attacks",
        by=answering_side(encounter, side, tags),
        pools=tuple(Pool(names(stats.tag), stats.dice_count) for stats in models),
        notes=tuple(summary_of_numbers(encounter, stats) for stats in models),
        cites=("SC-05", "SC-06", "SC-07"),
    )
