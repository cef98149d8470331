"""Bytes that a page sends to a terminal: `python -m tests.bench.page_bytes [COLUMNSxLINES]`.

The pages are those of the pictures, each opened, moved in and closed.
"""

import asyncio
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import NamedTuple

from tests.bench.slow_line import recorded, taken
from tests.picture import ELSEWHERE, EMPTY_PAGES, PAGES, SHELF_PAGES, Scene, choose, fixed, on_screen
from tests.ui.table import press

GROUPS = {
    "table": (Scene("olde_swords"), PAGES),
    "shelf": (Scene("shelf"), SHELF_PAGES),
    "empty": (Scene("empty-shelf"), EMPTY_PAGES),
    **{name: (Scene(system, system), {name: keys}) for name, (system, keys) in ELSEWHERE.items()},
}
"""By name: a screen, and the pages that are opened from it, each with its keys."""
_MOVES = ("down", "up", "pagedown", "end", "home")


class PageSent(NamedTuple):
    """The bytes that a page sent, at most with one key each."""

    page: str
    opening: int
    moving: int
    closing: int


async def pages(group: str, size: tuple[int, int]) -> AsyncGenerator[PageSent, None]:
    """What each page of a group sends."""
    scene, keys_of = GROUPS[group]
    for page, keys in keys_of.items():
        if not keys:
            continue
        with fixed(), tempfile.TemporaryDirectory() as folder, recorded() as out:
            async with on_screen(scene, size, Path(folder)) as pilot:
                choose(pilot.app, "dark")
                await pilot.pause()
                sent = list[int]()
                start = len(pilot.app.screen_stack)
                taken("", out, False)
                for step in (keys, _MOVES):
                    most = 0
                    for key in step:
                        await press(pilot, key)
                        await pilot.pause()
                        most = max(most, taken(key, out, False).bytes)
                    sent.append(most)
                most = 0
                for _ in range(4):
                    if len(pilot.app.screen_stack) > start:
                        await press(pilot, "escape")
                        await pilot.pause()
                        most = max(most, taken("escape", out, False).bytes)
                yield PageSent(page, *sent, most)


async def _table(size: tuple[int, int]) -> None:
    print(f"{'page':<20}{'open':>8}{'move':>8}{'close':>8}")
    for group in GROUPS:
        async with aclosing(pages(group, size)) as all_of_it:
            async for page, *sent in all_of_it:
                print(f"{page:<20}" + "".join(f"{count:>8}" for count in sent))


if __name__ == "__main__":
    columns, rows = (sys.argv[1] if len(sys.argv) > 1 else "80x24").split("x")
    asyncio.run(_table((int(columns), int(rows))))
