"""The bench: what it makes of what it measured, what is kept of it, and where that is shown."""

import xml.etree.ElementTree as Xml
from dataclasses import replace
from pathlib import Path

import pytest

from referee.dialogue.transcript import bare
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules.registry import load
from tests.bench import develop_topic, figures
from tests.bench.bars import picture
from tests.bench.crowd import gather
from tests.bench.fight_keys import REDO, UNDO, fight_keys
from tests.bench.figures import Kept, Machine, machine, rows_kept, title, with_rows
from tests.bench.measures import PARTS
from tests.bench.programs import Spent, within
from tests.bench.row import (
    Budget,
    Limit,
    Measure,
    Row,
    Spread,
    Unit,
    budget_text,
    compared,
    compared_text,
    measured_text,
    number,
    percentile,
    rows_of,
)
from tests.picture import COMMITTED

TEN = Budget(10)


def row(*values: float, budget: Budget | None = TEN, unit: Unit = Unit.MS, before: float | None = None) -> Row:
    """The row of these runs."""
    runs = [[Measure("open", unit, value, budget=budget, empty=4.0)] for value in values]
    return replace(rows_of("start", runs)[0], before=before)


def test_runs_become_a_median_with_the_least_and_the_most() -> None:
    runs = [[Measure("a", Unit.MS, n, n / 2), Measure("b", Unit.COUNT, 3)] for n in (9, 1, 2, 8, 4)]
    a, b = rows_of("start", runs)
    assert (a.name, a.measured, a.cpu) == ("a", (4, 1, 9), (2, 0.5, 4.5))
    assert (b.name, b.measured, b.cpu) == ("b", (3, 3, 3), None)
    assert row(1, 2).measured.median == 1.5


def test_what_so_many_of_a_hundred_are_within() -> None:
    values = [float(n) for n in range(100, -1, -1)]
    assert [percentile(values, percent) for percent in (0, 50, 95, 99, 100)] == [0, 50, 95, 99, 100]
    assert percentile([7.0], 99) == 7
    assert within([Spent(n, 100 - n) for n in range(101)], 95) == (95, 95)


def test_the_ratio_to_a_budget() -> None:
    assert row(5, 10, 20).of_budget == (1.0, 0.5, 2.0)
    assert row(5, 10, 20, budget=Budget(20, Limit.LEAST)).of_budget == (2.0, 1.0, 4.0)
    assert row(5, budget=None).of_budget is None
    assert row(0, 0, 3, budget=Budget(0)).of_budget == (0, 0, float("inf"))


def test_the_ratio_to_the_empty_app_is_taken_within_each_run() -> None:
    runs = [
        [Measure("open", Unit.MS, value, None, Budget(1.5, Limit.EMPTY), empty)] for value, empty in ((6, 4), (9, 3))
    ]
    (found,) = rows_of("start", runs)
    assert found.of_empty == (2.25, 1.5, 3.0)
    assert found.of_budget == (1.5, 1.0, 2.0)
    assert rows_of("start", [[Measure("open", Unit.MS, 1)]])[0].of_empty is None


@pytest.mark.parametrize(
    ("values", "budget", "is_over"),
    [
        ((9, 10, 99), Budget(10), False),
        ((9, 10.1, 11), Budget(10), True),
        ((9, 10, 11), Budget(10, Limit.LEAST), False),
        ((9, 9.9, 11), Budget(10, Limit.LEAST), True),
        ((8, 9, 9), Budget(2, Limit.EMPTY), True),
        ((6, 8, 9), Budget(2, Limit.EMPTY), False),
        ((99,), None, False),
    ],
)
def test_the_median_is_over_its_budget(values: tuple[float, ...], budget: Budget | None, is_over: bool) -> None:
    assert row(*values, budget=budget).is_over == is_over


def test_the_ratio_to_what_was_kept() -> None:
    (found,) = compared([row(5)], [row(4, 2, 9), replace(row(1), name="another")])
    assert (found.before, found.of_before, found.before_of_budget) == (4, 1.25, 0.4)
    assert compared([row(5)], [row(4, unit=Unit.MB)])[0].of_before is None
    slower = row(40, budget=Budget(20, Limit.LEAST), before=10)
    assert (slower.of_before, slower.before_of_budget) == (4, 2)
    (started,) = compared([row(6, budget=Budget(3, Limit.EMPTY))], [row(48)])
    assert (started.of_before, started.before_of_budget) == (0.125, 4)
    assert row(6, budget=Budget(3, Limit.EMPTY)).before_of_budget is None


def test_rows_as_text() -> None:
    assert [number(each) for each in (0, 12, 12.34, 123.4, 0.1234, 12345.6)] == [
        "0",
        "12",
        "12.3",
        "123",
        "0.123",
        "12,346",
    ]
    assert measured_text(Spread(12.34, 11, 14), Unit.MS) == "12.3 ms (11..14)"
    assert measured_text(Spread(3, 3, 3), Unit.COUNT) == "3" and measured_text(None, Unit.MS) == ""
    assert budget_text(row(1, budget=Budget(2_000), unit=Unit.BYTES)) == "<= 2,000 bytes"
    assert budget_text(row(1, budget=Budget(1.5, Limit.EMPTY))) == "<= 1.5 x empty"
    assert budget_text(row(1, budget=None)) == ""
    assert compared_text(row(1, budget=Budget(0.5), unit=Unit.PERCENT)) == "1%"
    assert compared_text(row(6, budget=Budget(1.5, Limit.EMPTY))) == "1.5 x empty"


def test_what_is_kept_replaces_the_rows_of_its_parts(tmp_path: Path) -> None:
    old, other = row(5), replace(row(7), part="keys")
    kept = (Kept("2026-01-01", "first", Machine(2, "3.11.1", False), 5, (old, other)),)
    new = with_rows(kept, compared([replace(row(4), name="new name")], [old]), "faster", 3)
    assert [(each.reason, [found.measured.median for found in each.rows]) for each in new] == [
        ("first", [7]),
        ("faster", [4]),
    ]
    assert new[-1].machine == machine() and new[-1].runs == 3
    assert [each.reason for each in with_rows(new, [other], "again", 3)] == ["faster", "again"]
    figures.write(new, tmp_path / "kept.json")
    assert figures.read(tmp_path / "kept.json") == new


# ------------------------------------------------------------------ what is kept in the repository


def test_the_picture_is_that_of_the_figures_kept() -> None:
    kept = figures.read()
    svg = (COMMITTED / "bench.svg").read_text(encoding="utf-8")
    assert svg == picture(rows_kept(kept), *title(kept))
    texts = [*Xml.fromstring(svg).itertext()]
    assert [found.name for found in rows_kept(kept) if (found.name in texts) != (found.of_budget is not None)] == []


def test_bars_are_as_long_as_the_part_of_the_budget_and_end_in_the_picture() -> None:
    rows = [row(5, 4, 6, before=7), replace(row(1_000), name="over"), row(1, budget=None)]
    shapes = Xml.fromstring(picture(rows, "title", "reason"))
    bars = [(each.get("class"), float(each.get("width", ""))) for each in shapes.iterfind(".//{*}rect")][1:]
    assert [name for name, _ in bars] == ["in", "over"]
    assert bars[0][1] == 95 and 190 < bars[1][1] < 300
    lines = [each.get("class") for each in shapes.iterfind(".//{*}path")]
    assert lines == ["limit", "spread", "before"]


def test_the_topic_on_developing_says_the_figures_kept() -> None:
    kept, text = figures.read(), develop_topic.TOPIC.read_text(encoding="utf-8")
    said = develop_topic.lines(kept)
    assert len(said) == len(develop_topic.ROWS) and all(f"\n{line}\n" in text for line in said)
    assert develop_topic.written(text, kept) == text
    slower = tuple(
        replace(each, rows=tuple(replace(r, measured=Spread(77, 77, 77)) for r in each.rows)) for each in kept
    )
    assert develop_topic.written(text, slower).count(": 77 ") == len(said)
    with pytest.raises(ValueError, match="0 lists"):
        develop_topic.written("no list", kept)


def test_all_parts_that_are_measured_by_themselves_are_kept() -> None:
    assert {each.part for each in rows_kept(figures.read())} >= PARTS.keys()


# ------------------------------------------------------------------ the keys


def test_the_keys_of_a_fight_are_a_whole_fight_and_the_same_each_time() -> None:
    def played() -> tuple[Session, list[str]]:
        rules = load("black_keep")
        session = Session(rules, MemoryStepLog(bare(rules)))
        gather(session, 20)
        return session, fight_keys(session, 500)

    session, keys = played()
    assert 500 <= len(keys) < 520 and played()[1] == keys
    assert session.encounter.round >= 3 and {"n", "a", "1", "6", UNDO, REDO} <= {*keys}
    assert any(figure.tracks["wounds"].now < 9 for figure in session.encounter.figures.values())
