"""The sheet of a figure: nothing is cut that there is room for."""

from pathlib import Path

from tests.ui.table import drawn, playing, press
from tests.ui.test_roster import sample


async def test_explanations_go_on_over_lines_where_all_have_room(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "black_keep"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e")
        assert "…" not in drawn(pilot)
        assert "what it takes from its attackers' place on the" in drawn(pilot)


async def test_the_chosen_line_is_told_whole_where_not_all_have_room(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e", *["down"] * 4)
        assert "each level takes 1 off checks and saves; at 5 it can do nothing until rest" in drawn(pilot)


async def test_conditions_stand_above_what_seldom_changes(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", "condition mira frightened end gruk"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e")
        text = drawn(pilot)
        assert 0 < text.index("frightened, until the end of Gruk's next turn") < text.index("what an attack has to")
