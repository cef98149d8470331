"""The screen has the size of its terminal, whatever the environment says, and keeps it."""

from pathlib import Path

import pyte
import pytest

from tests.ui.table import prepare
from tests.ui.terminal import Terminal

pytestmark = pytest.mark.one_in(10)


def rows_and_columns(raw: bytes) -> tuple[int, int]:
    """How many rows and columns are written of a terminal that is larger than any."""
    screen = pyte.Screen(250, 80)
    pyte.ByteStream(screen).feed(raw.replace(b"\x1b[<u", b"").replace(b"\x1b[>25u", b""))
    rows = [row.rstrip() for row in screen.display]
    return max(n for n, row in enumerate(rows, 1) if row), max(map(len, rows))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", [("60", "20"), ("180", "60"), ("0", "x")])
def test_the_environment_does_not_change_it(tmp_path: Path, size: tuple[str, str]) -> None:
    prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight", COLUMNS=size[0], LINES=size[1])
    try:
        assert terminal.until("saved")
        terminal.press("")
        drawn = rows_and_columns(terminal.raw)
        terminal.raw = b""
        terminal.resize(80, 24)
        terminal.press("")
        assert terminal.until("saved")
        assert (drawn, rows_and_columns(terminal.raw)) == ((30, 100), (24, 80))
    finally:
        terminal.close()
