"""Foreign text: whatever is in it, what comes out is one harmless line."""

import importlib
import re
import sys
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.text.harmless import LONGEST_NAME, LONGEST_NOTE, clean, clean_name
from referee.text.lazy_pattern import pattern

VISIBLE_FORMAT = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Signs that Unicode files under format characters, but that are drawn."""


def harmful(letter: str) -> bool:
    """Would this steer a terminal, hide, or break the line?"""
    category = unicodedata.category(letter)
    return (category in ("Cc", "Cs", "Zl", "Zp") or category == "Cf") and letter not in VISIBLE_FORMAT


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Ulf", "Ulf"),
        ("", ""),
        ("  Ulf \t the\nRed\r\n", "Ulf the Red"),
        ("a\rb\x0bc\x0cd\x85e\u2028f\u2029g\xa0h\u3000i", "a b c d e f g h i"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "]8;;http://evil\\link]8;;\\"),
        ("\x1b]52;c;aGk=\x07", "]52;c;aGk="),
        ("\x1b]0;title\x07x", "]0;titlex"),
        ("\x9b31mred\x9d0;t\x9c\x90q\x9c", "31mred0;tq"),
        ("a\x00b\x7fc\x08d", "abcd"),
        ("\u202egnp.exe\u202c", "gnp.exe"),
        ("\u2066\u2067\u2068x\u2069\u200e\u200f\u061c", "x"),
        ("z\u200be\u200cr\u200do\u2060\ufeff", "zero"),
        ("so\u00adft", "soft"),
        ("\ud800x\udfff", "x"),
        ("\U000e0041\U000e007fx", "x"),
        ("\u3164\u115f\u1160\uffa0x", "x"),  # what Python calls printable though it draws as nothing
        ("龍\U000e0100x", "龍x"),
        ("[@click=app.quit]x[/]", "[@click=app.quit]x[/]"),
        ("[red]x[/", "[red]x[/"),
        ("e\u0301", "\u00e9"),
        ("Z" + "\u0335\u0336\u0337\u0338" * 50 + "x", "Z\u0335\u0336x"),
        ("\u0e2a" + "\u0e47" * 50, "\u0e2a\u0e47\u0e47"),
        ("o" + "\u20dd" * 50, "o\u20dd\u20dd"),
        ("Ω≈ç√ 龍 🐉 ⚔\ufe0f", "Ω≈ç√ 龍 🐉 ⚔\ufe0f"),
        ("a \x00 b", "a b"),
        ("a\x00 \x00 \x00b", "a b"),
        ("\x1b \x1b", ""),
    ],
)
def test_what_comes_out(raw: str, shown: str) -> None:
    assert clean(raw) == shown


def test_no_harmful_character_of_all_there_are_comes_through() -> None:
    letters = [chr(n) for n in range(sys.maxunicode + 1)]
    through = "".join(clean("".join(letters[n : n + 1000])) for n in range(0, len(letters), 1000))
    assert [hex(ord(letter)) for letter in through if harmful(letter)] == []
    assert len(through) > 100_000, "and the others do"


texts = st.text(
    st.characters() | st.sampled_from("\x1b\x9b\x07\x00 \t\n\u202e\u200b\u0301\u0335\u0e47\ud800[]/"), max_size=120
)


@given(texts)
def test_it_is_harmless_and_stays_as_it_is(raw: str) -> None:
    shown = clean(raw)
    assert not any(harmful(letter) for letter in shown)
    assert shown == shown.strip() and "  " not in shown
    assert clean(shown) == shown
    assert shown.encode("utf-8").decode("utf-8") == shown
    marks = 0
    for letter in shown:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        assert marks <= 2


@given(texts, st.integers(1, 30))
def test_it_is_never_longer_than_it_may_be(raw: str, longest: int) -> None:
    shown = clean(raw, longest)
    assert len(shown) <= longest
    assert clean(shown, longest) == shown


def test_names_and_notes_have_their_lengths() -> None:
    assert len(clean_name("x" * 100)) == LONGEST_NAME
    assert len(clean("x" * 10_000)) == LONGEST_NOTE
    assert clean_name("\x1b]0;" + "Ulf") == "]0;Ulf"


def test_a_pattern_is_compiled_when_it_is_first_used() -> None:
    broken = pattern("(")
    with pytest.raises(re.error):
        broken.match("x")
    word = pattern("[a-z]+", re.IGNORECASE)
    assert (found := word.fullmatch("Ulf")) is not None and found[0] == "Ulf"
    assert word.fullmatch is word.fullmatch and word.fullmatch("1") is None


def test_all_patterns_of_the_first_screen_can_be_compiled() -> None:
    importlib.import_module("referee.ui.screens.encounter")
    late = {
        f"{name}.{key}": value
        for name, module in sys.modules.items()
        if name.startswith("referee.")
        for key, value in vars(module).items()
        if type(value).__name__ == "_Late"
    }
    assert len(late) > 30
    assert [name for name, each in late.items() if not isinstance(each.pattern, str)] == []


def test_a_flood_is_cleaned_at_once() -> None:
    began = time.process_time()
    for flood in ("x" * 5_000_000, "\u0301" * 5_000_000, "\x1b" * 5_000_000, " " * 5_000_000):
        clean(flood)
    assert time.process_time() - began < 0.2
