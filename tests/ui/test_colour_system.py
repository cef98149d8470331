"""A terminal gets the colours that it has, by its name, and none if NO_COLOR says so."""

import re
from pathlib import Path

import pytest

from referee.ui.terminal.colour_system import colour_system
from tests.ui.table import prepare
from tests.ui.terminal import Terminal

pytestmark = pytest.mark.one_in(10)

NAMES = {
    "truecolor": (
        *("alacritty", "alacritty-direct", "foot", "foot-extra", "wezterm", "xterm-ghostty", "ghostty", "xterm-kitty"),
        *("konsole", "konsole-256color", "st", "st-256color", "contour", "contour-latest", "xterm-direct"),
        *("tmux-direct", "rio", "mintty"),
    ),
    "256": (
        *("rxvt-unicode", "rxvt-unicode-256color", "rxvt", "tmux", "tmux-256color", "screen", "screen-256color"),
        *("screen.xterm-256color", "screen.alacritty", "screen.xterm-kitty", "vte", "gnome", "mlterm"),
    ),
    "auto": ("xterm", "xterm-256color", "linux", "vt100", "ansi", "", "vt220", "first", "kittyhawk"),
}


@pytest.mark.parametrize(("name", "colours"), [(name, colours) for colours in NAMES for name in NAMES[colours]])
def test_a_terminal_is_known_by_its_name(name: str, colours: str) -> None:
    assert colour_system({"TERM": name}) == colour_system({"TERM": name.upper(), "COLORTERM": "yes"}) == colours
    assert colour_system({"TERM": name, "COLORTERM": "truecolor"}) == "auto", "Rich knows that"


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({"TERM": "alacritty"}, rb"48;2;"),
        ({"TERM": "rxvt-unicode", "NO_COLOR": ""}, rb"38;5;"),
        ({"TERM": "alacritty", "TEXTUAL_COLOR_SYSTEM": "standard"}, rb"(?<!5;)3[0-7]m"),
        ({"TERM": "alacritty", "NO_COLOR": "1"}, None),
    ],
)
def test_the_colours_are_sent(tmp_path: Path, environment: dict[str, str], colours: bytes | None) -> None:
    prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight", **{"COLORTERM": "", **environment})
    try:
        assert terminal.until("saved")
        terminal.press("")
        styles = b" ".join(re.findall(rb"\x1b\[([\d;]*m)", terminal.raw))
        assert re.search(colours, styles) if colours else not re.search(rb"[349][0-8][;m]", styles)
    finally:
        terminal.close()
