"""The forecast page: it grows while processes of its own play, Esc stops it, and the table stays as it was."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any, NoReturn

import pytest

from referee.forecast import workers
from referee.forecast.tally_lines import Row
from referee.ui.screens.forecast import ForecastPage
from tests.ui.table import drawn, page, playing, prepare, press

pytestmark = pytest.mark.one_in(10)

FIGHT = ("add goblin Ann side=heroes hp=1 init=20", "add goblin Bob hp=1 init=10")
WAIT = 60.0


async def until(pilot: Any, fights: int) -> ForecastPage:
    """The page once so many fights are in."""
    shown = page(pilot)
    assert isinstance(shown, ForecastPage)
    for _ in range(round(WAIT / 0.05)):
        if shown.tally.fights >= fights and (not shown.is_playing or fights < shown.wanted_fights):
            return shown
        await pilot.pause(0.05)
    raise AssertionError(f"{shown.tally.fights} fights after {WAIT} seconds: {shown.note} {shown.said}")


async def test_it_grows_and_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.ui.screens.forecast.FIGHTS", 3_000)
    monkeypatch.setattr("referee.ui.screens.forecast.NICE", 0)
    async with playing(prepare(tmp_path, *FIGHT, system="fifth"), size=(80, 24)) as pilot:
        before = pilot.app.screen.table.session.encounter
        await press(pilot, "&")
        shown = await until(pilot, 1)
        assert "Playing: " in drawn(pilot) and "Esc stop" in drawn(pilot)
        await press(pilot, "escape")
        assert page(pilot) is shown and not shown.is_playing
        counted = shown.tally.fights
        assert f"Stopped after {counted:,} fights." in drawn(pilot)
        for part in ("Wins", "heroes", "Rounds: ", "Ann", "Bob", "dead"):
            assert part in drawn(pilot)
        bars = [shown._figure(Row("Mira", 0, "", health, ""))[2:4] for health in ((17, 32.9, 38), (44, 0.0, 44))]
        assert bars[0][1][0] == " 32.9/38    " and len(bars[0][0][0]) == len(bars[1][0][0])
        await pilot.pause(0.5)
        assert shown.tally.fights == counted
        await press(pilot, "escape")
        assert pilot.app.screen.table.session.encounter is before


async def test_more_fights_and_other_policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.ui.screens.forecast.FIGHTS", 40)
    monkeypatch.setattr("referee.ui.screens.forecast.NICE", 0)
    async with playing(prepare(tmp_path, *FIGHT, system="fifth"), size=(120, 40)) as pilot:
        await press(pilot, "&")
        shown = await until(pilot, 40)
        first = shown.tally.data()
        assert "40 fights (seed 1): heroes aim at the nearest, foes at the nearest" in drawn(pilot)
        await press(pilot, "m")
        shown = await until(pilot, 80)
        assert shown.tally.fights == 80 and shown.tally.wins["heroes"] > first["wins"]["heroes"]
        await press(pilot, "p", *["backspace"] * 60, "<heroes=best>", "enter")
        assert 'There is no policy "best". Policies: nearest, weakest, strongest, random.' in drawn(pilot)
        await press(pilot, "p", *["backspace"] * 60, "<heroes=weakest>", "enter")
        shown = await until(pilot, 80)
        assert "heroes aim at the weakest" in drawn(pilot)


async def test_a_process_that_is_killed_is_told_without_an_option_of_the_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object, **named: object) -> NoReturn:
        raise workers.BrokenProcessPool

    with monkeypatch.context() as patched:
        patched.setattr(workers, "wait", broken)
        async with playing(prepare(tmp_path, *FIGHT, system="fifth"), size=(80, 24)) as pilot:
            await press(pilot, "&")
            for _ in range(round(WAIT / 0.05)):
                if "ended from outside" in drawn(pilot):
                    break
                await pilot.pause(0.05)
            assert "A process of the forecast was ended from outside. Press m to play it again." in drawn(pilot)
            assert "--" not in drawn(pilot).splitlines()[-2]


async def test_where_there_is_no_fight(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, FIGHT[0], system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "&")
        assert "A forecast needs two sides with somebody able to fight." in drawn(pilot)
        await press(pilot, "m", "p", "escape", "escape")
        assert not isinstance(pilot.app.screen, ForecastPage)


async def test_the_difficulty_stands_above_it(tmp_path: Path) -> None:
    fight = ("add fighter3 Ann", "add goblin x2")
    async with playing(prepare(tmp_path, *fight, system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "&")
        for part in ("Difficulty: low. The foes are worth 100 XP", "System Reference Document 5.2", "CC-BY-4.0"):
            assert part in drawn(pilot)
        await press(pilot, "escape", "escape")


async def test_a_page_that_is_left_before_the_first_fight_leaves_a_thread_that_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, ended, failed = Event(), Event(), list[object]()
    monkeypatch.setattr("threading.excepthook", lambda given: failed.append(given.exc_value))

    @contextmanager
    def pool_of_none(nice: int) -> Iterator[None]:
        assert left.wait(WAIT)
        yield
        ended.set()

    monkeypatch.setattr("referee.ui.screens.forecast.local_pool", pool_of_none)
    monkeypatch.setattr("referee.ui.screens.forecast.forecast", lambda *given: ())
    async with playing(prepare(tmp_path, *FIGHT, system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "&")
        thread = next(each for each in threading.enumerate() if each.name == "forecast")
        await press(pilot, "escape", "escape")
        assert not isinstance(pilot.app.screen, ForecastPage)
        await pilot.pause(0.1)
        left.set()
        while thread.is_alive():
            await pilot.pause(0.02)
    assert ended.is_set() and not failed
