"""Weapon effects: what each kind of equipment changes. A new kind is an entry in equipment.toml and a function."""

from collections.abc import Callable

from referee.rules.scorched.model_stats import Edge, ModelStats
from referee.rules.scorched.weapons import Kind

Effect = Callable[[ModelStats, Edge, Kind], None]


def simple(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Its attacks have no Ap, whatever the weapon's says (SC-15)."""
    edge.ap = 0
    stats.cite_ap(*kind.clauses)


def parry(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """It may make one enemy re-roll a die (SC-16)."""
    stats.parries = True


def gap_stab(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """A kept 6 sets its Ap (SC-17)."""
    edge.on_six[kind.rule] = kind.amount
    stats.six_cites.update(dict.fromkeys(kind.clauses))


def breaker(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """No Parry and no Shielding against it (SC-18)."""
    stats.breaks = True


def knock_back(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Whom it hits is pushed (SC-19, 20)."""
    stats.pushes = True


def spear_support(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """From outside the combat it helps a friend in it (SC-21)."""
    stats.can_support = True


def charge_bonus(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """After a charge its Ap is better (SC-22)."""
    if stats.charged:
        edge.improves["charge"] = kind.amount
        stats.cite_ap(*kind.clauses)


def shielding(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """It may double its score and land no hits (SC-23, 24)."""
    stats.can_shield = True


def cleave(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Slower and heavier: Ws and die worse, Ap better (SC-25, 26, 27)."""
    stats.change_ws("two-handed", -1, "SC-25")
    stats.cleaves = True
    edge.improves["two-handed"] = kind.amount
    stats.cite_ap("SC-27")


def adaptive(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Two-handed, if it says so before it rolls (SC-28)."""
    stats.can_adapt = True
    if stats.two_hands:
        cleave(stats, edge, kind)


def flurry(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Two of the same: one more die (SC-29)."""
    stats.add_dice("flurry", kind.amount, "SC-29")


def off_handed(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Two different ones: each has done its own already (SC-30)."""
    stats.cite("SC-30")
    stats.cite_ap(*kind.clauses)


def shred(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """A save of 1 calls for another (SC-31, 32, 33)."""
    stats.shreds = True


def powered(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Its Ap is 1 (SC-34)."""
    edge.sets[kind.rule] = kind.amount
    stats.cite_ap(*kind.clauses)


def focus(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Its bearer may turn charges into strength (SC-35)."""
    stats.can_focus = True


def excise(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """No Feel No Pain and no invulnerable save against it (SC-36)."""
    stats.excises = True


def possession(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Its 1s wound its bearer, and its attacks are instant death (SC-37, 38)."""
    stats.possessed = True


EFFECTS: dict[str, Effect] = {
    "punch": simple,
    "sword": parry,
    "dagger": gap_stab,
    "axe": breaker,
    "mace": knock_back,
    "spear": spear_support,
    "lance": charge_bonus,
    "shield": shielding,
    "two-handed": cleave,
    "hand-and-a-half": adaptive,
    "flurry": flurry,
    "off-handed": off_handed,
    "chain": shred,
    "power": powered,
    "force": focus,
    "relic": excise,
    "daemon": possession,
}
