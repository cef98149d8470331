"""What was found in a file of any format: creatures with the values of their stat blocks, encounters, decks."""

import re
from collections.abc import Callable, Mapping

from msgspec import Struct, field

from referee.engine.numbers import fraction_in
from referee.imports.described_act import CONDITIONS, TRAIT, TYPES, Feature
from referee.imports.record import (
    ABILITIES,
    HIGHEST,
    Json,
    Record,
    average,
    dice_in,
    leading_number,
    modifier,
    named,
    number,
    phrase,
    whole,
    words_in,
)
from referee.imports.report import Notes, Report
from referee.text.harmless import clean
from referee.text.quoting import quoted

SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan")
_NONMAGICAL = phrase(r"\bnon-?magical\b|\bnot made with magic")
_UNAFFECTED = {*CONDITIONS, "exhaustion"}
_CHALLENGES = ("0", "1/8", "1/4", "1/2", *map(str, range(1, 31)))
"""The challenge ratings that there are."""
_RATED = phrase(r"^(?:CR|challenge(?: rating)?)?[: ]*")
DEFENCES = ("damage_vulnerabilities", "damage_resistances", "damage_immunities", "condition_immunities")
"""The fields of defences, as most formats call them, in the order of `set_defences`."""
_DEFENDS = {"vulnerable": "Vulnerable to", "resist": "Resists", "immune": "Immune to"}
_BUT = phrase(r"\b(from|that|except|while|non-?magical|with|made|attacks|weapons)\b")


# -------------------------------------------------------------------- creatures


class Spell(Struct, frozen=True):
    """One spell, and what it costs."""

    name: str
    level: int = 0
    """The slot that it takes; 0: a cantrip, or one that takes none."""
    times: int = 0
    """How often a day, where it takes no slot; 0: at will."""
    on_itself: bool = False
    """It can be cast on whoever casts it alone."""


class Magic(Struct, frozen=True):
    """The spellcasting of a creature."""

    spells: tuple[Spell, ...]
    dc: int | None = None
    to_hit: int | None = None
    ability: str = ""
    slots: Mapping[int, int] | None = None
    dice: int = 1
    """How many dice its cantrips throw."""


class Creature(Struct):
    """One figure. None, or nothing: the file does not say it."""

    name: str
    notes: Notes
    """Where it is said what was not understood of it."""
    is_player: bool = False
    side: str = ""
    """heroes or foes, where the file says so."""
    hp: int | None = None
    hp_now: int | None = None
    """Where its hit points stand, if they are not full."""
    hp_dice: str = ""
    proficiency: int | None = None
    """Its proficiency bonus; None: not said."""
    ac: int | None = None
    initiative: int | None = None
    """What is added to its roll for initiative."""
    modifiers: dict[str, int] = field(default_factory=dict)
    saves: dict[str, int] = field(default_factory=dict)
    speed: int | None = None
    size: str = ""
    challenge: str = ""
    """Its challenge rating as it is printed: 17, 1/4."""
    resist: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    unaffected: tuple[str, ...] = ()
    """Conditions that it cannot have."""
    features: list[Feature] = field(default_factory=list)
    legendary: int | None = None
    """Legendary actions that it has each round."""
    lair: list[Feature] = field(default_factory=list)
    """What its lair does in a turn of its own."""
    compiled: list[Feature] | None = None
    """The features as the game has them; None until that is asked for."""
    magic: list[Magic] = field(default_factory=list)
    """What it casts."""
    text: list[str] = field(default_factory=list)
    """What there is to read about it, a paragraph each."""

    def set_hit_points(self, value: object, dice: object) -> None:
        """The hit points and their dice; `75 (10d10+20)` holds both. What is missing or odd is noted."""
        text = value if isinstance(value, str) else ""
        self.hp_dice = dice_in(dice if isinstance(dice, str) else "") or dice_in(text)
        stated: object = value
        if not text.strip() and isinstance(value, str):
            stated = None
        elif text:
            leading = None if re.match(r"\s*\d+\s*d\s*\d", text, re.IGNORECASE) else leading_number(text)
            stated = leading if leading is not None else None if self.hp_dice else text
        self.hp = number(stated, self.notes, "hp", 0, HIGHEST)
        if self.hp == 0:
            self.hp = None
            self.notes.add("hp", "0 hit points in the file, left out.")
        elif self.hp is None and self.hp_dice and 0 < average(self.hp_dice) <= HIGHEST:
            self.hp = average(self.hp_dice)
            self.notes.add("hp", f"using {self.hp}, the average of {self.hp_dice}.")

    def stand_at(self, record: Record, path: str) -> None:
        """Where the hit points of a character stand, from the field there; one out of bounds is noted."""
        now = record.number(path, -HIGHEST, HIGHEST)
        if now is not None and self.hp is not None and now != self.hp:
            self.hp_now = max(0, min(now, self.hp))
            if self.hp_now != now:
                record.notes.add(path, f"{now} is not between 0 and {self.hp}; using {self.hp_now}.")
            if self.hp_now == 0:
                self.hp_now = None
                record.notes.add(path, f"no figure can join with 0 hit points; using the maximum, {self.hp}.")

    def set_abilities(self, scores: Mapping[str, object]) -> None:
        """The modifiers of the ability scores; one that is missing is noted."""
        missing: list[str] = []
        for ability in ABILITIES:
            score = number(scores.get(ability), self.notes, ability, 0, 40)
            if score is not None:
                self.modifiers[ability] = modifier(score)
            elif scores.get(ability) in (None, ""):
                missing.append(ability)
        if missing and not self.is_player:
            self.notes.add("abilities", f"{', '.join(missing)} missing.")

    def set_defences(self, vulnerable: object, resist: object, immune: object, conditions: object) -> None:
        """Its defences, from lists or from text; what holds only sometimes is noted, and kept as text."""
        self.vulnerable = self._types("vulnerable", vulnerable)
        self.resist = self._types("resist", resist)
        self.immune = self._types("immune", immune)
        self.unaffected = (*self.unaffected, *self._conditions(conditions))

    def _types(self, about: str, value: object) -> tuple[str, ...]:
        """The types of damage in a list; conditions among them go where they belong."""
        kinds: list[str] = []
        for part in _parts(value):
            word = part.lower()
            if word in TYPES:
                kinds.append(word)
            elif about == "immune" and word in _UNAFFECTED:
                self.unaffected = (*self.unaffected, word)
            elif _NONMAGICAL.search(part) and (
                several := [kind for kind in re.findall(r"[a-z]+", word) if kind in TYPES]
            ):
                besides = "".join(f" or {quality}" for quality in ("silvered", "adamantine") if quality in word)
                kinds += [f"{kind} unless magical{besides}" for kind in several]
            else:
                self.notes.add(about, f"{quoted(clean(part), 80)} is not a simple damage type; kept as a note.")
                self.text.append(f"{about.capitalize()}: {part}")
                name = " ".join((_DEFENDS[about], *part.split()[:5]))
                self.features.append(Feature(name, TRAIT, by_hand=part))
        return tuple(dict.fromkeys(kinds))

    def _conditions(self, value: object) -> list[str]:
        found: list[str] = []
        for part in _parts(value):
            if part.lower() in _UNAFFECTED:
                found.append(part.lower())
            else:
                self.notes.add("condition immunities", f"{quoted(clean(part), 80)} is not a condition; kept as a note.")
                self.text.append(f"Condition immunity: {part}")
        return found

    def set_speed(self, value: object) -> None:
        """Its speed: a number, or the first of a text such as `40 ft., fly 60 ft.`; unknown, if there is none."""
        found = re.search(r"\d{1,4}", value[:200], re.ASCII) if isinstance(value, str) else None
        self.speed = int(found[0]) if found else whole(value)

    def set_size(self, raw: str) -> None:
        """Its size, from a word or its first letter; unknown, if it is none."""
        word = raw.strip().lower()
        self.size = next((size for size in SIZES if word in (size, size[0])), "")

    def describe(self, lines: Mapping[str, str], *paragraphs: str) -> None:
        """Adds to what there is to read about it: each text behind its label, which may be empty, then the paragraphs;
        those that are empty are left out. The text labelled Challenge says its challenge rating, too.
        """
        told = {**lines, "Challenge": self._rated(lines.get("Challenge", ""))}
        self.text += [f"{label}: {text}" if label else text for label, text in told.items() if text]
        self.text += filter(None, paragraphs)

    def _rated(self, text: str) -> str:
        """Sets the challenge rating that a text says (`0.5`, `CR 3`) and returns the text as it is printed.

        A text without one is noted, and returned as it is.
        """
        said = _RATED.sub("", text.strip(), count=1)
        rating = str(fraction_in(said))
        if rating in _CHALLENGES:
            self.challenge = rating
            return f"{rating}{said[len(said.split(' ')[0]) :]}"
        if text and not self.is_player:
            self.notes.add("challenge", f"{quoted(clean(text), 40)} is not a challenge rating; kept as a note.")
        return text

    def finished(self) -> "Creature":
        """The creature, once what is missing or contradicts itself in it is noted."""
        if self.hp is None:
            self.notes.add("hp", "hit points missing.")
        elif self.hp_dice and not self.is_player and (means := average(self.hp_dice)) != self.hp:
            self.notes.add("hp", f"using {self.hp} from the file; the average of {self.hp_dice} is {means}.")
        if self.ac is None:
            self.notes.add("ac", "armour class missing.")
        if self.initiative is None and "dex" in self.modifiers:
            self.initiative = self.modifiers["dex"]
        if self.initiative is None:
            self.notes.add("initiative", "initiative and dexterity missing.")
        return self


def _parts(value: object) -> list[str]:
    """`cold; bludgeoning and piercing from nonmagical attacks`: its parts, those with a condition as a whole."""
    whole_parts = value.split(";") if isinstance(value, str) else list(words_in(value))
    parts: list[str] = []
    for part in whole_parts[:100]:
        parts += [part.strip()] if _BUT.search(part) else words_in(re.sub(r"\band\b", ",", part))
    return [part for part in parts if part]


# -------------------------------------------------------------------- what a file holds


class Placed(Struct, frozen=True):
    """Figures of an encounter that are alike."""

    creature: Creature
    count: int = 1
    name: str = ""
    """What they are called there; empty: as their sort is."""
    is_hidden: bool = False
    temporary: int = 0
    initiative: int | None = None
    """What was rolled."""
    conditions: tuple[tuple[str, str], ...] = ()
    """Each with how long it lasts, in the words after `condition WHO KIND`."""
    remark: str = ""
    """What to tell the referee where it is added."""


class Fight(Struct, frozen=True):
    """An encounter that a file prepares, or one that was being fought."""

    name: str
    placed: tuple[Placed, ...]
    remarks: tuple[str, ...] = ()
    round: int = 0


class Ailment(Struct, frozen=True):
    """A condition with what it does."""

    name: str
    text: str


class MonsterSheet(Struct):
    """A monster type of Gloomhaven: for each rank what it has at each level, as words for its figures."""

    name: str
    ranks: dict[str, dict[int, dict[str, int | str]]] = field(default_factory=dict)
    deck: str = ""
    text: list[str] = field(default_factory=list)


class Deck(Struct):
    """The ability cards of a monster type of Gloomhaven."""

    name: str
    cards: list[Json] = field(default_factory=list)


class Found(Struct):
    """All that a file holds, in the order of its records."""

    report: Report
    creatures: list[Creature] = field(default_factory=list)
    fights: list[Fight] = field(default_factory=list)
    conditions: list[Ailment] = field(default_factory=list)
    monsters: list[MonsterSheet] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)

    def add(self, fields: Json, key: str, read: Callable[[str, Record], Creature]) -> None:
        """Adds the creature of the next record, whose name stands under that key; without a name it is skipped."""
        if (known := named(fields, key, self.report)) is not None:
            self.creatures.append(read(*known))
