"""The tray: dice typed in their order, or each face by a key of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.dice.dice import Pool
from referee.engine.dice.typed_faces import RollInput, keys_of
from referee.engine.problem import NotUnderstood
from referee.rules.descent.kinds import pools
from tests.engine.toys.symbols import BLACK, RED

ATTACK = pools(("red", "green", "black", "black"))


def laid(there: tuple[Pool, ...], text: str) -> list[list[str]]:
    """What lies there after these words, as it is shown."""
    roll_input = RollInput(there)
    roll_input.put(text)
    return [[pool.label(face) for face in faces] for pool, faces in zip(there, roll_input.faces, strict=True)]


def test_each_face_has_a_key_and_signs_are_their_own() -> None:
    shown = [(key, ATTACK[place].name, ATTACK[place].label(face)) for key, (place, face) in keys_of(ATTACK).items()]
    assert shown == [
        ("X", "red", "X"),
        ("B", "red", "131"),
        ("E", "red", "220"),
        ("G", "red", "130"),
        ("H", "red", "040"),
        ("I", "red", "211"),
        ("J", "green", "110"),
        ("K", "green", "030"),
        ("L", "green", "120"),
        ("M", "green", "021"),
        ("O", "black", "-"),
        ("+", "black", "+"),
        ("*", "black", "*"),
    ]


def test_a_letter_that_begins_a_word_of_the_dice_is_no_key_and_numbers_have_none() -> None:
    keys = keys_of((Pool("r", die=RED), Pool("p", die=BLACK), Pool("d")))
    assert set("BES").isdisjoint(keys)
    assert len(keys) == 6 + 3 and all(place < 2 for place, _ in keys.values())


@pytest.mark.parametrize(
    "text",
    ["131021+*", "131 021 + *", "BM+*", "+*MB", "b 021 * +", "131 +*m", "* B / M / +", "/ / +* b m", "131/021*+"],
)
def test_dice_are_typed_in_any_order_by_key_and_in_theirs_by_face(text: str) -> None:
    there = laid(ATTACK, text)
    assert there[:2] == [["131"], ["021"]] and sorted(there[2]) == ["*", "+"]


@pytest.mark.parametrize(
    ("text", "why", "lies"),
    [
        ("BB", "Too many dice. Roll red, green and two black", [["131"], [], []]),
        ("+++", "Too many dice", [[], [], ["+", "+"]]),
        ("B 99", 'The green die has no "99". Faces: ', [["131"], [], []]),
        ("13", '"13" could be 131, 130 on the red die.', [[], [], []]),
        ("M z", 'The red die has no "z". Faces: X, 131', [[], ["021"], []]),
    ],
)
def test_the_first_that_cannot_be_is_refused_and_those_before_it_lie(
    text: str, why: str, lies: list[list[str]]
) -> None:
    roll_input = RollInput(ATTACK)
    with pytest.raises(NotUnderstood, match=why.replace("(", "\\(").replace("+", "\\+")):
        roll_input.put(text)
    assert [[pool.label(n) for n in faces] for pool, faces in zip(ATTACK, roll_input.faces, strict=True)] == lies


COLOURS = ("red", "blue", "white", "green", "yellow", "black")


@given(st.lists(st.sampled_from(COLOURS), min_size=1, max_size=8), st.data())
def test_the_keys_say_the_same_as_the_faces(colours: list[str], data: st.DataObject) -> None:
    there = pools(colours)
    thrown = [(n, data.draw(st.integers(0, 5))) for n, pool in enumerate(there) for _ in range(pool.count)]
    words = [there[n].label(face) for n, face in thrown]
    key_of = {(place, there[place].label(face)): key for key, (place, face) in keys_of(there).items()}
    keys = data.draw(st.permutations([key_of[n, there[n].label(face)] for n, face in thrown]))
    by_key, by_face = laid(there, "".join(keys)), laid(there, " ".join(words))
    assert [sorted(faces) for faces in by_key] == [sorted(faces) for faces in by_face]


def test_only_faces_of_one_digit_are_typed_without_blanks() -> None:
    nine, ten = ((Pool("die", 2, sides),) for sides in (9, 10))
    assert laid(nine, "19") == [["1", "9"]]
    assert laid(ten, "10 1") == [["10", "1"]]
    with pytest.raises(NotUnderstood, match="never shows 19"):
        RollInput(ten).put("19")
