"""A mistake of the program in what is shown costs that alone: it is reported, and the table goes on."""

from pathlib import Path
from typing import Any, NoReturn

import pytest
from rich.pretty import pretty_repr

from referee.engine import mistake
from referee.engine.questions.question import Pick
from referee.engine.verbs import parameters
from referee.rules.registry import load, names
from referee.ui.controller import footer_content, reply
from referee.ui.panes.pane import Pane
from referee.ui.terminal import crash_report
from referee.words import log, next_turn
from tests.ui.table import drawn, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

DUEL = ("dice table", "add knight Ulf", "add rat x2", "engage r1 ulf", "engage r2 ulf")


def broken(*args: Any, **named: Any) -> NoReturn:
    raise ZeroDivisionError("made for this test")


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    found: list[Exception] = []
    monkeypatch.setattr(mistake, "reporters", [found.append])
    return found


BROKEN: dict[str, tuple[object, str, str]] = {
    "menu": (parameters, "dead_end", "Ulf"),
    "next": (next_turn, "_next", "The effect of `next` cannot be shown: a mistake in Referee, not yours."),
    "log": (log, "brief", "This line of the log cannot be shown: a mistake"),
    "question": (footer_content, "_above", "The question cannot be shown: a mistake"),
}
"""For each sort of thing that is shown, a function that it is made by, and what is on the screen in its place."""


@pytest.mark.parametrize("what", BROKEN)
async def test_the_table_goes_on(what: str, tmp_path: Path, reported: list[Exception]) -> None:
    module, function, told = BROKEN[what]
    async with playing(prepare(tmp_path, *DUEL), size=(120, 40)) as pilot:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, function, broken)
            await press(pilot, "n")
            shown = drawn(pilot)
        assert told in shown and reported and isinstance(reported[0], ZeroDivisionError)
        await press(pilot, "d", "1", "enter")
        assert table(pilot).table.session.encounter.figures["ulf"].tracks["wounds"].now == 1


@pytest.mark.one_in(6)
@pytest.mark.parametrize("pane", ["status", "initiative", "roster", "actions", "log", "detail", "ask"])
async def test_a_pane_that_cannot_be_drawn_says_so(pane: str, tmp_path: Path, reported: list[Exception]) -> None:
    async with playing(prepare(tmp_path, *DUEL), size=(120, 40)) as pilot:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(table(pilot).query_one(f"#{pane}", Pane)), "content", broken)
            await press(pilot, "n")
            assert "mistake" in drawn(pilot) or pane == "status"
            assert reported
        await press(pilot, "n")
        assert "mistake" not in drawn(pilot)


@pytest.mark.parametrize(("module", "function"), [(Pick, "offers"), (reply, "_word"), (reply, "_nothing_typed")])
async def test_what_is_offered_and_proposed(
    module: object, function: str, tmp_path: Path, reported: list[Exception]
) -> None:
    async with playing(prepare(tmp_path, *DUEL, "next"), size=(120, 40)) as pilot:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, function, broken)
            await press(pilot, "a")
            assert reported and ("attacks" in drawn(pilot) or "The question cannot be shown" in drawn(pilot))
        await press(pilot, "space")
        assert table(pilot).table.session.questions


def test_a_report_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(crash_report, "write_report", written.append)
    error = ZeroDivisionError("made for this test of reports")
    crash_report.report_once(error)
    crash_report.report_once(error)
    assert len(written) == 1 and "made for this test of reports" in written[0]


@pytest.mark.parametrize("system", names())
def test_a_crash_report_does_not_tell_all_that_a_game_has(system: str) -> None:
    """It shows the values of each call; of fifth they were gigabytes."""
    rules = load(system)
    assert len(repr(rules)) < 100
    assert max(len(pretty_repr(each, max_length=5, max_string=80)) for each in rules.verbs) < 100
