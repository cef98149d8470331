"""The map: a board is laid out, changed and looked along, all by keys, at 80 by 24."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.engine.state.board import Board
from referee.ui.panes.map import Map
from referee.ui.screens.encounter import EncounterScreen
from referee.ui.screens.map import MapPage
from tests.ui.table import DUEL, drawn, page, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

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
        acts = screen.table.session.step_log.position
        await press(pilot, "p")
        assert screen.table.session.step_log.position == acts and "Ulf already stands there." in drawn(pilot)
        await press(pilot, "right", "p")
        assert board(screen).figures == {"ulf": ("d2",)}
        assert "»ulf" in drawn(pilot) or "▶ulf" in drawn(pilot)
        await press(pilot, "n", "down", "p", "x")
        assert board(screen).figures == {"ulf": ("d2",)}
        await press(pilot, "u", "u", "u", "u", "u")
        assert screen.table.session.encounter.board is None
        empty = drawn(pilot).splitlines()
        at = next(n for n, row in enumerate(empty) if "There is no board" in row)
        assert len(empty) // 4 < at < len(empty) // 2 and "b     makes one" in empty[at + 2]


async def test_tab_goes_to_the_next_figure_and_back(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        cursor = table(pilot).table.cursor
        await press(pilot, "1", "m", "tab")
        assert cursor.chosen == "r1" and map_page(pilot).here == "e2"
        await press(pilot, "tab")
        assert cursor.chosen == "ulf" and map_page(pilot).here == "b2", "who is not on the board is no place to go"
        await press(pilot, "shift+tab", "n")
        assert cursor.chosen == "grave" and map_page(pilot).here == "e2", "who can be set on it is chosen where one is"
        await press(pilot, "n", "n")
        assert cursor.chosen == "grave"


async def test_tab_passes_the_dead(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID, "place r2 f2", "damage r1 9"), size=SMALL) as pilot:
        cursor = table(pilot).table.cursor
        await press(pilot, "1", "m", "tab")
        assert cursor.chosen == "r2" and map_page(pilot).here == "f2"
        await press(pilot, "tab", "n", "n")
        assert cursor.chosen == "grave"


async def test_a_space_that_is_filled_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        screen = table(pilot)
        place = screen.table.session.step_log.position
        await press(pilot, "1", "m", "right", "right", "right", "p")
        assert "Rat 1 is already at e2" in drawn(pilot)
        assert screen.table.session.step_log.position == place
        await press(pilot, "up", "up", "up", "w", "n")
        assert "its edge is a wall already" in drawn(pilot)
        assert screen.table.session.step_log.position == place


async def test_walls_doors_and_obstacles_are_put_and_taken_away(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        screen = table(pilot)
        await press(
            pilot, "1", "m", "w", "e", "d", "s", "right", "o", "enter", "down", "t", "enter", "down", "v", "enter"
        )
        assert board(screen).edges == {"b2-c2": "wall", "b2-b3": "closed"}
        assert board(screen).ground == {"c2": "obstacle", "c3": "rough", "c4": "void"}
        seen = drawn(pilot)
        assert "»Ulf┃" in seen and "DD" in seen and "████" in seen and "~~~~" in seen
        await press(pilot, "v", "enter", "up", "t", "enter", "up", "o", "enter", "w", "w", "left", "c")
        assert board(screen).edges == {"b2-b3": "open"} and board(screen).ground == {}
        await press(pilot, "d", "s")
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
        assert "e s?" in drawn(pilot)
        await press(pilot, "s")
        assert board(screen).edges == {"b2-c2": "closed", "b2-b3": "open"}


async def test_a_room_with_a_door_takes_few_keys_one_line_and_one_undo_for_each_stroke(tmp_path: Path) -> None:
    """A room of 8 by 6 with a door in its south wall, in 10 keys."""
    async with playing(prepare(tmp_path, *DUEL, "map 20x15", "place ulf b2"), size=SMALL) as pilot:
        screen = table(pilot)
        session = screen.table.session
        place = session.step_log.position
        keys = ("r", "7", "right", "5", "down", "enter", "left", "left", "d", "s")
        await press(pilot, "1", "m")
        await press(pilot, *keys)
        assert len(keys) <= 15
        edges = board(screen).edges
        assert len(edges) == 2 * (8 + 6) and edges["g7-g8"] == "closed" and edges["a2-b2"] == "wall"
        assert session.step_log.position == place + 2
        assert "DD" in drawn(pilot)
        await press(pilot, "u")
        assert board(screen).edges["g7-g8"] == "wall"
        await press(pilot, "u")
        assert board(screen).edges == {}


async def test_a_stroke_is_seen_before_it_counts_and_can_be_left(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        screen = table(pilot)
        place = screen.table.session.step_log.position
        await press(pilot, "1", "m", "f", "right", "down", "down")
        assert "Floor b2-c4" in drawn(pilot)
        await press(pilot, "p")
        assert "Floor b2-c4" in drawn(pilot) and screen.table.session.step_log.position == place
        await press(pilot, "escape", "d", "enter")
        assert "n e s w for the side" in drawn(pilot)
        await press(pilot, "escape", "right")
        assert screen.table.session.step_log.position == place and map_page(pilot).here == "d4"


async def test_floor_has_an_outline_where_there_is_none_beside_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, "map 8x6", "ground a1-h6 void"), size=SMALL) as pilot:
        await press(pilot, "m", "right", "down", "f", "2", "right", "down", "enter")
        rows = drawn(pilot).splitlines()
        there = next(row for row in rows if row.startswith("│  2 "))
        assert there.count("┃") == 4


async def test_an_order_is_typed_on_the_map(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        screen = table(pilot)
        await press(pilot, "m", ":", "<ground>", "space", "<a1-c3>", "space", "<void>", "enter")
        assert len(board(screen).ground) == 9 and isinstance(page(pilot), MapPage)
        await press(pilot, ":", "<ground>", "space", "<z9>", "enter")
        assert "a1 to h6" in drawn(pilot)


async def test_the_zoom_is_kept_and_shows_all_of_the_board_or_more_of_each_space(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, "map 30x15", "place ulf b2"), size=SMALL) as pilot:
        await press(pilot, "1", "m")

        def columns() -> int:
            return sum(letter.isalpha() for letter in drawn(pilot).splitlines()[1])

        assert columns() == 30, "all columns are in view"
        assert next(row for row in drawn(pilot).splitlines() if " [2]" in row)[8] == "A"
        await press(pilot, "z")
        assert columns() == 14 and "[b]" in drawn(pilot) and "»Ulf" in drawn(pilot)
        assert "…" in drawn(pilot).splitlines()[1], "a sign tells that there are more"
        assert all(len(row) <= 80 for row in drawn(pilot).splitlines())
        await press(pilot, "escape", "m")
        assert columns() == 14
        await press(pilot, "z")
        assert columns() == 30


async def test_who_is_where_tells_wounds_and_conditions(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID, "damage ulf 1", "condition ulf cursed 3"), size=(120, 40)) as pilot:
        await press(pilot, "1", "m")
        row = next(row for row in drawn(pilot).splitlines() if "Ulf  " in row and "b2" in row)
        assert "cursed" in row and "/" in row
        assert "– 2 not on the board: Grave, Rat 2" in drawn(pilot)


async def test_sight_is_drawn_to_the_cursor_with_what_blocks_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        await press(pilot, "1", "m", "s", "right", "right")
        assert "in sight; 2 spaces" in drawn(pilot) and "*" in drawn(pilot)
        await press(pilot, "right")
        assert "Ulf b2 to Rat 1 e2: in sight; 3 spaces" in drawn(pilot)
        await press(pilot, "right", "right")
        assert "blocked by Rat 1 at e2; 5 spaces" in drawn(pilot) and "XRat 1" in drawn(pilot)
        await press(pilot, "left", "left", "left", "w", "e")
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
        await press(pilot, "1", "m", "z")
        assert "Ulf" in drawn(pilot) and "[ax]" in drawn(pilot) and "[50]" in drawn(pilot)
        await press(pilot, *["home"] * 7, *["pageup"] * 7)
        assert "»Ulf┃" not in drawn(pilot) and "[a]" in drawn(pilot) and "[1]" in drawn(pilot)
        assert all(len(line) <= 80 for line in drawn(pilot).splitlines())
        shown = pilot.app.screen.query_one(Map)
        assert len(shown.render_line(0).text) == 80


@pytest.mark.one_in(6)
@pytest.mark.parametrize("size", [(120, 40), (60, 18), (30, 8), (12, 4)])
async def test_the_map_fits_any_window(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(prepare(tmp_path, *LAID), size=size) as pilot:
        await press(pilot, "1", "m", "s", "right", "tab", "tab", "z", "z")
        assert all(len(line) <= size[0] for line in drawn(pilot).splitlines())
        assert "r1" in drawn(pilot) or size[1] < 10


async def test_a_map_goes_to_a_file_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a path may be longer than a line
    where = Path("hall.txt")
    async with playing(prepare(tmp_path, *LAID, "wall b2-c2", "ground d4"), size=SMALL) as pilot:
        screen = table(pilot)
        was = board(screen)
        await press(pilot, "m", "E", f"<{where}>", "enter")
        assert where.read_text(encoding="utf-8").count("\n") == 2 * was.height + 3
        await press(pilot, "E", f"<{where}>", "enter")
        assert "That file already exists" in drawn(pilot)
        await press(pilot, "b", "<off>", "enter")
        assert screen.table.session.encounter.board is None
        await press(pilot, "I", "<fight>", "enter")
        assert "There is no file" in drawn(pilot) and screen.table.session.encounter.board is None
        await press(pilot, "I", f"<{where}>", "enter")
        assert board(screen) == was


async def test_the_keys_and_signs_of_the_map_are_listed(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        await press(pilot, "m", "?")
        assert "line of sight" in drawn(pilot)
        pages = [drawn(pilot)]
        for _ in range(3):
            await press(pilot, "pagedown")
            pages.append(drawn(pilot))
        assert "Around whoever has the turn." in "".join(pages)
        await press(pilot, "escape")
        assert isinstance(page(pilot), MapPage)


async def test_a_click_moves_the_cursor_and_two_choose(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID), size=SMALL) as pilot:
        screen = table(pilot)
        await press(pilot, "1", "m")
        lines = drawn(pilot).splitlines()
        row = next(n for n, text in enumerate(lines) if text.startswith("│ [2]┃"))
        at = (lines[row].index("•Rat") + 1, row)
        await pilot.click(offset=at)
        await pilot.pause()
        assert map_page(pilot).here == "e2"
        await pilot.click(offset=at, times=2)
        await pilot.pause()
        assert screen.table.cursor.chosen == "r1"


async def test_the_fallen_and_those_off_the_board_are_a_line_each(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LAID, "place r2 f2", "damage r1 9"), size=SMALL) as pilot:
        await press(pilot, "1", "m")
        assert "✝ 1 dead: Rat 1" in drawn(pilot) and "– 1 not on the board: Grave" in drawn(pilot)


async def test_without_a_board_the_page_says_how_to_get_one(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add player Ulf"), size=(80, 24)) as pilot:
        await press(pilot, "m")
        assert "Enter makes a board of 20x15 spaces; or type another size; Esc cancels" in drawn(pilot)
        assert drawn(pilot).count("There is no board") == 1
        await press(pilot, "escape")
        hints = drawn(pilot).splitlines()[-1]
        assert "b make a board" in hints and "I read a file" in hints and "place" not in hints


async def test_the_hints_of_the_map_end_with_the_help_and_the_way_out(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add player Ulf", "map 8x6"), size=(80, 24)) as pilot:
        await press(pilot, "m")
        assert drawn(pilot).splitlines()[-1].rstrip().endswith("? keys  Esc back")
