"""Expressions of amounts, as trees of numbers, names, dice and sums, with the value that each comes to.

Used wherever a system file says how much: the notation makes the trees, a throw or a comparison settles them.
Gives the nodes, the dice in them, what they come to with given faces, and their terms for the log.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Protocol

from msgspec import Struct

from referee.engine.dice.dice import Pool
from referee.engine.state.own_values import Value

_SIGNS = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
EVERYWHERE = ("side", "kind", "round", "worth", "allies")
"""Names that every expression knows."""
OUTCOMES = ("success", "failure", "critical", "fumble", "partial")
"""How a test comes out."""
ABOUT = ("who", "whose", "target", "using")
"""What stands for blanks in a sentence about a test."""
COUNTED = ("n", "rest")
"""How many dice succeeded where they are counted, and how many did not."""
TOLD = (*ABOUT, "total", *COUNTED)
ADVANTAGE = "net_advantage"
"""How many more advantages than disadvantages a test was made with: above 0, 0, or below."""
TERMS = ("roll", "die", "against", "margin", "hits", "misses", "degree", "other_degree")
"""What only a test gives a value."""


class Number(Struct, frozen=True):
    """A number; a name whose value was put in its place is its label."""

    n: int
    label: str = ""

    def __str__(self) -> str:
        return str(self.n)


ZERO = Number(0)
ONE = Number(1)


class Name(Struct, frozen=True):
    """`{target.ac}`: a value that the encounter has, or that is asked."""

    word: str
    scope: str = ""
    """Whose: `target`, `actor`, `by`, `with`, `best`, `foes`; `dealt` damage of a type; `has` a condition, or `target
    has` one, how many of its `allies has` one, `said` a mark, an `option`; empty: its own."""
    most: bool = False
    """The bound of a track, not where it stands."""

    def __str__(self) -> str:
        spaced = self.scope.endswith(("has", "said"))
        joined = f"{self.scope}{' ' if spaced else '.'}{self.word}" if self.scope else self.word
        return f"{{{joined}{'.most' if self.most else ''}}}"


class NamedDice(Struct, frozen=True):
    """Dice whose number or sides a name or an amount says: `{skill}d6!`, `({str} + 2)d6`. `settled` makes a pool."""

    count: "int | Node"
    sides: str | Name
    """A name, or as it is written: `6`, `%`."""
    suffix: str = ""
    times: int = 1
    """2 on a critical hit that throws them twice."""

    def __str__(self) -> str:
        count = self.count if isinstance(self.count, int | Name) else f"({self.count})"
        return f"{'' if count == 1 else count}d{self.sides}{self.suffix}"


class Sum(Struct, frozen=True):
    """Parts added, or taken off where the sign is -1."""

    terms: "tuple[tuple[int, Node], ...]"

    def __str__(self) -> str:
        text = "".join(f" {'+' if sign > 0 else '-'} {_inner(node)}" for sign, node in self.terms)
        return text.removeprefix(" + ") if text.startswith(" + ") else "-" + text[3:]


class Product(Struct, frozen=True):
    """A factor multiplied or divided by numbers, from left to right."""

    factor: "Node"
    steps: tuple[tuple[str, int], ...]
    """("*", 2), ("/", 3)."""
    rounding: str = "down"
    """What "/" does: down, up, near."""

    def __str__(self) -> str:
        factor = f"({self.factor})" if isinstance(self.factor, Product) else _inner(self.factor)
        return factor + "".join(f" {op} {n}" for op, n in self.steps)


class Extreme(Struct, frozen=True):
    """The greatest or the least of several amounts."""

    greatest: bool
    among: "tuple[Node, ...]"

    def __str__(self) -> str:
        return f"{'max' if self.greatest else 'min'}({', '.join(map(str, self.among))})"


class Asked(Struct, frozen=True):
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

    def value(self, name: Name) -> Value | Node:
        """The value now: dice, where a thing has such a value. Unknown if nobody has said it."""


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
            children = [part for part in (count, sides) if not isinstance(part, int | str)]
        case _:
            children = ()
    for child in children:
        yield from inside(child)


class Compared(Struct, frozen=True):
    """Two amounts with a sign between them."""

    left: Node
    sign: str
    right: Node
    negated: bool = False

    def __str__(self) -> str:
        return f"{'not ' if self.negated else ''}{self.left} {self.sign} {self.right}"


class Worded(Struct, frozen=True):
    """A name that `is` a word, or a list that `has` it."""

    name: Name
    verb: str
    word: str
    negated: bool = False

    def __str__(self) -> str:
        return f"{'not ' if self.negated else ''}{self.name} {self.verb} {self.word}"


class Truth(Struct, frozen=True):
    """A name alone: yes, a number that is not 0, a condition that lies there."""

    name: Name
    negated: bool = False

    def __str__(self) -> str:
        return f"{'not ' if self.negated else ''}{self.name}"


WhenPart = Compared | Worded | Truth


class When(Struct, frozen=True, dict=True):
    """Comparisons that all have to hold."""

    parts: tuple[WhenPart, ...]

    def __str__(self) -> str:
        return " and ".join(map(str, self.parts))

    @cached_property
    def _scopes(self) -> tuple[set[str], ...]:
        """The scopes of the names in each part."""
        nodes = (amounts_in(When((part,))) for part in self.parts)
        return tuple({node.scope for node in each if isinstance(node, Name)} for each in nodes)

    def about(self, meant: Callable[[set[str]], bool]) -> "When":
        """Only those of its comparisons of which `meant` is true: it is given the scopes of the names in each."""
        return When(tuple(part for part, named in zip(self.parts, self._scopes, strict=True) if meant(named)))

    def on_dice(self) -> str:
        """What dice have to show, in words: `5 or more` for `d6 >= 5`; else as it is written."""
        match self.parts:
            case (Compared(sign=">=", right=least, negated=False),):
                return f"{least} or more"
        return str(self)


ALWAYS = When(())
"""Holds whatever happens."""


class Count(Struct, frozen=True):
    """`>= 5`: which faces of a pool count, each as one; of dice with names those that are called so."""

    sign: str
    than: Node
    faces: tuple[str, ...] = ()
    """The names of the faces that count, of dice that have such: hit, hit, crit; one that stands twice counts twice."""

    def hits(self, fallen: Iterable[tuple[Pool, int]], than: int) -> int:
        """How many of these faces show this; `than` is the value of the number that they are compared with."""
        if self.faces:
            return sum(self.faces.count(pool.label(face)) for pool, face in fallen if pool.die is not None)
        return sum(_SIGNS[self.sign](face, than) for _, face in fallen)

    def __str__(self) -> str:
        return ", ".join(self.faces) or f"{self.sign} {self.than}"


def amounts_in(when: When) -> Iterator[Node]:
    """All nodes of a comparison, names among them."""
    for part in when.parts:
        if isinstance(part, Compared):
            yield from inside(part.left)
            yield from inside(part.right)
        else:
            yield part.name


def names_in(when: When) -> Iterator[Name]:
    """The names in comparisons, those of words and truths among them."""
    for part in when.parts:
        if isinstance(part, Compared):
            yield from (node for node in (*inside(part.left), *inside(part.right)) if isinstance(node, Name))
        else:
            yield part.name


def names_a_test(node: Node) -> bool:
    """Does an amount name what only a test gives a value?"""
    return any(isinstance(part, Name) and not part.scope and part.word in TERMS for part in inside(node))


class Scope(Struct, frozen=True):
    """What an expression may name beside the tracks and traits of whoever it belongs to."""

    terms: tuple[str, ...] = ()
    """Words such as {roll} and {damage}. A track of the same name is {actor.hits} there."""
    others: tuple[str, ...] = ()
    """Whose values besides: target, actor, by, with."""
    dice: bool = True
    asked: bool = False
    """Whether `ask` may stand in its place."""
    above: int | None = None
    """A formula: it names only traits above this place in the file."""


FIGURE = Scope()
"""Of one figure, with dice."""


FIXED = Scope(dice=False)
"""Of one figure, without dice."""


TEST = Scope(("value",), ("target", "actor", "with", "best", "foes"))


OUTCOME = Scope((*TERMS, "value"), ("target", "actor", "with", "best", "foes"), dice=False)


ACT = Scope((*TERMS, "outcome", ADVANTAGE), ("target", "actor", "with", "best", "foes", "dealt"), asked=True)


PRICE = Scope((), ("with",))
"""Of one figure, and of what it uses; what nobody has said of that is asked."""


ACT_WHEN = Scope((*TERMS, "outcome"), ("target", "actor", "with"), dice=False)


EFFECT_WHEN = Scope((*TERMS, "value"), ("target", "actor", "by", "with"), dice=False)


EVENT = Scope(
    (*TERMS, "outcome", "damage", "lost", "excess", "value", ADVANTAGE),
    ("by", "with", "target", "actor", "dealt"),
    asked=True,
)


EVENT_WHEN = Scope((*EVENT.terms,), EVENT.others, dice=False)
