"""Chance: who throws, and that it is fair."""

import time
from collections import Counter
from functools import partial
from random import Random

import pytest

from referee.engine.dice.chance import DICE, AppDice, thrown_by_app
from referee.engine.dice.dice import Keep, Pool
from referee.engine.dice.notation import read_dice
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.questions.answer import Drew
from referee.engine.questions.question import PLAYERS, REFEREE
from referee.engine.state.encounter import Encounter
from tests.engine.toys.box import faces, figure, table
from tests.engine.toys.sides import SIDES
from tests.engine.toys.symbols import BLACK

TABLE = table(figure("ulf", side="heroes"), figure("rat", side="monsters"))
THROWS = 60_000


def roll(*pools: Pool, by: str = REFEREE) -> Roll:
    return Roll(key="k", prompt="?", pools=pools or (Pool(""),), by=by)


def chi_squared(counts: Counter[int], faces_of_it: int) -> float:
    fair = THROWS / faces_of_it
    return sum((counts[face] - fair) ** 2 / fair for face in counts) + fair * (faces_of_it - len(counts))


@pytest.mark.parametrize("pool", [Pool(""), Pool("", die=BLACK)])
def test_every_face_comes_as_often_as_any_other(pool: Pool) -> None:
    app = AppDice(Random(20))
    many = roll(Pool("", count=1000, sides=pool.sides, die=pool.die))
    counts = Counter(face for _ in range(THROWS // 1000) for face in app.throw(TABLE, many).all)
    assert set(counts) == set(range(pool.first, pool.last + 1))
    assert chi_squared(counts, 6) < 20.5, (
        "fair dice come to more once in a thousand runs, and this run is always the same"
    )


def test_cards_come_alike_and_never_twice() -> None:
    draw = Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=("a", "b", "c", "c"), count=2)
    app = AppDice(Random(20))
    counts: Counter[str] = Counter()
    for _ in range(4000):
        drew = app.throw(TABLE, draw)
        assert drew is not None and draw.accepts(drew) is None and drew.by == "app"
        counts.update(drew.cards)
    assert all(abs(counts[card] - n * 2000) < 250 for card, n in (("a", 1), ("b", 1), ("c", 2)))


def test_without_a_source_of_its_own_chance_is_the_systems() -> None:
    assert len({AppDice().throw(TABLE, roll(Pool("", count=20))).all for _ in range(5)}) == 5


def test_a_pile_too_small_is_left_to_the_table() -> None:
    assert AppDice().throw(TABLE, Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=("a",), count=2)) is None


@pytest.mark.parametrize(
    ("by", "app"),
    [("ulf", False), ("heroes", False), (PLAYERS, False), ("rat", True), ("monsters", True), (REFEREE, True)],
)
def test_split_dice_go_by_the_side(by: str, app: bool) -> None:
    start = table(*TABLE.figures.values(), dice="split")
    split = partial(thrown_by_app, SIDES, AppDice(Random(1)), start)
    draw = Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=("a",), by=by)
    assert (split(roll(by=by)) is not None) == app
    assert (split(draw) == Drew(cards=("a",), by="app")) == app


@pytest.mark.parametrize(("mode", "ulf", "rat"), [("split", False, True), ("app", True, True), ("table", False, False)])
def test_who_throws_is_an_option_of_the_table(mode: str, ulf: bool, rat: bool) -> None:
    start: Encounter = table(*TABLE.figures.values(), dice=mode)
    assert DICE.of(start) == mode
    thrown = partial(thrown_by_app, SIDES, AppDice(Random(1)), start)
    assert [thrown(roll(by=by)) is not None for by in ("ulf", "rat")] == [ulf, rat]


def test_all_by_hand() -> None:
    start = table(*TABLE.figures.values(), dice="table")
    thrown = partial(thrown_by_app, SIDES, AppDice(Random(1)), start)
    assert thrown(roll()) is None
    assert thrown(Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=("a",))) is None


def test_the_app_throws_only_what_the_table_left_out_and_says_which() -> None:
    asked = roll(Pool("a", count=2), Pool("b", explode=6), Pool("c", die=BLACK))
    done = AppDice(Random(3)).complete(asked, faces((5,), 6, ()))
    assert asked.accepts(done) is None
    assert done.faces[0][0] == 5 and done.faces[1][0] == 6
    assert [by[0] for by in done.by] == ["table", "table", "app"]
    assert set(done.by[0][1:] + done.by[1][1:] + done.by[2]) == {"app"}


@pytest.mark.parametrize("text", ["1000d6!", "19d10000!2", "1000d6rr<3", "1000d6r<5kh3", "d6!" + "+d6!" * 40])
def test_the_worst_that_can_be_written_is_thrown_at_once(text: str) -> None:
    asked = roll(*read_dice(text).pools)
    app = AppDice(Random(1))
    began = time.process_time()
    thrown = app.throw(TABLE, asked)
    assert asked.accepts(thrown) is None
    assert time.process_time() - began < 0.5
    assert len(thrown.all) < 4000


def test_dropped_dice_are_thrown_and_kept_on_record() -> None:
    asked = roll(Pool("", 4, 6, keep=Keep(3)))
    assert len(AppDice(Random(1)).throw(TABLE, asked).all) == 4
