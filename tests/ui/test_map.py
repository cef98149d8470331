"""The map: a board is laid out, changed and looked along, all by keys, at 80 by 24."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.engine.board import Board
from referee.ui.panes.map import Map
from referee.ui.screens.encounter import EncounterScreen
from referee.ui.screens.map import MapPage
from tests.ui.table import DUEL, drawn, page, playing, prepare, press, table

SMALL = (80, 24)
LAID = (*DUEL, "map 8x6", "place ulf b2", "place r1 e2")


def board(screen: EncounterScreen) -> Board:
    """The board that is laid out."""
    found = screen.table.session.encounter.board
    assert found is not None
    return found


def map_page(pilot: Pilot[None]) -> MapPage:
    """The map, which is on top."""
    found = page(pilot)
    assert isinstance(found, MapPage)
    return found


async def test_a_board_is_laid_out_and_a_figure_placed_by_keys(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=SMALL) as pilot:
        screen = table(pilot)
        await press(pilot, "1", "m", "enter")
        assert (board(screen).width, board(screen).height) == (20, 15)
        await press(pilot, "right", "right", "down", "p")
        assert board(screen).figures == {"ulf": ("c2",)}
        await press(pilot, "right", "p")
        assert board(screen).figures == {"ulf": ("d2",)}
        assert "»ulf" in drawn(pilot) or "▶ulf" in drawn(pilot)
        await press(pilot, "tab", "down", "p", "x")
        assert board(screen).figures == {"ulf": ("d2",)}
        await press(pilot, "u", "u", "u", "u", "u")
        assert screen.table.session.encounter.board is None
        assert "No board is laid out" in drawn(pilot)


async def test_tab_goes_to_the_next_figure_and_back(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        cursor = table(pilot).table.cursor
        await press(pilot, "2", "m", "tab")
        assert cursor.chosen == "r1" and map_page(pilot).here == "e2"
        await press(pilot, "shift+tab")
        assert cursor.chosen == "grave" and map_page(pilot).here == "e2", "who is not on the board is no place to go"
        await press(pilot, "shift+tab")
        assert cursor.chosen == "ulf" and map_page(pilot).here == "b2"


async def test_a_space_that_is_filled_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        screen = table(pilot)
        place = screen.table.session.step_log.position
        await press(pilot, "1", "m", "right", "right", "right", "p")
        assert "Rat 1 stands at e2" in drawn(pilot)
        assert screen.table.session.step_log.position == place
        await press(pilot, "up", "up", "up", "w", "up")
        assert "around it there is wall" in drawn(pilot)
        assert screen.table.session.step_log.position == place


async def test_walls_doors_and_obstacles_are_put_and_taken_away(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        screen = table(pilot)
        await press(pilot, "1", "m", "w", "right", "d", "down", "right", "o", "down", "r", "down", "v")
        assert board(screen).edges == {"b2-c2": "wall", "b2-b3": "closed"}
        assert board(screen).ground == {"c2": "obstacle", "c3": "rough", "c4": "void"}
        seen = drawn(pilot)
        assert "ulf┃" in seen and "DD" in seen and "████" in seen and "~~~~" in seen
        await press(pilot, "v", "up", "r", "up", "o", "w", "left", "left", "c")
        assert board(screen).edges == {"b2-b3": "open"} and board(screen).ground == {}
        await press(pilot, "d", "down")
        assert board(screen).edges == {}
        await press(pilot, "c")
        assert "no door beside b2" in drawn(pilot)
        await press(pilot, "w", "escape", "right")
        assert board(screen).edges == {} and map_page(pilot).here == "c2"


async def test_the_door_is_asked_for_where_there_are_two(tmp_path: Path) -> None:
    doors = ("wall b2-c2 door", "wall b2-b3 door")
    async with playing(prepare(tmp_path, *LAID, *doors), size=SMALL) as pilot:
        screen = table(pilot)
        await press(pilot, "1", "m", "c")
        assert "on which side" in drawn(pilot)
        await press(pilot, "down")
        assert board(screen).edges == {"b2-c2": "closed", "b2-b3": "open"}


async def test_sight_is_drawn_to_the_cursor_with_what_blocks_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        await press(pilot, "1", "m", "s", "right", "right")
        assert "in sight; 2 spaces" in drawn(pilot) and "*" in drawn(pilot)
        await press(pilot, "right")
        assert "Ulf b2 to Rat 1 e2: in sight; 3 spaces" in drawn(pilot)
        await press(pilot, "right", "right")
        assert "blocked by Rat 1 at e2; 5 spaces" in drawn(pilot) and "Xr1" in drawn(pilot)
        await press(pilot, "left", "left", "left", "w", "right")
        await press(pilot, "right")
        assert "blocked by a wall at d2-e2" in drawn(pilot) and "X" in drawn(pilot)
        await press(pilot, "down", "down")
        assert "2 without diagonal" not in drawn(pilot) and "5 without diagonals" in drawn(pilot)
        await press(pilot, "s")
        assert "*" not in drawn(pilot)


async def test_a_corner_blocked_on_one_side_is_told(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID, "ground c2"), size=SMALL) as pilot:
        await press(pilot, "1", "m", "s", "right", "down")
        assert "in sight past a corner blocked on one side; 1 space" in drawn(pilot)


async def test_a_large_board_scrolls_with_the_cursor(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, "map 50x50", "place ulf ax50"), size=SMALL) as pilot:
        await press(pilot, "1", "m")
        assert "ulf" in drawn(pilot) and "[ax]" in drawn(pilot) and "[50]" in drawn(pilot)
        await press(pilot, *["home"] * 7, *["pageup"] * 7)
        assert "ulf" not in drawn(pilot) and "[a]" in drawn(pilot) and "[1]" in drawn(pilot)
        assert all(len(line) <= 80 for line in drawn(pilot).splitlines())
        shown = pilot.app.screen.query_one(Map)
        assert len(shown.render_line(0).text) == 80


@pytest.mark.parametrize("size", [(120, 40), (60, 18), (30, 8), (12, 4)])
async def test_the_map_fits_any_window(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(prepare(tmp_path, *LAID), size=size) as pilot:
        await press(pilot, "1", "m", "s", "right", "z", "tab", "tab")
        assert all(len(line) <= size[0] for line in drawn(pilot).splitlines())
        assert "r1" in drawn(pilot) or size == (12, 4)


async def test_a_map_goes_to_a_file_and_comes_back(tmp_path: Path) -> None:
    where = tmp_path / "hall.txt"
    async with playing(prepare(tmp_path, *LAID, "wall b2-c2", "ground d4"), size=SMALL) as pilot:
        screen = table(pilot)
        was = board(screen)
        await press(pilot, "m", "E", f"<{where}>", "enter")
        assert where.read_text(encoding="utf-8").count("\n") == 2 * was.height + 3
        await press(pilot, "E", f"<{where}>", "enter")
        assert "such a file already" in drawn(pilot)
        await press(pilot, "b", "<off>", "enter")
        assert screen.table.session.encounter.board is None
        await press(pilot, "I", f"<{tmp_path}>", "enter")
        assert "No such file" in drawn(pilot) and screen.table.session.encounter.board is None
        await press(pilot, "I", f"<{where}>", "enter")
        assert board(screen) == was


async def test_the_keys_and_signs_of_the_map_are_listed(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        await press(pilot, "m", "?")
        assert "line of sight" in drawn(pilot)
        await press(pilot, "escape")
        assert isinstance(page(pilot), MapPage)


async def test_a_click_moves_the_cursor_and_two_choose(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        screen = table(pilot)
        await press(pilot, "1", "m")
        lines = drawn(pilot).splitlines()
        row = next(n for n, text in enumerate(lines) if text.startswith(" [2]┃"))
        at = (lines[row].index("•r1") + 1, row)
        await pilot.click(offset=at)
        await pilot.pause()
        assert map_page(pilot).here == "e2"
        await pilot.click(offset=at, times=2)
        await pilot.pause()
        assert screen.table.cursor.chosen == "r1"
