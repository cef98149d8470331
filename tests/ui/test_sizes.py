"""Windows of every size."""

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.geometry import Region, Size
from textual.pilot import Pilot
from textual.screen import Screen

from referee.store.saves import Saves
from referee.ui.map.map_size import Extent
from referee.ui.panes.actions import Actions
from referee.ui.panes.clauses import Clauses
from referee.ui.panes.detail import Detail
from referee.ui.panes.footer import Footer
from referee.ui.panes.initiative import Initiative
from referee.ui.panes.log import Log
from referee.ui.panes.map import TableBoard
from referee.ui.panes.pane import Pane
from referee.ui.panes.roster import Roster
from referee.ui.screens.encounter import EncounterScreen
from referee.ui.screens.pane_regions import FEWEST_BESIDE, FEWEST_LINES, PaneNeeds, regions
from tests.ui.table import DUEL, drawn, playing, prepare, press, table, within

pytestmark = pytest.mark.one_in(10)


async def test_all_five_panes_are_there_in_a_window_of_80_by_24(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        text = drawn(pilot)
        for title in ("Turn order", "Roster", "Actions", "Log", "Round 1", "next:"):
            assert title in text
        assert all(len(line) <= 80 for line in text.splitlines())


async def test_a_narrow_window_shows_one_pane_at_a_time(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(60, 18)) as pilot:
        assert "Roster" in drawn(pilot) and "Log" not in drawn(pilot)
        await press(pilot, "f8")
        assert "Log" in drawn(pilot) and "Roster" not in drawn(pilot)
        await press(pilot, "tab")
        assert "Turn order" in drawn(pilot)
        await press(pilot, "a")
        assert "Ulf attacks Grave" in drawn(pilot)


async def test_the_smallest_window_shows_the_turn_and_what_is_left_of_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(30, 4)) as pilot:
        assert drawn(pilot).strip().startswith("▶ Ulf 2/2")


@pytest.mark.one_in(6)
@pytest.mark.parametrize("page_key", ["", "e", "h", "r", "?", "S"])
async def test_no_size_is_too_small(tmp_path: Path, page_key: str) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "1", *([page_key] if page_key else []))
        for size in ((1, 1), (200, 60), (2, 40), (80, 3), (39, 9), (100, 30)):
            await pilot.resize_terminal(*size)
            await press(pilot, "down", "up")
        assert pilot.app.is_running
        if not page_key:
            assert table(pilot).table.cursor.chosen


SIZES = [(80, 24), (100, 30), (110, 32), (120, 40), (140, 40), (200, 50)]
CROWDED = {"figures": 10, "order_rows": 12, "order_width": 22, "board": Extent(12, 8, 2)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bottom", [4, 6, 9])
@pytest.mark.parametrize("there", [{}, {"figures": 2}, CROWDED, {**CROWDED, "figures": 60, "order_rows": 80}])
def test_panes_fill_the_window_and_none_covers_another(
    size: tuple[int, int], bottom: int, there: dict[str, Any]
) -> None:
    places = regions(*size, PaneNeeds(bottom, "roster", **there))
    assert sum(region.area for region in places.values()) == size[0] * size[1]
    for one, other in combinations(places.values(), 2):
        assert not one.overlaps(other)
    fewest = FEWEST_LINES if bottom == 4 else FEWEST_BESIDE
    assert places["log"].height >= fewest and places["actions"].height >= fewest


@pytest.mark.parametrize("size", SIZES)
def test_a_question_of_some_lines_leaves_the_roster_where_it_is(size: tuple[int, int]) -> None:
    idle, asked = (regions(*size, PaneNeeds(bottom, "roster", figures=9, ribbon_lines=2)) for bottom in (4, 7))
    assert idle["roster"] == asked["roster"] and idle.get("initiative") == asked.get("initiative")


def test_what_is_empty_gives_way() -> None:
    nobody = regions(200, 50, PaneNeeds(4, "roster"))
    assert nobody.keys() == {"status", "ask", "roster", "actions", "log"}
    assert regions(80, 24, PaneNeeds(4, "roster", figures=3)).keys() == nobody.keys()
    assert "board" not in regions(200, 50, PaneNeeds(4, "roster", figures=3))


def test_the_order_is_as_wide_and_as_high_as_it_needs() -> None:
    small, large = (regions(120, 40, PaneNeeds(4, "roster", 5, rows, cells)) for rows, cells in ((3, 14), (30, 40)))
    assert small["initiative"].size == (27, 4) and large["initiative"].width == 34
    assert large["actions"].height < small["actions"].height


def test_in_a_small_window_the_order_is_running_text_above_the_roster() -> None:
    without, there = (regions(80, 24, PaneNeeds(4, "roster", 5, 6, 20, lines)) for lines in (0, 2))
    assert "initiative" not in {name for name, place in without.items() if place}
    assert there["initiative"].size == (80, 3) and there["roster"].size == (80, 6)
    assert there["actions"].y == there["log"].y == there["roster"].bottom


def test_a_longer_question_takes_its_lines_from_the_log_and_the_actions() -> None:
    short, long = (regions(80, 24, PaneNeeds(bottom, "roster", 5, 6, 20)) for bottom in (4, 6))
    same = {name for name in short if short[name] == long[name]}
    assert same == {"status", "roster"}


@pytest.mark.parametrize(
    ("system", "kind", "size"),
    [("fifth", "hero", (80, 24)), ("fifth", "hero", (120, 40)), ("olde_swords", "warrior", (120, 40))],
)
async def test_when_the_fight_begins_and_turns_pass_on_nothing_moves(
    tmp_path: Path, system: str, kind: str, size: tuple[int, int]
) -> None:
    heroes = [f"add {kind} {name}" for name in ("Ulf", "Ida", "Bran")]
    game = prepare(tmp_path, *heroes, "add goblin x4", system=system)
    async with playing(game, size=size) as pilot:

        def titles() -> list[int]:
            return [n for n, row in enumerate(drawn(pilot).splitlines()) if "Roster" in row or "Actions" in row]

        before = titles()
        assert "no order yet" in drawn(pilot) and len(before) == 2
        await press(pilot, "n", *["space"] * 4)
        assert "Round 1" in drawn(pilot) and "no order yet" not in drawn(pilot)
        for _ in range(8):
            assert titles() == before
            await press(pilot, "n")


LASTING = ("condition ulf cursed 3", "damage ulf 1")


@pytest.mark.parametrize("size", [(120, 40), (200, 50)])
async def test_a_wide_window_tells_all_of_the_chosen_figure(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(prepare(tmp_path, *DUEL, *LASTING), size=size) as pilot:
        detail = pane_text(pilot, Detail)
        assert "Ulf" in detail and "cursed: for 3 turns" in detail and "wounds" in detail
        await press(pilot, "2")
        assert "Grave" in pane_text(pilot, Detail)


async def test_the_widest_window_tells_the_rule_of_the_chosen_line(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, "attack grave", "< 1"), size=(200, 50)) as pilot:
        latest = pane_text(pilot, Clauses)
        assert "BK-" in latest
        await press(pilot, "f8", *["up"] * 6)
        lines = table(pilot).table.log_lines.lines()
        at = table(pilot).table.cursor.log_line(len(lines))
        assert at is not None
        assert all(clause in pane_text(pilot, Clauses) for clause in lines[at].cites)


async def test_the_whole_board_goes_before_the_text_of_the_rules(tmp_path: Path) -> None:
    lines = ("add player Ulf", "add rat x2", "map 12x30", "place ulf c3", "place r1 l30")
    async with playing(prepare(tmp_path, *lines), size=(200, 50)) as pilot:
        shown = pane_text(pilot, TableBoard)
        assert " l ─" in shown.splitlines()[0] and "•r1 ┃" in shown and " 30 ┃" in shown


async def test_the_widest_window_shows_the_board_where_one_is_laid(tmp_path: Path) -> None:
    lines = ("add player Ulf", "add rat x2", "map 8x6", "place ulf c3", "place r1 d3")
    async with playing(prepare(tmp_path, *lines), size=(200, 50)) as pilot:
        assert "Ulf" in pane_text(pilot, TableBoard)
        screen = table(pilot)
        board = screen.query_one(TableBoard)
        row = next(y for y in range(board.size.height) if "r1" in board.render_line(y).text)
        _ = await pilot.click(TableBoard, offset=(board.render_line(row).text.index("r1"), row))
        await pilot.pause()
        assert screen.table.cursor.chosen == "r1"


def pane_text(pilot: Pilot[None], kind: type[Pane]) -> str:
    """What a pane shows."""
    pane = table(pilot).query_one(kind)
    return "\n".join(within(pane)) if pane.display else ""


KEYS = (
    *("n", "a", "a", "1", "enter", "d", "2", "enter", "u", "down", "end", "home"),
    *("tab", "c", "escape", "l", "space", ":", "?"),
)
WINDOWS = ((80, 24), (120, 40), (200, 50), (60, 18), (139, 33), (30, 4), (181, 40), (100, 30))


@pytest.mark.one_in(6)
@pytest.mark.parametrize("seed", [5, 7])
async def test_each_pane_shows_what_is_so_after_any_keys_in_any_window(tmp_path: Path, seed: int) -> None:
    """Panes are drawn for the size that they are given: what each shows is what it would draw anew."""
    chance = Random(seed)
    async with playing(prepare(tmp_path)) as pilot:
        for _ in range(40):
            if chance.random() < 0.3:
                await pilot.resize_terminal(*chance.choice(WINDOWS))
            keys = [chance.choice(KEYS) for _ in range(chance.randint(1, 4))]
            await press(pilot, *keys)
            await pilot.pause()
            while not isinstance(pilot.app.screen, EncounterScreen):
                await press(pilot, "escape")  # what is under a page is drawn when one comes back
            for pane in table(pilot).query(Pane):
                if pane.display and pane.size:
                    shown = [pane.line_at(y) for y in range(pane.size.height)]
                    edges = bool(pane.frame.left) + bool(pane.frame.right)
                    anew = pane.content(pane.size.width - edges - pane.indent, pane.size.height)
                    assert shown[: len(anew)] == anew[: len(shown)], (pane.id, keys)
                    assert pane.placed == pane.region


def test_a_wide_window_shows_all_columns_of_a_board_and_leaves_the_roster_its_room() -> None:
    def places(columns: int) -> tuple[int, int]:
        where = regions(200, 50, PaneNeeds(4, "roster", 5, 6, 20, board=Extent(columns, 20, 2)))
        return where["board"].width, where["roster"].width

    assert places(12) == (66, 79), "the frame takes a column"
    assert places(3) == (44, 87), "the rules below keep theirs"
    assert places(30) == (66, 79), "with a letter a space it takes no more than it needs"
    assert places(60) == (200 - 27 - 28 - 58, 58)


async def test_the_lines_between_panes_join(tmp_path: Path) -> None:
    lines = ("add hero Ann init=18 hp=30", "add foe Orc x3 init=12 hp=9", "next")
    async with playing(prepare(tmp_path, *lines, system="plain"), size=(120, 40)) as pilot:
        wall = [pane_line(pilot, Initiative, y)[-1] for y in range(3)]
        assert wall == ["┬", "│", "│"]
        order, actions, log = (pane_line(pilot, pane, 0) for pane in (Initiative, Actions, Log))
        assert (order[0], actions[0], actions[-1], log[-1]) == ("╭", "├", "┼", "┤")
        assert pane_line(pilot, Detail, 0)[-1] == "╮"
        bottom = pane_line(pilot, Footer, 0)
        assert (bottom[0], bottom[-1], bottom.count("┴")) == ("╰", "╯", 2)
    async with playing(Saves(tmp_path), size=(80, 24)) as pilot:
        assert pane_line(pilot, Actions, 0)[-1] == "┬" and pane_line(pilot, Actions, 1)[-1] == "│"
        assert pane_line(pilot, Actions, 3)[0] == "│" == pane_line(pilot, Log, 3)[-1]


async def test_the_frame_around_the_pane_that_has_the_arrow_keys_has_a_colour_of_its_own(tmp_path: Path) -> None:
    def accented(pane: type[Pane]) -> tuple[bool, bool, bool]:
        """Of a pane: whether its left edge, its top and its right edge have that colour."""
        frame, style = table(pilot).query_one(pane).frame, "focus"
        return tuple(style == each for each in ((*frame.left, ("", ""))[0][1], frame.top, frame.right[1][1]))

    lines = ("add hero Ann init=18 hp=30", "add foe Orc x3 init=12 hp=9", "next")
    async with playing(prepare(tmp_path, *lines, system="plain"), size=(120, 40)) as pilot:
        assert accented(Roster) == (False, True, True) and accented(Initiative) == (False, False, True)
        assert accented(Log) == (False, True, False), "its top is the lower edge of the roster"
        assert accented(Actions) == (False, False, False)
        await press(pilot, "f7")
        assert accented(Roster) == (False, False, False) and accented(Actions) == (True, True, True)


def pane_line(pilot: Pilot[None], pane: type[Pane], y: int) -> str:
    return table(pilot).query_one(pane).render_line(y).text


async def test_a_pane_of_another_size_is_laid_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layouts, usual = list[Screen[object]](), Screen._refresh_layout
    async with playing(prepare(tmp_path, "add player Bob", "add skeleton x3")) as pilot:

        def counted(screen: Screen[object], size: Size | None = None, scroll: bool = False) -> None:
            layouts.append(screen)
            usual(screen, size, scroll)

        monkeypatch.setattr(Screen, "_refresh_layout", counted)
        log = table(pilot).query_one("#log", Pane)
        for by in (-1, 1):
            layouts.clear()
            other = Size(log.size.width, log.size.height + by)
            assert log.place(Region.from_offset(log.region.offset, other), log.frame)
            await pilot.pause(0.1)
            assert log.size == other and len(layouts) == 1
