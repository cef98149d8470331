"""`referee odds`: what may come of commands, in words and as JSON."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.command import Captured, enter, said


@pytest.fixture(autouse=True)
def fight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """The sample fight of The Black Keep in Ulf's turn, as `keep`."""
    enter(tmp_path, monkeypatch)
    said(capsys, 0, "new", "keep", "--system", "black_keep", "--sample")
    said(capsys, 0, "do", "keep", "dice table", "next")


def test_in_words(capsys: Captured) -> None:
    out, _ = said(capsys, 0, "odds", "keep", "attack r1")
    assert out.splitlines() == [
        "attack r1",
        "    hit 67 %, miss 33 %",
        "    Ulf: special items 1 (33 %), 0 (67 %)",
        "    Rat 1: 0.3 damage on average; up 67 %, dead 33 %; wounds 1 (67 %), 0 (33 %)",
    ]


def test_as_json(capsys: Captured) -> None:
    out, _ = said(capsys, 0, "odds", "keep", "attack r1", "--json")
    found = json.loads(out)
    assert found["exact"] is True
    assert found["order"] == "attack r1"
    assert found["outcomes"] == [{"result": "hit", "p": "2/3"}, {"result": "miss", "p": "1/3"}]
    assert found["figures"]["r1"]["standing"] == {"up": "2/3", "dead": "1/3"}
    assert sum(map(Fraction, found["figures"]["r1"]["wounds"].values())) == 1


def test_several_commands_are_a_list(capsys: Captured) -> None:
    out, _ = said(capsys, 0, "odds", "keep", "attack r1", "attack r2", "--json")
    assert [each["order"] for each in json.loads(out)] == ["attack r1", "attack r2"]


def test_of_the_open_command(capsys: Captured) -> None:
    said(capsys, 0, "do", "keep", "attack r1", "< 4")
    out, _ = said(capsys, 0, "odds", "keep")
    assert "Rat 1: 0.5 damage on average; up 50 %, dead 50 %" in out


def test_nothing_is_done(capsys: Captured) -> None:
    before = said(capsys, 0, "show", "keep", "--json")[0]
    said(capsys, 0, "odds", "keep", "attack r1")
    assert said(capsys, 0, "show", "keep", "--json")[0] == before


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ((), "No command is open. Type one, for example: attack g1"),
        (("undo",), '"undo" has no odds. Type a command, for example: attack g1'),
        (("attack tia",), "Tia"),
    ],
)
def test_refusals(words: tuple[str, ...], refusal: str, capsys: Captured) -> None:
    _, complaint = said(capsys, 1, "odds", "keep", *words)
    assert refusal in complaint
    assert len(complaint.splitlines()) == 1
