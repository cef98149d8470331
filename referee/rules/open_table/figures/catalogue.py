"""The catalogue of a system: figures and spells that come with it besides its file, read when they are looked for."""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from referee.engine.contract.kinds import KeptKind


@lru_cache(maxsize=4)
def _rows(system: str) -> Mapping[str, Any]:
    """The exported library that lies beside the file of a shipped system, with its spells; nothing without one."""
    file = files("referee.rules.open_table").joinpath("systems", f"{system}.library.json")
    return json.loads(file.read_bytes()) if file.is_file() else {}


@lru_cache(maxsize=4)
def things_of(system: str) -> Mapping[str, tuple[str, str]]:
    """The things of the catalogue by the word for each: its sort, and what is said of it in braces."""
    return {row["word"]: ("spell", row["said"]) for row in _rows(system).get("spells", ())}


@lru_cache(maxsize=4)
def figures_of(system: str, traits: frozenset[str]) -> tuple[KeptKind, ...]:
    """The figures of the catalogue, each with its words after `add`: creatures, then heroes by class and level.

    traits: those that the file has; none is offered by an earlier file, which lacks what they need.
    """
    if not traits.issuperset(_rows(system).get("needs", ())):
        return ()
    rows = (*_rows(system).get("figures", ()), *_rows(system).get("heroes", ()))
    return tuple(KeptKind(row["name"], row["words"], row["note"], row.get("data", {})) for row in rows)
