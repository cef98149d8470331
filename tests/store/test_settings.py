"""The settings file: what is chosen once and begins every encounter."""

from contextlib import closing
from pathlib import Path

import pytest

from referee.engine.dice.chance import DICE
from referee.engine.record.session import Session
from referee.script import systems
from referee.script.plan import begin, plan_in
from referee.script.plan_export import exported
from referee.script.run import run_line
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


@pytest.mark.parametrize("mode", DICE.choices)
@pytest.mark.parametrize("kept_elsewhere", DICE.choices)
def test_an_exported_plan_says_who_rolls_whatever_the_settings_are_where_it_is_begun(
    tmp_path: Path, mode: str, kept_elsewhere: str
) -> None:
    settings.keep_setting("dice", mode)
    journal, rules = systems.begin(Saves(tmp_path), "fight", "fifth")
    with closing(journal):
        run_line(Session(rules, journal), "add goblin x2")
        text, made = exported(journal), journal.known(journal.position)[1]
    assert f"dice {mode}" in text.splitlines()
    settings.keep_setting("dice", kept_elsewhere)
    with closing(begin(Saves(tmp_path), "again", plan_in(text, "plan"))) as again:
        assert again.known(again.position)[1] == made
        assert exported(again).splitlines()[1:] == text.splitlines()[1:]


def test_a_plan_that_does_not_say_who_rolls_leaves_it_to_the_settings(tmp_path: Path) -> None:
    settings.keep_setting("dice", "table")
    for name, said, mode in (("one", "", "table"), ("two", "dice app\n", "app"), ("three", "dice split\n", "split")):
        with closing(begin(Saves(tmp_path), name, plan_in(f"system fifth\nadd ogre\n{said}", "plan"))) as journal:
            assert DICE.of(journal.known(journal.position)[1]) == mode
