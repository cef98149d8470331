"""Stat blocks: hit points, abilities, defences, speed and size of a creature, read alike in all formats."""

import re
from collections.abc import Mapping

from referee.engine.number import short
from referee.imports.attack_text import TYPES
from referee.imports.found import Creature
from referee.imports.record import (
    ABILITIES,
    HIGHEST,
    Record,
    average,
    dice_in,
    leading_number,
    modifier,
    number,
    plain_text,
    whole,
    words_in,
)
from referee.text import clean

SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan")
CONDITIONS = frozenset(
    (
        *("blinded", "charmed", "deafened", "exhaustion", "frightened", "grappled", "incapacitated", "invisible"),
        *("paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious"),
    )
)
_FRACTIONS = {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}
DEFENCES = ("damage_vulnerabilities", "damage_resistances", "damage_immunities", "condition_immunities")
"""The fields of defences, as most formats call them, in the order of `set_defences`."""
_BUT = re.compile(r"\b(from|that|except|while|non-?magical|with|made|attacks|weapons)\b", re.IGNORECASE)


def hit_points(creature: Creature, value: object, dice: object) -> None:
    """The hit points and their dice; `75 (10d10+20)` holds both. What is missing or odd is noted."""
    text = value if isinstance(value, str) else ""
    creature.hp_dice = dice_in(dice if isinstance(dice, str) else "") or dice_in(text)
    stated: object = value
    if not text.strip() and isinstance(value, str):
        stated = None
    elif text:
        leading = None if re.match(r"\s*\d+\s*d\s*\d", text, re.IGNORECASE) else leading_number(text)
        stated = leading if leading is not None else None if creature.hp_dice else text
    creature.hp = number(stated, creature.notes, "hp", 0, HIGHEST)
    if creature.hp == 0:
        creature.hp = None
        creature.notes.add("hp", "it has 0 hit points in the file; they are left out.")
    elif creature.hp is None and creature.hp_dice and 0 < average(creature.hp_dice) <= HIGHEST:
        creature.hp = average(creature.hp_dice)
        creature.notes.add("hp", f"only dice are given; the average {creature.hp} of {creature.hp_dice} is taken.")


def stand_at(creature: Creature, record: Record, path: str) -> None:
    """Where the hit points of a character stand, from the field there; one out of bounds is noted."""
    now = record.number(path, -HIGHEST, HIGHEST)
    if now is not None and creature.hp is not None and now != creature.hp:
        creature.hp_now = max(0, min(now, creature.hp))
        if creature.hp_now != now:
            record.notes.add(path, f"{now} is not between 0 and {creature.hp}; {creature.hp_now} is taken.")
        if creature.hp_now == 0:
            creature.hp_now = None
            record.notes.add(path, f"nobody comes with 0; it comes with {creature.hp}.")


def abilities(creature: Creature, scores: Mapping[str, object]) -> None:
    """The modifiers of the ability scores; one that is missing is noted."""
    missing: list[str] = []
    for ability in ABILITIES:
        score = number(scores.get(ability), creature.notes, ability, 0, 40)
        if score is not None:
            creature.modifiers[ability] = modifier(score)
        elif scores.get(ability) in (None, ""):
            missing.append(ability)
    if missing and not creature.is_player:
        creature.notes.add("abilities", f"{', '.join(missing)} missing.")


def set_defences(creature: Creature, vulnerable: object, resist: object, immune: object, conditions: object) -> None:
    """Its defences, from lists or from text; what holds only sometimes is noted, and kept as text."""
    creature.vulnerable = _types(creature, "vulnerable", vulnerable)
    creature.resist = _types(creature, "resist", resist)
    creature.immune = _types(creature, "immune", immune)
    creature.unaffected = (*creature.unaffected, *_conditions(creature, conditions))


def _types(creature: Creature, about: str, value: object) -> tuple[str, ...]:
    """The types of damage in a list; conditions among them go where they belong."""
    kinds: list[str] = []
    for part in _parts(value):
        word = part.lower()
        if word in TYPES:
            kinds.append(word)
        elif about == "immune" and word in CONDITIONS:
            creature.unaffected = (*creature.unaffected, word)
        else:
            creature.notes.add(about, f"{short(clean(part), 80)!r} is no type of damage by itself; it is kept as text.")
            creature.text.append(f"{about.capitalize()}: {part}")
    return tuple(dict.fromkeys(kinds))


def _conditions(creature: Creature, value: object) -> list[str]:
    found: list[str] = []
    for part in _parts(value):
        if part.lower() in CONDITIONS:
            found.append(part.lower())
        else:
            creature.notes.add(
                "condition immunities", f"{short(clean(part), 80)!r} is no condition; it is kept as text."
            )
            creature.text.append(f"Condition immunity: {part}")
    return found


def _parts(value: object) -> list[str]:
    """`cold; bludgeoning and piercing from nonmagical attacks`: its parts, those with a condition as a whole."""
    whole_parts = value.split(";") if isinstance(value, str) else list(words_in(value))
    parts: list[str] = []
    for part in whole_parts[:100]:
        parts += [part.strip()] if _BUT.search(part) else words_in(re.sub(r"\band\b", ",", part))
    return [part for part in parts if part]


def describe(creature: Creature, lines: Mapping[str, str]) -> None:
    """Adds to what there is to read about it: each text that is not empty behind its label, which may be."""
    creature.text += [f"{label}: {text}" if label else text for label, text in lines.items() if text]


def challenge_of(value: object) -> str:
    """A challenge rating as it is printed: 17, 1/4."""
    text = plain_text(value)
    if not re.fullmatch(r"\d{1,3}\.\d{1,4}", text, re.ASCII):
        return text
    return _FRACTIONS.get(float(text)) or f"{float(text):g}"


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


def finish(creature: Creature) -> Creature:
    """The creature, once what is missing or contradicts itself in it is noted."""
    if creature.hp is None:
        creature.notes.add("hp", "hit points are missing.")
    elif creature.hp_dice and not creature.is_player and (means := average(creature.hp_dice)) != creature.hp:
        creature.notes.add(
            "hp", f"{creature.hp} is not the average of {creature.hp_dice}, which is {means}; {creature.hp} is taken."
        )
    if creature.ac is None:
        creature.notes.add("ac", "the armour class is missing.")
    if creature.initiative is None and "dex" in creature.modifiers:
        creature.initiative = creature.modifiers["dex"]
    if creature.initiative is None:
        creature.notes.add("initiative", "neither dexterity nor initiative is given.")
    return creature
