"""Themes: every colour is there, and every word can be read."""

import pytest
from textual.color import Color

from referee.ui.themes import NAMES, read_theme, styles, themes

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


def test_a_theme_that_lacks_a_colour_is_none() -> None:
    with pytest.raises(KeyError):
        read_theme('name = "half"\ndark = true\n[colours]\ntext = "#ffffff"\n')
