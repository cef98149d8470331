"""The mutation tool, on a program of a few lines: what no test notices is listed, and judging nothing is an error."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.mutation.mutations import mutations_of
from tests.mutation.processes import FAILED, MEMORY, TOO_LONG, in_processes
from tests.mutation.reach import Reach

SCORES = """\
LEAST = 3


def better(one, other):
    return one > other


def run_but_not_checked(one):
    return one == 7


def never_run(one):
    return one + 11


def same_either_way(one):
    return one if one > 0 else 0
"""
TEST = """\
from referee.engine.scores import LEAST, better, run_but_not_checked, same_either_way


def test_scores():
    run_but_not_checked(7)
    assert LEAST == 3
    assert better(2, 1) and not better(1, 1) and not better(1, 2)
    assert [same_either_way(one) for one in (-1, 0, 1)] == [0, 0, 1]


def test_that_fails():
    assert not better(2, 1)
"""
EQUIVALENT = """\
referee/engine/scores.py
same_either_way
one if one > 0 else 0 -> one if one >= 0 else 0
Either way 0 is 0.
"""
# As conftest.py may do, so that tests leave the user's own folders alone.
CONFTEST = """\
import os, tempfile

os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp()


def pytest_addoption(parser):
    parser.addoption("--sample")
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program with one module, its test, and the tool beside it."""
    files = {
        "referee/engine/scores.py": SCORES,
        "referee/engine/lonely.py": SCORES,
        "pytest.ini": "[pytest]\nasyncio_default_fixture_loop_scope = function\n",
        "tests/conftest.py": CONFTEST,
        "tests/engine/test_scores.py": TEST,
        "tests/store/test_broken.py": "import referee.engine.missing\n",
        "tests/mutation/equivalent.txt": EQUIVALENT,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for folder in {path.parent for path in tmp_path.rglob("*.py")} | {tmp_path / "referee"}:
        (folder / "__init__.py").touch()
    for source in Path(__file__).parent.glob("*.py"):
        if source.name != Path(__file__).name:
            shutil.copy(source, tmp_path / "tests/mutation")
    return tmp_path


def run(program: Path, source: str, tests: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tests.mutation", "--count", "0", "--under", source, "--tests", tests]
    environment = os.environ | {"XDG_CACHE_HOME": str(program / "cache")}
    return subprocess.run(command, cwd=program, env=environment, capture_output=True, text=True, timeout=120)


def test_lists_what_no_test_notices_and_nothing_else(program: Path) -> None:
    done = run(program, "referee/engine/scores.py", "tests/engine")
    _, survivors = done.stdout.split("survive (")
    assert [line.partition(":")[2] for line in survivors.splitlines()[1:]] == [
        "9  run_but_not_checked: one == 7 -> one != 7",
        "9  run_but_not_checked: one == 7 -> one == 8",
        "13  never_run: one + 11 -> one + 12  (no test reaches it)",
    ]
    assert "1 of 10 equivalent\n6 of the others killed, 0 of them because they took too long" in done.stdout
    assert "fails without any mutation: tests/engine/test_scores.py::test_that_fails" in done.stdout
    assert (done.returncode, done.stderr) == (1, "")
    assert (program / "referee/engine/scores.py").read_text() == SCORES


@pytest.mark.parametrize(
    ("source", "tests", "sentence"),
    [
        ("referee/engine/lonely.py", "tests/engine", "None of the 1 tests that pass reaches any of the 10 mutations."),
        ("referee/engine/scores.py", "tests/store", "tests/store/test_broken.py cannot be measured: run it by itself"),
        ("referee/engine/scored.py", "tests/engine", "There is no referee/engine/scored.py."),
    ],
)
def test_to_judge_nothing_is_an_error(program: Path, source: str, tests: str, sentence: str) -> None:
    done = run(program, source, tests)
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == 1


def test_the_tests_of_the_folder_that_mirrors_the_source_judge_first_in_all_their_cases() -> None:
    file = "referee/engine/state/tags.py"
    mutation = next(iter(mutations_of(file, "def low(n: int) -> bool:\n    return n < 3\n")))
    near, far = "tests/engine/state/test_names.py::test_names", "tests/ui/test_keys.py::test_keys"
    tests = [f"{near}[a]", f"{near}[b]", f"{far}[a]", f"{far}[b]"]
    reach = Reach(seconds=dict.fromkeys(tests, 1.0), lines={test: {file: 1 << 2} for test in tests})
    assert reach.of(mutation, limit=3) == [f"{near}[a]", f"{near}[b]", f"{far}[a]"]


def test_work_that_does_not_end_is_stopped_and_what_breaks_its_process_has_failed() -> None:
    def work(task: str) -> int:
        match task:
            case "endless":
                while True:
                    pass
            case "broken":
                raise ValueError
            case "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            case "huge":
                bytes(MEMORY)
        return 0

    tasks = ["endless", "broken", "killed", "huge", "done"]
    start = time.monotonic()
    results = dict(in_processes(tasks, work, lambda _: 0.1, jobs=5))
    assert time.monotonic() - start < 25, "not stopped by what it used of the processor"
    assert results == {"endless": TOO_LONG, "broken": FAILED, "killed": FAILED, "huge": FAILED, "done": 0}
