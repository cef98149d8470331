"""A table is asked how it stands, and nothing changes by it."""

import pytest

from referee.command_language.bare_line import answerable
from referee.command_language.question_data import question_data
from referee.command_language.table_in_words import LOOKING, asks_to_look, looked, words_to_look
from referee.dialogue.dialogue import Dialogue
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.problem import NotUnderstood
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry


def at_table(system: str, *lines: str) -> Session:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in lines:
        run_line(session, line)
    return session


def attacking() -> Session:
    """Ulf attacks, and the die is asked for."""
    setting = ("add player Ulf", "add minion Rat x2", "condition ulf prone 2", "map 3x2", "place ulf b1")
    return at_table("black_keep", *setting, "engage ulf r1", "next", "attack r1")


def test_how_all_stand_is_told_while_something_is_asked() -> None:
    session = attacking()
    position = session.step_log.position
    dialogue = Dialogue(session)
    told = dialogue.take("status")
    assert "Rat 2 (r2, monsters): wounds 1 of 1" in told
    assert told[0] == "Round 1, fights, Ulf's turn"
    assert any(line.startswith("Ulf:") and "prone" in line and "wounds" in line for line in told)
    assert dialogue.take("show") == told
    assert dialogue.take("who") == ["Turn: Ulf", "next: Rat 1", "order: > Ulf, Rat 1"]
    assert dialogue.take("where") == [
        "The board is 3 by 2 spaces: columns from a, rows from 1.",
        "Ulf (ulf): b1",
        "Not on the board: Rat 1, Rat 2",
    ]
    assert dialogue.take("where map")[1] == "|. . .|" and dialogue.take("where map")[-1] == "ulf b1"
    assert dialogue.take("order") == dialogue.take("turns") == ["1. Ulf (ulf): now", "2. Rat 1 (r1): to come"]
    assert dialogue.take("log 1") == ["7. Ulf: attack Rat 1 ..."]
    assert dialogue.take("log 2")[0].endswith(". Round 1: fights")
    assert dialogue.take("log 99")[0].startswith("0. Joined: Ulf")
    assert session.step_log.position == position and session.questions


def test_the_rules_are_searched() -> None:
    session = attacking()
    assert looked(session, "rules bk-07")[0].startswith("[BK-07]")
    assert looked(session, "rules zebra")[0].startswith("No clause")
    assert "clauses" in looked(session, "rules")[0]


@pytest.mark.parametrize(
    "line", ["status", "Who", " where ", "log 5", "who ulf", "order", "rules strike back", "help attack", "help"]
)
def test_a_bare_word_is_no_answer(line: str) -> None:
    assert answerable(attacking(), line) == line.strip()


@pytest.mark.parametrize("line", ["5", "status quo", "log five", "< status"])
def test_anything_else_is_an_answer(line: str) -> None:
    assert answerable(attacking(), line).startswith("<")


def test_where_words_are_asked_for_several_words_are_said() -> None:
    session = at_table("black_keep", "note")
    assert answerable(session, "rules are rules") == "< rules are rules"
    assert answerable(session, "status") == "status"


@pytest.mark.parametrize("system", registry.names())
def test_no_game_has_a_command_of_that_name(system: str) -> None:
    session = at_table(system)
    assert all(asks_to_look(session, word) for word in ("status", "show", "who", "turns", "where", "log", "rules"))
    assert all(asks_to_look(session, word) for word in words_to_look(session.rules))
    assert looked(session, "where")[0].startswith("There is no board")
    assert looked(session, "status")[-1] == "There are no figures on the table."


def test_a_question_as_data() -> None:
    session = attacking()
    data = question_data(session.questions[0], session.encounter)
    assert data["kind"] == "roll" and data["default"] == "roll" and data["offers"] == []
    assert data["dice"] == [{"dice": "d6", "name": "attack", "count": 1, "faces": [*"123456"]}]
    chosen = at_table("olde_swords", "add hero Ann", "add foe Gob x2", "next", "< 20", "next")
    data = question_data(chosen.questions[0], chosen.encounter)
    assert (data["kind"], data["default"]) == ("pick", "g1")
    assert data["offers"] == [
        {"key": "b", "word": "g1", "label": "Gob 1", "barred": "", "number": None},
        {"key": "c", "word": "g2", "label": "Gob 2", "barred": "", "number": None},
    ]


def test_the_language_of_transcripts_is_explained() -> None:
    dialogue = Dialogue(attacking())
    told = dialogue.take("help transcripts")
    assert "include heroes.txt" in "".join(dialogue.take("help language"))
    assert all(any(line.startswith(f"- `{sign}") for line in told) for sign in ("system ", "< ", "= ", "! ", "# "))
    assert dialogue.take("help")[-1].startswith("help and a topic") and "plans" in dialogue.take("help")[-1]
    assert dialogue.take("help dice")[0].startswith("dice") and "# " not in "".join(dialogue.take("help dice"))
    assert "Dice: real ones, the app's, or both" in dialogue.take("help dice")
    assert dialogue.take("help status") == ["status: " + LOOKING["status"]]


def test_all_there_is_to_a_figure_is_told_a_fact_a_line() -> None:
    session = attacking()
    assert looked(session, "who ulf") == [
        "Ulf, typed as ulf",
        "player, on its own side",
        "standing: up",
        "turn: now",
        "wounds 1 of 1",
        "respawns 1",
        "special items 0",
        "in Fight 1 with Rat 1",
        "prone: until the start of Ulf's next turn",
        "on the board: b1",
    ]
    with pytest.raises(NotUnderstood, match='There is no "zed" here'):
        looked(session, "who zed")


def test_how_far_the_others_are_is_told_nearest_first() -> None:
    session = at_table("plain", "add hero Ann 18", "add foe Gob x2 12", "map 9x9", "place ann a1")
    assert looked(session, "where ann") == ["Ann: a1"]
    run_line(session, "place g1 e5")
    run_line(session, "place g2 b2")
    assert looked(session, "where ann") == ["Ann: a1", "Gob 2 (g2): b2, adjacent", "Gob 1 (g1): e5, 4 spaces away"]
    assert looked(session, "where g1")[0] == "Gob 1: e5"


def test_names_with_commas_are_told_apart() -> None:
    session = at_table("scorched", *registry.load("scorched").sample().splitlines(), "next", "< 5", "< 1")
    assert "vs" in looked(session, "status")[0] and "; " in looked(session, "status")[0]


def test_what_undo_takes_back_is_told_before() -> None:
    session = attacking()
    assert looked(session, "status")[-1] == "undo takes back: attack r1"
    run_line(session, "< 6")
    assert looked(session, "status")[-1] == "undo takes back: the latest answer"
    for line in ("< 6", "note a crash"):
        run_line(session, line)
    assert looked(session, "status")[-1] == "undo takes back: note a crash"
    run_line(session, "undo")
    assert looked(session, "status")[-1] == "undo takes back: the latest answer"


def test_what_counts_up_is_told_only_of_those_whom_it_concerns() -> None:
    session = at_table("fifth", "add goblin initiative=9", "add hero Ann initiative=5 hp=9", "next")
    told = looked(session, "who g1") + looked(session, "status")
    assert not [line for line in told if "successes" in line or "light attack" in line]
    assert "HP 7 of 7" in told and any("action 1 of 1" in line for line in told)
    run_line(session, "set ann failures 1")
    assert "failures 1 of 3" in looked(session, "who ann") and "successes 0 of 3" not in looked(session, "who ann")
    monster = at_table("descent", "add ghoul")
    assert any("tokens 0 of" in line for line in looked(monster, "status"))


def test_an_open_command_is_told_by_who_does_what_to_whom_as_far_as_that_is_known() -> None:
    session = at_table("fifth", "add fighter Ulf init=20", "add goblin x2 init=5", "dice table", "next", "attack")
    dialogue = Dialogue(session)
    assert dialogue.take("log 1") == ["4. Ulf: attack ..."]
    dialogue.take("< g1")
    assert dialogue.take("log 1") == ["4. Ulf attacks Goblin 1 with longsword ..."]
