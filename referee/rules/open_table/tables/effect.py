"""Effects: the closed list of what an act, a condition, a track or an event does to figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from referee.rules.open_table.expression import ONE, ZERO, Asked, Node
from referee.rules.open_table.mistake import meant, quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import ACT, FIGURE, OUTCOMES, Scope
from referee.rules.open_table.tables.moment import TURNS, Duration, Ending, read_duration, read_endings

KEYS = ("damage", "heal", "change", "brings", "lifts", "lowers", "becomes", "result", "tell")
"""What an effect may say, in the order in which it happens."""


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


@dataclass(frozen=True)
class SaveEnds:
    """A test asked for at a moment of each own turn of the bearer; success ends the condition."""

    test: str
    at: str = "turn end"
    values: Mapping[str, Node] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Bring:
    """A condition that an effect brings. What it does not say is as the condition itself says."""

    condition: str
    to_self: bool = False
    """It comes upon whoever acts, not upon the target."""
    lasts: Duration | None = None
    level: Node = ONE
    ends: tuple[Ending, ...] = ()
    save_ends: SaveEnds | None = None


@dataclass(frozen=True)
class Effect:
    """What happens, in this order."""

    damage: tuple[DamagePart, ...] = ()
    heal: Node | None = None
    change: Mapping[str, Change] = field(default_factory=lambda: MappingProxyType({}))
    brings: tuple[Bring, ...] = ()
    lifts: tuple[str, ...] = ()
    """Conditions that end."""
    lowers: tuple[str, ...] = ()
    """Conditions that lose a level."""
    becomes: str = ""
    """A standing."""
    result: str = ""
    """Of an event `fails TEST`: the outcome that counts instead."""
    tell: str = ""

    def __bool__(self) -> bool:
        return self != NOTHING


NOTHING = Effect()


def read_effect(table: Table, scope: Scope = ACT) -> Effect:
    """The effect that a table says among its other keys."""
    return Effect(
        damage=_damage(table, scope),
        heal=table.amount("heal", scope),
        change=_changes(table, scope),
        brings=tuple(bring for row in table.rows("brings") if (bring := _bring(row, scope))),
        lifts=table.names("lifts", "condition"),
        lowers=table.names("lowers", "condition"),
        becomes=table.named("becomes", "standing"),
        result=table.one_of("result", ("success", "failure"), ""),
        tell=table.text("tell"),
    )


def effect_in(table: Table | None, scope: Scope = ACT) -> Effect:
    """The effect of a table that says nothing else."""
    if table is None:
        return NOTHING
    effect = read_effect(table, scope)
    table.close()
    return effect


def read_outcomes(table: Table | None, scope: Scope = ACT) -> Mapping[str, Effect]:
    """An effect for each outcome that a table names: { failure = { ... } }."""
    found: dict[str, Effect] = {}
    if table is not None:
        for outcome, data in table.entries():
            if outcome in OUTCOMES:
                found[outcome] = effect_in(Table(table.context, (*table.path, outcome), data), scope)
            else:
                table.report("E7", f"there is no outcome {quoted(outcome)}{meant(outcome, list(OUTCOMES))}", outcome)
    return MappingProxyType(found)


def read_values(table: Table, scope: Scope = ACT, key: str = "values") -> Mapping[str, Node]:
    """What `{with.x}` means: an amount for each name."""
    inner = table.table(key)
    if inner is None:
        return MappingProxyType({})
    read = {name: inner.read_amount(value, scope, name) for name, value in inner.entries()}
    return MappingProxyType({name: node for name, node in read.items() if node is not None})


def read_cost(table: Table) -> Mapping[str, Node]:
    """How much of each track something takes."""
    inner = table.table("cost")
    found: dict[str, Node] = {}
    for name, value in inner.entries() if inner else ():
        track = inner.resolve(name, ("track",), (), name) if inner else ()
        amount = inner.read_amount(value, FIGURE, name) if inner else None
        if track and amount is not None:
            found[track[0]] = amount
    return MappingProxyType(found)


def read_save_ends(table: Table, scope: Scope = ACT) -> SaveEnds | None:
    """The test that ends a condition, if the table says one."""
    inner = table.table("save_ends")
    if inner is None:
        return None
    test = inner.named("test", "test")
    if not inner.has("test"):
        inner.report("E12", "`test` is missing.")
    found = SaveEnds(test, inner.one_of("at", TURNS[:2], "turn end"), read_values(inner, scope))
    inner.close()
    return found if test else None


def _bring(row: Table, scope: Scope) -> Bring | None:
    condition = row.named("condition", "condition")
    if not row.has("condition"):
        row.report("E12", "`condition` is missing.")
    found = Bring(
        condition,
        row.one_of("to", ("target", "self"), "target") == "self",
        read_duration(row),
        row.amount("level", scope) or ONE,
        read_endings(row),
        read_save_ends(row, scope),
    )
    row.close()
    return found if condition else None


def _damage(table: Table, scope: Scope) -> tuple[DamagePart, ...]:
    value = table.get("damage", "an amount of damage", int, str, list)
    parts = value if isinstance(value, list) else [] if value is None else [value]
    read = [damage_part(table, part, scope, "damage", *([n] if len(parts) > 1 else [])) for n, part in enumerate(parts)]
    return tuple(part for part in read if part)


def damage_part(table: Table, value: Any, scope: Scope, *key: str | int) -> DamagePart | None:
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
    amount = table.read_amount(value, scope, *key)
    return None if amount is None else DamagePart(amount, kind)


def _changes(table: Table, scope: Scope) -> Mapping[str, Change]:
    inner = table.table("change")
    found: dict[str, Change] = {}
    for name, value in inner.entries() if inner else ():
        track = inner.resolve(name, ("track",), (), name) if inner else ()
        change = _change(inner, name, value, scope) if inner else None
        if track and change:
            found[track[0]] = change
    return MappingProxyType(found)


def _change(table: Table, name: str, value: Any, scope: Scope) -> Change | None:
    if value in ("full", "empty"):
        return Change(value)
    if not isinstance(value, str) or value[:1] not in ("+", "-", "="):
        said = '"+1", "-1d4", "=3", "full" or "empty" is expected, not'
        table.report("E2", f"{said} {quoted(value)}.", name)
        return None
    amount = table.read_amount(value[1:].strip(), scope, name)
    return None if amount is None or isinstance(amount, Asked) else Change(value[0], amount)
