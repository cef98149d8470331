"""The report on the screen: in parts, for the referee or the players, and written into a file."""

from pathlib import Path

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.rules import registry
from referee.ui.drawing import bars, glyphs
from referee.ui.drawing.bars import share_bar, sparkline
from referee.ui.drawing.glyphs import ASCII
from referee.ui.screens.report import ReportPage
from tests.ui.table import drawn, page, playing, prepare, press, table

FIGHT = (
    *("dice app", "add fighter Ann init=20", "add goblin Shade init=10 hidden=yes", "add goblin x2 init=3", "next"),
    *("attack longsword g1", "damage g1 20 by ann", "damage ann 6 by shade", "next", "next", "next", "damage g2 3"),
)


async def test_it_shows_tables_bars_and_the_rounds(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *FIGHT, system="fifth"), size=(120, 60)) as pilot:
        await press(pilot, "#")
        report = page(pilot)
        assert isinstance(report, ReportPage) and report.evening is not None
        text = drawn(pilot)
        for part in (
            "Who did what",
            "Who hurt or healed whom",
            "HP after each round",
            "Dice against chance",
            "Round 1",
        ):
            assert part in text
        dealt, taken = report.evening.figures[0].dealt, report.evening.figures[0].taken
        row = next(row for row in text.splitlines() if " Ann " in row and glyphs.GLYPHS.full in row)
        assert f" {dealt} " in row and f" {taken} " in row
        assert glyphs.GLYPHS.steps[-1] in text
        who = text.split("Who did what")[1].split("Damage:")[0]
        assert len({row.index("→") for row in who.splitlines() if "→" in row}) == 1, who
        await press(pilot, "end")
        assert "Goblin 2 takes 3" in drawn(pilot)


async def test_tab_goes_from_part_to_part(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *FIGHT, system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "#", "tab")
        assert [line for line in drawn(pilot).splitlines() if "Who did what" in line]
        await press(pilot, "tab", "tab")
        at = page(pilot).listing.at
        assert "HP after each round" in drawn(pilot).splitlines()[2]
        await press(pilot, "tab", "shift+tab")
        assert page(pilot).listing.at == at
        await press(pilot, *["tab"] * 20)
        assert "Goblin 2 takes 3" in drawn(pilot)


async def test_it_is_written_as_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with playing(prepare(tmp_path / "saves", *FIGHT, system="fifth")) as pilot:
        await press(pilot, "#")
        assert "Shade" in drawn(pilot)
        await press(pilot, "p")
        assert "Shade" not in drawn(pilot) and "what the players may read" in drawn(pilot)
        await press(pilot, "w", "enter")
        assert "The report is in fight.html." in drawn(pilot)
        text = (tmp_path / "fight.html").read_text(encoding="utf-8")
        assert text.startswith("<!DOCTYPE html>") and "Shade" not in text and "Ann" in text
        await press(pilot, "p", "w", "enter")
        assert "already exists. Choose another name." in drawn(pilot)
        assert (tmp_path / "fight.html").read_text(encoding="utf-8") == text
        await press(pilot, "w", "ctrl+u", "<whole.md>", "enter")
        assert "Shade" in (tmp_path / "whole.md").read_text(encoding="utf-8")
        await press(pilot, "w", "escape", "escape", "!", "r")
        assert isinstance(page(pilot), ReportPage)


async def test_guests_write_no_file_and_without_a_round_there_is_nothing(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add fighter Ann", system="fifth")) as pilot:
        await press(pilot, "#")
        assert "No round has begun yet" in drawn(pilot)
        await press(pilot, "w")
        assert "There is nothing to write yet." in drawn(pilot)
        pilot.app.shared = True  # type: ignore[attr-defined]
        await press(pilot, "w")
        assert "Guests cannot write files." in drawn(pilot)


def test_a_sparkline_is_as_high_as_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sparkline([0, 1, 4, 8, None, 9], 8) == "▁▂▅█ █"
    assert sparkline([0, 0], 0) == "▁▁" and sparkline([], 3) == ""
    monkeypatch.setattr(bars, "GLYPHS", ASCII)
    assert (
        sparkline([0, 8], 8) == "_#" and share_bar(0.5, 4) == "##" and share_bar(0.01, 4) == "#" and not share_bar(0, 4)
    )


@pytest.mark.parametrize("keys", [(":", "<report>", "enter"), ("ctrl+p", "<report>", "enter")])
async def test_the_palette_and_the_command_line_open_it(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with playing(prepare(tmp_path, *FIGHT, system="fifth")) as pilot:
        await press(pilot, *keys)
        assert isinstance(page(pilot), ReportPage) and "Who did what" in drawn(pilot)


async def test_who_looks_on_sees_what_is_done_meanwhile(tmp_path: Path) -> None:
    saves = prepare(tmp_path, *FIGHT, system="fifth")
    async with playing(saves, read_only=True) as pilot:
        screen = table(pilot)
        await press(pilot, "#")
        report = page(pilot)
        assert isinstance(report, ReportPage) and report.evening is not None
        before = report.evening
        journal = saves.open("fight")
        run_line(Session(registry.load("fifth"), journal), "damage g2 2 by ann")
        journal.close()
        screen._follow()
        await pilot.pause()
        assert report.evening.figures[0].dealt == before.figures[0].dealt + 2
