"""What is told of a figure beside the roster, and on its sheet."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from referee.dialogue.run_lines import run_line
from referee.engine.contract.ruleset import Ruleset
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.library.typed_figure import figure_of
from referee.rules import registry
from referee.store.saves import Saves
from referee.ui.drawing import stat_block
from referee.ui.drawing.stat_block import things_width
from referee.ui.drawing.stat_block_entries import Entry, told
from referee.ui.panes.detail import Detail
from referee.ui.screens.figure import FigureSheet
from tests.ui.table import drawn, page, playing, prepare, press, table
from tests.ui.test_sizes import pane_text

pytestmark = pytest.mark.one_in(10)

DUEL = ("add goblin initiative=9", "add hero Ann initiative=5 hp=9", "next")


async def test_death_saves_are_told_only_of_who_makes_them(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, system="fifth"), size=(150, 50)) as pilot:
        assert "action" in pane_text(pilot, Detail) and "failures" not in pane_text(pilot, Detail)
        assert "light weapon" not in pane_text(pilot, Detail)
        await press(pilot, "<:set g1 failures 1>", "enter")
        assert "failures" in pane_text(pilot, Detail) and "successes" not in pane_text(pilot, Detail)
        await press(pilot, "1", "e")
        sheet = page(pilot)
        assert isinstance(sheet, FigureSheet)
        assert [each.name for each in sheet.entries if each.gauge] == [
            "HP",
            "action",
            "bonus action",
            "reaction",
            "failures",
        ]
        assert any("slot1" in each.hint and "light_attack" not in each.hint for each in sheet.entries)
        assert not any("successes" in each.hint for each in sheet.entries)


async def test_between_two_turns_the_block_of_whoever_had_the_last_stays(tmp_path: Path) -> None:
    sample = registry.load("black_keep").sample().splitlines()
    async with playing(prepare(tmp_path, "dice table", *sample, "next"), size=(150, 40)) as pilot:
        for name in ("Ulf", "Tia", "Rat 1", "Rat 2"):
            encounter = table(pilot).table.session.encounter
            assert encounter.name(encounter.turn or "") == name and f"─ {name} ─" in pane_text(pilot, Detail)
            await press(pilot, "n")
        assert table(pilot).table.session.encounter.turn is None and "─ Rat 2 ─" in pane_text(pilot, Detail)


async def test_numbers_stand_in_columns_and_what_it_carries_in_rows(tmp_path: Path) -> None:
    lines = ("add rogue Ann init=15", "add goblin init=3", "next", "condition ann poisoned 3r")
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(200, 50)) as pilot:
        rows = pane_text(pilot, Detail).splitlines()
        text = " ".join(" ".join(rows).split())
        assert "Dexterity +4" in text and "init 15" in text, "what is added to a roll has its sign"
        assert re.search(r"HP +━+ \d+/\d+", text) and "── weapon rapier " in text
        assert "── conditions poisoned: for 3 rounds" in text
        starts = {row.index("+") for row in rows if re.match(r"(rapier|dagger|shortbow) ", row)}
        assert len(starts) == 1, "what they do begins in one column"
        ends = [re.search(r"^(action|bonus action|reaction) +([○●])", row) for row in rows]
        assert len({found.start(2) for found in ends if found}) == 1
        assert re.fullmatch(r"─ Ann ─+ ann ─", rows[0])
    async with playing(Saves(tmp_path), size=(120, 40)) as pilot:
        rows = pane_text(pilot, Detail).splitlines()
        assert all(cell_len(row) <= 35 for row in rows) and any("rapier" in row for row in rows)


def entries(words: str) -> list[Entry]:
    """What is told of a figure of the fifth edition."""
    session = Session(registry.load("fifth"), MemoryStepLog(Encounter(system="fifth")))
    run_line(session, f"add {words} Ann")
    return list(told(session.rules, session.encounter, session.encounter.figures["ann"]))


def test_what_is_by_hand_and_the_note_stand_behind_all_else() -> None:
    there = entries("paladin9")
    assert [entry.name for entry in there][-2:] == ["by hand", "note"] and there[-3].section == "spell"


def test_a_name_with_brackets_is_kept_whole_beside_what_the_thing_does() -> None:
    does = {entry.name: entry.shown for entry in entries("lich") if entry.shape == "thing"}
    assert does["Paralyzing Touch (legendary)"] == does["Paralyzing Touch"] == "+12, 3d6 cold; DC 18 con"


async def test_what_does_not_fit_is_announced_and_the_wheel_brings_it_in(tmp_path: Path) -> None:
    lines = ("add wizard Ann init=15", *(f"condition ann {name} 3r" for name in ("poisoned", "prone", "stunned")))
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(120, 24)) as pilot:
        pane = pilot.app.screen.query_one(Detail)
        assert re.search(r"… \d+ more: e shows all", pane_text(pilot, Detail))
        assert "stunned" not in pane_text(pilot, Detail)
        for _ in range(20):
            pane.scrolled(3)
        assert "stunned" in pane_text(pilot, Detail) and "shows all" not in pane_text(pilot, Detail)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("width", [80, 99, 100, 112, 113, 120, 200])
async def test_the_figure_that_is_being_added_is_shown_beside_what_is_typed(tmp_path: Path, width: int) -> None:
    async with playing(prepare(tmp_path, "add fighter Ann", system="fifth"), size=(width, 30)) as pilot:
        await press(pilot, "1", "A", "<gob>")
        shows = "goblin · foes" in drawn(pilot)
        assert shows == (width >= 100) == (table(pilot).query_one(Detail).display and "scimitar" in drawn(pilot))
        if shows:
            await press(pilot, "<lin Boss hp=21>")
            assert "21" in pane_text(pilot, Detail) and "Boss" in pane_text(pilot, Detail)
            await press(pilot, "<; wolf>")
            assert "wolf · foes" in pane_text(pilot, Detail)
            await press(pilot, "ctrl+u", "<add nobody>")
            assert "wolf" not in pane_text(pilot, Detail)
        await press(pilot, "ctrl+u", "<add goblin>", "enter", "escape")
        assert table(pilot).query_one(Detail).display == (width >= 113)
        assert table(pilot).table.line.coming is None
        if width >= 113:
            assert "Ann" in pane_text(pilot, Detail)


def test_things_of_one_name_are_told_once_with_their_number() -> None:
    rules = registry.load("gloomhaven")
    made = figure_of(rules, "bandit-guard")
    assert made is not None
    names = [entry.name for entry in told(rules, *made)]
    assert any(name.endswith(" x6") for name in names) and len(names) == len(set(names))


async def test_beside_a_question_stands_whose_turn_it_is_until_another_is_marked(tmp_path: Path) -> None:
    lines = (*registry.load("olde_swords").sample().splitlines(), "dice table")
    begun = ("next", "< 15", "< 9", "< 16", "< 4", "< mira")
    async with playing(prepare(tmp_path, *lines, *begun, system="olde_swords"), size=(120, 40)) as pilot:
        assert re.match(r"─ Mira ─+ mira ─", pane_text(pilot, Detail))
        await press(pilot, "a")
        assert re.match(r"─ Mira ─+ mira ─", pane_text(pilot, Detail)), "what Space would take is no choice yet"
        await press(pilot, "down")
        assert re.match(r"─ Goblin 2 ─+ g2 ─", pane_text(pilot, Detail)) and "shortsword" in pane_text(pilot, Detail)
        await press(pilot, "escape")
        assert re.match(r"─ Mira ─+ mira ─", pane_text(pilot, Detail))


async def test_what_figures_of_one_kind_carry_is_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the game keeps something of its own for one of them, as of the first that joined of several."""
    measured: list[str] = []

    def width(rules: Ruleset, encounter: Encounter, figure: Figure, most: int) -> int:
        measured.append(figure.kind)
        return things_width(rules, encounter, figure, most)

    monkeypatch.setattr(stat_block, "things_width", width)
    lines = ("add goblin x4", "add fighter x3", "add cleric Mira", "next")
    async with playing(prepare(tmp_path, *lines, system="fifth")):
        assert sorted(measured) == ["cleric", "fighter", "goblin"]
