"""Dice: what their faces come to."""

from random import Random

import pytest
from msgspec.structs import replace

from referee.engine.contract.symbol_dice import Face, SymbolDie
from referee.engine.dice.dice import Expression, ExpressionTerm, Keep, Pool, Reroll
from referee.engine.dice.notation import read_dice
from referee.engine.events.event import Term
from referee.engine.mistake import RulesBug
from tests.engine.toys.symbols import BLACK, RED

PLAIN = Pool("", 3, 6)


@pytest.mark.parametrize(
    ("pool", "faces", "stand", "due", "over"),
    [
        (PLAIN, (), (), 3, 0),
        (PLAIN, (4,), (True,), 2, 0),
        (PLAIN, (4, 5, 6), (True, True, True), 0, 0),
        (PLAIN, (4, 5, 6, 1, 1), (True, True, True), 0, 2),
        (replace(PLAIN, explode=6), (6, 2, 6), (True,) * 3, 2, 0),
        (replace(PLAIN, explode=6), (6, 2, 6, 6, 1, 3), (True,) * 6, 0, 0),
        (replace(PLAIN, again=Reroll(1, 2)), (1, 2, 3), (False, False, True), 2, 0),
        (replace(PLAIN, again=Reroll(1, 2)), (1, 2, 3, 1, 4), (False, False, True, True, True), 0, 0),
        (Pool("", again=Reroll(1, 2, once=False)), (1, 2, 1), (False,) * 3, 1, 0),
        (Pool("", again=Reroll(1, 2, once=False)), (1, 2, 3), (False, False, True), 0, 0),
        (Pool("", again=Reroll(1, 1), explode=6), (1, 6, 6, 1), (False, True, True, False), 1, 0),
        (Pool("", count=0), (), (), 0, 0),
        (Pool("", count=2, die=RED), (0, 5), (True, True), 0, 0),
    ],
)
def test_which_faces_stand_and_what_is_due(
    pool: Pool, faces: tuple[int, ...], stand: tuple[bool, ...], due: int, over: int
) -> None:
    reading = pool.read(faces)
    assert (reading.stand, reading.due, reading.over) == (stand, due, over)


@pytest.mark.parametrize(
    ("pool", "faces", "total"),
    [
        (PLAIN, (1, 2, 3), 6),
        (Pool("", 4, 6, keep=Keep(3)), (1, 5, 2, 6), 13),
        (Pool("", 2, 20, keep=Keep(1, highest=False)), (17, 4), 4),
        (Pool("", 2, 20, keep=Keep(1)), (9, 9), 9),
        (Pool("", 2, 6, keep=Keep(0)), (9, 9), 0),
        (Pool("", 2, 6, again=Reroll(1, 1)), (1, 5, 1), 6),
        (Pool("", 2, 6, again=Reroll(1, 1), keep=Keep(1, highest=False)), (1, 5, 3), 3),
        (Pool("", 1, 6, explode=6), (6, 6, 2), 14),
    ],
)
def test_what_counts(pool: Pool, faces: tuple[int, ...], total: int) -> None:
    assert pool.total(faces) == total


def test_a_die_explodes_at_most_a_hundred_times() -> None:
    assert read_dice("d6!").pools[0].read((6,) * 100).due == 1
    assert read_dice("d6!").pools[0].read((6,) * 101).due == 0
    assert read_dice("d6rr<5").pools[0].read((1,) * 101).due == 0


def test_symbols_add_up_and_are_found_by_their_label() -> None:
    assert RED.begins("211x") == (5, "x") and RED.begins("x") == (0, "") and RED.begins("999") is None
    assert Pool("", 2, die=RED).marks((1, 5)) == {"range": 3, "damage": 4, "surge": 2}
    assert Pool("", 2, die=BLACK).label(4) == "surge"
    assert str(Pool("", 2, die=BLACK)) == "2 black"
    assert SymbolDie("coin", (Face("Head"), Face("tail"))).begins("HEAD") == (0, "")


def test_twice_the_dice_and_the_numbers_once() -> None:
    assert str(read_dice("2d6+d4-3").times(2)) == "4d6+2d4-3"
    assert str(read_dice("4d6kh3+1").times(2)) == "8d6kh6+1"


def test_a_negative_number_that_is_added_has_one_sign() -> None:
    assert str(Expression((ExpressionTerm(1, Pool("", 1, 20)), ExpressionTerm(1, -1)))) == "d20-1"
    assert str(Expression((ExpressionTerm(1, Pool("", 1, 20)), ExpressionTerm(-1, -2)))) == "d20+2"


def test_more_faces_than_dice_are_never_left_out_of_a_sum_in_silence() -> None:
    pool = read_dice("2d6").pools[0]
    assert pool.total((4, 5)) == 9
    with pytest.raises(RulesBug, match="1 faces too many for 2d6"):
        pool.total((4, 5, 6))
    with pytest.raises(RulesBug):
        read_dice("d6kh1").pools[0].total((1, 2))


def test_the_sum_is_reckoned_term_by_term() -> None:
    assert read_dice("2d6-d4+3").reckon([(5, 6), (2,)]) == (
        Term("2d6", 11, ("5", "6")),
        Term("d4", -2, ("2",)),
        Term("", 3),
    )


def test_a_number_that_is_negative_is_written_with_one_sign() -> None:
    taken_off = Expression((ExpressionTerm(1, Pool("die", sides=20)), ExpressionTerm(1, -1), ExpressionTerm(-1, 2)))
    assert str(taken_off) == "d20-1-2"


@pytest.mark.parametrize(
    "notation", ["3d6", "4d6kh3", "d6!", "d6r1", "d6rr<2", "2d10!9", "d6r<3!", "d6r<4!2", "d4rr<2!", "d6r6!5"]
)
def test_how_many_dice_are_likely_is_what_falls_on_average(notation: str) -> None:
    (pool,) = read_dice(notation).pools
    dice = Random(7)
    throws = 4000
    fallen = 0
    for _ in range(throws):
        faces: list[int] = []
        while due := pool.read(faces).due:
            faces += [dice.randint(pool.first, pool.last) for _ in range(due)]
        fallen += len(faces)
    assert fallen / throws == pytest.approx(pool.likely, rel=0.06)


def test_only_numbered_dice_that_all_count_as_they_fall_have_a_sum_alone() -> None:
    assert PLAIN.plain
    assert not Pool("black", 3, die=BLACK).plain
    assert not replace(PLAIN, keep=Keep(1, True)).plain
    assert not replace(PLAIN, explode=6).plain
