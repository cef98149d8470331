"""Evaluation of amounts: names become numbers, dice become what was thrown.

Used whenever an amount or a comparison of the file is needed in play.
Gives the amount without names, what it comes to with given faces, and whether a comparison holds.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.dice.dice import Pool
from referee.engine.dice.notation import read_dice
from referee.engine.events.event import Terms
from referee.engine.problem import NotUnderstood
from referee.engine.state.own_values import Value
from referee.rules.open_table.language.expression import (
    _SIGNS,
    Asked,
    Compared,
    Extreme,
    Name,
    NamedDice,
    Names,
    Node,
    Number,
    Product,
    Sum,
    Truth,
    Unknown,
    When,
    WhenPart,
    Worded,
    inside,
)
from referee.rules.open_table.language.rounding import divided
from referee.text.lazy_pattern import pattern

VALUES = (int, str, tuple)
"""The classes of a trait's value; whatever else a name stands for is an amount."""
LARGEST = 999_999
"""No result lies beyond this, or below its negative."""


MOST_DICE_BY_NAME = 100
"""Dice that a name may call for: `{skill}d6`."""


_KEPT = pattern(r"(kh?|kl|dh|dl)([0-9]+)", re.I)


class Thrown(Struct, frozen=True):
    """An amount as it came."""

    total: int
    terms: Terms
    faces: tuple[tuple[int, ...], ...] = ()
    dice: tuple[Pool, ...] = ()
    """The pools that these faces are of."""


def settled(node: Node, names: Names) -> Node:
    """The amount with the value of each name in its place. Unknown; NotUnderstood for dice that cannot be thrown."""
    match node:
        case Name():
            value = names.value(node)
            return Number(number_of(value), node.word) if isinstance(value, VALUES) else value
        case NamedDice(count, sides, suffix, times):
            die = names.value(sides) if isinstance(sides, Name) else None
            if isinstance(die, Pool):
                return replace(die, count=n) if (n := _counted(count, names) * times) > 0 else Number(0)
            written = sides if isinstance(sides, str) else str(max(_counted(sides, names), 0))
            return _pool(_counted(count, names), times, written, suffix)
        case Sum(terms):
            known: list[tuple[int, Node]] = []
            for sign, inner in terms:
                part = settled(inner, names)
                # Of a name that means a sum, as `d4 + 3`, its parts.
                parts = parts_of(part) if isinstance(inner, Name) else ((1, part),)
                for own, each in parts:
                    known.append((sign * own, each))
            return Sum(tuple(known))
        case Product():
            return replace(node, factor=settled(node.factor, names))
        case Extreme():
            return replace(node, among=tuple(settled(part, names) for part in node.among))
        case Asked():
            raise Unknown(Name("amount"))
        case _:
            return node


def number_of(value: Value | Node) -> int:
    """A value as a number within the bounds: yes is 1, no is 0, a word is 0, a list is its length.

    NotUnderstood for dice, which are thrown with a test and are no number before.
    """
    if isinstance(value, int):
        n = int(value)
        return n if -LARGEST <= n <= LARGEST else bounded(n)
    return len(value) if isinstance(value, tuple) else 0 if isinstance(value, str) else total(value)


def bounded(n: int) -> int:
    """The number, or the bound beyond which it lies."""
    return max(-LARGEST, min(LARGEST, n))


def _counted(part: int | Node, names: Names) -> int:
    return part if isinstance(part, int) else number_of(settled(part, names))


@lru_cache(maxsize=1024)
def _pool(count: int, times: int, sides: str, suffix: str) -> Node:
    """So many dice, as the notation reads them; 0 if there are none. They keep or drop no more than there are."""
    if count <= 0:
        return Number(0)
    if count > MOST_DICE_BY_NAME:
        raise NotUnderstood(f"A name can call for at most {MOST_DICE_BY_NAME} dice, not {count}.")
    fitting = _KEPT.sub(lambda found: f"{found[1]}{min(int(found[2]), count)}", suffix)
    (term,) = read_dice(f"{count}d{sides}{fitting}").terms
    pool: Node = term.part if isinstance(term.part, Pool) else Number(term.part)
    return doubled(pool) if times > 1 else pool


def pools(node: Node) -> tuple[Pool, ...]:
    """The dice of a settled amount, in the order in which their faces are given."""
    match node:
        case Number():
            return ()
        case Pool():
            return (node,)
        case Sum(terms):  # most amounts are one: its numbers need no look into them
            found: tuple[Pool, ...] = ()
            for _, part in terms:
                if not isinstance(part, Number):
                    found += pools(part)
            return found
        case _:
            return tuple(part for part in inside(node) if isinstance(part, Pool))


def total(node: Node, faces: Sequence[Sequence[int]] = ()) -> int:
    """What a settled amount comes to with these faces, a sequence for each pool. NotUnderstood if there are too few."""
    return _value(node, iter(faces))


def parts_of(node: Node) -> tuple[tuple[int, Node], ...]:
    """The parts of a sum, each with its sign; any other amount is its only part."""
    return node.terms if isinstance(node, Sum) else ((1, node),)


def label(node: Node) -> str:
    """What a part of a sum is called beside its value: its dice, or what it names; a bare number has no label.

    Of the greatest or the least of several it is the one that counts.
    """
    if isinstance(node, Number):
        return node.label
    if pools(node):
        return str(node)
    if isinstance(node, Extreme) and all(isinstance(part, Number) for part in node.among):
        best = (max if node.greatest else min)(node.among, key=total)
        if isinstance(best, Number) and best.label:
            return best.label
    return ", ".join(dict.fromkeys(part.label for part in inside(node) if isinstance(part, Number) and part.label))


def _value(node: Node, faces: Iterator[Sequence[int]]) -> int:
    match node:
        case Number(n):
            return n if -LARGEST <= n <= LARGEST else bounded(n)
        case Pool():
            thrown = next(faces, None)
            if thrown is None:
                raise NotUnderstood(f"{node} has to be rolled, but a fixed number is needed here.")
            return bounded(node.total(thrown))
        case Sum(terms):
            n = 0
            for sign, part in terms:
                n += sign * (part.n if isinstance(part, Number) else _value(part, faces))
            return n if -LARGEST <= n <= LARGEST else bounded(n)
        case Product(factor, steps, rounding):
            n = _value(factor, faces)
            for op, by in steps:
                n = bounded(n * by if op == "*" else divided(n, by, rounding))
            return n
        case Extreme(greatest, among):
            values = [_value(part, faces) for part in among]
            return max(values) if greatest else min(values)
        case _:
            raise TypeError(f"{node} has no value before it is settled")


def doubled(node: Node) -> Node:
    """The same with twice the dice, and the numbers once."""
    match node:
        case Pool():
            return node.times(2)
        case NamedDice():
            return replace(node, times=2)
        case _:
            return _over_children(node, doubled)


def repeated(node: Node, times: int) -> Node:
    """A settled amount so often, each time thrown anew. An extreme is left out where it can never count: max(0, d8 + 2)
    is d8 + 2."""
    match node:
        case Extreme(greatest=True, among=(Number(least), other)) if _least(other) >= least:
            return repeated(other, times)
        case Pool() if node.each_alone:
            return replace(node, count=times * node.count)
        case Number(n, label):
            return Number(times * n, label)
        case Sum(terms):
            return Sum(tuple((sign, repeated(part, times)) for sign, part in terms))
        case _:
            return Sum(((1, node),) * times)


def _least(node: Node) -> int:
    """The least that a settled amount can come to, of sums of dice and numbers; very little for any other."""
    least = 0
    for sign, part in parts_of(node):
        if sign < 0 or not isinstance(part, Number | Pool):
            return -LARGEST
        least += part.least if isinstance(part, Pool) else part.n
    return least


def at_highest(node: Node) -> Node:
    """A settled amount with each die at its highest face, nothing thrown."""
    if isinstance(node, Pool):
        return Number(node.most, str(node))
    return _over_children(node, at_highest)


def averaged(node: Node) -> Node:
    """A settled amount with the average of its dice, rounded down, in their place: 7 for 2d6, 4 for d8."""
    if isinstance(node, Pool):
        return Number(node.average, str(node))
    return _over_children(node, averaged)


def _over_children(node: Node, change: Callable[[Node], Node]) -> Node:
    match node:
        case Sum(terms):
            return Sum(tuple((sign, change(part)) for sign, part in terms))
        case Product():
            return replace(node, factor=change(node.factor))
        case Extreme():
            return replace(node, among=tuple(change(part) for part in node.among))
        case _:
            return node


def labelled(node: Node, label: str) -> Node:
    """A settled amount whose dice and numbers have the name of what adds them; what was typed needs none."""
    if not label or label[:1] in ("+", "-"):
        return node
    match node:
        case Pool():
            return replace(node, name=label)
        case Number(n, ""):
            return Number(n, label)
        case Sum(terms):
            return Sum(tuple((sign, labelled(part, label)) for sign, part in terms))
        case _:
            return node


def with_bonus(node: Node, which: str) -> Node:
    """A settled amount with those of its added numbers that count; one without dice is left as it is."""
    if which == "all" or not isinstance(node, Sum):
        return node
    left = tuple((sign, part) for sign, part in node.terms if pools(part) or sign * total(part) < 0)
    return Sum(left) if pools(node) else node


def changed_damage(node: Node, critical: str, average: bool) -> Node:
    """A settled amount as a critical hit, or who throws no dice, has it."""
    if average and critical.startswith("highest"):
        critical = "dice x2"  # no dice, no highest
    match critical:
        case "dice x2":
            node = doubled(node)
        case "x2":
            node = Product(node, (("*", 2),))
        case "highest":
            node = at_highest(node)
        case "highest + dice":
            best = sum(pool.most for pool in pools(node))
            node = Sum(((1, node), (1, Number(best, "highest"))))
    return averaged(node) if average else node


def holds(when: When, names: Names, faces: Sequence[Sequence[int]] = ()) -> bool:
    """Do all of its comparisons hold? `faces` are those of the dice in it. Unknown if a name has no value yet."""
    thrown = iter(faces)
    held = True
    for part in when.parts:
        held = held and _holds(part, names, thrown)
    return held


def holds_surely(when: When | None, names: Names, if_unknown: bool = False) -> bool:
    """True if a comparison holds, or there is none; of one that names what nobody knows, `if_unknown`."""
    try:
        return when is None or holds(when, names)
    except Unknown:
        return if_unknown


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
    if isinstance(node, Number):
        return node.n
    if isinstance(node, Name) and isinstance(value := names.value(node), VALUES):
        return number_of(value)
    fixed = settled(node, names)
    return total(fixed, list(islice(faces, len(pools(fixed)))))
