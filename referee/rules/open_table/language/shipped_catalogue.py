"""Catalogue of figures and spells that lies beside a shipped system file.

Used when something is looked for in it, which is when it is read.
Gives its figures as kinds to add, its spells as they are written in braces.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pkgutil import get_data
from typing import Any

from referee.engine.contract.kept_kind import KeptKind
from referee.plain_data import inline, toml_of


@lru_cache(maxsize=4)
def _shipped_library(system: str) -> Mapping[str, Any]:
    """The exported library beside the file of a shipped system, with its spells; empty without one."""
    with suppress(FileNotFoundError):
        found: Mapping[str, Any] = json.loads(
            get_data("referee.rules.open_table", f"systems/{system}.library.json") or ""
        )
        return found
    return {}


@lru_cache(maxsize=4)
def shipped_things(system: str) -> Mapping[str, tuple[str, str]]:
    """The things of the catalogue by the word for each: its sort, and what is said of it in braces."""
    return {row["word"]: ("spell", row["said"]) for row in _shipped_library(system).get("spells", ())}


@lru_cache(maxsize=4)
def shipped_words(system: str) -> Mapping[str, str]:
    """The words for the things of the catalogue, by what is said of each in braces."""
    return {said: word for word, (_, said) in shipped_things(system).items()}


@lru_cache(maxsize=4)
def later_values(system: str) -> frozenset[str]:
    """The values of things of the catalogue that the file of an earlier encounter may lack: it does without them."""
    return frozenset(_shipped_library(system).get("later_values", ()))


def on_shipped(system: str, table: dict[str, Any]) -> dict[str, Any]:
    """The table of a thing of one's own, laid over that of the catalogue which it is `like`, if it is like one."""
    _, said = shipped_things(system).get(str(table.get("like", "")), ("", ""))
    own = {key: value for key, value in table.items() if key != "like" or not said}
    return {**(toml_of(f"it = {said}")["it"] if said else {}), **own}


def self_contained(system: str, said: str) -> str:
    """What is said of a thing in braces, with all that stands in the catalogue of one which it is `like`: an encounter
    that has it needs no catalogue then, which may be another one in a later version.
    """
    table = toml_of(f"it = {said}")["it"]
    return inline(on_shipped(system, table)) if table.get("like") in shipped_things(system) else said


@lru_cache(maxsize=4)
def shipped_figures(system: str, names: frozenset[str]) -> tuple[KeptKind, ...]:
    """The figures of the catalogue, each with its words after `add`: creatures, then heroes by class and level.

    names: what the file names; none is offered by an earlier file, which lacks what they need.
    """
    needs = _shipped_library(system).get("needs", {})
    parts = (part for part in ("figures", "heroes", "summoned") if names.issuperset(needs.get(part, ())))
    rows = (row for part in parts for row in _shipped_library(system).get(part, ()))
    known = (
        row if names.issuperset(row.get("needs", ())) else {**row, "words": row.get("earlier", "")} for row in rows
    )
    fitting = (row for row in known if row["words"])
    return tuple(KeptKind(**{key: row[key] for key in KeptKind.__struct_fields__ if key in row}) for row in fitting)
