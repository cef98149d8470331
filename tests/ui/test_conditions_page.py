"""The conditions page: everything that counts down, what ends next on top; Enter opens the sheet of the bearer."""

from pathlib import Path

import pytest

from referee.ui.screens.conditions import ConditionsPage
from referee.ui.screens.figure import FigureSheet
from tests.ui.table import drawn, page, playing, prepare, press, within

LINES = (
    *("dice table", "add hero Ann hp=20 init=15", "add hero Bob init=12", "add goblin init=5", "next"),
    *("condition ann poisoned 3", "condition bob blinded 1", "condition g1 prone"),
    'countdown 9 "the gate falls"',
)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_what_ends_next_is_on_top(tmp_path: Path, size: tuple[int, int]) -> None:
    saves = prepare(tmp_path, *LINES, system="fifth")
    async with playing(saves, size=size) as pilot:
        await press(pilot, "@")
        assert isinstance(page(pilot), ConditionsPage)
        rows = within(page(pilot).listing)
        who = [row.split("  ")[0].strip(" ›") for row in rows[1:5]]
        assert who == ["Bob", "Ann", "the table", "Goblin 1"] and "until lifted" in rows[4]
        assert "4, 3 with an end" in drawn(pilot) and "round 1, Ann's turn" in drawn(pilot)
        await press(pilot, "enter")
        assert isinstance(page(pilot), FigureSheet) and "Bob" in drawn(pilot)
        await press(pilot, "escape", "@", "down", "down", "enter")
        assert "This counts down for the whole table." in drawn(pilot)


async def test_a_table_without_conditions_says_how_one_is_given(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add rat")) as pilot:
        await press(pilot, ":", "<conditions>", "enter")
        assert isinstance(page(pilot), ConditionsPage) and "Nobody bears a condition" in drawn(pilot)
