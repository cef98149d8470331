"""Partial updates show the same screen as Textual's own, with fewer bytes."""

from pathlib import Path

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from referee.ui.drawing.partial_update import PartialUpdate, WholeUpdate, without_redundant_sgr
from referee.ui.drawing.sent_cells import SentCells
from referee.ui.drawing.textual_version import SWITCH
from referee.ui.input.key_queue import KeyQueueApp
from tests.ui.table import playing, prepare, press, table

SGRS = (
    "\x1b[0m",
    "\x1b[1;38;2;1;2;3;48;2;4;5;6m",
    "\x1b[38;2;9;9;9;48;2;4;5;6m",
    "\x1b[38;2;1;2;3;48;2;7;7;7m",
    "\x1b[7m",
    "\x1b[1;7;31;48;5;12m",
    "\x1b[1;91;104m",
    "\x1b[4;39;49m",
)
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
    assert without_redundant_sgr(rows).count("\x1b[") == 6 and without_redundant_sgr(rows).endswith("row4\x1b[0m")


def test_of_attributes_only_those_that_change_are_sent() -> None:
    red, blue, bold = (f"\x1b[{codes}m" for codes in ("38;2;9;0;0;44", "38;2;0;0;9;44", "1;38;2;0;0;9;44"))
    sent = without_redundant_sgr("".join(f"{sgr}x\x1b[0m" for sgr in (red, blue, bold, red)))
    assert sent == f"{red}x\x1b[38;2;0;0;9mx\x1b[1mx\x1b[0;38;2;9;0;0;44mx\x1b[0m"


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
    update.sent = SentCells()
    assert update.render_segments(Console()) == "\x1b[1;1Hab"
    monkeypatch.setattr(ChopsUpdate, "render_segments", lambda self, console: "whole lines")
    update.spans = [(0, 2)]  # type: ignore[list-item]
    assert update.render_segments(Console()) == "whole lines"


RED, BLUE = Style(color="red", bgcolor="black"), Style(color="blue", bgcolor="black")
DRAWN = st.lists(st.tuples(st.text("ab ▇好", max_size=26), st.sampled_from([RED, BLUE])), min_size=5, max_size=5)


def whole(rows: list[tuple[str, Style]]) -> list[list[Strip]]:
    """So many lines of 26 cells."""
    return [[Strip([Segment(text, style)]).adjust_cell_length(26, Style(bgcolor="black"))] for text, style in rows]


@given(st.lists(DRAWN, min_size=2, max_size=4))
def test_of_a_whole_screen_the_same_is_seen_though_only_what_differs_is_sent(
    screens: list[list[tuple[str, Style]]],
) -> None:
    console, sent, seen_before = Console(color_system="truecolor"), SentCells(), ""
    for rows in screens:
        update = WholeUpdate([*whole(rows)], Region(0, 0, 26, 5))
        update.sent = sent
        seen_before += update.render_segments(console)
    plain = LayoutUpdate([*whole(screens[-1])], Region(0, 0, 26, 5)).render_segments(console)
    assert looks(seen_before) == looks(plain)


def looks(sent: str) -> list[list[tuple[object, ...]]]:
    """Every cell as it looks: of a blank one sees only what lies behind it."""
    return [[cell if cell[0] != " " else (cell[0], cell[2]) for cell in row] for row in seen(sent)]


def test_what_is_there_already_is_not_sent_again() -> None:
    rows = [("a row", RED)] * 5
    sent = SentCells()
    lengths = []
    for again in (rows, rows, [*rows[:4], ("another row", RED)]):
        update = WholeUpdate([*whole(again)], Region(0, 0, 26, 5))
        update.sent = sent
        lengths.append(len(update.render_segments(Console(color_system="truecolor"))))
    assert lengths[1] == 0 < lengths[2] < lengths[0] / 2
    sent.forget()
    update = WholeUpdate([*whole(rows)], Region(0, 0, 26, 5))
    update.sent = sent
    assert len(update.render_segments(Console(color_system="truecolor"))) == lengths[0]


async def test_all_is_sent_again_when_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    async with playing(prepare(tmp_path)) as pilot:
        app = pilot.app
        assert isinstance(app, KeyQueueApp)
        app.sent.send(0, 0, Strip([Segment("known")]))
        await press(pilot, "ctrl+l")
        assert [*app.sent.send(0, 0, Strip([Segment("known")]))]
