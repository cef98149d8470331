"""How long each key of a whole fight takes, for crowds of several sizes."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from referee.dialogue.transcript import bare
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules.registry import load
from referee.store.saves import Saves
from referee.store.settings import ODDS, keep_setting
from tests.bench.crowd import gather
from tests.bench.fight_keys import DICE_AT_THE_TABLE, fight_keys
from tests.bench.programs import EMPTY, TOP, Spent, in_ms, median_of, opened, within
from tests.bench.row import Budget, Measure, Unit
from tests.bench.terminal import Terminal


class Crowd(NamedTuple):
    """An encounter that is made for measuring."""

    figures: int
    system: str = "black_keep"

    @property
    def name(self) -> str:
        """How it is called."""
        return f"{'crowd' if self.system == 'black_keep' else self.system} {self.figures}"


CROWDS = (Crowd(20), Crowd(200), Crowd(500), Crowd(20, "fifth"), Crowd(200, "fifth"))
KEYS = 500
"""Keys of a fight, at least."""
FIGHTS = 3
"""Fights of which each key's median is taken: what else the machine does, or what comes by the time, falls on other
keys each time, and on a busy machine it alone would be the dearest hundredth.
"""
BETWEEN = 0.02
"""Seconds without output from one key to the next: a key draws again within less, if it does."""


def keys(folder: Path) -> Iterator[Measure]:
    """All keys of a fight; the time of an empty app is the median of its keys."""
    terminal = Terminal(EMPTY, cwd=str(TOP))
    terminal.until("nothing here")
    terminal.settle()
    empty = within(pressed_in(terminal, "ab" * 50).times, 50)
    terminal.close()
    yield Measure("an empty Textual app, a key: p50", Unit.MS, empty.clock * 1000, empty.cpu * 1000)
    for crowd in CROWDS:
        yield from _keys_among(folder, crowd, empty.clock * 1000)


def without_odds(folder: Path) -> Iterator[Measure]:
    """The same where the odds beside the questions are turned off."""
    with patch.dict(os.environ, {"XDG_CONFIG_HOME": str(folder / "settings")}):
        keep_setting(ODDS, "off")
        yield from _keys_among(folder, CROWDS[0], None, ", without odds")


class Pressed(NamedTuple):
    """What keys took and sent, one by one."""

    times: list[Spent]
    sent: list[int]


def pressed_in(terminal: Terminal, keys: Iterable[str], quiet: float = BETWEEN) -> Pressed:
    pressed = Pressed([], [])
    for key in keys:
        before = terminal.cpu()
        clock, sent = terminal.press(key, quiet)
        pressed.times.append(Spent(clock, terminal.cpu() - before))
        pressed.sent.append(sent)
    return pressed


def _keys_among(folder: Path, crowd: Crowd, empty: float | None, how: str = "") -> Iterator[Measure]:
    """With odds beside the questions, as they are usually."""
    rules = load(crowd.system)
    planned = Session(rules, MemoryStepLog(bare(rules)))
    gather(planned, crowd.figures)
    to_press = fight_keys(planned, KEYS)
    fights = [_played(folder, crowd.name, to_press, planned) for _ in range(FIGHTS)]
    typical = [median_of(each) for each in zip(*(fight.times for fight in fights), strict=True)]
    what = f"{crowd.figures} figures{' of fifth' * (crowd.system == 'fifth')}{how}"
    for percent, budget in ((50, None), (95, Budget(10 if crowd.system == "fifth" else 8)), (99, Budget(16))):
        yield in_ms(f"key to painted result, {what}: p{percent}", within(typical, percent), budget, empty)
    most = max(max(fight.sent) for fight in fights)
    yield Measure(f"most bytes of a key, {what}", Unit.BYTES, most, budget=Budget(11_000))


def _played(folder: Path, name: str, to_press: Sequence[str], planned: Session) -> Pressed:
    """What the keys took in a new copy of an encounter, in which they play what was planned."""
    place, slug = Path(tempfile.mkdtemp(dir=folder)), name.replace(" ", "-")
    shutil.copytree(folder / slug, place / slug)
    terminal = opened(place, name)
    terminal.press(DICE_AT_THE_TABLE)
    terminal.settle()
    taken = pressed_in(terminal, to_press)
    terminal.close()
    journal = Saves(place).open(name, read_only=True)
    figures = Session(planned.rules, journal).encounter.figures
    assert figures == planned.encounter.figures, "the keys played another fight"
    journal.close()
    return taken
