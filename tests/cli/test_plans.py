"""`referee new --from`, `export`, `do NAME -` and `help` from the shell."""

import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.command import Captured, enter, said


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return enter(tmp_path, monkeypatch)


def test_an_encounter_is_made_from_a_plan_and_written_as_one(here: Path, capsys: Captured) -> None:
    (here / "ambush.txt").write_text("system plain\ninclude foes.txt\nset rat-king hp 3/30\n", encoding="utf-8")
    (here / "foes.txt").write_text('add foe "Rat King" hp=30\nadd foe Rätin x2 init=4\n', encoding="utf-8")
    assert (
        said(capsys, 0, "new", "ambush", "--from", "ambush.txt")[0] == "ambush is ready. To open it: referee ambush\n"
    )
    text, _ = said(capsys, 0, "export", "ambush")
    figures = ['add foe "Rat King" hp=30', "add foe Rätin x2 init=4", "set rat-king hp 3/30"]
    assert text.splitlines() == ["# ambush", "system plain", "dice split", *figures]
    (here / "again.txt").write_text(text, encoding="utf-8")
    said(capsys, 0, "new", "again", "--from", "again.txt", "--system", "plain")
    first, second = (json.loads(said(capsys, 0, "show", name, "--json")[0]) for name in ("ambush", "again"))
    assert first["encounter"] == second["encounter"] and first["position"] == second["position"]


def test_what_is_refused_leaves_nothing_behind(here: Path, capsys: Captured) -> None:
    (here / "bad.txt").write_text("system plain\nadd foe\nadd f\x1b[2Joe\n")
    _, err = said(capsys, 1, "new", "x", "--from", "bad.txt")
    assert err.startswith("referee: bad.txt, line 3: There is no ") and "\x1b" not in err
    for words in (["--from", "none.txt"], ["--from", "."], ["--system", "fifth", "--from", "bad.txt"]):
        assert said(capsys, 1, "new", "x", *words)[1].count("\n") == 1
    assert said(capsys, 1, "new", "x", "--system", "plain", "--sample", "--from", "bad.txt")[1].count("\n") == 1
    assert not (here / "saves").exists() or not any((here / "saves").iterdir())


def test_a_name_that_is_taken_is_refused(here: Path, capsys: Captured) -> None:
    (here / "plan.txt").write_text("system plain\nadd foe\n")
    said(capsys, 0, "new", "x", "--from", "plan.txt")
    assert "already" in said(capsys, 1, "new", "x", "--from", "plan.txt")[1]
    assert "is a referee command" in said(capsys, 1, "new", "export", "--from", "plan.txt")[1]


def test_orders_come_from_standard_input(here: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    typed("system plain\nadd hero Ann\n")
    said(capsys, 0, "new", "x", "--from", "-")
    typed("add foe Rat\nmap\n+-+-+\n|. .|\n+-+-+\n\nplace rat b1\n# done\n")
    said(capsys, 0, "do", "x", "-")
    shown = json.loads(said(capsys, 0, "show", "x", "--json")[0])["encounter"]
    assert list(shown["figures"]) == ["ann", "rat"] and shown["board"]["figures"] == {"rat": ["b1"]}
    typed("add foe Cat\nfoo\n")
    assert said(capsys, 1, "do", "x", "-")[1].startswith('referee: command 2: There is no command "foo"')
    typed("system plain\ninclude x.txt")
    assert "Only a plan in a file" in said(capsys, 1, "new", "y", "--from", "-")[1]


def test_help_tells_the_language(capsys: Captured) -> None:
    assert "include heroes.txt" in said(capsys, 0, "help", "language")[0]
    assert "usage: referee new" in said(capsys, 0, "help", "new")[0]
    assert "usage: referee" in said(capsys, 0, "help")[0]
    assert said(capsys, 1, "help", "nothing\x1b")[1].startswith("referee: There is no help on")


def test_only_the_setup_is_exported_so_that_a_tried_fight_becomes_a_plan_again(here: Path, capsys: Captured) -> None:
    said(capsys, 0, "new", "tried", "--system", "fifth")
    said(capsys, 0, "do", "tried", "add fighter Ann init=20", "add goblin x2 init=3", "condition ann prone", "map 8x8")
    before = said(capsys, 0, "export", "tried")[0]
    assert said(capsys, 0, "export", "tried", "--setup")[0] == before
    said(capsys, 0, "do", "tried", "next", "damage g1 20", "next", "add ogre init=9")
    assert said(capsys, 0, "export", "tried")[0] != before
    assert said(capsys, 0, "export", "tried", "--setup")[0] == before
    (here / "plan.txt").write_text(before)
    said(capsys, 0, "new", "again", "--from", "plan.txt")
    assert "nobody's turn" in said(capsys, 0, "show", "again")[0]


def test_a_round_that_is_about_to_begin_is_no_setup(here: Path, capsys: Captured) -> None:
    said(capsys, 0, "new", "tried", "--system", "fifth")
    said(capsys, 0, "do", "tried", "dice table", "add fighter Ann", "add goblin")
    before = said(capsys, 0, "export", "tried")[0]
    said(capsys, 0, "do", "tried", "next")
    assert said(capsys, 0, "export", "tried", "--setup")[0] == before
