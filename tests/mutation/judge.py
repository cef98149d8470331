"""Judging mutations: each in a process of its own, which ends with the first test that fails."""

import ast
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutations import Mutation, mutated
from tests.mutation.processes import FAILED, in_processes
from tests.mutation.reach import PYTEST, TOP, Reach, forget_results

SURVIVED, KILLED, NOT_RUN = 0, FAILED, 3


def judge(mutations: list[Mutation], reach: Reach, limit: float, jobs: int) -> dict[Mutation, int]:
    """The result of each mutation: of functions by an exchange of their code, which is quick; of what runs as modules
    are imported, or cannot be exchanged, by a new import.

    To be called where no source is imported yet.
    """
    results = dict.fromkeys(mutations, NOT_RUN)
    reached = [found for found in mutations if found.in_function and reach.reached(found)]
    if reached:
        with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as alone:
            results |= alone.submit(_by_exchange, reached, reach, limit, jobs).result()
    left = [found for found, result in results.items() if _needs_import(found, result, reach)]
    return results | dict(_afresh(left, reach, limit, jobs))


def _needs_import(mutation: Mutation, result: int, reach: Reach) -> bool:
    if result == NOT_RUN:
        return reach.runs_at_import(mutation) or bool(reach.reached(mutation))
    return result == SURVIVED and reach.runs_at_import(mutation)


def _by_exchange(mutations: list[Mutation], reach: Reach, limit: float, jobs: int) -> dict[Mutation, int]:
    plugin = _Exchanging(mutations, reach, limit, jobs)
    tests = {test.partition("::")[0] for found in mutations for test in reach.of(found, limit)}
    if pytest.main([*PYTEST, *sorted(tests)], plugins=[plugin]) == pytest.ExitCode.INTERNAL_ERROR:
        raise RuntimeError("the judging itself has failed, as printed above")
    return plugin.results


class _Exchanging:
    """Judges mutations of functions, in copies of a process that has collected all tests."""

    def __init__(self, mutations: list[Mutation], reach: Reach, limit: float, jobs: int) -> None:
        self.mutations, self.reach, self.limit, self.jobs = mutations, reach, limit, jobs
        self.results: dict[Mutation, int] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}

        def work(mutation: Mutation) -> int:
            tests = [items[test] for test in self.reach.of(mutation, self.limit) if test in items]
            return _run(tests) if tests and _exchange(mutation) else NOT_RUN

        def seconds(mutation: Mutation) -> float:
            return 10 + 3 * self.reach.seconds_of(self.reach.of(mutation, self.limit))

        for mutation, result in in_processes(self.mutations, work, seconds, self.jobs):
            self.results[mutation] = result
            if result == SURVIVED:
                print(f"  {mutation}", flush=True)
        return True


def _afresh(mutations: list[Mutation], reach: Reach, limit: float, jobs: int) -> Iterator[tuple[Mutation, int]]:
    """Judges mutations whose effect may come as modules are imported: each in a process that has imported none."""

    def tests_of(mutation: Mutation) -> list[str]:
        of_module = reach.of(replace(mutation, in_function=False), limit)
        return list(dict.fromkeys([*reach.of(mutation, limit), *of_module, *_near(mutation, reach)]))

    def work(mutation: Mutation) -> int:
        if not (tests := tests_of(mutation)):
            return NOT_RUN
        sys.meta_path.insert(0, _Finder(mutation))
        plugin = _Running(tests)
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        pytest.main([*PYTEST, *files], plugins=[plugin])
        return plugin.result

    return in_processes(mutations, work, lambda mutation: 60 + 3 * reach.seconds_of(tests_of(mutation)), jobs)


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
