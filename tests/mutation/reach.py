"""Which tests reach which line, and how long each takes: measured once for each test file and kept outside of here."""

import hashlib
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from itertools import zip_longest
from pathlib import Path

import coverage
import platformdirs
import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutations import Mutation

TOP = Path(__file__).parents[2]
# The settings of pyproject run many processes; a sample with a name is the same in every run.
PYTEST = [
    "-o",
    "addopts=",
    "-p",
    "no:xdist",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:randomly",
    "-q",
    "--sample",
    "mutation",
]


@dataclass
class Reach:
    """The tests that pass, with their seconds, and those that reach each line of each file."""

    seconds: dict[str, float] = field(default_factory=dict)
    tests: dict[str, dict[int, set[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))

    def of(self, mutation: Mutation, limit: float) -> list[str]:
        """The tests that reach a mutation, the nearest and quickest first, up to so many seconds together."""
        found = self.reached(mutation) if mutation.in_function else set()
        if not found:  # what is run as its module is imported counts for no test, or for the one that imported it
            found = {test for tests in self.tests.get(mutation.file, {}).values() for test in tests}
        chosen, left = [], limit
        for test in sorted(found, key=lambda test: (_distance(test, mutation.file), self.seconds[test], test)):
            if self.seconds[test] <= left:
                left -= self.seconds[test]
                chosen.append(test)
        return chosen

    def reached(self, mutation: Mutation) -> set[str]:
        """The tests that run one of its lines or, where an expression has none of its own, its statement."""
        lines = self.tests.get(mutation.file, {})
        found = {test for line in mutation.lines for test in lines.get(line, ())}
        return found or {test for line in mutation.statement for test in lines.get(line, ())}


def _distance(test: str, file: str) -> int:
    """0 for the test file of the same name, 1 for the same folder, 2 for any other."""
    path, source = Path(test.partition("::")[0]), Path(file)
    if path.stem == f"test_{source.stem}":
        return 0
    return 1 if path.parent.relative_to("tests").parts[:2] == source.parent.relative_to("referee").parts[:2] else 2


def load(test_files: Iterable[str]) -> tuple[Reach, list[str]]:
    """What is kept of these test files, and those that must be measured."""
    reach, missing = Reach(), []
    for file in test_files:
        kept = _kept(file)
        if not kept.exists():
            missing.append(file)
            continue
        part = json.loads(kept.read_text())
        reach.seconds |= part["seconds"]
        for source, lines in part["tests"].items():
            for line, tests in lines.items():
                reach.tests[source][int(line)] |= set(tests)
    return reach, missing


def measure(test_files: list[str], folders: list[str]) -> None:
    """Runs test files, each test in a context of its own, and keeps what they reached."""
    plugin = _Measuring([str(TOP / folder / "*") for folder in folders])
    pytest.main([*PYTEST, *test_files], plugins=[plugin])
    for file in test_files:
        plugin.parts.setdefault(file, ({}, {}))
        seconds, tests = plugin.parts[file]
        kept = _kept(file)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps({"seconds": seconds, "tests": tests}))


class _Measuring:
    """Runs the tests of pytest's session under coverage."""

    def __init__(self, include: list[str]) -> None:
        self.include = include
        self.parts: dict[str, tuple[dict[str, float], dict[str, dict[int, list[str]]]]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        measured = coverage.Coverage(data_file=None, config_file=False, include=self.include)
        measured.start()
        passed = {}
        for item, after in zip_longest(session.items, session.items[1:]):
            forget_results()
            measured.switch_context(item.nodeid)
            start = time.process_time()
            reports = runtestprotocol(item, log=False, nextitem=after)
            if all(report.passed for report in reports):
                passed[item.nodeid] = round(time.process_time() - start, 3)
        measured.stop()
        for test, seconds in passed.items():
            self.parts.setdefault(test.partition("::")[0], ({}, {}))[0][test] = seconds
        data = measured.get_data()
        for source in data.measured_files():
            name = str(Path(source).relative_to(TOP))
            for line, tests in data.contexts_by_lineno(source).items():
                for test in passed.keys() & set(tests):
                    lines = self.parts[test.partition("::")[0]][1].setdefault(name, {})
                    lines.setdefault(line, []).append(test)
        return True


def forget_results() -> None:
    """Empties the caches of functions: what one test has computed counts for no other, nor does what was computed
    before a mutation.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith(("referee.", "tests.")):
            for each in vars(module).values():
                if isinstance(each, _lru_cache_wrapper):
                    each.cache_clear()


def _kept(test_file: str) -> Path:
    return Path(platformdirs.user_cache_dir("referee-mutation")) / _sources() / f"{_digest([TOP / test_file])}.json"


def _sources() -> str:
    return _digest([*sorted((TOP / "referee").rglob("*.py")), Path(__file__)])


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(str(file.relative_to(TOP)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:24]
