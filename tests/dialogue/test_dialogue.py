"""A session in words, line by line."""

from random import Random

import pytest

from referee.dialogue.dialogue import Dialogue
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Refused
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry
from referee.words.log import ordered
from tests.command_language.test_line import at_table


def test_a_side_that_a_question_names_is_not_named_again() -> None:
    rules = registry.load("descent")
    session = Session(rules, MemoryStepLog(bare(rules)))
    for text in rules.sample().splitlines():
        run_line(session, text)
    dialogue = Dialogue(session)
    dialogue.take("next")
    assert any(line.startswith("? Which of the heroes acts? ") for line in dialogue.asked())


def test_next_is_foretold_while_nothing_is_asked() -> None:
    session = at_table("add hero Ulf", "add rat", "next")
    assert Dialogue(session).standing() == ["Round 1, fight, Ulf's turn", "next: Rat 1"]
    run_line(session, "attack r1")
    assert Dialogue(session).standing() == ["Round 1, fight, Ulf's turn"]


def in_the_last_turn() -> Session:
    """The last turn of the first round at a table whose order is kept by numbers."""
    session = Session(registry.load("plain"), MemoryStepLog(bare(registry.load("plain"))))
    for text in ("add hero Ann init=18", "add hero Cyd init=5", "next", "next"):
        run_line(session, text)
    assert session.encounter.turn == "cyd"
    return session


@pytest.mark.parametrize("order", ["hold", "hold cyd", "hold c next"])
def test_who_waits_last_is_told_first_that_the_turn_is_lost(order: str) -> None:
    session = in_the_last_turn()
    before = session.encounter
    with pytest.raises(Refused) as problem:
        Dialogue(session).take(order)
    assert str(problem.value) == (
        "Nobody else acts this round: Cyd would lose the turn by waiting. To do it anyway: hold cyd yes"
    )
    assert session.encounter == before
    said = Dialogue(session).take("hold cyd yes")
    assert "Cyd waited too long and loses the turn  [PL-03 PL-11]" in said
    assert ordered(session.entries()[-1]) == "hold cyd"


def test_those_who_wait_already_lose_their_turn_with_the_last() -> None:
    session = in_the_last_turn()
    run_line(session, "undo")
    run_line(session, "hold ann")
    with pytest.raises(Refused, match="Ann, Cyd would lose the turn by waiting"):
        Dialogue(session).take("hold cyd")


def test_who_waits_while_others_are_left_waits() -> None:
    session = in_the_last_turn()
    run_line(session, "undo")
    assert "Ann waits  [PL-09]" in Dialogue(session).take("hold ann")


def test_the_turn_that_the_end_of_the_round_takes_from_who_waits_is_foretold() -> None:
    session = Session(registry.load("olde_swords"), MemoryStepLog(bare(registry.load("olde_swords"))))
    for text in ("add hero Ann", "add goblin", "next", "< 20", "hold ann", "next", "hold goblin"):
        run_line(session, text)
    assert (
        Dialogue(session)
        .standing()[1]
        .endswith("; Ann waited too long and loses the turn; Goblin waited too long and loses the turn")
    )


def numbers_asked() -> Dialogue:
    """A dialogue in which the numbers of two heroes are to be typed; the app rolls for the foe."""
    rules = registry.load("plain")
    dialogue = Dialogue(Session(rules, MemoryStepLog(bare(rules)), app=AppDice(Random(1))), letters=True)
    for text in ("dice split", "add hero Ann", "add hero Bob", "add foe Orc", "next"):
        dialogue.take(text)
    return dialogue


def test_one_number_of_several_is_kept_and_the_next_is_asked() -> None:
    dialogue = numbers_asked()
    assert dialogue.take("< 12") == ["Ann 12"] and dialogue.session.encounter.turn is None
    assert dialogue.asked() == ["? Initiative for everyone: now Bob. roll: the app rolls the rest"]
    dialogue.take("< 30")
    figures = dialogue.session.encounter.figures
    assert (figures["ann"].traits["init"], figures["bob"].traits["init"]) == (12, 30)
    assert dialogue.session.encounter.turn == "bob" and "init" in figures["orc"].traits


def test_the_app_rolls_the_rest_of_the_numbers_when_it_is_told_so_and_undo_forgets_them() -> None:
    dialogue = numbers_asked()
    dialogue.take("< bob 15")
    dialogue.take("undo")
    dialogue.take("next")
    assert dialogue.take("< 12") == ["Ann 12"]
    dialogue.take("< roll")
    figures = dialogue.session.encounter.figures
    assert figures["ann"].traits["init"] == 12 and dialogue.session.encounter.turn is not None
