"""The dice of a throw at the bottom of the screen: keys for symbols, reasons for many, and what has fallen."""

from pathlib import Path

import pytest

from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.rules.descent.kinds import pools
from referee.ui.drawing.dice_lines import Dice, dice_laid, dice_lines_for, dice_of
from tests.ui.table import drawn, playing, prepare, press, table
from tests.ui.test_question import sampled

pytestmark = pytest.mark.one_in(10)

MANY = Roll(
    key="attack",
    prompt="red attacks",
    pools=tuple(Pool(f"Model {n}", 3) for n in range(1, 13)),
    notes=("Ws 2 (5, -3 outnumbered), 3 dice (2, +1 spear Pike 1), Ap 1 (Powered 1)",) * 12,
)


def shown(question: Roll, typed: str, cells: int, rows: int) -> list[str]:
    """The lines of a throw as they are drawn."""
    there = dice_laid(dice_of(question, typed), cells, rows)
    return ["".join(text for item in row for text, _ in item.words).rstrip() for row in there]


@pytest.mark.parametrize("cells", [60, 80, 120])
@pytest.mark.parametrize("typed", [0, 1, 5, 17, 33, 35, 36])
def test_the_pool_that_is_typed_is_in_view_with_all_its_reasons(cells: int, typed: int) -> None:
    rows = shown(MANY, "5" * typed, cells, 4)
    here = " ".join(" ".join(rows).split())
    assert len(rows) == 4 and all(len(row) <= cells for row in rows)
    assert f"Model {min(typed // 3, 11) + 1} 3d6 {' '.join('555'[: typed % 3] or ('5' if typed == 36 else ''))}" in here
    assert "Ws 2 (5, -3 outnumbered), 3 dice (2, +1 spear Pike 1), Ap 1 (Powered 1)" in here
    assert "more" in rows[-1]


def test_each_face_has_its_key_and_what_fell_is_shown_with_what_is_due() -> None:
    roll = Roll(key="attack", prompt="?", pools=pools(("red", "green", "black", "black", "black")))
    assert dice_lines_for(dice_of(roll, ""), 80, 4) == 3
    assert [" ".join(row.split()) for row in shown(roll, "+B", 80, 4)] == [
        "red 131 X B 131 E 220 G 130 H 040 I 211",
        "❯ green · J 110 K 030 L 120 M 021",
        "3 black + · · O blank + *",
    ]


def test_dice_of_which_a_line_says_all_take_no_more() -> None:
    assert dice_of(Roll(key="k", prompt="?", pools=(Pool("", 2),)), "") == Dice()


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (120, 40)])
async def test_an_attack_is_typed_by_keys_and_clicks(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(sampled(tmp_path, "descent"), size=size) as pilot:
        screen = table(pilot)
        await press(pilot, "n", "a", "s", "a", "d", "1", "enter", "B")
        assert "131" in drawn(pilot) and "1 of " in drawn(pilot) and "B 131" in drawn(pilot)
        place = drawn(pilot).splitlines()
        row = next(line for line in place if "J 110" in line)
        ask = screen.query_one("#ask")
        at = (row.index("J 110"), next(n for n in range(ask.size.height) if "J 110" in ask.render_line(n).text))
        await pilot.click("#ask", offset=at)
        await pilot.pause()
        assert screen.table.line.answer.text == "BJ" and "2 of " in drawn(pilot)


async def test_a_blank_face_may_be_typed_as_its_sign_or_by_its_key(tmp_path: Path) -> None:
    orders = ("add duellist Ann", "add ghoul x2", "next", "battle", "attack ann g1 cleaver 1")
    for blanks in ("--", "OO", "-O"):
        async with playing(prepare(tmp_path / blanks, *orders, system="descent"), size=(80, 24)) as pilot:
            assert "O blank" in drawn(pilot) and "- blank" not in drawn(pilot)
            await press(pilot, "B", "J", *blanks)
            assert "2 black - -" in drawn(pilot)


async def test_checks_of_one_side_take_one_line_of_numbers(tmp_path: Path) -> None:
    lines = ("dice table", "add hero Ann dex=0", "add hero Bea dex=0", "add goblin", "next")
    async with playing(prepare(tmp_path, *lines, system="olde_swords")) as pilot:
        await press(pilot, *"14", "space", "3")
        assert "Enter: 14; 3" in drawn(pilot)
        await press(pilot, "enter")
        session = table(pilot).table.session
        assert session.encounter.round == 1 and session.encounter.turn == "ann"
