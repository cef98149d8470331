"""Figures of one sort in one row of the roster."""

from pathlib import Path

import pytest

from referee.ui.panes.roster import Roster
from tests.ui.table import drawn, playing, prepare, press, table, within
from tests.ui.test_marks import points
from tests.ui.test_roster import rows, sample

pytestmark = pytest.mark.one_in(10)

SIZE = (80, 24)
HORDE = ("add goblin x26", "damage g2-4 3", "damage g5 99", "condition g6-7 prone")


async def test_thirty_goblins_in_one_row_beside_all_others(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", *HORDE), size=SIZE) as pilot:
        await press(pilot, "5", "left")
        there = rows(pilot)
        assert len(there) == 7
        assert "Goblin 1-30: 29 up, 3 hurt, 1 dead · HP 194/210 · 2" in there[4]
        assert " 6 " not in there[4] and "Gruk" in there[6]


async def test_it_opens_and_the_arrows_pass_over_those_folded(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", *HORDE), size=SIZE) as pilot:
        await press(pilot, "5", "left", "down")
        assert table(pilot).table.cursor.chosen == "fang"
        await press(pilot, "up", "up")
        assert table(pilot).table.cursor.chosen == "bram"
        await press(pilot, "down", "right")
        assert table(pilot).table.cursor.chosen == "g1"
        assert " below: " in within(table(pilot).query_one(Roster))[-2]


async def test_an_order_at_the_row_is_for_all_in_it_that_are_in_the_fight(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", "damage g2 99"), size=SIZE) as pilot:
        await press(pilot, "5", "left", "d")
        assert "damage g1,g3,g4" in drawn(pilot)
        await press(pilot, "2", "enter", "down", "up", "space")
        assert points(pilot, "g1", "g3", "g4") == [5, 5, 5]
        assert table(pilot).table.cursor.marks.tags == ("g1", "g3", "g4")
        assert rows(pilot)[4].lstrip().startswith("→")
        await press(pilot, "e")
        assert "That row holds several figures" in drawn(pilot)


async def test_one_that_acts_or_is_chosen_has_its_row(tmp_path: Path) -> None:
    lines = ("next", "< 20", "< 20", "< 20", "< 20", "< mira")
    async with playing(sample(tmp_path, "olde_swords", *lines), size=SIZE) as pilot:
        await press(pilot, "5", "left")
        assert "Goblin 1-4" in rows(pilot)[4]
        await press(pilot, "7")
        assert "Goblin 1-2,4" in rows(pilot)[4] and "7›▾" in rows(pilot)[5]
        await press(pilot, "1", *["n", "space"] * 4)
        assert table(pilot).table.session.encounter.turn == "g1"
        assert "5»▾" in rows(pilot)[4] and "Goblin 2-4" in rows(pilot)[5]


async def test_an_act_on_a_folded_row_touches_those_whom_it_names(tmp_path: Path) -> None:
    lines = ("add hero Ann init=20 hp=9", "add foe Goblin x4 init=12 hp=7", "next", "next", "next")
    async with playing(prepare(tmp_path, *lines, system="plain"), size=SIZE) as pilot:
        assert table(pilot).table.session.encounter.turn == "g2"
        await press(pilot, "3", "left")
        assert any("Goblin 1,3-4" in row for row in rows(pilot))
        await press(pilot, "d", "7", "enter")
        figures = table(pilot).table.session.encounter.figures
        assert [figures[tag].tracks["hp"].now for tag in ("g1", "g2", "g3", "g4")] == [0, 7, 0, 0]


async def test_a_row_is_folded_while_the_encounter_is_open_whatever_happens(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=SIZE) as pilot:
        await press(pilot, "5", "left", "d", "3", "enter", "h", "escape", "u")
        assert "Goblin 1-4: 4 up · HP 28/28" in rows(pilot)[4]


async def test_a_click_opens_it(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=SIZE) as pilot:
        await press(pilot, "5", "left")
        assert await pilot.click("#roster", offset=(8, 5))
        await pilot.pause()
        assert "Goblin 2" in rows(pilot)[5]


async def test_who_is_alone_of_its_sort_is_not_folded(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=SIZE) as pilot:
        await press(pilot, "1", "left")
        assert "no other figures of this kind" in drawn(pilot)
