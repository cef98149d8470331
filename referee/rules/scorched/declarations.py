"""Declarations before the dice: who shields, who grips with two hands, who spends charges (SC-18, 23, 28, 35, 50)."""

from functools import partial

from referee.engine.ask import Ask, Lapsed, Together
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Amount, Pick
from referee.rules.scorched.conditions import DECLARATIONS, FOCUSED, Declaration, declare
from referee.rules.scorched.effective_stats import stats_in_combat, stats_with_weapons
from referee.rules.scorched.kinds import CHARGES, PSYKER, WOUND_ROLL
from referee.rules.scorched.model_stats import ModelStats
from referee.rules.scorched.pairing import answering_side, fighters, sides_of


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
        raise Lapsed("nobody is left on one side")
    return [_pick(encounter, *asked) for asked in _asked(encounter, combat)]


def _pick(encounter: Encounter, declaration: Declaration, side: str, tags: list[Tag], barred: dict[Tag, str]) -> Pick:
    kind = declaration.kind
    return Pick(
        key=f"{kind.name} {side} {','.join(tags)}",
        prompt=f"{side}: who {declaration.verb}? (nobody: -)",
        by=answering_side(encounter, side, tags),
        among=tuple(tags),
        least=0,
        most=len(tags),
        barred=barred,
        cites=(*kind.clauses, "SC-50"),
    )


async def _charges(ledger: Ledger, tag: Tag) -> None:
    """A psyker with a force weapon may turn charges into strength for the phase (SC-35)."""
    if not (ledger.able(tag) and PSYKER.of(ledger.encounter, tag) and CHARGES.of(ledger.encounter, tag)):
        return
    if not stats_with_weapons(ledger.encounter, tag).can_focus:
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
    helps = () if WOUND_ROLL.of(encounter) == "on" else (("strength", "helps only with `option wound_roll on`"),)
    return Amount(
        key=f"charges {tag}",
        prompt=f"{encounter.name(tag)}: charges for strength? (0: none)",
        by=tag,
        most=CHARGES.of(encounter, tag),
        tally=(
            ("charges", CHARGES.of(encounter, tag)),
            ("S", stats_with_weapons(encounter, tag).strength),
            *helps,
        ),
        cites=("SC-35", "SC-50"),
    )
