"""The command, in the process and as one."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.cli.main import run
from referee.cli.subcommands import DO
from referee.cli.usage import COMMANDS

ROOT = Path(__file__).parent.parent.parent
RULES = "referee.rules.black_keep.ruleset"
TRANSCRIPT = """\
system black_keep
add player Ulf
add minion Rat
! frobnicate :: There is no command
= ulf is up
"""


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "saves"
    monkeypatch.setenv("REFEREE_SAVES", str(folder))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    return folder


@pytest.fixture
def demo(saves: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert run(["new", "demo", "--system", "black_keep", "--sample"]) == 0
    capsys.readouterr()
    return "demo"


Captured = pytest.CaptureFixture[str]


def said(capsys: Captured, code: int, *words: str) -> tuple[str, str]:
    """What the command prints and complains of; it must end with that code."""
    assert run(words) == code, capsys.readouterr()
    out = capsys.readouterr()
    return out.out, out.err


def process(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "referee", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_an_encounter_from_beginning_to_end(saves: Path, capsys: Captured) -> None:
    assert said(capsys, 0, "ls")[1] == f"There are no encounters in {saves} yet. Make one: referee new NAME\n"
    out, _ = said(capsys, 0, "new", "Night raid", "--system", "black_keep")
    assert out == "Night raid is ready. To open it: referee 'Night raid'\n"
    out, _ = said(capsys, 0, "do", "night", "add player Ulf", "add minion Rat x2", "damage r1 1")
    assert "✎ Rat 1 takes 1.  Wounds 1 → 0, dead" in out
    out, _ = said(capsys, 0, "show", "night")
    assert any(line.split()[:4] == ["r1", "Rat", "1", "monsters"] and "dead" in line for line in out.splitlines())
    assert "   2      ✎ Rat 1 takes 1.  Wounds 1 → 0, dead" in said(capsys, 0, "log", "night")[0]
    out, _ = said(capsys, 0, "log", "night", "--full")
    assert "   2      ✎ damage r1 1" in out and "            Rat 1 is dead" in out
    out, _ = said(capsys, 0, "do", "night", "undo")
    assert "Taken back damage r1 1" in out and "Rat 1's wounds 0 → 1, up" in out
    assert said(capsys, 0, "check", "night")[0] == "night is intact.\n"
    said(capsys, 0, "copy", "night", "second")
    said(capsys, 0, "rename", "second", "Third")
    said(capsys, 0, "remove", "third")
    assert "Third" in said(capsys, 0, "trash")[0]
    said(capsys, 0, "restore", "third")
    listed = json.loads(said(capsys, 0, "ls", "--json")[0])
    assert sorted((save["name"], save["figures"]) for save in listed) == [("Night raid", 3), ("Third", 3)]


def test_an_encounter_is_shown_with_what_is_not_as_it_began_in_the_words_of_its_game(
    saves: Path, capsys: Captured
) -> None:
    said(capsys, 0, "new", "raid", "--system", "fifth")
    said(capsys, 0, "do", "raid", "add goblin", "add cleric Mira", "set mira slot1 3/4", "condition mira exhaustion 2")
    heads, goblin, mira = said(capsys, 0, "show", "raid")[0].splitlines()[1:]
    assert heads.split()[4:] == ["HP", "1st-level", "slots", "conditions"]
    assert goblin.split() == ["g1", "Goblin", "1", "foes", "up", "7/7"]
    assert mira.split()[:6] == ["mira", "Mira", "heroes", "up", "38/38", "3/4"] and "exhausted" in mira


def test_a_command_that_asks_is_answered_by_a_later_one(demo: str, capsys: Captured) -> None:
    out, _ = said(capsys, 0, "do", demo, "next", "dice table", "attack ulf r1")
    assert out.splitlines()[-1].startswith("? ") and "d6" in out.splitlines()[-1]
    assert out.splitlines()[-1] in said(capsys, 0, "show", demo)[0]
    shown = json.loads(said(capsys, 0, "show", demo, "--json")[0])
    assert shown["open"] == ["attack ulf r1"]
    assert "asks attack ulf>r1" in said(capsys, 0, "ls")[0]
    said(capsys, 0, "do", demo, "< 6", "< 1")
    assert json.loads(said(capsys, 0, "show", demo, "--json")[0])["encounter"]["figures"]["r1"]["standing"] == "dead"
    assert "attack ulf r1 · 6, 1" in said(capsys, 0, "log", demo, "--full")[0]


def test_the_first_line_that_is_refused_ends_it_and_what_came_before_stays(demo: str, capsys: Captured) -> None:
    out, err = said(capsys, 1, "do", demo, "note one", "atack r1", "note two")
    assert out == "one\n"
    assert err == 'referee: command 2: There is no command "atack". Did you mean attack?\n'
    log = said(capsys, 0, "log", demo, "--full")[0]
    assert "note one" in log and "two" not in log


def test_the_log_as_json_lines(demo: str, capsys: Captured) -> None:
    lines = [json.loads(line) for line in said(capsys, 0, "log", demo, "--json")[0].splitlines()]
    assert lines[0]["head"] and lines[0]["text"].startswith("add ")
    assert all(
        set(line) == {"text", "cites", "hand", "hidden", "round", "head", "place", "event", "tail", "begins"}
        for line in lines
    )
    assert all((line["event"] is None) == line["head"] for line in lines)
    added = next(line["event"] for line in lines if line["event"])
    assert added["t"] == "joined" and added["bearer"]["tag"]


def test_transcripts(tmp_path: Path, capsys: Captured) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(TRANSCRIPT)
    bad.write_text(TRANSCRIPT + "= ulf is dead\nadd rat\n")
    out, err = said(capsys, 0, "play", str(good))
    assert "Joined: Ulf" in out and err.endswith("all 2 checks passed.\n")
    out, err = said(capsys, 1, "play", str(bad), "--json")
    assert err == f"{bad}:6: Ulf is up.\n"
    assert json.loads(out.splitlines()[0])["text"] == "Ulf joins"


@pytest.mark.parametrize("content", [b"\x1f\x8b\x08\x00", b"\xff\xfes\x00", b"\x00" * 100, b"system chess\n"])
def test_files_that_are_no_transcripts(tmp_path: Path, capsys: Captured, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    out, err = said(capsys, 1, "play", str(file))
    assert out == "" and err.count("\n") == 1


def test_a_transcript_that_is_not_there(tmp_path: Path, capsys: Captured) -> None:
    said(capsys, 1, "play", str(tmp_path / "nothing"))
    said(capsys, 1, "play", str(tmp_path))
    os.mkfifo(tmp_path / "fifo")
    said(capsys, 1, "play", str(tmp_path / "fifo"))


def test_a_transcript_that_cannot_be_read_is_called_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link.txt").symlink_to("nowhere.txt")
    assert said(capsys, 1, "play", "link.txt") == (
        "",
        "referee: link.txt cannot be read: it is a link. (see: referee help transcripts)\n",
    )
    assert said(capsys, 1, "play", ".") == (
        "",
        "referee: . cannot be read: it is not a plain file. (see: referee help transcripts)\n",
    )


def test_dice_and_rules(capsys: Captured) -> None:
    out, _ = said(capsys, 0, "roll", "2d1", "+", "3")
    assert out == "2d1+3: 1 1 = 5\n"
    out, _ = said(capsys, 0, "roll", "d1", "+", "4dF")
    assert re.fullmatch(r"d1\+4 dF: 1 / [-+0]( [-+0]){3} = -?\d\n", out)
    said(capsys, 1, "roll", "2x6")
    assert "black_keep" in said(capsys, 0, "systems")[0]
    (first, *_) = json.loads(said(capsys, 0, "systems", "--json")[0])
    assert set(first) == {"name", "title", "blurb", "where", "playable"}
    every = said(capsys, 0, "clauses", "black_keep")[0].splitlines()
    some = said(capsys, 0, "clauses", "black_keep", "SAVE", "wound")[0].splitlines()
    assert 0 < len(some) < len(every) and all("save" in line.lower() for line in some)
    assert "No clause" in said(capsys, 1, "clauses", "black_keep", "xyzzy")[1]


@pytest.mark.parametrize("name", ["ls", " Show ", "trash"])
def test_no_encounter_is_called_like_a_command(demo: str, capsys: Captured, name: str) -> None:
    assert "is a referee command" in said(capsys, 1, "new", name, "--system", "black_keep")[1]
    assert "is a referee command" in said(capsys, 1, "rename", demo, name)[1]
    assert "is a referee command" in said(capsys, 1, "copy", demo, name)[1]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["show", "nobody"], 1, "nobody"),
        (["new", "x", "--system", "chess"], 1, 'There is no system "chess"'),
        (["new", "", "--system", "black_keep"], 1, "name"),
        (["new", "x"], 2, "--system"),
        (["shwo", "demo"], 2, "Did you mean show?"),
        (["ls", "--frob"], 2, "--frob"),
        (["--plain"], 2, "--plain needs the name"),
        ([], 2, "needs a terminal"),
        (["demo"], 1, "There is no"),
        (["--saves"], 2, "--saves"),
        (["nobody", "--plain"], 1, "nobody"),
    ],
)
def test_what_makes_no_sense_ends_in_one_sentence(capsys: Captured, words: list[str], code: int, says: str) -> None:
    out, err = said(capsys, code, *words)
    assert out == "" and says in err and "Traceback" not in err


def test_help_and_version(capsys: Captured) -> None:
    out, _ = said(capsys, 0, "--help")
    assert all(f"  {name}" in out for name in COMMANDS)
    for name in COMMANDS:
        assert said(capsys, 0, name, "--help")[0].startswith(f"usage: referee {name}")
    assert said(capsys, 0, "--version")[0].startswith("referee ")
    assert said(capsys, 0, "-V") == said(capsys, 0, "--version")


def test_the_folder_of_saves_can_be_said(tmp_path: Path, capsys: Captured) -> None:
    elsewhere = str(tmp_path / "elsewhere")
    said(capsys, 0, "--saves", elsewhere, "new", "x", "--system", "black_keep")
    assert "x" in said(capsys, 0, "ls", f"--saves={elsewhere}")[0]
    assert said(capsys, 0, "ls")[0] == ""


HOSTILE = "\x1b]52;c;eA\x07\x1b[31mRat\x9b2J\u202e[@click:app.quit]"


def test_nothing_harmful_is_printed(demo: str, capsys: Captured) -> None:
    said(capsys, 0, "do", demo, f'add rat "{HOSTILE}"', f"note {HOSTILE}")
    said(capsys, 0, "new", HOSTILE, "--system", "black_keep")
    errors = said(capsys, 1, "do", demo, f"{HOSTILE} x", "next")[1] + said(capsys, 1, "show", HOSTILE + "x")[1]
    errors += said(capsys, 1, "do", demo, f"attack {HOSTILE}")[1]
    shown = errors
    for words in (["ls"], ["ls", "--json"], ["show", demo], ["show", demo, "--json"], ["log", demo]):
        shown += said(capsys, 0, *words)[0]
    assert "Rat" in shown
    assert not [letter for letter in shown if letter != "\n" and (letter < " " or "\x7f" <= letter < "\xa0")]
    assert "\u202e" not in shown


@pytest.mark.one_in(6)
def test_under_a_plain_locale_all_is_ascii(demo: str) -> None:
    assert process("do", demo, "add player Ärger", LANG="C").returncode == 0
    done = process("show", demo, LANG="C", LC_ALL="")
    assert done.stdout.isascii() and "?rger" in done.stdout
    assert "Ärger" in process("show", demo).stdout
    assert json.loads(process("show", demo, "--json", LANG="C", LC_ALL="").stdout)["encounter"]["figures"]["arger"]


def test_no_terminal_is_one_sentence() -> None:
    done = process()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and "needs a terminal" in done.stderr


def test_output_that_nobody_reads_any_more(demo: str) -> None:
    script = f"{sys.executable} -m referee log {demo} | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    assert done.stdout.strip() in ("0", "141")


def test_a_map_is_printed_and_read_again(capsys: Captured, demo: str) -> None:
    assert "demo has no board" in said(capsys, 1, "show", demo, "--map")[1]
    said(capsys, 0, "do", demo, "map 4x2", "place ulf b1", "wall b1-c1 door", "ground d1-d2 void", "ground a2 rough")
    drawn = said(capsys, 0, "show", demo, "--map")[0]
    assert drawn == "+-+-+-+-+\n|. .D. _|\n+ + + + +\n|~ . . _|\n+-+-+-+-+\nulf b1\n"
    said(capsys, 0, "do", demo, "map off", "map " + drawn.replace("\n", "/"))
    assert said(capsys, 0, "show", demo, "--map")[0] == drawn
    assert "not allowed with" in said(capsys, 2, "show", demo, "--map", "--json")[1]


@pytest.mark.parametrize(
    "words, heavy",
    [(("show", "demo"), ("textual", "rich")), (("show", "demo", "--json"), ("textual", "rich", RULES))],
    ids=["show", "show --json"],
)
def test_show_loads_no_screen_and_as_data_no_rules_either(
    demo: str, words: tuple[str, ...], heavy: tuple[str, ...]
) -> None:
    code = (
        f"import sys; from referee.cli.main import run; code = run({words}); "
        f"heavy = [m for m in {heavy} if m in sys.modules]; "
        "assert not heavy, heavy; sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def playing(demo: str) -> Iterator[subprocess.Popen[str]]:
    """Plain mode, past its greeting."""
    playing = subprocess.Popen(
        [sys.executable, "-m", "referee", demo, "--plain"],
        cwd=ROOT,
        env={**os.environ, "TERM": "dumb"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert playing.stdout is not None
    while "Before the first round" not in playing.stdout.readline():
        pass
    yield playing
    playing.kill()
    playing.communicate()


@pytest.mark.one_in(6)
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_plain_mode_with_all_saved(
    playing: subprocess.Popen[str], capsys: Captured, number: signal.Signals
) -> None:
    assert playing.stdin is not None and playing.stdout is not None
    playing.stdin.write("note before the storm\n")
    playing.stdin.flush()
    while "before the storm" not in playing.stdout.readline():
        pass
    playing.send_signal(number)
    _, err = playing.communicate(timeout=120)
    assert (playing.returncode, err) == (128 + number, "")
    assert "before the storm" in said(capsys, 0, "log", "demo")[0]
    assert said(capsys, 0, "check", "demo")[0] == "demo is intact.\n"


def test_a_second_window_is_told_who_plays(playing: subprocess.Popen[str], capsys: Captured) -> None:
    _, err = said(capsys, 1, "do", "demo", "note x")
    assert str(playing.pid) in err
    assert "Ulf" in said(capsys, 0, "show", "demo")[0]


def test_a_full_disk_behind_the_output_is_one_sentence(demo: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "referee", "log", demo], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (1, "referee: no space left on device.\n")


def test_a_mistake_in_the_rules_is_no_traceback(demo: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.engine.mistake import RulesBug
    from referee.engine.record.session import Session

    def broken(session: Session, command: object) -> None:
        raise RulesBug("it awaited the weather")

    monkeypatch.setattr(Session, "command", broken)
    assert "not yours: it awaited the weather" in said(capsys, 1, "do", demo, "next")[1]


def test_every_subcommand_is_done_by_something() -> None:
    assert set(DO) == set(COMMANDS)
