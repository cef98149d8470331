"""What is added to checks and saves: abilities, proficiency, fatigue, conditions (OS-18, 21, 49, 54)."""

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.term import Term
from referee.rules.olde_swords.conditions import on_next_roll, on_rolls
from referee.rules.olde_swords.figures.sheet import proficiency
from referee.rules.olde_swords.kinds import ABILITY, FATIGUE, SAVES
from referee.rules.olde_swords.rolls.d20 import RollModifiers, combined


def ability(encounter: Encounter, who: Tag, name: str) -> RollModifiers:
    """An ability modifier."""
    return RollModifiers(terms=(Term(name.upper(), ABILITY[name].of(encounter, who)),))


def best(encounter: Encounter, who: Tag, names: tuple[str, ...]) -> RollModifiers:
    """The better of some ability modifiers; the first of equals."""
    return ability(encounter, who, max(names, key=lambda name: ABILITY[name].of(encounter, who)))


def fatigue_penalty(encounter: Encounter, who: Tag) -> RollModifiers:
    """What fatigue takes off checks and saves: 1 for each level (OS-21, 49)."""
    level = FATIGUE.of(encounter, who)
    return RollModifiers(terms=(Term("fatigue", -level),), cites=("OS-49",)) if level else RollModifiers()


def check(encounter: Encounter, who: Tag, *names: str) -> RollModifiers:
    """A check on an ability, or on the better of several."""
    return combined(
        best(encounter, who, names),
        fatigue_penalty(encounter, who),
        on_rolls(encounter, who),
        on_next_roll(encounter, who),
    )


def save(encounter: Encounter, who: Tag, name: str) -> RollModifiers:
    """A saving throw: with proficiency if it has it, less its fatigue (OS-18, 21)."""
    skilled = name in SAVES.of(encounter, who)
    bonus = RollModifiers(terms=(Term("proficiency", proficiency(encounter, who)),)) if skilled else RollModifiers()
    weary = fatigue_penalty(encounter, who)
    if weary.terms:
        weary = RollModifiers(terms=weary.terms, cites=("OS-21", "OS-49"))
    return combined(ability(encounter, who, name), bonus, weary, on_next_roll(encounter, who))
