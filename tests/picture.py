"""`python -m tests.picture`: draws the pictures of the README anew, from the app itself."""

import asyncio
import html
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from textual.app import App

from referee.engine.record.session import Session
from referee.rules import registry
from referee.script.run import run_line
from referee.store.saves import Saves
from referee.ui.drawing.theme import theme
from tests.ui.table import playing, press

FOLDER = Path(__file__).parent / "pictures"
CELL = 12.2
"""Units that a character is wide in the picture."""


@dataclass(frozen=True)
class Picture:
    """The encounter screen in the middle of a fight."""

    name: str
    system: str
    lines: tuple[str, ...]
    """What is done after the sample of the game was set up."""
    size: tuple[int, int]
    theme: str = "dark"
    keys: tuple[str, ...] = ()


FOREST = (
    *("next", "< 15", "< 9", "< 16", "< 4", "< mira"),
    *("condition mira frightened 2r", "condition g1 prone", "condition g1 stunned 2", "condition gruk poisoned 3"),
    *("condition tolin stunned 1", "condition tolin poisoned 2", "condition bram prone"),
    *("damage g2-4 20", "damage mira 7", "damage tolin 10", "damage fang 20"),
)
"""The heroes' first turn, after a bad beginning: ten figures, four of them dead."""
BOARD = (
    "map 12x8",
    "place mira c3",
    "place tolin c5",
    "place g1 d3",
    "place gruk g4",
    "wall e2-f2",
    "wall e3-f3",
    "wall e4-f4",
    "wall e5-f5 door",
)
PICTURES = (
    # Ulf kills a rat, Tia misses the other, and it hits her: her save is asked.
    Picture(
        "encounter",
        "black_keep",
        ("next", "attack r1", "< 4", "< 2", "attack r2", "< 2", "attack", "< 5"),
        (96, 26),
    ),
    Picture("wide", "olde_swords", FOREST, (120, 40), "parchment", ("a",)),
    Picture("widest", "olde_swords", (*BOARD, *FOREST), (200, 50), "dark", ("a",)),
)


async def drawn(picture: Picture) -> str:
    """The picture as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        saves = Saves(Path(folder))
        journal = saves.create("Hall of the keep", picture.system)
        session = Session(registry.load(picture.system), journal)
        run_line(session, "dice table")
        for line in (*session.rules.sample().splitlines(), *picture.lines):
            run_line(session, line)
        journal.close()
        async with playing(saves, "Hall of the keep", picture.size) as pilot:
            choose(pilot.app, picture.theme)
            await press(pilot, *picture.keys)
            await pilot.pause()
            return pilot.app.export_screenshot(title="referee")


def choose(app: App[None], name: str) -> None:
    """The app takes that theme."""
    app.register_theme(theme(name).for_textual)
    app.theme = name


def placed(found: re.Match[str]) -> str:
    """One text in as many as it has words far apart, each in its own place: not all viewers keep wide spaces."""
    start, before, after, text = float(found[2]), found[1], found[3] + found[4], found[5]
    out, column = "", 0
    for part in re.split("(^&#160;|(?:&#160;){2,})", text):
        wide = len(html.unescape(part))
        if html.unescape(part).strip():
            out += f'<text{before} x="{start + CELL * column:.1f}" textLength="{CELL * wide:.1f}"{after}>{part}</text>'
        column += wide
    return out


def main() -> None:
    """Writes the pictures; fonts are the reader's own."""
    for picture in PICTURES:
        svg = re.sub(r"@font-face \{.*?\}", "", asyncio.run(drawn(picture)), flags=re.S)
        svg = re.sub(r'<text([^>]*?) x="([0-9.]+)"([^>]*?) textLength="[0-9.]+"([^>]*)>([^<]*)</text>', placed, svg)
        (FOLDER / f"{picture.name}.svg").write_text(re.sub(r"\n\s*\n+", "\n", svg), encoding="utf-8")


if __name__ == "__main__":
    main()
