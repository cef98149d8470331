"""A typed line takes signs of several characters whole: a flag, a family, a letter with its marks."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.ui.controller.field import Field
from referee.ui.drawing.graphemes import starts
from tests.ui.table import drawn, playing, prepare, press
from tests.ui.terminal import Terminal

pytestmark = pytest.mark.one_in(10)

SIGNS = {
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "heart": "❤️",
    "flag": "\U0001f1ef\U0001f1f5",
    "thumb": "\U0001f44d\U0001f3fd",
    "key cap": "1️⃣",
    "rainbow flag": "\U0001f3f3️\u200d\U0001f308",
    "combining mark": "x́",
    "two marks": "q̣̈",
    "Thai": "ที่",
    "Hindi": "कि",
    "Korean, part by part": "각",
    "wide": "竜",
}


def typed(*parts: str, by_key: bool) -> Field:
    """A field in which these parts were pasted, or typed character by character."""
    field = Field()
    for part in parts:
        for character in part if by_key else ():
            name = "zero_width_joiner" if character == "\u200d" else character
            assert field.key(name, character if character.isprintable() else None)
        if not by_key:
            field.insert(part)
    return field


def pressed(field: Field, keys: Sequence[str]) -> str:
    """What stands in it after these keys, with a bar for the cursor."""
    for key in keys:
        assert field.key(key, None)
    return f"{field.text[: field.at]}|{field.text[field.at :]}"


@pytest.mark.parametrize("by_key", [True, False])
@pytest.mark.parametrize("sign", SIGNS.values(), ids=SIGNS)
def test_keys_take_a_sign_whole(sign: str, by_key: bool) -> None:
    shown = typed(sign, by_key=by_key).text
    assert shown and "\u200d" not in shown
    for keys, left in (
        (["backspace"], f"a{shown}|"),
        (["backspace", "backspace"], "a|"),
        (["ctrl+h", "ctrl+h", "backspace"], "|"),
        (["left"], f"a{shown}|{shown}"),
        (["left", "left", "left"], f"|a{shown}{shown}"),
        (["left", "left", "delete"], f"a|{shown}"),
        (["home", "right", "right", "delete"], f"a{shown}|"),
        (["home", "right", "delete", "right", "backspace"], "a|"),
        (["ctrl+w"], "|"),
    ):
        assert pressed(typed("a", sign, sign, by_key=by_key), keys) == left
    under = typed("a", sign, "b", by_key=by_key)
    assert pressed(under, ["left", "left"]) == f"a|{shown}b" and under.shown(20) == ("a", shown, "b")


def test_what_is_typed_in_the_middle_is_not_joined() -> None:
    field = typed("ab", SIGNS["family"], "c", by_key=True)
    family = field.text[2:-1]
    assert pressed(field, ["home", "right"]) == f"a|b{family}c"
    field.insert("xyz")
    assert pressed(field, ["end", "left", "backspace"]) == "axyzb|c"
    field.set("\U0001f468\U0001f469")
    assert pressed(field, ["backspace"]) == "\U0001f468|", "nobody joined these"


@given(st.text(alphabet="aé️\U0001f1ef\U0001f1f5\U0001f468\u1100\u1161", max_size=12))
def test_signs_are_all_of_the_text(text: str) -> None:
    found = starts(text)
    assert found == sorted(set(found)) and found[:1] == [0][: len(text)] and all(at < len(text) for at in found)


def test_flags_are_two_by_two() -> None:
    assert starts("\U0001f1ef\U0001f1f5\U0001f1e9\U0001f1ea\U0001f1eb") == [0, 2, 4]


async def test_in_a_field_of_a_page_and_in_the_palette(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "ctrl+p", "q", SIGNS["flag"][0], SIGNS["flag"][1], "backspace", "z")
        assert "qz" in drawn(pilot)
        await press(pilot, "escape", "r", "/", "q", SIGNS["flag"][0], SIGNS["flag"][1], "backspace", "z")
        assert "qz" in drawn(pilot)


@pytest.mark.one_in(6)
def test_backspace_on_a_real_terminal(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight")
    try:
        assert terminal.until("saved")
        for sign in SIGNS.values():
            terminal.press(f":{sign}\x7fundo\r")
            terminal.press(":redo\r")
        terminal.press(":undo\r")
        assert b"does nothing here" not in terminal.raw
        assert b"There is no" not in terminal.raw
        assert saves.look("fight").actions == 5
    finally:
        terminal.close()
