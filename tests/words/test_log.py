"""The log of entries, and what is to come."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.events.apply import changes_of
from referee.engine.record.resolve import Settled
from referee.engine.verbs.verb import Command
from referee.words.brief_log import brief
from referee.words.correction import undone
from referee.words.log import log
from referee.words.next_turn import effect_lines
from tests.command_language.test_line import at_table
from tests.command_language.tiny import TINY
from tests.words.fight import last
from tests.words.test_upcoming import stood


def test_the_log_of_an_entry() -> None:
    before, entry, _ = last("attack r1", "< 4", "< 1")
    lines = log(before, entry, TINY, full=True)
    assert [(line.text, line.cites, line.head) for line in lines] == [
        ("attack r1 · 4, 1", (), True),
        ("Ulf attacks Rat 1: die 4 + skill 1 = 5 vs 4, hit", ("T-3",), False),
        ("Rat 1's wounds 1 → 0", ("T-5",), False),
        ("Rat 1 is dead", ("T-6",), False),
        ("Ulf's items 0 → 1", ("T-7",), False),
    ]
    assert {line.round for line in lines} == {1}
    assert not any(line.hand for line in lines)


def test_an_attack_is_one_line() -> None:
    before, entry, _ = last("attack r1", "< 4", "< 1")
    attack, items = log(before, entry, TINY)
    assert attack.text == "Ulf attacks Rat 1: 5 (4 + 1) vs 4, hit.  Wounds 1 → 0, dead"
    assert attack.short == "Ulf attacks Rat 1: 5 vs 4, hit.  Wounds 1 → 0, dead"
    assert (attack.head, attack.tone, attack.cites) == (True, "death", ("T-3", "T-5", "T-6"))
    assert attack.order == "attack r1 · 4, 1"
    assert [part.text for part in attack.parts] == [
        "Ulf attacks Rat 1: die 4 + skill 1 = 5 vs 4, hit",
        "Rat 1's wounds 1 → 0",
        "Rat 1 is dead",
    ]
    assert (items.text, items.head) == ("Ulf's items 0 → 1", False)


def test_those_who_come_together_are_one_line() -> None:
    before, entry, _ = last("add rat Ghoul x4")
    assert [line.text for line in log(before, entry, TINY)] == ["Joined: Ghoul 1-4"]


def test_harm_by_hand_is_one_line() -> None:
    before, entry, _ = last("damage r1 1")
    assert [line.text for line in log(before, entry, TINY)] == ["Rat 1 takes 1.  Wounds 1 → 0, dead"]


def test_what_the_referee_did_over_the_rules_is_marked() -> None:
    before, entry, _ = last("damage r1 1")
    assert all(line.hand for line in log(before, entry, TINY))


def test_a_hidden_throw_is_marked_so() -> None:
    before, entry, _ = last("roll d6 hidden", "< 3")
    assert [line.hidden for line in log(before, entry, TINY)] == [True]


def test_what_next_will_bring_is_told_beforehand() -> None:
    session = at_table("add hero Ulf", "add rat", "next", "condition r1 poisoned 2", "condition ulf weary end ulf")
    run_line(session, "condition ulf sad start r1")
    coming = session.preview(Command(verb="next"))
    assert isinstance(coming, Settled)
    assert effect_lines(coming.changes, TINY) == [
        "Ulf is no longer sad",
    ]


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("set ulf attack 2", "Ulf's attack modifier is 2"),
        ("dice app", "The app rolls all dice"),
        ("remove r2", "Rat 2 leaves the table; Rat 2 leaves Fight 1"),
        ("rename r1 Old Fang", "Rat 1 is now called Old Fang"),
        ("set ulf side blue", "Ulf fights for blue"),
        ("next", "Round 1: fights"),
        ("map 8x6", "A board of 8 by 6 spaces"),
        ("damage r1 1", "Rat 1 takes 1.  Wounds 1 → 0, dead; Rat 1 leaves Fight 1"),
    ],
)
def test_what_is_taken_back_is_told_as_the_log_tells_it(order: str, words: str) -> None:
    session = stood("black_keep")
    run_line(session, order)
    assert undone(session) == words


def test_of_what_is_taken_back_three_lines_are_told_and_the_others_counted() -> None:
    session = stood("black_keep")
    for line in (*(f"add rat wounds={wounds}" for wounds in range(2, 7)), "damage r1-6 1"):
        run_line(session, line)
    lines = len(brief(changes_of(session.last_step.settled[0], session.entries()[-1].events or ()), session.rules))  # type: ignore[index]
    assert lines > 3
    told = undone(session)
    assert told.count(";") >= 2 and told.endswith(f", and {lines - 3} more")


def test_a_spell_at_a_higher_level_is_told_as_one() -> None:
    table = stood("fifth", "dice app", "add sorcerer6 Sol init=40", "next")
    before = table.encounter
    run_line(table, "cast magic_missile_2 ogre")
    told = log(before, table.entries()[-1], table.rules)
    assert told[0].text.startswith("Sol casts Magic Missile on Ogre")
