"""Expressions: amounts of a system file as frozen nodes.

`read_amount` (amount_reader) makes the nodes, `settled` and `total` (evaluation) give them a value.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.engine.bearer import Value
from referee.engine.dice import Pool


@dataclass(frozen=True)
class Number:
    """A number; a name whose value was put in its place is its label."""

    n: int
    label: str = ""

    def __str__(self) -> str:
        return str(self.n)


ZERO = Number(0)
ONE = Number(1)


@dataclass(frozen=True)
class Name:
    """`{target.ac}`: a value that the encounter has, or that is asked."""

    word: str
    scope: str = ""
    """Whose: `target`, `actor`, `by`, `with`, `best`; `has` a condition, `said` a mark, an `option`; empty: its own."""
    most: bool = False
    """The bound of a track, not where it stands."""

    def __str__(self) -> str:
        joined = f"{self.scope}{' ' if self.scope in ('has', 'said') else '.'}{self.word}" if self.scope else self.word
        return f"{{{joined}{'.most' if self.most else ''}}}"


@dataclass(frozen=True)
class NamedDice:
    """Dice whose number or sides a name says: `{skill}d6!`. `settled` makes a pool of them."""

    count: int | Name
    sides: int | Name
    suffix: str = ""
    times: int = 1
    """2 on a critical hit that throws them twice."""

    def __str__(self) -> str:
        return f"{'' if self.count == 1 else self.count}d{self.sides}{self.suffix}"


@dataclass(frozen=True)
class Sum:
    """Parts added, or taken off where the sign is -1."""

    terms: "tuple[tuple[int, Node], ...]"

    def __str__(self) -> str:
        text = "".join(f" {'+' if sign > 0 else '-'} {_inner(node)}" for sign, node in self.terms)
        return text.removeprefix(" + ") if text.startswith(" + ") else "-" + text[3:]


@dataclass(frozen=True)
class Product:
    """A factor multiplied or divided by numbers, from left to right."""

    factor: "Node"
    steps: tuple[tuple[str, int], ...]
    """("*", 2), ("/", 3)."""
    rounding: str = "down"
    """What "/" does: down, up, near."""

    def __str__(self) -> str:
        factor = f"({self.factor})" if isinstance(self.factor, Product) else _inner(self.factor)
        return factor + "".join(f" {op} {n}" for op, n in self.steps)


@dataclass(frozen=True)
class Extreme:
    """The greatest or the least of several amounts."""

    greatest: bool
    among: "tuple[Node, ...]"

    def __str__(self) -> str:
        return f"{'max' if self.greatest else 'min'}({', '.join(map(str, self.among))})"


@dataclass(frozen=True)
class Asked:
    """`ask`: the referee types the amount. It stands alone."""

    def __str__(self) -> str:
        return "ask"


Node = Number | Name | NamedDice | Pool | Sum | Product | Extreme | Asked


class Unknown(Exception):
    """Nobody has said this value yet: the interpreter asks for it, keeps it, and evaluates again."""

    def __init__(self, name: Name) -> None:
        super().__init__(str(name))
        self.name = name


class Names(Protocol):
    """Where the values of names come from."""

    def value(self, name: Name) -> Value:
        """The value now. Unknown if nobody has said it."""


def _inner(node: Node) -> str:
    return f"({node})" if isinstance(node, Sum) else str(node)


def inside(node: Node) -> Iterator[Node]:
    """The node and all nodes in it, from left to right."""
    yield node
    match node:
        case Sum(terms):
            children: Sequence[Node] = [part for _, part in terms]
        case Product(factor):
            children = [factor]
        case Extreme(_, among):
            children = among
        case NamedDice(count, sides):
            children = [part for part in (count, sides) if isinstance(part, Name)]
        case _:
            children = ()
    for child in children:
        yield from inside(child)
