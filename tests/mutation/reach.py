"""Which tests reach which line, and how long each takes: measured once for each test file and kept outside of here."""

import hashlib
import importlib
import json
import os
import shutil
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
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
PYTEST = ["-o", "addopts="]
for plugin in ("xdist", "cacheprovider", "terminal"):
    PYTEST += ["-p", f"no:{plugin}"]
PYTEST += ["--sample", "mutation"]
AT_IMPORT = "import"
"""The context of the lines that run while the tests are collected and the sources imported."""


@dataclass
class Reach:
    """The tests that pass, with their seconds and the lines that each reaches; lines are the bits of a number."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[str, int]] = field(default_factory=dict)
    """Lines of each file, by test."""
    at_import: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Lines of each file that run as it is imported."""
    failed: list[str] = field(default_factory=list)
    """Tests that fail without any mutation: they cannot judge."""

    def of(self, mutation: Mutation, limit: float) -> list[str]:
        """The tests that reach a mutation, the nearest and quickest first, up to so many seconds together.

        Those of the folder that mirrors the source come before all others. Among them, and among the others, one case
        of each test comes before a second of any, for another one sees more.
        """
        found = self.reached(mutation) if mutation.in_function else set()
        if not found and self.runs_at_import(mutation):  # which counts for no test
            found = {test for test, files in self.lines.items() if mutation.file in files}
        chosen, left, cases = [], limit, Counter[str]()
        ranks = []
        for test in sorted(found, key=lambda test: (_distance(test, mutation.file), self.seconds[test], test)):
            is_far = _distance(test, mutation.file) == _FAR
            ranks.append((is_far, cases[_function(test)], len(ranks), test))
            cases[_function(test)] += 1
        for *_, test in sorted(ranks):
            if self.seconds[test] <= left:
                left -= self.seconds[test]
                chosen.append(test)
        return chosen

    def reached(self, mutation: Mutation) -> set[str]:
        """The tests that run one of its lines or, where an expression has none of its own, its statement."""
        return self._reaching(mutation.file, mutation.lines) or self._reaching(mutation.file, mutation.statement)

    def seconds_of(self, tests: Iterable[str]) -> float:
        """How long these tests take together."""
        return sum(self.seconds[test] for test in tests)

    def runs_at_import(self, mutation: Mutation) -> bool:
        """Does the mutated code run while modules are imported?"""
        bits = _bits([*mutation.lines, *mutation.statement])
        return not mutation.in_function or bool(self.at_import.get(mutation.file, 0) & bits)

    def _reaching(self, file: str, lines: Iterable[int]) -> set[str]:
        bits = _bits(lines)
        return {test for test, files in self.lines.items() if files.get(file, 0) & bits}


def _bits(lines: Iterable[int]) -> int:
    return sum(1 << line for line in set(lines))


_FAR = 2


def _distance(test: str, file: str) -> int:
    """0 for the test file of the same name, 1 for the folder that mirrors the source's, _FAR for any other."""
    path, source = Path(test.partition("::")[0]), Path(file)
    if path.stem == f"test_{source.stem}":
        return 0
    return 1 if path.parent.relative_to("tests").parts[:2] == source.parent.relative_to("referee").parts[:2] else _FAR


class Kept:
    """The reach of test files, kept in the user's cache until a source, a helper of tests or the file changes."""

    def __init__(self) -> None:
        """To be made before any test is imported, for tests choose folders of their own."""
        folder = Path(platformdirs.user_cache_dir("referee-mutation"))
        own = Path(__file__).parent
        helpers = {path for path in (TOP / "tests").rglob("*.py") if not path.name.startswith("test_")}
        helpers -= {*own.glob("*.py")} - {Path(__file__)}
        self.folder = folder / _digest(sorted([*(TOP / "referee").rglob("*.py"), *helpers]))
        for old in folder.glob("*"):
            with suppress(OSError):
                if old.stat().st_mtime < time.time() - 7 * 86400:
                    shutil.rmtree(old)

    def missing(self, test_files: Iterable[str]) -> list[str]:
        """The files that must be measured."""
        return [file for file in test_files if not self._path(file).exists()]

    def load(self, test_files: Iterable[str]) -> Reach:
        """What is kept of these files."""
        reach = Reach()
        for file in test_files:
            part = json.loads(self._path(file).read_text())
            reach.seconds |= part["seconds"]
            reach.lines |= part["lines"]
            reach.failed += part["failed"]
            for source, bits in part["at_import"].items():
                reach.at_import[source] |= bits
        return reach

    def keep(self, test_file: str, reach: Reach) -> None:
        """Keeps what was measured of a file."""
        path = self._path(test_file)
        path.parent.mkdir(parents=True, exist_ok=True)
        written = path.with_suffix(f".{os.getpid()}")
        written.write_text(json.dumps(vars(reach)))
        written.replace(path)

    def _path(self, test_file: str) -> Path:
        return self.folder / f"{_digest([TOP / test_file])}.json"


def measure(test_files: list[str], kept: Kept) -> None:
    """Runs test files, each test in a context of its own, and keeps what they reached."""
    measured = coverage.Coverage(data_file=None, config_file=False, include=[str(TOP / "referee/*")])
    measured.start()
    measured.switch_context(AT_IMPORT)
    plugin = _Measuring(measured)
    pytest.main([*PYTEST, *test_files], plugins=[plugin])
    for file in test_files if plugin.ran else ():
        kept.keep(file, plugin.parts[file])


class _Measuring:
    """Runs the tests of pytest's session under coverage."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured, self.ran = measured, False
        self.parts: dict[str, Reach] = defaultdict(Reach)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:  # some file cannot be collected: nothing is measured, which is told
            return True
        _import_all()
        for item, after in zip_longest(session.items, session.items[1:]):
            part = self.parts[_file(item.nodeid)]
            forget_results()
            self.measured.switch_context(item.nodeid)
            start = _used()
            reports = runtestprotocol(item, log=False, nextitem=after)
            if all(report.passed for report in reports):
                part.seconds[item.nodeid] = round(_used() - start, 3)
                part.lines[item.nodeid] = {}
            elif any(report.failed for report in reports):
                part.failed.append(item.nodeid)
        self.measured.stop()
        self._add_lines()
        self.ran = True
        return True

    def _add_lines(self) -> None:
        data = self.measured.get_data()
        for source in data.measured_files():
            name = str(Path(source).relative_to(TOP))
            for line, tests in data.contexts_by_lineno(source).items():
                for test in tests:
                    if test == AT_IMPORT:
                        for part in self.parts.values():
                            part.at_import[name] |= 1 << line
                    elif (lines := self.parts[_file(test)].lines.get(test)) is not None:
                        lines[name] = lines.get(name, 0) | 1 << line


def _import_all() -> None:
    """Imports every source, so that none is imported by a test, which would count what runs then as reached."""
    for path in sorted((TOP / "referee").rglob("*.py")):
        name = ".".join(path.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__")
        with suppress(ImportError):  # of a package that is not installed
            importlib.import_module(name)


def _function(test: str) -> str:
    return test.partition("[")[0]


def _file(test: str) -> str:
    return test.partition("::")[0]


def _used() -> float:
    """Seconds of the processor that this process and the programs that it started have used."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def forget_results() -> None:
    """Empties the caches of functions: what one test has computed counts for no other, nor does what was computed
    before a mutation.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith(("referee.", "tests.")):
            for each in vars(module).values():
                if isinstance(each, _lru_cache_wrapper):
                    each.cache_clear()


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(str(file.relative_to(TOP)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:24]
