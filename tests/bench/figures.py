"""The figures of the bench that are kept in the repository, each with its date, its reason and its machine."""

import os
import platform
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter

from tests.bench.row import Row

KEPT = Path(__file__).parent / "figures.json"


@dataclass(frozen=True)
class Machine:
    """What the figures were measured on."""

    cores: int
    python: str
    optimised: bool
    """Python was built with optimisations."""


@dataclass(frozen=True)
class Kept:
    """Rows that were kept together."""

    date: str
    """Of UTC, as 2026-11-26."""
    reason: str
    machine: Machine
    runs: int
    rows: tuple[Row, ...]


_FORMAT = TypeAdapter(tuple[Kept, ...])


def machine() -> Machine:
    """This machine."""
    flags = sysconfig.get_config_var("CONFIG_ARGS") or ""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Machine(cores, platform.python_version(), "--enable-optimizations" in flags)


def read(path: Path = KEPT) -> tuple[Kept, ...]:
    """What is kept."""
    return _FORMAT.validate_json(path.read_bytes())


def rows_kept(every: Sequence[Kept]) -> list[Row]:
    """All rows that are kept."""
    return [row for kept in every for row in kept.rows]


def with_rows(every: Sequence[Kept], rows: Sequence[Row], reason: str, runs: int) -> tuple[Kept, ...]:
    """What is kept, with these rows in place of all those of their parts."""
    parts = {row.part for row in rows}
    left = [replace(kept, rows=tuple(row for row in kept.rows if row.part not in parts)) for kept in every]
    new = Kept(f"{datetime.now(UTC):%Y-%m-%d}", reason, machine(), runs, tuple(rows))
    return (*(kept for kept in left if kept.rows), new)


def write(every: tuple[Kept, ...], path: Path = KEPT) -> None:
    """Keeps it."""
    path.write_bytes(_FORMAT.dump_json(every, indent=1, exclude_none=True) + b"\n")


def title(every: Sequence[Kept]) -> tuple[str, str]:
    """When and on what the latest of them were measured, and why."""
    last, built = every[-1], "" if every[-1].machine.optimised else ", built without optimisations"
    on = f"{last.machine.cores} cores, Python {last.machine.python}{built}"
    return f"What Referee costs, {last.date} ({on})", f"{last.reason}; {last.runs} runs"
