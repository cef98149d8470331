"""Conditions: what models declare before the attack dice, how long it lasts, what it does to their stats
(SC-22..24, 28, 35, 50, 52).
"""

from collections.abc import Callable, Sequence

from msgspec import Struct, field

from referee.engine.contract.condition_kind import ConditionKind, Stacking
from referee.engine.contract.kinds import NOT_SAID, TraitKind
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import Until, phase_of
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.scorched.kinds import COMBAT, WS


def rank(mode: str, ap: int) -> int:
    """How good an Ap is, from 0 for none to 6; and the Ap of that rank (SC-40).

    By threshold 1 is the best and 6 the poorest; as a modifier of the save it is the other way round.
    """
    return (7 - ap) % 7 if mode == "threshold" else ap


class Edge(Struct):
    """One weapon's own Ap and strength, and how the rules of its kinds change them."""

    name: str
    ap: int
    s: int
    sets: dict[str, int] = field(default_factory=dict)
    """Ap that a rule sets, by the rule's name."""
    on_six: dict[str, int] = field(default_factory=dict)
    """Ap that a rule sets when the kept die is a 6."""
    improves: dict[str, int] = field(default_factory=dict)
    """By how much a rule makes Ap better."""


class Ap(Struct, frozen=True):
    """An Ap, and how it came about."""

    value: int
    why: tuple[str, ...]

    def __str__(self) -> str:
        return shown_ap(self.value)


def shown_ap(ap: int) -> str:
    """As players write it: a dash for none."""
    return str(ap) if ap else "-"


class ModelStats(Struct):
    """The stats of one model in one combat."""

    tag: Tag
    charged: bool = False
    two_hands: bool = False
    """It has declared that it uses an adaptive weapon two-handed (SC-28)."""
    ws: dict[str, int] = field(default_factory=dict)
    """Its Ws and all that changes it, by reason."""
    dice: dict[str, int] = field(default_factory=dict)
    """Its attack dice, by reason."""
    edges: list[Edge] = field(default_factory=list)
    cites: dict[str, None] = field(default_factory=dict)
    """The clauses that made it so, in order."""
    ap_cites: dict[str, None] = field(default_factory=dict)
    """The clauses that bear on the Ap of its strike."""
    six_cites: dict[str, None] = field(default_factory=dict)
    """Those that bear on it when the kept die is a 6."""
    bonuses: dict[str, Sequence[str]] = field(default_factory=dict)
    """The rules its weapons give it, by name, each with its clauses."""
    cleaves: bool = False
    focus: int = 0
    """Strength bought with charges (SC-35)."""
    broken_by: str = ""
    """Who takes Parry and Shielding away from it (SC-18)."""
    shielding: bool = False
    """It has declared to shield (SC-23)."""

    def change_ws(self, reason: str, by: int, *cites: str) -> None:
        """Its Ws is changed; the same reason counts once."""
        self.ws[reason] = by
        self.cite(*cites)

    def add_dice(self, reason: str, by: int, *cites: str) -> None:
        """It rolls more or fewer dice; the same reason counts once."""
        self.dice[reason] = by
        self.cite(*cites)

    def cite(self, *cites: str) -> None:
        """Clauses that made it so."""
        self.cites.update(dict.fromkeys(cites))

    def cite_ap(self, *cites: str) -> None:
        """Clauses that bear on the Ap of its strike."""
        self.ap_cites.update(dict.fromkeys(cites))

    @property
    def shields(self) -> bool:
        """True if it has declared to shield, with a shield that nothing breaks (SC-18, 23)."""
        return self.shielding and "Shielding" in self.bonuses and not self.broken_by

    @property
    def effective_ws(self) -> int:
        """Ws after all changes."""
        return sum(self.ws.values())

    @property
    def dice_count(self) -> int:
        """Attack dice: at least one while it stands."""
        return sum(self.dice.values())

    @property
    def strength(self) -> int:
        """The best of its weapons' strengths, and what charges add."""
        return max((edge.s for edge in self.edges), default=0) + self.focus

    def ap(self, mode: str, off_hand: str, six: bool = False) -> Ap:
        """The Ap of its strike: both weapons' changes pooled, or the better weapon by itself (SC-45)."""
        if off_hand == "pool":
            return _ap(self.edges, mode, six)
        alone = [_ap([edge], mode, six) for edge in self.edges]
        return max(alone, key=lambda ap: rank(mode, ap.value))


def _ap(edges: Sequence[Edge], mode: str, six: bool) -> Ap:
    """A set Ap first, which never makes a better one worse; then every improvement."""
    first = max(edges, key=lambda edge: rank(mode, edge.ap))
    best, why = rank(mode, first.ap), [shown_ap(first.ap)]
    for edge in edges:
        for reason, ap in (edge.sets | (edge.on_six if six else {})).items():
            if rank(mode, ap) > best:
                best, why = rank(mode, ap), [f"{reason} {ap}"]
    for reason, by in {r: by for edge in edges for r, by in edge.improves.items()}.items():
        best = min(6, best + by)
        why.append(f"{by} better, {reason}")
    return Ap(rank(mode, best), tuple(why))


SHIELDING = ConditionKind(
    "shielding",
    "combat score doubled, lands no hits",
    ("SC-23", "SC-24"),
    said="{who} shields",
    cleared=NOT_SAID,
)
TWO_HANDS = ConditionKind(
    "two-handed",
    "holds the weapon in both hands",
    ("SC-28",),
    said="{who} uses both hands",
    cleared=NOT_SAID,
)
FOCUSED = ConditionKind("focused", "charges spent on the strength of its attacks", ("SC-35",), stacking=Stacking.ADDS)
CONDITIONS = (SHIELDING, TWO_HANDS, FOCUSED)
END_OF_PHASE = Until(edge="end", of=phase_of(COMBAT))
"""What is declared before the dice lasts for the combat phase."""
CHARGED = TraitKind(
    "charged",
    False,
    "",
    "moved into engagement this round",
    said="{who} has charged",
    cleared="{who} no longer counts as charging",
    detail=True,
)
"""Until the end of the round: the Ap of its lance is better (SC-22)."""


def own_stats(encounter: Encounter, tag: Tag) -> ModelStats:
    """A model's own stats with what its conditions change, before its weapons do (SC-22, 23, 28, 35)."""
    return ModelStats(
        tag,
        charged=CHARGED.of(encounter, tag),
        two_hands=TWO_HANDS.on(encounter, tag),
        ws={"Ws": WS.of(encounter, tag)},
        focus=FOCUSED.value(encounter, tag),
        shielding=SHIELDING.on(encounter, tag),
    )


# -------------------------------------------------------------------- how each comes and goes


class Declaration(Struct, frozen=True):
    """A condition that players may give their models before the attack dice (SC-50)."""

    kind: ConditionKind
    verb: str
    """What a model does that declares it: `shields`."""
    infinitive: str
    """The same behind `Does Ulf`: `shield`."""
    allowed: Callable[[ModelStats], bool]
    """True if a model's weapons allow it."""
    barred: Callable[[Encounter, ModelStats], str] = lambda encounter, stats: ""
    """Why a model whose weapons allow it cannot declare it; empty if it can."""


def broken_shield(encounter: Encounter, stats: ModelStats) -> str:
    """Why a model with a shield cannot shield: an axe breaks it (SC-18); empty if none does."""
    if not stats.broken_by:
        return ""
    return f"{encounter.name(stats.tag)} cannot shield: {encounter.name(stats.broken_by)} has an axe [SC-18]."


SHIELD = Declaration(SHIELDING, "shields", "shield", lambda stats: "Shielding" in stats.bonuses, broken_shield)
TWO_HANDED = Declaration(TWO_HANDS, "uses two hands", "use two hands", lambda stats: "Adaptive" in stats.bonuses)
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
