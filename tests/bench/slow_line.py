"""Bytes that the keys of whole fights send to a terminal: `python -m tests.bench.slow_line [COLUMNSxLINES]`.

Nothing is timed: what is drawn is rendered as for an xterm of 256 colours, and counted.
"""

import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from referee.dialogue.transcript import bare
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry
from referee.store.saves import Saves
from tests.rules.shelf import HERE
from tests.ui.keystrokes import keystrokes
from tests.ui.table import playing, press

BYTES_A_SECOND = 960
"""What a line of 9,600 baud takes."""
FIGHTS = (
    "black_keep/whole_fight",
    "olde_swords/whole_fight",
    "descent/whole_round",
    "scorched/phase_of_twelve",
    "gloomhaven/whole_round",
    "plain/whole_fight",
    "fifth/whole_fight",
)
"""The transcripts that are played, one of each game."""
_UPDATE = len("\x1b[?2026h\x1b[?2026l\x1b[24;80H")
"""Bytes that the toolkit sends with each update: its bounds, and the cursor put back."""
_NAMED = {"\r": "enter", "\t": "tab", " ": "space", "\x1b": "escape"}


class KeySent(NamedTuple):
    """A key, and what it sent."""

    key: str
    sent: str
    bytes: int
    is_word: bool
    """It is the words of a command, which come at once: typed, each letter draws itself and no more."""


@contextmanager
def recorded() -> Iterator[list[str]]:
    """What is drawn within, update by update, as a terminal is sent it."""
    out: list[str] = []
    console = Console(color_system="truecolor", force_terminal=True, file=StringIO(), width=200)
    plain = App._display

    def display(app: App[Any], screen: Screen[Any], update: Any) -> None:
        if hasattr(update, "render_segments") and not app._batch_count:
            out.append(update.render_segments(console))

    App._display = display  # type: ignore[method-assign]
    try:
        yield out
    finally:
        App._display = plain  # type: ignore[method-assign]


async def keys_of(fight: str, size: tuple[int, int]) -> AsyncGenerator[tuple[Pilot[None], KeySent], None]:
    """The keys of a fight at the screen, each with what it sent; the first, without a key, is the first screen."""
    rules = registry.load(fight.partition("/")[0])
    text = (HERE / f"{fight}.txt").read_text(encoding="utf-8")
    lines = keystrokes(Session(rules, MemoryStepLog(bare(rules))), text)
    os.environ["COLORTERM"] = "truecolor"  # the theme is the one of most terminals, with colours of their own
    with tempfile.TemporaryDirectory() as folder, recorded() as out:
        saves = Saves(Path(folder))
        saves.create("fight", rules.name).close()
        async with playing(saves, "fight", size) as pilot:
            await press(pilot)
            yield pilot, taken("", out, False)
            for line in lines:
                words = "".join(line.keys[1:-1]) if line.keys[0] == ":" else ""
                for key in (":", words, line.keys[-1]) if words else line.keys:
                    if key == words:
                        pilot.app.post_message(events.Paste(words))
                    await press(pilot, *([] if key == words else [_NAMED.get(key, key)]))
                    yield pilot, taken(key, out, key == words)


def taken(key: str, out: list[str], is_word: bool) -> KeySent:
    """What that key sent, which is taken out of what was recorded."""
    sent = "".join(out)
    count = sum(len(each.encode()) + _UPDATE for each in out if each)
    out.clear()
    return KeySent(key, sent, count, is_word)


async def counted(fight: str, size: tuple[int, int]) -> list[int]:
    """The bytes of each key of a fight, but for the words of commands."""
    async with aclosing(keys_of(fight, size)) as keys:
        return [key.bytes async for _, key in keys if key.key and not key.is_word]


def of_all(size: tuple[int, int]) -> dict[str, list[int]]:
    """The bytes of the keys of all fights, by fight."""
    return {fight: asyncio.run(counted(fight, size)) for fight in FIGHTS}


def _row(name: str, counts: Sequence[int]) -> str:
    median = statistics.median(counts)
    return f"{name:<28}{len(counts):>6}{median:>8.0f}{statistics.mean(counts):>8.0f}{max(counts):>8}"


if __name__ == "__main__":
    columns, rows = (sys.argv[1] if len(sys.argv) > 1 else "80x24").split("x")
    every = of_all((int(columns), int(rows)))
    print(f"{'fight':<28}{'keys':>6}{'median':>8}{'mean':>8}{'most':>8}")
    for name, counts in every.items():
        print(_row(name, counts))
    print(_row("all", [count for counts in every.values() for count in counts]))
