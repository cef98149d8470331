"""The screen has the size of its terminal, whatever the environment says, and keeps it."""

import re
from pathlib import Path

import pytest

from tests.ui.table import prepare
from tests.ui.terminal import Terminal

pytestmark = pytest.mark.one_in(10)


def rows_and_columns(raw: bytes) -> tuple[int, int]:
    """The last row and column to which the cursor was sent."""
    places = [(int(row or 1), int(column or 1)) for row, column in re.findall(rb"\x1b\[(\d*);?(\d*)H", raw)]
    across = [int(column) for column in re.findall(rb"\x1b\[(\d+)G", raw)]
    return max(row for row, _ in places), max([column for _, column in places] + across)


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
