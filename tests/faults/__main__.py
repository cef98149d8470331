"""The long run of the tests of faults: `python -m tests.faults [PART...]`. Without a part, all; --list names them.

Each part prints its figure when it is done. Parts may run beside each other, each in a terminal of its own; a variable
that is set, such as REFEREE_KILLS=5000, is kept.
"""

import os
import sys
import time
from typing import NamedTuple

import pytest


class Part(NamedTuple):
    """A part of the long run."""

    figure: str
    """What is counted."""
    variable: str
    often: int
    tests: tuple[str, ...]


HERE = "tests/faults"
PARTS = {
    "kills": Part("kills at random moments", "REFEREE_KILLS", 1_000, (f"{HERE}/test_kill.py",)),
    "library": Part(
        "kills while the library is changed", "REFEREE_LIBRARY_KILLS", 1_000, (f"{HERE}/test_library_kill.py",)
    ),
    "power": Part("power cuts", "REFEREE_POWER_CUTS", 2_000, (f"{HERE}/test_power_cut.py",)),
    "calls": Part(
        "system calls that fail once, all there are", "REFEREE_CALLS", 1_000_000, (f"{HERE}/test_each_call.py",)
    ),
    "files": Part("mutated files", "REFEREE_FILES", 20_000, (f"{HERE}/test_mutated.py",)),
    "strings": Part("hostile strings", "REFEREE_STRINGS", 100_000, (f"{HERE}/test_hostile_strings.py",)),
    "inputs": Part("malformed inputs", "REFEREE_INPUTS", 10_000, ("tests/ui/test_input.py",)),
    "repairs": Part("repairs of damaged journals", "REFEREE_DAMAGES", 600, (f"{HERE}/test_repair.py",)),
    "players": Part("acts that players look on", "REFEREE_ACTS", 1_000, (f"{HERE}/test_players.py",)),
    "tables": Part("random tables, taken back and killed", "REFEREE_TABLES", 200, (f"{HERE}/test_undo.py",)),
}


class Count:
    """Adds up what the tests say they have done."""

    def __init__(self) -> None:
        self.done = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.done += sum(int(value) for name, value in report.user_properties if name == "done")


def run(name: str, part: Part) -> bool:
    """Runs a part, and prints what came of it; whether all went well."""
    os.environ.setdefault(part.variable, str(part.often))
    count, began = Count(), time.monotonic()
    status = pytest.main(["-q", "--no-header", "-p", "no:cacheprovider", "--long", *part.tests], plugins=[count])
    result = "all well" if status == 0 else "FAILED"
    print(
        f"{name:8} {count.done:>9,}  {part.figure:52} {result:9} {(time.monotonic() - began) / 60:6.1f} min", flush=True
    )
    return status == 0


def main(words: list[str]) -> int:
    """Runs the parts that are named; 0 if all went well."""
    if "--list" in words:
        print(
            *(f"{name:8} {part.often:>9,}  {part.figure} ({part.variable})" for name, part in PARTS.items()), sep="\n"
        )
        return 0
    if unknown := [word for word in words if word not in PARTS]:
        print(f"There is no part {unknown[0]!r}; there are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    went_well = [run(name, PARTS[name]) for name in words or PARTS]
    return 0 if all(went_well) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
