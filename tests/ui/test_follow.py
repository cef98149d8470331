"""An encounter that is open for reading shows what the one who plays it does."""

import os
from pathlib import Path

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.rules import registry
from referee.store.saves import Saves
from referee.ui.screens.figure import FigureSheet
from referee.ui.screens.map import MapPage
from tests.ui.table import drawn, page, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)


def do(saves: Saves, *lines: str) -> None:
    """Somebody plays it meanwhile."""
    journal = saves.open("fight")
    session = Session(registry.load("black_keep"), journal)
    for line in lines:
        run_line(session, line)
    journal.close()


async def test_what_is_done_elsewhere_is_shown(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    async with playing(saves, read_only=True) as pilot:
        screen = table(pilot)
        do(saves, "add rat Zoe")
        screen._follow()
        await pilot.pause()
        assert "Zoe" in drawn(pilot)
        do(saves, "undo")
        screen._follow()
        await pilot.pause()
        assert "Zoe" not in drawn(pilot).split(" Log ")[0]


async def test_what_is_asked_is_told_and_takes_no_keys(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    async with playing(saves, read_only=True) as pilot:
        screen = table(pilot)
        do(saves, "attack")
        screen._follow()
        await pilot.pause()
        assert screen.table.session.questions and screen.table.view.questions == ()
        assert "asked: " in drawn(pilot) and screen.table.line.mode == "KEYS"
        position = screen.table.session.step_log.position
        for key in ("4", "space", "f2", "5", "enter", "n", "a", "d", ":", "u"):
            await press(pilot, key)
            assert screen.table.line.mode == "KEYS" and screen.table.session.step_log.position == position
        assert "read-only" in screen.table.line.said


async def test_who_plays_is_told_and_when_they_left(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    async with playing(saves, read_only=True) as pilot:
        screen = table(pilot)
        assert "nobody is" in drawn(pilot)
        journal = saves.open("fight")
        screen._follow()
        await pilot.pause()
        assert f"pid {os.getpid()}" in drawn(pilot) and "now played by" in screen.table.line.said
        journal.close()
        screen._follow()
        await pilot.pause()
        assert "left at" in screen.table.line.said and "nobody has" in drawn(pilot)


async def test_no_key_is_shown_that_changes_anything(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), read_only=True) as pilot:
        screen = table(pilot)
        assert not screen.table.view.hotkeys and not screen.table.view.always
        bottom = drawn(pilot).splitlines()[-1]
        assert "help" in bottom and not any(word in bottom for word in ("undo", "next", "order", "damage"))
        await press(pilot, "m")
        assert isinstance(page(pilot), MapPage) and page(pilot).wanted is None
        await press(pilot, "escape", "1", "e")
        assert isinstance(page(pilot), FigureSheet)
        assert "change" not in drawn(pilot).splitlines()[-1]


async def test_a_page_follows_too(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    async with playing(saves, read_only=True) as pilot:
        screen = table(pilot)
        await press(pilot, "m")
        do(saves, "map 4x4", "place ulf b2")
        screen._follow()
        await pilot.pause()
        assert "4 by 4 spaces" in drawn(pilot)


async def test_a_journal_that_is_replaced_is_opened_anew(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    do(saves, "add rat Zoe")
    async with playing(saves, read_only=True) as pilot:
        screen = table(pilot)
        path = tmp_path / "fight" / "journal.jsonl"
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
        (tmp_path / "fight" / "encounter.json").unlink()
        screen._follow()
        await pilot.pause()
        assert "opened again" in screen.table.line.said and not any(
            f == "zoe" for f in screen.table.session.encounter.figures
        )


async def test_who_is_taken_over_looks_on_at_once(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    async with playing(saves) as pilot:
        screen = table(pilot)
        screen._look_for_others()
        await pilot.pause()
        assert table(pilot) is screen and "saved" in drawn(pilot)
        other = saves.open("fight", take_over=True)
        run_line(Session(registry.load("black_keep"), other), "add rat Zoe")
        await press(pilot, "h")
        screen._look_for_others()
        await pilot.pause()
        assert "The encounter is now being played by another program" in page(pilot).said
        await press(pilot, "escape")
        screen._look_for_others()
        await pilot.pause()
        now = table(pilot)
        assert now is not screen and now.table.view.read_only
        assert "saved" not in drawn(pilot).splitlines()[0] and "Zoe" in drawn(pilot)
        assert f"being played by another program (pid {os.getpid()}" in now.table.line.said
        run_line(Session(registry.load("black_keep"), other), "add rat Yan")
        now._follow()
        await pilot.pause()
        assert "Yan" in drawn(pilot)
        other.close()
        await press(pilot, "T")
        assert not table(pilot).table.view.read_only and "Yan" in drawn(pilot)


async def test_what_was_played_on_between_two_looks_is_seen(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    async with playing(saves) as pilot:
        other = saves.open("fight", take_over=True)
        run_line(Session(registry.load("black_keep"), other), "add rat Zoe")
        other.close()
        table(pilot)._look_for_others()
        await pilot.pause()
        assert table(pilot).table.view.read_only and "Zoe" in drawn(pilot)
        assert "continued this encounter" in table(pilot).table.line.said
