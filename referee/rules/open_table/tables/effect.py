"""Effects: the closed list of what an act, a condition, a track or an event does to figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from referee.rules.open_table.expression import ONE, ZERO, Asked, Node
from referee.rules.open_table.keys import (
    NONE,
    amount,
    by_name,
    choice,
    name_of,
    names_of,
    part,
    read,
    rows_of,
    switch,
    table_of,
    text,
)
from referee.rules.open_table.mistake import meant, quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import OUTCOMES
from referee.rules.open_table.tables.moment import TURNS, Duration, Ending, read_duration, read_endings


@dataclass(frozen=True)
class DamagePart:
    """Damage of one type, reckoned alone."""

    amount: Node
    type: str = ""


@dataclass(frozen=True)
class Change:
    """What happens to a track: +, -, = an amount; full; empty."""

    how: str
    amount: Node = ZERO


def _damage(table: Table, key: str) -> tuple[DamagePart, ...]:
    value = table.get(key, "an amount of damage", int, str, list)
    parts = value if isinstance(value, list) else [] if value is None else [value]
    found = [_damage_part(table, value, key, *([n] if len(parts) > 1 else [])) for n, value in enumerate(parts)]
    return tuple(part for part in found if part)


def _damage_part(table: Table, value: Any, *key: str | int) -> DamagePart | None:
    """`2d6 + 3 fire`: an amount and, last, its type."""
    kind = ""
    if isinstance(value, str):
        before, _, last = value.rstrip().rpartition(" ")
        if last in table.symbols.types or (before and last.isalpha() and last.islower()):
            value, kind = before, last
    if kind and kind not in table.symbols.types:
        ending = meant(kind, sorted(table.symbols.types))
        table.report("E7", f"there is no type of damage {quoted(kind)}{ending}", *key)
        return None
    amount = table.read_amount(value, table.scope, *key)
    return None if amount is None else DamagePart(amount, kind)


def _change(table: Table, name: str, value: Any) -> Change | None:
    if value in ("full", "empty"):
        return Change(value)
    if not isinstance(value, str) or value[:1] not in ("+", "-", "="):
        said = '"+1", "-1d4", "=3", "full" or "empty" is expected, not'
        table.report("E2", f"{said} {quoted(value)}.", name)
        return None
    amount = table.read_amount(value[1:].strip(), table.scope, name)
    return None if amount is None or isinstance(amount, Asked) else Change(value[0], amount)


def _outcomes(table: Table, key: str) -> "Mapping[str, Effect]":
    found: dict[str, Effect] = {}
    inner = table.table(key)
    for outcome, data in inner.entries() if inner else ():
        if inner and outcome in OUTCOMES:
            found[outcome] = effect_in(Table(table.context, (*inner.path, outcome), data))
        elif inner:
            inner.report("E7", f"there is no outcome {quoted(outcome)}{meant(outcome, list(OUTCOMES))}", outcome)
    return MappingProxyType(found)


def _values(table: Table, key: str) -> Mapping[str, Node]:
    inner = table.table(key)
    found = {name: inner.read_amount(value, table.scope, name) for name, value in inner.entries()} if inner else {}
    return MappingProxyType({name: node for name, node in found.items() if node is not None})


def with_values(does: str = "what {with.x} means") -> Any:
    """An amount for each name that `{with.x}` may have."""
    return part(_values, does, default=NONE)


def outcomes(does: str = "OUTCOME = EFFECT") -> Any:
    """An effect for each outcome that the table names: { failure = { ... } }."""
    return part(_outcomes, does, default=NONE)


@dataclass(frozen=True)
class SaveEnds:
    """A test asked for at a moment of each own turn of the bearer; success ends the condition."""

    test: str = name_of("test", "the test", needed=True)
    at: str = choice(TURNS[:2], "turn start, turn end", "turn end")
    values: Mapping[str, Node] = with_values('what {with.x} means: { dc = "13" }')


@dataclass(frozen=True)
class Bring:
    """A condition that an effect brings. What it does not say is as the condition itself says."""

    condition: str = name_of("condition", "the condition", needed=True)
    to_self: bool = switch("target", "self", "target, self", called="to")
    """It comes upon whoever acts, not upon the target."""
    lasts: Duration | None = part(read_duration, "how long", without="of the condition", called="for")
    level: Node = amount(None, "amount", ONE)
    ends: tuple[Ending, ...] = part(read_endings, '"bearer EVENT" or "by EVENT"', default=())
    save_ends: SaveEnds | None = table_of(SaveEnds, "{ test, values, at }")


@dataclass(frozen=True)
class Effect:
    """What happens to figures, in this order."""

    damage: tuple[DamagePart, ...] = part(_damage, 'amount and type, or a list: "2d6 fire"', default=(), without="-")
    heal: Node | None = amount(None, "amount")
    change: Mapping[str, Change] = by_name("track", _change, 'tracks: "+1", "-1d4", "=3", full, empty')
    brings: tuple[Bring, ...] = rows_of(Bring, "rows { condition, to, for, level, ends, save_ends }")
    lifts: tuple[str, ...] = names_of("condition", "conditions that end")
    lowers: tuple[str, ...] = names_of("condition", "conditions that lose a level")
    becomes: str = name_of("standing", "a standing")
    result: str = choice(("success", "failure"), 'success, failure: where the event is "fails TEST"', "")
    """The outcome that counts instead."""
    tell: str = text("a line in the log")

    def __bool__(self) -> bool:
        return self != NOTHING


NOTHING = Effect()


def effect_in(table: Table | None) -> Effect:
    """The effect of a table that says nothing else."""
    if table is None:
        return NOTHING
    effect = read(Effect, table)
    table.close()
    return effect


def effect_table(does: str, without: str = "-") -> Any:
    """A table within the table that says an effect and nothing else."""
    return part(lambda table, key: effect_in(table.table(key)), does, default=NOTHING, without=without)
