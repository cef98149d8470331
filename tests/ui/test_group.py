"""The initiative pane as a list to go through, and the page of a combat or another group of it."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.store.saves import Saves
from referee.ui.panes.initiative import Initiative
from referee.ui.screens.figure import FigureSheet
from referee.ui.screens.group import GroupPage
from tests.rules.shelf import played_lines
from tests.ui.table import drawn, page, playing, prepare, press, table, within

pytestmark = pytest.mark.one_in(10)

TWELVE = Path(__file__).parents[1] / "rules" / "scorched" / "phase_of_twelve.txt"
SMALL = (80, 24)
COLUMN = (113, 24)
"""The smallest window with a column for the turn order."""
_OF_COMBATS = (150, 24)
"""The same, where the roster needs as many columns as that of these."""


def five_combats(folder: Path) -> Saves:
    """Five combats, paired and not fought yet; the first is one against three, with a spear behind the one."""
    lines = played_lines(TWELVE.read_text(encoding="utf-8"))
    return prepare(folder, *lines[: lines.index("next") + 3], "dice table", system="scorched")


def one_against_eleven(folder: Path) -> Saves:
    """All twelve in one combat."""
    lines = ["add lampbearer Osk", "add slasher x10", "add breaker", "charge s1 osk", "priority cinder", "next"]
    others = [f"charge {tag} osk" for tag in (*(f"s{n}" for n in range(2, 11)), "b1")]
    return prepare(folder, *lines[:4], *others, *lines[4:], system="scorched")


def rows(pilot: Pilot[None]) -> list[str]:
    """The initiative as it is drawn."""
    return within(pilot.app.screen.query_one(Initiative))


async def test_a_combat_is_opened_by_keys_and_each_model_says_what_it_brings(tmp_path: Path) -> None:
    async with playing(five_combats(tmp_path), size=SMALL) as pilot:
        await press(pilot, "f5", "e")
        text = drawn(pilot)
        assert "Ysolde + spear Pike 1 vs Morgat, Slasher 1, Slasher 2 · 1:3 · may act now" in text
        assert "Ws 2 (5, -3 outnumbered), 4 dice (3, +1 spear Pike 1), Ap 1 (Powered 1);" in text
        assert "Parry, Powered, Shielding, Off-handed" in text
        assert "Ws 3, 2 dice (1, +1 flurry), Ap -, 2 on a 6" in text
        assert "spear: helps Ysolde from behind" in text
        assert "●●●" in text and " 3/3" in text and "4 figures" in text
        assert "a Fight" in text


async def test_one_key_fights_the_opened_combat(tmp_path: Path) -> None:
    async with playing(five_combats(tmp_path), size=SMALL) as pilot:
        screen = table(pilot)
        await press(pilot, "f5", "down", "down", "e")
        assert "Guard 1 vs Breaker 1" in page(pilot).heading
        await press(pilot, "a")
        assert table(pilot) is screen
        assert screen.table.session.encounter.turn == "vs3"
        assert screen.table.line.mode == "ANSWER" and screen.table.view.question is not None
        await press(pilot, "f2", "e")
        assert "its turn now" in page(pilot).heading
        await press(pilot, "a")
        assert page(pilot).said == "Answer the open question first." and screen.table.session.encounter.turn == "vs3"


async def test_a_member_is_opened_and_the_page_shows_what_was_changed_there(tmp_path: Path) -> None:
    async with playing(five_combats(tmp_path), size=SMALL) as pilot:
        await press(pilot, "f5", "e", "e")
        assert isinstance(page(pilot), GroupPage) and "Choose a figure below" in page(pilot).said
        await press(pilot, "down", "e")
        assert isinstance(page(pilot), FigureSheet)
        text = drawn(pilot)
        assert "Ws 2 (5, -3 outnumbered), 4 dice (3, +1 spear Pike 1)," in text
        assert "Off-handed" in text and "…" not in text.partition("W  ")[0]
        sheet = page(pilot)
        assert isinstance(sheet, FigureSheet)
        now = [entry.name for entry in sheet.entries].index("now")
        await press(pilot, *["down"] * now, "e")
        assert sheet.said == "Only actions of the game change that."
        await press(pilot, *["up"] * now, "down", "down", "down", "-", "escape")
        assert isinstance(page(pilot), GroupPage)
        assert "3 dice (2, +1 spear Pike 1), 1 wound lost" in drawn(pilot)
        await press(pilot, "u")
        assert "4 dice (3, +1 spear Pike 1)" in drawn(pilot)
        await press(pilot, "o", "escape")
        assert "shielding" in str(table(pilot).table.session.encounter.figures["ysolde"].conditions)


async def test_a_verb_of_a_member_is_offered_at_that_member_only(tmp_path: Path) -> None:
    async with playing(five_combats(tmp_path), size=SMALL) as pilot:
        await press(pilot, "f5", "e")
        assert "o Shield" not in drawn(pilot)
        await press(pilot, "o")
        assert page(pilot).is_error
        await press(pilot, "down")
        assert "o Shield" in drawn(pilot)


async def test_twelve_in_one_combat_are_read_at_80x24(tmp_path: Path) -> None:
    async with playing(one_against_eleven(tmp_path), size=SMALL) as pilot:
        await press(pilot, "f5", "e")
        seen = drawn(pilot)
        for _ in range(12):
            await press(pilot, "down")
            seen += drawn(pilot)
        assert all(f"Slasher {n} (s{n})" in seen for n in range(1, 11))
        assert "Ws -7 (4, -11 outnumbered)" in seen
        assert "Breaker 1 (b1)" in seen and "…" not in seen


async def test_the_cursor_goes_through_all_rows_and_a_figure_under_it_is_the_chosen_one(tmp_path: Path) -> None:
    lines = ("add knight Ulf", "add boss Grave", "add rat x2", "engage ulf grave", "add knight Ada", "engage ada r1")
    async with playing(prepare(tmp_path, *lines, "next"), size=SMALL) as pilot:
        screen = table(pilot)
        await press(pilot, "f5")
        assert (
            screen.table.cursor.chosen == "ulf"
            and screen.table.cursor.row is not None
            and screen.table.cursor.row.slot is not None
        )
        await press(pilot, "home")
        assert screen.table.cursor.row.slot is None and screen.table.cursor.row.tag == "fight-1"
        await press(pilot, "e")
        assert page(pilot).heading == "Fight 1 · Ulf's turn"
        assert "Grave" in drawn(pilot)
        await press(pilot, "escape", "down", "down", "down")
        assert screen.table.cursor.row.tag == "fight-2" and screen.table.cursor.chosen == "grave"
        await press(pilot, "down")
        assert screen.table.cursor.chosen == "ada" and " › Ada" in drawn(pilot)
        await press(pilot, "e")
        assert isinstance(page(pilot), FigureSheet) and "Ada" in page(pilot).heading
        await press(pilot, "escape", "pageup")
        assert screen.table.cursor.row.tag == "fight-1"
        await press(pilot, "end")
        assert screen.table.cursor.chosen == "r1"
        await press(pilot, "1")
        assert screen.table.cursor.row.tag == "ulf"
        await press(pilot, "5", "e")
        assert "Rat 2" in page(pilot).heading, "who has no place in the order is opened, not what the cursor was on"


async def test_a_monster_type_shows_its_card_and_its_standees(tmp_path: Path) -> None:
    lines = ("dice app", "add warden Mira", "add bandit-guard 1 2", "pick mira 15 61", "next")
    async with playing(prepare(tmp_path, *lines, system="gloomhaven"), size=COLUMN) as pilot:
        there = next(n for n, row in enumerate(rows(pilot)) if row.startswith("Bandit Guard"))
        assert await pilot.click("#initiative", offset=(3, there), times=2)
        await pilot.pause()
        text = drawn(pilot)
        assert "2 of 2 still to act" in text or "'s turn" in text
        assert "ability deck: 7" in text and "ability card: " in text
        assert "Bandit Guard 1 (bg1)" in text and "Bandit Guard 2 (bg2)" in text


async def test_a_side_that_is_only_a_heading_is_opened_too(tmp_path: Path) -> None:
    lines = ("dice app", "add hero Mira hp=10", "add hero Tolin hp=10", "add goblin hp=20", "next")
    async with playing(prepare(tmp_path, *lines, system="olde_swords"), size=SMALL) as pilot:
        await press(pilot, "f5", "f2", "home", "e")
        assert page(pilot).heading.startswith("heroes · ")
        assert "Mira" in drawn(pilot) and "Goblin" not in drawn(pilot)


async def test_the_cursor_stays_on_its_row_when_the_order_changes(tmp_path: Path) -> None:
    lines = ("add knight Ulf", "add boss Grave", "engage ulf grave", "add knight Ada", "add rat x2", "engage ada r1")
    async with playing(prepare(tmp_path, *lines, "add knight Bo", "next"), size=COLUMN) as pilot:
        screen = table(pilot)
        await press(pilot, "f5", "end", "up", "up")
        assert screen.table.cursor.row is not None and screen.table.cursor.row.tag == "fight-2"
        there = next(n for n, row in enumerate(rows(pilot)) if row.startswith("Fight 2"))
        await press(pilot, ":", "<engage bo grave>", "enter")
        assert rows(pilot)[there + 1].startswith("Fight 2"), "it has moved on"
        assert screen.table.cursor.row.tag == "fight-2"
        await press(pilot, "e")
        assert "Fight 2" in page(pilot).heading


async def test_the_name_of_a_combat_is_shown_in_full_beside_its_odds(tmp_path: Path) -> None:
    async with playing(five_combats(tmp_path), size=_OF_COMBATS) as pilot:
        first = [" ".join(row.split()) for row in rows(pilot)[1:6]]
        assert first == [
            "Ysolde + spear 1:3",
            "Pike 1 vs Morgat,",
            "Slasher 1, Slasher 2",
            "Osk vs Slasher 3 1:1",
            "Guard 1 vs 1:1",
        ]
        assert [" ".join(row.split()) for row in rows(pilot)[9:11]] == ["Guard 3 vs 1:1", "Brute 1"]
        await press(pilot, "a", "d")
        assert rows(pilot)[7].startswith("▶ Guard 2 vs")
        while table(pilot).table.session.questions:
            await press(pilot, "space")
            if table(pilot).table.line.is_error:
                await press(pilot, "-")
        assert rows(pilot)[7].startswith("✓ Guard 2 vs")


async def test_a_click_chooses_and_two_open(tmp_path: Path) -> None:
    async with playing(five_combats(tmp_path), size=_OF_COMBATS) as pilot:
        screen = table(pilot)
        assert await pilot.click("#initiative", offset=(5, 6))
        await pilot.pause()
        assert (
            screen.table.cursor.row is not None
            and screen.table.cursor.row.tag == "vs3"
            and screen.table.cursor.chosen is None
        )
        assert rows(pilot)[5].startswith(" ›Guard 1 vs")
        assert await pilot.click("#initiative", offset=(5, 6), times=2)
        await pilot.pause()
        assert "Guard 1 vs Breaker 1" in page(pilot).heading
        await press(pilot, "escape")
        assert await pilot.click("#roster", offset=(6, 2))
        await pilot.pause()
        assert screen.table.cursor.chosen == "morgat" and screen.table.cursor.pane == "roster"
        await press(pilot, "e")
        assert "Morgat · " in page(pilot).heading


async def test_a_combat_that_is_asked_for_can_be_clicked(tmp_path: Path) -> None:
    async with playing(five_combats(tmp_path), size=_OF_COMBATS) as pilot:
        screen = table(pilot)
        await press(pilot, "a")
        assert await pilot.click("#initiative", offset=(5, 4))
        await press(pilot, "space")
        assert screen.table.session.encounter.turn == "vs2" and screen.table.cursor.chosen is None


async def test_a_clicked_hint_is_as_its_key(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, ":", "<note one>", "enter", ":")
        last = drawn(pilot).splitlines()[-1]
        height = screen.query_one("#ask").size.height
        assert await pilot.click("#ask", offset=(last.index("↑ earlier"), height - 1))
        await pilot.pause()
        assert screen.table.line.order.text == "note one"
        assert await pilot.click("#ask", offset=(last.index("Esc"), height - 1))
        await pilot.pause()
        assert screen.table.line.mode == "KEYS"


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (120, 40)])
async def test_the_page_comes_in_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(five_combats(tmp_path), size=size) as pilot:
        await press(pilot, "f5", "e", "end")
        assert isinstance(page(pilot), GroupPage)
        assert "Pike 1 (p1)" in drawn(pilot)
        await press(pilot, "escape")
        assert "Ysolde" in "".join(rows(pilot))


async def test_what_is_being_fought_cannot_wait(tmp_path: Path) -> None:
    async with playing(five_combats(tmp_path), size=SMALL) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "c")
        before = screen.table.session.encounter
        await press(pilot, ":", "<hold vs3>", "enter")
        assert "Guard 1 vs Breaker 1 cannot wait now" in screen.table.line.said
        assert screen.table.session.encounter is before and before.turn == "vs3"


async def test_what_is_counted_down_stands_above_the_order_until_it_comes(tmp_path: Path) -> None:
    saves = prepare(tmp_path, "add player Ulf", "add minion Rat", "engage ulf rat", "dice app", "next")
    async with playing(saves, size=COLUMN) as pilot:
        screen = table(pilot)
        await press(pilot, "W", "<1 The gate falls>", "enter", "W", "<r9 reinforcements>", "enter")
        rows = drawn(pilot).splitlines()
        order = next(n for n, row in enumerate(rows) if "▶" in row and "Ulf" in row and "Round" not in row)
        above = " ".join(rows[:order])
        assert re.search(r"The gate falls +1r", above) and re.search(r"reinforcements +8r", above)
        await press(pilot, "n", "n")
        assert "The gate falls" in screen.table.line.next_turn
        await press(pilot, "n")
        assert "The gate falls" in drawn(pilot) and "The gate falls     1r" not in drawn(pilot)
        await press(pilot, "u")
        assert re.search(r"The gate falls +1r", drawn(pilot))
