"""Pages of the app that read a received folder, each visited by key."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from textual.pilot import Pilot

from referee.engine.problem import Problem
from referee.store.saves import Saves
from referee.ui.players.app import PlayersApp
from tests.faults.received import BAD
from tests.ui.table import drawn, playing, press, table

Visit = Callable[[Saves], Awaitable[None]]


class Page(NamedTuple):
    """A page, or several on one way through the app."""

    name: str
    visit: Visit
    needs: frozenset[str] = frozenset()
    """Spoiled parts of the folder that are a reason to refuse it."""


def go(name: str) -> int:
    """Visits that page in the folder of saves that this program was started in; the exit code."""
    page = next(each for each in (*PAGES, ODDS) if each.name == name)
    try:
        asyncio.run(_awaited(page.visit(Saves(Path.cwd()))))
    except Problem as problem:
        print(f"referee: {problem}", file=sys.stderr)
        return 1
    return 0


async def _awaited(visit: Awaitable[None]) -> None:
    await visit


async def _go(pilot: Pilot[None], *ways: str) -> None:
    """Presses keys, words of them by turns, and says what is drawn after each word."""
    for keys in ways:
        await press(pilot, *keys.split())
        print(drawn(pilot))


async def shelf(saves: Saves) -> None:
    """The shelf, the pages that it leads to, and what is on its first line."""
    async with playing(saves, None) as pilot:
        await _go(pilot, "", "end", "home", "down down", "C", "escape", "n", "down", "escape", "home space space")
        await _go(pilot, "enter", "end", "home d", "escape", "escape q")


async def library(saves: Saves) -> None:
    """The library page, each of its lists."""
    async with playing(saves, None) as pilot:
        await _go(pilot, "L", "down d", "tab", "d", "tab", "d", "tab", "d", "<i>", "escape", "escape")


async def spoiled(saves: Saves) -> None:
    """The spoiled encounter, opened by its name, or the shelf that says why not."""
    async with playing(saves, BAD) as pilot:
        await _go(pilot, "", "l", "escape", "h", "escape", "q", "enter", "q")


async def sound(saves: Saves) -> None:
    """A sound encounter: its turn passes."""
    async with playing(saves, "mill") as pilot:
        await _go(pilot, "", "n", "l", "escape", "q")


async def odds(saves: Saves) -> None:
    """A sound encounter, with the odds of an attack, which a process of their own works out."""
    async with playing(saves, "bridge") as pilot:
        told = table(pilot).table.odds
        assert told is not None
        told.on = True  # as at a terminal
        await _go(pilot, "n", ": <attack> space <r1> enter")
        while not told.done and "hit 67 %" not in drawn(pilot):  # a page that hangs is ended
            await pilot.pause(0.1)
        print(drawn(pilot))


def players(name: str) -> Visit:
    """The players' screen of an encounter."""

    async def look(saves: Saves) -> None:
        app = PlayersApp(saves, name, False)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.look()
            print(drawn(pilot))

    return look


ODDS = Page("the odds of an attack", odds)
PAGES = (
    Page("the shelf and its pages", shelf),
    Page("the library page", library),
    Page("the spoiled encounter", spoiled),
    Page("a sound encounter", sound),
    Page("the players' screen of the spoiled one", players(BAD), frozenset({"bad"})),
    Page("the players' screen of a sound one", players("mill")),
)
