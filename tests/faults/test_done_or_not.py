"""Each call on the disk fails in each thing that the shell does as a whole: what is refused is not done, what is done
is not refused, and nobody reads the name of a file that is half made."""

import errno
import json
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.campaign.campaign_file import written
from referee.cli.main import run
from referee.store.file import Folder
from referee.store.library import Library
from referee.store.library_tables import CAMPAIGNS, FIGURES, PARTIES
from referee.store.save_reader import names_by_id
from referee.store.saves import Saves
from tests.cli.command import enter
from tests.faults.disk import Disk

Captured = pytest.CaptureFixture[str]
State = dict[str, Any]
Fault = Callable[[Disk], None]
CREATURE = {"Name": "Mudling", "HP": {"Value": 7}, "AC": {"Value": 12}}


def state(folder: Path) -> State:
    """Everything that somebody who looks again can see of the saves in that folder."""
    saves = Saves(folder)
    library = Library(folder)
    listed, names = saves.all(), names_by_id(Folder(folder)) if folder.exists() else {}
    return {
        "encounters": sorted((save.name, save.actions, save.trouble) for save in listed),
        "trash": sorted(save.slug for save in saves.trash()),
        "figures": [figure.name for figure in library.all(FIGURES)],
        "parties": [
            (party.name, party.members, [names.get(each, each) for each in party.saved_in])
            for party in library.all(PARTIES)
        ],
        "campaigns": [
            (
                each.name,
                each.party,
                each.plans,
                each.day,
                each.notes,
                [saves.read(m).name for m in saves.members(each.id)],
            )
            for each in library.all(CAMPAIGNS)
        ],
    }


def members(saves: Saves, campaign: str) -> list[str]:
    """The names of the encounters of the campaign with that id."""
    return [saves.read(slug).name for slug in saves.members(campaign)]


def allowed(before: State, after: State) -> list[State]:
    """What may be left of a deed that a program was killed in: nothing, all, or all but the campaign's own document.

    That is written last: a plan may still be listed though it has begun, and a first encounter may lack its party.
    """
    old = {name: (party, plans) for name, party, plans, *_ in before["campaigns"]}
    late = [(name, *old.get(name, (party, plans)), *rest) for name, party, plans, *rest in after["campaigns"]]
    return [before, after, {**after, "campaigns": late}]


DEEDS: dict[str, tuple[str, ...]] = {
    "library add": ("library", "add", "Mud", "goblin hp=3", "--system", "fifth"),
    "library remove": ("library", "remove", "Boss"),
    "library restore": ("library", "restore", "Gone"),
    "library import": ("library", "import", "mine.json"),
    "import": ("import", "mudling.json"),
    "keep": ("do", "fight", 'keep ann "Dear Ann"'),
    "campaign add": ("campaign", "add", "hills", "fight"),
    "campaign encounter in another name": ("rename", "old2", "other"),
    "campaign rename": ("campaign", "rename", "hills", "vales"),
    "party saved in another name": ("rename", "saved", "other"),
    "campaign next": ("campaign", "next", "ridge"),
    "campaign new": ("campaign", "new", "vale", "--system", "fifth"),
    "campaign plan": ("campaign", "add", "hills", "ambush"),
    "campaign party": ("campaign", "add", "hills", "gang"),
    "campaign drop": ("campaign", "drop", "hills", "old2"),
    "campaign note": ("campaign", "note", "ridge", "They owe the miller."),
    "campaign day": ("campaign", "day", "ridge", "+3"),
    "campaign remove": ("campaign", "remove", "ridge"),
    "campaign import": ("campaign", "import", "hills.json", "--as", "far hills"),
    "party undo": ("do", "saved", "party undo gang"),
    "party save": ("do", "fight", "party save heroes ann yes"),
    "new": ("new", "second", "--system", "plain"),
    "copy": ("copy", "fight", "second"),
    "rename": ("rename", "fight", "other"),
    "remove": ("remove", "fight"),
    "restore": ("restore", "old"),
    "copy from now": ("copy", "fight", "third", "--from-now"),
    "repair": ("repair", "broken"),
    "act": ("do", "fight", "note late"),
}
CALLS = ("open", "pwrite", "fsync", "replace", "rename", "ftruncate", "unlink")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Saves and files that every deed finds."""
    top = tmp_path_factory.mktemp("prepared")
    with pytest.MonkeyPatch.context() as monkeypatch:
        enter(top, monkeypatch)
        plan = {"name": "ambush", "system": "fifth", "text": "system fifth\nadd goblin"}
        (top / "plans.json").write_text(json.dumps({"format": "referee library 2", "plans": [plan]}))
        for words in (
            ("new", "fight", "--system", "fifth"),
            ("do", "fight", "add hero Ann hp=9", *(f"note {n}" for n in range(6))),
            ("copy", "fight", "old"),
            ("copy", "fight", "broken"),
            ("remove", "old"),
            ("library", "add", "Gone", "goblin", "--system", "fifth"),
            ("library", "add", "Boss", "goblin hp=21", "--system", "fifth"),
            ("library", "remove", "Gone"),
            ("copy", "fight", "old2"),
            ("campaign", "new", "hills", "--system", "fifth"),
            ("campaign", "add", "hills", "old2"),
            ("campaign", "new", "ridge", "--system", "fifth"),
            ("library", "import", "plans.json"),
            ("campaign", "add", "ridge", "ambush"),
            ("new", "saved", "--system", "fifth"),
            ("do", "saved", "add hero Dan hp=9", "party save gang dan yes", "damage dan 2", "party save gang yes"),
        ):
            assert run(words) == 0
        (top / "hills.json").write_text(
            written(Saves(top / "saves"), library := Library(top / "saves"), library.all(CAMPAIGNS)[0])
        )
        imp = {"name": "Imp", "system": "fifth", "words": "goblin"}
        exported = {"format": "referee library 1", FIGURES.name: [imp]}
        (top / "mine.json").write_text(json.dumps(exported))
        (top / "mudling.json").write_text(json.dumps(CREATURE))
    journal = top / "saves" / "broken" / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:3], b"what is no line\n", *lines[4:]]))
    (journal.parent / "encounter.json").unlink()
    return top


class Trial:
    """One deed, done in a fresh copy of what is prepared, while one call on the disk fails."""

    def __init__(self, prepared: Path, top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.prepared, self.top, self.monkeypatch = prepared, top, monkeypatch
        self.calls: list[str] = []
        """Calls on the disk that the last deed made."""

    def does(self, deed: str, fault: Fault = lambda disk: None) -> tuple[int, State]:
        """The exit code, and what can be seen once the disk works again."""
        shutil.rmtree(self.top, ignore_errors=True)
        shutil.copytree(self.prepared, self.top)
        enter(self.top, self.monkeypatch)
        self.monkeypatch.setenv("XDG_STATE_HOME", str(self.top / "state"))
        with pytest.MonkeyPatch.context() as watched:
            disk = Disk(watched)
            fault(disk)
            code = run(DEEDS[deed])
            self.calls = disk.calls
        return code, state(self.top / "saves")


PARTLY_DONE = ("but gang could not be made its party: ", "but its plan is still listed. ")
"""Sentences that say that all but the campaign's own document was written."""


@pytest.mark.one_in(12, rest=12)
@pytest.mark.parametrize("deed", DEEDS)
def test_what_is_refused_is_not_done_and_what_is_done_is_not_refused(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured, deed: str
) -> None:
    trial = Trial(prepared, tmp_path / "trial", monkeypatch)
    before = state(prepared / "saves")
    code, after = trial.does(deed)
    capsys.readouterr()
    assert code == 0 and after != before
    wrong = []
    for call, n, lasting in faults(trial.calls):
        code, found = trial.does(deed, fault(call, n, lasting))
        said = "".join(capsys.readouterr())
        partly = any(words in said for words in PARTLY_DONE)
        right = [before] if code else allowed(before, after) if partly else [after]
        if found not in right or ".new-" in said or "Traceback" in said:
            wrong.append(f"{call} {n + 1}{' and later' if lasting else ''}: exit {code}, {found}, {said}")
    assert not wrong, "\n".join(wrong)


def faults(calls: list[str]) -> Iterator[tuple[str, int, bool]]:
    """Each of these calls fails once, and from there on."""
    for call in CALLS:
        for n in range(calls.count(call)):
            yield from ((call, n, False), (call, n, True))


def fault(call: str, n: int, lasting: bool = False) -> Fault:
    """That call fails after n that go well, once or from there on."""
    return lambda disk: (disk.fail if lasting else disk.fail_once)(call, errno.EIO, after=n)


def test_an_act_that_the_disk_does_not_let_go_of_is_not_called_undone(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    trial = Trial(prepared, tmp_path / "trial", monkeypatch)
    _, done = trial.does("act")

    def stuck(disk: Disk) -> None:
        disk.fails = lambda call, args: errno.EIO if call in ("fsync", "ftruncate") else None

    capsys.readouterr()
    code, found = trial.does("act", stuck)
    assert (code, found) == (1, done)
    assert "NOT SAVED, but it may have been done: check with `referee show`" in capsys.readouterr().err


UNSAFE = "but a power failure could still undo it: the disk reports an error."
SAID = {
    "library add": ("added Mud", "The library in "),
    "library import": ("figures: added Imp", "The library in "),
    "import": ("mudling.json:", "The library in "),
    "keep": ("Dear Ann was saved to the library.", "The library in "),
    "party save": ("Saved heroes: Ann.", "The library in "),
    "rename": ("fight is renamed, ", ""),
    "remove": ("fight is put into the trash, ", ""),
    "restore": ("old is brought back, ", ""),
}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("deed", SAID)
def test_what_is_done_but_not_yet_safe_is_said_to_be_so(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured, deed: str
) -> None:
    trial = Trial(prepared, tmp_path / "trial", monkeypatch)
    _, done = trial.does(deed)
    told = []
    for n in range(trial.calls.count("fsync")):
        capsys.readouterr()
        code, found = trial.does(deed, fault("fsync", n))
        said = "".join(capsys.readouterr())
        if UNSAFE in said:
            told.append(said)
            assert code == 0 and found["encounters"] == done["encounters"] and found["figures"] == done["figures"]
    assert told and all(word in said for said in told for word in SAID[deed]), told


def test_a_journal_that_was_laid_out_anew_is_saved_once_its_folder_is(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(prepared, tmp_path / "trial") / "saves"
    journal = Saves(folder).open("fight")
    (folder / "backup").hardlink_to(folder / "fight" / "journal.jsonl")
    disk = Disk(monkeypatch)
    disk.fails = lambda call, args: errno.EIO if call == "fsync" and stat.S_ISDIR(os.fstat(args[0]).st_mode) else None
    journal.move(journal.position - 1)
    assert journal.trouble == "The disk reports an error."
    assert not journal.retry()
    disk.heal()
    assert journal.retry()
    journal.close()
    assert Saves(folder).look("fight").actions == journal.position
