"""The initiative pane: what stands in it while there is no order."""

from pathlib import Path

from referee.ui.panes.detail import Detail
from tests.ui.table import drawn, playing, prepare, press
from tests.ui.test_sizes import pane_text

MODELS = ("add guard x2", "add pike", "add breaker x2")
ENGAGED = (*MODELS, "charge b1 g1", "charge b2 g2", "touch p1 g2")


async def test_before_the_combats_are_made_it_tells_who_would_fight_whom(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *ENGAGED, system="scorched"), size=(80, 24)) as pilot:
        text = " ".join(line.partition("│")[0].strip() for line in drawn(pilot).splitlines())
        assert "Guard 1 vs Breaker 1" in text and "Guard 2 + spear Pike 1 vs Breaker 2" in text
        assert "expected" in drawn(pilot) and "no order yet" not in drawn(pilot)
        await press(pilot, "<:part g1 all>", "enter")
        assert "Guard 1 vs" not in drawn(pilot)


async def test_where_nobody_is_engaged_there_is_no_order_yet(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *MODELS, system="scorched"), size=(80, 24)) as pilot:
        assert "no order yet" in drawn(pilot) and "Initiative" not in drawn(pilot)
        await press(pilot, "f5", "e", "space", "down")
        assert "no order yet" in drawn(pilot)


async def test_the_detail_names_whom_a_model_touches(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *ENGAGED, system="scorched"), size=(120, 40)) as pilot:
        await press(pilot, "2")
        assert "touches Breaker 2, Pike 1" in pane_text(pilot, Detail)
