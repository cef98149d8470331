"""The edges of the shell: closed streams, narrow encodings, full disks, input without end."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.main import MISTAKE, run
from referee.store.saves import Saves

pytestmark = pytest.mark.one_in(10)

ROOT = Path(__file__).parent.parent.parent
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "saves"
    monkeypatch.setenv("REFEREE_SAVES", str(folder))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    assert run(["new", "demo", "--system", "black_keep", "--sample"]) == 0
    return folder


def said(capsys: Captured, code: int, *words: str) -> tuple[str, str]:
    """What the command prints and complains of; it must end with that code."""
    capsys.readouterr()
    assert run(words) == code, capsys.readouterr()
    out = capsys.readouterr()
    return out.out, out.err


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a shell makes of it; `referee` is the one under test."""
    return subprocess.run(
        ["bash", "-c", f'referee() {{ "{sys.executable}" -m referee "$@"; }}; {command}'],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.one_in(6)
@pytest.mark.parametrize("command", ["ls >&-", "demo <&-", "demo --plain <&-", "show demo 2>&-", "ls >&- 2>&- <&-"])
def test_a_closed_stream_is_no_traceback(command: str) -> None:
    done = shell(f"referee {command}")
    assert "Traceback" not in done.stdout + done.stderr and done.returncode in (0, 1, 2)


def test_what_is_printed_to_a_closed_output_is_refused() -> None:
    done = shell("referee ls >&-")
    assert (done.returncode, done.stderr) == (1, "referee: bad file descriptor.\n")


def test_a_narrow_encoding_gets_plain_letters(capsys: Captured) -> None:
    said(capsys, 0, "do", "demo", "note here → there")
    done = shell("referee log demo", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0 and "here -> there" in done.stdout and done.stderr == ""


def test_a_folder_of_nobody_is_one_sentence() -> None:
    done = shell("referee ls", REFEREE_SAVES="~nobody-of-that-name/x")
    assert (
        done.returncode == 1
        and done.stderr.count("\n") == 1
        and "starts with a home folder that does not exist" in done.stderr
    )


def test_where_was_looked_is_said(saves: Path, capsys: Captured) -> None:
    assert f"There is no encounter called Goblin in {saves}." in said(capsys, 1, "show", "Goblin")[1]


def test_columns_stand_in_line_behind_wide_names(capsys: Captured) -> None:
    said(capsys, 0, "new", "wide", "--system", "black_keep")
    said(capsys, 0, "do", "wide", "add player 竜騎士の王", "add player Ann")
    rows = [line for line in said(capsys, 0, "show", "wide")[0].splitlines() if " up " in line]
    wide, narrow = (row[: row.index(" up ")] for row in rows)
    assert len(wide) + 5 == len(narrow)


def test_no_name_begins_like_an_option(capsys: Captured) -> None:
    assert "cannot begin with a dash" in said(capsys, 1, "new", "--system", "black_keep", "--", "-rf")[1]
    assert "cannot begin with a dash" in said(capsys, 1, "rename", "demo", "--", "-rf")[1]


@pytest.mark.one_in(6)
def test_lines_can_come_from_standard_input() -> None:
    done = shell("printf 'note one\\n\\n# aside\\nnote two\\natack r1\\nnote three\\n' | referee do demo -")
    assert done.returncode == 1 and 'command 5: There is no command "atack"' in done.stderr
    log = shell("referee log demo --full").stdout
    assert "note one" in log and "note two" in log and "three" not in log


def test_help_is_given_while_another_program_plays(saves: Path, capsys: Captured) -> None:
    journal = Saves(saves).open("demo")
    assert "damage" in said(capsys, 0, "do", "demo", "help damage")[0]
    assert "is being played" in said(capsys, 1, "do", "demo", "help damage", "note x")[1]
    journal.close()


def test_the_log_tells_what_an_open_command_has_done(capsys: Captured) -> None:
    said(capsys, 0, "do", "demo", "damage ulf", "note INSIDE")
    log = said(capsys, 0, "log", "demo")[0]
    assert "8      Damage ..." in log and "INSIDE" in log
    assert "INSIDE" in said(capsys, 0, "log", "demo", "--json")[0]


def test_ls_and_show_tell_the_same_round_and_turn_while_a_command_is_open(capsys: Captured) -> None:
    said(capsys, 0, "do", "demo", "dice table", "next")
    shown = said(capsys, 0, "show", "demo", "--json")[0]
    listed = said(capsys, 0, "ls", "--json")[0]
    encounter, save = json.loads(shown)["encounter"], json.loads(listed)[0]
    turn = encounter["turn"]
    assert save["round"] == encounter["round"]
    assert save["turn"] == (encounter["figures"][turn]["name"] if turn else "")


def test_a_command_that_other_rules_began_is_told_and_dropped(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.engine.mistake import RulesBug
    from referee.engine.record.resolve import Resolver

    said(capsys, 0, "do", "demo", "damage ulf")
    with monkeypatch.context() as newer:

        def refuse(*args: object) -> None:
            raise RulesBug("the rules changed")

        newer.setattr(Resolver, "resolve", refuse)
        out, err = said(capsys, 0, "show", "demo")
        assert "'damage ulf' was started under older rules" in err and "? " not in out
        facts = json.loads(said(capsys, 0, "show", "demo", "--json")[0])
        assert facts["open"] == [] and "started under older rules" in facts["notice"]


def test_an_encounter_can_be_taken_over(saves: Path, capsys: Captured) -> None:
    old = Saves(saves).open("demo")
    assert "--take-over" in said(capsys, 1, "do", "demo", "note x")[1]
    done = shell("echo 'note here now' | referee demo --plain --take-over")
    assert done.returncode == 0 and "here now" in done.stdout
    old.close()


def test_an_input_without_line_ends_is_refused() -> None:
    done = shell("referee demo --plain < /dev/zero")
    assert done.returncode == 1 and "too long" in done.stderr


def test_a_mistake_of_the_program_is_one_sentence_and_its_details_are_kept(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Saves) -> None:
        raise AssertionError("nobody thought of this")

    monkeypatch.setattr(Saves, "all", broken)
    _, err = said(capsys, MISTAKE, "ls")
    assert err.count("\n") == 1 and "a bug in Referee" in err
    (report,) = (tmp_path / "state" / "referee" / "crashes").iterdir()
    assert str(report) in err and "nobody thought of this" in report.read_text()


def test_a_damaged_encounter_is_repaired_and_a_long_one_copied_without_its_history(
    saves: Path, capsys: Captured
) -> None:
    out, _ = said(capsys, 0, "copy", "demo", "second", "--from-now")
    assert out == "second is a copy of demo as it stands, without its history.\n"
    assert said(capsys, 0, "check", "second")[0] == "second is intact.\n"
    first, second = (said(capsys, 0, "show", name)[0].partition("\n")[2] for name in ("demo", "second"))
    assert first == second
    assert "nothing to take back" in said(capsys, 1, "do", "second", "undo")[1]
    assert said(capsys, 0, "log", "second")[0] == ""
    journal = saves / "demo" / "journal.jsonl"
    raw = journal.read_bytes().replace(b'"n":4,', b'"n":5,')
    journal.write_bytes(raw)
    out, _ = said(capsys, 0, "repair", "demo")
    assert out.startswith("The copy is called demo repaired; demo is unchanged.\n")
    assert said(capsys, 0, "check", "demo repaired")[0] == "demo repaired is intact.\n"
    assert journal.read_bytes() == raw


LIMIT = "export PYTHONDONTWRITEBYTECODE=1; ulimit -f"
"""So many KiB a file may grow; what Python compiles would be cut off there, and be found by all other tests."""
FULL = f"{LIMIT} 8; "
LONG = "x" * 1900


@pytest.mark.one_in(6)
def test_what_do_could_not_write_is_said_not_to_be_done() -> None:
    done = shell(f"{FULL} for n in 1 2 3 4 5 6; do referee do demo 'note {LONG}' || exit $?; done")
    assert done.returncode == 1
    assert "NOT SAVED, so nothing was done. The file cannot grow any more." in done.stderr
    assert shell("referee check demo").stdout == "demo is intact.\n"


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("ending", "kept"),
    [("", True), ("quit\nquit\n", True), ("quit\ndrop\n", False), ("quit\nnote y\nquit\nquit\n", True)],
)
def test_leaving_plain_mode_while_something_is_not_saved(ending: str, kept: bool) -> None:
    lines = f"note {LONG}\n" * 5 + f"note KEPT {LONG}\n" + ending
    done = subprocess.run(
        ["bash", "-c", f'{FULL} exec "{sys.executable}" -m referee demo --plain'],
        cwd=ROOT,
        input=lines,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1 and "referee: NOT SAVED." in done.stderr
    assert ("or drop to leave without saving" in done.stdout) == ending.startswith("quit")
    if not kept:
        assert shell("referee do demo 'note z'").stderr == ""
        assert "KEPT" not in shell("referee log demo").stdout
        return
    # The second place could not take it either: its files may not grow any further than the journal.
    assert "is lost: The file cannot grow any more. It could not be saved elsewhere" in done.stderr


@pytest.mark.one_in(6)
def test_a_new_encounter_or_a_new_name_that_cannot_be_saved_is_not_there(saves: Path) -> None:
    done = shell(f"{LIMIT} 2; referee new other --system gloomhaven --sample")
    assert done.returncode == 1 and "NOT SAVED, so nothing was done." in done.stderr
    size = (saves / "demo" / "journal.jsonl").stat().st_size
    done = shell(f"{LIMIT} {size // 1024}; referee rename demo Another")
    assert done.returncode == 1 and "demo cannot be renamed: the file cannot grow any more." in done.stderr
    listed = json.loads(shell("referee ls --json").stdout)
    assert [(save["name"], save["folder"]) for save in listed] == [("demo", "demo")]


@pytest.mark.parametrize("words", ["show x", "log x", "follow x", "do x next", "check x", "repair x", "conditions x"])
def test_what_is_not_found_is_told_with_the_folder(words: str, saves: Path, capsys: Captured) -> None:
    assert f"called x in {saves}." in said(capsys, 1, *words.split())[1]


@pytest.mark.parametrize("words", ["x", "x --plain", "x --read-only", "rename x y", "copy x y", "remove x"])
def test_where_it_was_looked_is_told_by_all_that_open_one(words: str, saves: Path, capsys: Captured) -> None:
    assert f"called x in {saves}." in said(capsys, 1, *words.split())[1]


def test_an_empty_trash_and_what_is_not_in_it_are_told_with_the_folder(saves: Path, capsys: Captured) -> None:
    assert said(capsys, 0, "trash")[1] == f"The trash of {saves} is empty.\n"
    assert f"in the trash of {saves}." in said(capsys, 1, "restore", "x")[1]
