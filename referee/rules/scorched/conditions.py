"""Conditions: what models declare before the attack dice, how long it lasts, what it does (SC-22..24, 28, 35, 50, 52).

A new condition is a kind in CONDITIONS, what it changes in EFFECTS, and, where players declare it, a Declaration.
"""

from collections.abc import Callable
from dataclasses import dataclass

from referee.engine.bearer import Tag
from referee.engine.condition import Until, phase_of
from referee.engine.condition_kind import ConditionKind, Stacking
from referee.engine.encounter import Encounter
from referee.engine.kinds import TraitKind
from referee.engine.ledger import Ledger
from referee.rules.scorched.kinds import COMBAT
from referee.rules.scorched.model_stats import ModelStats

SHIELDING = ConditionKind("shielding", "its combat score is doubled and it lands no hits", ("SC-23", "SC-24"))
TWO_HANDS = ConditionKind("two-handed", "it holds its weapon in both hands", ("SC-28",))
FOCUSED = ConditionKind("focused", "charges spent on the strength of its attacks", ("SC-35",), stacking=Stacking.ADDS)
CONDITIONS = (SHIELDING, TWO_HANDS, FOCUSED)
END_OF_PHASE = Until(edge="end", of=phase_of(COMBAT))
"""What is declared before the dice lasts for the combat phase."""
CHARGED = TraitKind(
    "charged",
    False,
    "",
    "it moved into engagement this round",
    said="{who} has charged",
    cleared="The charge of {who} is over",
    detail=True,
)
"""Until the end of the round: the Ap of its lance is better (SC-22)."""


# -------------------------------------------------------------------- what each does


def shield(stats: ModelStats, value: int) -> None:
    """A shield that no enemy breaks doubles the combat score, and its bearer lands no hits (SC-18, 23, 24)."""
    stats.shielding = True


def hold_in_two_hands(stats: ModelStats, value: int) -> None:
    """An adaptive weapon is used as a two-handed one (SC-28)."""
    stats.two_hands = True


def add_strength(stats: ModelStats, value: int) -> None:
    """Each charge spent adds 1 to strength (SC-35)."""
    stats.focus += value


EFFECTS: dict[str, Callable[[ModelStats, int], None]] = {
    SHIELDING.name: shield,
    TWO_HANDS.name: hold_in_two_hands,
    FOCUSED.name: add_strength,
}
"""What a condition changes about the model that bears it, given the condition's value."""


def apply_conditions(encounter: Encounter, stats: ModelStats) -> None:
    """A model's conditions change its stats, before its weapons do."""
    stats.charged = CHARGED.of(encounter, stats.tag)
    for condition in encounter.of(stats.tag).conditions:
        if condition.kind in EFFECTS:
            EFFECTS[condition.kind](stats, condition.value)


def shielding_bonus(stats: ModelStats, kept: int, score: int, doubling: str) -> int:
    """What shielding adds to a combat score: the score again, or by option the kept die and plain Ws (SC-23, 52)."""
    return kept + stats.ws["Ws"] if doubling == "first" else score


# -------------------------------------------------------------------- how each comes and goes


@dataclass(frozen=True)
class Declaration:
    """A condition that players may give their models before the attack dice (SC-50)."""

    kind: ConditionKind
    verb: str
    """What a model does that declares it: `shields`."""
    allowed: Callable[[ModelStats], bool]
    """True if a model's weapons allow it."""
    barred: Callable[[Encounter, ModelStats], str] = lambda encounter, stats: ""
    """Why a model whose weapons allow it cannot declare it; empty if it can."""


def broken_shield(encounter: Encounter, stats: ModelStats) -> str:
    """Why a model with a shield cannot shield: an axe breaks it (SC-18); empty if none does."""
    if not stats.broken_by:
        return ""
    return f"{encounter.name(stats.tag)} cannot shield: {encounter.name(stats.broken_by)} breaks it [SC-18]."


SHIELD = Declaration(SHIELDING, "shields", lambda stats: stats.can_shield, broken_shield)
TWO_HANDED = Declaration(TWO_HANDS, "uses two hands", lambda stats: stats.can_adapt)
DECLARATIONS = (SHIELD, TWO_HANDED)
"""In the order in which a side is asked."""


def declare(ledger: Ledger, tag: Tag, kind: ConditionKind, value: int = 1) -> None:
    """A model declares a condition, for the combat phase (SC-50)."""
    ledger.afflict(tag, kind, kind.clauses[0], "SC-50", until=END_OF_PHASE, value=value)


def mark_charged(ledger: Ledger, tag: Tag) -> None:
    """A model has moved into engagement (SC-22)."""
    if not CHARGED.of(ledger.encounter, tag):
        ledger.record(CHARGED.set(tag, True, "SC-22"))


def clear_charged(ledger: Ledger) -> None:
    """The round ends, and with it all charges into engagement (SC-22)."""
    for tag in ledger.encounter.figures:
        if CHARGED.of(ledger.encounter, tag):
            ledger.record(CHARGED.set(tag, False, "SC-22"))
