"""Hooks: what each kind of equipment does for its bearer. A new kind is an entry in equipment.toml and a function."""

from collections.abc import Callable

from referee.rules.scorched.card import Card, Edge
from referee.rules.scorched.weapons import Kind

Hook = Callable[[Card, Edge, Kind], None]


def simple(card: Card, edge: Edge, kind: Kind) -> None:
    """Its attacks have no Ap, whatever the weapon's says (SC-15)."""
    edge.ap = 0
    card.cite_ap(*kind.clauses)


def parry(card: Card, edge: Edge, kind: Kind) -> None:
    """It may make one enemy re-roll a die (SC-16)."""
    card.parries = True


def gap_stab(card: Card, edge: Edge, kind: Kind) -> None:
    """A kept 6 sets its Ap (SC-17)."""
    edge.on_six[kind.rule] = kind.amount
    card.six_cites.update(dict.fromkeys(kind.clauses))


def breaker(card: Card, edge: Edge, kind: Kind) -> None:
    """No Parry and no Shielding against it (SC-18)."""
    card.breaks = True


def knock_back(card: Card, edge: Edge, kind: Kind) -> None:
    """Whom it hits is pushed (SC-19, 20)."""
    card.pushes = True


def spear_support(card: Card, edge: Edge, kind: Kind) -> None:
    """From outside the combat it helps a friend in it (SC-21)."""
    card.can_support = True


def charge_bonus(card: Card, edge: Edge, kind: Kind) -> None:
    """After a charge its Ap is better (SC-22)."""
    if card.charged:
        edge.improves["charge"] = kind.amount
        card.cite_ap(*kind.clauses)


def shielding(card: Card, edge: Edge, kind: Kind) -> None:
    """It may double its score and land no hits (SC-23, 24)."""
    card.can_shield = True


def cleave(card: Card, edge: Edge, kind: Kind) -> None:
    """Slower and heavier: Ws and die worse, Ap better (SC-25, 26, 27)."""
    card.change_ws("two-handed", -1, "SC-25")
    card.cleaves = True
    edge.improves["two-handed"] = kind.amount
    card.cite_ap("SC-27")


def adaptive(card: Card, edge: Edge, kind: Kind) -> None:
    """Two-handed, if it says so before it rolls (SC-28)."""
    card.can_adapt = True
    if card.two_hands:
        cleave(card, edge, kind)


def flurry(card: Card, edge: Edge, kind: Kind) -> None:
    """Two of the same: one more die (SC-29)."""
    card.add_dice("flurry", kind.amount, "SC-29")


def off_handed(card: Card, edge: Edge, kind: Kind) -> None:
    """Two different ones: each has done its own already (SC-30)."""
    card.cite("SC-30")
    card.cite_ap(*kind.clauses)


def shred(card: Card, edge: Edge, kind: Kind) -> None:
    """A save of 1 calls for another (SC-31, 32, 33)."""
    card.shreds = True


def powered(card: Card, edge: Edge, kind: Kind) -> None:
    """Its Ap is 1 (SC-34)."""
    edge.sets[kind.rule] = kind.amount
    card.cite_ap(*kind.clauses)


def focus(card: Card, edge: Edge, kind: Kind) -> None:
    """Its bearer may turn charges into strength (SC-35)."""
    card.can_focus = True


def excise(card: Card, edge: Edge, kind: Kind) -> None:
    """No Feel No Pain and no invulnerable save against it (SC-36)."""
    card.excises = True


def possession(card: Card, edge: Edge, kind: Kind) -> None:
    """Its 1s wound its bearer, and its attacks are instant death (SC-37, 38)."""
    card.possessed = True


HOOKS: dict[str, Hook] = {
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
