"""A program that changes a campaign, or renames what it is made of, is killed before each call on the disk: what was
under way is there wholly or not at all once somebody looks again.
"""

import json
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.main import run
from referee.store.journal_line import dumped, written
from referee.store.saves import Saves
from referee.store.unfinished_changes import UNFINISHED
from tests.cli.command import enter
from tests.faults.disk import Disk
from tests.faults.test_done_or_not import DEEDS, State, Trial, allowed, prepared, state

pytestmark = pytest.mark.one_in(6)

__all__ = ["prepared"]
EVERY = int(os.environ.get("REFEREE_CAMPAIGN_KILLS_EVERY", "5"))
"""One in so many calls on the disk is its program's last; 1: each."""
OF_CAMPAIGNS = [deed for deed in DEEDS if deed.startswith(("campaign", "party"))]


def killed(prepared: Path, top: Path, deed: str, call: int) -> State:
    """What can be seen once a program was killed that did the deed, before that call on the disk, counted from 0."""
    shutil.rmtree(top, ignore_errors=True)
    shutil.copytree(prepared, top)
    child = os.fork()
    if child == 0:
        with pytest.MonkeyPatch.context() as patch:
            enter(top, patch)
            patch.setenv("XDG_STATE_HOME", str(top / "state"))
            disk = Disk(patch)
            disk.fails = lambda name, args: os.kill(os.getpid(), signal.SIGKILL) if len(disk.calls) > call else None
            run(DEEDS[deed])
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL, "it ended by itself"
    return state(top / "saves")


@pytest.mark.one_in(6)
@pytest.mark.parametrize("deed", OF_CAMPAIGNS)
def test_a_campaign_loses_nothing(
    prepared: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
    deed: str,
) -> None:
    trial = Trial(prepared, tmp_path / "trial", monkeypatch)
    before = state(prepared / "saves")
    code, after = trial.does(deed)
    assert code == 0 and after != before
    kills = range(0, len(trial.calls), EVERY)
    for call in kills:
        found = killed(prepared, tmp_path / "killed", deed, call)
        assert found in allowed(before, after), (deed, call, trial.calls[call:])
    record_property("kills", len(kills))


def test_what_is_unfinished_leads_nowhere_else(tmp_path: Path) -> None:
    saves, outside = tmp_path / "saves", tmp_path / "outside"
    for folder in (saves, outside):
        folder.mkdir()
        (folder / "mine").write_text("mine")
    for moves in (
        [["../outside/mine", "taken"]],
        [["mine", "../outside/mine"]],
        [["mine", "/tmp/mine"]],
        [["mine"]],
        7,
    ):
        (saves / UNFINISHED).write_text(json.dumps({"moves": moves, "line": None}))
        here = Saves(saves)
        assert here.all() == [] and "makes no sense. It was put aside as unfinished-" in here.bring_back()[0]
        (aside,) = saves.glob("*.aside")
        aside.unlink()
        assert sorted(os.listdir(saves)) == ["library.lock", "mine"] and os.listdir(outside) == ["mine"]


def test_a_folder_that_came_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saves.create("first", "fifth").close()
    shutil.copytree(tmp_path / "first", tmp_path / ".new-1")
    (tmp_path / UNFINISHED).write_text(json.dumps({"moves": [[".new-1", "first"]], "line": None}))
    assert [save.slug.partition("-")[0] for save in saves.all()] == ["first", "first"]
    saves.create("second", "fifth").close()
    (tmp_path / UNFINISHED).write_text(json.dumps({"moves": [["first", "second"]], "line": None}))
    assert {"first", "second"} <= {save.slug for save in saves.all()}


@pytest.mark.parametrize("torn", [lambda line: b"", lambda line: line[:9] + bytes(20), lambda line: line])
def test_a_name_is_written_to_its_end(tmp_path: Path, torn: Callable[[bytes], bytes]) -> None:
    saves = Saves(tmp_path)
    journal = saves.create("first", "fifth")
    journal.close()
    at = (tmp_path / "first" / "journal.jsonl").stat().st_size
    line = written(2, "name", dumped(journal.title.renamed("Second")))[1].decode()
    with (tmp_path / "first" / "journal.jsonl").open("ab") as file:
        file.write(torn(line.encode()))
    (tmp_path / UNFINISHED).write_text(json.dumps({"moves": [], "line": ["first/journal.jsonl", at, line]}))
    assert [(save.name, save.trouble) for save in saves.all()] == [("Second", "")]
