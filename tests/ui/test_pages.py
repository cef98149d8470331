"""The pages beside the table: figure sheet, history, rules, help and settings."""

from pathlib import Path

import pytest

from referee.ui.screens.history import History
from referee.ui.screens.rules import Rules
from tests.ui.table import drawn, page, playing, prepare, press, table


async def test_everything_about_a_figure_can_be_changed(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "2", "e", "enter", "ctrl+u", "<Grave King>", "enter")
        assert screen.session.encounter.figures["grave"].name == "Grave King"
        await press(pilot, "down", "down", "enter", "ctrl+u", "<dead>", "enter")
        assert screen.session.encounter.figures["grave"].standing == "dead"
        await press(pilot, "down", "-")
        assert screen.session.encounter.figures["grave"].tracks["wounds"].now == 1
        await press(pilot, "enter", "ctrl+u", "<2/5>", "enter")
        assert screen.session.encounter.figures["grave"].tracks["wounds"].most == 5
        await press(pilot, "u")
        assert screen.session.encounter.figures["grave"].tracks["wounds"].most == 2


async def test_conditions_are_put_on_and_lifted_on_the_sheet(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "2", "e", "c", "<cursed 2>", "enter")
        there = screen.session.encounter.figures["grave"].conditions
        assert [condition.kind for condition in there] == ["cursed"]
        await press(pilot, "end")
        assert "cursed" in drawn(pilot) and "turns" in drawn(pilot)
        await press(pilot, "x")
        assert not screen.session.encounter.figures["grave"].conditions


async def test_a_value_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        before = table(pilot).session.tape.position
        session = table(pilot).session
        await press(pilot, "2", "e", "down", "down", "down", "enter", "ctrl+u", "<9/3>", "enter")
        assert "cannot be" in drawn(pilot)
        assert session.tape.position == before


async def test_the_rules_are_searched(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "r", "/", "<strike back>")
        rules = page(pilot)
        assert isinstance(rules, Rules)
        assert rules.found and all("strike" in clause.text.lower() for clause in rules.found)
        await press(pilot, "enter", "a")
        assert len(rules.found) == len(rules.rules.clauses())


async def test_a_line_of_the_log_leads_to_its_clause(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "4", "enter", "2", "enter", "1", "enter", "l")
        lines = screen.record.lines()
        place = next(n for n, line in enumerate(lines) if "BK-08" in line.cites or "BK-04" in line.cites)
        await press(pilot, *["up"] * (len(lines) - place), "enter")
        rules = page(pilot)
        assert isinstance(rules, Rules)
        assert rules.found[rules.listing.at].id == lines[place].cites[0]


async def test_the_history_goes_back_and_forth(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        now = screen.session.encounter
        await press(pilot, "h", "home", "down", "enter")
        assert list(screen.session.encounter.figures) == ["ulf"]
        assert "taken back" in page(pilot).heading
        await press(pilot, "end", "enter")
        assert screen.session.encounter == now


async def test_a_roll_of_the_past_is_corrected_after_a_look_at_what_differs(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "4", "enter", "2", "enter", "1", "enter")
        assert screen.session.encounter.figures["grave"].tracks["wounds"].now == 1
        await press(pilot, "h", "a")
        history = page(pilot)
        assert isinstance(history, History)
        await press(pilot, "ctrl+u", "<2 6 < 1 1>", "enter")
        assert "Different then: Grave" in drawn(pilot)
        assert screen.session.encounter.figures["grave"].tracks["wounds"].now == 1
        await press(pilot, "y", "enter")
        assert screen.session.encounter.figures["grave"].tracks["wounds"].now == 2


async def test_settings_change_the_readings_of_the_rules_and_the_theme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.ui.choice.user_config_path", lambda name: tmp_path / "config")
    async with playing(prepare(tmp_path / "saves")) as pilot:
        screen = table(pilot)
        await press(pilot, "S", "enter")
        assert pilot.app.theme == "light"
        assert "light" in (tmp_path / "config" / "settings.toml").read_text()
        await press(pilot, "down", "down", "enter")
        assert screen.session.encounter.groups["table"].traits["multi_dice"] == "each"
