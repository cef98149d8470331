"""Rulebook: what lies beside a system's rules as text: its clauses, and its sample."""

import tomllib
from collections.abc import Callable
from importlib.resources import files

from referee.engine.contract.ruleset import Clause


def clauses_of(package: str) -> Callable[[], tuple[Clause, ...]]:
    """Reads a system's rules.toml when it is asked for."""

    def read() -> tuple[Clause, ...]:
        text = files(package).joinpath("rules.toml").read_text(encoding="utf-8")
        return tuple(Clause(**entry) for entry in tomllib.loads(text)["clause"])

    return read


def sample_of(package: str) -> Callable[[], str]:
    """Reads a system's sample encounter, a script that sets it up, when it is asked for."""

    def read() -> str:
        return files(package).joinpath("sample.txt").read_text(encoding="utf-8")

    return read
