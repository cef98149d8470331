"""Themes: every colour is there, and every word can be read."""

import os
import shutil
from pathlib import Path

import pytest
from textual.color import Color

from referee.store.problem import Damaged
from referee.ui.drawing import theme_choice
from referee.ui.drawing.themes import NAMES, _found, folder, read_theme, styles, themes, unreadable

BEHIND = ("background", "chosen", "bar")
WORDS = [name for name in NAMES if name not in (*BEHIND, "rule")]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as the WCAG reckons it."""
    bright, dark = sorted((_light(one), _light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _light(colour: str) -> float:
    parts = [part / 255 for part in Color.parse(colour).rgb]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_there_is_a_dark_theme_and_a_light_one() -> None:
    assert {theme.dark for theme in themes().values()} == {True, False}


@pytest.mark.parametrize("name", list(themes()))
@pytest.mark.parametrize("word", WORDS)
def test_every_word_can_be_read_on_all_that_may_lie_behind_it(name: str, word: str) -> None:
    colours = themes()[name].variables
    for behind in BEHIND:
        assert contrast(colours[f"r-{word}"], colours[f"r-{behind}"]) >= 4.5, behind


@pytest.mark.parametrize("name", list(themes()))
def test_whose_turn_it_is_stands_out(name: str) -> None:
    mine = styles(name)["mine"]
    assert mine.bold and mine.bgcolor is not None
    assert contrast(themes()[name].variables["r-turn"], themes()[name].variables["r-background"]) >= 4.5


def written(**colours: str) -> dict[str, object]:
    """What a theme file says, with some of its colours different."""
    return {"name": "mine", "dark": True, "colours": {**dict.fromkeys(NAMES, "#123456"), **colours}}


def test_a_theme_that_lacks_a_colour_is_none() -> None:
    with pytest.raises(Damaged, match="no colour for 'background'"):
        read_theme({"name": "half", "dark": True, "colours": {"text": "#ffffff"}})
    with pytest.raises(Damaged, match="no colours"):
        read_theme({"name": "half"})


@pytest.mark.parametrize(
    "colour", ["#12345678901", "bold", "none", "bright_blue", "color(5)", "auto", "ansi_red", "[]"]
)
def test_a_colour_that_no_terminal_has_makes_no_theme(colour: str) -> None:
    with pytest.raises(Damaged, match="no colour for 'turn'"):
        read_theme(written(turn=colour))


@pytest.mark.parametrize("colour", ["#fff", "#FFFFFF", "white", "rgb(255,255,255)"])
def test_a_colour_may_be_written_in_any_way_that_the_toolkit_knows(colour: str) -> None:
    assert read_theme(written(turn=colour)).variables["r-turn"] == "#ffffff"


@pytest.mark.parametrize("spoilt", ["fifo", "binary", "brackets", "link to nothing"])
def test_a_file_that_is_no_theme_is_named_and_the_others_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: str
) -> None:
    shutil.copy(folder() / "dark.toml", tmp_path / "dark.toml")
    spoil(tmp_path / "mine.toml", spoilt)
    monkeypatch.setattr("referee.ui.drawing.themes.folder", lambda: tmp_path)
    _found.cache_clear()
    try:
        assert list(themes()) == ["dark"]
        assert len(unreadable()) == 1 and "mine.toml" in unreadable()[0]
    finally:
        _found.cache_clear()


def spoil(path: Path, how: str) -> None:
    """Makes a file that cannot be read as settings or a theme."""
    if how == "fifo":
        os.mkfifo(path)
    elif how == "link to nothing":
        path.symlink_to("nowhere.toml")
    else:
        path.write_bytes(b"\xff\x00" if how == "binary" else b"theme = " + b"[" * 5000 + b"]" * 5000)


@pytest.mark.parametrize("spoilt", ["fifo", "binary", "brackets"])
def test_settings_that_cannot_be_read_are_told_and_the_default_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: str
) -> None:
    monkeypatch.setattr(theme_choice, "user_config_path", lambda name: tmp_path)
    assert theme_choice.theme() == ("dark", [])
    spoil(tmp_path / "settings.toml", spoilt)
    name, problems = theme_choice.theme()
    assert name == "dark" and "settings.toml cannot be read" in problems[0]
    theme_choice.keep_theme("light")
    assert theme_choice.theme() == ("light", [])


def test_settings_may_be_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme_choice, "user_config_path", lambda name: tmp_path)
    (tmp_path / "dotfiles").write_text('theme = "light"')
    (tmp_path / "settings.toml").symlink_to("dotfiles")
    assert theme_choice.theme() == ("light", [])


def test_a_theme_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_THEME", "pink")
    assert theme_choice.theme() == ("dark", ["There is no theme called pink."])
