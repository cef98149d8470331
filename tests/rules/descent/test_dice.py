"""The dice of Descent, the words of its weapons and monsters, and chance."""

from collections import Counter
from random import Random

import pytest

from referee.engine.chance import AppDice
from referee.engine.encounter import Encounter
from referee.engine.problem import NotUnderstood
from referee.engine.question import Roll
from referee.rules.descent.dice import DAMAGE, ENHANCEMENT, MISS, RANGE, SURGE, dice, lying, pools
from referee.rules.descent.effect import Effect, Surge, colours, effect, problem, surge
from referee.rules.descent.equipment import items
from referee.rules.descent.figures import row, templates

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


@pytest.mark.parametrize("colour", SUMS)
def test_faces(colour: str) -> None:
    faces = [dict(face.marks) for face in dice()[colour].faces]
    assert len(faces) == 6
    assert tuple(sum(face.get(mark, 0) for face in faces) for mark in (RANGE, DAMAGE, SURGE)) == SUMS[colour]
    assert sum(face.get(MISS, 0) for face in faces) == (colour in ("red", "blue", "white"))
    assert sum(face.get(ENHANCEMENT, 0) for face in faces) == (3 if colour == "black" else 0)


@pytest.mark.parametrize("colours_", POOLS)
def test_every_face_comes_as_often_as_the_others(colours_: tuple[str, ...]) -> None:
    thrown = pools(colours_)
    chance = AppDice(Random(1))
    roll = Roll(key="attack", prompt="", pools=thrown)
    seen = {colour: Counter[int]() for colour in colours_}
    for _ in range(THROWS // len(colours_)):
        for die in lying(thrown, chance.roll(Encounter(system="descent"), roll)):
            seen[die.colour][die.face] += 1
    for faces in seen.values():
        expected = faces.total() / 6
        assert sum((faces[face] - expected) ** 2 / expected for face in range(6)) < CRITICAL


def test_faces_are_typed_as_they_look() -> None:
    roll = Roll(key="attack", prompt="", pools=pools(("red", "green", "black", "black")))
    rolled = roll.read(Encounter(system="descent"), "131 021 + *")
    assert [die.label for die in lying(roll.pools, rolled)] == ["131", "021", "+", "*"]
    part = roll.read(Encounter(system="descent"), "x / 030")
    assert roll.lacks(part) and [die.label for die in lying(roll.pools, part)] == ["X", "030"]


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
            assert problem(trait, value) is None, (template.kind, trait)
    for thing in items().values():
        sold = thing.traits.get("surges", ())
        assert isinstance(sold, tuple) and all(surge(price).cost for price in sold)
        for trait in ("abilities", "offhand"):
            assert problem("abilities", thing.traits.get(trait, ())) is None


def test_monsters_grow_with_the_number_of_heroes() -> None:
    for template in templates():
        rows = [row(template.kind, heroes) for heroes in (1, 2, 3, 4, 7)]
        if rows[0] is not None:
            assert rows[0] == rows[1] and rows[3] == rows[4] and rows == sorted(rows, key=lambda r: r or (0, 0, 0))
