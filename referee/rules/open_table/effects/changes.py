"""Damage, changes of tracks and bonuses, each as one text of a system file says it.

Used as effects, and rows of what a condition does, are read.
Gives the values: `2d6 + 3 fire`, `+1d4`, `slashing unless magical`.
"""

from dataclasses import dataclass, replace
from typing import Any

from referee.rules.open_table.amounts.expression import TEST, ZERO, Asked, Node, When
from referee.rules.open_table.file.document import meant, quoted
from referee.rules.open_table.file.table import Table

GIVES = ("advantage", "disadvantage", "success", "failure", "critical")


@dataclass(frozen=True)
class Gives:
    """What a row gives a test: a word of GIVES, or `bonus` with an amount."""

    kind: str
    amount: Node = ZERO
    """Added to the roll; negative where it is taken off."""


UNLESS = " unless "
"""Stands between a type of damage and the qualities that let it through: `slashing unless magical or silvered`."""


def read_types(row: Table, key: str) -> tuple[str, ...]:
    """Types of damage, each perhaps with the qualities that let it through."""
    out = row.words(key)
    known, qualities = [*sorted(row.symbols.types), "all"], {*row.symbols.qualities, "or"}
    for said in out:
        kind, _, unless = said.partition(UNLESS)
        for what, among, words in (("type of damage", known, [kind]), ("quality", [*qualities], unless.split())):
            if wrong := [word for word in words if word not in among]:
                row.report("E7", f"there is no {what} {quoted(wrong[0])}{meant(wrong[0], among)}", key)
    return out


def read_gives(row: Table, key: str) -> Gives | None:
    text = row.get(key, "what a test is given", str)
    if text is None or text in GIVES:
        return None if text is None else Gives(text)
    if text[:1] not in ("+", "-"):
        row.report("E3", f'must be one of {", ".join(GIVES)}, "+2", "-1d4", not {quoted(text)}.', key)
        return None
    amount = row.read_amount(text.removeprefix("+").strip(), TEST, key)
    return None if amount is None else Gives("bonus", amount)


@dataclass(frozen=True)
class DamagePart:
    """Damage of one type, reckoned alone."""

    amount: Node
    type: str = ""
    when: When | None = None
    """It is dealt only if this holds."""


@dataclass(frozen=True)
class Change:
    """What happens to a track: +, -, = an amount; full; empty."""

    how: str
    amount: Node = ZERO


def read_damage(table: Table, key: str) -> tuple[DamagePart, ...]:
    value = table.get(key, "an amount of damage", int, str, list)
    parts = value if isinstance(value, list) else [] if value is None else [value]
    found = [_damage_part(table, value, key, *([n] if len(parts) > 1 else [])) for n, value in enumerate(parts)]
    return tuple(part for part in found if part)


def _damage_part(table: Table, value: Any, *key: str | int) -> DamagePart | None:
    """`2d6 + 3 fire`: an amount and, last, its type; in a table with `amount` and `when` only if that holds."""
    kind = ""
    if isinstance(value, dict):
        row = Table(table.context, (*table.path, *key), value)
        when = row.when("when", replace(row.scope, dice=False, asked=False))
        part = _damage_part(row, row.get("amount", "an amount of damage", int, str), "amount")
        row.close()
        return None if part is None else replace(part, when=when)
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


def read_change(table: Table, name: str, value: Any) -> Change | None:
    if value in ("full", "empty"):
        return Change(value)
    if not isinstance(value, str) or value[:1] not in ("+", "-", "="):
        said = 'must be "+1", "-1d4", "=3", "full" or "empty", not'
        table.report("E2", f"{said} {quoted(value)}.", name)
        return None
    amount = table.read_amount(value[1:].strip(), table.scope, name)
    return None if amount is None or isinstance(amount, Asked) else Change(value[0], amount)


def read_bound(table: Table, name: str, value: Any) -> Change | None:
    if value == "back":
        return Change(value)
    found = read_change(table, name, value)
    if found is not None and found.how not in ("+", "-"):
        table.report("E2", f'must be "+5", "-5" or "back", not {quoted(value)}.', name)
        return None
    return found
