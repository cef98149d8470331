"""Lines of a forecast, made of its tally."""

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any

from msgspec import Struct

from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.forecast.fight import NOBODY
from referee.forecast.tally import STANDING, Tally

# -------------------------------------------------------------------- in lines


def percent(part: int, of: int) -> str:
    """`12.5 %`; of nothing 0."""
    return f"{100 * part / (of or 1):.1f} %"


def mean(counts: Mapping[Any, int]) -> float:
    """The mean of numbers, each so often."""
    return sum(int(n) * count for n, count in counts.items()) / (sum(counts.values()) or 1)


def wins_line(tally: Tally) -> str:
    """`heroes win 91.2 %, enemies 8.5 %, nobody 0.3 % (within about 1.8 %)`."""
    sides = [(side, tally.wins[side]) for side in (*tally.policy, NOBODY) if side != NOBODY or tally.wins[side]]
    parts = [f"{side}{' win' if n == 0 else ''} {percent(won, tally.fights)}" for n, (side, won) in enumerate(sides)]
    error = max(_error(won, tally.fights) for _, won in sides)
    return ", ".join(parts) + f" (each within about {100 * error:.1f} %)"


def _error(part: int, of: int) -> float:
    """How far a share may be from the chance, 19 times of 20: two standard errors, and where it was never or always so
    three in so many fights.
    """
    return min(1, max(2 * sqrt(part * (of - part) / of**3), 3 / of)) if of else 1


def fallen(rules: System, counts: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """How often a figure was left unable to act, by how it stood then."""
    return ((name, n) for name, n in counts.items() if not rules.standing(name).able)


class Row(Struct, frozen=True):
    """What the fights have cost one figure."""

    name: str
    falls: int
    """In how many fights it was out of action at the end."""
    how: str
    """How it stood then, and how often: `dying 8.0 %, dead 2.1 %`."""
    health: tuple[int, float, int] | None
    """What it had, what it has left on average, and the most it can have, or had; None without health."""
    spent: str
    """What else it has spent on average: `fatigue 1.2`."""


def figure_rows(rules: System, before: Encounter, tally: Tally) -> list[Row]:
    """The figures that have fallen or spent anything, in the order of the roster."""
    rows = []
    for tag, figure in before.figures.items():
        counts = tally.figures.get(tag)
        if counts is None or (not rules.able(before, tag) and {*counts[STANDING]} == {figure.standing}):
            continue  # nothing was there to lose
        how = list(fallen(rules, counts[STANDING]))
        left = {name: mean(counts[name]) for name in counts if name != STANDING}
        spent = {name: figure.tracks[name].now - now for name, now in left.items() if name != rules.health_name}
        told = [f"{_spoken(rules, name)} {by:.1f}" for name, by in spent.items() if by >= 0.05]
        health = figure.tracks.get(rules.health_name)
        rows.append(
            Row(
                name=figure.name,
                falls=sum(n for _, n in how),
                how=", ".join(f"{word} {percent(n, tally.fights)}" for word, n in how),
                health=(health.now, left[rules.health_name], health.most or health.now) if health is not None else None,
                spent=", ".join(told),
            )
        )
    return [row for row in rows if row.falls or row.spent or (row.health and row.health[0] != row.health[1])]


def _spoken(rules: System, name: str) -> str:
    return kind.spoken if (kind := rules.track(name)) is not None else name


def round_rows(tally: Tally, most: int) -> list[tuple[str, int]]:
    """How many fights took how many rounds, `7` or `7 to 9`: at most so many rows, without gaps; the few that took
    longest are one row, `12 or more`.
    """
    if not tally.rounds:
        return []
    first, last, left = min(tally.rounds), max(tally.rounds), 0
    while last > first and (left := left + tally.rounds[last]) <= tally.fights * _LONGEST:
        last -= 1
    size = -(-(last - first + 1) // (most - 1))
    spans = [range(start, min(start + size, last + 1)) for start in range(first, last + 1, size)]
    rows = [
        (str(span[0]) if len(span) == 1 else f"{span[0]} to {span[-1]}", sum(tally.rounds[n] for n in span))
        for span in spans
    ]
    longer = sum(count for n, count in tally.rounds.items() if n > last)
    return [*rows, (f"{last + 1} or more", longer)] if longer else rows


_LONGEST = 0.02
"""The share of the fights that are one row because they took longest."""


def heading(tally: Tally) -> str:
    """`1,000 fights (seed 7): heroes aim at the weakest, foes at the nearest`."""
    aims = [f"{side} {'' if n else 'aim '}at {_AIMS[how]}" for n, (side, how) in enumerate(tally.policy.items())]
    seeds = f"seed{'s' if tally.seeds[1:] else ''} {', '.join(map(str, tally.seeds))}"
    return f"{tally.fights:,} fight{'' if tally.fights == 1 else 's'} ({seeds}): {', '.join(aims)}"


_AIMS = {"nearest": "the nearest", "weakest": "the weakest", "strongest": "the strongest", "random": "anybody"}
MOST_ROWS = 12
"""Rows of the histogram of rounds."""
_BAR = 40


def told(rules: System, before: Encounter, tally: Tally) -> Iterator[str]:
    """The forecast in lines."""
    yield heading(tally)
    yield wins_line(tally)
    yield f"{mean(tally.rounds):.1f} rounds on average"
    rows = round_rows(tally, MOST_ROWS)
    most, wide = max((n for _, n in rows), default=1), max((len(label) for label, _ in rows), default=0)
    for label, n in rows:
        yield f"  {label:>{wide}}  {percent(n, tally.fights):>7}  {'#' * round(_BAR * n / most)}".rstrip()
    figures = figure_rows(rules, before, tally)
    if not figures:
        return
    cells = [("", "falls", rules.health_label, "spends", "how it falls")]
    for row in figures:
        health = f"{row.health[0]} → {row.health[1]:.1f}" if row.health else ""
        cells.append((row.name, percent(row.falls, tally.fights), health, row.spent, row.how))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True) if width).rstrip()
