"""What follows from a figure's sheet: proficiency, armour class, Speed, the modifiers of its checks (OS-18, 21,
49..54).
"""

from referee.engine.events.event import Term, TrackBounded
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.olde_swords import conditions
from referee.rules.olde_swords.conditions import on_next_roll, on_rolls
from referee.rules.olde_swords.dice import RollModifiers, combined
from referee.rules.olde_swords.kinds import (
    ABILITIES,
    ABILITY,
    AC,
    ARMOUR,
    ATTACK,
    CASTING,
    DEX,
    FATIGUE,
    HIT_DICE,
    HIT_DIE,
    HP,
    LEVEL,
    PROFICIENCY,
    SAVES,
    SHIELD,
    SPEED,
)

ARMOURS = {"none": 10, "leather": 12, "chain": 14, "plate": 16}
"""AC of each armour, before DEX."""
CHAIN_DEX = 2
"""The DEX that chain leaves room for."""
EXHAUSTED = 5
"""The fatigue at which nothing can be done."""
STEP = 10
"""Feet in a step of Speed."""
SLOW = 20
"""Feet that the slow move in a turn."""
HIT_DICE_HP = 4


def proficiency(encounter: Encounter, who: Tag) -> int:
    """The proficiency bonus: as written down, else 2, 3 or 4 by level."""
    if PROFICIENCY.name in encounter.of(who).traits:
        return PROFICIENCY.of(encounter, who)
    level = LEVEL.of(encounter, who)
    return 2 + (level - 1) // 4 if level > 0 else 0


def armour_class(encounter: Encounter, who: Tag) -> int:
    """The AC that armour, DEX and a shield give (OS-52)."""
    armour = ARMOUR.of(encounter, who)
    dex = DEX.of(encounter, who)
    agile = {"chain": min(CHAIN_DEX, dex), "plate": 0}.get(armour, dex)
    return ARMOURS.get(armour, ARMOURS["none"]) + agile + SHIELD.of(encounter, who)


def save_dc(encounter: Encounter, who: Tag) -> int:
    """What saves against it have to reach: by a monster's hit dice (OS-51), else a normal one (OS-48)."""
    dice = HIT_DICE.of(encounter, who)
    return 12 if not dice else 8 if dice < 5 else 12 if dice < 9 else 16 if dice < 13 else 20


def speed(encounter: Encounter, who: Tag) -> tuple[int, tuple[str, ...]]:
    """Feet it moves this turn, and the clauses that made it so (OS-33, 35, 49, 56)."""
    feet, fatigue = SPEED.of(encounter, who), FATIGUE.of(encounter, who)
    if clauses := conditions.held(encounter, who):
        return 0, clauses
    if helpless(encounter, who):
        return 0, ("OS-49",) if fatigue >= EXHAUSTED else ("OS-54",)
    cites: tuple[str, ...] = ()
    if fatigue >= 3:
        slower = min(feet, max(feet - STEP, SLOW))
        feet, cites = slower, ("OS-49", "OS-56") if slower > feet - STEP else ("OS-49",)
    if fatigue >= 4:
        feet = min(feet, SLOW)
    factor, clauses = conditions.faster(encounter, who)
    return factor * feet, (*cites, *clauses)


def helpless(encounter: Encounter, who: Tag) -> str:
    """Why it has no action, move or reaction, with the clause; empty if it has (OS-49, 54)."""
    if reason := conditions.helpless(encounter, who):
        return f"{reason} [OS-54]"
    return "exhausted until a rest [OS-49]" if FATIGUE.of(encounter, who) >= EXHAUSTED else ""


def write_sheet(ledger: Ledger, who: Tag) -> None:
    """Fills in what a new figure's sheet leaves open: AC by its armour, and a monster's numbers by its hit dice."""
    figure = ledger.encounter.figures[who]
    dice = HIT_DICE.of(ledger.encounter, who)
    if AC.name not in figure.traits:
        ledger.record(AC.set(who, armour_class(ledger.encounter, who), "OS-52"))
    if dice and ATTACK.name not in figure.traits:
        ledger.record(ATTACK.set(who, dice, "OS-51"))
    if dice and HP.name not in figure.tracks:
        full = HIT_DICE_HP * dice
        ledger.record(TrackBounded(tag=who, track=HP.name, most=full, cites=("OS-51",)), HP.change(who, full, "OS-51"))


def check_trait(name: str, value: object) -> str | None:
    """Why a trait cannot have that value; None if it can."""
    if name == SAVES.name and isinstance(value, tuple) and not set(value) <= set(ABILITIES):
        return f"Saves: choose from {', '.join(ABILITIES)}."
    if name == CASTING.name and value not in ABILITIES:
        return f"The ability for spells is one of {', '.join(ABILITIES)}."
    if name == ARMOUR.name and value not in ARMOURS:
        return f"Armour is one of {', '.join(ARMOURS)}."
    if name == HIT_DIE.name and value not in ("d4", "d6", "d8", "d10", "d12"):
        return "A hit die is d4, d6, d8, d10 or d12."
    return None


def ability(encounter: Encounter, who: Tag, name: str) -> RollModifiers:
    """The modifier of one ability, as a term of a roll."""
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
