"""`python -m tests.picture`: draws the picture of the README anew, from the app itself."""

import asyncio
import html
import re
import tempfile
from pathlib import Path

from referee.engine.session import Session
from referee.rules import registry
from referee.script.run import run_line
from referee.store.saves import Saves
from tests.ui.table import playing

PICTURE = Path(__file__).parent / "pictures" / "encounter.svg"
CELL = 12.2
"""Units that a character is wide in the picture."""
PLAYED = ("next", "attack r1", "< 4", "< 2", "attack r2", "< 2", "attack", "< 5")
"""Ulf kills a rat, Tia misses the other, and it hits her: her save is asked."""


async def drawn() -> str:
    """The encounter screen in the middle of a fight, as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        saves = Saves(Path(folder))
        journal = saves.create("Hall of the keep", "black_keep")
        session = Session(registry.load("black_keep"), journal)
        run_line(session, "dice table")
        for line in (*session.rules.sample().splitlines(), *PLAYED):
            run_line(session, line)
        journal.close()
        async with playing(saves, "Hall of the keep", (96, 26)) as pilot:
            return pilot.app.export_screenshot(title="referee")


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
    """Writes the picture; fonts are the reader's own."""
    svg = re.sub(r"@font-face \{.*?\}", "", asyncio.run(drawn()), flags=re.S)
    svg = re.sub(r'<text([^>]*?) x="([0-9.]+)"([^>]*?) textLength="[0-9.]+"([^>]*)>([^<]*)</text>', placed, svg)
    PICTURE.write_text(re.sub(r"\n\s*\n+", "\n", svg), encoding="utf-8")


if __name__ == "__main__":
    main()
