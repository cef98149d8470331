"""Commands, as they are read."""

from referee.words.command import heading
from tests.script.tiny import TINY
from tests.words.fight import last


def test_dice_of_the_app_are_marked() -> None:
    before, entry, _ = last("dice split", "attack r1", "< 4")
    assert heading(entry, False, before, TINY).startswith("attack r1 · 4, ")
    assert heading(entry, False, before, TINY).endswith(" (app)")


def test_what_is_asked_within_a_command_stands_in_its_heading() -> None:
    before, entry, _ = last("attack", "< r2", "< 1")
    assert heading(entry, False, before, TINY) == "attack r2 · 1"
    before, entry, _ = last("attack r1", "< 4", "note aside", "< 5")
    assert heading(entry, False, before, TINY) == "attack r1 · 4, 5 · then note aside"


def test_rules_that_ask_otherwise_today_leave_the_dice_unnamed() -> None:
    before, entry, _ = last("attack r1", "< 4", "< 1")
    renamed = tuple(item.model_copy(update={"key": f"old {n}"}) for n, item in enumerate(entry.items))
    assert heading(entry.model_copy(update={"items": renamed}), False, before, TINY) == "attack r1"
