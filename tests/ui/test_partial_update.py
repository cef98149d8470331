"""Partial updates show the same screen as Textual's own, with fewer bytes."""

from pathlib import Path

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate
from textual.screen import Screen
from textual.strip import Strip

from referee.ui.drawing.partial_update import PartialUpdate, without_redundant_sgr
from referee.ui.drawing.textual_version import SWITCH
from tests.ui.table import playing, prepare, press, table

SGRS = ("\x1b[0m", "\x1b[1;38;2;1;2;3;48;2;4;5;6m", "\x1b[38;2;9;9;9;48;2;4;5;6m", "\x1b[7m")
PART = st.tuples(st.integers(1, 5), st.integers(1, 20), st.sampled_from(SGRS), st.text("ab ▇", min_size=1, max_size=6))


def seen(sent: str) -> list[list[tuple[object, ...]]]:
    """Every cell of a small screen after that was sent: its letter and all its attributes."""
    screen = pyte.Screen(26, 5)
    pyte.Stream(screen).feed(sent)
    return [[tuple(screen.buffer[y][x]) for x in range(26)] for y in range(5)]


@given(st.lists(PART, max_size=12))
def test_the_screen_is_the_same_and_nothing_is_added(parts: list[tuple[int, int, str, str]]) -> None:
    plain = "".join(f"\x1b[{y};{x}H{sgr}{text}\x1b[0m" for y, x, sgr, text in parts)
    spared = without_redundant_sgr(plain)
    assert seen(spared) == seen(plain)
    assert len(spared) <= len(plain)
    # Whatever else writes to the terminal afterwards finds the attributes reset.
    assert seen(f"{spared}\x1b[1;1Hx") == seen(f"{plain}\x1b[1;1Hx")


def test_rows_of_one_style_take_it_once() -> None:
    sgr = SGRS[1]
    rows = "".join(f"\x1b[{y};1H{sgr}row{y}\x1b[0m" for y in range(1, 5))
    assert without_redundant_sgr(rows).count(sgr) == 1 and without_redundant_sgr(rows).endswith("row4\x1b[0m")


async def test_changes_of_the_table_are_partial_updates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    async with playing(prepare(tmp_path)) as pilot:
        sent: list[object] = []

        def display(screen: Screen[object], update: object) -> None:
            sent.append(update)

        monkeypatch.setattr(pilot.app, "_display", display)
        chosen = table(pilot).table.cursor.chosen
        await press(pilot, "down")
        await pilot.pause(0.1)
        assert table(pilot).table.cursor.chosen != chosen
        assert sent and all(isinstance(update, PartialUpdate) for update in sent)


def test_an_update_of_another_shape_is_sent_as_the_toolkit_does(monkeypatch: pytest.MonkeyPatch) -> None:
    update = PartialUpdate([{0: Strip([Segment("ab")])}], [(0, 0, 2)], [[2]])
    assert update.render_segments(Console()) == "\x1b[1;1Hab"
    monkeypatch.setattr(ChopsUpdate, "render_segments", lambda self, console: "whole lines")
    update.spans = [(0, 2)]  # type: ignore[list-item]
    assert update.render_segments(Console()) == "whole lines"
