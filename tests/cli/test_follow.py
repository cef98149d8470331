"""What is done at a table is told to other programs, act by act; and all JSON has its written shape."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.cli.main import run
from referee.cli.orders import EVERY
from tests.dialogue.shape import Seen, shape

pytestmark = pytest.mark.one_in(10)

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60.0
"""Seconds after which a line does not come any more."""


@pytest.fixture(autouse=True)
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Path:
    folder = tmp_path / "saves"
    monkeypatch.setenv("REFEREE_SAVES", str(folder))
    assert run(["new", "demo", "--system", "black_keep", "--sample"]) == 0
    capfd.readouterr()
    return folder / "demo"


class Follower:
    """`referee follow` as a process of its own."""

    def __init__(self, *options: str) -> None:
        words = [sys.executable, "-m", "referee", "follow", "demo", *options]
        self.process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)

    def line(self) -> str:
        """The next line. AssertionError if none comes."""
        out = self.process.stdout
        assert out is not None
        os.set_blocking(out.fileno(), False)
        found, until = b"", time.monotonic() + PATIENCE
        while not found.endswith(b"\n"):
            assert time.monotonic() < until, f"nothing more comes after {found!r}"
            found += out.read(1) or b""
            time.sleep(0 if found else 0.005)
        return found.decode().rstrip()

    def act(self) -> dict[str, object]:
        """The next act."""
        found = json.loads(self.line())
        assert isinstance(found, dict)
        return found

    def done(self) -> dict[str, object]:
        """The next act but who plays: `do` may be seen doing so."""
        found = self.act()
        return self.done() if found["what"] == "told" else found

    def end(self) -> tuple[int, str]:
        """Its exit code, and what it complained of."""
        _, complained = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complained.decode()


@pytest.fixture
def follower() -> Iterator[Follower]:
    following = Follower("--json")
    yield following
    following.process.kill()
    following.process.communicate()


def do(*lines: str) -> None:
    assert run(["do", "demo", "dice table", *lines]) == 0


def test_each_act_is_told_as_it_comes(follower: Follower) -> None:
    opened = follower.act()
    assert (opened["what"], opened["name"], opened["turn"]) == ("opened", "demo", None)
    assert opened["text"] == "Nobody is playing this encounter now."
    do("next", "attack r1", "< 6", "undo inside", "redo inside", "undo", "redo", "rewind 2", "rewind 10")
    acts = [follower.done() for _ in range(10)]
    whats = ["done", "done", "done", "done", "undone", "redone", "undone", "redone", "rewound", "rewound"]
    assert [act["what"] for act in acts] == whats
    assert [act["text"] for act in acts[:3]] == ["dice table", "next", "attack r1"]
    assert [str(acts[n]["text"]).partition(":")[0] for n in (4, 6)] == ["Taken back the latest answer"] * 2
    question = acts[2]["questions"]
    assert isinstance(question, list) and question[0]["text"] == "Ulf attacks Rat 1"
    lines = acts[3]["lines"]
    assert isinstance(lines, list)
    test = next(line["event"] for line in lines if line["event"]["t"] == "test")
    assert (test["who"], test["target"], test["result"]) == ("ulf", "r1", "success")
    seen = Seen()
    for act in (opened, *acts):
        seen.take(act, "act")
    assert not seen.wrong and {name for part, name in seen.fields if part == "act"} == set(shape()["act"])


@pytest.mark.one_in(6)
def test_a_correction_and_another_name_are_told(follower: Follower) -> None:
    follower.act()
    do("next", "attack r1", "< 6", "< 6", "amend 10 1 1")
    acts = [follower.done() for _ in range(6)]
    assert (acts[-1]["what"], str(acts[-1]["text"])[:9]) == ("amended", "Corrected")
    assert run(["rename", "demo", "Demo"]) == 0
    assert follower.done()["text"] == "This encounter is now called Demo."
    assert run(["rename", "demo", "Other"]) == 0
    assert follower.done()["text"] == "This encounter is now called Other."
    assert run(["do", "other", "note still here"]) == 0
    assert follower.done()["text"] == "note still here"


def test_it_ends_with_a_sentence_when_the_encounter_is_gone() -> None:
    follower = Follower()
    assert follower.line() == "Nobody is playing this encounter now."
    assert run(["remove", "demo"]) == 0
    told = [follower.line()]
    while not told[-1].endswith("nothing more to follow."):
        told.append(follower.line())
    assert follower.end() == (0, "")


@pytest.mark.one_in(6)
def test_who_plays_is_told_and_that_they_were_killed(follower: Follower) -> None:
    follower.act()
    words = [sys.executable, "-m", "referee", "demo", "--plain"]
    player = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert f"pid {player.pid}" in str(follower.act()["text"])
    assert player.stdin is not None
    player.stdin.write(b"note here\n")
    player.stdin.flush()
    assert follower.act()["text"] == "note here"
    player.kill()
    player.communicate()
    assert follower.act() | {"questions": []} == follower_told("Nobody is playing this encounter now.")


def follower_told(text: str) -> dict[str, object]:
    stands = {
        "position": 9,
        "name": "demo",
        "round": 0,
        "phase": "",
        "turn": None,
        "lines": [],
        "brief": [],
        "questions": [],
    }
    return {"what": "told", "text": text, **stands}


@pytest.mark.one_in(6)
def test_it_costs_nothing_while_nothing_happens_and_is_quick_when_something_does(follower: Follower) -> None:
    follower.act()
    time.sleep(0.3)
    before = cpu_seconds(follower.process.pid)
    time.sleep(1.2)
    assert cpu_seconds(follower.process.pid) - before <= 0.03
    assert EVERY <= 200, "milliseconds between its looks, of which the next one finds what was done"
    for number in range(3):
        assert run(["do", "demo", f"note {number}"]) == 0
        assert follower.done()["text"] == f"note {number}"


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processor."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def test_it_ends_in_silence_when_nobody_reads_it(follower: Follower) -> None:
    follower.act()
    assert follower.process.stdout is not None
    follower.process.stdout.close()
    assert follower.process.wait(PATIENCE) == 141
    assert follower.process.stderr is not None and follower.process.stderr.read() == b""


def test_an_interrupt_ends_it_in_silence(follower: Follower) -> None:
    follower.act()
    follower.process.send_signal(signal.SIGINT)
    assert follower.end() == (130, "")


def test_all_json_has_its_written_shape(capfd: pytest.CaptureFixture[str]) -> None:
    do("condition r1 burning 3", "next", "attack r1")
    seen = Seen()
    for words, part in (
        (["ls"], "save"),
        (["systems"], "system"),
        (["conditions"], "countdown"),
        (["show", "demo"], "shown"),
        (["log", "demo"], "line"),
    ):
        capfd.readouterr()
        assert run([*words, "--json"]) == 0
        out = capfd.readouterr().out
        values = [json.loads(each) for each in out.splitlines()] if part == "line" else json.loads(out)
        for value in values if isinstance(values, list) else [values]:
            seen.take(value, part)
    assert not seen.wrong
    for part in ("save", "countdown", "system", "shown", "line", "question"):
        assert {name for of, name in seen.fields if of == part} == set(shape()[part])


@pytest.mark.one_in(6)
def test_the_shape_is_told() -> None:
    told = subprocess.run([sys.executable, "-m", "referee", "help", "json"], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0 and "question: what is asked" in told.stdout


@pytest.mark.one_in(6)
def test_for_the_players_only_what_they_may_know_is_told() -> None:
    follower = Follower("--players", "--json")
    try:
        first = follower.act()
        do("note qsecret lies", "roll 3d6 hidden", "< 1 2 3")
        # Between the two the new name is public: it looks only when both are done.
        follower.process.send_signal(signal.SIGSTOP)
        do("rename r1 Vexlor", "conceal r1", "next")
        follower.process.send_signal(signal.SIGCONT)
        told = [first]
        while not told[-1]["turn"]:
            told.append(follower.act())
        assert not any(word in json.dumps(told) for word in ("qsecret", "Rolled", "Vexlor"))
        assert "Rat 1" in json.dumps(first) and "Rat 1" not in json.dumps(told[-1])
        seen = Seen()
        for view in told:
            seen.take(view, "players")
        assert not seen.wrong
        assert all(each["health"] is None for each in told[-1]["figures"] if each["is_foe"])  # type: ignore[attr-defined]
        assert run(["remove", "demo"]) == 0
        code, complained = follower.end()
        assert code == 0 and "closed" in complained.splitlines()[-1]
    finally:
        follower.process.kill()


def test_for_the_players_only_new_lines_are_printed() -> None:
    follower = Follower("--players", "--numbers")
    try:
        lines = [follower.line() for _ in range(8)]
        assert lines[0].startswith("demo (The Black Keep): before the first round")
        assert lines[4].startswith("Rat 1 (r1): ") and lines[7].startswith("last: ")
        do("condition r1 dazed", "note qsecret lies", "condition r2 dazed")
        told = [follower.line()]
        while "Rat 2" not in told[-1] or "last" not in told[-1]:
            told.append(follower.line())
        assert [line.partition(":")[0] for line in told][-2:] == ["Rat 2 (r2)", "last"]
        assert not any("Ulf" in line or "qsecret" in line for line in told)
    finally:
        follower.process.kill()
