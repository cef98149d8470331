"""Conditions and marks: what lies on a figure for a while, a word said with one act, and what either does."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from referee.rules.open_table.comparison import When
from referee.rules.open_table.expression import ZERO, Node
from referee.rules.open_table.mistake import quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import EFFECT_WHEN, EVENT, FIGURE, FIXED, TEST
from referee.rules.open_table.tables.effect import (
    KEYS,
    NOTHING,
    Effect,
    SaveEnds,
    effect_in,
    read_effect,
    read_save_ends,
)
from referee.rules.open_table.tables.moment import OPEN, TURNS, Duration, Ending, read_duration, read_endings

MOST_ROWS = 16
"""Effect rows of one condition or mark."""
GIVES = ("advantage", "disadvantage", "success", "failure", "critical")


@dataclass(frozen=True)
class Gives:
    """What a row gives a test: a word of GIVES, or `bonus` with an amount."""

    kind: str
    amount: Node = ZERO
    """Added to the roll; negative where it is taken off."""


@dataclass(frozen=True)
class Modifier:
    """One row of what a condition or a mark does while it lies; looked up whenever it may matter."""

    when: When | None = None
    from_level: int = 1
    each_level: bool = False
    """It works as often as the condition has levels."""
    tests: tuple[str, ...] = ()
    against: bool = False
    """It touches tests against the bearer, not its own."""
    gives: Gives | None = None
    bars: tuple[str, ...] = ()
    """Tracks and actions that the bearer cannot use, or `turn`."""
    traits: Mapping[str, Node] = field(default_factory=lambda: MappingProxyType({}))
    """What traits are meanwhile; the trait itself is named as it is without this row."""
    resists: tuple[str, ...] = ()
    """Types of damage that are halved, or `all`; those below are doubled and without effect."""
    vulnerable: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    at: str = ""
    """turn start, turn end, round: when the effect happens."""
    effect: Effect = NOTHING


@dataclass(frozen=True)
class ConditionRule:
    """A condition."""

    name: str
    label: str
    hint: str = ""
    aliases: tuple[str, ...] = ()
    lasts: Duration = OPEN
    stacks: str = "each"
    """each: side by side, working once; longest stays; add: levels; no: a new one takes the place of the old."""
    most: int = 99
    """The highest level."""
    at_most: Effect = NOTHING
    """What happens at the highest level."""
    also: tuple[str, ...] = ()
    """Conditions that it has in it."""
    unless: tuple[When, ...] = ()
    """It does not come upon a figure for whom one of these holds."""
    ends: tuple[Ending, ...] = ()
    save_ends: SaveEnds | None = None
    modifiers: tuple[Modifier, ...] = ()
    cites: tuple[str, ...] = ()


@dataclass(frozen=True)
class MarkRule:
    """A word said with one act, and what it does to that act alone."""

    name: str
    label: str
    hint: str = ""
    modifiers: tuple[Modifier, ...] = ()
    cites: tuple[str, ...] = ()


def read_condition(table: Table, name: str) -> ConditionRule:
    """One condition."""
    above = table.symbols.names["condition"]
    also = table.names("also", "condition")
    for other in also:
        if name in above and above.index(other) >= above.index(name):
            table.report("E9", f"`{name}` has {quoted(other)} in it, which does not stand above it.", "also")
    return ConditionRule(
        name=name,
        label=table.text("label", name),
        hint=table.text("hint"),
        aliases=table.words("aliases"),
        lasts=read_duration(table) or OPEN,
        stacks=table.one_of("stacks", ("each", "longest", "add", "no"), "each"),
        most=table.number("most", 99, 1, 99),
        at_most=effect_in(table.table("at_most"), EVENT),
        also=also,
        unless=table.whens("unless", FIXED),
        ends=read_endings(table),
        save_ends=read_save_ends(table, EVENT),
        modifiers=_modifiers(table),
        cites=table.cites(),
    )


def read_mark(table: Table, name: str) -> MarkRule:
    """One mark."""
    return MarkRule(name, table.text("label", name), table.text("hint"), _modifiers(table), table.cites())


def _modifiers(table: Table) -> tuple[Modifier, ...]:
    return tuple(map(_modifier, table.rows("effects", MOST_ROWS)))


def _modifier(row: Table) -> Modifier:
    at = row.one_of("at", TURNS, "")
    found = Modifier(
        when=row.when("when", EFFECT_WHEN),
        from_level=row.number("from", 1, 1, 99),
        each_level=row.flag("each_level"),
        tests=row.names("on", "test"),
        against=row.one_of("whose", ("own", "against"), "own") == "against",
        gives=_gives(row),
        bars=row.names("bars", "track", "action", besides=("turn",)),
        traits=_traits(row),
        resists=_types(row, "resists"),
        vulnerable=_types(row, "vulnerable"),
        immune=_types(row, "immune"),
        at=at,
        effect=read_effect(row, EVENT) if at else NOTHING,
    )
    if not at and any(key in row.data for key in KEYS):
        row.asked |= dict.fromkeys(KEYS)
        row.report("E12", "`at` is missing: when that happens.")
    if (found.gives is None) != (not found.tests):
        lacking = "on" if row.has("gives") else "gives"
        if lacking not in row.data:
            row.report("E12", f"`{lacking}` is missing: `on` and `gives` stand together.")
    row.close()
    return found


def _types(row: Table, key: str) -> tuple[str, ...]:
    return row.known_words(key, "type of damage", [*sorted(row.symbols.types), "all"])


def _gives(row: Table) -> Gives | None:
    text = row.get("gives", "what a test is given", str)
    if text is None or text in GIVES:
        return None if text is None else Gives(text)
    if text[:1] not in ("+", "-"):
        row.report("E3", f'one of {", ".join(GIVES)}, "+2", "-1d4" is expected, not {quoted(text)}.', "gives")
        return None
    amount = row.read_amount(text.removeprefix("+").strip(), TEST, "gives")
    return None if amount is None else Gives("bonus", amount)


def _traits(row: Table) -> Mapping[str, Node]:
    inner = row.table("trait")
    found: dict[str, Node] = {}
    for name, value in inner.entries() if inner else ():
        trait = inner.resolve(name, ("trait",), (), name) if inner else ()
        amount = inner.read_amount(value, FIGURE, name) if inner else None
        if trait and amount is not None:
            found[trait[0]] = amount
    return MappingProxyType(found)
