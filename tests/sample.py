"""How much is tried: the usual run takes a sample, another one for each commit; `pytest --long` tries all.

A run tells the name of its sample; `--sample NAME` takes the same one again, `--rest` a part of what it leaves out.
"""

import subprocess
from collections import Counter, defaultdict
from pathlib import Path
from zlib import crc32

import pytest

WITHOUT_GIT = "fixed"
"""The sample where no commit can be named."""
REST = 9
"""`--rest` takes one in so many of the cases that the sample leaves out, unless the mark of the test says otherwise:
both runs together come to a quarter of an hour of one processor."""


def of_commit() -> str:
    """The name of the sample of the commit that is checked out."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=10", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return WITHOUT_GIT


def left_out(items: list[pytest.Item], name: str, all_run: bool = False) -> set[pytest.Item]:
    """The tests that the sample of that name leaves out; `all_run`: of each it takes one case at least.

    Of a test marked `one_in(n)`, with all its parameters, it takes every nth, from a place on that the name tells. One
    that has fewer cases is run in so many of n samples; these tests take turns, so that each sample costs as much.
    """
    several: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("one_in"):
            several[item.nodeid.partition("[")[0]].append(item)
    out = set[pytest.Item]()
    turns = Counter[int]()
    for test, its in several.items():
        (n,) = next(its[0].iter_markers("one_in")).args
        if len(its) >= n or all_run:
            place = crc32(f"{name} {test}".encode()) % min(n, len(its))
        else:
            place = (crc32(name.encode()) + turns[n]) % n
            turns[n] += 1
        out |= {*its} - {*its[place::n]}
    return out


def rest_of(items: list[pytest.Item], out: set[pytest.Item], name: str) -> set[pytest.Item]:
    """Those of what the sample of that name leaves out that `--rest` runs: of each test every `REST`th case, of one
    marked `one_in(n, rest=k)` every kth, from a place on that the name tells.
    """
    taken, seen = set[pytest.Item](), Counter[str]()
    for item in (each for each in items if each in out):
        mark, test = item.get_closest_marker("one_in"), item.nodeid.partition("[")[0]
        every = mark.kwargs.get("rest", REST) if mark is not None else 1
        if (seen[test] + crc32(f"{name} {test}".encode())) % every == 0:
            taken.add(item)
        seen[test] += 1
    return taken
