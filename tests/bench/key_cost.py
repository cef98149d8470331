"""Counts of the work done for one key at the table: `python -m tests.bench.key_cost`."""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple
from unittest.mock import patch

from textual.pilot import Pilot

from referee.engine.events.apply import apply
from referee.engine.record.resolve import Resolver, resolve
from referee.rules import registry
from referee.ui.controller.footer_content import footer_view
from referee.ui.panes.footer import Footer
from referee.ui.panes.roster import Roster
from referee.ui.screens import encounter, save_timers
from referee.ui.screens.encounter import EncounterScreen
from tests.ui.table import playing, prepare, press

COUNTED: dict[CodeType, str] = {
    resolve.__code__: "resolve",
    Resolver.resolve.__code__: "resolve",
    apply.__code__: "apply",
    footer_view.__code__: "line made",
    Footer.show.__code__: "line drawn",
    Roster.show.__code__: "roster",
    EncounterScreen.show.__code__: "table",
}
"""The functions whose calls are counted."""


class Key(NamedTuple):
    """A key that is measured, after others that are pressed before it."""

    does: str
    key: str
    before: str = ""
    """A letter each."""


_PICKS = ("pick mira 15 61", "pick sly 12 86", "pick ilse 40 25", "pick oda 42 30")
_BETWEEN = (Key("interrupts", "enter", ":roll d6"), Key("settles it", "enter", "4"))
_AFTER = (Key("next", "n"), Key("undo", "ctrl+z"), Key("undo", "ctrl+z"), Key("redo", "ctrl+y"), Key("down", "down"))
ATTACKS: dict[str, tuple[tuple[str, ...], tuple[Key, ...]]] = {
    "black_keep": (
        ("dice table", "next", "attack r1"),
        (*_BETWEEN, Key("fills", "5"), Key("answers", "enter"), Key("settles", "enter", "2"), *_AFTER),
    ),
    "descent": (
        ("dice table", "next", "< harl", "battle", "attack g1", "< 1"),
        (*_BETWEEN, Key("fills", "1"), Key("answers", "enter", "31 021 ++*"), Key("settles", "g"), *_AFTER),
    ),
    "gloomhaven": (
        ("dice table", *_PICKS, "next", "< 50", "< 32", "< 45", "play 12 bottom", "play 86 top", "< bg1"),
        (*_BETWEEN, Key("fills", "C"), Key("answers", "enter"), Key("settles", "enter", "E"), *_AFTER),
    ),
}
"""For each game the lines that lead from its sample to the first die or card of an attack, and the keys from there."""

TIMERS = ((encounter, "LOCK_EVERY"), (encounter, "AHEAD_AFTER"), (save_timers, "SETTLE_AFTER"))
"""What the screen does by itself: on a slow machine it would fall into a key."""


@dataclass
class Cost:
    """What one key cost."""

    calls: Counter[str] = field(default_factory=Counter)
    all_calls: int = 0
    """Python calls in modules of the app."""
    resolved: list[str] = field(default_factory=list)
    """The commands that were resolved, each with its place on the record and the answers it was given."""

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Counts a call; for `sys.setprofile`."""
        module = frame.f_globals.get("__name__", "")
        if event != "call" or not module.startswith("referee."):
            return
        self.all_calls += 1
        given = frame.f_locals
        if frame.f_code is resolve.__code__:
            self.resolved.append(f"{given['seat']} {given['command']!r} {given['items']!r}")
        elif frame.f_code is Resolver.resolve.__code__:
            entry = given["entry"]
            self.resolved.append(f"{entry.seat} {entry.command!r} {entry.items!r}")
        if name := COUNTED.get(frame.f_code):
            self.calls[name] += 1


@contextmanager
def counted() -> Iterator[Cost]:
    """Counts what is called within."""
    cost = Cost()
    sys.setprofile(cost.note)
    try:
        yield cost
    finally:
        sys.setprofile(None)


@asynccontextmanager
async def mid_attack(system: str) -> AsyncIterator[Pilot[None]]:
    """The app with the sample of a game, at the first die or card of an attack."""
    lines = [*registry.load(system).sample().splitlines(), *ATTACKS[system][0]]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as patches:
        for module, name in TIMERS:
            patches.enter_context(patch.object(module, name, 3600.0))
        async with playing(prepare(Path(folder), *lines, system=system), size=(120, 40)) as pilot:
            yield pilot


async def costs(pilot: Pilot[None], system: str) -> AsyncIterator[tuple[str, Cost]]:
    """What each key of an attack does, and what it cost."""
    for does, key, before in ATTACKS[system][1]:
        await press(pilot, *("space" if letter == " " else letter for letter in before))
        with counted() as cost:
            await press(pilot, key)
        yield does, cost


async def costs_of(system: str) -> dict[str, Cost]:
    """What each key of an attack cost, by what it does; the first, of several that do the same."""
    found: dict[str, Cost] = {}
    async with mid_attack(system) as pilot:
        async for does, cost in costs(pilot, system):
            found.setdefault(does, cost)
    return found


async def _print(system: str) -> None:
    async with mid_attack(system) as pilot:
        async for does, cost in costs(pilot, system):
            counts = "".join(f"{cost.calls[name]:>11}" for name in COUNTED.values())
            print(f"{system:<12}{does:<12}{counts}{cost.all_calls:>11}")


if __name__ == "__main__":
    print(f"{'':<24}{''.join(f'{name:>11}' for name in COUNTED.values())}{'calls':>11}")
    for each in ATTACKS:
        asyncio.run(_print(each))
