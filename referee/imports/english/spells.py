"""Spells: what a creature casts, from the text of its spellcasting, as spells of the game where the game has them.

A spell that the game does not have is cast all the same: its slot or its use is counted, and what it does is by hand.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.imports.found_in_file import Magic, Spell
from referee.imports.record import ABILITY_NAMES, phrase
from referee.plain_data import inline, toml_of
from referee.rules.open_table.language.shipped_catalogue import shipped_things
from referee.rules.registry import shipped
from referee.text.phrases import capitalised

_ANY = phrase(r"\bcasts a (cantrip|spell)\b(?! of)")
_HEADING = phrase(
    r"(?:^|[-•*\s])(?:cantrips?\s*\(at will\)|(?P<will>at will)|(?P<level>\d)(?:st|nd|rd|th)[- ]level\s*"
    r"\((?P<slots>\d{1,2}) slots?\)|(?P<times>\d{1,2})/day(?: each)?)\s*:"
)
_ALONE = phrase(r"\bcan (?:innately )?cast (?!the following|any|its)([\w ,'’/-]+?)(?: at will\b|[,(.]|$)")
_DC = phrase(r"\bspell save DC\s*(\d{1,2})")
_HIT = phrase(r"\+\s*(\d{1,2}) to hit with spell attacks")
_ABILITY = phrase(rf"\b(?:ability is|using(?= \w+ as the spellcasting ability)) ({'|'.join(ABILITY_NAMES)})\b")
_CASTER = phrase(r"\b(?:an? )?(\d{1,2})(?:st|nd|rd|th)[- ]level spellcaster")
_ON_ITSELF = phrase(r"\(self only\)")
_ASIDE = re.compile(r"\([^)]*\)|\s[*]+\s.*$|[*]|\.\s.*$")
_MORE_DICE = (5, 11, 17)
"""The levels of a caster from which on cantrips throw one die more."""
_BONUS = ("misty step", "healing word", "shillelagh", "hex", "hunter's mark", "divine favor", "magic weapon")
_REACTIONS = ("shield", "counterspell", "feather fall", "hellish rebuke", "absorb elements")

_OF_TARGETS = ("at", "up_to", "test", "ranged", "spared", "unless", "why", "hampers")
"""The keys of a spell that say whom it may be aimed at, and how it may miss them."""
_DOES = {
    "test",
    "damage",
    "heal",
    "brings",
    "becomes",
    "change",
    "lifts",
    "most",
    "choices",
    "summons",
    "shapes",
    "again",
    "always",
    "answers",
}
"""The keys of a spell that is more than told."""


@lru_cache(maxsize=256)
def read_magic(text: str, times: int = 0) -> Magic:
    """The spellcasting that a text tells; `times`: how often a day, where its name says it of all of them."""
    line = " ".join(text.split())
    caster = _CASTER.search(line)
    dice = 1 + sum(int(caster[1]) >= level for level in _MORE_DICE) if caster else 1
    headings = list(_HEADING.finditer(line))
    spells: list[Spell] = []
    slots: dict[int, int] = {}
    for n, heading in enumerate(headings):
        end = headings[n + 1].start() if n + 1 < len(headings) else len(line)
        level = int(heading["level"] or 0)
        if level:
            slots[level] = int(heading["slots"])
        listed = line[heading.end() : end]
        alone = {name for part in re.split(r"[,;]", listed) if _ON_ITSELF.search(part) for name in _names(part)}
        for name in _names(listed):
            spells.append(Spell(name, level, int(heading["times"] or 0), name in alone))
    before = line[: headings[0].start()] if headings else line
    for found in _ALONE.finditer(before):
        spells += [Spell(name, 0, times) for name in _names(found[1].replace(" and ", ", "))]
    dc, hit, ability = _DC.search(line), _HIT.search(line), _ABILITY.search(line)
    return Magic(
        tuple({spell.name.lower(): spell for spell in spells}.values()),
        int(dc[1]) if dc else None,
        int(hit[1]) if hit else None,
        ABILITY_NAMES[ability[1].lower()] if ability else "",
        slots,
        dice,
    )


def _names(listed: str) -> Iterator[str]:
    """The names in a list."""
    for part in re.split(r"[,;]", _ASIDE.sub(" ", listed)):
        name = " ".join(part.split()).strip(" -•.")
        if name and len(name) <= 40 and len(name.split()) <= 6:
            yield capitalised(name)


class _Known(Struct, frozen=True):
    """A spell of the game."""

    word: str
    table: Mapping[str, Any]
    in_file: bool = True
    """In the game's own file, and not in its catalogue."""


@cache
def _of_the_game() -> Mapping[str, _Known]:
    """The spells of the game's own file by their names in small letters."""
    things = toml_of(shipped("fifth").decode())["thing"]
    own = (_Known(name, table) for name, table in things.items() if table["sort"] == "spell")
    return {str(each.table.get("name", each.word.replace("_", " "))).lower(): each for each in own}


@cache
def _of_the_catalogue() -> Mapping[str, str]:
    """The words of the spells of the catalogue by their names in small letters."""
    return {said.split("'")[1].lower(): word for word, (_, said) in shipped_things("fifth").items()}


@lru_cache(maxsize=512)
def _known(name: str) -> _Known | None:
    """The spell of that name, in small letters."""
    if name in _of_the_game():
        return _of_the_game()[name]
    word = _of_the_catalogue().get(name)
    return _Known(word, toml_of(f"it = {shipped_things('fifth')[word][1]}")["it"], False) if word is not None else None


def _key(spell: Spell) -> str:
    return spell.name.lower().replace("'", "’")


def plays(spell: Spell) -> bool:
    """Does the game know what the spell does?"""
    known = _known(_key(spell))
    return known is not None and (known.in_file or not _DOES.isdisjoint(known.table))


def words(spell: Spell) -> tuple[str, str]:
    """What is said of a spell after `add`: the sort, and its name in the game, or a table in braces."""
    known = _known(_key(spell))
    level = known.table.get("level", 0) if known is not None else 0
    if known is not None and level == spell.level and not spell.times and not spell.on_itself:
        return "spell", known.word
    low = spell.name.lower()
    price = "bonus" if low in _BONUS else "reaction" if low in _REACTIONS else "action"
    keys: dict[str, Any] = {"name": known.table["name"] if known else spell.name.replace("'", "’")}
    if known is not None:
        price = next(iter(known.table["cost"]), price)
        keys |= {"like": known.word} if known.in_file else known.table
        keys |= {"level": max(level, spell.level), "levels": []} if level else {}
    else:
        keys |= {"targets": "none", **({"turn": "any"} if price == "reaction" else {})}
    keys["cost"] = {price: 1, **({f"slot{spell.level}": 1} if spell.level else {})}
    if spell.on_itself:
        keys = {key: value for key, value in keys.items() if key not in _OF_TARGETS} | {"targets": "self"}
    if spell.times:
        keys |= {"uses": spell.times, "reset": ["long"]}
    return "spell", inline(keys)


def any_of(text: str, known: Iterable[Spell]) -> Iterator[Spell]:
    """Those that somebody may cast by an action that says `casts a cantrip`, or a spell, of those that do something."""
    found = _ANY.search(text)
    if found is None:
        return
    for each in known:
        its = _known(_key(each)) if plays(each) else None
        if its and "answers" not in its.table and (its.table.get("level", 0) == 0) == (found[1] == "cantrip"):
            yield replace(each, name=str(its.table.get("name", each.name)))


def cast_as(spell: Spell, name: str, cost: int, once: bool = False) -> str:
    """A legendary action of that name and cost that casts the spell; `once`: at most, between two turns of its own."""
    _, said = words(replace(spell, times=0))
    keys = dict(toml_of(f"it = {said}")["it"]) if said.startswith("{") else {"like": said}
    keys |= {"name": name, "turn": "after", "cost": {"legendary": cost}}
    return inline(keys | ({"uses": 1, "reset": "turn start"} if once else {}))
