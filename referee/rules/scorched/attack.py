"""One combat, from its declarations over attack dice and parries to its last save (SC-04..07, 13, 16, 18, 23, 28,
35, 37, 47..50).
"""

from collections.abc import Sequence
from functools import partial

from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.questions.answer import Reads
from referee.engine.questions.ask import Ask, Lapsed, Together
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Amount, Whether
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.scorched.combats import answering_side, enemies, fighters, sides_of, unfought
from referee.rules.scorched.conditions import DECLARATIONS, FOCUSED, Declaration, ModelStats, declare
from referee.rules.scorched.effective_stats import (
    Blow,
    CombatStats,
    blows_of,
    log_attacks,
    scores_of,
    stats_in_combat,
    stats_with_weapons,
    summary_of_numbers,
    tell,
)
from referee.rules.scorched.harm import become, pushed, saves, wounded_directly
from referee.rules.scorched.kinds import CHARGES, PSYKER, WOUND_ROLL


async def declarations(ledger: Ledger, combat: Tag) -> None:
    """All that is said before the dice are thrown (SC-50)."""
    picks = await Together(lambda: _who(ledger.encounter, combat))
    for picked, (declaration, *_) in zip(picks, _asked(ledger.encounter, combat), strict=True):
        for tag in picked.tags:
            declare(ledger, tag, declaration.kind)
    for tag in fighters(ledger.encounter, combat):
        await _charges(ledger, tag)


def _models(encounter: Encounter, combat: Tag) -> dict[str, list[ModelStats]]:
    """The models of each side, the side with priority first."""
    models = stats_in_combat(encounter, combat)
    return {side: [models[tag] for tag in tags] for side, tags in sides_of(encounter, models).items()}


Asked = tuple[Declaration, str, list[Tag], dict[Tag, str]]
"""What a side can declare, the side, its models that may, and why others with the weapon for it may not."""


def _asked(encounter: Encounter, combat: Tag) -> list[Asked]:
    """Which sides have something to declare, the side with priority first."""
    asked: list[Asked] = []
    for side, models in _models(encounter, combat).items():
        for declaration in DECLARATIONS:
            barred = {s.tag: declaration.barred(encounter, s) for s in models if declaration.allowed(s)}
            tags = [tag for tag, why in barred.items() if not why and not declaration.kind.on(encounter, tag)]
            if tags:
                asked.append((declaration, side, tags, {tag: why for tag, why in barred.items() if why}))
    return asked


def _who(encounter: Encounter, combat: Tag) -> list[Pick]:
    """One question for each side and each thing that can be declared; nobody is an answer."""
    if len(sides_of(encounter, fighters(encounter, combat))) < 2:
        raise Lapsed("one side has nobody left")
    return [_pick(encounter, *asked) for asked in _asked(encounter, combat)]


def _pick(encounter: Encounter, declaration: Declaration, side: str, tags: list[Tag], barred: dict[Tag, str]) -> Pick:
    kind = declaration.kind
    key, cites = f"{kind.name} {side} {','.join(tags)}", (*kind.clauses, "SC-50")
    if len(tags) == 1:
        prompt = f"Does {encounter.name(tags[0])} {declaration.infinitive}?"
        return Whether(key=key, prompt=prompt, by=tags[0], among=tuple(tags), barred=barred, cites=cites)
    return Pick(
        key=key,
        prompt=f"{side.capitalize()}: who {declaration.verb}?",
        by=answering_side(encounter, side, tags),
        among=tuple(tags),
        least=0,
        most=len(tags),
        barred=barred,
        cites=cites,
    )


async def _charges(ledger: Ledger, tag: Tag) -> None:
    """A psyker with a force weapon may turn charges into strength for the phase (SC-35)."""
    if not (ledger.able(tag) and PSYKER.of(ledger.encounter, tag) and CHARGES.of(ledger.encounter, tag)):
        return
    if "Focus" not in stats_with_weapons(ledger.encounter, tag).bonuses:
        return
    try:
        spent = await Ask(partial(_how_many, ledger, tag))
    except Lapsed:
        return
    if spent.n:
        ledger.record(CHARGES.change(tag, -spent.n, "SC-35"))
        declare(ledger, tag, FOCUSED, spent.n)


def _how_many(ledger: Ledger, tag: Tag) -> Amount:
    encounter = ledger.encounter
    helps = () if WOUND_ROLL.of(encounter) == "on" else (("strength", "counts only with: option wound_roll on"),)
    return Amount(
        key=f"charges {tag}",
        prompt=f"{encounter.name(tag)}: spend how many charges on strength? (0 for none)",
        by=tag,
        most=CHARGES.of(encounter, tag),
        tally=(
            ("charges", CHARGES.of(encounter, tag)),
            ("S", stats_with_weapons(encounter, tag).strength),
            *helps,
        ),
        cites=("SC-35", "SC-50"),
    )


Thrown = dict[Tag, list[int]]
"""The faces of each model's attack dice; a parry changes them."""


async def parries(ledger: Ledger, combat_stats: CombatStats, dice: Thrown) -> None:
    """Each sword in turn, the side with priority first; the other side sees what came of it."""
    told: list[str] = []
    for tag in [tag for tags in combat_stats.sides().values() for tag in tags]:
        stats = combat_stats.models.get(tag)
        if stats is None or "Parry" not in stats.bonuses:
            continue
        if stats.broken_by:
            names = ledger.encounter.name
            ledger.remark(f"{names(tag)} cannot parry: {names(stats.broken_by)} has an axe", "SC-18")
            continue
        with ledger.lapsing("No parry"):
            told += await _parry(ledger, combat_stats, tag, dice)
    if told:
        ledger.remark(". ".join(told), "SC-16", "SC-50")


async def _parry(ledger: Ledger, combat_stats: CombatStats, tag: Tag, dice: Thrown) -> list[str]:
    """One sword's parry: whom, which die, and the die anew; the new one stays (SC-16). Returns what came of it."""
    picked = await Ask(partial(_whom, ledger, combat_stats, tag, dice))
    if not picked.tags:
        return []
    foe = picked.one
    old = dice[foe][0]
    if len(set(dice[foe])) > 1:
        chosen = await Ask(partial(_which, ledger, tag, foe, dice[foe]))
        old = int(chosen.option)
    rolled = await Ask(partial(_anew, ledger, tag, foe, old))
    new = rolled.all[0]
    dice[foe][dice[foe].index(old)] = new
    names = ledger.encounter.name
    return [f"{names(tag)} parries {names(foe)}: re-roll {old} → {new}"]


def _whom(ledger: Ledger, combat_stats: CombatStats, tag: Tag, dice: Thrown) -> Pick:
    encounter = ledger.encounter
    among = tuple(foe for foe in enemies(encounter, combat_stats.combat, tag) if foe in dice)
    if not among:
        raise Lapsed("no enemy is left")
    scores = scores_of(encounter, {t: stats for t, stats in combat_stats.models.items() if t in dice}, dice)
    mine = f" ({scores[tag].total})" if tag in scores else ""
    return Pick(
        key=f"parry {tag}",
        prompt=f"{encounter.name(tag)}{mine} can parry. Re-roll whose die?",
        by=tag,
        among=among,
        least=0,
        default=max(among, key=lambda foe: max(dice[foe])),
        beside={foe: f"{_faces(dice[foe])} ({scores[foe].total})" for foe in among if foe in scores},
        cites=("SC-16", "SC-50"),
    )


def _faces(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def _which(ledger: Ledger, tag: Tag, foe: Tag, faces: list[int]) -> Choose:
    options = tuple(str(face) for face in sorted(set(faces), reverse=True))
    return Choose(
        key=f"parried-die {tag}>{foe}",
        prompt=f"Re-roll which of {ledger.encounter.name(foe)}'s dice?",
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
        prompt=f"{ledger.encounter.name(foe)} re-rolls the {old}",
        by=foe,
        pools=(Pool("attack"),),
        cites=("SC-16",),
    )


async def resolve_combat(ledger: Ledger, combat: Tag) -> None:
    """Declarations, attack dice, parries and scores; then all hits at once, with their saves (SC-05)."""
    ledger.begin_turn(combat, "SC-04", "SC-05")
    with ledger.lapsing("No combat"):
        await declarations(ledger, combat)
        combat_stats = CombatStats(ledger, combat)
        tell(ledger, combat_stats.models)
        dice = await attack_dice(ledger, combat_stats)
        ones = {tag: faces.count(1) for tag, faces in dice.items() if "Possession" in combat_stats.models[tag].bonuses}
        await parries(ledger, combat_stats, dice)
        await _all_at_once(ledger, combat_stats, dice, ones)
    ledger.end_turn()
    if not unfought(ledger.encounter):
        ledger.remark("All combats have been fought", "SC-01", detail=True)


async def _all_at_once(ledger: Ledger, combat_stats: CombatStats, dice: Thrown, ones: dict[Tag, int]) -> None:
    """The scores are compared once; whatever the saves bring, every hit has landed already (SC-13, 47)."""
    encounter = ledger.encounter
    models = {tag: stats for tag, stats in combat_stats.models.items() if tag in dice}
    foes = {tag: [foe for foe in enemies(encounter, combat_stats.combat, tag) if foe in models] for tag in models}
    scores = scores_of(encounter, models, dice)
    blows = blows_of(encounter, models, foes, scores)
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
    dice = f"{ones} ones" if ones > 1 else "a 1"
    told = f"{name} rolled {dice}: the daemon weapon wounds its bearer"
    ledger.remark(told, "SC-37", "SC-47", tag=tag, source=tag)
    with ledger.lapsing("No more wounds from the daemon weapon"):
        await wounded_directly(ledger, tag, ones, f"{tag} possession", "SC-37", by=tag)


async def _suffer(ledger: Ledger, blow: Blow) -> None:
    """One model's hits on another: saves, and being pushed; nobody else's hits depend on it."""
    if not ledger.able(blow.target):
        become(ledger, blow, f"is already {ledger.encounter.figures[blow.target].standing}", "SC-49")
        return
    with ledger.lapsing("No more saves"):
        await saves(ledger, blow)
        if blow.pushes and ledger.able(blow.target):
            await pushed(ledger, blow)


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
        raise Lapsed("one side has nobody left")
    return [_throw(encounter, combat_stats, side, tags) for side, tags in sides.items()]


def _reads(combat_stats: CombatStats, tags: list[Tag]) -> Reads:
    """What is read of the attack dice of a side: the highest, and the 1s of daemon weapons.

    Where the other side parries the two highest: whichever die is re-rolled, no other comes out highest.
    """
    models = combat_stats.models
    parried = any("Parry" in stats.bonuses and not stats.broken_by for tag, stats in models.items() if tag not in tags)
    possessed = any("Possession" in models[tag].bonuses for tag in tags)
    return Reads(highest=2 if parried else 1, apart=(1,) if possessed else ())


def _throw(encounter: Encounter, combat_stats: CombatStats, side: str, tags: list[Tag]) -> Roll:
    models = [combat_stats.models[tag] for tag in tags]
    names = encounter.name
    return Roll(
        # Each die belongs to a model: with other models it is another throw.
        key=f"attack {side} {','.join(tags)}",
        prompt=f"{side.capitalize()}'s attack dice",
        by=answering_side(encounter, side, tags),
        pools=tuple(Pool(names(stats.tag), stats.dice_count) for stats in models),
        notes=tuple(summary_of_numbers(encounter, stats) for stats in models),
        reads=_reads(combat_stats, tags),
        cites=("SC-05", "SC-06", "SC-07"),
    )
