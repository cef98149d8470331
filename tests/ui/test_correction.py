"""The correction page: what came later is played again, and asked about; the history marks what was corrected."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.ui.screens.correction import Correction
from referee.ui.screens.encounter import EncounterScreen
from referee.ui.screens.history import History
from tests.ui.table import DUEL, drawn, page, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

FELLED = ("attack", "< 5", "< 2", "< 1")
"""Grave is struck and has a wound left; a boss strikes back with two dice, and misses."""


async def chosen(pilot: Pilot[None], verb: str, number: int) -> None:
    """The history, on the first line with that verb, and of its answers that one."""
    session = table(pilot).table.session
    seat = next(entry.seat for entry in session.entries() if entry.command.verb == verb)
    await press(pilot, "h")
    history = page(pilot)
    assert isinstance(history, History)
    history.listing.move(history.starts.index(seat) + 1 - history.listing.at)
    await press(pilot, "a")
    correction = page(pilot)
    assert isinstance(correction, Correction), history.said
    if len(correction.answers) > 1:
        await press(pilot, f"<{number}>", "enter")


TWO_FOES = (
    *("dice table", "add hero Mira hp=10 sword=1d8", "add foe Gob hp=5", "add foe Gub hp=5", "next", "< 20"),
    *("attack gob", "< 2", "next", "< gob"),
)


async def test_a_later_command_that_asks_less_settles_and_is_told(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *TWO_FOES, system="olde_swords")) as pilot:
        await chosen(pilot, "attack", 1)
        await press(pilot, "<20>", "enter", "<8 8>", "enter")
        assert "No longer asked" in drawn(pilot) and "Enter apply" in drawn(pilot)
        await press(pilot, "enter", "escape")
        assert table(pilot).table.session.encounter.figures["gob"].standing == "dead"
        assert table(pilot).table.session.encounter.turn == "gub"


TWICE = (
    *("dice table", "add player Ann", "add minion Imp wounds=2", "add minion Gog", "engage ann imp"),
    *("attack", "< 6", "< 1", "< 1", "next", "attack", "< 6", "< 1", "engage ann gog"),
)
"""Imp is wounded, then killed; only then Ann goes on to Gog."""


async def test_a_later_command_is_dropped_or_kept_by_a_key(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *TWICE, system="black_keep")) as pilot:
        session = table(pilot).table.session
        await chosen(pilot, "attack", 1)
        await press(pilot, "<1>", "enter")
        assert "attack then asks: Imp strikes back at Ann" in drawn(pilot)
        assert "K not possible" in drawn(pilot) and "dead with wounds 1 [BK-07]" in drawn(pilot)
        await press(pilot, "K")
        assert page(pilot).is_error and "cannot be kept" in page(pilot).said
        before = session.encounter
        await press(pilot, "X")
        assert "Dropped:" in drawn(pilot) and "Enter apply" in drawn(pilot)
        assert session.encounter == before
        await press(pilot, "enter")
        assert isinstance(page(pilot), History)
        assert "dropped by a correction" in drawn(pilot) and "was 6" in drawn(pilot)
        assert session.encounter.figures["imp"].tracks["wounds"].now == 2
        await press(pilot, "escape", "u")
        assert session.encounter == before


async def test_it_can_be_made_while_a_question_is_open(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, *FELLED, "next", "attack", "< 5")) as pilot:
        session = table(pilot).table.session
        asked = session.questions[0].key
        await press(pilot, "f2")
        await chosen(pilot, "attack", 1)
        await press(pilot, "<1>", "enter")
        assert "then asks: Grave strikes back at Ulf" in drawn(pilot)
        await press(pilot, "<1 1>", "enter")
        assert "Enter apply" in drawn(pilot)
        await press(pilot, "enter", "escape")
        assert isinstance(pilot.app.screen, EncounterScreen)
        assert session.questions and session.questions[0].key == asked


async def test_the_history_tells_the_old_die(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, "attack", "< 3", "< 6", "< 1 1", "note later")) as pilot:
        await chosen(pilot, "attack", 1)
        await press(pilot, "<2>", "enter", "enter")
        (line,) = [line for line in drawn(pilot).splitlines() if "was 3" in line]
        assert "attack" in line
        assert "corrected: attack" in drawn(pilot)


async def test_undo_names_the_note_that_came_in_between(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, "attack", "note the door creaks")) as pilot:
        await press(pilot, "escape")
        assert "Undone: the door creaks" in drawn(pilot)
        assert table(pilot).table.session.questions


UNDYING = (
    *("dice table", "add hero Kay", "add ghoul armor=0 abilities=undying", "set g1 tokens 0/9"),
    *("damage g1", "< 1", "damage g1 4"),
)


async def test_where_capitals_are_faces_a_word_drops_the_command(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *UNDYING, system="descent")) as pilot:
        await chosen(pilot, "damage", 1)
        await press(pilot, "<8>", "enter")
        assert "undying" in drawn(pilot) and "drop and Enter: drop this command" in drawn(pilot)
        await press(pilot, "X")
        assert page(pilot).field.text == "X"
        await press(pilot, "backspace", "<drop>", "enter")
        assert "Dropped:" in drawn(pilot)
        await press(pilot, "enter")
        assert table_tokens(pilot) == 8


def table_tokens(pilot: Pilot[None]) -> int:
    """The wound tokens of the ghoul, as the history page sees them."""
    history = page(pilot)
    assert isinstance(history, History)
    return history.table.session.encounter.figures["g1"].tracks["tokens"].now


async def test_enter_alone_corrects_nothing_and_space_rolls_what_is_asked_later(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "a", "2", "enter")
        while table(pilot).table.session.questions:
            await press(pilot, "space")
        before = table(pilot).table.session.encounter
        await press(pilot, "h", "a")
        if "Which answer" in drawn(pilot):
            await press(pilot, "1", "enter")
        await press(pilot, "enter", "space", "enter")
        assert "Type an answer first" in drawn(pilot)
        await press(pilot, "escape", "escape")
        assert table(pilot).table.session.encounter == before


GUARDED = (
    *("dice table", "conquest 9", "add hero Kay fatigue=0 wounds=6 armor=0 speed=4"),
    *(
        "add hero Sue fatigue=0 wounds=5 armor=0 speed=4",
        "add hero Tom fatigue=0 wounds=5 armor=0 speed=4",
        "add ghoul",
    ),
    *("next", "< kay", "run", "next", "< sue", "run", "next", "run", "next", "attack kay 1 clear", "< 130 021"),
    *("next", "< kay", "ready move guard"),
)
"""A ghoul wounds Kay, who is on guard in the next round."""


async def test_whoever_has_the_turn_is_let_do_by_a_key_what_another_did(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *GUARDED, system="descent")) as pilot:
        session = table(pilot).table.session
        await chosen(pilot, "attack", 1)
        await press(pilot, "<040 021>", "enter")
        assert "Which of the heroes acts?" in drawn(pilot)
        await press(pilot, "<sue>", "enter")
        assert any("Kay did it, but is killed now." in row.text for row in page(pilot).rows)
        assert "X drop this command" in drawn(pilot) and "L Sue does it" in drawn(pilot)
        await press(pilot, "L")
        assert "Done by Sue" in drawn(pilot) and "Enter apply" in drawn(pilot)
        await press(pilot, "enter")
        guards = [tag for tag, figure in session.encounter.figures.items() if figure.conditions]
        assert guards == ["sue"]


async def test_nobody_else_is_offered_where_the_same_figure_would_do_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *TWICE, system="black_keep")) as pilot:
        await chosen(pilot, "attack", 1)
        await press(pilot, "<1>", "enter")
        assert "X drop" in drawn(pilot) and "L " not in drawn(pilot)


HURT = ("add hero Ann init=18 hp=30", "add foe Gob init=12 hp=20", "next", "damage gob 5", "damage ann 1")


async def test_the_words_of_an_order_that_asked_nothing_are_offered_for_editing(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *HURT, system="plain")) as pilot:
        session = table(pilot).table.session
        await chosen(pilot, "damage", 0)
        assert page(pilot).field.text == "damage gob 5"
        await press(pilot, "enter")
        assert page(pilot).is_error and "That is the same as before." in page(pilot).said
        await press(pilot, "backspace", "<3>", "enter")
        assert "Enter apply" in drawn(pilot)
        await press(pilot, "enter")
        assert session.encounter.figures["gob"].tracks["hp"].now == 17
        assert session.encounter.figures["ann"].tracks["hp"].now == 29
        assert "was damage gob 5" in drawn(pilot)


async def test_an_order_that_asked_something_is_corrected_by_a_key(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *TWICE, system="black_keep")) as pilot:
        session = table(pilot).table.session
        await chosen(pilot, "engage", 0)
        assert page(pilot).field.text == "engage ann imp"
        await press(pilot, "escape", "escape")
        await press(pilot, "h")
        history = page(pilot)
        assert isinstance(history, History)
        at = next(entry.seat for entry in session.entries() if entry.command.verb == "attack")
        history.listing.move(history.starts.index(at) + 1 - history.listing.at)
        await press(pilot, "a", "O")
        assert page(pilot).field.text.startswith("attack")


async def test_an_order_of_one_word_that_asked_nothing_has_nothing_to_correct(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *HURT, system="plain")) as pilot:
        await press(pilot, "h")
        history = page(pilot)
        assert isinstance(history, History)
        history.listing.move(history.starts.index(2) + 1 - history.listing.at)
        await press(pilot, "a")
        assert page(pilot) is history and "That line asked nothing" in history.said
