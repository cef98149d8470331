"""Marks of the turn: who has attacked in it, who was attacked by whom, in which fight somebody fell (BK-10, 19, 30)."""

from referee.engine.contract.kinds import TraitKind
from referee.engine.state.bearer import Group, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.black_keep.kinds import FIGHT

ATTACKED = TraitKind("attacked", False, "", "it has made its attack of this turn")
"""On a figure, until the next turn of all begins: no further attack in its own fight."""
STRUCK_BY = TraitKind[tuple[str, ...]]("struck_by", (), "", "who attacked it this turn, in a fight of three or more")
"""On a figure, until the turn of all ends: it strikes back at these before it attacks anybody else."""
FELL = TraitKind("fell", False, "", "somebody fell in this fight this turn")
"""On a fight, until the next turn of all begins: this turn of the fight is no draw."""


def clear_at_start(ledger: Ledger) -> None:
    """The turn of all begins: every figure may attack again, and no fight has had its victim yet."""
    for tag in (*ledger.encounter.figures, *ledger.encounter.groups):
        ledger.clear(tag, ATTACKED, FELL)


def clear_at_end(ledger: Ledger) -> None:
    """The turn of all ends: nobody owes a strike back any more."""
    for tag in ledger.encounter.figures:
        ledger.clear(tag, STRUCK_BY)


def spend_attack(ledger: Ledger, who: Tag) -> None:
    """A figure has made its one attack of this turn (BK-19)."""
    ledger.record(ATTACKED.set(who, True))


def spend_strike_back(ledger: Ledger, who: Tag) -> None:
    """A figure has struck back in its own fight: its attack is spent, and its conditions count the turn (BK-47)."""
    spend_attack(ledger, who)
    ledger.pass_turn(who, "BK-47")


def owe_strike_back(ledger: Ledger, who: Tag, at: Tag) -> None:
    """`at` attacked this figure in a fight of three or more: its own attack comes in its own place (BK-10, 21)."""
    struck_by = (*STRUCK_BY.of(ledger.encounter, who), at)
    ledger.record(STRUCK_BY.set(who, tuple(dict.fromkeys(struck_by))))


def mark_death(ledger: Ledger, fight: Tag) -> None:
    """Somebody has fallen in a fight this turn."""
    ledger.record(FELL.set(fight, True))


def draws(encounter: Encounter) -> tuple[Group, ...]:
    """The fights in which nobody has fallen this turn (BK-30)."""
    return tuple(fight for fight in encounter.groups_of(FIGHT) if not FELL.of(encounter, fight.tag))
