"""Summaries of entries."""

from referee.words.correction import summary
from referee.words.log import heading, ordered
from tests.command_language.tiny import TINY
from tests.words.fight import last


def test_a_summary_says_who_is_different_and_how() -> None:
    before, entry, _ = last("attack r1", "< 4", "< 1")
    assert summary(before, entry) == "Ulf +1 items, Rat 1 → dead, Rat 1 -1 wounds"
    assert ordered(entry) == "attack r1"
    assert heading(entry, before=before, rules=TINY) == "attack r1 · 4, 1"


def test_a_summary_of_what_changes_nothing_is_what_was_told() -> None:
    before, entry, _ = last("attack r1", "< 1")
    assert summary(before, entry) == "Ulf attacks Rat 1: die 1 + skill 1 = 2 vs 4, miss"
    before, entry, _ = last("note the door is open")
    assert summary(before, entry) == "the door is open"


def test_summaries_of_the_hand() -> None:
    assert summary(*last("add rat x9")[:2]) == "Rat 3, Rat 4, Rat 5 and 6 more join"
    assert summary(*last("condition r1 poisoned")[:2]) == "Rat 1 poisoned"
    assert summary(*last("condition r1 poisoned", "lift r1 poisoned")[:2]) == "Rat 1 no longer poisoned"
    assert summary(*last("set ulf side rats")[:2]) == "Ulf for rats"
    assert summary(*last("rename ulf Wolf")[:2]) == "Wolf was Ulf"
    assert summary(*last("set ulf skill 3")[:2]) == "Ulf skill 3"
    assert summary(*last("next")[:2]) == "Rat 1's turn"
    assert summary(*last("move r2 r1")[:2]) == "the order changes"
