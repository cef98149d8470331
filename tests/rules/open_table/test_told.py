"""Sentences of a system file: how it says that a test is asked and told, what an act did, what changed."""

from pathlib import Path

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.roll_questions import Roll
from referee.engine.record.applied_commands import applied_commands
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules.open_table.language.system_file import SystemSource, read_system
from referee.rules.open_table.play.ruleset import build
from referee.words.log import log

BRAWL = (Path(__file__).parent / "brawl.toml").read_text(encoding="utf-8")
TOLD = (
    BRAWL.replace("[track.hits]", "[track.hits]\ncalled = 'blows left'")
    .replace(
        "[test.blow]",
        """[test.blow]
asked = "{who} swings at {target}"
goal = "lands on {needed}"
told = { failure = "{who} swings wide ({total})" }
words = { success = "it lands" }""",
    )
    .replace("[action.hit]", "[action.hit]\ntold = '{who} swings at {on}'")
    + """
[track.rage]
start = 0
most = 3
raised = "rage {now} of {most}"
lowered = "-"
[condition.burning]
said = "{who} catches fire"
cleared = "{who} burns no longer"
[standing.up]
turn = true
able = true
target = true
[standing.out]
said = "{who} is carried away"
[[on]]
event = "damaged"
change = { rage = "+1" }
[action.rest_up]
targets = "self"
change = { rage = "empty", hits = "full" }
[rest.nap]
change = { rage = "empty" }
"""
)


def lines(*typed: str, source: SystemSource | None = None) -> list[str]:
    """What the brief log says of these lines after two brawlers have come to the table."""
    game = build(source or read_system(TOLD.encode(), "told.toml"))
    session = Session(game, MemoryStepLog(bare(game)))
    for line in ("add brawler A", "add brawler B", "next", "< 9 5", *typed):
        run_line(session, line)
    done = list(applied_commands(session.step_log, session.step_log.position))[3:]
    return [line.text for each in done for line in log(each.before, each.entry, game)]


def asked(*typed: str) -> str:
    """The question that is open after these lines."""
    game = build(read_system(TOLD.encode(), "told.toml"))
    session = Session(game, MemoryStepLog(bare(game)))
    for line in ("dice table", "add brawler A", "add brawler B", "next", "< 9 5", *typed):
        run_line(session, line)
    (question,) = session.questions
    assert isinstance(question, Roll)
    return question.asked


def test_dice_are_asked_for_as_the_file_says() -> None:
    assert asked("hit b") == "A swings at B: roll two d6, lands on 7 or more in total"


def test_an_act_is_told_with_its_test_and_what_came_of_it() -> None:
    assert lines("hit b", "< 5 5") == ["A swings at B: 11 (5 + 5 + 1) vs 8, it lands.  Blows left 3 → 2, rage 1 of 3"]


def test_a_whole_sentence_takes_the_place_of_result_and_numbers() -> None:
    assert lines("hit b", "< 1 2") == ["A swings wide (4)"]


def test_a_test_without_dice_is_told_with_its_sum() -> None:
    source = read_system(TOLD.replace('roll = "2d6 + {skill}"', 'roll = "{skill} + 8"').encode(), "told.toml")
    assert lines("hit b", source=source) == ["A swings at B: 9 (1 + 8) vs 8, it lands.  Blows left 3 → 2, rage 1 of 3"]


def test_a_condition_comes_and_goes_in_its_own_sentences() -> None:
    assert lines("condition b burning", "lift b burning") == ["B catches fire", "B burns no longer"]


def test_a_standing_has_its_sentence_and_what_is_not_said_stands_in_the_full_log_alone() -> None:
    told = lines("set b hits 1", "hit b", "< 6 6")
    assert told[-1] == "A swings at B: 13 (6 + 6 + 1) vs 8, it lands.  Blows left 1 → 0, rage 1 of 3, carried away"
    assert not any("rage" in line for line in lines("rest nap a"))


def test_an_earlier_edition_is_told_in_the_words_of_the_later_one_and_played_by_its_own_rules() -> None:
    later = read_system(TOLD.replace('against = "8"', 'against = "2"').encode(), "told.toml")
    older = read_system(BRAWL.encode(), "brawl.toml", later)
    assert lines("hit b", "< 5 5", source=older) == ["A swings at B: 11 (5 + 5 + 1) vs 8, it lands.  Blows left 3 → 2"]
    assert lines("hit b", "< 1 2", source=older) == ["A swings wide (4)"]


def test_a_test_that_the_file_has_no_sentence_for_is_told_of_who_makes_it_alone() -> None:
    game = build(
        read_system(f"{BRAWL}[test.nerve]\nroll = 'd6'\nby = 'target'\nagainst = '4'\n".encode(), "nerve.toml")
    )
    session = Session(game, MemoryStepLog(bare(game)))
    for line in ("dice table", "add brawler A", "nerve a 4", "< 5"):
        run_line(session, line)
    (done,) = list(applied_commands(session.step_log, session.step_log.position))[2:]
    assert [line.text for line in log(done.before, done.entry, game)] == ["A's nerve: 5 vs 4, success"]
