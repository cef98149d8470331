"""A plan is opened from the shelf, and from the page of a new encounter."""

from pathlib import Path

import pytest

from referee.store.library import Library
from referee.store.library_record import KeptPlan
from referee.store.library_tables import PLANS
from referee.store.saves import Saves
from referee.ui.screens.shelf import Shelf
from tests.ui.table import drawn, page, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)


async def test_a_plan_file_is_opened_from_the_shelf(tmp_path: Path) -> None:
    saves = prepare(tmp_path / "saves")
    (tmp_path / "ambush.txt").write_text("system plain\nadd foe Rat x2\n")
    (tmp_path / "bad.txt").write_text("system plain\nadd foe\nfoo\n")
    async with playing(saves, None) as pilot:
        await press(pilot, "O", f"<{tmp_path / 'bad.txt'}>", "enter")
        assert 'bad.txt, line 3: There is no command "foo"' in drawn(pilot).replace("\n", " ")
        assert isinstance(page(pilot), Shelf) and len(saves.all()) == 1
        await press(pilot, "ctrl+u", f"<{tmp_path / 'ambush.txt'}>", "enter")
        assert table(pilot).table.title == "ambush"
        assert list(table(pilot).table.session.encounter.figures) == ["r1", "r2"]


async def test_a_plan_of_the_library_is_opened_under_the_name_that_was_typed(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    Library(tmp_path).add(PLANS, [KeptPlan(name="Ford", system="plain", text="system plain\nadd foe Wolf")])
    async with playing(saves, None) as pilot:
        await press(pilot, "n", "ctrl+u", "<Tonight>", "enter", "O", "<ford>", "enter")
        assert table(pilot).table.title == "Tonight"
        assert [type(screen).__name__ for screen in pilot.app.screen_stack][1:] == ["EncounterScreen"]
        assert list(table(pilot).table.session.encounter.figures) == ["wolf"]
        await press(pilot, "q", "O", "<nothing>", "enter")
        assert "no plan of that name" in drawn(pilot).replace("\n", " ")
        await press(pilot, "escape", "n", "ctrl+u", "<x>", "enter", "O", "escape")
        assert "Which game?" in drawn(pilot)


async def test_guests_open_plans_of_the_library_only(tmp_path: Path) -> None:
    (tmp_path / "ambush.txt").write_text("system plain\nadd foe Rat x2\n")
    saves = Saves(tmp_path / "saves")
    async with playing(saves, None) as pilot:
        pilot.app.shared = True  # type: ignore[attr-defined]
        await press(pilot, "O", f"<{tmp_path / 'ambush.txt'}>", "enter")
        assert "no plan of that name" in drawn(pilot).replace("\n", " ") and not saves.all()


async def test_enter_in_the_library_begins_an_encounter_from_a_plan(tmp_path: Path) -> None:
    saves, library = prepare(tmp_path, "add foe Rat", system="plain"), Library(tmp_path)
    plans = [("Bad", "system plain\nfoo"), ("Ford", "system plain\nadd foe Wolf")]
    library.add(PLANS, [KeptPlan(name=name, system="plain", text=text) for name, text in plans])
    async with playing(saves, None) as pilot:
        await press(pilot, "L", "shift+tab", "<bad>", "enter")
        assert 'Bad, line 2: There is no command "foo"' in drawn(pilot) and len(saves.all()) == 1
        await press(pilot, "ctrl+u", "<ford>", "enter")
        assert table(pilot).table.title == "Ford"
        await press(pilot, "L", "shift+tab", "<ford>", "enter")
        assert "go to the shelf" in drawn(pilot).replace("\n", " ") and len(saves.all()) == 2
        await press(pilot, "escape", "q", "q")
        assert isinstance(page(pilot), Shelf)
        await press(pilot, "L", "shift+tab", "down", "enter")
        assert table(pilot).table.title.startswith("Ford") and len(saves.all()) == 3
