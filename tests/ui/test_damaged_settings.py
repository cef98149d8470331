"""Settings that cannot be read or written: told with file and line, once, and never written over."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.store import settings
from referee.store.saves import Saves
from referee.store.settings import CLOCK, keep_setting, settings_path, settings_problems
from referee.ui.screens.shelf import Shelf
from tests.store.test_settings import UNREADABLE, image, put_there
from tests.ui.table import DUEL, drawn, page, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

BROKEN = b'# mine\ntheme = "dark"\ndice = "table"\nclock = both\n'
SENTENCE = 'settings.toml, line 4: `both` has no quotes; write "both".'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the settings."""
    monkeypatch.setattr(settings, "user_config_path", lambda name: tmp_path / "config")
    return tmp_path / "config"


def words(pilot: Pilot[None]) -> str:
    """All that is drawn, on one line."""
    return " ".join(drawn(pilot).split())


@pytest.mark.parametrize(
    ("chosen", "keys"),
    [
        ("theme", ("S", "space")),
        ("dice", ("S", "down", "space")),
        ("odds", ("S", "end", "up", "up", "space")),
        ("clock", ("S", "end", "up", "space")),
        ("zoom", ("m", "z")),
    ],
)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_file_with_a_bad_line_is_not_written_over_whatever_is_chosen(
    tmp_path: Path, folder: Path, chosen: str, keys: tuple[str, ...], size: tuple[int, int]
) -> None:
    put_there(folder, BROKEN)
    before = image(folder)
    saves = prepare(tmp_path / "saves", *DUEL, "map 10x10")
    async with playing(saves, size=size) as pilot:
        await press(pilot, *keys)
        assert f"Not saved: {SENTENCE}" in words(pilot), chosen
        assert image(folder) == before
        (folder / "settings.toml").write_text('# mine\nother = "x"\n', encoding="utf-8")
        await press(pilot, keys[-1])
        assert "Not saved" not in words(pilot) and settings.setting(chosen)
        assert (folder / "settings.toml").read_text(encoding="utf-8").endswith('\n# mine\nother = "x"\n')


async def test_the_end_of_the_hints_does_not_write_it_over_either(tmp_path: Path, folder: Path) -> None:
    put_there(folder, BROKEN)
    before = image(folder)
    async with playing(Saves(tmp_path / "saves"), None, size=(80, 24)) as pilot:
        await press(pilot, "g", "n", "escape")
        assert f"The hints are over. Not saved: {SENTENCE}" in words(pilot)
        assert image(folder) == before


@pytest.mark.parametrize("how", UNREADABLE)
async def test_whatever_lies_there_is_told_and_left_and_the_theme_changes_for_now(
    tmp_path: Path, folder: Path, how: str
) -> None:
    content, sentence = UNREADABLE[how]
    put_there(folder, content)
    before = image(folder)
    async with playing(prepare(tmp_path / "saves"), size=(120, 40)) as pilot:
        assert sentence in words(pilot), "at the start"
        await press(pilot, "S")
        assert words(pilot).count(sentence) == 1, "on the page"
        was = pilot.app.theme
        await press(pilot, "space")
        assert f"Not saved: {sentence}" in words(pilot) and pilot.app.theme != was
        assert image(folder) == before


async def test_settings_that_are_read_only_are_told_where_they_are_chosen(tmp_path: Path, folder: Path) -> None:
    put_there(folder, b'clock = "off"\n')
    settings_path().chmod(0o444)
    before = image(folder)
    async with playing(prepare(tmp_path / "saves")) as pilot:
        assert "settings.toml" not in words(pilot)
        await press(pilot, "S", "end", "up", "space")
        assert "Not saved: settings.toml is read-only." in words(pilot) and "[off]" in words(pilot)
        assert image(folder) == before


async def test_odds_that_cannot_be_turned_on_for_good_stay_off(tmp_path: Path, folder: Path) -> None:
    put_there(folder, b'odds = "off"\n')
    settings_path().chmod(0o444)
    async with playing(prepare(tmp_path / "saves")) as pilot:
        odds = table(pilot).table.odds
        await press(pilot, "S", "end", "up", "up", "space")
        assert "Not saved: settings.toml is read-only." in words(pilot)
        assert odds is not None and not odds.on and settings.odds_are_off()


async def test_settings_are_told_once(tmp_path: Path, folder: Path) -> None:
    put_there(folder, BROKEN)
    async with playing(prepare(tmp_path / "saves"), None) as pilot:
        assert isinstance(page(pilot), Shelf) and page(pilot).said == SENTENCE
        for _ in range(2):
            await press(pilot, "enter")
            assert table(pilot).table.line.said == ""
            await press(pilot, "q")
            assert page(pilot).said == ""


async def test_they_are_told_beside_why_an_encounter_cannot_be_opened(tmp_path: Path, folder: Path) -> None:
    put_there(folder, BROKEN)
    async with playing(prepare(tmp_path / "saves"), "nowhere") as pilot:
        said = page(pilot).said
        assert "nowhere" in said and said.endswith(f" {SENTENCE}")


async def test_what_breaks_meanwhile_is_told_with_the_next_encounter(tmp_path: Path, folder: Path) -> None:
    keep_setting(CLOCK, "off")
    async with playing(prepare(tmp_path / "saves"), None) as pilot:
        assert page(pilot).said == ""
        put_there(folder, BROKEN)
        await press(pilot, "enter")
        assert [table(pilot).table.line.said] == settings_problems() == [SENTENCE]
