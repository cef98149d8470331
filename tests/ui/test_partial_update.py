"""Partial updates show the same screen as Textual's own, with fewer bytes."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pyte
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual._context import active_app
from textual.app import App
from textual.filter import Monochrome
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from referee.rules.registry import load
from referee.ui.drawing import partial_update, sent_cells
from referee.ui.drawing.partial_update import LinesUpdate, PartialUpdate, WholeUpdate, rendered, sent_by
from referee.ui.drawing.sent_cells import Move, Run, SentCells, best_moves, distances_moved
from referee.ui.drawing.textual_version import SWITCH
from referee.ui.drawing.theme import theme, theme_names
from referee.ui.input.key_queue import KeyQueueApp
from referee.ui.panes.pane import Pane
from referee.ui.screens.encounter import EncounterScreen
from tests.ui.table import drawn, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

RED, BLUE = Style(color="red", bgcolor="black"), Style(color="blue", bgcolor="black")
STYLES = (
    RED,
    BLUE,
    Style(bgcolor="black"),
    Style(bold=True),
    Style(color="red", reverse=True),
    BLUE + Style(underline=True),
)
CONSOLE = Console(color_system="truecolor")


def seen(sent: str) -> list[list[tuple[object, ...]]]:
    """Every cell of a small screen after that was sent: its letter and all its attributes."""
    screen = pyte.Screen(26, 5)
    pyte.Stream(screen).feed(sent)
    return [[tuple(screen.buffer[y][x]) for x in range(26)] for y in range(5)]


def runs(*parts: tuple[int, int, str, Style]) -> str:
    """What is sent for these parts, each with its line, column, text and style."""
    return rendered([Run(*part) for part in parts], CONSOLE)


def test_each_style_is_sent_once_however_many_runs_it_has() -> None:
    sent = runs(*((y, 4 * n, "abc", (RED, BLUE)[n % 2]) for y in range(4) for n in range(4)))
    assert sent.count("\x1b[m") == 1 and len(re.findall(r"\x1b\[[0-9;]*m", sent)) == 3
    assert all("".join(str(cell[0]) for cell in row[:15]) == "abc abc abc abc" for row in seen(sent)[:4])


def test_of_attributes_only_those_that_change_are_sent() -> None:
    bold = BLUE + Style(bold=True)
    sent = runs((0, 0, "x", RED), (0, 1, "y", BLUE), (0, 2, "z", bold))
    colours = [cell[1:4] for cell in seen(sent)[0][:3]]
    assert colours == [("red", "black", False), ("blue", "black", False), ("blue", "black", True)]
    assert len(sent) < sum(len(runs((0, n, "x", style))) for n, style in enumerate((RED, BLUE, bold)))


def test_whatever_writes_to_the_terminal_afterwards_finds_the_attributes_reset() -> None:
    assert runs((0, 0, "x", RED)).endswith("\x1b[m") and not runs()


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
        assert [type(update) for update in sent] == [LinesUpdate]
        for key in ("up", "up"):  # of keys that come together, one update shows what they came to
            pilot.app.post_message(events.Key(key, None))
        await pilot.pause(0.1)
        assert [type(update) for update in sent] == [LinesUpdate] * 2
        table(pilot).table.order("next")  # as by a click
        await pilot.pause(0.1)
        assert [type(update) for update in sent] == [LinesUpdate, LinesUpdate, PartialUpdate]


async def test_at_the_start_nothing_is_drawn_that_is_not_displayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The toolkit displays nothing before all is mounted, though it would draw the first screen twice."""
    held, render = list[bool](), Compositor.render_update

    def rendered_now(compositor: Compositor, *args: Any, **how: Any) -> Any:
        held.append(bool(active_app.get()._batch_count))
        return render(compositor, *args, **how)

    monkeypatch.setattr(Compositor, "render_update", rendered_now)
    async with playing(prepare(tmp_path)) as pilot:
        assert isinstance(pilot.app.screen, EncounterScreen) and "Ulf" in drawn(pilot)
    assert held and not any(held)


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
                if isinstance(update, LinesUpdate):  # never a picture in which some have moved and others not
                    assert of is app.screen and all(pane.region == pane.placed for pane in of.query(Pane))
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
    assert {LinesUpdate, WholeUpdate} <= kinds


KEYS = [*"nnnaau?16", "enter", "enter", "escape", "escape", "ctrl+z", "down", "up", "tab", "space"]


async def test_a_key_that_moves_panes_lays_them_out_once_and_sends_them_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd = "add fighter initiative=20", "add goblin x30 initiative=10", "next"
    async with playing(prepare(tmp_path, *crowd, system="fifth"), size=(120, 40)) as pilot:
        done, screen = list[object](), table(pilot)
        lay_out, display = Screen._refresh_layout, App._display
        monkeypatch.setattr(Screen, "_refresh_layout", lambda *args, **how: (done.append("laid out"), lay_out(*args)))
        monkeypatch.setattr(App, "_display", lambda *args: (done.append(type(args[2])), display(*args)))
        ask, before = screen.query_one("#ask", Pane), screen.query_one("#ask", Pane).region
        pilot.app.post_message(events.Key("a", "a"))
        await pilot.pause(0.1)
        assert ask.region == ask.placed != before and screen.table.session.questions
        assert done == ["laid out", LinesUpdate], "through Textual's messages it would come later, and cost twice that"


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


def test_an_update_of_another_shape_is_sent_as_the_toolkit_does(monkeypatch: pytest.MonkeyPatch) -> None:
    update = PartialUpdate([{0: Strip([Segment("ab")])}], [(0, 0, 2)], [[2]])
    update.sent = SentCells()
    assert update.render_segments(Console()) == "\x1b[Hab"
    monkeypatch.setattr(ChopsUpdate, "render_segments", lambda self, console: "whole lines")
    update.spans = [(0, 2)]  # type: ignore[list-item]
    assert update.render_segments(Console()) == "whole lines"


PIECES = st.lists(
    st.tuples(st.text("ab ▇好", max_size=9) | st.integers(5, 20).map(" ".__mul__), st.sampled_from(STYLES)), max_size=5
)
DRAWN = st.lists(PIECES, min_size=5, max_size=5)


def whole(rows: list[list[tuple[str, Style]]]) -> list[list[Strip]]:
    """So many lines of 26 cells."""
    return [
        [Strip([Segment(text, style) for text, style in pieces]).adjust_cell_length(26, Style(bgcolor="black"))]
        for pieces in rows
    ]


@pytest.fixture(params=[True, False], ids=["erases", "writes blanks"])
def blanks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the terminal can erase blanks instead of having them written, and move lines, also on a small screen."""
    monkeypatch.setattr(sent_cells, "_FEWEST", 30)
    monkeypatch.setattr(partial_update, "can_erase", lambda: request.param)
    monkeypatch.setattr(partial_update, "can_move_lines", lambda: request.param)
    return bool(request.param)


def test_a_colour_that_is_one_of_the_256_is_sent_by_its_number() -> None:
    for colour, code in (("#5fafff", "8;5;75"), ("#6c6c6c", "8;5;242"), ("#ffffff", "8;5;231")):
        sent = runs((0, 0, "x", Style(color=colour, bgcolor=colour)))
        assert f"3{code};4{code}m" in sent or f"4{code};3{code}m" in sent
    for colour in ("#5fafee", "#0000af", "#6d6c6c", "#6d6d6d"):  # schemes of colours change the first six
        assert "8;2;" in runs((0, 0, "x", Style(color=colour)))


def test_to_a_line_below_it_goes_by_the_shortest_of_several_moves() -> None:
    below, far = Run(1, 10, "cd", RED), Run(3, 22, "cd", RED)
    for run, move in ((below, "\x1bD\x1b[5C"), (below._replace(x=4), "\x1bD\b"), (far, "\x1b[4;23H")):
        sent = rendered([Run(0, 3, "ab", RED), run], CONSOLE, 26)
        assert f"b{move}cd" in sent and [cell[0] for cell in seen(sent)[run.y][run.x - 1 : run.x + 2]] == [*" cd"]


@pytest.mark.parametrize(
    ("first", "then", "move"),
    [
        (Run(0, 14, "abcdef", RED), Run(0, 11, "xy", BLUE), "\x1b[9D"),
        (Run(0, 14, "abcdef", RED), Run(1, 11, "xy", BLUE), "\x1bD\x1b[9D"),
        (Run(0, 20, "abcdef", RED), Run(0, 17, "xy", BLUE), "\x1b[18G"),  # which column it is in is not certain
        (Run(0, 20, "abcdef", RED), Run(1, 17, "xy", BLUE), "\x1b[2;18H"),
    ],
)
def test_back_it_goes_by_so_many_columns_but_not_from_behind_the_last(first: Run, then: Run, move: str) -> None:
    sent = rendered([first, then], CONSOLE, 26)
    assert re.search(re.escape(f"f{move}") + r"|" + r"f\x1b\[[0-9;]*m" + re.escape(move), sent), repr(sent)
    shown = seen(sent)
    assert all("".join(str(cell[0]) for cell in shown[y])[x : x + len(t)] == t for y, x, t, _ in (first, then))


def test_letters_below_each_other_are_written_downwards() -> None:
    columns = [Run(y, x, letter, RED) for y in range(5) for x, letter in ((3, "a"), (19, "b"))]
    sent = rendered(columns, CONSOLE, 26)
    # The last of the others is on the line of the last of these: it comes before the first.
    assert (sent.count("a\x1bD\b"), sent.count("b\x1bD\b")) == (4, 3)
    assert all((row[3][0], row[19][0]) == ("a", "b") for row in seen(sent))


@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from((0, 5, 10, 21)), st.sampled_from(("a", "bc", "defg")))))
def test_with_line_feeds_that_only_go_down_the_same_is_seen_for_less(parts: list[tuple[int, int, str]]) -> None:
    written = [Run(y, x, text, RED) for (y, x), text in {(y, x): text for y, x, text in parts}.items()]
    usual, shorter = (rendered(written, CONSOLE, 26, down=down) for down in ("\x1bD", "\n"))
    assert seen(shorter) == seen(usual) and len(shorter) <= len(usual)
    assert "\x1bD" not in shorter and "\n" not in usual


def test_line_feeds_go_down_only_where_the_terminal_adds_no_return(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partial_update, "can_feed_lines", lambda: True)
    sent, strip = SentCells(), Strip([Segment("ab", RED)])
    for goes_down, move in ((False, "b\x1bD\b"), (True, "b\n\b")):
        sent.forget()
        sent.line_feeds_go_down = goes_down
        sent.draw(2, 1, Strip([Segment(" " * 25)]))
        for y in (0, 1):
            sent.draw(y, 3, strip)
        assert move in sent_by(sent, CONSOLE)


def test_many_blanks_are_erased_where_the_terminal_can(blanks: bool) -> None:
    sent = runs((0, 0, "ab" + " " * 20, RED), (1, 0, "c" + " " * 15 + "d", BLUE))
    assert (sent.count(" ") == 0) is blanks
    assert [str(cell[0]) for cell in seen(sent)[1][:17]] == ["c", *" " * 15, "d"]
    assert all(cell[2] == "black" for cell in seen(sent)[0][:22])


def test_blanks_far_apart_are_erased_at_once_where_the_terminal_can(blanks: bool) -> None:
    sent, ground = SentCells(), Style(bgcolor="black")
    for text in ("ab" + " " * 18 + "cdefgh", " " * 26):
        update = WholeUpdate([[Strip([Segment(text, ground)])]], Region(0, 0, 26, 1))
        update.sent = sent
        told = update.render_segments(CONSOLE)
    assert told.removeprefix("\x1b[40m\x1b[H") == ("\x1b[26X\x1b[m" if blanks else "  \x1b[21G      \x1b[m")


def test_blanks_behind_a_wide_letter_are_not_counted_as_its_cells(blanks: bool) -> None:
    wide, free = (0, 0, "好", RED), " " * 12
    assert looks(runs((0, 0, f"好{free}x", RED))) == looks(runs(wide, (0, 2, f"{free}x", RED)))


def test_blanks_that_show_more_than_their_background_are_written() -> None:
    assert all(runs((0, 0, " " * 20, style)).count(" ") == 20 for style in STYLES[4:])


@pytest.mark.one_in(6)
def test_only_a_terminal_that_erases_with_its_background_is_relied_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for term, able in (("xterm-256color", (True, True)), ("screen", (False, True)), ("nonsense", (False, False))):
        monkeypatch.setenv("TERM", term)
        asked = "from referee.ui.drawing import partial_update as p; print((p.can_erase(), p.can_move_lines()))"
        told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
        assert told.stdout.strip() == str(able), (term, told.stderr)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(DRAWN, min_size=2, max_size=4))
@pytest.mark.one_in(6)
def test_of_a_whole_screen_the_same_is_seen_though_only_what_differs_is_sent(
    blanks: bool, screens: list[list[list[tuple[str, Style]]]]
) -> None:
    sent, seen_before = SentCells(), ""
    for rows in screens:
        update = WholeUpdate([*whole(rows)], Region(0, 0, 26, 5))
        update.sent = sent
        seen_before += update.render_segments(CONSOLE)
    plain = LayoutUpdate([*whole(screens[-1])], Region(0, 0, 26, 5)).render_segments(CONSOLE)
    assert looks(seen_before) == looks(plain)


def lines_of(numbers: list[int]) -> list[list[tuple[str, Style]]]:
    """Lines that differ in most cells, one for each number; the third of every nine has wide letters."""
    return [
        [(f"{n} " * 3 + "abcdefghij"[n:], STYLES[n % 3]), ("好" if n % 9 == 2 else "xy", STYLES[n % 6])]
        for n in numbers
    ]


@pytest.mark.one_in(6)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.lists(st.integers(0, 9), min_size=5, max_size=5), st.integers(-4, 4)), min_size=1, max_size=5)
)
def test_the_same_is_seen_where_lines_are_moved(blanks: bool, steps: list[tuple[list[int], int]]) -> None:
    """Each step moves the numbers of the lines, those that come free are new."""
    sent, seen_before, numbers = SentCells(), "", [0, 1, 3, 4, 5]
    for new, by in [([], 0), *steps]:
        numbers = (numbers[by:] + new[:by] if by >= 0 else new[:-by] + numbers[:by]) if new else numbers
        update = WholeUpdate([*whole(lines_of(numbers))], Region(0, 0, 26, 5))
        update.sent = sent
        seen_before += update.render_segments(CONSOLE)
        plain = LayoutUpdate([*whole(lines_of(numbers))], Region(0, 0, 26, 5)).render_segments(CONSOLE)
        assert looks(seen_before) == looks(plain)


@pytest.mark.parametrize(("after", "moved"), [([1, 3, 4, 5, 6], Move(0, 5, 1)), ([6, 0, 1, 3, 4], Move(0, 5, -1))])
def test_lines_that_go_up_or_down_are_moved(
    after: list[int], moved: Move, blanks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partial_update, "can_move_lines", lambda: True)
    sent, texts = SentCells(), []
    for numbers in ([0, 1, 3, 4, 5], after):
        update = WholeUpdate([*whole(lines_of(numbers))], Region(0, 0, 26, 5))
        update.sent = sent
        texts.append(update.render_segments(CONSOLE))
    assert moved.sequence(erases=blanks) in texts[1] and len(texts[1]) < len(texts[0]) / 2
    assert looks("".join(texts)) == looks(
        LayoutUpdate([*whole(lines_of(after))], Region(0, 0, 26, 5)).render_segments(CONSOLE)
    )


def test_lines_are_moved_only_between_others_that_stay() -> None:
    old = [[10 * y + 100 + x % 7 for x in range(60)] for y in range(8)]
    new = [old[0], *old[2:6], [7] * 60, *old[6:]]
    move = Move(1, 6, 1)
    assert moves(old, new) == [move]
    assert [move.source(y) for y in (0, 1, 4, 5, 6)] == [0, 2, 5, None, 6]
    old[3][5] = -1
    assert move not in moves(old, new)
    assert not moves(new, new)


def test_two_parts_of_a_screen_are_moved_each_by_its_own_distance() -> None:
    """As a roster, and a log below it."""
    old = [[10 * y + 100 + x % 7 for x in range(60)] for y in range(20)]
    new = [old[0], *old[4:9], [7] * 60, [8] * 60, [9] * 60, old[9], *old[11:20], [7] * 60]
    assert set(moves(old, new)) == {Move(1, 9, 3), Move(10, 20, 1)}


def moves(old: list[list[int]], new: list[list[int]]) -> list[Move]:
    return best_moves(old, new, distances_moved(old, new), blank=7)


def test_a_screen_that_becomes_mostly_blank_is_cleared_but_none_with_wide_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(partial_update, "can_erase", lambda: True)
    full = [[(f"abcdefghij {n} klmnopqrst", STYLES[n % 2])] for n in range(5)]
    for last, is_cleared in (("xyz", True), ("好", False)):
        sent, texts = SentCells(), []
        for rows in (full, [[("a row", RED)], [], [], [], [(last, RED)]]):
            update = WholeUpdate([*whole(rows)], Region(0, 0, 26, 5))
            update.sent = sent
            texts.append(update.render_segments(CONSOLE))
        assert ("\x1b[H\x1b[J" in texts[1]) is is_cleared
        plain = LayoutUpdate([*whole(rows)], Region(0, 0, 26, 5)).render_segments(CONSOLE)
        assert looks("".join(texts)) == looks(plain)


LETTERS = ("a", "b", " ", "▇", "好", "x\u0301")
LINE = st.lists(
    st.tuples(st.lists(st.sampled_from(LETTERS), max_size=9).map("".join), st.sampled_from(STYLES)), max_size=5
)
SPAN_BEYOND = st.integers(0, 5)
"""Cells that are to be drawn anew on one side of those that differ."""


@pytest.mark.one_in(6)
@given(
    st.lists(st.integers(1, 25), max_size=3, unique=True).map(sorted),
    LINE,
    st.lists(st.tuples(LINE, SPAN_BEYOND, SPAN_BEYOND), min_size=1, max_size=5),
)
def test_no_letter_is_cut_in_two_by_an_update_of_a_part_of_a_line(
    cuts: list[int], first: list[tuple[str, Style]], updates: list[tuple[list[tuple[str, Style]], int, int]]
) -> None:
    sent, ends = SentCells(), [*cuts, 26]

    def divided(pieces: list[tuple[str, Style]]) -> dict[int, Strip]:
        (line,) = whole([pieces])[0]
        # A mark behind a cut has lost its letter, which lies in the part before.
        parts = ([Segment(text.lstrip("\u0301"), style) for text, style, _ in part] for part in line.divide(ends))
        return dict(zip([0, *cuts], map(Strip, parts), strict=True))

    def drawn_anew(pieces: list[tuple[str, Style]]) -> list[tuple[object, ...]]:
        strips = [[*divided(pieces).values()]]
        return looks(LayoutUpdate([*strips], Region(0, 0, 26, 1)).render_segments(CONSOLE))[0]

    update = WholeUpdate([[*divided(first).values()]], Region(0, 0, 26, 1))
    update.sent = sent
    terminal, before = update.render_segments(CONSOLE), drawn_anew(first)
    for pieces, left, right in updates:
        now = drawn_anew(pieces)
        differing = [x for x in range(26) if before[x] != now[x]] or [13]
        span = (0, max(0, differing[0] - left), min(26, differing[-1] + 1 + right))
        partial = PartialUpdate([divided(pieces)], [span], [ends])
        partial.sent = sent
        terminal += partial.render_segments(CONSOLE)
        assert looks(terminal)[0] == now
        before = now


def looks(sent: str) -> list[list[tuple[object, ...]]]:
    """Every cell as it looks: of a blank one sees only what lies behind it."""
    return [[cell if cell[0] != " " or cell[5] or cell[7] else (" ", cell[2]) for cell in row] for row in seen(sent)]


def test_what_is_there_already_is_not_sent_again() -> None:
    rows = [[("a row", RED)]] * 5
    sent = SentCells()
    lengths = []
    for again in (rows, rows, [*rows[:4], [("another row", RED)]]):
        update = WholeUpdate([*whole(again)], Region(0, 0, 26, 5))
        update.sent = sent
        lengths.append(len(update.render_segments(CONSOLE)))
    assert lengths[1] == 0 < lengths[2] < lengths[0] / 2
    sent.forget()
    update = WholeUpdate([*whole(rows)], Region(0, 0, 26, 5))
    update.sent = sent
    assert len(update.render_segments(CONSOLE)) == lengths[0]


async def test_all_is_sent_again_when_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    async with playing(prepare(tmp_path)) as pilot:
        app = pilot.app
        assert isinstance(app, KeyQueueApp)
        app.sent.draw(0, 0, Strip([Segment("known")]))
        app.sent.changes()
        await press(pilot, "ctrl+l")
        app.sent.draw(0, 0, Strip([Segment("known")]))
        assert app.sent.changes()[0].runs


async def test_panes_side_by_side_are_sent_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole screen is drawn without cutting their lines into pieces, and shows the same."""
    async with playing(prepare(tmp_path), size=(120, 40)) as pilot:
        screen = table(pilot)
        compositor = screen._compositor
        pieces = Compositor.render_full_update(compositor).strips
        usual = [Strip.join(line).text for line in pieces]
        monkeypatch.setattr(Compositor, "_render_chops", lambda *_: pytest.fail("the lines were cut into pieces"))
        whole = compositor.render_full_update()
        assert [Strip.join(line).text for line in whole.strips] == usual and len(usual) == 40
