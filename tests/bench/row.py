"""Rows of the bench: what was measured in several runs, its median and spread, and what it is compared with."""

import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple


class Unit(StrEnum):
    """What the number of a row counts."""

    MS = "ms"
    BYTES = "bytes"
    MB = "MB"
    PERCENT = "%"
    RATE = "a second"
    TIMES = "x"
    COUNT = "count"


class Limit(StrEnum):
    """How a budget limits a row."""

    MOST = "<="
    LEAST = ">="
    EMPTY = "of empty"
    """At most so many times what the empty Textual app took in the same run."""


class Budget(NamedTuple):
    """What a row may be, in the unit of the row, or as a multiple of the empty app."""

    value: float
    limit: Limit = Limit.MOST

    def part(self, measured: float) -> float:
        """The ratio to the budget: 1 is just within it, more is over."""
        return ratio(self.value, measured) if self.limit is Limit.LEAST else ratio(measured, self.value)


@dataclass(frozen=True)
class Measure:
    """What one run found for a row."""

    name: str
    unit: Unit
    value: float
    """By the clock, if it is a time."""
    cpu: float | None = None
    """The same by the processor; None where no time is measured, or `value` is that already."""
    budget: Budget | None = None
    empty: float | None = None
    """What the empty Textual app took in the same run, in the same unit, if this is a time of the screen."""


class Spread(NamedTuple):
    """The median of some runs, with the least and the most of them."""

    median: float
    least: float
    most: float


@dataclass(frozen=True)
class Row:
    """All runs of a row."""

    part: str
    """The part of the bench that measures it."""
    name: str
    unit: Unit
    measured: Spread
    cpu: Spread | None = None
    budget: Budget | None = None
    of_empty: Spread | None = None
    """The ratios to the empty app, each taken within its run."""
    before: float | None = None
    """The median that was kept before."""
    before_of_empty: float | None = None
    """The median of the ratios to the empty app that was kept before."""

    @property
    def of_budget(self) -> Spread | None:
        """The ratio to the budget: 1 is just within it, more is over. None without a budget."""
        compared = self.of_empty if self.budget and self.budget.limit is Limit.EMPTY else self.measured
        if self.budget is None or compared is None:
            return None
        median, *ends = map(self.budget.part, compared)
        return Spread(median, min(ends), max(ends))

    @property
    def of_before(self) -> float | None:
        """The ratio of the median to the one that was kept before."""
        return None if self.before is None else ratio(self.measured.median, self.before)

    @property
    def before_of_budget(self) -> float | None:
        """The ratio of what was kept before to the budget. None without a budget, or if nothing was kept."""
        if self.budget is None:
            return None
        before = self.before_of_empty if self.budget.limit is Limit.EMPTY else self.before
        return None if before is None else self.budget.part(before)

    @property
    def is_over(self) -> bool:
        """Is the median over the budget?"""
        return self.of_budget is not None and self.of_budget.median > 1


def ratio(value: float, to: float) -> float:
    """How many times the one is the other: nothing is none of nothing, and more is no finite part of it."""
    return value / to if to else (float("inf") if value else 0.0)


def spread(values: Sequence[float]) -> Spread:
    """The median of some values, with the least and the most of them."""
    return Spread(statistics.median(values), min(values), max(values))


def percentile(values: Sequence[float], percent: float) -> float:
    """What so many of a hundred values are within."""
    return sorted(values)[round(percent / 100 * (len(values) - 1))]


def row(part: str, runs: Sequence[Measure]) -> Row:
    """The row of what several runs found."""
    first = runs[0]
    cpu = [each.cpu for each in runs if each.cpu is not None]
    of_empty = [ratio(each.value, each.empty) for each in runs if each.empty is not None]
    return Row(
        part=part,
        name=first.name,
        unit=first.unit,
        measured=spread([each.value for each in runs]),
        cpu=spread(cpu) if cpu else None,
        budget=first.budget,
        of_empty=spread(of_empty) if of_empty else None,
    )


def rows_of(part: str, runs: Iterable[Sequence[Measure]]) -> list[Row]:
    """The rows of all runs of a part, in the order in which the first run found them."""
    found: dict[str, list[Measure]] = {}
    for run in runs:
        for each in run:
            found.setdefault(each.name, []).append(each)
    return [row(part, each) for each in found.values()]


def by_part(rows: Iterable[Row]) -> Iterator[tuple[str, list[Row]]]:
    """The rows of each part, with its name."""
    for part, each in groupby(rows, key=lambda row: row.part):
        yield part, list(each)


def compared(rows: Iterable[Row], kept: Iterable[Row]) -> list[Row]:
    """The rows, each with the medians that were kept for it."""
    found = {(each.name, each.unit): each for each in kept}
    return [_after(row, found.get((row.name, row.unit))) for row in rows]


def _after(row: Row, kept: Row | None) -> Row:
    if kept is None:
        return row
    return replace(row, before=kept.measured.median, before_of_empty=kept.of_empty.median if kept.of_empty else None)


# ------------------------------------------------------------------ as text


def number(value: float) -> str:
    """A number with three digits that count, or all that stand before the point."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def measured_text(spread: Spread | None, unit: Unit) -> str:
    """`12 ms (11..14)`; without its spread where all runs found the same."""
    if spread is None:
        return ""
    found = _with_unit(spread.median, unit)
    least, most = number(spread.least), number(spread.most)
    return found if least == most else f"{found} ({least}..{most})"


def compared_text(row: Row) -> str:
    """The median that is compared with the budget: `12 ms`, `1.4 x empty`."""
    if row.budget and row.budget.limit is Limit.EMPTY and row.of_empty:
        return f"{number(row.of_empty.median)} x empty"
    return _with_unit(row.measured.median, row.unit)


def budget_text(row: Row) -> str:
    """`<= 16 ms`, `<= 1.5 x empty`; empty without a budget."""
    if row.budget is None:
        return ""
    value, limit = row.budget
    if limit is Limit.EMPTY:
        return f"<= {number(value)} x empty"
    return f"{limit} {_with_unit(value, row.unit)}"


def _with_unit(value: float, unit: Unit) -> str:
    space = "" if unit is Unit.PERCENT else " "
    return number(value) if unit is Unit.COUNT else f"{number(value)}{space}{unit}"
