"""A phase of five combats, played by keys."""

from pathlib import Path

import pytest

from referee.engine.session import Session
from referee.rules import registry
from referee.script.run import run_line
from referee.store.saves import Saves
from tests.rules.shelf import played_lines
from tests.ui.table import drawn, playing, press, table

HERE = Path(__file__).parent


def engaged(folder: Path) -> Saves:
    """The twelve models of the whole phase and their spear, in contact and not yet paired."""
    saves = Saves(folder)
    journal = saves.create("fight", "scorched")
    session = Session(registry.load("scorched"), journal)
    for line in played_lines((HERE / "phase_of_twelve.txt").read_text(encoding="utf-8")):
        if line == "next":
            break
        run_line(session, line)
    journal.close()
    return saves


async def test_a_phase_of_twelve_models_is_played_by_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SYSTEMS, "scorched", "Scorched")
    async with playing(engaged(tmp_path), size=(120, 40)) as pilot:
        screen = table(pilot)
        await press(pilot, "n", "5", "enter", "4", "enter")
        assert "Ysolde + spear Pike 1 vs" in drawn(pilot)
        await press(pilot, "b", "1")
        assert screen.session.encounter.turn == "vs1"
        await press(pilot, "enter", "<6 5 3 2>", "enter", "<1 4 4 3 2 6 5>", "enter")
        assert "parries whose die" in drawn(pilot)
        for _ in range(60):
            if not screen.session.questions and not screen.session.rules.may_act(screen.session.encounter):
                break
            await press(pilot, "enter" if screen.session.questions else "n")
        assert not screen.session.questions
        assert all(slot.acted for slot in screen.session.encounter.order)
        assert len(screen.session.encounter.order) == 5
        await press(pilot, "n")
        assert screen.session.encounter.phase == "moves"
        await press(pilot, "u")
        assert screen.session.encounter.phase == "combat"
