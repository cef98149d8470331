"""Scopes: which names an expression may have where it stands, and what is wrong with one that it may not have."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.engine.dice import Pool
from referee.engine.tags import nearest
from referee.rules.open_table.comparison import Truth, When, Worded
from referee.rules.open_table.expression import Name, NamedDice, Node
from referee.rules.open_table.mistake import meant, quoted
from referee.rules.open_table.symbols import Symbols

EVERYWHERE = ("side", "kind", "round")
"""Names that every expression knows."""
OUTCOMES = ("success", "failure", "critical", "fumble", "partial")
"""How a test comes out."""
_NO_TRAITS = ("has", "said", "option", "with")
_TERMS = ("roll", "die", "against", "margin", "hits", "misses")


@dataclass(frozen=True)
class Scope:
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
TEST = Scope(("value",), ("target", "actor", "with", "best"))
OUTCOME = Scope((*_TERMS, "value"), ("target", "actor", "with", "best"), dice=False)
ACT = Scope((*_TERMS, "outcome"), ("target", "actor", "with", "best"), asked=True)
ACT_WHEN = Scope((*_TERMS, "outcome"), ("target", "actor", "with"), dice=False)
EFFECT_WHEN = Scope((*_TERMS, "value"), ("target", "actor", "by", "with"), dice=False)
EVENT = Scope((*_TERMS, "outcome", "damage", "lost", "excess", "value"), ("by", "with", "target", "actor"), asked=True)
EVENT_WHEN = Scope((*EVENT.terms,), EVENT.others, dice=False)


@dataclass(frozen=True)
class Wrong:
    """What is wrong with a name."""

    code: str
    sentence: str


def misnamed(nodes: Iterator[Node], scope: Scope, symbols: Symbols, when: When | None = None) -> Iterator[Wrong]:
    """What is wrong with the names and dice of an expression."""
    words = {part.name: part for part in when.parts if isinstance(part, Worded)} if when else {}
    true = {part.name for part in when.parts if isinstance(part, Truth)} if when else set()
    for node in nodes:
        if isinstance(node, Pool | NamedDice) and not scope.dice:
            yield Wrong("E5", "dice are not possible here.")
        elif isinstance(node, Name):
            yield from _wrong_name(node, scope, symbols)
            kind = symbols.types_of.get(node.word, "") if node.scope not in _NO_TRAITS else ""
            if kind in ("word", "words") and node not in words and node not in true:
                what = "a list of words" if kind == "words" else "a word"
                yield Wrong("E5", f"{node} is {what}, and a number is expected.")
    for name, part in words.items():
        yield from _wrong_word(name, part.word, symbols)


def _wrong_name(name: Name, scope: Scope, symbols: Symbols) -> Iterator[Wrong]:
    match name.scope:
        case "has":
            yield from _unknown(symbols, "condition", name.word)
        case "said":
            yield from _unknown(symbols, "mark", name.word, ("adv", "dis"))
        case "option":
            yield from _unknown(symbols, "option", name.word)
        case "with" if "with" in scope.others:
            if name.word not in symbols.given:
                near = nearest(name.word, symbols.given, 0.6)
                ending = f"; did you mean {near}?" if near else ": a sort, `values`, or `asks` of a test can give it."
                yield Wrong("E7", f"nothing gives {{with.{name.word}}}{ending}")
        case "":
            yield from _wrong_own(name, scope, symbols)
        case other if other in scope.others:
            yield from _wrong_value(name, symbols)
        case other:
            yield Wrong("E5", f"{{{other}.{name.word}}} means nobody here.")


def _wrong_own(name: Name, scope: Scope, symbols: Symbols) -> Iterator[Wrong]:
    if name.word in EVERYWHERE or name.word in scope.terms:
        return
    if scope.above is not None and symbols.order.get(name.word, -1) >= scope.above:
        sentence = f"it names {{{name.word}}}, which stands below it: a formula names only what is above it."
        yield Wrong("E9", sentence)
        return
    yield from _wrong_value(name, symbols, scope.terms)


def _wrong_value(name: Name, symbols: Symbols, terms: tuple[str, ...] = ()) -> Iterator[Wrong]:
    """A track or a trait, or the side or the kind of another."""
    if name.word in EVERYWHERE:
        return
    known = [*symbols.names["track"], *(() if name.most else symbols.names["trait"])]
    if name.word not in known:
        what = "track" if name.most else "track or trait"
        said = f"there is no {what} {quoted(name.word)}"
        yield Wrong("E7", said + meant(name.word, [*known, *terms]))


def _wrong_word(name: Name, word: str, symbols: Symbols) -> Iterator[Wrong]:
    """The word behind `is`: a choice of the option, a side, a kind, an outcome."""
    known: tuple[str, ...] | frozenset[str] = ()
    if name.scope == "option":
        known = symbols.choices.get(name.word, ())
    elif name.scope != "with" and name.word == "side":
        known = symbols.sides
    elif name.scope != "with" and name.word == "kind":
        known = symbols.names["kind"]
    elif not name.scope and name.word == "outcome":
        known = OUTCOMES
    if known and word not in known:
        what = {"option": f"choice of {name.word}"}.get(name.scope, name.word)
        yield Wrong("E7", f"there is no {what} {quoted(word)}{meant(word, list(known))}")


def _unknown(symbols: Symbols, section: str, word: str, besides: tuple[str, ...] = ()) -> Iterator[Wrong]:
    known = [*symbols.names[section], *besides]
    if word not in known:
        yield Wrong("E7", f"there is no {section} {quoted(word)}{meant(word, known)}")
