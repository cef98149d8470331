"""Which small changes of the program no test notices: `python -m tests.mutation --seed 1 --count 400`.

Mutations are made by rule: a comparison turned or shifted by one, a condition negated or a part of it left out, a
call, an assignment to an attribute or an element of an answer left out, a constant changed. A seed draws them over
the engine, the saves, the words and Black Keep (`--under` names other files or folders, `--count 0` takes all,
`--only referee/text.py:12` takes those of one line).

Each is judged by the tests that reach its line, the nearest and quickest first, up to `--limit` seconds together.
Which test reaches what is measured first and kept in the user's cache for each test file, until a source or that
file changes. Programs that a test starts run without the mutation: only what a test does in its own process counts.
The source files are never changed. What survives is listed; what `equivalent.txt` lists is counted by itself.
"""

import argparse
import json
import os
import sys
import time

import pytest

from tests.mutation.judge import KILLED, NOT_RUN, Judging, afresh, tests_in
from tests.mutation.mutations import Mutation, draw, equivalents, mutations_of
from tests.mutation.reach import PYTEST, TOP, Reach, load, measure

FOLDERS = ["referee/engine", "referee/store", "referee/words", "referee/rules/black_keep"]
TESTS = ["tests/engine", "tests/store", "tests/words", "tests/script", "tests/rules", "tests/faults"]
EQUIVALENT = TOP / "tests/mutation/equivalent.txt"


def main() -> int:
    """Draws, judges and lists; 1 if more than a twentieth survives."""
    args = _arguments()
    every = [found for file in _sources(args) for found in mutations_of(file, (TOP / file).read_text())]
    only = [found for found in every if args.only and f"{found.file}:{found.line}" in args.only]
    drawn = only if args.only else draw(every, args.seed, args.count)
    if not drawn:
        print("No mutation was drawn.")
        return 1
    listed = equivalents(EQUIVALENT)
    known = {(found.file, found.where, found.change) for found in every}
    for file, where, change in listed:
        if file in {found.file for found in every} and (file, where, change) not in known:
            print(f"listed as equivalent, but there is no such mutation: {file}  {where}: {change}")
    same = [found for found in drawn if (found.file, found.where, found.change) in listed]
    print(f"seed {args.seed}: {len(drawn)} of {len(every)} mutations, {len(same)} of them listed as equivalent")
    start = time.monotonic()
    reach = _reach(args.tests, args.jobs)
    print(f"{len(reach.seconds)} tests, measured in {time.monotonic() - start:.0f} s", flush=True)
    survivors = _survivors([found for found in drawn if found not in same], reach, args)
    killed = len(drawn) - len(same) - len(survivors)
    print(f"\n{time.monotonic() - start:.0f} s; {killed} killed, {len(same)} ({len(same) / len(drawn):.1%}) equivalent")
    print(f"{len(survivors)} survive ({len(survivors) / len(drawn):.1%}):")
    for found in sorted(survivors, key=lambda found: (found.file, found.line)):
        print(f"  {found}{'' if reach.of(found, args.limit) else '  (no test reaches it)'}")
    return int(len(survivors) * 20 > len(drawn))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.mutation", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400, help="how many are drawn; 0: all")
    parser.add_argument("--under", nargs="+", default=FOLDERS, help="the sources")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="the tests that judge")
    parser.add_argument("--jobs", type=int, default=2, help="processes at the same time")
    parser.add_argument("--only", nargs="+", metavar="FILE:LINE", help="only the mutations of these lines")
    parser.add_argument("--limit", type=float, default=20, help="seconds of tests for one mutation")
    return parser.parse_args()


def _sources(args: argparse.Namespace) -> list[str]:
    under = [name.partition(":")[0] for name in args.only] if args.only else args.under
    found = {file for name in under for file in ((TOP / name).rglob("*.py") if (TOP / name).is_dir() else [TOP / name])}
    return sorted(str(file.relative_to(TOP)) for file in found)


def _reach(tests: list[str], jobs: int) -> Reach:
    """What each test reaches; what is not known is measured in other processes."""
    files = tests_in(tests)
    _, missing = load(files)
    # Small portions: what was measured stays, if the rest is broken off.
    portions = [missing[start : start + 12] for start in range(0, len(missing), 12)]
    running = 0
    for portion in portions:
        if running == jobs:
            os.wait()
            running -= 1
        if os.fork() == 0:
            _measure_alone(portion)
        running += 1
    for _ in range(running):
        os.wait()
    return load(files)[0]


def _measure_alone(files: list[str]) -> None:
    try:
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        measure(files, FOLDERS)
    finally:
        os._exit(0)


def _survivors(mutations: list[Mutation], reach: Reach, args: argparse.Namespace) -> list[Mutation]:
    """Of functions by an exchange of their code, which is quick; what survives that, as functions do that are called
    while their module is imported, and what it cannot reach is judged by a new import.
    """
    results = _judged_by_exchange(mutations, reach, args)
    left = [found for found, result in zip(mutations, results, strict=True) if result != KILLED]
    return [found for found, result in afresh(left, reach, args.limit, args.jobs) if result != KILLED]


def _judged_by_exchange(mutations: list[Mutation], reach: Reach, args: argparse.Namespace) -> list[int]:
    """The result of each, from a process that collects the tests; this one must import no source."""
    reading, writing = os.pipe()
    if (pid := os.fork()) == 0:
        plugin = Judging([found for found in mutations if found.in_function], reach, args.limit, args.jobs)
        tests = {test.partition("::")[0] for found in plugin.mutations for test in reach.of(found, args.limit)}
        try:
            if tests:
                pytest.main([*PYTEST, *sorted(tests)], plugins=[plugin])
            with os.fdopen(writing, "w") as answer:
                json.dump([plugin.results.get(found, NOT_RUN) for found in mutations], answer)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        results: list[int] = json.load(answer)
    os.waitpid(pid, 0)
    return results


if __name__ == "__main__":
    sys.exit(main())
