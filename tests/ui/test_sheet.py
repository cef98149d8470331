"""The sheet of a figure: nothing is cut that there is room for."""

from pathlib import Path

from referee.ui.panes.detail import Detail
from referee.ui.screens.figure import FigureSheet
from tests.ui.table import drawn, page, playing, press, within
from tests.ui.test_roster import sample
from tests.ui.test_sizes import pane_text


async def test_the_sheet_is_the_stat_block_and_cuts_nothing(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "fifth"), size=(150, 60)) as pilot:
        await press(pilot, "1")
        block = [row.strip() for row in pane_text(pilot, Detail).splitlines()[2:] if "──" not in row]
        await press(pilot, "e")
        sheet = " ".join(drawn(pilot).split())
        assert "…" not in sheet and all(" ".join(row.split()) in sheet for row in block if "━" not in row and row)


async def test_a_value_is_typed_where_it_stands(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "fifth"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e", "down", "down", "down", "e", "ctrl+u", "<21>")
        listing = page(pilot).listing
        assert any(row.startswith("›HP") and "21" in row and "━" not in row for row in within(listing))
        rows = drawn(pilot).splitlines()
        assert "21" not in rows[-1] and rows[-1].startswith(" ANSWER")
        await press(pilot, "enter")
        assert any(row.startswith("›HP") and "21/44" in row for row in within(listing))


async def test_a_click_chooses_the_value_under_it(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "fifth"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e")
        sheet = pilot.app.screen
        assert isinstance(sheet, FigureSheet)
        rows = drawn(pilot).splitlines()
        y = next(n for n, row in enumerate(rows) if "Constitution " in row)
        for name in ("Strength", "Constitution"):
            _ = await pilot.click(offset=(rows[y].index(name) + 3, y))
            assert sheet.entry.name == name


async def test_the_chosen_entry_is_explained_below(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e", *["down"] * 4)
        assert "each level is -1 to checks and saves; at 5 the figure can only rest" in drawn(pilot)


async def test_conditions_stand_above_what_seldom_changes(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", "condition mira frightened end gruk"), size=(80, 40)) as pilot:
        await press(pilot, "1", "e")
        text = drawn(pilot)
        assert 0 < text.index("frightened: until the end of Gruk's next turn") < text.index("usual values")


async def test_a_weapon_is_given_and_taken_on_the_sheet(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "fifth"), size=(100, 60)) as pilot:
        await press(pilot, "1", "e")
        page = pilot.app.screen
        assert isinstance(page, FigureSheet)
        page.listing.move([entry.shown for entry in page.entries].index("weapon: give or take one"))
        await press(pilot, "e", "<bite>", "space", "<+5>", "space", "<1d8+3>", "enter")
        weapons = {entry.name: entry.shown for entry in page.entries if entry.section == "weapon"}
        assert weapons == {"longsword": "+6, 1d8+3 slashing", "bite": "+5, 1d8+3"}
        page.listing.move([entry.name for entry in page.entries].index("longsword") - page.listing.at)
        await press(pilot, "x")
        assert [entry.name for entry in page.entries if entry.section == "weapon"] == ["bite"]
