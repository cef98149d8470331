"""The sheet of a figure: nothing is cut that there is room for."""

from pathlib import Path

from referee.ui.screens.figure import FigureSheet
from tests.ui.table import drawn, playing, press
from tests.ui.test_roster import sample


async def test_explanations_go_on_over_lines_where_all_have_room(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "black_keep"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e")
        assert "…" not in drawn(pilot)
        assert "subtracted from its attackers' modifier on the" in drawn(pilot)


async def test_the_chosen_line_is_told_whole_where_not_all_have_room(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e", *["down"] * 4)
        assert "each level is -1 to checks and saves; at 5 it can only rest" in drawn(pilot)


async def test_conditions_stand_above_what_seldom_changes(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", "condition mira frightened end gruk"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e")
        text = drawn(pilot)
        assert 0 < text.index("frightened, until the end of Gruk's next turn") < text.index("what an attack must reach")


async def test_a_weapon_is_given_and_taken_on_the_sheet(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "fifth"), size=(100, 60)) as pilot:
        await press(pilot, "1", "e")
        page = pilot.app.screen
        assert isinstance(page, FigureSheet) and any("longsword (+6, 1d8+3 slashing)" in row.shown for row in page.rows)
        page.listing.move([row.shown for row in page.rows].index("give or take a weapon"))
        await press(pilot, "e", "<bite>", "space", "<+5>", "space", "<1d8+3>", "enter")
        assert any("bite (+5, 1d8+3)" in row.shown for row in page.rows)
        await press(pilot, "e", "<-longsword>", "enter")
        assert "longsword" not in next(row.shown for row in page.rows if row.name == "weapon")
