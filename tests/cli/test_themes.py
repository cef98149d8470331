"""`referee theme`: the list of all themes, and the file of one."""

from pathlib import Path

import pytest

from referee.ui.drawing.themes import _files, _read, own_folder, shipped_folder, theme_names
from tests.cli.command import Captured, enter, said


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with settings of its own, in which no theme has been read."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for cache in (_files, _read):
        cache.cache_clear()
        monkeypatch.setattr(f"referee.ui.drawing.themes.{cache.__name__}", cache.__wrapped__)
    return enter(tmp_path, monkeypatch)


def test_all_themes_are_listed_with_the_folder_for_ones_own(capsys: Captured) -> None:
    out, err = said(capsys, 0, "theme", "list")
    assert [line.split()[0] for line in out.splitlines()] == ["name", *theme_names()]
    assert err == f"Put files of your own into {own_folder()}.\n"
    assert said(capsys, 0, "theme", "list", "--names") == ("".join(f"{name}\n" for name in theme_names()), "")


def test_the_file_of_each_theme_is_printed_as_it_stands(capsys: Captured) -> None:
    for path in shipped_folder().glob("*.toml"):
        assert said(capsys, 0, "theme", "show", path.stem) == (path.read_text(encoding="utf-8"), "")


def test_a_theme_begun_from_a_printed_one_is_a_theme(capsys: Captured) -> None:
    own_folder().mkdir(parents=True)
    (own_folder() / "mine.toml").write_text(said(capsys, 0, "theme", "show", "dark")[0])
    assert "mine" in said(capsys, 0, "theme", "list", "--names")[0].splitlines()


def test_a_file_that_is_no_theme_is_harmless_and_said(capsys: Captured) -> None:
    own_folder().mkdir(parents=True)
    (own_folder() / "mine.toml").write_text("about = \x1b[2J\n")
    assert said(capsys, 0, "theme", "show", "mine") == ("about = [2J\n", "")
    out, err = said(capsys, 0, "theme", "list")
    assert "mine" not in out and "themes/mine.toml, line 1" in err


@pytest.mark.parametrize("name", ["nope", "../dark", "", "\x1b[2J"])
def test_an_unknown_theme_is_refused_with_the_names_of_all(name: str, capsys: Captured) -> None:
    out, err = said(capsys, 1, "theme", "show", name)
    assert out == "" and err.startswith('referee: There is no theme "') and err.count("\n") == 1 and "\x1b" not in err
    assert f"Themes: {', '.join(theme_names())}." in err
