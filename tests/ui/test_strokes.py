"""Strokes: what is spared on the way to the terminal cannot be seen there."""

from pathlib import Path

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.screen import Screen

from referee.ui.strokes import Strokes, sparing
from tests.ui.table import playing, prepare, press, table

PENS = ("\x1b[0m", "\x1b[1;38;2;1;2;3;48;2;4;5;6m", "\x1b[38;2;9;9;9;48;2;4;5;6m", "\x1b[7m")
STROKE = st.tuples(
    st.integers(1, 5), st.integers(1, 20), st.sampled_from(PENS), st.text("ab ▇", min_size=1, max_size=6)
)


def seen(sent: str) -> list[list[tuple[object, ...]]]:
    """Every cell of a small screen after that was sent: its letter and all its attributes."""
    screen = pyte.Screen(26, 5)
    pyte.Stream(screen).feed(sent)
    return [[tuple(screen.buffer[y][x]) for x in range(26)] for y in range(5)]


@given(st.lists(STROKE, max_size=12))
def test_the_screen_is_the_same_and_nothing_is_added(strokes: list[tuple[int, int, str, str]]) -> None:
    plain = "".join(f"\x1b[{y};{x}H{pen}{text}\x1b[0m" for y, x, pen, text in strokes)
    spared = sparing(plain)
    assert seen(spared) == seen(plain)
    assert len(spared) <= len(plain)
    # Whatever else writes to the terminal afterwards finds the pen lifted.
    assert seen(f"{spared}\x1b[1;1Hx") == seen(f"{plain}\x1b[1;1Hx")


def test_rows_of_one_style_take_it_once() -> None:
    pen = PENS[1]
    rows = "".join(f"\x1b[{y};1H{pen}row{y}\x1b[0m" for y in range(1, 5))
    assert sparing(rows).count(pen) == 1 and sparing(rows).endswith("row4\x1b[0m")


async def test_what_changes_on_the_table_is_sent_as_strokes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        sent: list[object] = []

        def display(screen: Screen[object], update: object) -> None:
            sent.append(update)

        monkeypatch.setattr(pilot.app, "_display", display)
        chosen = table(pilot).table.cursor.chosen
        await press(pilot, "down")
        await pilot.pause(0.1)
        assert table(pilot).table.cursor.chosen != chosen
        assert sent and all(isinstance(update, Strokes) for update in sent)
