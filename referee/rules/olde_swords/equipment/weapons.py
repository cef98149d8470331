"""Weapons: what a figure can attack with, and which it has in hand (OS-09..11, 40)."""

from dataclasses import dataclass

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.rules.olde_swords.kinds import BONUS, DICE, FINESSE, RANGED, WEAPONS

FISTS = "fists"
"""The weapon tag of those who have none."""
MELEE, SHOT, LIGHT = "OS-09", "OS-10", "OS-11"


@dataclass(frozen=True)
class Attack:
    """What an attack is made with."""

    name: str
    dice: str
    ability: str
    weapon: Tag | None = None
    """The thing in hand; None for fists and spells."""
    ranged: bool = False
    bonus: int = 0
    forceful: bool = True
    """The ability adds to its damage, too; a spell's does not."""
    cites: tuple[str, ...] = ()


def weapons(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """What it can attack with: its fists, if nothing else is left."""
    return WEAPONS.of(encounter, who) or (FISTS,)


def weapon_attack(encounter: Encounter, weapon: Tag) -> Attack:
    """An attack with a weapon: STR in melee, DEX at range or with finesse (OS-09..11)."""
    if not encounter.has(weapon):
        return Attack("bare hands", "1", "str", cites=(MELEE,))
    ranged, finesse = RANGED.of(encounter, weapon), FINESSE.of(encounter, weapon)
    return Attack(
        encounter.name(weapon),
        DICE.of(encounter, weapon) or "1",
        "dex" if ranged or finesse else "str",
        weapon,
        ranged,
        BONUS.of(encounter, weapon),
        cites=(SHOT if ranged else LIGHT if finesse else MELEE,),
    )


def wield(ledger: Ledger, who: Tag, weapon: Tag) -> None:
    """A weapon is in hand from now on: the first of its bearer's, which is proposed for the next attack."""
    held = WEAPONS.of(ledger.encounter, who)
    if weapon in held and held[0] != weapon:
        ledger.record(WEAPONS.move(who, WEAPONS, tuple(tag for tag in held if tag != weapon), "OS-40"))
