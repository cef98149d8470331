"""A deck with more cards than letters: a card is answered by `/` and its name."""

from pathlib import Path

import pytest

from referee import games as systems
from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.store.saves import Saves
from tests.ui.table import playing, table

pytestmark = pytest.mark.one_in(10)

GAME = """
format = 1
[system]
name = "deck"
blurb = "Cards."
[order]
by = "card"
[track.hp]
start = 5
health = true
[kind.hero]
side = "heroes"
[order.deck]
"""


async def test_a_card_is_answered_by_its_name(tmp_path: Path) -> None:
    cards = "".join(
        f'"{n} of {suit}" = {n}{place}\n'
        for n in range(2, 11)
        for place, suit in enumerate(("clubs", "hearts", "spades"))
    )
    (tmp_path / "deck.toml").write_text(GAME + cards, encoding="utf-8")
    saves = Saves(tmp_path / "saves")
    journal, rules = systems.begin(saves, "fight", str(tmp_path / "deck.toml"))
    for line in ("add hero Ann", "next"):
        run_line(Session(rules, journal), line)
    journal.close()
    async with playing(saves) as pilot:
        await pilot.press("slash", *("space" if letter == " " else letter for letter in "10 of hearts"), "enter")
        await pilot.pause()
        (slot,) = table(pilot).table.session.encounter.order
        assert slot.label == "10 of hearts"
