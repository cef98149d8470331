"""Sheets: what figures carry, as the files of the game hold it, and what follows from a sheet: AC, Speed, modifiers."""

import re
from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Any

from referee.engine.contract.kinds import PileKind
from referee.engine.contract.template import Template
from referee.engine.dice.notation import read_dice
from referee.engine.events.event import Term, TrackBounded
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track, Value
from referee.engine.state.tags import slug
from referee.engine.verbs.ledger import Ledger
from referee.rules.olde_swords import conditions
from referee.rules.olde_swords.conditions import on_next_roll, on_rolls
from referee.rules.olde_swords.dice import UNMODIFIED, RollModifiers, combined
from referee.rules.olde_swords.kinds import (
    ABILITIES,
    ABILITY,
    AC,
    ARMOUR,
    ATTACK,
    CASTING,
    DEX,
    DICE,
    ENEMIES,
    FATIGUE,
    FINESSE,
    HERO_TRACKS,
    HEROES,
    HIT_DICE,
    HIT_DIE,
    HP,
    ITEMS,
    LEVEL,
    MARKS,
    NATURAL,
    PROFICIENCY,
    PROVISIONS,
    RANGED,
    SAVES,
    SHEET,
    SHIELD,
    SPEED,
    SPELLS,
    TEMP,
    THING_TRAITS,
    WEAPONS,
)
from referee.rules.registry import as_traits, toml_of

RESERVED = frozenset({kind.name for kind in (HP, TEMP, *HERO_TRACKS, *SHEET, *MARKS)} | {"side", "name"})
"""Words that mean something else than a weapon after `add`."""
_DICE = re.compile(r"[0-9]*d[0-9]")

PACKAGE = "referee.rules.olde_swords"
PILES: dict[str, PileKind] = {"weapon": WEAPONS, "spell": SPELLS, "item": ITEMS}
TRAITS = frozenset(kind.name for kind in THING_TRAITS)
"""What an entry of things.toml may say beside its name."""


_file = partial(toml_of, PACKAGE)


def thing(kind: str, word: str) -> Thing | None:
    """The weapon, spell or item of that name in things.toml."""
    entry = _file("things.toml").get(kind, {}).get(word)
    if entry is None:
        return None
    traits = {mark: value for mark, value in entry.items() if mark in TRAITS}
    return Thing(tag=word, name=entry.get("name", word), kind=kind, traits=traits)


def any_thing(word: str) -> tuple[str, Thing] | None:
    """A thing of that name of any sort, with the pile that it lies in."""
    for kind, pile in PILES.items():
        if (found := thing(kind, word)) is not None:
            return pile.name, found
    return None


@cache
def templates() -> tuple[Template, ...]:
    """The kinds of figures that can be added."""
    return tuple(_template(kind, entry) for kind, entry in _file("figures.toml")["figure"].items())


def _template(kind: str, entry: dict[str, Any]) -> Template:
    side = entry.get("side", ENEMIES)
    tracks = {HP.name: Track(now=entry["hp"], most=entry["hp"])} if "hp" in entry else {}
    if side == HEROES:
        tracks[FATIGUE.name] = Track(now=0, most=5)
        tracks[PROVISIONS.name] = Track(now=entry.get("provisions", 1))
    named = {"side", "name", "short", "hint", "hp", "provisions", "things"}
    traits = as_traits({name: value for name, value in entry.items() if name not in named})
    carried = (any_thing(word) for word in entry.get("things", ()))
    return Template(
        kind,
        side,
        name=entry.get("name", kind.capitalize()),
        short=entry.get("short", ""),
        tracks=tracks,
        traits=traits,
        things=tuple(pair for pair in carried if pair is not None),
        hint=entry.get("hint", ""),
        cites=("OS-51",) if "hd" in traits else (),
    )


def outfit(key: str, word: str) -> tuple[str, Thing] | None:
    """The thing that `sword=1d8`, `bow=1d6,ranged`, `spell=spark` or `item=rope` gives a figure, with its pile.

    None if the key is no weapon, spell or item; NotUnderstood if there is no such spell or item, or for an unknown
    mark.
    """
    if key in PILES:
        found = thing(key, slug(word))
        if found is None:
            known = ", ".join(_file("things.toml")[key])
            raise NotUnderstood(f"There is no {key} {word!r}. Choose: {known}.")
        return PILES[key].name, found
    return None if key in RESERVED else _weapon(key, word)


def known() -> Mapping[str, Iterable[str]]:
    """The keys that `outfit` reads, each with the things of its sort."""
    return {**{sort: tuple(_file("things.toml")[sort]) for sort in PILES}, "sword": ["1d8, or any weapon by its dice"]}


def _weapon(key: str, word: str) -> tuple[str, Thing] | None:
    """A weapon by its dice and what more is said: `1d8`, `1d8+1,finesse`, `1d6,ranged`."""
    dice, *more = (part.strip() for part in word.lower().split(","))
    known = thing("weapon", key)
    if not slug(key) or (known is None and not _DICE.match(dice)):
        return None
    expression = read_dice(dice)
    if unknown := [mark for mark in more if mark not in (RANGED.name, FINESSE.name, NATURAL.name)]:
        raise NotUnderstood(f"A weapon is ranged, finesse or natural, not {unknown[0]!r}.")
    traits: dict[str, Value] = {**(known.traits if known else {}), DICE.name: str(expression)}
    traits |= dict.fromkeys(more, True)
    return WEAPONS.name, Thing(
        tag=slug(key), name=known.name if known else slug(key).replace("-", " "), kind="weapon", traits=traits
    )


def words(pile: str, thing: Thing) -> tuple[str, str] | None:
    """What after `add` gives a figure that thing: its word in things.toml, or a weapon by its dice; None if nothing."""
    known = thing_like(thing)
    if known is not None:
        return known, thing.tag
    dice = thing.traits.get(DICE.name)
    if thing.kind != "weapon" or not isinstance(dice, str) or thing.tag in RESERVED:
        return None
    marks = [mark.name for mark in (RANGED, FINESSE, NATURAL) if thing.traits.get(mark.name)]
    return thing.tag, ",".join((dice, *marks))


def thing_like(carried: Thing) -> str | None:
    """The sort of thing in things.toml that this one is, unchanged; None if it is none."""
    same = thing(carried.kind, carried.tag)
    return carried.kind if same is not None and same.traits == carried.traits else None


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


_SAVE_DCS = ((4, 8), (8, 12), (12, 16))
"""Up to so many hit dice, and what saves have to reach; 20 for more."""


def save_dc(encounter: Encounter, who: Tag) -> int:
    """What saves against it have to reach: by a monster's hit dice (OS-51), else a normal one (OS-48)."""
    dice = HIT_DICE.of(encounter, who)
    if not dice:
        return 12
    return next((dc for most_dice, dc in _SAVE_DCS if dice <= most_dice), 20)


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
    return RollModifiers(terms=(Term("fatigue", -level),), cites=("OS-49",)) if level else UNMODIFIED


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
    bonus = RollModifiers(terms=(Term("proficiency", proficiency(encounter, who)),)) if skilled else UNMODIFIED
    weary = fatigue_penalty(encounter, who)
    if weary.terms:
        weary = RollModifiers(terms=weary.terms, cites=("OS-21", "OS-49"))
    return combined(ability(encounter, who, name), bonus, weary, on_next_roll(encounter, who))
