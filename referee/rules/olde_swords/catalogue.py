"""Catalogue: weapons, spells, items, and the figures that carry them, as the files of the game hold them."""

import re
from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Any

from referee.engine.contract.kinds import PileKind, Template
from referee.engine.dice.dice import read_dice
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Thing, Track, Value
from referee.engine.state.tags import slug
from referee.rules.olde_swords.kinds import (
    AGAINST,
    BONUS,
    BRINGS,
    DC,
    DICE,
    ENEMIES,
    FATIGUE,
    FINESSE,
    HALF,
    HEALS,
    HERO_TRACKS,
    HEROES,
    HP,
    ITEMS,
    KEPT_UP,
    MANY,
    MARKS,
    NATURAL,
    PROVISIONS,
    RANGED,
    SHEET,
    SPELLS,
    TEMP,
    TO_HIT,
    TURNS,
    WEAPONS,
)
from referee.rules.registry import as_traits, toml_of

RESERVED = frozenset({kind.name for kind in (HP, TEMP, *HERO_TRACKS, *SHEET, *MARKS)} | {"side", "name"})
"""Words that mean something else than a weapon after `add`."""
_DICE = re.compile(r"[0-9]*d[0-9]")

PACKAGE = "referee.rules.olde_swords"
PILES: dict[str, PileKind] = {"weapon": WEAPONS, "spell": SPELLS, "item": ITEMS}
TRAITS = frozenset(
    kind.name
    for kind in (DICE, RANGED, FINESSE, BONUS, NATURAL, TO_HIT, AGAINST, HALF, HEALS, BRINGS, TURNS, MANY, KEPT_UP, DC)
)
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
