"""Stats of a model in its combat: Ws, dice and Ap, each with its reasons, and what its weapons let it do."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.engine.bearer import Tag


def rank(mode: str, ap: int) -> int:
    """How good an Ap is, from 0 for none to 6; and the Ap of that rank (SC-40).

    By threshold 1 is the best and 6 the poorest; as a modifier of the save it is the other way round.
    """
    return (7 - ap) % 7 if mode == "threshold" else ap


@dataclass
class Edge:
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


@dataclass(frozen=True)
class Ap:
    """An Ap, and how it came about."""

    value: int
    why: tuple[str, ...]

    def __str__(self) -> str:
        return shown_ap(self.value)


def shown_ap(ap: int) -> str:
    """As players write it: a dash for none."""
    return str(ap) if ap else "-"


@dataclass
class ModelStats:
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
    parries: bool = False
    breaks: bool = False
    pushes: bool = False
    can_support: bool = False
    can_shield: bool = False
    can_adapt: bool = False
    can_focus: bool = False
    shreds: bool = False
    excises: bool = False
    possessed: bool = False
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
        return self.shielding and self.can_shield and not self.broken_by

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
