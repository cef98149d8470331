"""The sheet of a figure: nothing is cut that there is room for."""

import re
from pathlib import Path

import pytest

from referee.command_language.keyed_offers import figure_letters
from referee.engine.state.condition import ROUND
from referee.ui.panes.detail import Detail
from referee.ui.screens.figure import FigureSheet
from tests.odds.fights import lines_of
from tests.ui.table import drawn, page, playing, prepare, press, table, within
from tests.ui.test_roster import sample
from tests.ui.test_sizes import pane_text

pytestmark = pytest.mark.one_in(10)


async def test_the_sheet_is_the_stat_block_and_cuts_nothing(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "fifth"), size=(150, 60)) as pilot:
        await press(pilot, "1")
        block = [row.strip() for row in pane_text(pilot, Detail).splitlines()[2:] if "──" not in row]
        await press(pilot, "e")
        sheet = " ".join(drawn(pilot).split())
        assert "…" not in sheet and all(" ".join(row.split()) in sheet for row in block if "━" not in row and row)


async def test_a_value_is_typed_where_it_stands(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "fifth"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e", "down", "down", "down", "e", "ctrl+u", "<21>")
        listing = page(pilot).listing
        assert any(row.startswith("›HP") and "21" in row and "━" not in row for row in within(listing))
        rows = drawn(pilot).splitlines()
        assert "21" not in rows[-1] and rows[-1].startswith(" ANSWER")
        await press(pilot, "enter")
        assert any(row.startswith("›HP") and "21/44" in row for row in within(listing))


async def test_a_click_chooses_the_value_under_it(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "fifth"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e")
        sheet = pilot.app.screen
        assert isinstance(sheet, FigureSheet)
        rows = drawn(pilot).splitlines()
        y = next(n for n, row in enumerate(rows) if "Constitution " in row)
        for name in ("Strength", "Constitution"):
            _ = await pilot.click(offset=(rows[y].index(name) + 3, y))
            assert sheet.entry.name == name


async def test_the_chosen_entry_is_explained_below(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e", *["down"] * 4)
        assert "each level is -1 to checks and saves; at 5 the figure can only rest" in drawn(pilot)


async def test_conditions_stand_above_what_seldom_changes(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", "condition mira frightened end gruk"), size=(80, 40)) as pilot:
        await press(pilot, "1", "e")
        text = drawn(pilot)
        assert 0 < text.index("frightened: until the end of Gruk's next turn") < text.index("usual values")


async def test_a_weapon_is_given_and_taken_on_the_sheet(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "fifth"), size=(100, 60)) as pilot:
        await press(pilot, "1", "e")
        page = pilot.app.screen
        assert isinstance(page, FigureSheet)
        page.listing.move([entry.shown for entry in page.entries].index("weapon: give or take one"))
        await press(pilot, "e", "<bite>", "space", "<+5>", "space", "<1d8+3>", "enter")
        weapons = {entry.name: entry.shown for entry in page.entries if entry.section == "weapon"}
        assert weapons == {"longsword": "+6, 1d8+3 slashing", "bite": "+5, 1d8+3"}
        page.listing.move([entry.name for entry in page.entries].index("longsword") - page.listing.at)
        await press(pilot, "x")
        assert [entry.name for entry in page.entries if entry.section == "weapon"] == ["bite"]


async def test_a_condition_is_chosen_by_letters_as_at_the_table(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=(80, 24)) as pilot:
        session = table(pilot).table.session
        await press(pilot, "2", "space", "1", "space", "3", "e")  # two others are marked
        tag = page(pilot).tag if isinstance(page(pilot), FigureSheet) else ""
        name = session.encounter.name(tag)
        await press(pilot, "c")
        assert f"Which condition for {name}?" in drawn(pilot) and "s stunned" in drawn(pilot)
        await press(pilot, "?")
        assert "? is not a condition here" in drawn(pilot)
        await press(pilot, "s")
        assert f"Stunned for {name}: how long?" in drawn(pilot)
        await press(pilot, "e")
        letters = figure_letters(session.encounter)
        other = next(each for each in letters if each != tag)
        assert "of whose turn?" in drawn(pilot)
        assert f"{letters[other]} {session.encounter.name(other)}" in drawn(pilot)
        await press(pilot, letters[other])
        (lying,) = session.encounter.figures[tag].conditions
        assert lying.kind == "stunned" and lying.until is not None and lying.until.of == other
        assert sum(len(figure.conditions) for figure in session.encounter.figures.values()) == 1
        assert "stunned: until the end of" in drawn(pilot) and drawn(pilot).splitlines()[-1].startswith(" KEYS")
        await press(pilot, "u")
        assert not session.encounter.figures[tag].conditions


async def test_how_long_a_condition_lies_is_changed_on_its_line_and_escape_changes_nothing(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=(100, 30)) as pilot:
        session = table(pilot).table.session
        await press(pilot, "1", "e", "c", "s", "3", "enter")
        sheet = page(pilot)
        assert isinstance(sheet, FigureSheet)
        at = next(n for n, entry in enumerate(sheet.entries) if entry.condition)
        await press(pilot, *["down"] * at, "e")
        assert "how long?" in drawn(pilot)
        position = session.step_log.position
        await press(pilot, "escape", "c", "escape")
        assert session.step_log.position == position and isinstance(page(pilot), FigureSheet)
        await press(pilot, "e", "2", "r", "enter")
        (lying,) = session.encounter.figures[sheet.tag].conditions
        assert lying.until is not None and (lying.until.of, lying.until.left) == (ROUND, 2)
        sheet.press("c")
        sheet.show()
        await pilot.pause()
        sheet.take_paste("prone")
        await press(pilot, "enter")
        assert [each.kind for each in session.encounter.figures[sheet.tag].conditions] == ["stunned", "prone"]


async def test_values_words_and_tracks_stand_in_one_column(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e")
        rows = [row[1:] for row in within(page(pilot).listing)]
        names = ("name", "side", "standing", "HP", "fatigue", "saves", "armour", "hit die", "shield")
        found = [re.match(r"([a-zA-Z]+(?: [a-z]+)*) +", row) for row in rows]
        starts = {match[1]: match.end() for match in found if match is not None and match[1] in names}
        assert starts.keys() == {*names} and len(set(starts.values())) == 1


async def test_what_a_value_asks_is_asked_at_the_table(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "2", "e", "down", "e", "ctrl+u", "<third>", "enter")
        screen = table(pilot)
        assert "Nobody is on side third yet" in drawn(pilot)
        await press(pilot, "t")
        assert screen.table.session.encounter.figures["grave"].side == "third"


async def test_the_sheet_stays_open_while_a_question_waits_at_the_table(tmp_path: Path) -> None:
    saves = prepare(tmp_path, *lines_of("fifth"), "attack longsword g1", system="fifth")
    async with playing(saves, size=(80, 40)) as pilot:
        session = table(pilot).table.session
        (question,) = session.questions
        await press(pilot, "f2", "1", "e", "down", "down", "down", "e", "ctrl+u", "<21>", "enter")
        assert isinstance(page(pilot), FigureSheet) and any("21/" in row for row in within(page(pilot).listing))
        assert [each.key for each in session.questions] == [question.key]


async def test_what_every_figure_has_cannot_be_left_empty(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        before = table(pilot).table.session.encounter
        await press(pilot, "2", "e")
        for name, now in (("name", "Grave"), ("side", "monsters"), ("standing", "up"), ("wounds", "2/2")):
            await press(pilot, "e", "ctrl+u", "enter")
            assert f"Type a value for the {name}. It is still {now}." in drawn(pilot)
            await press(pilot, "down")
        await press(pilot, "escape")
        assert table(pilot).table.session.encounter == before
