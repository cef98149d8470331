"""What is told of a figure beside the roster, and on its sheet."""

from pathlib import Path

from referee.ui.panes.detail import Detail
from referee.ui.screens.figure import FigureSheet
from tests.ui.table import page, playing, prepare, press
from tests.ui.test_sizes import pane_text

DUEL = ("add goblin initiative=9", "add hero Ann initiative=5 hp=9", "next")


async def test_death_saves_are_told_only_of_who_makes_them(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, system="fifth"), size=(150, 50)) as pilot:
        assert "action" in pane_text(pilot, Detail) and "failures" not in pane_text(pilot, Detail)
        assert "light weapon" not in pane_text(pilot, Detail)
        await press(pilot, "<:set g1 failures 1>", "enter")
        assert "failures" in pane_text(pilot, Detail) and "successes" not in pane_text(pilot, Detail)
        await press(pilot, "1", "e")
        sheet = page(pilot)
        assert isinstance(sheet, FigureSheet)
        assert [row.name for row in sheet.rows if row.track] == ["HP", "action", "bonus action", "reaction", "failures"]
        assert {row.style for row in sheet.rows if row.name in ("action", "bonus action", "reaction")} == {"text"}
        assert any("successes" in row.hint and "light_attack" not in row.hint for row in sheet.rows)
