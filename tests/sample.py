"""How much is tried: the usual run takes a sample, another one for each commit; `pytest --long` tries all.

A run tells the name of its sample; `--sample NAME` takes the same one again, `--rest` what it leaves out.
"""

import subprocess
from collections import defaultdict
from pathlib import Path
from zlib import crc32

import pytest

WITHOUT_GIT = "fixed"
"""The sample where no commit can be named."""


def of_commit() -> str:
    """The name of the sample of the commit that is checked out."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=10", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return WITHOUT_GIT


def left_out(items: list[pytest.Item], name: str) -> set[pytest.Item]:
    """The tests that the sample of that name leaves out.

    Of a test marked `one_in(n)`, with all its parameters, it takes every nth, from a place on that the name tells.
    """
    several: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("one_in"):
            several[item.nodeid.partition("[")[0]].append(item)
    out = set[pytest.Item]()
    for test, its in several.items():
        (n,) = next(its[0].iter_markers("one_in")).args
        out |= {*its} - {*its[crc32(f"{name} {test}".encode()) % min(n, len(its)) :: n]}
    return out
