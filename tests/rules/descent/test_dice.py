"""The dice of Descent, the words of its weapons and monsters, and chance."""

from collections import Counter
from random import Random

import pytest

from referee.engine.contract.symbol_dice import SymbolDie
from referee.engine.dice.chance import AppDice
from referee.engine.dice.roll_questions import Roll
from referee.engine.problem import NotUnderstood
from referee.engine.state.encounter import Encounter
from referee.rules.descent.equipment import Effect, Surge, colours, effect, items, surge, trait_problem
from referee.rules.descent.joining import monster_row, templates
from referee.rules.descent.kinds import DAMAGE, ENHANCEMENT, MISS, RANGE, SURGE, dice, pools, rolled_dice

THROWS = 60_000
CRITICAL = 20.52
"""What chi-squared with five degrees of freedom passes once in a thousand tests."""
SUMS = {
    "red": (6, 13, 2),
    "blue": (13, 6, 3),
    "white": (10, 10, 4),
    "green": (2, 13, 2),
    "yellow": (13, 2, 2),
    "black": (0, 0, 2),
}
"""Range, damage and surges on all six faces of each die together."""
POOLS = (("red", "green", "black", "black"), ("blue", "yellow"), ("white", "green", "black"), ("black",) * 5)
Totals = tuple[int, ...]
"""Misses, range, damage, surges and enhancements of a throw."""


@pytest.mark.parametrize("colour", SUMS)
def test_faces(colour: str) -> None:
    faces = [dict(face.marks) for face in dice()[colour].faces]
    assert len(faces) == 6
    assert tuple(sum(face.get(mark, 0) for face in faces) for mark in (RANGE, DAMAGE, SURGE)) == SUMS[colour]
    assert sum(face.get(MISS, 0) for face in faces) == (colour in ("red", "blue", "white"))
    assert sum(face.get(ENHANCEMENT, 0) for face in faces) == (3 if colour == "black" else 0)


def shown_by(die: SymbolDie, face: int) -> Totals:
    marks = dict(die.faces[face].marks)
    return tuple(marks.get(mark, 0) for mark in (MISS, RANGE, DAMAGE, SURGE, ENHANCEMENT))


def added(one: Totals, other: Totals) -> Totals:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def likely(colours_: tuple[str, ...]) -> dict[Totals, float]:
    """How often each outcome of a throw should come, reckoned from the faces."""
    chances: dict[Totals, float] = {(0, 0, 0, 0, 0): 1.0}
    for colour in colours_:
        after: dict[Totals, float] = {}
        for so_far, chance in chances.items():
            for face in range(6):
                total = added(so_far, shown_by(dice()[colour], face))
                after[total] = after.get(total, 0.0) + chance / 6
        chances = after
    return chances


def too_much(free: int) -> float:
    """What chi-squared passes once in a thousand tests (Wilson and Hilferty's approximation)."""
    return free * (1 - 2 / (9 * free) + 3.09 * (2 / (9 * free)) ** 0.5) ** 3


@pytest.mark.one_in(10, rest=9)
@pytest.mark.parametrize("colours_", [*((colour,) for colour in SUMS), *POOLS])
def test_what_the_app_throws_comes_as_often_as_the_faces_say(colours_: tuple[str, ...]) -> None:
    roll = Roll(key="attack", prompt="", pools=pools(colours_))
    chance, table = AppDice(Random(1)), Encounter(system="descent")
    faces = {colour: Counter[int]() for colour in colours_}
    totals = Counter[Totals]()
    for _ in range(THROWS):
        outcome: Totals = (0, 0, 0, 0, 0)
        for die in rolled_dice(roll.pools, chance.throw(table, roll)):
            faces[die.colour][die.face] += 1
            outcome = added(outcome, shown_by(dice()[die.colour], die.face))
        totals[outcome] += 1
    for seen in faces.values():
        expected = seen.total() / 6
        assert sum((seen[face] - expected) ** 2 / expected for face in range(6)) < CRITICAL
    awaited = {outcome: share * THROWS for outcome, share in likely(colours_).items()}
    assert set(totals) <= set(awaited)
    common = {outcome: n for outcome, n in awaited.items() if n >= 5}
    if len(common) > 1:
        off = sum((totals[outcome] - n) ** 2 / n for outcome, n in common.items())
        assert off < too_much(len(common) - 1)


def test_faces_are_typed_as_they_look() -> None:
    roll = Roll(key="attack", prompt="", pools=pools(("red", "green", "black", "black")))
    rolled = roll.read(Encounter(system="descent"), "131 021 + *")
    assert [die.label for die in rolled_dice(roll.pools, rolled)] == ["131", "021", "+", "*"]
    assert roll.read(Encounter(system="descent"), "131021+*") == rolled
    assert roll.read(Encounter(system="descent"), "131 021+ *") == rolled
    for wrong in ("021131+*", "131021+*-", "13 021 + *", "131021+1"):
        with pytest.raises(NotUnderstood):
            roll.read(Encounter(system="descent"), wrong)
    part = roll.read(Encounter(system="descent"), "x / 030")
    assert roll.lacks(part) and [die.label for die in rolled_dice(roll.pools, part)] == ["X", "030"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("pierce 2", Effect("pierce", 2)),
        ("pierce2", Effect("pierce", 2)),
        ("+1 damage", Effect("damage", 1)),
        ("+2range", Effect("range", 2)),
        ("Quick Shot", Effect("quick-shot")),
        ("burn", Effect("burn")),
    ],
)
def test_effects(word: str, meant: Effect) -> None:
    assert effect(word) == meant
    assert effect(str(meant)) == meant


def test_surges_and_colours() -> None:
    assert surge("1 +1 damage") == surge("1+1damage") == Surge(1, Effect("damage"))
    assert surge("2 stun") == surge("2stun") == Surge(2, Effect("stun"))
    assert colours(("rgk",)) == colours(("red", "green", "black"))


@pytest.mark.parametrize("word", ["", "pierce pierce", "+1", "fly", "1 pierce 1", "pierce 999"])
def test_what_is_no_effect_is_refused(word: str) -> None:
    with pytest.raises(NotUnderstood):
        effect(word)


def test_the_book_holds_only_what_can_be_read() -> None:
    for template in templates():
        for trait, value in template.traits.items():
            assert trait_problem(trait, value) is None, (template.kind, trait)
    for thing in items().values():
        sold = thing.traits.get("surges", ())
        assert isinstance(sold, tuple) and all(surge(price).cost for price in sold)
        for trait in ("abilities", "offhand"):
            assert trait_problem("abilities", thing.traits.get(trait, ())) is None


def test_monsters_grow_with_the_number_of_heroes() -> None:
    for template in templates():
        rows = [monster_row(template.kind, heroes) for heroes in (1, 2, 3, 4, 7)]
        if rows[0] is not None:
            assert rows[0] == rows[1] and rows[3] == rows[4] and rows == sorted(rows, key=lambda r: r or (0, 0, 0))
