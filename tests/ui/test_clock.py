"""The clock in the top line: off until it is wanted, and then a few bytes a second."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.dialogue.run_lines import run_line
from referee.report.fight_clock import LONGEST_TURN, FightClock
from referee.store.settings import CLOCK, CLOCKS, chosen_setting, keep_setting
from referee.ui.screens.encounter import EncounterScreen
from referee.ui.screens.settings import Settings
from tests.bench.slow_line import recorded, taken
from tests.ui.table import drawn, page, playing, prepare, press, table

LINES = ("dice app", "add fighter Ann init=20", "add goblin x2 init=3")


def top(pilot: Pilot[None]) -> str:
    """The status line."""
    return drawn(pilot).splitlines()[0]


def clock_of(screen: EncounterScreen, shown: str) -> FightClock:
    """A clock of that table."""
    return FightClock(screen.table.session, screen.table.journal.when, shown)


async def test_it_is_off_and_then_nothing_ticks(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LINES, "next", system="fifth")) as pilot:
        screen = table(pilot)
        assert chosen_setting(CLOCK, *CLOCKS) == "off" and "turn 0:0" not in top(pilot)
        assert screen._ticking is None and screen._panes.clock is None


async def test_the_settings_turn_it_on_and_off(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LINES, "next", system="fifth")) as pilot:
        await press(pilot, "S", "end", "up")
        assert isinstance(page(pilot), Settings) and "[off]" in drawn(pilot)
        await press(pilot, "space")
        assert chosen_setting(CLOCK, *CLOCKS) == "turn"
        await press(pilot, "space", "space", "escape")
        assert "turn 0:0" in top(pilot) and "fight 0 min" in top(pilot)
        assert table(pilot)._ticking is not None
        await press(pilot, "S", "end", "up", "space", "escape")
        assert "turn 0:0" not in top(pilot) and table(pilot)._ticking is None


async def test_a_tick_sends_a_few_bytes_and_none_under_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_setting(CLOCK, "both")
    times = iter(("turn 0:08, fight 0 min", "turn 0:09, fight 0 min", "turn 0:10, fight 0 min"))
    with recorded() as out:
        async with playing(prepare(tmp_path, *LINES, "next", system="fifth"), size=(120, 40)) as pilot:
            screen = table(pilot)
            assert screen._panes.clock is not None and screen._ticking is not None
            screen._ticking.pause()
            for most in (10_000, 80, 80):
                now = next(times)
                monkeypatch.setattr(screen._panes.clock, "times", lambda now=now: (now, now))
                taken("", out, False)
                screen._panes.tick()
                await pilot.pause()
                assert 0 < taken("", out, False).bytes <= most, now
            await press(pilot, "h")
            taken("", out, False)
            screen._panes.tick()
            await pilot.pause()
            assert not taken("", out, False).sent


async def test_it_counts_without_breaks_and_follows_undo(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LINES, system="fifth")) as pilot:
        screen = table(pilot)
        clock = clock_of(screen, "both")
        assert clock.times() == ("", "")
        await press(pilot, "n", "n")
        last = screen.table.journal.when(screen.table.session.step_log.position - 1)
        assert last is not None
        assert clock.times(last + timedelta(seconds=125)) == ("turn 2:05, fight 2 min", "2:05, 2 min")
        assert clock.times(last + timedelta(seconds=2 * LONGEST_TURN)).full.startswith("turn 0:0")
        assert clock_of(screen, "turn").times(last + timedelta(seconds=7)) == ("turn 0:07", "0:07")
        assert clock_of(screen, "fight").times(last + timedelta(hours=0.4)) == ("fight 24 min", "24 min")
        await press(pilot, "u", "u")
        assert clock.times(datetime.now(UTC)) == ("", "")
        await press(pilot, "U")
        assert clock.times(last + timedelta(seconds=61)).full.startswith("turn 1:0")


async def test_each_fight_at_a_table_has_its_own_time(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *LINES, "next", "next", "next", "over", system="fifth")) as pilot:
        screen = table(pilot)
        clock = clock_of(screen, "fight")
        assert clock.times() == ("", "")
        for line in ("init ann 20", "init g1-2 3", "next"):  # thrown, they might be even, and that would be asked
            run_line(screen.table.session, line)
        start = screen.table.session.step_log.position - 1
        assert clock.times().full == "fight 0 min" and clock._fight() == start


@pytest.mark.parametrize(("cells", "told"), [(200, "turn 0:05, fight 0 min"), (80, "0:05, 0 min")])
async def test_little_room_has_the_short_words(tmp_path: Path, cells: int, told: str) -> None:
    keep_setting(CLOCK, "both")
    lines = ("add fighter Annabella-Rosalinde init=25", *LINES, "next")
    saves = prepare(tmp_path, *lines, name="Bridge over the ford", system="fifth")
    async with playing(saves, "bridge", size=(cells, 24)) as pilot:
        screen = table(pilot)
        assert screen._ticking is not None
        screen._ticking.pause()
        screen._panes._status.times = ("turn 0:05, fight 0 min", "0:05, 0 min")
        screen._panes._status.redraw()
        assert f" {told} " in top(pilot) and "Annabella" in top(pilot)
