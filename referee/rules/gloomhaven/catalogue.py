"""Catalogue: the figures, cards, items that come with the game, read when first used (GH-67)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from referee.engine.contract.kinds import Template
from referee.engine.state.bearer import Thing, Track, Value
from referee.engine.state.tags import slug
from referee.rules.gloomhaven.kinds import (
    BOTTOM,
    CHARACTER,
    GOLD,
    HAND_SIZE,
    HEROES,
    HP,
    INITIATIVE,
    LEVEL,
    MONSTER,
    MONSTERS,
    PARTS,
    SHUFFLE,
    SUMMON,
    TOP,
    USE,
    WHEN,
    XP,
)
from referee.rules.registry import toml_of

USUAL_HP, USUAL_CARDS = 10, 10


_read = partial(toml_of, "referee.rules.gloomhaven")


@dataclass(frozen=True)
class MonsterType:
    """A monster type: what its standees are at each level, normal and elite."""

    kind: str
    name: str
    short: str
    hint: str
    normal: Mapping[str, Any]
    elite: Mapping[str, Any]

    def sheet(self, rank: str, level: int) -> dict[str, Value]:
        """The numbers of a standee; `inflicts` is the same at every level."""
        sheet: Mapping[str, Any] = self.elite if rank == "elite" else self.normal
        out: dict[str, Value] = {}
        for key, column in sheet.items():
            out[key] = tuple(column) if key == "inflicts" else int(column[level])
        return out


@dataclass(frozen=True)
class CharacterClass:
    """A sort of character."""

    kind: str
    name: str
    cards: int
    hint: str
    hp: tuple[int, ...]
    """Hit points at levels 1 to 9."""


@lru_cache(maxsize=1)
def monster_types() -> Mapping[str, MonsterType]:
    """The monster types of the catalogue."""
    return {entry["kind"]: MonsterType(**entry) for entry in _read("figures.toml")["monster"]}


@lru_cache(maxsize=1)
def character_classes() -> Mapping[str, CharacterClass]:
    """The characters of the catalogue."""
    found = (CharacterClass(**{**entry, "hp": tuple(entry["hp"])}) for entry in _read("figures.toml")["character"])
    return {kind.kind: kind for kind in found}


@lru_cache(maxsize=32)
def cards_of(sort: str, kind: str) -> tuple[Thing, ...]:
    """The ability deck of a kind of MONSTER, the named cards of a kind of CHARACTER; none, if the game has none."""
    return tuple(ability_card(entry) for entry in _read("cards.toml")[sort] if entry["kind"] == kind)


def ability_card(entry: Mapping[str, Any]) -> Thing:
    """A card from its fields: name, initiative, and what it says. One without a name is called by its initiative."""
    keys = (INITIATIVE, TOP, BOTTOM, PARTS, SHUFFLE)
    traits: dict[str, Value] = {key.name: entry[key.name] for key in keys if key.name in entry}
    initiative, name = str(entry[INITIATIVE.name]), entry["name"]
    return Thing(tag=slug(name) or initiative, name=f"{initiative} {name}".strip(), kind="card", traits=traits)


@lru_cache(maxsize=1)
def items() -> Mapping[str, Thing]:
    """The items of the catalogue."""
    return {entry["tag"]: _item(entry) for entry in _read("items.toml")["item"]}


def _item(entry: Mapping[str, Any]) -> Thing:
    traits: dict[str, Value] = {key.name: entry[key.name] for key in (PARTS, USE, WHEN)}
    return Thing(tag=entry["tag"], name=entry["name"], kind="item", traits=traits)


def character_template(kind: str, name: str, hint: str, hp: int, cards: int) -> Template:
    """A character as it comes: full hit points, nothing gained yet."""
    tracks = {HP.name: Track(now=hp, most=hp), XP.name: Track(now=0), GOLD.name: Track(now=0)}
    traits: dict[str, Value] = {LEVEL.name: 1, HAND_SIZE.name: cards}
    return Template(kind, HEROES, name=name, tracks=tracks, traits=traits, hint=hint, cites=("GH-66",))


def templates() -> tuple[Template, ...]:
    """Every sort of figure that can be added."""
    hp, two = Track(now=1, most=1), Track(now=2, most=2)
    return (
        character_template(CHARACTER, "Character", "any character: hp=10 cards=10 level=1", USUAL_HP, USUAL_CARDS),
        *(character_template(c.kind, c.name, c.hint, c.hp[0], c.cards) for c in character_classes().values()),
        *(
            Template(
                b.kind, MONSTERS, b.name, b.short, True, {HP.name: hp}, hint=b.hint, cites=("GH-67",), by_number=True
            )
            for b in monster_types().values()
        ),
        Template(
            MONSTER,
            MONSTERS,
            "Monster",
            "",
            True,
            {HP.name: hp},
            hint='any monster: Name 1 2 elite 3 hp=5 card="12 Snarl: move +1; attack -1"',
            by_number=True,
        ),
        Template(
            SUMMON,
            HEROES,
            "Summon",
            tracks={HP.name: two},
            hint="a character's summon, for example: owner=mira",
        ),
    )
