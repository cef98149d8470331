"""`referee system`: a new system file, a check of one, the list of all."""

import json
import os
from pathlib import Path

import pytest

from referee.rules import registry
from tests.cli.command import Captured, enter, said


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return enter(tmp_path, monkeypatch)


def test_a_new_system_file_is_in_order(here: Path, capsys: Captured) -> None:
    out, _ = said(capsys, 0, "system", "new", "harbour")
    assert out == "harbour.toml is written. Check it: referee system check harbour.toml\n"
    out, _ = said(capsys, 0, "system", "check", "harbour.toml")
    assert out.startswith("harbour.toml has no mistakes: Harbour, 3 tracks")
    assert said(capsys, 1, "system", "new", "harbour")[1] == "referee: There is already a file harbour.toml.\n"


def test_a_file_is_not_written_where_its_folder_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    told = said(capsys, 1, "system", "new", "mine")[1]
    assert told.startswith("referee: mine.toml cannot be written: its folder is not there.")


@pytest.mark.parametrize("name", ["plain", "black_keep"])
def test_a_name_that_is_taken_is_refused(here: Path, capsys: Captured, name: str) -> None:
    assert (
        said(capsys, 1, "system", "new", name)[1]
        == f"referee: There is already a system called {name}. Choose another name.\n"
    )
    assert not list(here.glob("*.toml"))


@pytest.mark.parametrize("name", ["../x", "Harbour", "", "x" * 25, "\x1b[2J"])
def test_what_is_no_name_is_refused(here: Path, capsys: Captured, name: str) -> None:
    _, err = said(capsys, 1, "system", "new", name)
    assert err.startswith("referee: A system name is up to 24 lowercase letters") and "\x1b" not in err
    assert not list(here.glob("**/*.toml"))


def test_mistakes_are_listed_with_file_and_line(here: Path, capsys: Captured) -> None:
    (here / "mine.toml").write_text(
        'format = 1\n[system]\nname = "descent"\nblurb = "x"\n[order]\nfist = "low"\n[kind.orc]\n'
    )
    out, err = said(capsys, 1, "system", "check", "mine.toml")
    assert err == "See: referee help systems\n"
    assert out.splitlines() == [
        "mine.toml, line 3, system.name: another system is called `descent`; choose a different name.",
        "mine.toml, line 6, order.fist: `fist` is not known here. Did you mean `first`?",
    ]


def test_a_warning_is_no_error(here: Path, capsys: Captured) -> None:
    (here / "mine.toml").write_text(
        'format = 1\n[system]\nname = "x"\nblurb = "x"\n[order]\ncites = ["XY-01"]\n[kind.orc]\n'
    )
    out, _ = said(capsys, 0, "system", "check", "mine.toml")
    assert out.startswith('mine.toml, line 6, order.cites: there is no clause "XY-01" in the file. (a warning)\n')


def test_the_sample_is_tried_and_keys_of_the_app_are_taken(here: Path, capsys: Captured) -> None:
    head = 'format = 1\n[system]\nname = "x"\nblurb = "x"\nsample = """\nadd orc\nadd  orcc x2\n"""\n'
    head += '[order]\nby = "none"\n'
    (here / "mine.toml").write_text(head + "[kind.orc]\n")
    out, _ = said(capsys, 1, "system", "check", "mine.toml")
    assert out.startswith('mine.toml, line 7, system.sample: "add orcc x2" does not work: ') and out.count("\n") == 1
    head = head.replace("format = 1", "format = 2").replace("orcc", "orc")
    (here / "mine.toml").write_text(head + '[kind.orc]\n[action.nap]\nturn = "any"\nkey = "n"\n')
    out, _ = said(capsys, 1, "system", "check", "mine.toml")
    assert out == "mine.toml, line 14, action.nap.key: the app already uses the letter `n`; choose another.\n"


def test_what_is_no_plain_file_is_refused(here: Path, capsys: Captured) -> None:
    os.mkfifo(here / "pipe")
    (here / "circle").symlink_to(here / "circle")
    (here / "long").write_bytes(b"#" * 2_000_000)
    for name in ("pipe", "circle", "long", "/dev/zero", ".", "nothing"):
        _, err = said(capsys, 1, "system", "check", name)
        assert err.startswith("referee: ") and err.endswith(". (see: referee help systems)\n") and err.count("\n") == 1


def test_a_link_to_a_file_is_followed(here: Path, capsys: Captured) -> None:
    said(capsys, 0, "system", "new", "harbour")
    (here / "link.toml").symlink_to(here / "harbour.toml")
    assert said(capsys, 0, "system", "check", "link.toml")[0].startswith("link.toml has no mistakes")


def test_all_systems_are_listed(here: Path, capsys: Captured) -> None:
    said(capsys, 0, "system", "new", "harbour")
    (here / "systems").mkdir()
    (here / "harbour.toml").rename(here / "systems" / "harbour.toml")
    (here / "systems" / "broken.toml").write_text("format =")
    out, _ = said(capsys, 0, "system", "list", "--json")
    where = {row["name"]: row["where"] if row["playable"] else row["blurb"] for row in json.loads(out)}
    assert where["black_keep"] == "built in" and where["fifth"] == "shipped file"
    assert (
        where["harbour"].endswith("harbour.toml")
        and where["broken"] == "broken.toml, line 1: a value is missing after the =."
    )
    assert "Fifth (SRD 5.1)" in said(capsys, 0, "system", "list")[0]


def test_the_file_of_a_system_is_printed_as_it_stands(here: Path, capsys: Captured) -> None:
    for name in registry.SHIPPED:
        assert said(capsys, 0, "system", "show", name) == (registry.shipped(name).decode("utf-8"), "")
    (here / "systems").mkdir()
    (here / "systems" / "mine.toml").write_text("format =\n# \x1b[2J\n")
    assert said(capsys, 0, "system", "show", "mine") == ("format =\n# [2J\n", "")


@pytest.mark.parametrize(
    ("name", "says"),
    [("black_keep", "black_keep has no file"), ("../x", 'There is no system "../x"'), ("\x1b", 'There is no system "')],
)
def test_a_system_without_a_file_is_refused_with_those_that_have_one(name: str, says: str, capsys: Captured) -> None:
    out, err = said(capsys, 1, "system", "show", name)
    assert out == "" and err.startswith(f"referee: {says}") and err.count("\n") == 1 and "\x1b" not in err
    assert "Systems with a file: plain, fifth." in err
