"""Every game there is can be begun from its sample and played by keys."""

from pathlib import Path

import pytest

from referee.rules import registry
from referee.store.saves import Saves
from tests.ui.table import drawn, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)


@pytest.mark.one_in(7)
@pytest.mark.parametrize("system", registry.names())
async def test_the_sample_is_played_by_keys(tmp_path: Path, system: str) -> None:
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        games = sorted(registry.names(), key=lambda name: name != "fifth")
        await press(pilot, "n", "enter", *["down"] * games.index(system), "s")
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


async def test_the_words_that_an_action_of_a_file_takes_are_asked_for_by_key(tmp_path: Path) -> None:
    lines = ("dice app", "add hero Ann hp=20", "add hero Bo hp=20", "init ann 20", "init bo 10", "next")
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(80, 24)) as pilot:
        screen = table(pilot)
        await press(pilot, "y")
        assert "What is the trigger" in drawn(pilot)
        await press(pilot, "<the door opens: shoots>", "enter")
        assert screen.table.session.encounter.figures["ann"].traits["ready_for"] == "the door opens: shoots"
        assert "ready for the door opens: shoots" in drawn(pilot)
        await press(pilot, "n", "n")
        assert "ready_for" not in screen.table.session.encounter.figures["ann"].traits
        await press(pilot, "y", "enter", "space")
        assert screen.table.session.encounter.figures["ann"].conditions
