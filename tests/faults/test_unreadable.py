"""What cannot be read is listed with the reason, everywhere, and nothing is made in its place."""

import json
import os
import shutil
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.main import run
from referee.store.saves import Saves
from tests.cli.command import enter, said

Captured = pytest.CaptureFixture[str]
NOBODY = 65534


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """The folder of two encounters."""
    enter(tmp_path, monkeypatch)
    for name in ("tonight", "other"):
        assert run(("new", name, "--system", "plain")) == 0
    capsys.readouterr()
    return tmp_path / "saves"


def as_nobody(do: Callable[[], None]) -> str:
    """What is printed by a deed that is done by a user who may do nothing; empty if it went well without a word."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writer, 1)
        os.dup2(writer, 2)
        try:
            os.setuid(NOBODY)
            do()
        except BaseException:
            os.write(1, traceback.format_exc().encode())
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as told:
        found = told.read()
    os.waitpid(child, 0)
    return found


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_an_encounter_of_somebody_else_is_listed_with_its_owner(saves: Path) -> None:
    for folder in (saves, *saves.parents[: len(saves.parents) - 1]):
        if folder.stat().st_uid == 0 and folder.is_relative_to(saves.parents[3]):
            folder.chmod(0o755)
    os.chown(saves, NOBODY, NOBODY)
    why = "tonight cannot be read: permission denied (it belongs to root)."

    def looked() -> None:
        here = Saves(saves)
        assert {save.slug: save.trouble for save in here.all()}["tonight"] == why
        assert here.check("tonight") == [why]
        for deed in (lambda: here.open("tonight"), lambda: here.open("tonight", read_only=True)):
            with pytest.raises(Exception, match="permission denied"):
                deed()
        with pytest.raises(Exception, match="already a folder called tonight, which cannot be read: permission denied"):
            here.free("tonight")
        os.write(1, b"all of it is so")

    assert as_nobody(looked) == "all of it is so"


def test_a_link_to_an_encounter_is_listed_and_not_followed(saves: Path, capsys: Captured) -> None:
    elsewhere = saves.parent / "elsewhere"
    (saves / "tonight").rename(elsewhere)
    (saves / "tonight").symlink_to(elsewhere)
    before = {path.name: path.read_bytes() for path in elsewhere.iterdir()}
    why = "tonight cannot be read: it is a link, and links are not followed."
    assert why in said(capsys, 0, "ls")[0]
    for words in (
        ("show", "tonight"),
        ("do", "tonight", "note x"),
        ("remove", "tonight"),
        ("copy", "tonight", "third"),
    ):
        assert why in said(capsys, 1, *words)[1]
    assert said(capsys, 1, "check", "tonight")[0] == f"{why}\n"
    assert "tonight, which cannot be read: it is a link" in said(capsys, 1, "new", "tonight", "--system", "plain")[1]
    assert {path.name: path.read_bytes() for path in elsewhere.iterdir()} == before


@pytest.fixture
def own(saves: Path, capsys: Captured) -> Path:
    """The folder of an encounter of a game of one's own."""
    said(capsys, 0, "system", "new", "mine")
    (saves.parent / "systems").mkdir()
    (saves.parent / "mine.toml").rename(saves.parent / "systems" / "mine.toml")
    said(capsys, 0, "new", "house", "--system", "mine")
    return saves / "house"


@pytest.mark.parametrize(
    "spoil", [lambda file: os.truncate(file, 9), lambda file: file.unlink(), lambda file: file.write_text("[system")]
)
def test_a_damaged_system_file_is_found_and_told(own: Path, capsys: Captured, spoil: Callable[[Path], object]) -> None:
    assert said(capsys, 0, "check", "house")[0] == "house is intact.\n"
    spoil(own / "system.toml")
    assert "system.toml of house" in said(capsys, 1, "check", "house")[0]
    out, _ = said(capsys, 0, "repair", "house")
    assert "Nothing was lost" not in out and "system.toml of house" in out
    assert "played once that file is there again as it was" in out


@pytest.fixture
def exported(saves: Path, own: Path, capsys: Captured) -> dict[str, object]:
    """A campaign file with an encounter of one's own game, and two others."""
    said(capsys, 0, "campaign", "new", "hills", "--system", "mine")
    said(capsys, 0, "campaign", "add", "hills", "house")
    said(capsys, 0, "copy", "house", "second")
    said(capsys, 0, "campaign", "add", "hills", "second")
    found: dict[str, object] = json.loads(said(capsys, 0, "campaign", "export", "hills")[0])
    shutil.rmtree(saves)
    return found


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda file: file["encounters"][0].update(system_file=file["encounters"][0]["system_file"][:99]),
            "house cannot be played. System.toml is not",
        ),
        (lambda file: file["encounters"][0].update(system_file="x" * 2_000_000), "system_file: is too long"),
        (lambda file: file["encounters"][1].update(journal="x\n"), "second cannot be played. Journal.jsonl is damaged"),
        (
            lambda file: file["encounters"][1].update(journal=file["encounters"][1]["journal"][:-9]),
            "second cannot be played. Its journal is damaged.",
        ),
        (lambda file: file["parties"].append({"name": "x", "system": "mine"}), "parties, 1st, members: is missing"),
        (
            lambda file: file["parties"].append(
                {"name": "x", "system": "mine", "members": [{"name": "A", "words": "foe"}] * 120_000}
            ),
            "parties, 1st, members: has too many entries",
        ),
        (lambda file: file.update(encounters=[file["encounters"][0]] * 1_001), "encounters: has too many entries"),
    ],
)
def test_a_campaign_that_cannot_be_played_puts_nothing_in(
    saves: Path, exported: dict[str, object], capsys: Captured, change: Callable[[dict[str, object]], None], told: str
) -> None:
    change(exported)
    (saves.parent / "hills.json").write_text(json.dumps(exported))
    _, err = said(capsys, 1, "campaign", "import", "hills.json")
    assert told in err and ".new-" not in err and ".import-" not in err and err.count("\n") == 1
    assert [path.name for path in saves.iterdir()] in ([], ["library.lock"])
    assert said(capsys, 0, "campaign", "ls")[0] == ""


def test_two_encounters_of_one_name_come_in_both(
    saves: Path, exported: dict[str, list[dict[str, str]]], capsys: Captured
) -> None:
    exported["encounters"][1]["name"] = "house"
    (saves.parent / "hills.json").write_text(json.dumps(exported))
    assert said(capsys, 0, "campaign", "import", "hills.json")[0] == "hills is on the shelf now.\n"
    assert sorted(said(capsys, 0, "ls", "--names")[0].split("\n"))[1:] == ["house", "house 2"]
    for name in ("house", "house 2"):
        assert said(capsys, 0, "check", name)[0] == f"{name} is intact.\n"
