"""The state of one attack on its way through the six steps, with what it is made with."""

from msgspec import Struct, field

from referee.engine.events.event import Term, Terms
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Space
from referee.engine.state.encounter import Encounter
from referee.rules.descent import kinds
from referee.rules.descent.conditions import dice_lost
from referee.rules.descent.equipment import BARE, Effect, Surge, colours, effects, surge, total, weapons
from referee.rules.descent.kinds import (
    BLACK,
    DAMAGE,
    ENHANCEMENT,
    MISS,
    MOST_POWER,
    RANGE,
    SURGE,
    RolledDie,
    count_symbol,
    dice_terms,
    is_hero,
    trait_of,
)

CARD = "card"
"""What a monster attacks with: the dice on its card."""


class WeaponProfile(Struct, frozen=True):
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


SPACE = "space"
"""Stands where a target is named for a space in which nobody stands (DJ-02)."""


class AttackState(Struct):
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

    def cannot(self, encounter: Encounter) -> str:
        """That the attack cannot be made, in a sentence."""
        return f"{encounter.name(self.attacker)} cannot attack {self.target_name(encounter)}"

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
