"""Themes: every colour is there, and every word can be read."""

import os
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

import pytest
from rich.color import ColorSystem
from textual.strip import Strip

from referee.store import settings
from referee.store.save_problems import Damaged
from referee.toml_file import TomlFile, parse_toml
from referee.ui.drawing import themes
from referee.ui.drawing.style_names import BEHIND, HEALTH, NAMES, OUTCOMES, SIDES
from referee.ui.drawing.theme import read_theme
from referee.ui.drawing.themes import styles, theme, theme_names, unreadable
from tests.ui.colour_vision import DEUTERANOPIA, NORMAL, PROTANOPIA, TRITANOPIA, apart, contrast
from tests.ui.table import drawn, playing, prepare, press

pytestmark = pytest.mark.one_in(10)

COLOURED = [name for name in theme_names() if not theme(name).colours["text"].startswith("ansi_")]
"""Themes with colours of their own."""
WORDS = [name for name in NAMES if name not in (*BEHIND, "rule")]
GROUPS = {"health": HEALTH, "sides": SIDES, "outcomes": OUTCOMES}
"""What has to be told from one another."""
SAFE = {"red-green": (PROTANOPIA, DEUTERANOPIA), "blue-yellow": (TRITANOPIA,)}
"""Themes for those who see some colours alike, and how these see."""


def test_nine_themes_come_with_the_app() -> None:
    expected = "blue-yellow dark high-contrast light no-colour parchment players red-green terminal"
    assert theme_names() == tuple(expected.split()) and not unreadable()
    assert {theme(name).dark for name in theme_names()} == {True, False}


@pytest.mark.parametrize("name", COLOURED)
@pytest.mark.parametrize("word", WORDS)
def test_every_word_can_be_read_on_all_that_may_lie_behind_it(name: str, word: str) -> None:
    colours = theme(name).colours
    for behind, seen in product(BEHIND, (NORMAL, *SAFE.get(name, ()))):
        assert contrast(colours[word], colours[behind], seen) >= (7 if name == "high-contrast" else 4.5), behind


@pytest.mark.parametrize("name", COLOURED)
def test_the_lines_between_panes_can_be_seen(name: str) -> None:
    assert contrast(theme(name).colours["rule"], theme(name).colours["background"]) >= 3


@pytest.mark.parametrize("name", COLOURED)
@pytest.mark.parametrize("group", GROUPS)
def test_health_sides_and_outcomes_are_far_apart_for_every_eye_that_a_theme_is_for(name: str, group: str) -> None:
    colours = theme(name).colours
    for seen in (NORMAL, *SAFE.get(name, ())):
        for one, other in combinations(GROUPS[group], 2):
            least = 25 if name in SAFE else 20
            assert apart(colours[one], colours[other], seen) >= least - 0.5, (one, other)


def test_a_theme_that_is_not_for_them_would_not_do_for_the_colour_blind() -> None:
    colours = theme("dark").colours
    assert apart(colours["side1"], colours["side4"], PROTANOPIA) < 10


@pytest.mark.parametrize("name", ["terminal", "no-colour"])
def test_without_colours_of_their_own_two_themes_take_those_of_the_terminal(name: str) -> None:
    for style in theme(name).styles.values():
        assert all(colour is None or colour.triplet is None for colour in (style.color, style.bgcolor))


@pytest.mark.parametrize("group", GROUPS)
def test_in_sixteen_colours_health_sides_and_outcomes_still_differ(group: str) -> None:
    sent = [Strip.render_ansi(styles("terminal")[name], ColorSystem.STANDARD) for name in GROUPS[group]]
    assert len({*sent}) == len(GROUPS[group])


@pytest.mark.parametrize("name", theme_names())
def test_whose_turn_it_is_stands_out(name: str) -> None:
    mine = styles(name)["mine"]
    assert mine.bold and mine.reverse


def test_the_chosen_line_and_whose_turn_it_is_stand_out_without_colour() -> None:
    assert styles("no-colour")["chosen"].underline and styles("no-colour")["mine"].reverse


@pytest.mark.parametrize("name", ["ok", "hurt", "dying", "text"])
def test_a_bar_is_one_line_without_colour(name: str) -> None:
    """A line below it looks like another bar, or as if its row was chosen."""
    assert not styles("no-colour")[name].underline


def written(attribute: str = "bold", **colours: str) -> TomlFile:
    """A theme file with some of its colours different, from line 3 on, and an attribute at the end."""
    rows = [f'{name} = "{colour}"' for name, colour in {**dict.fromkeys(NAMES, "#123456"), **colours}.items()]
    text = "\n".join(["dark = true", "[colours]", *rows, "[attributes]", f'turn = "{attribute}"'])
    return parse_toml(text.encode(), "themes/mine.toml")


def test_a_theme_that_lacks_a_colour_is_none() -> None:
    for text, line in (('dark = true\n\n[colours]\ntext = "#ffffff"', 3), ("dark = true", 1)):
        with pytest.raises(Damaged, match=rf"^half.toml, line {line}: background has no colour\. Give it one, for "):
            read_theme("half", parse_toml(text.encode(), "half.toml"))


@pytest.mark.parametrize("name", ["colours", "attributes"])
def test_a_theme_that_has_something_else_for_a_table_is_none(name: str) -> None:
    with pytest.raises(Damaged, match=rf"^mine.toml, line 2: \[{name}\] must be a table\.$"):
        read_theme("mine", parse_toml(f"dark = true\n{name} = 3".encode(), "mine.toml"))


@pytest.mark.parametrize(
    "colour", ["#12345678901", "bold", "none", "bright_blue", "color(5)", "auto", "ansi_pink", "[]"]
)
def test_a_colour_that_no_terminal_has_makes_no_theme(colour: str) -> None:
    with pytest.raises(Damaged, match=rf"^themes/mine.toml, line {3 + NAMES.index('turn')}: turn has no colour\."):
        read_theme("mine", written(turn=colour))


@pytest.mark.parametrize("colour", ["#fff", "#FFFFFF", "white", "rgb(255,255,255)"])
def test_a_colour_may_be_written_in_any_way_that_the_toolkit_knows(colour: str) -> None:
    assert read_theme("mine", written(turn=colour)).colours["turn"] == "#ffffff"


@pytest.mark.parametrize("attribute", ["red", "blink me", "bold on blue"])
def test_an_attribute_that_is_none_makes_no_theme(attribute: str) -> None:
    assert read_theme("mine", written("underline")).styles["turn"].underline
    with pytest.raises(Damaged, match=rf"^themes/mine.toml, line {4 + len(NAMES)}: turn has an unknown attribute"):
        read_theme("mine", written(attribute))


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the referee's own themes."""
    folder = tmp_path / "themes"
    folder.mkdir()
    monkeypatch.setattr(themes, "user_config_path", lambda name: tmp_path)
    monkeypatch.setattr(settings, "user_config_path", lambda name: tmp_path)
    forget()
    yield folder
    forget()


def forget() -> None:
    """Theme files are read anew."""
    for cached in (themes._files, themes._read, themes.styles):
        cached.cache_clear()


@pytest.mark.parametrize("spoilt", ["fifo", "binary", "brackets", "broken link"])
async def test_a_broken_theme_is_told_where_themes_are_chosen_and_the_app_starts(
    tmp_path: Path, own_folder: Path, spoilt: str
) -> None:
    spoil(own_folder / "mine.toml", spoilt)
    async with playing(prepare(tmp_path)) as pilot:
        assert "mine.toml" not in drawn(pilot)
        await press(pilot, "S")
        assert "themes/mine.toml" in drawn(pilot)


async def test_an_own_theme_may_be_chosen(tmp_path: Path, own_folder: Path) -> None:
    text = (themes.shipped_folder() / "parchment.toml").read_text()
    (own_folder / "mine.toml").write_text(text.replace("#f3e6c8", "#fff0d0"))
    settings.keep_setting("theme", "mine")
    async with playing(prepare(tmp_path)) as pilot:
        assert pilot.app.theme == "mine"
        await press(pilot, "S")
        assert "[mine]" in drawn(pilot)


def test_a_broken_theme_that_was_chosen_is_told_and_the_default_is_taken(own_folder: Path) -> None:
    (own_folder / "mine.toml").write_text("dark = true")
    settings.keep_setting("theme", "mine")
    name, (problem,) = themes.chosen_theme()
    assert name == "dark" and problem.startswith("themes/mine.toml, line 1: background has no colour.")


def spoil(path: Path, how: str) -> None:
    """Makes a file that cannot be read as settings or a theme."""
    if how == "fifo":
        os.mkfifo(path)
    elif how == "broken link":
        path.symlink_to("nowhere.toml")
    else:
        path.write_bytes(b"\xff\x00" if how == "binary" else b"theme = " + b"[" * 5000 + b"]" * 5000)


@pytest.mark.parametrize("spoilt", ["fifo", "binary", "brackets", "broken link"])
def test_settings_that_cannot_be_read_are_told_and_the_default_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: str
) -> None:
    monkeypatch.setattr(themes, "user_config_path", lambda name: tmp_path)
    monkeypatch.setattr(settings, "user_config_path", lambda name: tmp_path)
    assert themes.chosen_theme() == ("dark", [])
    spoil(tmp_path / "settings.toml", spoilt)
    assert themes.chosen_theme() == ("dark", settings.settings_problems())
    assert settings.settings_problems()[0].startswith("settings.toml")


def test_settings_may_be_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(themes, "user_config_path", lambda name: tmp_path)
    monkeypatch.setattr(settings, "user_config_path", lambda name: tmp_path)
    (tmp_path / "dotfiles").write_text('theme = "light"')
    (tmp_path / "settings.toml").symlink_to("dotfiles")
    assert themes.chosen_theme() == ("light", [])


def test_a_theme_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_THEME", "pink")
    assert themes.chosen_theme() == ("dark", ["There is no theme pink."])


@pytest.mark.parametrize(
    ("color_system", "no_color", "name"),
    [("standard", False, "terminal"), ("standard", True, "no-colour"), ("256", False, "light"), (None, False, "light")],
)
def test_a_terminal_of_few_colours_gets_a_theme_that_it_can_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, color_system: str | None, no_color: bool, name: str
) -> None:
    monkeypatch.setattr(themes, "user_config_path", lambda name: tmp_path)
    monkeypatch.setattr(settings, "user_config_path", lambda name: tmp_path)
    settings.keep_setting("theme", "light")
    assert themes.chosen_theme(color_system, no_color) == (name, [])


async def test_all_themes_can_be_had_one_after_the_other(tmp_path: Path, own_folder: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "S")
        seen = []
        for _ in theme_names():
            seen.append(pilot.app.theme)
            assert f"[{pilot.app.theme}]" in drawn(pilot)
            await press(pilot, "space")
        assert sorted(seen) == [*theme_names()]
