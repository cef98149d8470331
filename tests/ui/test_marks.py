"""Marks in the roster: one order for several figures, some of them for half."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.ui.controller.marks import Marks, tag_list
from tests.ui.table import drawn, playing, press, table
from tests.ui.test_roster import rows, sample

pytestmark = pytest.mark.one_in(10)

SIZE = (80, 24)


def points(pilot: Pilot[None], *tags: str) -> list[int]:
    figures = table(pilot).table.session.encounter.figures
    return [figures[tag].tracks["hp"].now for tag in tags]


def marks(pilot: Pilot[None]) -> tuple[str, ...]:
    return table(pilot).table.cursor.marks.tags


async def test_damage_to_three_and_half_to_a_fourth_is_one_order_and_one_undo(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=SIZE) as pilot:
        await press(pilot, "5", "space", "6", "7", "8", "%")
        assert [text[1] for text in rows(pilot)[4:8]] == ["●", "●", "●", "½"]
        await press(pilot, "d", "5")
        assert "damage g1-4 5 half g4" in drawn(pilot)
        await press(pilot, "enter")
        assert points(pilot, "g1", "g2", "g3", "g4", "fang") == [2, 2, 2, 5, 9]
        assert not marks(pilot)
        await press(pilot, "u")
        assert points(pilot, "g1", "g2", "g3", "g4") == [7, 7, 7, 7]


async def test_an_order_that_is_left_keeps_the_marks_and_esc_takes_them_off(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=SIZE) as pilot:
        await press(pilot, "5", "space", "6", "d", "escape")
        assert marks(pilot) == ("g1", "g2")
        await press(pilot, "escape")
        assert not marks(pilot) and points(pilot, "g1") == [7]


async def test_heal_condition_note_and_removing_are_for_those_marked(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", "damage g1-2 5"), size=SIZE) as pilot:
        await press(pilot, "5", "space", "6", "+", "3", "enter")
        assert points(pilot, "g1", "g2") == [5, 5]
        await press(pilot, "5", "space", "6", "c", "/", "<prone>", "enter")
        await press(pilot, "5", "space", "6", ";", "<fled once>", "enter")
        figures = table(pilot).table.session.encounter.figures
        for tag in ("g1", "g2"):
            assert figures[tag].conditions[0].kind == "prone"
            assert figures[tag].traits["note"] == "fled once"
        await press(pilot, "5", "space", "6", "delete")
        figures = table(pilot).table.session.encounter.figures
        assert [figures[tag].standing for tag in ("g1", "g2", "g3")] == ["away", "away", "up"]
        assert not marks(pilot)


async def test_healing_knows_no_half(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=SIZE) as pilot:
        await press(pilot, "5", "%", "+")
        assert "Only damage can be halved" in drawn(pilot)


async def test_another_order_leaves_the_marks(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=SIZE) as pilot:
        await press(pilot, "5", "space", "N", "<a door slams>", "enter")
        assert marks(pilot) == ("g1",)


def test_the_same_key_again_takes_a_mark_off() -> None:
    there = Marks()
    there.press(("a", "b"))
    there.press(("b",), half=True)
    assert there.now == {"a": False, "b": True}
    there.press(("b",))
    assert there.tags == ("a",)
    there.press(("a", "b"))
    assert there.now == {"a": False, "b": False}
    there.press(("a", "b"))
    assert not there
    there.press(("a",), half=True)
    there.press(("a",), half=True)
    assert not there


async def test_numbers_mark_once_something_is_marked(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=SIZE) as pilot:
        await press(pilot, "6", "5", "space", "6")
        assert marks(pilot) == ("g1", "g2")
        assert "Space or number: more" in drawn(pilot) and "% half" in drawn(pilot)
        await press(pilot, "6", "space", "5")
        assert marks(pilot) == ("g2",)


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        (("g1", "g2", "g3", "ulf"), "g1-3,ulf"),
        (("g1", "g2"), "g1,g2"),
        (("g1", "g3", "g2"), "g1,g3,g2"),
        (("rat-9", "rat-10", "rat-11", "r12"), "rat-9-11,r12"),
    ],
)
def test_tags_in_a_row_are_written_as_a_range(tags: tuple[str, ...], words: str) -> None:
    assert tag_list(tags) == words


async def test_a_space_too_many_marks_nobody(tmp_path: Path) -> None:
    """The question is gone already when it comes, also of one who chose a figure before."""
    async with playing(sample(tmp_path, "olde_swords", "dice app"), size=SIZE) as pilot:
        await press(pilot, "n")
        for _ in range(8):  # all that the round asks first
            await press(pilot, "space")
        await press(pilot, "space", "space")
        assert not marks(pilot) and page_said(pilot) == "Go to a figure first: an arrow key, or its number."
        await press(pilot, "5", "d", "3", "enter", "space", "space")
        assert points(pilot, "g1") == [4] and not marks(pilot)
        await press(pilot, "down", "up", "space", "6")
        assert marks(pilot) == ("g1", "g2"), "none that is meant is lost"
        await press(pilot, "space", "space")
        assert marks(pilot) == ("g1", "g2")


def page_said(pilot: Pilot[None]) -> str:
    return table(pilot).table.line.said
