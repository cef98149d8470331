"""Tracks: all that counts: health, pools, wounds, uses, actions."""

from dataclasses import dataclass

from referee.rules.open_table.comparison import When
from referee.rules.open_table.expression import ZERO, Node
from referee.rules.open_table.keys import (
    amount,
    choice,
    cited,
    comparison,
    flag,
    heading,
    included,
    part,
    rows_of,
    switch,
    text,
)
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import EVENT_WHEN, FIGURE, FIXED
from referee.rules.open_table.tables.effect import Effect
from referee.rules.open_table.tables.moment import read_resets

SHOWN = ("column", "order", "sheet", "never")


def _before(table: Table, key: str) -> tuple[str, ...]:
    names = table.names(key, "track")
    if table.path[-1] in names:
        table.report("E7", "a track cannot lose damage before itself.", key)
    return names


@dataclass(frozen=True)
class EndRow:
    """What happens as a track comes to its end, if the comparison holds."""

    when: When | None = comparison(EVENT_WHEN, "comparison that has to hold")
    effect: Effect = included(Effect)


@dataclass(frozen=True)
class TrackRule:
    """A track that figures may have."""

    name: str
    label: str = heading("its heading")
    hint: str = text("in a few words")
    show: str = choice(SHOWN, "where: column, order (beside the name), sheet, never")
    health: bool = flag("what damage takes; at most one track")
    counts_up: bool = switch("down", "up", "up: harm counts up, its bound is the end", called="counts")
    start: Node | None = amount(
        FIGURE, "amount; with it every figure has the track, without only who says so: hp=7, hp=3/7"
    )
    most: Node | None = amount(FIXED, "amount: its bound, else where it starts")
    least: Node = amount(FIXED, "amount: how low it goes", ZERO)
    before: tuple[str, ...] = part(_before, "other tracks that lose damage first", default=())
    keeps: str = choice(("sum", "highest", "ask"), "a new grant: sum, highest replaces a lower one, ask")
    reset: tuple[str, ...] = part(
        read_resets, "full again at: turn start, turn end, round, fight, or a rest", default=()
    )
    recharge: When | None = comparison(
        FIGURE, 'comparison with dice, "d6 >= 5": asked at its turn start while it is not full'
    )
    at_end: tuple[EndRow, ...] = rows_of(
        EndRow, "rows { when, EFFECT }: the first that holds happens as it comes to its end"
    )
    cites: tuple[str, ...] = cited()
