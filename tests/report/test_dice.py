"""Dice against chance: what is counted, and what the test says of fair and of loaded dice."""

from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from referee.engine.questions.answer import Rolled
from referee.engine.record.recorded_steps import Reply
from referee.report.dice import UNUSUAL, chance_of, dice_count
from tests.report.fights import ORDERS, TRANSCRIPTS, evening, fought, table

D20 = tuple(map(str, range(1, 21)))
D6 = D20[:6]


@pytest.mark.parametrize(
    ("chi2", "freedom", "p"),
    [
        *((0, 5, 1.0), (3.841459, 1, 0.05), (6.634897, 1, 0.01), (18.307038, 10, 0.05), (11.0705, 5, 0.05)),
        *((30.143527, 19, 0.05), (43.820196, 19, 0.001), (9.0, 9, 0.437274), (500.0, 3, 0.0), (0.5, 40, 1.0)),
    ],
)
def test_the_chance_is_that_of_the_tables(chi2: float, freedom: int, p: float) -> None:
    assert chance_of(chi2, freedom) == pytest.approx(p, abs=2e-6)


def test_fair_dice_are_called_unusual_as_rarely_as_is_said() -> None:
    dice, unusual = Random(5), 0
    for _ in range(1000):
        fell = [0] * 20
        for _ in range(120):
            fell[dice.randrange(20)] += 1
        p = dice_count("Ann", "d20", D20, tuple(fell)).p
        unusual += p is not None and p < UNUSUAL
    assert 2 <= unusual <= 25


def test_a_loaded_die_is_unusual_and_a_fair_one_is_not() -> None:
    loaded = dice_count("Ann", "d6", D6, (10, 10, 10, 10, 10, 40))
    assert loaded.p is not None and loaded.p < 1e-6 and loaded.told.startswith("unusual")
    even = dice_count("Ann", "d6", D6, (10, 11, 9, 10, 10, 10))
    assert even.p is not None and even.p > 0.99 and even.told.startswith("as chance has it")
    assert (even.average, even.expected, even.count) == (pytest.approx(209 / 60), 3.5, 60)


@pytest.mark.parametrize(("count", "groups"), [(9, 0), (10, 2), (19, 2), (20, 4), (25, 5), (50, 10), (100, 20)])
def test_faces_are_grouped_so_that_each_group_is_expected_five_times(count: int, groups: int) -> None:
    fell = tuple(count // 20 + (n < count % 20) for n in range(20))
    die = dice_count("Ann", "d20", D20, fell)
    assert len(die.groups) == groups and sum(die.groups) == (count if groups else 0)
    assert (die.p is None) == (not groups)
    assert die.told.startswith("too few to tell (9 of 10)") == (not groups)


def test_symbols_have_no_average() -> None:
    for faces in (("X", "1", "1", "2", "3", "4"), ("021", "030", "110", "120", "201", "210")):
        die = dice_count("Ann", "red die", faces, (1, 2, 3, 0, 0, 0))
        assert (die.average, die.expected) == (None, None)


@pytest.mark.parametrize("path", [*TRANSCRIPTS, *ORDERS], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_face_in_the_record_is_counted_once(path: Path) -> None:
    session = fought(path)
    report = evening(session)
    assert report.rolls_unread == 0
    recorded, rounds = 0, 0
    for entry in session.entries():
        rounds += any(event.t == "phase" and event.round for event in entry.events or ())
        if rounds:
            recorded += len(_faces(entry.items))
    counted = sum(die.count for die in report.dice)
    assert counted == recorded or (not report.rounds and not counted)


def _faces(items: object) -> list[int]:
    found: list[int] = []
    for item in items:  # type: ignore[attr-defined]
        if isinstance(item, Reply):
            found += item.answer.all if isinstance(item.answer, Rolled) else ()
        else:
            found += _faces(item.entry.items)
    return found


def test_who_threw_is_told_apart() -> None:
    lines = ("dice split", "add fighter Ann init=20", "add goblin init=3", "next", "attack longsword g1", "< 2", "next")
    session = table(*lines, "attack scimitar ann")
    found = {(die.who, die.die): die.count for die in evening(session).dice}
    assert found["Ann", "d20"] == 1 and found["the app", "d20"] == 1


@pytest.mark.parametrize("path", ORDERS, ids=lambda path: path.stem)
def test_the_dice_of_one_stand_together(path: Path) -> None:
    throwers = [die.who for die in evening(fought(path)).dice]
    assert [who for who, _ in groupby(throwers)] == list(dict.fromkeys(throwers))


def test_a_total_is_no_face() -> None:
    lines = ("dice table", "add fighter Ann init=20", "add goblin x2 init=3", "add wizard Dee init=9 slot3=2", "next")
    session = table(*lines, "next", "cast fireball g1", "< 2", "< =28")
    report = evening(session)
    assert report.totals_typed == 1 and {die.die for die in report.dice} == {"d20"}
