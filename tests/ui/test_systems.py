"""Every game there is can be begun from its sample and played by keys."""

from pathlib import Path

import pytest

from referee.rules import registry
from referee.store.saves import Saves
from tests.ui.table import drawn, playing, press, table


@pytest.mark.parametrize("system", registry.names())
async def test_the_sample_is_played_by_keys(tmp_path: Path, system: str) -> None:
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        await press(pilot, *["down"] * registry.names().index(system), "enter")
        screen = table(pilot)
        assert screen.table.session.rules.name == system
        assert screen.table.session.encounter.figures
        await press(pilot, "n", "enter", "escape")
        for key in screen.table.keys.hotkeys:
            while screen.table.line.mode != "KEYS":
                await press(pilot, "ctrl+u", "escape")
            await press(pilot, key, "1", "enter", "enter")
        assert all(len(line) <= 80 for line in drawn(pilot).splitlines())
        while screen.table.session.step_log.position:
            screen.table.session.undo()
        assert screen.table.session.encounter.figures == {}
