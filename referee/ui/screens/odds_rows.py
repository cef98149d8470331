"""Odds rows: how likely each result is."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from referee.odds.ways import BarsData, WayData


T = TypeVar("T")
LABEL = 14
"""Cells for what is so likely."""
COLUMN = 20
"""Cells for one way."""
BAR = 9
_MOST_NUMBERS = 16
"""Rows for numbers of damage; where there are more, some share one."""


class OddsRow(Struct, frozen=True):
    """How likely one thing is in each way; or a heading."""

    label: str
    cells: tuple[float | str, ...] = ()


def rows_of(ways: Sequence["WayData"]) -> list[OddsRow]:
    """The rows for these ways: results, then how the figure that it is done to stands afterwards, the damage on average
    and by number; where a way is done to several figures, this of each.
    """
    tested = next((way["tested"] for way in ways if way["tested"]), "")
    rows = _of_words([way["results"] for way in ways], f"{tested}: result" if tested else "Result")
    if any(len(way["bars"]) > 1 for way in ways):
        for name in dict.fromkeys(name for way in ways for name in way["bars"]):
            rows += _of_figure([way["bars"].get(name, _NOTHING) for way in ways], f"{name}: ")
        return rows
    return rows + _of_figure([next(iter(way["bars"].values()), _NOTHING) for way in ways])


_NOTHING: "BarsData" = {"standing": {}, "damage": {}, "mean": 0.0}
"""Of a way in which nothing comes upon a figure."""


def _of_figure(bars: Sequence["BarsData"], whose: str = "") -> list[OddsRow]:
    """The rows for one figure; whose: stands before the headings."""
    rows = _of_words([each["standing"] for each in bars], f"{whose}afterwards" if whose else "Afterwards")
    if any(each["damage"] for each in bars):
        rows += [
            OddsRow(f"{whose}damage" if whose else "Damage"),
            OddsRow("on average", tuple(f"{each['mean']:.1f}" if each["damage"] else "" for each in bars)),
        ]
        rows += _of_numbers([{int(n): p for n, p in each["damage"].items()} for each in bars])
    return rows


def _of_words(found: Sequence[Mapping[str, float]], heading: str) -> list[OddsRow]:
    words = dict.fromkeys(word for each in found for word in each)
    rows = [OddsRow(word, tuple(each.get(word, 0.0) for each in found)) for word in words]
    return [OddsRow(heading), *rows] if rows else []


def _of_numbers(found: Sequence[Mapping[int, float]]) -> list[OddsRow]:
    """A row for 0 and for each other number, or for as many together as it takes for all to have few rows."""
    least, most = min(map(min, filter(None, found))), max(map(max, filter(None, found)))
    size = -(-(most - least) // _MOST_NUMBERS) or 1
    starts = sorted({*range(least, 0, size), 0, *range(1, most + 1, size)})
    rows = []
    for n, after in zip(starts, [*starts[1:], most + 1], strict=True):
        cells = tuple(sum(p for number, p in each.items() if n <= number < after) for each in found)
        if any(cells):
            rows.append(OddsRow(str(n) if after == n + 1 else f"{n} to {after - 1}", cells))
    return rows
