"""The keys of the log: opening a line, searching, copying."""

import re
from pathlib import Path

import pytest

from referee.ui.app import RefereeApp
from referee.ui.drawing.text_line import Line
from referee.ui.panes.log import Log
from referee.ui.panes.log_entry import drawn_entry
from referee.words.log_line import LogLine
from tests.ui.table import page, playing, prepare, press, table, within
from tests.ui.test_encounter import drawn

pytestmark = pytest.mark.one_in(10)

STRIKE = ("a", "4", "enter", "2", "enter", "1", "enter")


async def test_enter_opens_a_line_and_escape_closes_it_then_leaves(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(120, 40)) as pilot:
        await press(pilot, *STRIKE, "l")
        lines = table(pilot).table.log_lines.lines()
        attack = next(n for n, one in enumerate(lines) if one.text.startswith("Ulf attacks"))
        await press(pilot, *["up"] * (len(lines) - 1 - attack), "enter")
        assert "> attack" in drawn(pilot) and "BK-04 " in drawn(pilot)
        await press(pilot, "escape")
        assert "> attack" not in drawn(pilot) and table(pilot).table.cursor.pane == "log"
        await press(pilot, "escape")
        assert table(pilot).table.cursor.pane == "roster"


async def test_the_log_is_searched_as_one_types(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, *STRIKE, "/", "<rat>")
        cursor, lines = table(pilot).table.cursor, table(pilot).table.log_lines.lines()
        at = cursor.log_line(len(lines))
        assert at is not None and "Rat" in lines[at].text
        await press(pilot, "enter")
        assert (cursor.log_line(len(lines)), table(pilot).table.line.mode) == (at, "KEYS")
        await press(pilot, "/", "<nothing like it>", "escape")
        assert cursor.log_line(len(lines)) == len(lines) - 1


async def test_a_line_and_the_whole_log_can_be_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(RefereeApp, "copy_to_clipboard", lambda self, text: copied.append(text))
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "l", "y", "Y", "escape", ":", "<copy>", "enter")
        lines = table(pilot).table.log_lines.lines()
    line, log, roster = copied
    assert line == lines[-1].text and len(log.splitlines()) == len(lines)
    assert any(row.startswith("Ulf:") for row in roster.splitlines())


async def test_the_history_is_searched(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "h", "/", "<rat>", "enter")
        assert page(pilot).listing.at == 3
        await press(pilot, "n")
        assert "No other line" in drawn(pilot)


def texts(rows: list[Line]) -> list[str]:
    return ["".join(text for text, _ in row.words) for row in rows]


def test_a_line_that_does_not_fit_tells_its_sums_in_fewer_letters() -> None:
    entry = LogLine(
        "Ulf → Rat 1: d20 14 + STR 5 = 19 vs 13, hit", ("T-3", "T-4", "T-5"), short="Ulf → Rat 1: 14 + 5 = 19"
    )
    (wide,) = texts(drawn_entry(entry, 60))
    assert wide.startswith("  Ulf → Rat 1: d20 14 + STR 5 = 19 vs 13, hit ") and wide.endswith(" T-3 T-4")
    assert texts(drawn_entry(entry, 40))[0].startswith("  Ulf → Rat 1: 14 + 5 = 19")


def test_a_round_begins_with_a_rule_and_what_came_besides_is_indented() -> None:
    (rule,) = texts(drawn_entry(LogLine("Round 3: fights", ("T-1",), round=3, head=True, begins="round"), 40))
    assert rule.startswith("── Round 3: fights ──") and rule.endswith("─ T-1") and len(rule) == 39
    by_hand = drawn_entry(LogLine("Ulf takes 2.  Wounds 2 → 1", hand=True, head=True), 40)
    assert texts(by_hand) == ["✎ Ulf takes 2.  Wounds 2 → 1"] and by_hand[0].words[0][1] == "text"
    assert texts(drawn_entry(LogLine("Rat 1 is prone"), 40)) == ["  Rat 1 is prone"]


def test_a_value_before_and_after_is_not_broken_over_two_lines() -> None:
    told = texts(drawn_entry(LogLine("Ulf attacks Rat 1 with axe: hit.  HP 12 → 7", head=True), 41))
    assert told == ["Ulf attacks Rat 1 with axe: hit.", "  HP 12 → 7"]


async def test_the_newest_line_is_at_the_bottom_and_setting_up_gives_way(tmp_path: Path) -> None:
    lines = ("dice app", *(f"note {n}" for n in range(12)), "next", "note begun")
    async with playing(
        prepare(tmp_path, "add knight Ulf", "add rat", "engage ulf rat", *lines), size=(80, 24)
    ) as pilot:
        pane = table(pilot).query_one(Log)
        rows = [row.strip() for row in within(pane)[1:]]
        assert rows[-1] == "begun" and re.match(r"… \d+ lines of setting up", rows[0])
        assert any(row.startswith("── Round 1") for row in rows) and "" not in rows
