"""One place words a test for all games."""

import pytest

from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.dice.dice import dice_term
from referee.engine.dice.notation import read_dice
from referee.engine.events.event import Term, Tested, TrackChanged
from referee.words.dice_tests import brief_outcome, outcome
from referee.words.phrase import phrase
from referee.words.sentence import worded
from referee.words.sums import of_several, summed
from tests.words.table import TABLE

ATTACK, SAVE, CHECK, MORALE = (TestKind(name) for name in ("attack", "save", "check", "morale"))
D20 = (Term("d20", 12, ("12",)), Term("STR", 3))


@pytest.mark.parametrize(
    ("event", "reads"),
    [
        (
            ATTACK.made("ulf", "success", target="g1", using="sword", terms=D20, against=14),
            "Ulf attacks Goblin 1 with sword: d20 12 + STR 3 = 15 vs 14, hit",
        ),
        (ATTACK.made("ulf", "critical", terms=D20), "Ulf attacks: d20 12 + STR 3 = 15, critical hit"),
        (
            ATTACK.made(
                "ulf", "success", target="g1", terms=(dice_term("attack", (3, 5)),), against=3, each=True, count=2
            ),
            "Ulf attacks Goblin 1: 3 5 vs 3+, 2 hits",
        ),
        (ATTACK.made("ulf", "failure", target="g1"), "Ulf attacks Goblin 1: miss"),
        (ATTACK.made("ulf", "partial", target="g1"), "Ulf attacks Goblin 1: partial hit"),
        (SAVE.made("ulf", "partial", target="g1"), "Ulf saves against Goblin 1: partly saved"),
        (SAVE.made("ulf", "failure", target="g1"), "Ulf saves against Goblin 1: not saved"),
        (CHECK.made("ulf", "success", using="hides", terms=D20), "Ulf hides: d20 12 + STR 3 = 15, success"),
        (MORALE.made("g1", "fumble"), "Goblin 1, morale: critical failure"),
        (
            ATTACK.made("ulf", "success", target="g1", terms=D20, opposing=(Term("Ws", 4),), count=11),
            "Ulf attacks Goblin 1: d20 12 + STR 3 = 15 vs Ws 4, 11 hits",
        ),
    ],
)
def test_a_test_reads(event: Tested, reads: str) -> None:
    assert worded(outcome(TABLE, event)) == reads


def test_a_sum_shows_the_dice_of_which_it_is_made() -> None:
    assert summed((dice_term("2d6", (3, 5)), Term("STR", 2))) == "2d6 8 (3+5) + STR 2 = 10"
    assert summed((Term("die", 5, ("4", "5")),)) == "die 5 of 4 5"
    assert summed((dice_term("2d6", (3, 5)),)) == "2d6 3+5 = 8"
    assert summed((dice_term("d20", (9,)), Term("SETBACK", -7, ("3", "4")))) == "d20 9 - SETBACK 7 (3+4) = 2"


@pytest.mark.parametrize(
    ("dice", "faces", "reads"),
    [
        ("2d20kh1", (12, 15), "The higher counts: 15 of 12 and 15"),
        ("2d20kl1", (12, 15), "The lower counts: 12 of 12 and 15"),
        ("3d20kh1", (12, 15, 9), "The highest counts: 15 of 12, 15 and 9"),
        ("3d6kh2", (3, 5, 2), "The two highest count: 8 of 3, 5 and 2"),
        ("4d6dh2", (3, 5, 2, 6), "The two lowest count: 5 of 3, 5, 2 and 6"),
        ("2d6r1", (1, 4, 3), "Some were thrown again: 7 of 1, 4 and 3"),
        ("2d6", (3, 5), ""),
    ],
)
def test_which_of_several_dice_count_is_told_where_not_all_do(dice: str, faces: tuple[int, ...], reads: str) -> None:
    assert of_several(CHECK.made("ulf", "success", terms=read_dice(dice).reckon([faces]))) == reads


def test_a_change_of_a_track_shows_its_sum() -> None:
    event = TrackChanged(tag="ulf", track="hp", by=-3, source="g1", terms=(Term("damage", 5), Term("armor", -2)))
    assert phrase(TABLE, event).endswith(" (damage 5 - armor 2 = 3)")


def test_dice_of_several_sorts_are_told_apart_by_their_names() -> None:
    red, black = Term("red", 1, ("X",)), Term("black", 1, ("+", "*"))
    one, both = (ATTACK.made("ulf", "success", terms=terms, each=True) for terms in ((red,), (red, black)))
    assert worded(outcome(TABLE, one)) == "Ulf attacks: X, hit"
    assert worded(outcome(TABLE, both)) == "Ulf attacks: red X, black + *, hit"


def test_what_a_test_brought_besides_stands_behind_what_came_of_it() -> None:
    event = ATTACK.made("ulf", "success", target="g1", terms=D20, against=14, amounts=(Term("surges", 1),))
    assert (
        worded(brief_outcome(TABLE, event, ATTACK, None), short=True) == "Ulf attacks Goblin 1: 15 vs 14, hit, 1 surge"
    )
