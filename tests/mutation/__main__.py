"""Which small changes of the program no test notices: `python -m tests.mutation --seed 1 --count 400`.

Mutations are made by rule: a comparison turned or shifted by one, a condition negated or a part of it left out, a
call, an assignment to an attribute or an element of an answer left out, a constant changed. A seed draws them over
the engine, the saves, the words and Black Keep (`--under` names other files or folders, `--count 0` takes all,
`--only referee/text/width.py:12` takes those of one line).

Each is judged by the tests that reach its line, the nearest and quickest first, up to `--limit` seconds together.
Which test reaches what is measured first and kept in the user's cache for each test file, until a source or that
file changes. Programs that a test starts run without the mutation: only what a test does in its own process counts.
The source files are never changed. What survives is listed; what `equivalent.txt` lists is counted by itself.

It ends with 1 if more than a twentieth of the others survives, with 2 where nothing could be judged.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.mutation.judge import KILLED, judge
from tests.mutation.mutations import draw, equivalents, mutations_of
from tests.mutation.processes import TOO_LONG, in_processes
from tests.mutation.reach import TOP, Kept, Reach, measure

FOLDERS = ["referee/engine", "referee/store", "referee/words", "referee/rules/black_keep"]
TESTS = [
    "tests/engine",
    "tests/store",
    "tests/words",
    "tests/command_language",
    "tests/library",
    "tests/dialogue",
    "tests/campaign",
    "tests/rules",
    "tests/voice",
    "tests/faults",
]
EQUIVALENT = TOP / "tests/mutation/equivalent.txt"


class Nothing(Exception):
    """Nothing can be judged; its text says why."""


def main() -> int:
    """Draws, judges and lists; 1 if more than a twentieth survives, 2 where nothing could be judged."""
    args = _arguments()
    os.nice(10)
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    os.environ["TMPDIR"] = tempfile.tempdir = tempfile.mkdtemp(prefix="mutations-", dir=memory)
    try:
        return _judged(args)
    except Nothing as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)


def _judged(args: argparse.Namespace) -> int:
    under = [name.partition(":")[0] for name in args.only or args.under]
    every = [found for file in _files(under, "*.py") for found in mutations_of(file, (TOP / file).read_text())]
    if args.only:
        drawn = [found for found in every if f"{found.file}:{found.line}" in args.only]
    else:
        drawn = draw(every, args.seed, args.count)
    if args.again:
        listed_before = args.again.read_text().splitlines()
        drawn = [found for found in drawn if any(line.startswith(f"  {found}") for line in listed_before)]
    if not drawn:
        raise Nothing("There is no mutation to draw in these sources.")
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
    for test in reach.failed:
        print(f"  left out, for it fails without any mutation: {test}", flush=True)
    left = [found for found in drawn if found not in same]
    if left and not any(reach.of(found, args.limit) for found in left):
        raise Nothing(f"None of the {len(reach.seconds)} tests that pass reaches any of the {len(left)} mutations.")
    results = judge(left, reach, args.limit, args.jobs)
    survivors = [found for found in left if results[found] not in (KILLED, TOO_LONG)]
    slow = sum(result == TOO_LONG for result in results.values())
    print(f"\n{time.monotonic() - start:.0f} s; {len(same)} of {len(drawn)} equivalent")
    print(f"{len(left) - len(survivors)} of the others killed, {slow} of them because they took too long")
    print(f"{len(survivors)} survive ({len(survivors) / max(1, len(left)):.1%} of the others):")
    for found in sorted(survivors, key=lambda found: (found.file, found.line)):
        print(f"  {found}{'' if reach.of(found, args.limit) else '  (no test reaches it)'}")
    return int(len(survivors) * 20 > len(left))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.mutation", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400, help="how many are drawn; 0: all")
    parser.add_argument("--under", nargs="+", default=FOLDERS, help="the sources")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="the tests that judge")
    parser.add_argument("--jobs", type=int, default=2, help="processes at the same time")
    parser.add_argument("--only", nargs="+", metavar="FILE:LINE", help="only the mutations of these lines")
    parser.add_argument("--again", type=Path, metavar="FILE", help="only those that survive in what a run has printed")
    parser.add_argument("--limit", type=float, default=20, help="seconds of tests for one mutation")
    return parser.parse_args()


def _files(names: list[str], pattern: str) -> list[str]:
    """The files of these names, and those like `pattern` in the folders of these names."""
    found = set[str]()
    for name in names:
        path = TOP / name
        if not path.exists():
            raise Nothing(f"There is no {name}.")
        found |= {str(file.relative_to(TOP)) for file in (path.rglob(pattern) if path.is_dir() else [path])}
    return sorted(found)


def _reach(tests: list[str], jobs: int) -> Reach:
    """What each test reaches; what is not known is measured in other processes."""
    files, kept = _files(tests, "test_*.py"), Kept()
    missing = kept.missing(files)
    # Small portions: what was measured stays, if the rest is broken off.
    portions = [missing[start : start + 6] for start in range(0, len(missing), 6)]

    def measured(portion: list[str]) -> int:
        measure(portion, kept)
        return 0

    for portion, _ in in_processes(portions, measured, lambda _: 3600, jobs):
        for file in kept.missing(portion):
            raise Nothing(f"{file} cannot be measured: run it by itself to see why.")
    return kept.load(files)


if __name__ == "__main__":
    sys.exit(main())
