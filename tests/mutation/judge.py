"""Judging mutations: each in a process of its own, which ends with the first test that fails."""

import ast
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutations import Mutation, mutated
from tests.mutation.reach import PYTEST, TOP, Reach, forget_results

SURVIVED, KILLED, NOT_RUN = 0, 1, 3


def judged(
    mutations: Iterable[Mutation], work: Callable[[Mutation], int], limit: Callable[[Mutation], float], jobs: int
) -> Iterator[tuple[Mutation, int]]:
    """The result of `work` for each mutation, in a forked process; one that takes longer than its limit is killed."""
    waiting, running = list(mutations)[::-1], dict[int, tuple[Mutation, float, str]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            mutation, folder = waiting.pop(), tempfile.mkdtemp(prefix="mutation-")
            if (pid := os.fork()) == 0:
                _work_alone(work, mutation, folder)
            running[pid] = mutation, time.monotonic() + limit(mutation), folder
        time.sleep(0.02)
        for pid, (mutation, end, folder) in list(running.items()):
            done, status = os.waitpid(pid, os.WNOHANG)
            if not done and time.monotonic() < end:
                continue
            _end_group(pid)
            if not done:
                os.waitpid(pid, 0)
            del running[pid]
            shutil.rmtree(folder, ignore_errors=True)
            yield mutation, os.waitstatus_to_exitcode(status) if done else KILLED


def _work_alone(work: Callable[[Mutation], int], mutation: Mutation, folder: str) -> None:
    """Works in a group of processes and in folders of its own, silently, and never returns."""
    os.setsid()
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silent, stream)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        os.environ[name] = tempfile.mkdtemp(dir=folder)
    result = KILLED
    try:
        result = work(mutation)
    finally:
        os._exit(result)


def _end_group(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


class Judging:
    """Judges mutations of functions, in copies of a process that has collected all tests."""

    def __init__(self, mutations: list[Mutation], reach: Reach, limit: float, jobs: int) -> None:
        self.mutations, self.reach, self.limit, self.jobs = mutations, reach, limit, jobs
        self.results: dict[Mutation, int] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}

        def work(mutation: Mutation) -> int:
            if not self.reach.reached(mutation):
                return NOT_RUN
            tests = [items[test] for test in self.reach.of(mutation, self.limit) if test in items]
            return _run(tests) if tests and _exchange(mutation) else NOT_RUN

        for mutation, result in judged(self.mutations, work, lambda _: 15 + 6 * self.limit, self.jobs):
            self.results[mutation] = result
            if result == SURVIVED:
                print(f"  {mutation}", flush=True)
        return True


def afresh(mutations: list[Mutation], reach: Reach, limit: float, jobs: int) -> Iterator[tuple[Mutation, int]]:
    """Judges mutations whose effect may come as modules are imported: each in a process that has imported none."""

    def work(mutation: Mutation) -> int:
        tests = list(dict.fromkeys([*reach.of(replace(mutation, in_function=False), limit), *_near(mutation, reach)]))
        if not tests:
            return NOT_RUN
        sys.meta_path.insert(0, _Finder(mutation))
        plugin = _Running(tests)
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        pytest.main([*PYTEST, *files], plugins=[plugin])
        return plugin.result

    return judged(mutations, work, lambda _: 60 + 6 * limit, jobs)


def _near(mutation: Mutation, reach: Reach) -> list[str]:
    """The quick tests beside a module: they may need what it holds without running a line of it."""
    folder = Path(mutation.file).parent.relative_to("referee").parts[:2]
    near = (test for test in reach.seconds if Path(test).parent.relative_to("tests").parts[:2] == folder)
    return [test for test in near if reach.seconds[test] < 0.1]


class _Running:
    """Runs these tests of the session, in their order, to the first that fails. A collection that fails kills."""

    def __init__(self, tests: list[str]) -> None:
        self.tests, self.result = tests, KILLED

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        self.result = KILLED if session.testsfailed else _run([items[test] for test in self.tests if test in items])
        return True


def _run(items: list[pytest.Item]) -> int:
    for item, after in zip_longest(items, items[1:]):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
            return KILLED
    return SURVIVED


class _Finder(importlib.abc.MetaPathFinder):
    """Imports the module of a mutation with the mutation in it; its file stays as it is."""

    def __init__(self, mutation: Mutation) -> None:
        self.mutation, self.path, self.name = mutation, str(TOP / mutation.file), _module(mutation)

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=_Loader(name, self.path, self.mutation))


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, mutation: Mutation) -> None:
        super().__init__(name, path)
        self.mutation = mutation

    def exec_module(self, module: ModuleType) -> None:
        exec(_compiled(self.mutation), module.__dict__)


def _module(mutation: Mutation) -> str:
    return mutation.file.removesuffix(".py").replace("/", ".")


def _compiled(mutation: Mutation) -> CodeType:
    path = TOP / mutation.file
    tree: ast.Module = mutated(path.read_text(), mutation.number)
    return compile(tree, str(path), "exec", dont_inherit=True)


def _exchange(mutation: Mutation) -> bool:
    """Gives the functions of a module the code that they have with the mutation; whether each one was found."""
    path = str(TOP / mutation.file)
    importlib.import_module(_module(mutation))  # one that is imported late has no functions before that
    new: dict[tuple[str, int], CodeType] = {}
    for code in _codes(_compiled(mutation)):
        key = (code.co_qualname, code.co_firstlineno)
        if key in new and code.co_name == "<lambda>":
            return False
        new[key] = code
    gc.unfreeze()
    forget_results()
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == path:
            code = function.__code__
            try:
                function.__code__ = new[code.co_qualname, code.co_firstlineno]
            except (KeyError, ValueError):
                return False
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from _codes(const)


def tests_in(paths: list[str]) -> list[str]:
    """The test files at these paths, by their names from the top."""
    found = set[Path]()
    for path in paths:
        found |= {TOP / path} if path.endswith(".py") else set((TOP / path).rglob("test_*.py"))
    return sorted(str(file.relative_to(TOP)) for file in found)
