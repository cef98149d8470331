"""Tracks: all that counts: health, pools, wounds, uses, actions."""

from dataclasses import dataclass

from referee.rules.open_table.comparison import When
from referee.rules.open_table.expression import ZERO, Node
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import EVENT, EVENT_WHEN, FIGURE, FIXED
from referee.rules.open_table.tables.effect import Effect, read_effect
from referee.rules.open_table.tables.moment import read_resets

SHOWN = ("column", "order", "sheet", "never")


@dataclass(frozen=True)
class EndRow:
    """What happens as a track comes to its end, if the comparison holds."""

    when: When | None
    effect: Effect


@dataclass(frozen=True)
class TrackRule:
    """A track that figures may have."""

    name: str
    label: str
    hint: str = ""
    show: str = "column"
    health: bool = False
    """What damage takes and healing gives."""
    counts_up: bool = False
    """Harm counts up, and its bound is the end."""
    start: Node | None = None
    """With it every figure has the track; without, only who says so."""
    most: Node | None = None
    """Its bound; None: where it starts."""
    least: Node = ZERO
    before: tuple[str, ...] = ()
    """Other tracks that lose damage first."""
    keeps: str = "sum"
    """What a new grant does: sum adds, highest replaces a lower one, ask lets the referee choose."""
    reset: tuple[str, ...] = ()
    recharge: When | None = None
    """A roll at the start of the own turn that fills it again."""
    at_end: tuple[EndRow, ...] = ()
    """The first whose comparison holds happens."""
    cites: tuple[str, ...] = ()


def read_track(table: Table, name: str) -> TrackRule:
    """One track."""
    rule = TrackRule(
        name=name,
        label=table.text("label", name),
        hint=table.text("hint"),
        show=table.one_of("show", SHOWN, "column"),
        health=table.flag("health"),
        counts_up=table.one_of("counts", ("down", "up"), "down") == "up",
        start=table.amount("start", FIGURE),
        most=table.amount("most", FIXED),
        least=table.amount("least", FIXED) or ZERO,
        before=table.names("before", "track"),
        keeps=table.one_of("keeps", ("sum", "highest", "ask"), "sum"),
        reset=read_resets(table),
        recharge=table.when("recharge", FIGURE),
        at_end=tuple(map(_end_row, table.rows("at_end"))),
        cites=table.cites(),
    )
    if name in rule.before:
        table.report("E7", "a track cannot lose damage before itself.", "before")
    return rule


def _end_row(row: Table) -> EndRow:
    found = EndRow(row.when("when", EVENT_WHEN), read_effect(row, EVENT))
    row.close()
    return found
