"""Described acts: what an action or a trait of a stat block does, as the compiler finds it in a text of any format.

An act is a roll to hit, saves, and for each way that they may come out an effect: damage, conditions with their ends,
and what the referee is told because no rule of the game says it.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import asdict, replace

from referee.imports.record import Json, average, dice_in, phrase

TYPES = (
    *("acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic"),
    *("piercing", "poison", "psychic", "radiant", "slashing", "thunder"),
)
"""The types of damage."""
CONDITIONS = {
    **{name: name for name in ("blinded", "charmed", "deafened", "frightened", "grappled", "incapacitated")},
    **{name: name for name in ("invisible", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious")},
    **{name: name for name in ("alight", "attached", "cursed", "diseased", "engulfed", "swallowed", "wounded")},
    **dict.fromkeys(("paralyzed", "paralysed"), "paralysed"),
}
"""The conditions of the game, by the words of a text."""
CONDITION_WORDS = "|".join(CONDITIONS)
ACTION, BONUS, REACTION, LEGENDARY, TRAIT = "action", "bonus", "reaction", "legendary", "trait"
"""What sort a feature is; traits make no attacks."""
OPEN = "open"
"""How long a condition lies that nothing ends by itself; the durations are those of system files."""


class Damage(Struct, frozen=True):
    """One part of damage: its dice, or a number, and its type, which may be empty."""

    dice: str
    type: str = ""

    def __str__(self) -> str:
        return f"{self.dice} {self.type}".strip()


class Brought(Struct, frozen=True):
    """A condition that comes, with how long it lies and what ends it."""

    condition: str
    lasts: str = OPEN
    ends: tuple[str, ...] = ()
    """Events, as system files call them: bearer damaged, by leaves."""
    save: tuple[str, int] | None = None
    """The ability and the number of the save that its bearer repeats at the end of each of its turns."""
    fails: "Brought | None" = None
    """The condition that takes its place where that save fails."""
    later: bool = False
    """The save is made at the end of its next turn, once."""
    margin: tuple[str, int] | None = None
    """Only where the save comes out so: ("<=", -5) is a failure by 5 or more."""
    escape: tuple[str, int] | None = None
    """The test of the game by which its bearer breaks free, and what it has to reach; None: it cannot."""
    when: tuple[str, ...] = ()
    """Comparisons of a system file that have to hold of whom it comes upon."""
    unhealing: bool = False
    """Its bearer regains no hit points."""
    immune: bool = False
    """Its bearer is immune for a day to what brought it, from when it has ended."""
    harm: tuple[Damage, ...] = ()
    """What it does each turn."""
    harm_save: tuple[str, int] | None = None
    """The ability and the number of the save against that, each time."""
    harm_at: tuple[str, str] = ("turn start", "bearer")
    """When, and in whose turn: of who bears it, or of who brought it (by)."""

    @property
    def linked(self) -> str:
        """The condition with which it ends; empty for none."""
        loses = "bearer loses "
        return next((end.removeprefix(loses) for end in self.ends if end.startswith(loses)), "")

    def only(self, when: tuple[str, ...]) -> "Brought":
        """The same where comparisons hold; one that ends with another comes once, where that has come."""
        linked = (f"{{target has {self.linked}}}", f"not {{target has {self.condition}}}")
        return replace(self, when=linked if self.linked else when)

    @property
    def is_taken(self) -> bool:
        """Is it one that somebody takes on itself?"""
        return self.condition == "invisible"

    def data(self) -> Json:
        """The condition for other programs."""
        ends = [*self.ends, *([f"save {self.save[0]} {self.save[1]}"] if self.save else [])]
        return {"condition": self.condition, "for": self.lasts, "ends": ends}


class Effect(Struct, frozen=True):
    """What happens to one figure."""

    damage: tuple[Damage, ...] = ()
    heal: str = ""
    """The dice of the hit points that it regains."""
    brings: tuple[Brought, ...] = ()
    falls: bool = False
    """It drops to 0 hit points."""
    dies: bool = False
    drains: str = ""
    """Of which damage its maximum is lowered by so much: a type, or all."""
    feeds: bool = False
    """Who did it regains so much."""
    moved: str = ""
    """How it is moved, which the table does."""
    tell: tuple[str, ...] = ()
    """What else happens to it, in the words of the text: the referee sees to it."""

    def __bool__(self) -> bool:
        return self != NOTHING

    def __add__(self, other: "Effect") -> "Effect":
        return Effect(
            (*self.damage, *other.damage),
            self.heal or other.heal,
            (*self.brings, *(each for each in other.brings if not self._has(each))),
            self.falls or other.falls,
            self.dies or other.dies,
            self.drains or other.drains,
            self.feeds or other.feeds,
            self.moved or other.moved,
            (*self.tell, *other.tell),
        )

    def _has(self, brought: Brought) -> bool:
        """Has that condition come already, with no more said of it than that?"""
        plain = brought in self.brings or brought == Brought(brought.condition)
        return plain and any(each.condition == brought.condition for each in self.brings)

    @property
    def to_self(self) -> bool:
        """Is it what one does to oneself: no harm, and no condition but what one takes?"""
        return not self.damage and all(each.is_taken for each in self.brings)

    @property
    def plays(self) -> bool:
        """Is there anything in it that the game does by itself?"""
        return bool(replace(self, tell=()))


NOTHING = Effect()


class Save(Struct, frozen=True):
    """A saving throw, with what is done to those who fail it and to those who make it."""

    ability: str
    dc: int
    on_success: str = "none"
    """half, or none: what of the damage a success leaves."""
    failure: Effect = NOTHING
    success: Effect = NOTHING
    """What a success brings besides."""
    one: bool = False
    """One figure makes it, not all in an area."""
    immune: bool = False
    """Whoever makes it is immune to it for a day."""
    chosen: bool = True
    """Whoever makes it is chosen; else all there are have to, friends among them."""
    when: tuple[str, ...] = ()
    """Comparisons that have to hold of who is hit, or it is not made."""

    def __str__(self) -> str:
        return f"DC {self.dc} {self.ability.capitalize()}"

    @property
    def damage(self) -> tuple[Damage, ...]:
        """The damage of those who fail it."""
        return self.failure.damage

    @property
    def plays(self) -> bool:
        """Does it do anything?"""
        return self.failure.plays or self.success.plays

    def by_anybody(self, whom: str) -> "Save":
        """The same where anybody may have to make it: what it brings comes only upon those who are meant, and of what
        else it does it is told to whom it is done.
        """
        failure = replace(self.failure, brings=tuple(each.only(self.when) for each in self.failure.brings))
        if self.when and replace(failure, brings=(), tell=()):
            failure = replace(failure, tell=(whom, *failure.tell))
        return replace(self, failure=failure) if self.when else self

    def data(self, name: str) -> Json:
        """The save for other programs, as that of a feature."""
        return {
            "name": name,
            "ability": self.ability,
            "dc": self.dc,
            "on_success": self.on_success,
            "damage": [asdict(part) for part in self.damage],
            "on_fail": [each.data() for each in self.failure.brings],
        }


class Attack(Struct, frozen=True):
    """A roll to hit, and what a hit does."""

    to_hit: int
    hit: Effect = NOTHING
    ranged: bool = False
    reach: int | None = None
    ranges: tuple[int, int] | None = None
    """How far it is shot or thrown, in feet: the normal range, and the long one, 0 if there is none."""
    critical: Effect = NOTHING
    """What a critical hit does besides."""

    def data(self, name: str) -> Json:
        """The attack for other programs, as that of a feature."""
        brings = [each.data() for each in self.hit.brings]
        return {
            "name": name,
            "to_hit": self.to_hit,
            "damage": [asdict(part) for part in self.hit.damage],
            "on_hit": brings,
            **({"reach": self.reach} if self.reach not in (None, 5) else {}),
            **({"range": [self.ranges[0], self.ranges[1] or self.ranges[0]]} if self.ranges else {}),
        }


class Limited(Struct, frozen=True):
    """How often something can be used: so many times a day, or until a die brings it back."""

    times: int = 0
    per: str = ""
    recharge: int = 0
    """The least on a d6 that brings it back at the start of a turn; 0: no die does."""

    def data(self, name: str) -> Json:
        """The limit for other programs, as that of a feature."""
        if self.recharge:
            return {"name": name, "recharge": self.recharge}
        return {"name": name, "times": self.times, "per": self.per}


class Feature(Struct, frozen=True):
    """A trait or an action."""

    name: str
    sort: str
    attack: Attack | None = None
    saves: tuple[Save, ...] = ()
    limit: Limited | None = None
    cost: int = 1
    """Legendary actions that it costs."""
    own: Effect = NOTHING
    """What it does without a roll."""
    to_self: bool = True
    """Whether it is the creature itself to which that is done."""
    refers: tuple[str, ...] = ()
    """Names of other features, one of which is used by it."""
    by_hand: str = ""
    """What of its text nothing in the game carries out."""
    rows: tuple[str, ...] = ()
    """What works by itself while somebody has it, as rows of effects of a system file."""
    shares: str = ""
    """The feature of which it takes the uses."""
    at: str = ""
    """The event at which its figure uses it by itself; empty: when the referee says so."""
    magical: bool = False
    """It calls itself magic."""
    text: str = ""
    """Its text, for what it is told by besides its own phrases."""
    casts: str = ""
    """The spell of its creature that is cast by it."""
    counts: bool = False
    """Its text is carried out elsewhere: in a value of the figure, or in other features."""
    when: str = ""
    """The comparison that has to hold for it to be used."""
    why: str = ""
    """The refusal if that comparison does not hold."""
    keys: tuple[tuple[str, str], ...] = ()
    """Keys and values of the power in a system file, if its text is one of the set actions."""

    @property
    def plays(self) -> bool:
        """Does the game carry out anything of it?"""
        rolled = self.attack is not None or any(save.plays for save in self.saves)
        return rolled or self.own.plays or self.counts or bool(self.rows or self.casts or self.keys)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """All that it does to somebody, by a hit, a failed save or by itself."""
        return (self.own, *([self.attack.hit] if self.attack else []), *(save.failure for save in self.saves))

    @property
    def is_used(self) -> bool:
        """Is it something that its bearer has or uses? Of traits those that are rolled for."""
        if self.rows or self.keys:
            return True
        if self.sort == TRAIT:
            return any(save.plays for save in self.saves) or self.own.plays
        return not self.is_multiattack

    @property
    def is_weapon(self) -> bool:
        """Is it used as a weapon: by the action of attacking?"""
        return self.attack is not None and self.sort == ACTION

    @property
    def is_multiattack(self) -> bool:
        """Does it say which others one action buys?"""
        return self.name.lower().startswith("multiattack")

    def data(self) -> Json:
        """For other programs: whether it plays, and what of it is by hand."""
        return {"name": self.name, "plays": self.plays, "by_hand": self.by_hand}


class TextRead(Struct, frozen=True):
    """What a text says."""

    to_hit: int | None = None
    ranged: bool = False
    reach: int | None = None
    ranges: tuple[int, int] | None = None
    is_attack: bool = False
    """It calls itself an attack."""
    hit: Effect = NOTHING
    """What a hit does, or, where there is neither attack nor save, what the text itself does."""
    critical: Effect = NOTHING
    """What a critical hit does besides."""
    instead: tuple[Damage, ...] = ()
    """What may be done in place of a part."""
    two_hands: tuple[Damage, ...] = ()
    """The damage of a hit with two hands, at half its hit points or at range, where that is not the usual one."""
    saves: tuple[Save, ...] = ()
    to_self: bool = True
    """What is done without a roll is done to whoever does it."""
    apart: tuple[Damage, ...] = ()
    """Damage that not every hit does, or that comes later; the referee is told of it."""
    has_dice: bool = False
    by_hand: str = ""
    """The sentences that nothing of this carries out, or not all of them."""
    odd: tuple[str, ...] = ()
    """Why something in it is uncertain, a sentence each."""


def called(name: str, features: Sequence[Feature]) -> Feature | None:
    """The action of that name, which may stand there in the plural, or with more words."""
    wanted = _plain(name)
    actions = [each for each in features if each.sort == ACTION and not each.is_multiattack]
    exact = (each for each in actions if _plain(each.name) == wanted)
    longer = (each for each in actions if wanted and f" {wanted} " in f" {_plain(each.name)} ")
    return next(exact, None) or next(longer, None)


def _plain(name: str) -> str:
    words = name.lower().split(" (")[0].split()
    return " ".join(word[:-1] if word.endswith("s") and len(word) > 3 else word for word in words)


# -------------------------------------------------------------------- damage in a text


_AMOUNT = r"(?:(\d{1,5})\s*\(\s*)?(\d{1,3}d\d{1,4}(?:\s*[+-]\s*\d{1,4})?)\s*\)?|(\d{1,5})"
DAMAGE = phrase(rf"\b(?:{_AMOUNT})\s+((?:[a-z]+(?:,\s*(?:or\s+)?|\s+or\s+|\s+)){{0,6}}?)damage\b")
_BESIDE_A_NUMBER = {*TYPES, "or", "and", "magical", "nonmagical", "points", "of", "extra", "additional"}
"""Words that may stand between a number without dice and the word damage."""


def damage_in(text: str, odd: list[str]) -> Iterator[tuple[re.Match[str], Damage]]:
    """The damage that a text tells, each with where it stands; why one of them is uncertain is added to `odd`."""
    for found in DAMAGE.finditer(text):
        if not found[3] or set(re.findall(r"[a-z]+", found[4].lower())) <= _BESIDE_A_NUMBER:
            yield found, _damage(found, odd)


def _damage(found: re.Match[str], odd: list[str]) -> Damage:
    stated, dice, flat, kind = found.groups()
    types = [word for word in re.findall(r"[a-z]+", kind.lower()) if word in TYPES]
    if len(types) > 1:
        odd.append(f"the damage may be {' or '.join(types)}; type left out")
    amount = dice_in(dice) if dice else str(int(flat))
    if stated and dice and (means := average(amount)) != int(stated) and max(1, means) != int(stated):
        odd.append(f"the text says {stated}, but the average of {amount} is {means}; using the dice")
    return Damage(amount, types[0] if len(types) == 1 else "")


def joins(gaps: Sequence[str]) -> str:
    """The word that joins two amounts: "or" makes the second an alternative, else both add up. A bare comma joins as
    what stands between the next two. gaps: what stands between the two, and between those that follow.
    """
    gap = next((each for each in gaps if each.strip() != ","), "")
    return "or" if re.search(r"\bor\b(?!.*\b(?:plus|and)\b)", gap.lower()) else "plus"
