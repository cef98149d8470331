"""What the readers of all formats do alike: names, hit points, abilities, defences, the check of a whole creature."""

import re
from dataclasses import dataclass, field

from referee.engine.number import short
from referee.imports.attack_text import TYPES
from referee.imports.creature import Creature
from referee.imports.report import Notes, Report
from referee.imports.values import (
    ABILITIES,
    HIGHEST,
    Json,
    average,
    dice_in,
    leading_number,
    modifier,
    number,
    whole,
    words_in,
)
from referee.text import clean, clean_name

SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan")
CONDITIONS = frozenset(
    (
        *("blinded", "charmed", "deafened", "exhaustion", "frightened", "grappled", "incapacitated", "invisible"),
        *("paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious"),
    )
)
_BUT = re.compile(r"\b(from|that|except|while|non-?magical|with|made|attacks|weapons)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Placed:
    """Figures of an encounter that are alike."""

    creature: Creature
    count: int = 1
    name: str = ""
    """What they are called there; empty: as their sort is."""
    is_hidden: bool = False
    numbered: int | None = None
    """The number behind its name, where the file says one."""
    temporary: int = 0
    initiative: int | None = None
    """What was rolled."""
    conditions: tuple[tuple[str, str], ...] = ()
    """Each with how long it lasts, in the words after `condition WHO KIND`."""
    remark: str = ""
    """What to tell the referee where it is added."""


@dataclass(frozen=True)
class Fight:
    """An encounter that a file prepares, or one that was being fought."""

    name: str
    placed: tuple[Placed, ...]
    remarks: tuple[str, ...] = ()
    round: int = 0
    turn: int | None = None
    """Whose turn it was, by its place in `placed`."""


@dataclass(frozen=True)
class Ailment:
    """A condition with what it does."""

    name: str
    text: str


@dataclass
class MonsterSheet:
    """A monster type of Gloomhaven: for each rank what it has at each level, as words for its figures."""

    name: str
    ranks: dict[str, dict[int, dict[str, int | str]]] = field(default_factory=dict)
    deck: str = ""
    text: list[str] = field(default_factory=list)


@dataclass
class Deck:
    """The ability cards of a monster type of Gloomhaven."""

    name: str
    cards: list[Json] = field(default_factory=list)


@dataclass
class Found:
    """All that a file holds, in the order of its records."""

    report: Report
    creatures: list[Creature] = field(default_factory=list)
    fights: list[Fight] = field(default_factory=list)
    conditions: list[Ailment] = field(default_factory=list)
    monsters: list[MonsterSheet] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)


def named(raw: object, found: Found) -> tuple[str, Notes] | None:
    """The name of the next record and where its notes go; None, with a note, if it has none. It is counted."""
    found.report.records += 1
    name = clean_name(raw) if isinstance(raw, str) else ""
    if not name:
        place = f"record {found.report.records}"
        found.report.note(place, "name", "it has no name; it is skipped.")
        found.report.skipped += 1
        return None
    return name, Notes(found.report, name)


def hit_points(creature: Creature, notes: Notes, value: object, dice: object) -> None:
    """The hit points and their dice; `75 (10d10+20)` holds both. What is missing or odd is noted."""
    text = value if isinstance(value, str) else ""
    creature.hp_dice = dice_in(dice if isinstance(dice, str) else "") or dice_in(text)
    stated: object = value
    if not text.strip() and isinstance(value, str):
        stated = None
    elif text:
        leading = None if re.match(r"\s*\d+\s*d\s*\d", text, re.IGNORECASE) else leading_number(text)
        stated = leading if leading is not None else None if creature.hp_dice else text
    creature.hp = number(stated, notes, "hp", 0, HIGHEST)
    if creature.hp == 0:
        creature.hp = None
        notes.add("hp", "it has 0 hit points in the file; they are left out.")
    elif creature.hp is None and creature.hp_dice and 0 < average(creature.hp_dice) <= HIGHEST:
        creature.hp = average(creature.hp_dice)
        notes.add("hp", f"only dice are given; the average {creature.hp} of {creature.hp_dice} is taken.")


def abilities(creature: Creature, notes: Notes, scores: dict[str, object]) -> None:
    """The modifiers of the ability scores; one that is missing is noted."""
    missing: list[str] = []
    for ability in ABILITIES:
        score = number(scores.get(ability), notes, ability, 0, 40)
        if score is not None:
            creature.modifiers[ability] = modifier(score)
        elif scores.get(ability) in (None, ""):
            missing.append(ability)
    if missing and not creature.is_player:
        notes.add("abilities", f"{', '.join(missing)} missing.")


def set_defences(
    creature: Creature, notes: Notes, *, vulnerable: object, resist: object, immune: object, conditions: object
) -> None:
    """Its defences, from lists or from text; what holds only sometimes is noted, and kept as text."""
    creature.vulnerable = _types(creature, notes, "vulnerable", vulnerable)
    creature.resist = _types(creature, notes, "resist", resist)
    creature.immune = _types(creature, notes, "immune", immune)
    creature.unaffected = (*creature.unaffected, *_conditions(creature, notes, conditions))


def set_defences_by_name(creature: Creature, notes: Notes, record: Json) -> None:
    """As `set_defences`, from a record with a field of damage types, or of conditions, for each sort of defence."""
    fields = (record.get(f"damage_{sort}") for sort in ("vulnerabilities", "resistances", "immunities"))
    vulnerable, resist, immune = fields
    conditions = record.get("condition_immunities")
    set_defences(creature, notes, vulnerable=vulnerable, resist=resist, immune=immune, conditions=conditions)


def _types(creature: Creature, notes: Notes, about: str, value: object) -> tuple[str, ...]:
    """The types of damage in a list; conditions among them go where they belong."""
    kinds: list[str] = []
    for part in _parts(value):
        word = part.lower()
        if word in TYPES:
            kinds.append(word)
        elif about == "immune" and word in CONDITIONS:
            creature.unaffected = (*creature.unaffected, word)
        else:
            notes.add(about, f"{short(clean(part), 80)!r} is no type of damage by itself; it is kept as text.")
            creature.text.append(f"{about.capitalize()}: {part}")
    return tuple(dict.fromkeys(kinds))


def _conditions(creature: Creature, notes: Notes, value: object) -> list[str]:
    found: list[str] = []
    for part in _parts(value):
        if part.lower() in CONDITIONS:
            found.append(part.lower())
        else:
            notes.add("condition immunities", f"{short(clean(part), 80)!r} is no condition; it is kept as text.")
            creature.text.append(f"Condition immunity: {part}")
    return found


def _parts(value: object) -> list[str]:
    """`cold; bludgeoning and piercing from nonmagical attacks`: its parts, those with a condition as a whole."""
    whole_parts = value.split(";") if isinstance(value, str) else list(words_in(value))
    parts: list[str] = []
    for part in whole_parts[:100]:
        parts += [part.strip()] if _BUT.search(part) else words_in(re.sub(r"\band\b", ",", part))
    return [part for part in parts if part]


def speed_of(value: object) -> int | None:
    """The first speed of a number or a text, as `40 ft., fly 60 ft.` or `land: 40`; None if there is none."""
    if isinstance(value, str):
        found = re.search(r"\d{1,4}", value[:200], re.ASCII)
        return int(found[0]) if found else None
    return whole(value)


def size_of(raw: str) -> str:
    """The size as a word; empty if it is none."""
    word = raw.strip().lower()
    short_forms = {size[0]: size for size in SIZES}
    return word if word in SIZES else short_forms.get(word, "")


def finish(creature: Creature, notes: Notes) -> Creature:
    """The creature, once what is missing or contradicts itself in it is noted."""
    if creature.hp is None:
        notes.add("hp", "hit points are missing.")
    elif creature.hp_dice and not creature.is_player and (means := average(creature.hp_dice)) != creature.hp:
        notes.add(
            "hp", f"{creature.hp} is not the average of {creature.hp_dice}, which is {means}; {creature.hp} is taken."
        )
    if creature.ac is None:
        notes.add("ac", "the armour class is missing.")
    if creature.initiative is None and "dex" in creature.modifiers:
        creature.initiative = creature.modifiers["dex"]
    if creature.initiative is None:
        notes.add("initiative", "neither dexterity nor initiative is given.")
    return creature
