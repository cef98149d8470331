"""The initiative pane: what stands in it while there is no order."""

import re
from pathlib import Path

import pytest

from referee.rules import registry
from referee.ui.panes.detail import Detail
from referee.ui.panes.initiative import Initiative
from referee.ui.panes.roster import Roster
from referee.ui.panes.status_line import Status
from referee.ui.panes.turn_ribbon import Piece, _without_acted
from tests.ui.table import drawn, playing, prepare, press, table
from tests.ui.test_sizes import pane_text

pytestmark = pytest.mark.one_in(10)

MODELS = ("add guard x2", "add pike", "add breaker x2")
ENGAGED = (*MODELS, "charge b1 g1", "charge b2 g2", "touch p1 g2")


async def test_before_the_combats_are_made_it_tells_who_would_fight_whom(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *ENGAGED, system="scorched"), size=(80, 24)) as pilot:
        text = " ".join(pane_text(pilot, Initiative).split())
        assert "Guard 1 vs Breaker 1" in text and "Guard 2 + spear Pike 1 vs Breaker 2" in text
        assert "expected" in drawn(pilot) and "no order yet" not in drawn(pilot)
        await press(pilot, "<:part g1 all>", "enter")
        assert "Guard 1 vs" not in drawn(pilot)


async def test_where_nobody_is_engaged_there_is_no_order_yet(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *MODELS, system="scorched"), size=(80, 24)) as pilot:
        assert "no order yet" in pane_text(pilot, Initiative)
        await press(pilot, "f5", "e", "space", "down")
        assert "no order yet" in drawn(pilot)


async def test_all_of_a_combat_whose_turn_it_is_are_marked(tmp_path: Path) -> None:
    lines = ("dice table", *ENGAGED, "next", "<1 4", "< 5", "fight vs1")
    async with playing(prepare(tmp_path, *lines, system="scorched"), size=(120, 40)) as pilot:
        encounter = table(pilot).table.session.encounter
        assert encounter.turn is not None
        members = [encounter.name(tag) for tag in encounter.groups[encounter.turn].members]
        marked = [row for row in pane_text(pilot, Roster).splitlines() if "▶" in row and "Roster" not in row]
        assert len(marked) == len(members) > 1 and all(name in row for name, row in zip(members, marked, strict=True))
        assert members[0] in pane_text(pilot, Detail).splitlines()[0]
        assert f"▶ {encounter.name(encounter.turn)} " in pane_text(pilot, Status)


async def test_the_detail_names_whom_a_model_touches(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *ENGAGED, system="scorched"), size=(120, 40)) as pilot:
        await press(pilot, "2")
        assert "touches Breaker 2, Pike 1" in " ".join(pane_text(pilot, Detail).split())


CROWD = ("add hero Ann, Bob, Cyd init=10 hp=9", "add foe Orc x12 init=16 hp=9", "next")


async def test_where_not_all_have_room_it_says_how_many_lines_are_out_of_view(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *CROWD, system="plain"), size=(113, 24)) as pilot:
        seen = [line for line in pane_text(pilot, Initiative).splitlines()[1:] if line.strip(" │")]
        assert "Orc 1" in seen[0] and re.search(r"… (\d+) more", seen[-1])
        assert int(re.findall(r"… (\d+) more", seen[-1])[0]) == 15 - (len(seen) - 1)
        await press(pilot, *"nnnnnnnnnn")
        seen = [line for line in pane_text(pilot, Initiative).splitlines()[1:] if line.strip(" │")]
        assert re.search(r"… [4-9] above", seen[0]) and "Cyd" in seen[-1]
        assert any("▶ Orc 11" in row for row in seen[1:-1])


async def test_who_is_added_is_in_view_in_the_roster_and_the_order(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *CROWD, system="plain"), size=(113, 24)) as pilot:
        assert "Zed" not in drawn(pilot)
        await press(pilot, "<:add hero Zed hp=7 init=3>", "enter")
        assert "Zed" in pane_text(pilot, Roster) and "Zed" in pane_text(pilot, Initiative)
        assert "Orc 1 " not in pane_text(pilot, Initiative)
        await press(pilot, "n")
        assert "Orc 2 " in pane_text(pilot, Roster) and "▶ Orc 2" in pane_text(pilot, Initiative)


async def test_in_a_small_window_the_order_is_running_text_with_whose_turn_it_is(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *CROWD, system="plain"), size=(80, 24)) as pilot:
        assert pane_text(pilot, Initiative).splitlines()[1].split(" · ")[:2] == ["  ▶ Orc 1 16", "Orc 2-12 16"]
        await press(pilot, *"nn", "<:countdown 2 the gate falls>", "enter")
        text = pane_text(pilot, Initiative)
        assert "✓ Orc 1-2 16  ▶ Orc 3 16 · Orc 4-12 16 · Ann 10 · Bob 10 · Cyd 10" in text
        assert "┆ the gate falls 2r" in text
        await press(pilot, "f5", "down")
        text = pane_text(pilot, Initiative)
        assert "› Orc 4 16 · Orc 5-12 16" in text
        assert await pilot.click("#initiative", offset=(text.splitlines()[1].index("Ann"), 1))
        await pilot.pause()
        assert table(pilot).table.cursor.chosen == "ann"


async def test_of_an_order_that_has_no_room_what_is_left_out_is_counted(tmp_path: Path) -> None:
    many = [f"add hero Hero{n}{'x' * 12} init={n} hp=9" for n in range(10, 30)]
    async with playing(prepare(tmp_path, *many, "next", system="plain"), size=(80, 24)) as pilot:
        first = pane_text(pilot, Initiative).splitlines()
        assert len(first) == 3 and "▶ Hero29" in first[1] and re.search(r"… 1\d more", first[2])
        await press(pilot, *"nnnnnnnnnnnn")
        later = pane_text(pilot, Initiative).splitlines()
        assert "✓ 12 acted" in later[1] and "▶ Hero17" in later[1] and re.search(r"… \d more", later[2])


async def test_once_a_turn_is_over_what_only_that_could_use_is_not_told(tmp_path: Path) -> None:
    lines = ("dice app", "add fighter Ulf init=15", "add goblin x1 init=12", "next", "dodge")
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(80, 24)) as pilot:
        assert "▶ Ulf 15 no action" in pane_text(pilot, Initiative)
        await press(pilot, "n", "<:set ulf reaction 0>", "enter")
        assert "✓ Ulf 15 no reaction" in pane_text(pilot, Initiative)


async def test_in_the_next_round_nobody_lacks_the_action_of_a_turn_that_comes(tmp_path: Path) -> None:
    lines = ("dice app", "add fighter Ulf init=15", "add goblin x1 init=12", "next", "dodge", "next", "dodge", "next")
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(80, 24)) as pilot:
        assert "no action" not in pane_text(pilot, Initiative)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_who_came_too_late_for_a_round_has_not_acted_in_it(tmp_path: Path, size: tuple[int, int]) -> None:
    lines = ("dice table", *registry.load("olde_swords").sample().splitlines())
    dice = ("next", "< 15", "< 9", "< 16", "< 4", "< mira", "next", "< tolin")
    async with playing(prepare(tmp_path, *lines, *dice, system="olde_swords"), size=size) as pilot:
        order = " ".join(pane_text(pilot, Initiative).split())
        assert "✓ Mira" in order and "– Bram from round 2" in order


async def test_a_heading_does_not_stand_alone_at_the_end_of_a_line(tmp_path: Path) -> None:
    lines = ("add hero Ann, Bob, Cyd, Dee, Eve, Fay, Gus", "add goblin x2", "add orc x2")
    async with playing(prepare(tmp_path, *lines, "dice app", "next", system="olde_swords"), size=(80, 24)) as pilot:
        for width in range(78, 100):
            await pilot.resize_terminal(width, 24)
            await pilot.pause()
            rows = pane_text(pilot, Initiative).splitlines()
            assert "enemies:" in " ".join(rows) and not any(row.endswith(":") for row in rows), width


NINE = ("add hero Ann, Bob, Cyd, Dee hp=30 ac=15", "add goblin x4 hp=15", "add ogre Boss hp=59")


def test_a_heading_goes_with_those_who_stand_under_it() -> None:
    heading = Piece(" ", "Bandit Archers:", "clause", 0, begins=True)
    archers = Piece("✓", "Bandit Archer 1-2 16", "dim", 1, acted=True, under=True)
    guard, mira = Piece("·", "Bandit Guard 1", "text", 2, under=True), Piece("▶", "Mira 23", "mine", 3)
    assert [piece.text for piece in _without_acted([heading, archers, mira], None)] == ["1 acted", "Mira 23"]
    told = [piece.text for piece in _without_acted([heading, archers, guard, mira], None)]
    assert told == ["1 acted", "Bandit Archers:", "Bandit Guard 1", "Mira 23"]


async def test_as_many_numbers_as_figures_are_a_number_each(tmp_path: Path) -> None:
    keys = ("n", *"19 18 17 16 15 3 2 1 9", "enter")
    assert len(keys) <= 25
    async with playing(prepare(tmp_path, *NINE, system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, *keys)
        encounter = table(pilot).table.session.encounter
        assert encounter.round == 1 and encounter.turn == "ann"
        order = [slot.who for slot in encounter.order]
        assert order == ["ann", "bob", "cyd", "dee", "g1", "boss", "g2", "g3", "g4"]
        await press(pilot, "u", "n", *"19 18 17 16 15 9 7", "enter")
        assert "or 9, one for each figure" in " ".join(drawn(pilot).split())
        await press(pilot, "escape", "n", *"19 18 17 16 15 9", "enter")
        encounter = table(pilot).table.session.encounter
        assert [slot.who for slot in encounter.order] == ["ann", "bob", "cyd", "dee", "g1", "g2", "g3", "g4", "boss"]
