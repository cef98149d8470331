"""A Textual whose private parts are unknown costs bytes, and nothing else."""

import re
import time
from importlib import metadata
from pathlib import Path

import pyte
import pytest
from textual.app import App
from textual.screen import Screen

from referee.store.saves import Saves
from referee.ui.terminal import textual_version
from referee.ui.terminal.textual_version import SWITCH, installed_version, is_known, parser_class
from tests.ui.table import DUEL, playing, prepare, press
from tests.ui.terminal import PATIENCE, Terminal

pytestmark = pytest.mark.one_in(10)

NEWER = "import sys; from tests.ui.newer_textual import main; sys.exit(main())"
DOWN = "\x1b[B"
KEYS = ("2", "d1\r", ":", "note a line\x17word\r", DOWN, DOWN, "h", "q", "?", "q", "u")


def test_what_is_missing_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    assert is_known(Screen(), "_compositor") and not is_known(Screen(), "_compositor", "_gone")


def test_the_version_is_the_one_that_is_installed() -> None:
    installed_version.cache_clear()
    assert installed_version() == metadata.version("textual")


@pytest.mark.parametrize("version", ["9.0.0", "7.5.0", "dev"])
def test_the_private_parts_of_another_version_are_let_alone(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    monkeypatch.setattr(textual_version, "installed_version", lambda: version)
    assert not is_known(Screen(), "_compositor") and parser_class() is None


@pytest.mark.parametrize("switched_off", [False, True])
async def test_the_switch_has_all_sent_that_was_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, switched_off: bool
) -> None:
    monkeypatch.setenv(SWITCH, "1" if switched_off else "")
    async with playing(prepare(tmp_path)) as pilot:
        sent: list[type] = []
        monkeypatch.setattr(App, "_display", lambda app, of, update: sent.append(type(update)))
        await press(pilot, "down")
        assert (sent[-1].__name__ == "ChangedLines") is not switched_off


class Watched:
    """The app on a real terminal, and the lines that it shows there."""

    def __init__(self, folder: Path, switch: str) -> None:
        prepare(folder)
        self.terminal = Terminal(str(folder), "fight", **{SWITCH: switch})
        self._screen = pyte.Screen(100, 30)
        self._stream, self._fed = pyte.ByteStream(self._screen), 0

    def lines(self) -> list[str]:
        """The screen after all that was sent until it was quiet, without the minutes at which things were done."""
        self.terminal.press("", 0.03)
        came, self._fed = self.terminal.raw[self._fed :], len(self.terminal.raw)
        self._stream.feed(came.replace(b"\x1b[<u", b"").replace(b"\x1b[>1u", b""))
        return [re.sub(r"\d\d:\d\d", "--:--", row) for row in self._screen.display]


def come_to_agree(one: Watched, other: Watched, seconds: float = PATIENCE) -> bool:
    """Do both show the same in the end? A machine under load draws later than it is quiet."""
    end = time.monotonic() + seconds
    while one.lines() != other.lines():
        if time.monotonic() > end:
            return False
    return True


@pytest.mark.one_in(6)
def test_the_terminal_shows_the_same_without_private_parts(tmp_path: Path) -> None:
    sparing, public = Watched(tmp_path / "sparing", ""), Watched(tmp_path / "public", "1")
    try:
        assert sparing.terminal.until("saved") and public.terminal.until("saved")
        assert come_to_agree(sparing, public), "at first"
        before = len(sparing.terminal.raw), len(public.terminal.raw)
        for keys in KEYS:
            sparing.terminal.press(keys)
            public.terminal.press(keys)
            assert come_to_agree(sparing, public), (keys, sparing.lines(), public.lines())
        fewer, more = (len(app.terminal.raw) - was for app, was in zip((sparing, public), before, strict=True))
        assert fewer < more
    finally:
        sparing.terminal.close()
        public.terminal.close()


@pytest.mark.one_in(6)
def test_it_runs_where_the_private_parts_have_other_names(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight", program=NEWER)
    try:
        assert terminal.until("saved", 40), terminal.raw[-2000:]
        terminal.press("2d1\r")
        terminal.press("\xff")
        terminal.press(":note typed here\r", 0.5)
        assert b"typed here" in terminal.raw
        terminal.press("q", 0.5)
        terminal.press("q")
        assert terminal.ended(PATIENCE) and terminal.status == 0, terminal.raw[-2000:]
        assert terminal.raw.rindex(b"\x1b[?1049l") > terminal.raw.rindex(b"\x1b[?1049h")
        assert b"\x1b[?25h" in terminal.raw
        assert saves.look("fight").actions == len(DUEL) + 2
        assert Saves(tmp_path).check("fight") == []
    finally:
        terminal.close()
