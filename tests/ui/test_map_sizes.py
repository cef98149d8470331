"""The map is as large as its window allows: spaces, names, bars, the outline of whoever has the turn, the list."""

import re
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.engine.state.board import Space, space_of
from referee.ui.map.map_size import LABEL, Zoom
from referee.ui.panes.board_figures import WhoIsWhere
from referee.ui.panes.map import Map
from referee.ui.screens.map import MapPage
from tests.ui.table import drawn, page, playing, prepare, press, within
from tests.ui.terminal import Terminal

pytestmark = pytest.mark.one_in(10)

FIGURES = (
    *("add warrior Mira", "add warrior Tolin", "add goblin x3", "add orc Gruk", "dice table"),
    *("next", "< 18", "< 17", "< mira"),
)
"""Mira has the turn."""
PLACED = (
    *("place mira c3", "place tolin c5", "place g1 d3", "place gruk g4", "damage g3 99", "damage mira 4"),
    *("condition mira frightened 2r", "condition mira prone", "condition g1 stunned 2"),
)
LARGEST = {
    ("12x8", (80, 24)): Zoom(1, False, 5),
    ("12x8", (120, 40)): Zoom(2, True, 8),
    ("12x8", (200, 50)): Zoom(4, True, 10),
    ("30x20", (80, 24)): Zoom(1, False, 1),
    ("30x20", (120, 40)): Zoom(1, False, 2),
    ("30x20", (200, 50)): Zoom(2, False, 4),
    ("60x40", (80, 24)): Zoom(1, False, 1),
    ("60x40", (120, 40)): Zoom(1, False, 1),
    ("60x40", (200, 50)): Zoom(1, False, 1),
    ("1x1", (80, 24)): Zoom(5, True, 20),
    ("1x1", (120, 40)): Zoom(5, True, 20),
    ("1x1", (200, 50)): Zoom(5, True, 20),
}
"""How large each board is drawn in each window."""
CUT = {("30x20", (80, 24)), ("60x40", (80, 24)), ("60x40", (120, 40))}
"""Boards of which not all is in view."""


def fight(folder: Path, board: str, size: tuple[int, int]) -> AbstractAsyncContextManager[Pilot[None]]:
    """A fight on a board of that size."""
    placed = ("place mira a1",) if board == "1x1" else PLACED
    return playing(prepare(folder, *FIGURES, f"map {board}", *placed, system="olde_swords"), size=size)


def shown(pilot: Pilot[None]) -> Map:
    """The board of the map, which is on top."""
    return pilot.app.screen.query_one(Map)


def place_of(board: Map, space: Space) -> tuple[int, int]:
    """The upper left cell of a space, counted from the corner of the pane."""
    zoom, plan = board.zoom, board.plan
    assert zoom is not None and plan is not None
    rows = [re.sub(r"^.", "", board.render_line(y).text) if board.frame.left else "" for y in range(board.size.height)]
    label = next(n for n, row in enumerate(rows) if re.match(rf"[ …]*\[?{space[1] + 1}\]?[ ┃]", row))
    left = bool(board.frame.left) + LABEL + 1 + (space[0] - board.first) * zoom.step
    return left, label - (zoom.lines - 1) // 2


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("board", "size"), LARGEST)
async def test_all_of_the_board_is_as_large_as_it_fits(tmp_path: Path, board: str, size: tuple[int, int]) -> None:
    async with fight(tmp_path, board, size) as pilot:
        await press(pilot, "m")
        assert shown(pilot).zoom == LARGEST[board, size]
        text = drawn(pilot)
        assert all(len(row) <= size[0] for row in text.splitlines())
        columns, rows = map(int, board.split("x"))
        lines = within(shown(pilot))
        in_view = (
            len(re.findall("[a-zA-Z]+", lines[0])),
            max(int(n) for n in re.findall(r"^ *…?\[?(\d+)", "\n".join(lines), re.M)),
        )
        assert (in_view == (columns, rows)) != ((board, size) in CUT)
        assert ("…" in lines[0] or "…" in lines[-1]) == ((board, size) in CUT), "a sign tells that there is more"


@pytest.mark.one_in(18, rest=6)
@pytest.mark.parametrize(("board", "size"), [each for each in LARGEST if each[0] != "1x1"])
async def test_a_click_on_any_line_of_a_space_hits_it(tmp_path: Path, board: str, size: tuple[int, int]) -> None:
    async with fight(tmp_path, board, size) as pilot:
        await press(pilot, "m")
        found, zoom = page(pilot), shown(pilot).zoom
        assert isinstance(found, MapPage) and zoom is not None
        for name in ("c5", "g4", "a1", "d3"):
            left, top = place_of(shown(pilot), space_of(name))
            for across, down in ((0, 0), (zoom.cell - 1, zoom.lines - 1)):
                await press(pilot, "end")
                await pilot.click(Map, offset=(left + across, top + down))
                await pilot.pause()
                assert found.here == name


async def test_names_and_bars_stand_in_their_spaces_and_whoever_has_the_turn_is_outlined(tmp_path: Path) -> None:
    async with fight(tmp_path, "12x8", (120, 40)) as pilot:
        await press(pilot, "m")
        lines = [row.ljust(118) for row in within(shown(pilot))]

        def cell(name: str, line: int) -> str:
            left, top = place_of(shown(pilot), space_of(name))
            return lines[top + line][left - 2 : left + 8]

        assert [cell("c3", n) for n in range(-1, 3)] == ["╭────────╮", "│»Mira   │", "│━━━━━━──│", "╰────────╯"]
        assert cell("g4", 0)[1:] == "•Gruk    " and cell("g4", 1)[1:] == "━━━━━━━━ "
        assert cell("c5", 0)[1:] == " Tolin   " and "╭" not in cell("c5", -1)
        await press(pilot, "w", "e")
        lines = [row.ljust(118) for row in within(shown(pilot))]
        assert cell("c3", 0) == "│»Mira   ┃", "a wall is not hidden by the outline"


async def test_the_list_has_columns_and_folds_the_fallen_and_those_off_the_board(tmp_path: Path) -> None:
    async with fight(tmp_path, "12x8", (120, 40)) as pilot:
        await press(pilot, "m")
        rows = within(pilot.app.screen.query_one(WhoIsWhere))[1:]
        who = [row for row in rows if "/" in row]
        assert len(who) == 4 and len({re.search(r"/\d+", row).end() for row in who}) == 1
        columns = (
            r" [»•]?",
            r"mir|tol|g1|gru",
            r"[A-Za-z]",
            r"[a-l]\d",
            r"Mira|Tolin|Goblin 1|Gruk",
            r"[━╾─]{8}",
            r"\d+/\d+",
        )
        assert all(re.fullmatch(" *".join(f"({each})" for each in columns) + ".*", row) for row in who)
        assert who[0].endswith("frightened 2r · prone")
        assert [row for row in rows if row and row not in who] == [
            " ✝ 1 dead: Goblin 3",
            " – 1 not on the board: Goblin 2",
        ]


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
async def test_more_figures_than_lines_are_counted(tmp_path: Path, size: tuple[int, int]) -> None:
    lines = ("add goblin x20", "map 12x8", *(f"place g{n} {'abcdefghij'[n % 10]}{1 + n // 10}" for n in range(1, 21)))
    async with playing(prepare(tmp_path, *lines, system="olde_swords"), size=size) as pilot:
        await press(pilot, "m")
        rows = within(pilot.app.screen.query_one(WhoIsWhere))
        listed = sum(row.count("/") for row in rows)
        more = re.search(r"… (\d+) more", "\n".join(rows))
        assert listed < 20 and more and listed + int(more[1]) == 20


async def test_the_list_is_not_cut_for_spaces_that_are_a_letter_wider(tmp_path: Path) -> None:
    async with fight(tmp_path, "12x8", (200, 50)) as pilot:
        await press(pilot, "m")
        listed = "\n".join(within(pilot.app.screen.query_one(WhoIsWhere)))
        assert "frightened 2r · prone" in listed and "━━━" in listed and "more" not in listed


async def test_a_game_that_counts_no_health_has_no_bars(tmp_path: Path) -> None:
    lines = ("add hero Ann", "map 4x4", "place ann b2")
    async with playing(prepare(tmp_path, *lines, system="plain"), size=(120, 40)) as pilot:
        await press(pilot, "m")
        assert "Ann" in drawn(pilot) and "━━━━" not in "\n".join(within(pilot.app.screen.query_one(WhoIsWhere)))
        assert not re.search("┃[^┃]*━[^┃]*┃", drawn(pilot))


@pytest.mark.one_in(6)
def test_a_step_of_the_cursor_sends_few_bytes(tmp_path: Path) -> None:
    prepare(tmp_path, *FIGURES, "map 12x8", *PLACED, system="olde_swords")
    terminal = Terminal(str(tmp_path), "fight")
    try:
        assert terminal.until("Mira")
        terminal.press("m", quiet=0.4)
        for arrow in ("\x1b[C", "\x1b[C", "\x1b[B", "\x1b[D"):
            before = len(terminal.raw)
            terminal.press(arrow)
            assert 0 < len(terminal.raw) - before <= 400, "no more than the two spaces and the line below"
    finally:
        terminal.close()
