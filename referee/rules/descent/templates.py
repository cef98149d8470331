"""Heroes and monsters to add: those of heroes.toml and monsters.toml."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from referee.engine.bearer import Track, Value
from referee.engine.kinds import Template
from referee.rules.descent import kinds
from referee.rules.descent.equipment import items

_FEWEST = 2
"""The heroes for whom a card's first number is."""


@lru_cache(maxsize=2)
def _read(name: str) -> Mapping[str, Any]:
    return tomllib.loads(files("referee.rules.descent").joinpath(name).read_text(encoding="utf-8"))


def _hero(kind: str, sheet: Mapping[str, Any]) -> Template:
    traits: dict[str, Value] = {
        trait.name: sheet[trait.name]
        for trait in (kinds.ARMOR, kinds.SPEED, kinds.MELEE, kinds.RANGED, kinds.MAGIC, kinds.WORTH)
        if trait.name in sheet
    }
    things = [(kinds.EQUIPPED.name, items()[word]) for word in sheet.get("carries", ())]
    things += [(kinds.PACK.name, items()[word]) for word in sheet.get("pack", ())]
    tracks = {
        kinds.WOUNDS.name: Track(now=sheet["wounds"], most=sheet["wounds"]),
        kinds.FATIGUE.name: Track(now=sheet["fatigue"], most=sheet["fatigue"]),
        kinds.MOVES.name: Track(now=0),
        kinds.ATTACKS.name: Track(now=0),
    }
    return Template(
        kind,
        kinds.HEROES,
        name=sheet["name"],
        tracks=tracks,
        traits=traits,
        things=tuple(things),
        cites=("DJ-28",),
        hint=sheet["hint"],
    )


def _monster(sort: str, card: Mapping[str, Any], master: bool) -> Template:
    row = card["master" if master else "normal"]
    traits: dict[str, Value] = {
        kinds.TYPE.name: card["type"],
        kinds.SIZE.name: card["size"],
        kinds.ARMOR.name: at(row["armor"], _FEWEST),
        kinds.SPEED.name: at(row["speed"], _FEWEST),
        kinds.DICE.name: tuple(row["dice"]),
        kinds.ABILITIES.name: tuple(row.get("abilities", ())),
        kinds.MASTER.name: master,
        kinds.PARTY_ROW.name: _FEWEST,
    }
    tracks = {
        kinds.TOKENS.name: Track(now=0, most=at(row["rating"], _FEWEST)),
        kinds.MOVES.name: Track(now=0),
        kinds.ATTACKS.name: Track(now=0),
    }
    return Template(
        f"master-{sort}" if master else sort,
        kinds.OVERLORD,
        name=f"Master {card['name'].lower()}" if master else card["name"],
        short=f"m{card['short']}" if master else card["short"],
        numbered=True,
        tracks=tracks,
        traits=traits,
        cites=("DJ-29",),
        hint=f"{card['type']}, {', '.join(row.get('abilities', ())) or 'no abilities'}",
    )


def at(number: int | list[int], heroes: int) -> int:
    """The number of a card for so many heroes."""
    return number if isinstance(number, int) else number[max(_FEWEST, min(heroes, _FEWEST + 2)) - _FEWEST]


def monster_row(kind: str, heroes: int) -> tuple[int, int, int] | None:
    """Rating, armor and speed of a sort of monster for so many heroes; None for one that is not of this book."""
    sort = kind.removeprefix("master-")
    card = _read("monsters.toml").get(sort)
    if card is None:
        return None
    numbers = card["normal" if sort == kind else "master"]
    return at(numbers["rating"], heroes), at(numbers["armor"], heroes), at(numbers["speed"], heroes)


def templates() -> tuple[Template, ...]:
    """All that can be added."""
    heroes = tuple(_hero(kind, sheet) for kind, sheet in _read("heroes.toml").items())
    cards = _read("monsters.toml").items()
    return heroes + tuple(_monster(sort, card, master) for sort, card in cards for master in (False, True))
