"""Weapon profiles: what a figure attacks with: a weapon, bare hands or the dice on its card."""

from dataclasses import dataclass

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.rules.descent import kinds
from referee.rules.descent.conditions import dice_lost
from referee.rules.descent.dice import BLACK, MOST_POWER
from referee.rules.descent.effects import Effect, Surge, colours, effects, surge, total
from referee.rules.descent.equipment import BARE, weapons
from referee.rules.descent.kinds import is_hero, trait_of

CARD = "card"
"""What a monster attacks with: the dice on its card."""


@dataclass(frozen=True)
class WeaponProfile:
    """A weapon at the moment of an attack: its type, its dice, and what it can do."""

    name: str
    type: str
    dice: tuple[str, ...]
    """The colours on the card alone."""
    power: int
    """Power dice that a hero's trait adds."""
    abilities: tuple[Effect, ...]
    surges: tuple[Surge, ...] = ()
    added: tuple[tuple[str, tuple[Effect, ...]], ...] = ()
    """What another weapon's off-hand bonus adds to the abilities, and its name (DJ-12)."""

    @property
    def melee(self) -> bool:
        """Against adjacent spaces only."""
        return self.type == "melee"

    @property
    def template(self) -> str:
        """Breath or bolt, if it attacks by one; its range does not matter then (DJ-62)."""
        return next((one.name for one in self.abilities if one.name in ("breath", "bolt")), "")

    @property
    def thrown(self) -> tuple[str, ...]:
        """All its dice: five power dice at most, those on the card among them (DJ-25, DJ-82)."""
        printed = [colour for colour in self.dice if colour != BLACK]
        black = min(MOST_POWER, self.dice.count(BLACK) + self.power)
        return (*printed, *(BLACK,) * black)

    def has(self, name: str) -> bool:
        """True if it has that ability."""
        return total(self.abilities, name) > 0


def profile_of(encounter: Encounter, who: Tag, weapon: Tag) -> WeaponProfile:
    """What a figure attacks with when it uses that weapon, its bare hands or its card."""
    if not is_hero(encounter, who):
        abilities = effects(kinds.ABILITIES.of(encounter, who))
        dice = colours(kinds.DICE.of(encounter, who))
        return WeaponProfile("its card", kinds.TYPE.of(encounter, who), dice, 0, abilities)
    if weapon == BARE or weapon not in encounter.things:
        return WeaponProfile("bare hands", "melee", ("red",), kinds.MELEE.of(encounter, who), ())
    type_ = kinds.TYPE.of(encounter, weapon)
    added = tuple(
        (encounter.name(other), effects(kinds.OFFHAND.of(encounter, other)))
        for other in weapons(encounter, who)
        if other != weapon and kinds.OFFHAND.of(encounter, other)
    )
    own = effects((*kinds.ABILITIES.of(encounter, weapon), *kinds.ABILITIES.of(encounter, who)))
    return WeaponProfile(
        encounter.name(weapon),
        type_,
        colours(kinds.DICE.of(encounter, weapon)),
        trait_of(type_).of(encounter, who),
        own + tuple(one for _, bonus in added for one in bonus),
        tuple(map(surge, kinds.SURGES.of(encounter, weapon))),
        added,
    )


def no_die(encounter: Encounter, who: Tag, profile: WeaponProfile) -> str:
    """Why an attack with it would roll no die, such as daze; empty if a die is left (DJ-69, DJ-92)."""
    if len(profile.thrown) > dice_lost(encounter, who, profile.thrown):
        return ""
    return f"{encounter.name(who)} has no die left to attack with {profile.name} [DJ-69, DJ-92]."
