"""A screen to try: the app over a folder of its own, and hands to press its keys."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual import events
from textual.pilot import Pilot

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.rules import registry
from referee.store.saves import Saves
from referee.ui.app import RefereeApp
from referee.ui.panes.pane import Pane
from referee.ui.screens.encounter import EncounterScreen
from referee.ui.screens.page import Page

DUEL = ("add knight Ulf attack=1", "add boss Grave", "add rat x2", "dice table", "engage ulf grave", "next")


def prepare(folder: Path, *lines: str, name: str = "fight", system: str = "black_keep") -> Saves:
    """A folder with one encounter, of The Black Keep if no other is said, set up by these lines."""
    saves = Saves(folder)
    journal = saves.create(name, system)
    session = Session(registry.load(system), journal)
    for line in lines or DUEL:
        run_line(session, line)
    journal.close()
    return saves


@asynccontextmanager
async def playing(
    saves: Saves, name: str | None = "fight", size: tuple[int, int] = (100, 30), read_only: bool = False
) -> AsyncIterator[Pilot[None]]:
    """The app in play, with nothing on the terminal. Keys come as fast as they can."""
    app = RefereeApp(saves, name, read_only)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


def table(pilot: Pilot[None]) -> EncounterScreen:
    """The encounter screen, which is on top."""
    screen = pilot.app.screen
    assert isinstance(screen, EncounterScreen)
    return screen


def page(pilot: Pilot[None]) -> Page:
    """The page that is on top."""
    screen = pilot.app.screen
    assert isinstance(screen, Page)
    return screen


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Presses these keys; a word in angles is typed letter by letter.

    Each is done when all that it set going is: the pilot's own way waits some forty milliseconds a key besides.
    """
    for key in keys:
        for stroke in key[1:-1] if key.startswith("<") else [key]:
            letter = " " if stroke == "space" else stroke if len(stroke) == 1 else None
            pilot.app.post_message(events.Key(stroke, letter))
            await pilot.pause(0)
    await pilot.pause(0)


def within(pane: Pane) -> list[str]:
    """The lines of a pane as they are drawn, without its frame and margin."""
    left, right = bool(pane.frame.left) + pane.indent, bool(pane.frame.right)
    lines = (pane.render_line(y).text for y in range(pane.size.height))
    return [text[left : len(text) - right].rstrip() for text in lines]


def drawn(pilot: Pilot[None]) -> str:
    """All that is drawn now, line by line."""
    panes = [pane for pane in pilot.app.screen.query(Pane) if pane.display and pane.size]
    return "\n".join(pane.render_line(y).text for pane in panes for y in range(pane.size.height))
