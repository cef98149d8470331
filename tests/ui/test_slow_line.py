"""Over a slow line: what each key of whole fights sends, and that the terminal then shows just what is meant."""

import statistics
from functools import cache

import pyte
import pytest
from rich.console import Console
from textual._compositor import LayoutUpdate
from textual.pilot import Pilot

from tests.bench.slow_line import BYTES_A_SECOND, FIGHTS, keys_of

pytestmark = pytest.mark.one_in(10)

MEDIAN = BYTES_A_SECOND
"""Bytes that the middle key of a fight may send at 80x24 and 120x40; over all games it is two thirds of that."""
MOST = {(80, 24): 5_000, (120, 40): 11_000}
"""Bytes that the dearest key of a fight may send in a window of that size: it begins a round and a turn."""
SIZES = ((80, 24), (120, 40), (200, 50))


Cells = list[tuple[object, ...]]
"""The cells of a line as they look: of a blank one sees only what lies behind it."""


def cells(screen: pyte.Screen, y: int) -> Cells:
    """A line of the terminal."""
    line = (screen.buffer[y][x] for x in range(screen.columns))
    return [
        (" ", cell.bg) if cell.data == " " and not (cell.underscore or cell.reverse) else tuple(cell) for cell in line
    ]


@cache
def cells_of(sent: str, columns: int) -> Cells:
    """The cells of a terminal of one line that was sent that."""
    screen = pyte.Screen(columns, 1)
    pyte.Stream(screen).feed(sent)
    return cells(screen, 0)


def meant(pilot: Pilot[None], columns: int) -> list[Cells]:
    """The lines of a terminal that was sent all of the screen at once."""
    drawn = pilot.app.screen._compositor.render_full_update()
    assert isinstance(drawn, LayoutUpdate)
    console = Console(color_system="truecolor", force_terminal=True)
    return [cells_of("".join(strip.render(console) for strip in line), columns) for line in drawn.strips]


@pytest.mark.one_in(84, rest=27)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("fight", FIGHTS)
async def test_each_key_sends_little_and_then_the_terminal_shows_what_is_meant(
    fight: str, size: tuple[int, int]
) -> None:
    screen = pyte.Screen(*size)
    stream = pyte.Stream(screen)
    there = [cells(screen, y) for y in range(screen.lines)]
    counts = list[int]()
    async for pilot, key in keys_of(fight, size):
        stream.feed(key.sent)
        if key.is_word:
            continue
        if key.sent:
            for y in screen.dirty:
                there[y] = cells(screen, y)
            screen.dirty.clear()
            assert there == meant(pilot, size[0]), key
        if key.key:
            assert size not in MOST or key.bytes <= MOST[size], key
            counts.append(key.bytes)
    assert len(counts) > 90
    if size in MOST:
        assert statistics.median(counts) <= MEDIAN
