"""A whole fight of each game, typed at the screen line by line, ends as it does in its transcript."""

import re
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from referee.dialogue.transcript import play
from referee.rules import registry
from referee.store.saves import Saves
from referee.ui.controller.reply import is_choice
from tests.rules.shelf import HERE, played_lines
from tests.ui.table import playing, press, table

pytestmark = pytest.mark.one_in(10)

FIGHTS = (
    "black_keep/whole_fight",
    "olde_swords/whole_fight",
    "descent/whole_round",
    "scorched/phase_of_twelve",
    "gloomhaven/whole_round",
    "plain/whole_fight",
    "fifth/whole_fight",
)


async def typed(pilot: Pilot[None], line: str) -> None:
    """One line of a transcript, as the referee types it: an answer where one is asked for, else an order."""
    screen = table(pilot)
    found = re.fullmatch(r"(?:<([1-9]?))?\s*(.*)", line)
    assert found is not None
    which, words = found.groups()
    await press(pilot, *([":"] if which is None else ["tab"] * (int(which or 1) - 1)))
    question = screen.table.view.question
    if which is not None and not words:
        await press(pilot, "space")
    elif which is not None and question is not None and is_choice(question) and words.isdigit():
        await press(pilot, *words, "enter")
    else:
        pilot.app.post_message(events.Paste(words))
        await press(pilot, "enter")


@pytest.mark.one_in(6)
@pytest.mark.parametrize("fight", FIGHTS)
async def test_a_whole_fight_is_played_at_the_screen(fight: str, tmp_path: Path) -> None:
    text = (HERE / f"{fight}.txt").read_text(encoding="utf-8")
    wanted = play(text, registry.load).session
    assert wanted is not None
    system = fight.partition("/")[0]
    saves = Saves(tmp_path)
    saves.create("fight", system).close()
    async with playing(saves, "fight", (80, 24)) as pilot:
        await typed(pilot, "dice table")
        for line in played_lines(text):
            await typed(pilot, line.split("  #")[0].strip())
            assert not table(pilot).table.line.is_error, (line, table(pilot).table.line.said)
        assert table(pilot).table.session.encounter == wanted.encounter
