"""Of each line what changed is sent, and then the terminal shows what Textual would show there."""

from pathlib import Path
from random import Random
from typing import Any

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, InlineUpdate, LayoutUpdate
from textual.app import App
from textual.filter import Monochrome
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from referee.rules.registry import load
from referee.ui.drawing.themes import theme, theme_names
from referee.ui.panes.pane import Pane
from referee.ui.screens.encounter import EncounterScreen
from referee.ui.terminal.changed_lines import ChangedLines, ShownLines
from referee.ui.terminal.textual_version import SWITCH
from tests.ui.table import playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

RED, BLUE = Style(color="red", bgcolor="black"), Style(color="blue", bgcolor="black")
STYLES = (
    RED,
    BLUE,
    Style(bgcolor="black"),
    Style(bold=True),
    Style(color="red", bgcolor="black", reverse=True, dim=True),
    BLUE + Style(underline=True),
    RED + Style(bold=True, italic=True),
)
CONSOLE = Console(color_system="truecolor")


def looks(sent: str) -> list[list[tuple[object, ...]]]:
    """Every cell of a small screen after that was sent, as it looks: of a blank one sees what lies behind it."""
    screen = pyte.Screen(26, 5)
    pyte.Stream(screen).feed(sent)
    rows = [[tuple(screen.buffer[y][x]) for x in range(26)] for y in range(5)]
    return [[cell if cell[0] != " " or cell[5] or cell[7] else (" ", cell[2]) for cell in row] for row in rows]


def whole(update: LayoutUpdate) -> str:
    """What shows all lines of an update, each from its beginning."""
    lines = enumerate(update.strips, 1)
    return "".join(f"\x1b[{y}H" + "".join(strip.render(CONSOLE) for strip in line) for y, line in lines)


Pieces = list[tuple[str, Style]]


def lines_of(rows: list[Pieces]) -> LayoutUpdate:
    """An update of a screen of five lines of 26 cells."""
    strips = [Strip([Segment(*piece) for piece in row]).adjust_cell_length(26, Style(bgcolor="black")) for row in rows]
    return LayoutUpdate([[strip] for strip in strips], Region(0, 0, 26, 5))


def sent_by(shown: ShownLines, update: Any) -> str:
    """What the terminal is sent."""
    return ChangedLines(update, shown).render_segments(CONSOLE)


LETTERS = ("a", "b", " ", "▇", "好", "x\u0301")
LINE = st.lists(
    st.tuples(st.lists(st.sampled_from(LETTERS), max_size=9).map("".join), st.sampled_from(STYLES)), max_size=5
)
SCREEN = st.lists(LINE, min_size=5, max_size=5)


@given(st.lists(SCREEN, min_size=2, max_size=4))
def test_the_same_is_seen_though_only_what_changed_is_sent(screens: list[list[Pieces]]) -> None:
    shown = ShownLines()
    sent = "".join(sent_by(shown, lines_of(rows)) for rows in screens)
    assert looks(sent) == looks(whole(lines_of(screens[-1])))


def test_of_a_line_its_first_to_its_last_changed_cell_are_sent() -> None:
    shown, rows = ShownLines(), [[("a row of red", RED)]] * 5
    first = sent_by(shown, lines_of(rows))
    assert sent_by(shown, lines_of(rows)) == ""
    sent = sent_by(shown, lines_of([*rows[:4], [("a now of reX", RED)]]))
    assert sent.startswith("\x1b[5;3H") and "now of reX" in sent and len(sent) < 50
    shown.forget()
    assert sent_by(shown, lines_of(rows)) == first


@pytest.mark.parametrize("after", STYLES, ids=str)
@pytest.mark.parametrize("before", STYLES, ids=str)
def test_one_style_turns_into_another_and_none_is_left(before: Style, after: Style) -> None:
    update = lines_of([[("one", before), ("other", after)], *[[]] * 4])
    sent = sent_by(ShownLines(), update)
    assert looks(sent) == looks(whole(update))
    assert looks(f"{sent}\x1b[5;1Hx")[4][0] == looks("\x1b[5;1Hx")[4][0]


def test_where_only_the_colour_of_letters_changes_it_alone_is_sent() -> None:
    shown, rows = ShownLines(), [[("red", RED), ("blue", BLUE)], *[[]] * 4]
    assert sent_by(shown, lines_of(rows)).count("\x1b[34m") == 1


@given(LINE, LINE, st.integers(0, 25), st.integers(1, 26))
def test_no_letter_is_cut_in_two_by_an_update_of_a_part_of_a_line(
    before: Pieces, after: Pieces, start: int, cells: int
) -> None:
    """Where a line has wide letters or marks, all of it is sent."""
    (first,), (then,) = (lines_of([pieces]).strips[0] for pieces in (before, after))
    shown = ShownLines()
    sent = sent_by(shown, LayoutUpdate([[first]], Region(0, 0, 26, 1)))
    sent += sent_by(shown, ChopsUpdate([{0: then}], [(0, start, min(26, start + cells))], [[26]]))
    drawn = looks(whole(LayoutUpdate([[then]], Region(0, 0, 26, 1))))[0]
    assert looks(sent)[0][start : start + cells] == drawn[start : start + cells]


def test_an_update_of_another_kind_is_sent_as_it_is() -> None:
    shown = ShownLines()
    sent_by(shown, lines_of([[("known", RED)]] * 5))
    other = InlineUpdate([])
    assert shown.reduced(other) is other
    assert sent_by(shown, lines_of([[("known", RED)]] * 5)), "afterwards nothing is known"


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("system", ["black_keep", "olde_swords"])
async def test_the_terminal_shows_the_table_as_it_is(
    system: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where panes move, keys come together, and pages cover the table and give it free."""
    monkeypatch.delenv(SWITCH, raising=False)
    chance, kinds = Random(f"{system} {size}"), set[type]()
    screen = pyte.Screen(*size)
    stream = pyte.Stream(screen)
    lines = load(system).sample().splitlines()
    async with playing(prepare(tmp_path, *lines, system=system), size=size) as pilot:
        app, before = pilot.app, App._display

        def display(app: App[None], of: Screen[None], update: Any) -> None:
            if update is not None:
                kinds.add(type(update))
                stream.feed(update.render_segments(app.console))
            before(app, of, update)

        monkeypatch.setattr(App, "_display", display)
        await press(pilot, "ctrl+l")
        for _ in range(40):
            for key in chance.choices(KEYS, k=chance.choice((1, 1, 1, 3))):
                app.post_message(events.Key(key, key if len(key) == 1 else None))
            await pilot.pause(0)
            if isinstance(app.screen, EncounterScreen):
                await pilot.pause(0.02)
                shown = [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]
                assert [row.rstrip() for row in screen.display] == shown
    assert kinds == {ChangedLines}


KEYS = [*"nnnaau?16", "enter", "enter", "escape", "escape", "ctrl+z", "down", "up", "tab", "space"]


@pytest.mark.parametrize("look", ["dark", "parchment", "no-colour", "filtered"])
async def test_panes_are_drawn_as_the_toolkit_would_draw_them(
    look: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(prepare(tmp_path, "add player Bob", "add skeleton x3", "next")) as pilot:
        if look in theme_names():
            pilot.app.register_theme(theme(look).for_textual)
            pilot.app.theme = look
        else:
            monkeypatch.setattr(pilot.app, "get_line_filters", lambda: [Monochrome()])
        for key in ("down", "n", "a"):
            await press(pilot, key)
            for pane in table(pilot).query(Pane):
                pane._styles_cache.clear()
                for crop in (pane.size.region, Region(3, 0, max(1, pane.size.width - 9), 1)):
                    own, plain = pane.render_lines(crop), Widget.render_lines(pane, crop)
                    assert [cells(strip) for strip in own] == [cells(strip) for strip in plain], pane.id


def cells(strip: Strip) -> list[tuple[str, Style | None]]:
    """The letters of a strip, each with its style."""
    return [(letter, style) for text, style, _ in strip for letter in text]


async def test_all_is_sent_again_when_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        sent: list[int] = []
        monkeypatch.setattr(App, "_display", lambda app, of, update: sent.append(len(update.render_segments(CONSOLE))))
        table(pilot).refresh()
        await pilot.pause(0.1)
        await press(pilot, "ctrl+l")
        await press(pilot, "ctrl+l")
        assert sent[-1] > 2_000 and sent[-1] == sent[-2]
