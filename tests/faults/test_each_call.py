"""Every system call on files fails once: what was said to be done is there, what was refused is not.

strace makes the calls fail, in a child of this process that does a fixed course of deeds.
"""

import json
import os
import re
import shutil
import subprocess
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from referee.engine.problem import Problem
from referee.store.saves import Saves
from tests.faults.deeds import Keeper, Shelf, holds

MOST = int(os.environ.get("REFEREE_CALLS", "30"))
"""Failures that are tried, spread evenly over all there can be."""
FILES = "openat pread64 pwrite64 fsync ftruncate renameat unlinkat mkdirat newfstatat fstat flock getdents64 fchmod"
ERRORS = {"openat": "EIO EMFILE EACCES", "pwrite64": "EIO ENOSPC", "fsync": "EIO ENOSPC", "mkdirat": "EIO EDQUOT"}
"""The errors of a call; EIO where nothing else is said."""
FIRST = "Fight 1"


def course(keeper: Keeper) -> Iterator[Callable[[], object]]:
    """Deeds of every sort; those that an earlier refusal has made senseless are left out."""
    yield lambda: keeper.open(FIRST)
    for _ in range(4):
        yield keeper.act
    yield keeper.settle
    yield keeper.act
    yield keeper.close
    yield keeper.saves.all
    yield lambda: keeper.copy(FIRST)
    yield lambda: keeper.rename(FIRST)
    yield lambda: keeper.remove(min(keeper.shelf))
    yield keeper.restore
    yield keeper.create
    yield keeper.act
    yield keeper.close
    yield lambda: keeper.saves.check(max(keeper.shelf))
    yield lambda: keeper.saves.open(max(keeper.shelf), read_only=True).close()


def went(saves: Saves, start: Shelf) -> str:
    """Goes the course; as JSON what is said to be there, or the traceback of a mistake."""
    keeper = Keeper(saves)
    keeper.shelf, keeper.names = dict(start), len(start)
    try:
        for deed in course(keeper):
            if deed in (keeper.act, keeper.settle, keeper.close) and not keeper.plays:
                continue
            if deed == keeper.restore and not keeper.trash:
                continue
            with suppress(Problem):
                deed()
        return json.dumps(keeper.shelf)
    except BaseException:
        return traceback.format_exc()


class Run:
    """The course gone by a child of this process under strace."""

    def __init__(self, folder: Path, *strace: str) -> None:
        self.saves = Saves(folder / "saves")
        for left in (self.saves.folder, folder / "state"):
            shutil.rmtree(left, ignore_errors=True)
        shutil.copytree(folder / "prepared", self.saves.folder)
        log = folder / "strace"
        ready, go = os.pipe()
        told, tell = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(go)
            os.read(ready, 1)
            os.write(tell, went(self.saves, {FIRST: 5}).encode())
            os._exit(0)
        os.close(ready)
        os.close(tell)
        tracer = subprocess.Popen(
            ["strace", "-p", str(child), "-o", str(log), *strace], stderr=subprocess.PIPE, text=True
        )
        assert tracer.stderr is not None
        attached = "attached" in tracer.stderr.readline()
        os.close(go)
        with open(told, "rb") as answer:
            self.told = answer.read().decode()
        os.waitpid(child, 0)
        tracer.communicate()
        if not attached:
            pytest.skip("strace may not trace here")
        self.log = log.read_text()

    def wrong(self) -> str:
        """What is wrong with what is left; empty if nothing is."""
        if self.told[0] != "{":
            return self.told
        try:
            return "" if holds(self.saves, json.loads(self.told)) else f"not {self.told}"
        except Exception:
            return f"after {self.told}: {traceback.format_exc()}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with prepared saves; everything that the course needs is imported already."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    keeper = Keeper(Saves(tmp_path / "prepared"))
    keeper.create()
    for _ in range(5):
        keeper.act()
    keeper.close()
    shutil.copytree(tmp_path / "prepared", tmp_path / "rehearsal")
    assert went(Saves(tmp_path / "rehearsal"), {FIRST: 5})[0] == "{"
    return tmp_path


@pytest.mark.one_in(6)
@pytest.mark.skipif(not shutil.which("strace"), reason="there is no strace")
def test_whatever_call_fails_once(folder: Path, record_property: Callable[[str, object], None]) -> None:
    sound = Run(folder, "-e", f"trace={','.join(FILES.split())}")
    assert sound.wrong() == ""
    counted = Counter(re.findall(r"^(\w+)\(", sound.log, re.MULTILINE))
    faults = [
        (call, number, error)
        for call in sorted(counted)
        for number in range(1, counted[call] + 1)
        for error in ERRORS.get(call, "EIO").split()
    ]
    tried = faults[:: max(1, len(faults) // MOST)]
    wrong = []
    for call, number, error in tried:
        run = Run(folder, "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={number}")
        assert "(INJECTED)" in run.log
        if found := run.wrong():
            wrong.append(f"{call} number {number} {error}: {found}")
    record_property("done", len(tried))
    assert not wrong, "\n".join(wrong)
