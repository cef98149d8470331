"""The notation of a system file for amounts, "2d6 + {str_mod}", with comparisons, "{roll} >= {against}".

Used as a file is read, and for amounts that the referee types. Dice in it are read by the engine's notation.
Gives trees of `expression`, comparisons that hold or do not, or says what was expected instead.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.dice.dice import Pool
from referee.engine.dice.notation import MOST_DICE, MOST_LIKELY, read_dice
from referee.engine.problem import NotUnderstood
from referee.rules.open_table.language.expression import (
    _SIGNS,
    Asked,
    Compared,
    Count,
    Extreme,
    Name,
    NamedDice,
    Node,
    Number,
    Product,
    Sum,
    Truth,
    When,
    WhenPart,
    Worded,
    inside,
)
from referee.text.lazy_pattern import pattern
from referee.text.quoting import short

LONGEST = 120
"""Characters of an amount or a comparison."""
MOST_NAMES = 12
DEEPEST = 4
"""Brackets within brackets."""
SCOPES = ("target", "actor", "by", "with", "best", "foes", "dealt", "option")

_WORD = r"[a-z][a-z0-9_]{0,31}"
_BRACED = r"\{[^{}]*\}"
_DICE = rf"(?:[0-9]+|{_BRACED})?d(?:[0-9]+|%|{_BRACED})(?:[a-z]+<?[0-9]+|![0-9]*)*"
_TOKEN = pattern(rf"\s*(?:({_DICE})|([0-9]+)|({_BRACED})|([a-z][a-z0-9_]*)|(<>|<=|>=|[-+*/(),=<>]))", re.I | re.ASCII)
_SPLIT = pattern(rf"([0-9]+|{_BRACED})?d([0-9]+|%|{_BRACED})(.*)", re.I | re.ASCII)
_NAME = pattern(
    rf"\{{\s*(?:({'|'.join(SCOPES)})\.|((?:target |actor |by |allies )?has|said)\s+)?({_WORD})(\.most)?\s*\}}", re.ASCII
)


_MEANT = pattern(r"[a-z0-9][a-z0-9_]*", re.ASCII)


class Token(Struct, frozen=True):
    """One word or sign of an expression."""

    kind: str
    """dice, number, name, word, sign; end behind the last one."""
    text: str


@lru_cache(maxsize=4096)
def read_amount(text: str, rounding: str = "down") -> Node:
    """The amount that a text says; `rounding` is what "/" does. NotUnderstood, with what was expected instead."""
    if text.strip() == "ask":
        return Asked()
    reader = Reader(text, rounding)
    node = reader.amount()
    reader.end()
    return node


class Reader:
    """Reads an expression from left to right, a token at a time."""

    def __init__(self, text: str, rounding: str) -> None:
        if len(text) > LONGEST:
            raise NotUnderstood(f"it is too long: {len(text)} characters, at most {LONGEST} are allowed.")
        self.tokens = tokens(text)
        if sum(token.text.count("{") for token in self.tokens) > MOST_NAMES:
            raise NotUnderstood(f"it has more than {MOST_NAMES} names.")
        self.rounding = rounding
        self.at = 0
        self.depth = 0

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self, *signs: str) -> str:
        """The next token, if it is one of these signs or words; else empty."""
        if self.next.kind in ("sign", "word") and self.next.text in signs:
            self.at += 1
            return self.tokens[self.at - 1].text
        return ""

    def need(self, sign: str) -> None:
        """Takes this sign. NotUnderstood if another token is next."""
        if not self.take(sign):
            raise self.wrong(f"{sign!r}")

    def wrong(self, expected: str) -> NotUnderstood:
        """The error that something else was expected in place of the next token."""
        found = "the end" if self.next.kind == "end" else short(self.next.text)
        return NotUnderstood(f"must be {expected}, not {found}.")

    def end(self) -> None:
        """NotUnderstood if something is left."""
        if self.next.kind != "end":
            raise self.wrong("+, -, * or /")

    def amount(self) -> Node:
        """An amount: terms added or taken off."""
        sign = -1 if self.take("-") else 1
        parts = [(sign, self.term())]
        while op := self.take("+", "-"):
            parts.append((1 if op == "+" else -1, self.term()))
        node = parts[0][1] if len(parts) == 1 and sign > 0 else Sum(tuple(parts))
        _check_dice(node)
        return node

    def term(self) -> Node:
        """A factor, multiplied or divided by whole numbers. NotUnderstood for another operand, or a division by 0."""
        factor = self.factor()
        steps: list[tuple[str, int]] = []
        while op := self.take("*", "/"):
            if self.next.kind != "number":
                raise self.wrong(f"a number after {op}")
            by = self.number()
            if op == "/" and not by:
                raise NotUnderstood("cannot divide by 0.")
            steps.append((op, by))
        return Product(factor, tuple(steps), self.rounding) if steps else factor

    def number(self) -> int:
        """A number of at most six digits; the next token is one. NotUnderstood if it is longer."""
        token = self.next
        if len(token.text) > 6:
            raise NotUnderstood("numbers have at most six digits.")
        self.at += 1
        return int(token.text)

    def factor(self) -> Node:
        """A number, dice, a name, `max(...)`, `min(...)`, or an amount in brackets. NotUnderstood otherwise."""
        token = self.next
        match token.kind:
            case "number":
                return Number(self.number())
            case "dice":
                self.at += 1
                return read_pool(token.text)
            case "name":
                self.at += 1
                return read_name(token.text)
        if word := self.take("max", "min"):
            self.need("(")
            return Extreme(word == "max", tuple(self.bracket(several=True)))
        if self.take("("):
            (count,) = self.bracket(several=False)
            return self.counted(count) if self.next.kind == "dice" and self.next.text[0] in "dD" else count
        raise self.wrong("dice, a number or {a name}")

    def counted(self, count: Node) -> Node:
        """The dice whose number is the amount in brackets before them: `({str} + 2)d6`.

        NotUnderstood if that amount has dice itself.
        """
        if any(isinstance(part, Pool | NamedDice) for part in inside(count)):
            raise NotUnderstood("the number of dice cannot be rolled itself.")
        dice = read_pool(self.tokens[self.at].text.replace("d", "{x}d", 1).replace("D", "{x}d", 1))
        self.at += 1
        return replace(dice, count=count) if isinstance(dice, NamedDice) else dice

    def bracket(self, several: bool) -> Sequence[Node]:
        """The amounts up to a closing bracket, of which the opening one has been taken; one of them unless `several`.

        NotUnderstood for brackets that are nested too deep or not closed.
        """
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotUnderstood(f"too many brackets inside brackets: at most {DEEPEST} deep.")
        among = [self.amount()]
        while several and self.take(","):
            among.append(self.amount())
        self.need(")")
        self.depth -= 1
        return among


def tokens(text: str) -> list[Token]:
    """The tokens of an expression. NotUnderstood at the first letter that begins none."""
    out: list[Token] = []
    at = 0
    while rest := text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            raise NotUnderstood(f"must be dice, a number or {{a name}}, not {short(rest, 12)}.")
        kind = ("dice", "number", "name", "word", "sign")[(found.lastindex or 1) - 1]
        out.append(Token(kind, found[found.lastindex or 1]))
        at = found.end()
    return [*out, Token("end", "")]


def read_name(text: str) -> Name:
    """The name in braces. NotUnderstood if it is none."""
    found = _NAME.fullmatch(text)
    if found is None:
        raise NotUnderstood(f"must be a name such as {{hp}} or {{target.ac}}, not {short(text)}.")
    return Name(found[3], found[1] or found[2] or "", bool(found[4]))


def read_pool(text: str) -> Node:
    """Dice: a pool, or dice that a name counts. NotUnderstood, as the dice notation says it."""
    found = _SPLIT.fullmatch(text)
    assert found is not None
    count, sides, suffix = found[1] or "1", found[2], found[3]
    named_count, named_sides = count.startswith("{"), sides.startswith("{")
    if not named_count and not named_sides:
        (only,) = read_dice(text).terms
        assert isinstance(only.part, Pool)
        return only.part
    if not named_count:
        read_dice(f"{count}d6")
    read_dice(f"100d{100 if named_sides else sides}{suffix}")
    return NamedDice(
        read_name(count) if named_count else int(count), read_name(sides) if named_sides else sides, suffix.lower()
    )


def _check_dice(node: Node) -> None:
    """NotUnderstood, if there are more dice in it than can be thrown at once."""
    found = [part for part in inside(node) if isinstance(part, Pool)]
    if sum(pool.count for pool in found) > MOST_DICE or sum(pool.likely for pool in found) > MOST_LIKELY:
        raise NotUnderstood(f"at most {MOST_DICE} dice can be rolled at once.")


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
        if token.kind not in ("word", "number") or not _MEANT.fullmatch(token.text):
            raise reader.wrong("a word")
        reader.at += 1
        below = reader.take("/") and reader.next.text  # a word such as 1/4
        reader.at += bool(below)
        return Worded(left, verb, f"{token.text}/{below}" if below else token.text, negated)
    return Truth(left, negated)
