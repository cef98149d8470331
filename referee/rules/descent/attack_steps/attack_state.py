"""The state of one attack on its way through the six steps."""

from dataclasses import dataclass, field

from referee.engine.bearer import Tag
from referee.engine.board import Space
from referee.engine.encounter import Encounter
from referee.engine.term import Term, Terms
from referee.rules.descent.attack_steps.weapon_profile import WeaponProfile
from referee.rules.descent.dice import (
    BLACK,
    DAMAGE,
    ENHANCEMENT,
    MISS,
    RANGE,
    SURGE,
    RolledDie,
    count_symbol,
    dice_terms,
)
from referee.rules.descent.effects import Effect, total
from referee.rules.descent.kinds import is_hero

SPACE = "space"
"""Stands where a target is named for a space in which nobody stands (DJ-02)."""


@dataclass
class AttackState:
    """Attacker, target and weapon, the dice as rolled, and what was spent on them."""

    attacker: Tag
    target: Tag | None
    """The figure in the target space, if one stands there."""
    place: str
    """The target space as it is called in a sentence."""
    profile: WeaponProfile
    distance: int
    """How many spaces away it is."""
    space: Space | None = None
    """The target space, where there is a board."""
    dice: list[RolledDie] = field(default_factory=list)
    fear: int = 0
    """Surges that the target's fear takes (DJ-71)."""
    range_spent: int = 0
    damage_spent: int = 0
    """Enhancements and sorcery that went into range and damage."""
    surges_spent: int = 0
    triggered: list[Effect] = field(default_factory=list)
    """What its surges have bought so far."""

    @property
    def miss(self) -> bool:
        """True if any die shows a miss (DJ-13)."""
        return count_symbol(self.dice, MISS) > 0

    @property
    def range(self) -> int:
        """All range together (DJ-14)."""
        return count_symbol(self.dice, RANGE) + self.range_spent + self.amount_of("range")

    @property
    def range_terms(self) -> Terms:
        """The range by its parts: each colour of dice, and what was added to them."""
        spent = "enhancements and sorcery" if total(self.profile.abilities, "sorcery") else "enhancements"
        added = ((spent, self.range_spent), ("abilities and surges", self.amount_of("range")))
        return (*dice_terms(self.dice, RANGE), *(Term(label, n) for label, n in added if n))

    @property
    def damage(self) -> int:
        """All damage together (DJ-26)."""
        return count_symbol(self.dice, DAMAGE) + self.damage_spent + self.amount_of("damage")

    @property
    def reaches(self) -> bool:
        """True if the range is enough, or range does not matter (DJ-15, 37, 62)."""
        return bool(self.rangeless) or self.range >= self.distance

    @property
    def rangeless(self) -> str:
        """The clause by which range on its dice means nothing: a melee attack's or a template's; "" if it counts."""
        if self.profile.melee:
            return "DJ-37"
        return "DJ-62" if self.profile.template else ""

    @property
    def surges(self) -> int:
        """Surges that are left, those that fear takes among them."""
        return count_symbol(self.dice, SURGE) - self.surges_spent

    @property
    def enhancements(self) -> int:
        """Enhancements that are left to spend."""
        return max(0, count_symbol(self.dice, ENHANCEMENT) - self.range_spent - self.damage_spent)

    @property
    def sorcery(self) -> int:
        """Points of sorcery that are left; enhancements are spent before them (DJ-74)."""
        over = self.range_spent + self.damage_spent - count_symbol(self.dice, ENHANCEMENT)
        return total(self.profile.abilities, "sorcery") - max(0, over)

    @property
    def power(self) -> int:
        """Power dice rolled so far (DJ-25)."""
        return sum(die.colour == BLACK for die in self.dice)

    def amount_of(self, name: str) -> int:
        """How much of an effect abilities and surges give together."""
        return total(self.profile.abilities, name) + total(self.triggered, name)

    def names(self, encounter: Encounter) -> str:
        """Who attacks whom, in a sentence."""
        return f"{encounter.name(self.attacker)} attacks {self.target_name(encounter)}"

    def target_name(self, encounter: Encounter) -> str:
        """The target as it is called in a sentence."""
        return self.place if self.target is None else encounter.name(self.target)

    def figures(self) -> tuple[Tag, ...]:
        """The attacker, and the figure in the target space if there is one."""
        return (self.attacker,) if self.target is None else (self.attacker, self.target)

    def by_hero(self, encounter: Encounter) -> bool:
        """True if a hero attacks."""
        return is_hero(encounter, self.attacker)

    @property
    def tally(self) -> tuple[tuple[str, int | str], ...]:
        """The running totals, for the question line."""
        ranges: tuple[tuple[str, int | str], ...] = ()
        if not self.rangeless:
            ranges = (("range", f"{self.range} of {self.distance}"),)
        left = (("enhancements", self.enhancements), ("sorcery", self.sorcery), ("surges", self.surges))
        return (*ranges, ("damage", self.damage), *((name, n) for name, n in left if n))
