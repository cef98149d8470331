"""Dice notation: the pools and numbers that a text such as 2d6+1d4-2 or 4d6k3 means."""

import re
from functools import lru_cache

from msgspec.structs import replace

from referee.engine.contract.symbol_dice import SymbolDie
from referee.engine.dice.dice import Expression, ExpressionTerm, Keep, Pool, Reroll
from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood, on_topic
from referee.text.lazy_pattern import pattern
from referee.text.quoting import quoted, short

LONGEST = 200
"""Characters of a dice expression."""
MOST_DICE = 1000
"""Dice in one expression."""
MOST_SIDES = 10_000
DEEPEST = 20
"""Brackets within brackets."""
MOST_LIKELY = 2000
"""Dice that one expression may bring on average, those after exploding and re-rolled ones among them."""

_TOKEN = pattern(r"\s*(?:([0-9]*)d([0-9]+|%)|([0-9]+)|([-+()]))", re.I | re.ASCII)
_NAMED = pattern(r"\s*([0-9]*)\s*(?:d?\{([a-z][a-z0-9_]*)\}|([a-z][a-z0-9_]*))", re.I | re.ASCII)
_SUFFIX = pattern(r"(kh|kl|k|dh|dl)([0-9]{1,4})|(rr|r)(<?)([0-9]{1,5})|!([0-9]{1,5})?", re.I | re.ASCII)


@lru_cache(maxsize=1024)
@on_topic("dice")
def read_dice(text: str, named: tuple[SymbolDie, ...] = ()) -> Expression:
    """The dice that a notation means: NdS d% kh kl dh dl r1 r<2 rr1 ! + - and brackets. NotUnderstood, saying where.

    named: the symbol dice that it may name: `2 red`, `4dsteel`.
    """
    if len(text) > LONGEST:
        raise NotUnderstood(f"These dice are too long to read: {LONGEST} characters at most.", LONGEST)
    terms = _Reader(text, named).all()
    if sum(pool.count for pool in Expression(terms).pools) > MOST_DICE:
        raise NotUnderstood(f"You can roll at most {MOST_DICE} dice at once.")
    if sum(pool.likely for pool in Expression(terms).pools) > MOST_LIKELY:
        raise NotUnderstood("These dice would explode or be rerolled too often.")
    return Expression(terms)


class _Reader:
    """Reads a notation from left to right. Brackets only turn signs round, so one list of terms is enough."""

    def __init__(self, text: str, named: tuple[SymbolDie, ...] = ()) -> None:
        self.text = text
        self.named = {die.name.lower(): die for die in reversed(named)}
        self.at = 0

    def wrong(self, operand_due: bool) -> NotUnderstood:
        """The problem at the place that was reached; operand_due: dice or a number were to come there."""
        before, rest = (short(part.strip(), 12) for part in (self.text[: self.at], self.text[self.at :]))
        if not operand_due:
            typed = self._examples("3d6+2", "4d6k3")
            said = f"{quoted(rest)} means nothing after {quoted(before)}. Dice are typed like {typed}."
        elif rest:
            said = f"{quoted(rest)} is neither dice nor a number. Type dice like {self._examples('3d6+2')}."
        else:
            said = "Dice or a number are missing at the end, as in 3d6+2."
        return NotUnderstood(said, self.at)

    def _examples(self, *examples: str) -> str:
        """A list of dice that can be typed: these examples, and the names of the symbol dice."""
        *first, last = (*examples, *(die.name for die in reversed(self.named.values())))
        return " or ".join(filter(None, (", ".join(first), last)))

    def all(self) -> tuple[ExpressionTerm, ...]:
        signs = [1]
        terms: list[ExpressionTerm] = []
        sign, operand_due, fresh = 1, True, True
        while self.text[self.at :].strip():
            token = _TOKEN.match(self.text, self.at)
            symbol = token[4] if token else None
            if symbol == ")" and not operand_due and len(signs) > 1:
                signs.pop()
            elif symbol is not None and symbol in "+-" and (not operand_due or fresh):
                sign, operand_due, fresh = (1 if symbol == "+" else -1), True, False
            elif symbol == "(" and operand_due:
                signs.append(signs[-1] * sign)
                sign, fresh = 1, True
                if len(signs) > DEEPEST + 1:
                    raise NotUnderstood(f"Too many brackets within brackets: {DEEPEST} at most.", self.at)
            elif operand_due and (dice := self.symbol_dice()) is not None:
                terms.append(ExpressionTerm(signs[-1] * sign, dice))
                sign, operand_due, fresh = 1, False, False
                continue
            elif token and symbol is None and operand_due:
                terms.append(ExpressionTerm(signs[-1] * sign, self.operand(token)))
                sign, operand_due, fresh = 1, False, False
                continue
            else:
                raise self.wrong(operand_due)
            assert token is not None
            self.at = token.end()
        if operand_due:
            raise self.wrong(operand_due)
        if len(signs) > 1:
            raise NotUnderstood("A closing bracket is missing.", len(self.text))
        return tuple(terms)

    def symbol_dice(self) -> Pool | None:
        """The symbol dice that are named here: `red`, `2 red`, `4dF`, `4d{steel}`; None if none are."""
        found = _NAMED.match(self.text, self.at) if self.named else None
        if found is None:
            return None
        word = (found[2] or found[3]).lower()
        die = self.named.get(word) or (self.named.get(word.removeprefix("d")) if found[3] else None)
        if die is None:
            return None
        count = _bounded(found[1] or "1", 1, MOST_DICE, "dice", self.at)
        self.at = found.end()
        return Pool("", count, die=die)

    def operand(self, token: re.Match[str]) -> Pool | int:
        if token[3] is not None:
            if not is_number(token[3]):
                raise NotUnderstood("This number has too many digits.", self.at)
            self.at = token.end()
            return int(token[3])
        count = _bounded(token[1] or "1", 1, MOST_DICE, "dice", self.at)
        sides = 100 if token[2] == "%" else _bounded(token[2], 1, MOST_SIDES, "sides", self.at)
        self.at = token.end()
        pool = Pool("", count, sides)
        while found := _SUFFIX.match(self.text, self.at):
            pool = self.suffix(pool, found)
            self.at = found.end()
        return pool

    def suffix(self, pool: Pool, found: re.Match[str]) -> Pool:
        if found[1]:
            self.once(pool.keep)
            count = int(found[2])
            if count > pool.count:
                raise NotUnderstood(f"There are only {pool.count} dice to keep or drop from.", self.at)
            drop = found[1].lower().startswith("d")
            highest = found[1].lower() in ("k", "kh", "dl")
            return replace(pool, keep=Keep(pool.count - count if drop else count, highest))
        if found[3]:
            self.once(pool.again)
            most = int(found[5])
            least = 1 if found[4] else most
            if least <= 1 and most >= pool.sides:
                raise NotUnderstood("These dice would be rerolled forever.", self.at)
            return replace(pool, again=Reroll(least, most, once=found[3].lower() == "r"))
        self.once(pool.explode)
        explode = int(found[6]) if found[6] else pool.sides
        if explode <= 1:
            raise NotUnderstood("These dice would explode forever.", self.at)
        return replace(pool, explode=explode)

    def once(self, said: object) -> None:
        if said is not None:
            raise NotUnderstood("The same dice cannot do this twice. Type it once.", self.at)


def _bounded(digits: str, least: int, most: int, what: str, at: int) -> int:
    if len(digits) > 6 or not least <= int(digits) <= most:
        raise NotUnderstood(f"Type {least} to {most} {what}, not {short(digits, 8)}.", at)
    return int(digits)
