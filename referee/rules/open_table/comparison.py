"""Comparisons: "{roll} >= {against} and not {has prone}" as frozen nodes, and whether they hold."""

import operator
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.rules.open_table.amount_reader import Reader
from referee.rules.open_table.evaluation import pools, settled, total
from referee.rules.open_table.expression import Name, Names, Node, inside

_SIGNS = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_WORD = re.compile(r"[a-z0-9][a-z0-9_]*", re.ASCII)


@dataclass(frozen=True)
class Compared:
    """Two amounts with a sign between them."""

    left: Node
    sign: str
    right: Node
    negated: bool = False

    def __str__(self) -> str:
        return f"{'not ' if self.negated else ''}{self.left} {self.sign} {self.right}"


@dataclass(frozen=True)
class Worded:
    """A name that `is` a word, or a list that `has` it."""

    name: Name
    verb: str
    word: str
    negated: bool = False

    def __str__(self) -> str:
        return f"{'not ' if self.negated else ''}{self.name} {self.verb} {self.word}"


@dataclass(frozen=True)
class Truth:
    """A name alone: yes, a number that is not 0, a condition that lies there."""

    name: Name
    negated: bool = False

    def __str__(self) -> str:
        return f"{'not ' if self.negated else ''}{self.name}"


WhenPart = Compared | Worded | Truth


@dataclass(frozen=True)
class When:
    """Comparisons that all have to hold."""

    parts: tuple[WhenPart, ...]

    def __str__(self) -> str:
        return " and ".join(map(str, self.parts))


@dataclass(frozen=True)
class Count:
    """`>= 5`: which faces of a pool count, each as one."""

    sign: str
    than: Node

    def hits(self, faces: Sequence[Sequence[int]], than: int) -> int:
        """How many of these faces compare so with a number, the value of `than`."""
        return sum(_SIGNS[self.sign](face, than) for pool in faces for face in pool)

    def __str__(self) -> str:
        return f"{self.sign} {self.than}"


@lru_cache(maxsize=4096)
def read_when(text: str, rounding: str = "down") -> When:
    """The comparison that a text says. NotUnderstood, with what was expected instead."""
    reader = Reader(text, rounding)
    parts = [_part(reader)]
    while reader.take("and"):
        parts.append(_part(reader))
    if reader.next.kind != "end":
        raise reader.wrong("`and`")
    return When(tuple(parts))


def read_count(text: str, rounding: str = "down") -> Count:
    """Which faces count. NotUnderstood if that is not what the text says."""
    reader = Reader(text, rounding)
    sign = reader.take(*_SIGNS)
    if not sign:
        raise reader.wrong("one of = <> < <= > >=")
    than = reader.amount()
    reader.end()
    return Count(sign, than)


def _part(reader: Reader) -> WhenPart:
    negated = bool(reader.take("not"))
    left = reader.amount()
    if sign := reader.take(*_SIGNS):
        return Compared(left, sign, reader.amount(), negated)
    if not isinstance(left, Name):
        raise reader.wrong("one of = <> < <= > >=")
    if verb := reader.take("is", "has"):
        token = reader.next
        if token.kind not in ("word", "number") or not _WORD.fullmatch(token.text):
            raise reader.wrong("a word")
        reader.at += 1
        return Worded(left, verb, token.text, negated)
    return Truth(left, negated)


def holds(when: When, names: Names, faces: Sequence[Sequence[int]] = ()) -> bool:
    """Do all of its comparisons hold? `faces` are those of the dice in it. Unknown if a name has no value yet."""
    thrown = iter(faces)
    return all(_holds(part, names, thrown) for part in when.parts)


def _holds(part: WhenPart, names: Names, faces: Iterator[Sequence[int]]) -> bool:
    match part:
        case Compared(left, sign, right):
            return bool(_SIGNS[sign](_of(left, names, faces), _of(right, names, faces))) != part.negated
        case Worded(name, _, word):
            value = names.value(name)
            if isinstance(value, tuple):
                return (word in value) != part.negated
            plain = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
            return (plain == word) != part.negated
        case Truth(name):
            return bool(names.value(name)) != part.negated


def _of(node: Node, names: Names, faces: Iterator[Sequence[int]]) -> int:
    fixed = settled(node, names)
    return total(fixed, [next(faces) for _ in pools(fixed)])


def amounts_in(when: When) -> Iterator[Node]:
    """All nodes of a comparison, names among them."""
    for part in when.parts:
        if isinstance(part, Compared):
            yield from inside(part.left)
            yield from inside(part.right)
        else:
            yield part.name
