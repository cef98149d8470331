"""Creatures: what an importer has read of one figure, whatever the format it came in."""

from dataclasses import dataclass, field

from referee.imports.attack_text import Damage, Save
from referee.imports.values import Json

ACTION, BONUS, REACTION, LEGENDARY, TRAIT = "action", "bonus", "reaction", "legendary", "trait"
"""What sort a feature is; traits make no attacks."""


@dataclass(frozen=True)
class Attack:
    """A roll to hit, and what a hit does."""

    name: str
    to_hit: int
    damage: tuple[Damage, ...]
    ranged: bool = False
    reach: int | None = None

    def data(self) -> Json:
        """The attack for other programs."""
        return {"name": self.name, "to_hit": self.to_hit, "damage": [part.data() for part in self.damage]}


@dataclass(frozen=True)
class SaveEffect:
    """Something that is saved against."""

    name: str
    save: Save

    def data(self) -> Json:
        """The effect for other programs."""
        save = self.save
        return {
            "name": self.name,
            "ability": save.ability,
            "dc": save.dc,
            "on_success": save.on_success,
            "damage": [part.data() for part in save.damage],
        }


@dataclass(frozen=True)
class Limited:
    """How often something can be used: so many times a day, or until a die brings it back."""

    name: str
    times: int = 0
    per: str = ""
    recharge: int = 0
    """The least on a d6 that brings it back at the start of a turn; 0: no die does."""

    def data(self) -> Json:
        """The limit for other programs."""
        if self.recharge:
            return {"name": self.name, "recharge": self.recharge}
        return {"name": self.name, "times": self.times, "per": self.per}


@dataclass(frozen=True)
class Feature:
    """A trait or an action."""

    name: str
    sort: str
    attack: Attack | None = None
    saves: tuple[Save, ...] = ()
    limit: Limited | None = None
    cost: int = 1
    """Legendary actions that it costs."""


@dataclass
class Creature:
    """One figure. None, or nothing: the file does not say it."""

    name: str
    is_player: bool = False
    side: str = ""
    """heroes or foes, where the file says so."""
    hp: int | None = None
    hp_now: int | None = None
    """Where its hit points stand, if they are not full."""
    hp_dice: str = ""
    ac: int | None = None
    initiative: int | None = None
    """What is added to its roll for initiative."""
    modifiers: dict[str, int] = field(default_factory=dict)
    saves: dict[str, int] = field(default_factory=dict)
    speed: int | None = None
    size: str = ""
    resist: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    unaffected: tuple[str, ...] = ()
    """Conditions that it cannot have."""
    attacks: list[Attack] = field(default_factory=list)
    save_effects: list[SaveEffect] = field(default_factory=list)
    limited: list[Limited] = field(default_factory=list)
    features: list[Feature] = field(default_factory=list)
    multiattack: int = 1
    """Attacks that one action buys."""
    legendary: int | None = None
    """Legendary actions that it has each round."""
    slots: dict[int, int] = field(default_factory=dict)
    spell_dc: int | None = None
    text: list[str] = field(default_factory=list)
    """What there is to read about it, a paragraph each."""
