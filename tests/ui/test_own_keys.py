"""The file of the referee's own keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.toml_file import TomlFile, parse_toml
from referee.ui.input import own_keys as module
from referee.ui.input.key_actions import by_key
from referee.ui.input.own_keys import KEY_ACTIONS, OwnKeys, bound, own_keys
from tests.ui.table import drawn, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)


@pytest.fixture
def key_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the file is looked for."""
    monkeypatch.setattr(module, "path", lambda: tmp_path / "keymap.toml")
    own_keys.cache_clear()
    yield tmp_path / "keymap.toml"
    own_keys.cache_clear()


def test_without_a_file_the_keys_are_those_of_the_program(key_file: Path) -> None:
    assert own_keys() == OwnKeys(KEY_ACTIONS, {}, ())


def test_an_action_gets_other_keys_and_gives_its_own_up() -> None:
    own = bound(KEY_ACTIONS, TomlFile({"undo": "x", "next": ["F12", "Ctrl+N"], "cast": "k"}))
    assert own.problems == () and own.verbs == {"cast": "k"}
    keys = {key: action.label for key, action in by_key(own.actions).items()}
    assert (keys["x"], keys["f12"], keys["ctrl+n"]) == ("undo", "next", "next") and not {"u", "n"} & {*keys}


def test_an_action_is_found_by_the_name_that_the_menu_shows() -> None:
    own = bound(KEY_ACTIONS, TomlFile({"Next turn": "F12"}))
    assert not own.problems and not own.verbs and by_key(own.actions)["f12"].label == "next"


def test_two_can_change_places() -> None:
    own = bound(KEY_ACTIONS, TomlFile({"next": "u", "undo": "n"}))
    assert own.problems == () and by_key(own.actions)["u"].label == "next"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('next = "u"', "line 1: u cannot be the key of next: it is already the key of undo."),
        ('next = "F12"\nundo = "F12"', "line 2: F12 cannot be the key of undo: it is already the key of next."),
        ('undo = "q"\n\nnext = "u"', "line 3: u cannot be the key of next: it is already the key of undo."),
        ('# mine\n"Next turn" = "u"', "line 2: u cannot be the key of next: it is already the key of undo."),
        ('# mine\ncast = "n"', "line 2: n cannot be the key of cast: it is already the key of next."),
        ('cast = "7"', "line 1: 7 cannot be the key of cast."),
        ('next = "Enter"', "line 1: Enter cannot be the key of next."),
        ("# mine\n[next]\na = 1", "line 2: {'a': 1} cannot be the key of next."),
        ("next = [\n]", "line 1: [] cannot be the key of next."),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_has_no_effect(text: str, problem: str) -> None:
    own = bound(KEY_ACTIONS, parse_toml(text.encode(), "keymap.toml"))
    assert f"keymap.toml, {problem}" in own.problems
    assert by_key(own.actions)["u"].label == "undo" and own.verbs == {}


async def test_the_keys_of_the_file_are_those_of_the_table(key_file: Path, tmp_path: Path) -> None:
    key_file.write_text('next = "F12"\nattack = "j"\n', encoding="utf-8")
    async with playing(prepare(tmp_path / "saves"), size=(80, 24)) as pilot:
        assert " F12 Next turn" in drawn(pilot) and " j Attack" in drawn(pilot)
        await press(pilot, "j")
        assert table(pilot).table.session.questions
        await press(pilot, "escape", "f12")
        assert table(pilot).table.session.encounter.turn == "grave"


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("# mine\nnext = ", "keymap.toml, line 2: a value is missing after the =."),
        ("[[[[", "keymap.toml, line 1: "),
        ("\0", "keymap.toml, line 1: "),
        ('next = "no key"', "keymap.toml, line 1: no key cannot be the key of next."),
        ('undo = "n"\nflurry = "k"', "keymap.toml, line 1: n cannot be the key of undo"),
    ],
)
async def test_a_broken_file_stops_nothing_and_is_told_once_and_in_the_settings(
    key_file: Path, tmp_path: Path, content: str, place: str
) -> None:
    key_file.write_text(content, encoding="utf-8")
    async with playing(prepare(tmp_path / "saves"), size=(100, 40)) as pilot:
        assert place in table(pilot).table.line.said
        await press(pilot, "S", "end")
        shown = " ".join(drawn(pilot).split())
        assert place in shown
        assert ("keymap.toml, line 2: there is no action flurry." in shown) == ("flurry" in content)
        await press(pilot, "space")
        assert "then restart Referee" in drawn(pilot)
        await press(pilot, "escape", "q", "enter")
        assert "keymap.toml" not in drawn(pilot) and table(pilot).table.line.said == ""
