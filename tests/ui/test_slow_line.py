"""Over a slow line: what each key of whole fights sends, and that the terminal then shows just what is meant."""

import statistics

import pyte
import pytest
from rich.console import Console
from textual._compositor import LayoutUpdate
from textual.pilot import Pilot

from tests.bench.slow_line import BYTES_A_SECOND, FIGHTS, counted, keys_of

MEDIAN, MOST = 0.4 * BYTES_A_SECOND, 3.0 * BYTES_A_SECOND
"""Bytes that the middle key and the dearest one may send at 80x24."""
MORE = {"gloomhaven/whole_round": 1.25}
"""How many times as much the middle key may send where most keys answer a question, and few begin a command."""
SIZES = ((80, 24), (120, 40), (200, 50))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("fight", FIGHTS)
async def test_no_key_of_a_fight_sends_much(fight: str) -> None:
    counts = await counted(fight, (80, 24))
    assert len(counts) > 90 and statistics.median(counts) <= MEDIAN * MORE.get(fight, 1.0) and max(counts) <= MOST


def cells(screen: pyte.Screen) -> list[list[tuple[object, ...]]]:
    """Every cell as it looks: of a blank one sees only what lies behind it."""
    rows = ([screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines))
    return [
        [(" ", cell.bg) if cell.data == " " and not (cell.underscore or cell.reverse) else tuple(cell) for cell in row]
        for row in rows
    ]


def meant(pilot: Pilot[None], size: tuple[int, int]) -> pyte.Screen:
    """A terminal that was sent all of the screen at once."""
    drawn = pilot.app.screen._compositor.render_full_update()
    screen = pyte.Screen(*size)
    console = Console(color_system="truecolor", force_terminal=True)
    pyte.Stream(screen).feed(LayoutUpdate.render_segments(drawn, console))
    return screen


@pytest.mark.one_in(7)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("fight", FIGHTS)
async def test_after_each_key_the_terminal_shows_what_is_meant(fight: str, size: tuple[int, int]) -> None:
    screen = pyte.Screen(*size)
    stream = pyte.Stream(screen)
    moved = 0
    async for pilot, key in keys_of(fight, size):
        stream.feed(key.sent)
        moved += "M\x1b[r" in key.sent or "L\x1b[r" in key.sent
        if key.sent and not key.is_word:
            assert cells(screen) == cells(meant(pilot, size)), key
    assert moved > 3
