"""Odds on the screen: beside the question, and on their page; worked out by a process that is never in the way."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace
from textual.pilot import Pilot

from referee.engine import mistake
from referee.store.saves import Saves
from referee.store.settings import ODDS, keep_setting
from referee.ui.controller import table_odds
from referee.ui.controller.table_odds import OddsWanted, TableOdds
from referee.ui.panes.listing import Listing
from referee.ui.screens.odds import OddsPage
from tests.odds.fights import lines_of
from tests.ui.table import drawn, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

PATIENCE = 60.0
"""Seconds for a process to start and to answer on a machine that is busy."""
LINE = "hit 67 %, 0.3 damage"
SAVED = "parried 50 %; fails 50 %: 1.0 damage"
"""What the boss saves itself from, once it is hit."""


def gone(pid: int) -> bool:
    """Is there no process of that number?"""
    return not Path(f"/proc/{pid}").exists()


async def until(met: Callable[[], bool]) -> None:
    """Waits until it is so."""
    async with asyncio.timeout(PATIENCE):
        while not met():
            await asyncio.sleep(0.02)


def odds(pilot: Pilot[None]) -> TableOdds:
    """The odds of the table."""
    found = table(pilot).table.odds
    assert found is not None
    return found


STARTED = list[int]()
"""The processes that were started in this test."""


def process() -> int:
    """The process that works them out, or the last that did."""
    return STARTED[-1]


@asynccontextmanager
async def telling(saves: Saves, size: tuple[int, int] = (100, 30)) -> AsyncIterator[Pilot[None]]:
    """The app in play with odds, as at a terminal; no process is left when it ends."""
    async with playing(saves, size=size) as pilot:
        odds(pilot).on = True
        yield pilot
        running = odds(pilot)._process if table(pilot).table.odds else None
    assert running is None or gone(running.pid)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are asked for at once, and their process stays unless a test says otherwise."""
    comes_last = table_odds._comes_last

    def started(pid: int) -> None:
        STARTED.append(pid)
        comes_last(pid)

    STARTED.clear()
    monkeypatch.setattr(table_odds, "_comes_last", started)
    monkeypatch.setattr(TableOdds.want, "__defaults__", (0.0,))
    monkeypatch.setattr(table_odds, "LINGER", PATIENCE)


async def test_their_process_comes_last_from_its_start_on(tmp_path: Path) -> None:
    async with telling(prepare(tmp_path)) as pilot:
        await press(pilot, "a")
        await until(lambda: odds(pilot)._process is not None)
        assert os.getpriority(os.PRIO_PROCESS, process()) == 19


async def test_they_stand_beside_the_dice_that_are_asked_for(tmp_path: Path) -> None:
    async with telling(prepare(tmp_path)) as pilot:
        await press(pilot, "a")
        await until(lambda: LINE in drawn(pilot))
        await press(pilot, "4", "enter")  # it hits: what is asked now is the save
        assert LINE not in drawn(pilot)
        await until(lambda: SAVED in drawn(pilot))


async def test_each_target_that_is_offered_has_its_own(tmp_path: Path) -> None:
    saves = prepare(tmp_path, *lines_of("olde_swords"), system="olde_swords")
    async with telling(saves, size=(200, 50)) as pilot:
        await press(pilot, "a")
        await until(lambda: odds(pilot).done and "Odds" in drawn(pilot))  # in the detail
        asked = [row for row in drawn(pilot).splitlines() if "AC 12" in row or "AC 13" in row]
        assert any("Fang" in row and "hit 70 %, dead 29 %, 5.1 damage" in row for row in asked)
        assert any("Gruk" in row and "hit 65 %, dead 3 %, 5.0 damage" in row for row in asked)


async def test_where_offers_have_no_room_the_marked_one_has_its_own(tmp_path: Path) -> None:
    saves = prepare(tmp_path, *lines_of("olde_swords"), system="olde_swords")
    async with telling(saves, size=(80, 24)) as pilot:
        await press(pilot, "a")
        await until(lambda: odds(pilot).done and "Goblin 1: hit 65 %" in drawn(pilot))
        await press(pilot, "up")
        assert "Gruk: hit 65 %, dead 3 %" in drawn(pilot)


async def test_where_a_question_is_long_the_first_of_them_stand_behind_it(tmp_path: Path) -> None:
    saves = prepare(tmp_path, *lines_of("descent"), system="descent")
    async with telling(saves, size=(80, 24)) as pilot:
        await press(pilot, "a")
        await until(lambda: "Ghoul 1: hit 83 %, killed 83 %" in drawn(pilot))


async def test_those_of_all_targets_stand_under_one_another(tmp_path: Path) -> None:
    lines = ("dice table", "add character Ann", "add character Bob", "add monster Ogre 1 hp=8", "pick ann 10 20")
    more = ("pick bob 11 21", "next", "< 5", "condition bob muddle", "act attack 3")
    saves = prepare(tmp_path, *lines, *more, system="gloomhaven")
    async with telling(saves, size=(120, 40)) as pilot:
        table(pilot).table.show()
        await until(lambda: odds(pilot).done and "hit 95 %" in drawn(pilot).splitlines()[-4])
        first, second = (row.index("hit 95 %") for row in drawn(pilot).splitlines()[-6:] if "hit 95 %" in row)
        assert first == second


async def test_in_a_small_window_they_stand_below_the_dice_that_are_asked_for(tmp_path: Path) -> None:
    saves = prepare(tmp_path, *lines_of("fifth"), "attack longsword g1", system="fifth")
    async with telling(saves, size=(80, 24)) as pilot:
        table(pilot).table.show()
        await until(lambda: " hit 60 %, dead 39 %, 3.8 damage" in drawn(pilot).splitlines()[-2])


async def test_a_process_that_dies_stops_nothing(tmp_path: Path) -> None:
    async with telling(prepare(tmp_path)) as pilot:
        await press(pilot, "a")
        await until(lambda: LINE in drawn(pilot))
        first = process()
        os.kill(first, signal.SIGKILL)
        await until(lambda: odds(pilot)._process is None)
        await press(pilot, "4", "enter")
        await until(lambda: SAVED in drawn(pilot))
        assert process() != first and not table(pilot).table.line.is_error


async def test_a_process_that_has_told_all_ends_and_another_begins_when_odds_are_wanted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_odds, "LINGER", 0.0)
    async with telling(prepare(tmp_path)) as pilot:
        for _ in range(table_odds.MOST_DEATHS + 1):  # none of these ends is a death
            await press(pilot, "a")
            await until(lambda: odds(pilot).done and odds(pilot)._process is None)
            assert gone(process()) and LINE in drawn(pilot), "what was told stays"
            await press(pilot, "escape")
        assert len(STARTED) == len({*STARTED}) == table_odds.MOST_DEATHS + 1
        await press(pilot, "a")
        await press(pilot, "4", "enter")
        await until(lambda: SAVED in drawn(pilot))


async def test_odds_that_are_wanted_soon_come_from_the_same_process(tmp_path: Path) -> None:
    async with telling(prepare(tmp_path)) as pilot:
        await press(pilot, "a")
        await until(lambda: odds(pilot).done)
        ends = odds(pilot)._timer
        assert ends is not None
        await press(pilot, "4", "enter")
        assert ends.cancelled()
        await until(lambda: SAVED in drawn(pilot))
        assert len(STARTED) == 1
        await until(lambda: odds(pilot).done)
        ends = odds(pilot)._timer
        assert ends is not None
        odds(pilot).stop()
        assert ends.cancelled() and gone(STARTED[0])


async def test_odds_that_are_wanted_while_the_process_ends_come_from_another(tmp_path: Path) -> None:
    async with telling(prepare(tmp_path)) as pilot:
        await press(pilot, "a")
        await until(lambda: LINE in drawn(pilot))
        first = process()
        os.kill(first, signal.SIGSTOP)  # it does not see yet that its input is over
        odds(pilot)._let_end()
        await press(pilot, "4", "enter")
        await until(lambda: SAVED in drawn(pilot))
        assert gone(first) and process() != first


async def test_a_process_ends_where_nothing_is_wanted_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with telling(prepare(tmp_path)) as pilot:
        await press(pilot, "a")
        await until(lambda: LINE in drawn(pilot))
        monkeypatch.setattr(table_odds, "LINGER", 0.0)
        odds(pilot).want(None)
        await until(lambda: odds(pilot)._process is None)


async def test_what_comes_late_is_dropped(tmp_path: Path) -> None:
    async with telling(prepare(tmp_path)) as pilot:
        await press(pilot, "a")
        await until(lambda: LINE in drawn(pilot))
        late = odds(pilot).wanted
        assert late is not None
        odds(pilot).on = False
        odds(pilot).want(replace(late, position=99))  # the process stands at another place, and tells nothing
        await until(lambda: odds(pilot).done)
        assert not odds(pilot).ways


async def test_what_comes_while_its_page_is_closed_is_dropped(tmp_path: Path) -> None:
    async with telling(prepare(tmp_path)) as pilot:
        page = OddsPage(table(pilot).table)
        await pilot.app.push_screen(page)
        await page.query(Listing).remove()
        page.follow()
        await pilot.app.pop_screen()


async def test_a_rule_that_fails_is_told_and_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reported = list[Exception]()
    monkeypatch.setattr(mistake, "reporters", [reported.append])
    async with telling(prepare(tmp_path)) as pilot:
        await press(pilot, "a")
        await until(lambda: odds(pilot).done)
        reading, writing = os.pipe()
        told = {"id": odds(pilot)._asked, "ways": [], "done": True, "mistake": "KeyError: 'hp'"}
        os.write(writing, f"{json.dumps(told)}\n".encode())
        with monkeypatch.context() as patch, os.fdopen(reading, "rb") as answers:
            patch.setattr(odds(pilot)._process, "stdout", answers)
            odds(pilot)._read()
        os.close(writing)
        assert odds(pilot).mistake.startswith("Some odds cannot be shown: a mistake in Referee")
        assert ["KeyError: 'hp'" in str(error) for error in reported] == [True]


async def test_no_process_before_anything_is_asked_and_none_where_they_are_off(tmp_path: Path) -> None:
    async with telling(prepare(tmp_path)) as pilot:
        await press(pilot, "down", "down")
        await asyncio.sleep(0.1)
        assert odds(pilot)._process is None
        odds(pilot).on = False
        await press(pilot, "a")
        await asyncio.sleep(0.1)
        assert odds(pilot)._process is None
    keep_setting(ODDS, "off")
    assert not TableOdds(tmp_path, lambda: None).on


async def test_they_are_switched_off_on_the_settings_page(tmp_path: Path) -> None:
    async with telling(prepare(tmp_path)) as pilot:
        here = odds(pilot)
        await press(pilot, "S", "end", "up", "up", "space")
        assert not here.on and "[off]" in drawn(pilot)
        await press(pilot, "space")
        assert here.on
        await press(pilot, "escape")


async def test_who_looks_on_sees_none(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), read_only=True) as pilot:
        assert table(pilot).table.odds is None
        await press(pilot, "f10")
        assert table(pilot).table.line.is_error


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_their_page_shows_what_may_be_chosen_side_by_side(size: tuple[int, int], tmp_path: Path) -> None:
    saves = prepare(tmp_path, *lines_of("olde_swords"), system="olde_swords")
    async with playing(saves, size=size) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "f10")
        await until(lambda: "6 choices. ←→ scrolls." in drawn(pilot))
        shown = drawn(pilot)
        assert "Goblin 1" in shown and "Goblin 2" in shown and "60 %" in shown and "Damage" in shown
        assert "Gruk" not in shown
        await press(pilot, *["right"] * 5)
        assert "Gruk" in drawn(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is screen
        pid = process()
    assert gone(pid)


async def test_their_page_names_whose_result_it_is_and_scrolls_only_where_there_is_more(tmp_path: Path) -> None:
    weapons = prepare(tmp_path / "a", *lines_of("olde_swords"), "attack g1", system="olde_swords")
    async with playing(weapons, size=(80, 24)) as pilot:
        await press(pilot, "f10")
        await until(lambda: "2 choices." in drawn(pilot))
        assert "scrolls" not in drawn(pilot) and "Result" in drawn(pilot)
    area = prepare(tmp_path / "b", *lines_of("fifth"), "next", "cast fireball g1,g2,g3,o1", system="fifth")
    async with playing(area, size=(80, 24)) as pilot:
        await press(pilot, "f10")
        await until(lambda: "Goblin 1: result" in drawn(pilot))


async def test_their_page_compares_what_may_be_said_with_an_attack(tmp_path: Path) -> None:
    saves = prepare(tmp_path, *lines_of("fifth"), "attack longsword g1", system="fifth")
    async with playing(saves, size=(120, 40)) as pilot:
        await press(pilot, "f10")
        await until(lambda: "as proposed" in drawn(pilot) and "with advantage" in drawn(pilot))


async def test_a_stuck_process_ends_with_the_app(tmp_path: Path) -> None:
    async with telling(prepare(tmp_path)) as pilot:
        await press(pilot, "a")
        await until(lambda: LINE in drawn(pilot))
        os.kill(process(), signal.SIGSTOP)
        await press(pilot, "4", "enter")
        pid = process()
    assert gone(pid)


def test_what_is_wanted_is_said_in_one_line() -> None:
    assert asdict(OddsWanted(3)) == {"position": 3, "verb": "", "variants": False}


async def test_their_page_says_that_none_come_where_the_process_cannot_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "no python"))
    saves = prepare(tmp_path / "saves", *lines_of("fifth"), "attack longsword g1", system="fifth")
    async with playing(saves, size=(120, 40)) as pilot:
        await press(pilot, "f10")
        await until(lambda: "The odds could not be worked out." in drawn(pilot))


def test_nothing_is_drawn_again_and_again_where_the_process_cannot_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "no python"))
    told = list[bool]()

    async def play() -> None:
        odds = TableOdds(tmp_path / "fight", lambda: None)

        def came() -> None:
            told.append(odds.failed)
            odds.want(odds.wanted, 0.0)  # as the table does with all that it shows

        odds.came = came
        odds.want(OddsWanted(3), 0.0)
        await asyncio.sleep(0.1)
        assert odds.done and odds.failed
        odds.want(OddsWanted(4), 0.0)
        assert not odds.done
        await asyncio.sleep(0.1)

    asyncio.run(play())
    assert told == [True, True]
