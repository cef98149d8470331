"""A program that changes a campaign is killed before each call on the disk: nothing that was there is lost.

What was under way is there wholly or not at all, but for three deeds of several writes.
"""

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.main import run
from tests.cli.command import enter
from tests.faults.disk import Disk
from tests.faults.test_done_or_not import DEEDS, State, Trial, prepared, state

pytestmark = pytest.mark.one_in(3)

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


def rows(seen: State) -> set[str]:
    """Each encounter, record and campaign that can be seen, in words."""
    return {
        f"{kind}: {row}"
        for kind, found in seen.items()
        for row in (found.items() if isinstance(found, dict) else found if isinstance(found, list) else ())
    }


HALVES: dict[str, Callable[[State, State, State], bool]] = {
    # A new encounter is there before its plan is taken off the campaign: killed between, both are there.
    "campaign next": lambda before, after, found: found["encounters"] == after["encounters"],
    # It has its new name before its folder has.
    "campaign rename": lambda before, after, found: found["campaigns"] == before["campaigns"],
    # All encounters are there before the campaign is: killed between, those are on the shelf without one.
    "campaign import": lambda before, after, found: found["campaigns"] == before["campaigns"],
}
"""Deeds that take more than one write, and what of them may be there where they were killed between two."""


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
        if found not in (before, after):
            assert deed in HALVES and HALVES[deed](before, after, found), (deed, call, found)
            assert rows(before) & rows(after) <= rows(found), (deed, call)
    record_property("kills", len(kills))
