"""How much is tried: the usual run takes a sample, another one for each commit, and `pytest --long` tries all.

A run tells the name of its sample; `--sample NAME` takes the same one again.
"""

import subprocess
from collections import defaultdict
from pathlib import Path
from zlib import crc32

import pytest

WITHOUT_GIT = "fixed"
"""The sample where no commit can be named."""
_long = False


def set_long(long: bool) -> None:
    """Says which run this is; before any module of tests is imported."""
    global _long
    _long = long


def often(usual: int, long: int) -> int:
    """How often something is done: so many times in the usual run, so many in the long one."""
    return long if _long else usual


def of_commit() -> str:
    """The name of the sample of the commit that is checked out."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=10", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return WITHOUT_GIT


def taken(items: list[pytest.Item], name: str) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests that the sample of that name takes, and those it leaves out: of a test marked `one_in(n)`, with all
    its parameters, every nth from a place on that the name tells, so that all games have their share."""
    several: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("one_in"):
            several[item.nodeid.partition("[")[0]].append(item)
    out = set[pytest.Item]()
    for test, its in several.items():
        (n,) = next(its[0].iter_markers("one_in")).args
        out |= {*its} - {*its[crc32(f"{name} {test}".encode()) % min(n, len(its)) :: n]}
    return [item for item in items if item not in out], [item for item in items if item in out]
