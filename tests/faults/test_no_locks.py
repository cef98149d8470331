"""On a disk without locks nothing acknowledged is lost either, and the referee is warned."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from referee.cli.main import run
from referee.store.library import Library
from referee.store.library_lock import LIBRARY_LOCK
from referee.store.library_record import KeptFigure
from referee.store.library_tables import FIGURES
from referee.store.save_problems import CannotWrite
from tests.cli.command import enter, said

MANY = 40


@pytest.fixture(autouse=True)
def no_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_here(descriptor: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none_here)


def figure(name: str) -> KeptFigure:
    return KeptFigure(name=name, system="plain", words=f'foe "{name}"')


def test_two_programs_that_add_to_the_library_lose_nothing(tmp_path: Path) -> None:
    children = []
    for who in ("a", "b"):
        if (child := os.fork()) == 0:
            try:
                for n in range(MANY):
                    Library(tmp_path).add(FIGURES, [figure(f"{who}{n}")])
                os._exit(0)
            finally:
                os._exit(1)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0]
    assert {each.name for each in Library(tmp_path).all(FIGURES)} == {f"{who}{n}" for who in "ab" for n in range(MANY)}
    assert sorted(os.listdir(tmp_path)) == ["library.json", LIBRARY_LOCK]


def test_a_library_that_was_changed_in_spite_of_the_lock_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(tmp_path)
    library.add(FIGURES, [figure("first")])

    def meanwhile(was: KeptFigure) -> KeptFigure:
        (tmp_path / f"{LIBRARY_LOCK}.held").unlink()  # another computer does not see it
        Library(tmp_path).add(FIGURES, [figure("second")])
        return was.renamed("third")

    with pytest.raises(CannotWrite, match="Another program has just changed the library"):
        library.change(FIGURES, figure("first"), meanwhile)
    assert [each.name for each in library.all(FIGURES)] == ["first", "second"]


def test_the_referee_is_warned_at_each_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    enter(tmp_path, monkeypatch)
    warned = "This disk does not support locks: make sure nobody else is "
    assert f"{warned}changing the library." in said(capsys, 0, "library", "add", "Orc", "foe", "--system", "plain")[1]
    assert run(("new", "tonight", "--system", "plain")) == 0
    assert f"{warned}playing this encounter." in said(capsys, 0, "do", "tonight", "note x")[1]
    assert not list(tmp_path.glob("saves/**/*.held"))


def test_a_program_that_was_killed_keeps_nobody_out(tmp_path: Path) -> None:
    child = os.fork()
    if child == 0:
        with Library(tmp_path).held():
            os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
    assert (tmp_path / f"{LIBRARY_LOCK}.held").exists()
    Library(tmp_path).add(FIGURES, [figure("Orc")])
    assert [each.name for each in Library(tmp_path).all(FIGURES)] == ["Orc"]
