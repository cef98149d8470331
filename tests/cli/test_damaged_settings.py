"""What the command says of settings, keys and themes that cannot be read: once, with file and line."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.cli.main import run_players
from referee.store import settings
from referee.store.saves import Saves
from referee.ui.drawing import themes
from referee.ui.input import own_keys
from referee.ui.players.app import PlayersApp
from tests.cli.test_campaign import campaign, prepared
from tests.cli.test_main import Captured, said, saves

__all__ = ["saves"]
SENTENCE = 'settings.toml, line 2: `tabel` has no quotes; write "tabel".\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the settings, with bad lines in all that is read there."""
    cached: tuple[Callable[[], None], ...] = (
        own_keys.own_keys.cache_clear,
        themes._files.cache_clear,
        themes._read.cache_clear,
    )
    place = tmp_path / "config"
    (place / "themes").mkdir(parents=True)
    (place / "settings.toml").write_text("# mine\ndice = tabel\n", encoding="utf-8")
    (place / "keymap.toml").write_text("next = F12\n", encoding="utf-8")
    for name in ("mine", "players"):
        (place / "themes" / f"{name}.toml").write_text("\n\n[colours\n", encoding="utf-8")
    for module in (settings, themes, own_keys):
        monkeypatch.setattr(module, "user_config_path", lambda name: place)
    for clear in cached:
        clear()
    yield place
    for clear in cached:
        clear()


def test_who_begins_an_encounter_is_told_of_the_settings_once(saves: Path, tmp_path: Path, capsys: Captured) -> None:
    assert said(capsys, 0, "new", "one", "--system", "fifth", "--sample")[1] == SENTENCE
    (tmp_path / "plan.txt").write_text("system fifth\nadd goblin x3\n", encoding="utf-8")
    assert said(capsys, 0, "new", "two", "--from", str(tmp_path / "plan.txt"))[1] == SENTENCE
    prepared(capsys, tmp_path, mill="add ogre")
    assert said(capsys, 0, "campaign", "next", "hollow")[1] == SENTENCE
    assert "mill" in campaign(capsys, "show", "hollow")
    for words in (("show", "one"), ("do", "one", "add goblin"), ("ls",)):
        assert said(capsys, 0, *words)[1] == "", "which read no settings"


def test_nothing_is_said_of_settings_that_can_be_read(saves: Path, folder: Path, capsys: Captured) -> None:
    (folder / "settings.toml").write_text("dice = 'table'\n", encoding="utf-8")
    assert said(capsys, 0, "new", "one", "--system", "fifth")[1] == ""


def test_a_topic_that_lists_what_a_file_says_tells_what_is_wrong_with_it(capsys: Captured) -> None:
    keys, wrong = said(capsys, 0, "help", "keys")
    assert "Keys of your own" in keys and wrong == 'keymap.toml, line 1: `F12` has no quotes; write "F12".\n'
    themes, wrong = said(capsys, 0, "help", "themes")
    assert "high-contrast" in themes
    assert wrong == "themes/mine.toml, line 3: ] is missing.\nthemes/players.toml, line 3: ] is missing.\n"
    assert said(capsys, 0, "help", "dice")[1] == ""


def test_of_a_broken_theme_of_the_players_the_referee_is_told_when_they_have_seen_enough(
    saves: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(capsys, 0, "new", "one", "--system", "plain")
    monkeypatch.setattr(PlayersApp, "run", lambda app: None)
    assert run_players(Saves(saves), "one") == os.EX_OK
    assert capsys.readouterr().err == "referee: themes/players.toml, line 3: ] is missing.\n"
