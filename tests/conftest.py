"""What every test finds around it, whatever the machine's own settings are, and how much is tried."""

import atexit
import gc
import os
import random
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import hypothesis
import pytest

from referee.engine import mistake, problem
from tests import sample

# Read by modules as they are imported, so it must stand before any of them is.
for name in ("LC_ALL", "LC_CTYPE", "NO_COLOR", "PYTHONDONTWRITEBYTECODE", "REFEREE_SAVES", "REFEREE_THEME"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"
sys.dont_write_bytecode = False  # hundreds of programs are started, which would compile all of it each
os.environ["COLORTERM"] = "truecolor"
# Tens of thousands of times something waits for the disk, which files in memory do not. TMPDIR tries a real disk.
if "TMPDIR" not in os.environ and os.access("/dev/shm", os.W_OK) and shutil.disk_usage("/dev/shm").free > 1 << 30:
    os.environ["TMPDIR"], tempfile.tempdir = "/dev/shm", None
OWN = tempfile.mkdtemp(prefix="referee-tests-")
atexit.register(shutil.rmtree, OWN, ignore_errors=True)
for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
    os.environ[name] = tempfile.mkdtemp(dir=OWN)
gc.disable()  # until all tests are collected: next to nothing of what is made meanwhile can go again

TESTS = Path(__file__).parent
SAID_PLAINLY = [
    TESTS / folder for folder in ("engine", "rules", "command_language", "library", "dialogue", "campaign", "words")
]
ANY_SIGNS = TESTS / "rules/open_table"
"""Whose problems tell what any file says."""
TYPED = re.compile(r'".*"|`[^`]*`|\{[^}]*\}|(?<=means nothing there\. )Use .*', re.DOTALL)
"""What a problem quotes, and the signs of maps that it lists."""
SENTENCE = re.compile(r"[\w .,:;?!'’\"()\[\]…+*/<>=–-]*")
BEGINS = re.compile(r"[\w\"'`/-]")

# How long an example takes is no fault of what is tried: another program may have the processor. The examples are the
# same in each run, so that a commit passes everywhere or nowhere.
hypothesis.settings.register_profile(
    "any machine", deadline=None, derandomize=True, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")


@pytest.fixture(autouse=True)
def _settings_of_one_test() -> Iterator[None]:
    """What a test chooses on the settings page is gone after it."""
    yield
    Path(os.environ["XDG_CONFIG_HOME"], "referee", "settings.toml").unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def _dice_of_one_test(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice that the app throws are the same whenever this test runs, so that it passes always or never."""
    dice = random.Random(crc32(request.node.nodeid.encode()))
    monkeypatch.setattr(random, "SystemRandom", lambda: dice)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run all of what the usual run takes a sample of")
    parser.addoption("--rest", action="store_true", help="run a part of what the sample leaves out")
    parser.addoption("--sample", metavar="NAME", help="the sample of that name; if not said, that of the commit")


def pytest_configure(config: pytest.Config) -> None:
    _refuse_missing_paths(config)
    config.addinivalue_line(
        "markers",
        "one_in(n, rest=3): the usual run takes one in n of the cases of this test, --rest one in `rest` of the others",
    )
    config.addinivalue_line("markers", "looks_at_plays: run first, so that each transcript is played in one process")
    config.option.sample = config.option.sample or sample.of_commit()


def _refuse_missing_paths(config: pytest.Config) -> None:
    """UsageError for a path that is not there: with `-n 1` no test would run, and nothing would say why."""
    if config.option.pyargs:
        return
    paths = dict.fromkeys(word.partition("::")[0] for word in config.args)
    if missing := [path for path in paths if not (config.invocation_params.dir / path).exists()]:
        raise pytest.UsageError(f"No test was run: there is no {' and no '.join(missing)}.")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Files and tests that are named run in this process: at once, and open to a debugger.

    Else three for each two cores: a sixth of the time is spent waiting, but each process collects all tests.
    """
    return 0 if _named(config) else (3 * _cores() + 1) // 2


def _named(config: pytest.Config) -> bool:
    """Are files or tests named?"""
    return any(".py" in word for word in config.args)


def _cores() -> int:
    """The cores that this process may run on, where the system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Takes the sample; a test that is named with its parameters is run anyhow. One process looks at all plays."""
    items.sort(key=lambda item: item.get_closest_marker("looks_at_plays") is None)
    if config.option.long or any("[" in word for word in config.args):
        return
    out = sample.left_out(items, config.option.sample, all_run=_named(config) or bool(config.option.keyword))
    taken = sample.rest_of(items, out, config.option.sample) if config.option.rest else {*items} - out
    config.hook.pytest_deselected(items=[item for item in items if item not in taken])
    items[:] = [item for item in items if item in taken]


def pytest_collection_finish() -> None:
    """What is loaded now stays: it is not searched for garbage again and again."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_terminal_summary(terminalreporter: "pytest.TerminalReporter", config: pytest.Config) -> None:
    if not config.option.long:
        terminalreporter.write_line(f"The sample was {config.option.sample}; --sample takes it again.")


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake that the program would go on after fails the test that meets it."""

    def fail(error: Exception) -> None:
        raise error

    monkeypatch.setattr(mistake, "reporters", [fail])


@pytest.fixture(autouse=True)
def well_said(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every problem that a test of the rules meets is a sentence that can be read aloud: it begins with a letter, a
    number, a path or what was typed, and beside what was typed it has no other signs than those of a sentence.
    """
    said = set[str]()

    def init(self: problem.Problem, *args: object) -> None:
        Exception.__init__(self, *args)
        said.add(str(self))

    folders = {*request.path.parents}
    if folders & {*SAID_PLAINLY} and ANY_SIGNS not in folders:
        monkeypatch.setattr(problem.Problem, "__init__", init, raising=False)
    yield
    assert [text for text in said if not SENTENCE.fullmatch(TYPED.sub("", text)) or not BEGINS.match(text)] == []


@pytest.fixture(scope="session", autouse=True)
def heard_signals() -> None:
    """Programs that a test starts hear the signals that those started by `nohup` or in the background do not.

    A signal that is ignored is ignored by children, too; one with a handler is not, and this process ignores it still.
    """
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
