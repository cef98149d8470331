"""The written shape of the JSON is what is printed: in every transcript of every game, and the other way round."""

import json
from pathlib import Path
from random import Random

import pytest

from referee.command_language.question_data import question_data
from referee.dialogue.dialogue import RecentLog
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.saved_model import as_data
from referee.rules import registry
from referee.words.log_line import fields
from referee.words.public_view import public_view
from tests.dialogue.shape import Seen, all_fields, shape
from tests.rules.shelf import ALL, HERE, NAMES, played_lines

PRINTED = {
    "save",
    "countdown",
    "system",
    "shown",
    "act",
    "report",
    "totals",
    "pair",
    "round",
    "sentence",
    "time",
    "rolled",
}
"""Parts that only the command prints; tests/cli compares those."""
EVERYTHING = (
    *("gloomhaven/retaliation", "plain/fight_over", "scorched/late_axe", "black_keep/board", "fifth/grappler_leaves"),
    *("olde_swords/names_and_sides", "descent/blast_goes_on", "fifth/brown_bear"),
)
"""Transcripts in which, with the board below, every field is printed and every kind of question is asked."""
BOARD = "map 6x6\nroom b2-d4\nwall b2-b5 east\nerase b2-d4\nadd player Ulf, Bo\nplace ulf b2\nhide bo\nreveal b2-d4"
"""What no transcript of a game does."""


def walk(seen: Seen, system: str, text: str) -> None:
    """Plays a transcript, and compares all questions, all lines of the log and how it stands at times."""
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)), app=AppDice(Random(1)))
    recent = RecentLog(session)
    for number, line in enumerate(played_lines(text)):
        try:
            run_line(session, line)
        except Problem:
            continue
        for question in session.questions:
            data = question_data(question, session.encounter)
            seen.take(data, "question")
            assert number % 7 or json.loads(json.dumps(data))["key"] == question.key
        for told in recent.news().lines(session, full=True):
            seen.take(fields(told), "line")
        if number % 5 == 0:
            seen.take(as_data(session.encounter), "encounter")
            seen.take(public_view(session, "fight", numbers=number % 2 == 0).data(), "players")
    seen.take(public_view(session, "fight").data(), "players")
    seen.take(as_data(session.encounter), "encounter")


@pytest.mark.one_in(18, rest=9)
@pytest.mark.parametrize(("system", "path"), ALL, ids=NAMES)
def test_what_is_printed_is_written(system: str, path: Path) -> None:
    seen = Seen()
    walk(seen, system, path.read_text(encoding="utf-8"))
    assert sorted(seen.wrong) == []


def test_what_is_written_is_printed() -> None:
    seen = Seen()
    for name in EVERYTHING:
        walk(seen, name.partition("/")[0], (HERE / f"{name}.txt").read_text(encoding="utf-8"))
    walk(seen, ALL[0][0], BOARD)
    assert sorted(seen.wrong) == []
    due = {each for each in all_fields() if each[0] not in PRINTED}
    assert sorted(due - seen.fields) == []
    offered = set(shape()["question"]["kind"].split(", "))
    assert {word for part, name, word in seen.words if (part, name) == ("question", "kind")} == offered


def test_a_shape_that_differs_is_found() -> None:
    seen = Seen()
    seen.take({"key": "a", "word": 3, "label": "", "barred": "", "more": 1}, "offer")
    assert sorted(seen.wrong) == [
        "offer.more is not written",
        "offer.number is left out",
        "offer.word: 3 is no text",
    ]
