"""Counts of the work done for one key at the table: `python -m tests.bench.key_cost`."""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

from textual.pilot import Pilot

from referee.engine.apply import apply
from referee.engine.resolve import resolve
from referee.rules import registry
from referee.ui.panes.ask import Ask
from referee.ui.panes.roster import Roster
from referee.ui.question_line import QuestionLine
from referee.ui.screens.encounter import EncounterScreen
from tests.ui.table import playing, prepare, press, table

COUNTED: dict[CodeType, str] = {
    resolve.__code__: "resolve",
    apply.__code__: "apply",
    QuestionLine.asking.__code__: "asking",
    Ask.show.__code__: "ask drawn",
    EncounterScreen.show.__code__: "panes",
    Roster.content.__code__: "roster",
}
"""The functions whose calls are counted."""


class Key(NamedTuple):
    """A key that is measured, after others that are pressed before it."""

    what: str
    key: str
    before: tuple[str, ...] = ()


_PICKS = ("pick mira 15 61", "pick sly 12 86", "pick ilse 40 25", "pick oda 42 30")
ATTACKS: dict[str, tuple[tuple[str, ...], tuple[Key, ...]]] = {
    "black_keep": (
        ("dice table", "next", "attack r1"),
        (Key("fills", "5"), Key("answers", "enter"), Key("settles", "enter", ("2",)), Key("next", "n")),
    ),
    "descent": (
        ("dice table", "next", "< harl", "battle", "attack g1", "< 1"),
        (Key("fills", "1"), Key("answers", "enter", tuple("31 021 + *"))),
    ),
    "gloomhaven": (
        ("dice table", *_PICKS, "next", "< 50", "< 32", "< 45", "play 12 bottom", "play 86 top", "< bg1"),
        (Key("fills", "C"), Key("answers", "enter"), Key("settles", "enter", ("E",)), Key("next", "n")),
    ),
}
"""For each game the lines that lead from its sample to the first die or card of an attack, and the keys from there."""


class Cost(NamedTuple):
    """What one key cost."""

    calls: Counter[str]
    modules: int
    """Modules of the app in which something was called."""


@contextmanager
def counted(found: list[Cost]) -> Iterator[None]:
    """Appends what was called within to `found`."""
    calls: Counter[str] = Counter()
    modules: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_globals.get("__name__", "").startswith("referee"):
            modules.add(frame.f_globals["__name__"])
            if name := COUNTED.get(frame.f_code):
                calls[name] += 1

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
        found.append(Cost(calls, len(modules)))


async def cost_of(pilot: Pilot[None], *keys: str) -> Cost:
    """What these keys cost together."""
    found: list[Cost] = []
    with counted(found):
        await press(pilot, *keys)
    return found[0]


@asynccontextmanager
async def mid_attack(system: str) -> AsyncIterator[Pilot[None]]:
    """The app with the sample of a game, at the first die or card of an attack."""
    lines = [*registry.load(system).sample().splitlines(), *ATTACKS[system][0]]
    with tempfile.TemporaryDirectory() as folder:
        async with playing(prepare(Path(folder), *lines, system=system), size=(120, 40)) as pilot:
            yield pilot


async def _measure(system: str) -> None:
    async with mid_attack(system) as pilot:
        for what, key, before in ATTACKS[system][1]:
            await press(pilot, *("space" if each == " " else each for each in before))
            cost = await cost_of(pilot, key)
            counts = "".join(f"{cost.calls[name]:>10}" for name in COUNTED.values())
            print(f"{system:<12}{what:<10}{counts}{cost.modules:>10}   {len(table(pilot).table.session.questions)}")


if __name__ == "__main__":
    print(f"{'':<22}{''.join(f'{name:>10}' for name in COUNTED.values())}{'modules':>10}")
    for each in ATTACKS:
        asyncio.run(_measure(each))
