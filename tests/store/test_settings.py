"""The settings file: what is chosen once and begins every encounter."""

from contextlib import closing
from pathlib import Path

import pytest

from referee.engine.dice.chance import DICE
from referee.script import systems
from referee.store import settings
from referee.store.file import Damaged
from referee.store.saves import Saves


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the settings."""
    monkeypatch.setattr(settings, "user_config_path", lambda name: tmp_path / "config")
    return tmp_path / "config"


def test_words_are_kept_beside_each_other(folder: Path) -> None:
    assert settings.setting("dice") == ""
    settings.keep_setting("theme", "light")
    settings.keep_setting("dice", "table")
    settings.keep_setting("theme", "dark")
    assert (settings.setting("theme"), settings.setting("dice")) == ("dark", "table")
    assert sorted((folder / "settings.toml").read_text().split("\n"))[1:] == ['dice = "table"', 'theme = "dark"']


@pytest.mark.parametrize(("kept", "mode"), [("table", "table"), ("split", "split"), ("cards", "split")])
def test_a_new_encounter_begins_with_the_dice_that_were_chosen(tmp_path: Path, kept: str, mode: str) -> None:
    settings.keep_setting("dice", kept)
    journal, _ = systems.begin(Saves(tmp_path), "fight", "fifth")
    with closing(journal):
        assert DICE.of(journal.known(journal.position)[1]) == mode
        assert journal.position == (mode != "split")


def test_settings_that_cannot_be_read_leave_a_new_encounter_as_it_is(tmp_path: Path, folder: Path) -> None:
    folder.mkdir()
    (folder / "settings.toml").write_bytes(b"\xff")
    with pytest.raises(Damaged, match="cannot be read"):
        settings.setting("dice")
    journal, _ = systems.begin(Saves(tmp_path), "fight", "plain")
    with closing(journal):
        assert journal.position == 0
