"""Weapons: what a model carries, as data or words such as `power+axe:ap4:s5`, with the sample models."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from referee.engine.contract.kinds import Template
from referee.engine.number import short
from referee.engine.problem import NotUnderstood, complaint
from referee.engine.state.bearer import Tag, Track, Value
from referee.engine.state.encounter import Encounter
from referee.rules.rulebook import toml_of
from referee.rules.scorched.kinds import BS, FNP, INV, PACKAGE, SV, WEAPONS, WS, S, T

MOST = 2
"""Weapons that a model fights with."""
_PART = re.compile(r"(ap|s)([0-9]{1,2})", re.ASCII)
_BEST_STRENGTH = 20


@dataclass(frozen=True)
class Kind:
    """One kind of equipment: its rule, the clauses of it, and the number that it works with."""

    name: str
    rule: str
    clauses: tuple[str, ...]
    hint: str
    amount: int = 1
    also: tuple[str, ...] = ()
    """Other words for it."""
    dual: str = ""
    """`same` or `different` for the two that come with a pair of weapons."""


@dataclass(frozen=True)
class Weapon:
    """One weapon: its kinds, its Ap (0 for none), and its strength (0 for the bearer's own)."""

    name: str
    kinds: tuple[str, ...]
    ap: int = 0
    s: int = 0


FISTS = Weapon("punch", ("punch",))
"""What a model without a weapon fights with (SC-15)."""


@cache
def _armoury() -> dict[str, list[dict[str, Any]]]:
    return toml_of(PACKAGE, "equipment.toml")


@cache
def kinds() -> dict[str, Kind]:
    """All kinds of equipment by name."""
    return {entry["name"]: _kind(**entry) for entry in _armoury()["kind"]}


def _kind(clauses: list[str], also: Sequence[str] = (), **rest: Any) -> Kind:
    return Kind(clauses=tuple(clauses), also=tuple(also), **rest)


@cache
def named() -> dict[str, Weapon]:
    """The weapons that have a name, and every kind that can be carried, under each of its words."""
    alone = {word: Weapon(word, (k.name,)) for k in kinds().values() if not k.dual for word in (k.name, *k.also)}
    return alone | {
        e["name"]: Weapon(e["name"], tuple(e["kinds"]), e.get("ap", 0), e.get("s", 0)) for e in _armoury()["weapon"]
    }


@lru_cache(maxsize=512)
def read_weapon(word: str) -> Weapon:
    """The weapon that a word means. NotUnderstood, with what there is."""
    name, *parts = word.lower().split(":")
    numbers: dict[str, int] = {}
    for part in parts:
        found = _PART.fullmatch(part)
        most = 6 if part.startswith("ap") else _BEST_STRENGTH
        if found is None or int(found[2]) > most or found[1] in numbers:
            raise NotUnderstood(f"After a weapon, ap0 to ap6 and s0 to s{_BEST_STRENGTH} go, not {short(part)!r}.")
        numbers[found[1]] = int(found[2])
    sorts = [_sort(sort) for sort in name.split("+")]
    ap = numbers.get("ap", max((sort.ap for sort in sorts), default=0))
    s = numbers.get("s", max((sort.s for sort in sorts), default=0))
    return Weapon(name, tuple(dict.fromkeys(kind for sort in sorts for kind in sort.kinds)), ap, s)


def _sort(word: str) -> Weapon:
    if word not in named():
        raise NotUnderstood(f"There is no weapon {short(word)!r}; there is {', '.join(named())}.")
    return named()[word]


def weapons_problem(words: tuple[str, ...]) -> str | None:
    """Why a model cannot carry these; None if it can."""
    if len(words) > MOST:
        return f"A model fights with {MOST} weapons at most, not {len(words)}."
    return next(filter(None, map(complaint(read_weapon), words)), None)


def in_own_keys(said: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """What was said after `add`, with each `weapon=` as one more of the `weapons=`."""
    out: list[tuple[str, str]] = []
    for key, word in said:
        if key == "weapon":
            before = [weapons for earlier, weapons in out if earlier == WEAPONS.name][-1:]
            key, word = WEAPONS.name, ",".join((*before, word))
        out.append((key, word))
    return out


def carried(encounter: Encounter, tag: Tag) -> tuple[Weapon, ...]:
    """What that model fights with; its fists, if nothing else."""
    words = WEAPONS.of(encounter, tag)[:MOST]
    return tuple(read_weapon(word) for word in words if weapons_problem((word,)) is None) or (FISTS,)


def templates() -> tuple[Template, ...]:
    """All sorts of model in the file of sample warbands."""
    return tuple(_template(entry) for entry in toml_of(PACKAGE, "warbands.toml")["model"])


def _template(entry: dict[str, Any]) -> Template:
    tracks = {name: Track(now=now, most=now) for name, now in entry.pop("tracks").items()}
    traits: dict[str, Value] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in entry.pop("traits").items()
    }
    return Template(tracks=tracks, traits=traits, **entry)


_SAVES = (SV.name, INV.name, FNP.name)
_MOST = 20


def trait_problem(trait: str, value: object) -> str | None:
    """Why a model cannot have that value of a trait; None if it can."""
    if trait == WEAPONS.name and isinstance(value, tuple):
        return weapons_problem(value)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    if trait in _SAVES and value not in (0, 2, 3, 4, 5, 6):
        return f"{trait} is 2 to 6, or 0 for none, not {value}."
    if trait in (WS.name, BS.name, S.name, T.name) and not 0 <= value <= _MOST:
        return f"{trait} is 0 to {_MOST}, not {value}."
    return None
