"""Rulebook: what lies beside a system's rules as text: its clauses, its sample, its catalogues."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from referee.engine.contract.ruleset import Clause


def toml_of(package: str, name: str) -> dict[str, Any]:
    """Reads a TOML file of a system."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def clauses_of(package: str) -> Callable[[], tuple[Clause, ...]]:
    """Reads a system's rules.toml when it is asked for."""

    def read() -> tuple[Clause, ...]:
        return tuple(Clause(**entry) for entry in toml_of(package, "rules.toml")["clause"])

    return read


def sample_of(package: str) -> Callable[[], str]:
    """Reads a system's sample encounter, a script that sets it up, when it is asked for."""

    def read() -> str:
        return files(package).joinpath("sample.txt").read_text(encoding="utf-8")

    return read
