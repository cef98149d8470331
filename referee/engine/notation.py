"""Notation: how dice are written: 3d6+2, 4d6kh3, d%, 2d10!, (2d6-1)."""

import re
from dataclasses import replace

from referee.engine.dice import Expression, ExpressionTerm, Keep, Pool, Reroll
from referee.engine.number import is_number, short
from referee.engine.problem import NotUnderstood

LONGEST = 200
"""Characters of a dice expression."""
MOST_DICE = 1000
"""Dice in one expression."""
MOST_SIDES = 10_000
DEEPEST = 20
"""Brackets within brackets."""
MOST_LIKELY = 2000
"""Dice that one expression may bring on average, those after exploding and re-rolled ones among them."""

_TOKEN = re.compile(r"\s*(?:([0-9]*)d([0-9]+|%)|([0-9]+)|([-+()]))", re.I | re.ASCII)
_SUFFIX = re.compile(r"(kh|kl|k|dh|dl)([0-9]{1,4})|(rr|r)(<?)([0-9]{1,5})|!([0-9]{1,5})?", re.I | re.ASCII)


def read_dice(text: str) -> Expression:
    """The dice that a notation means: NdS d% kh kl dh dl r1 r<2 rr1 ! + - and brackets. NotUnderstood, saying where."""
    if len(text) > LONGEST:
        raise NotUnderstood(f"Dice are written in at most {LONGEST} characters.", LONGEST)
    terms = _Reader(text).all()
    if sum(pool.count for pool in Expression(terms).pools) > MOST_DICE:
        raise NotUnderstood(f"At most {MOST_DICE} dice can be thrown at once.")
    if sum(pool.likely for pool in Expression(terms).pools) > MOST_LIKELY:
        raise NotUnderstood("These dice would bring too many others after them.")
    return Expression(terms)


class _Reader:
    """Reads a notation from left to right. Brackets only turn signs round, so one list of terms is enough."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def wrong(self, expected: str) -> NotUnderstood:
        rest = self.text[self.at :].strip()
        found = f"found {short(rest, 12)!r}" if rest else "the dice end there"
        return NotUnderstood(f"Expected {expected}, but {found}.", self.at)

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
                    raise NotUnderstood(f"Brackets go at most {DEEPEST} deep.", self.at)
            elif token and symbol is None and operand_due:
                terms.append(ExpressionTerm(signs[-1] * sign, self.operand(token)))
                sign, operand_due, fresh = 1, False, False
                continue
            else:
                raise self.wrong("dice such as 3d6, or a number" if operand_due else "+ or -")
            assert token is not None
            self.at = token.end()
        if operand_due:
            raise self.wrong("dice such as 3d6, or a number")
        if len(signs) > 1:
            raise NotUnderstood("A bracket is never closed.", len(self.text))
        return tuple(terms)

    def operand(self, token: re.Match[str]) -> Pool | int:
        if token[3] is not None:
            if not is_number(token[3]):
                raise NotUnderstood("Numbers have at most six digits.", self.at)
            self.at = token.end()
            return int(token[3])
        count = _bounded(token[1] or "1", 1, MOST_DICE, "dice", self.at)
        sides = 100 if token[2] == "%" else _bounded(token[2], 1, MOST_SIDES, "sides", self.at)
        self.at = token.end()
        return self.suffixes(Pool("", count, sides))

    def suffixes(self, pool: Pool) -> Pool:
        while found := _SUFFIX.match(self.text, self.at):
            pool = self.suffix(pool, found)
            self.at = found.end()
        return pool

    def suffix(self, pool: Pool, found: re.Match[str]) -> Pool:
        if found[1]:
            self.once(pool.keep)
            count = int(found[2])
            if count > pool.count:
                raise NotUnderstood(f"Only {pool.count} dice are there to keep or drop.", self.at)
            drop = found[1].lower().startswith("d")
            highest = found[1].lower() in ("k", "kh", "dl")
            return replace(pool, keep=Keep(pool.count - count if drop else count, highest))
        if found[3]:
            self.once(pool.again)
            most = int(found[5])
            least = 1 if found[4] else most
            if least <= 1 and most >= pool.sides:
                raise NotUnderstood("Dice that are thrown again whatever they show would never rest.", self.at)
            return replace(pool, again=Reroll(least, most, once=found[3].lower() == "r"))
        self.once(pool.explode)
        explode = int(found[6]) if found[6] else pool.sides
        if explode <= 1:
            raise NotUnderstood("Dice that explode whatever they show would never rest.", self.at)
        return replace(pool, explode=explode)

    def once(self, said: object) -> None:
        if said is not None:
            raise NotUnderstood("That is said twice of the same dice.", self.at)


def _bounded(digits: str, least: int, most: int, what: str, at: int) -> int:
    if len(digits) > 6 or not least <= int(digits) <= most:
        raise NotUnderstood(f"{least} to {most} {what} are possible, not {short(digits, 8)}.", at)
    return int(digits)
