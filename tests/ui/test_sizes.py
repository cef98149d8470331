"""Windows of every size."""

from pathlib import Path

import pytest

from tests.ui.table import drawn, playing, prepare, press, table


async def test_all_five_panes_are_there_in_a_window_of_80_by_24(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        text = drawn(pilot)
        for title in ("Initiative", "Roster", "Actions", "Dice log", "Round 1", "next:"):
            assert title in text
        assert all(len(line) <= 80 for line in text.splitlines())


async def test_a_narrow_window_shows_one_pane_at_a_time(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(60, 18)) as pilot:
        assert "Roster" in drawn(pilot) and "Dice log" not in drawn(pilot)
        await press(pilot, "f8")
        assert "Dice log" in drawn(pilot) and "Roster" not in drawn(pilot)
        await press(pilot, "tab")
        assert "Initiative" in drawn(pilot)
        await press(pilot, "a")
        assert "Ulf attacks Grave" in drawn(pilot)


async def test_the_smallest_window_shows_the_turn_and_what_is_left_of_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(30, 4)) as pilot:
        assert drawn(pilot).strip().startswith("▶ Ulf 2/2")


@pytest.mark.parametrize("page_key", ["", "e", "h", "r", "?", "S"])
async def test_no_size_is_too_small(tmp_path: Path, page_key: str) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "1", *([page_key] if page_key else []))
        for size in ((1, 1), (200, 60), (2, 40), (80, 3), (39, 9), (100, 30)):
            await pilot.resize_terminal(*size)
            await press(pilot, "down", "up")
        assert pilot.app.is_running
        if not page_key:
            assert table(pilot).table.cursor.chosen
