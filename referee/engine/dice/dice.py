"""Dice: pools, symbol dice and sums, their notation, and what faces add up to. Nothing here is random."""

import re
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from referee.engine.events.event import Term, Terms
from referee.engine.problem import NotUnderstood, RulesBug, is_number, on_topic, quoted, short

MOST_EXPLOSIONS = 100
"""Dice that one exploding or re-rolled die may bring after it."""


class Face(NamedTuple):
    """One face of a symbol die: how it is typed and drawn, and what it counts."""

    label: str
    marks: tuple[tuple[str, int], ...] = ()
    """("range", 3), ("surge", 1)."""


class SymbolDie(NamedTuple):
    """A die with symbols. Its faces are numbered from 0 in answers; equal faces are one another's like."""

    name: str
    faces: tuple[Face, ...]

    def begins(self, text: str) -> tuple[int, str] | None:
        """The number of the face that a text begins with, and what is left of it: 131021 is 131, and then 021."""
        typed = [n for n, face in enumerate(self.faces) if text.lower().startswith(face.label.lower())]
        longest = max(typed, key=lambda n: len(self.faces[n].label), default=None)
        return None if longest is None else (longest, text[len(self.faces[longest].label) :])


class Reroll(NamedTuple):
    """Which dice are thrown again: those that show `least` to `most`; `once`, or until they show something else."""

    least: int
    most: int
    once: bool = True


@dataclass(frozen=True)
class Keep:
    """How many dice count: the `highest` or else the lowest `count`."""

    count: int
    highest: bool = True


@dataclass(frozen=True)
class Pool:
    """Dice thrown together, all alike.

    Its faces are written down in the order they fall: the dice first thrown, then for each die that is
    thrown again or explodes one more, in the order of those that called for them.
    """

    name: str
    count: int = 1
    sides: int = 6
    die: SymbolDie | None = None
    """The symbol die, where it is one; `sides` does not count then."""
    keep: Keep | None = None
    again: Reroll | None = None
    explode: int | None = None
    """A die that shows this or more brings another."""

    @property
    def plain(self) -> bool:
        """Numbered dice, each counting as it falls: only the sum matters."""
        return self.die is None and self.keep is None and self.again is None and self.explode is None

    @property
    def first(self) -> int:
        """The lowest number a face may have in an answer."""
        return 1 if self.die is None else 0

    @property
    def last(self) -> int:
        """The highest number a face may have in an answer."""
        return self.sides if self.die is None else len(self.die.faces) - 1

    @property
    def likely(self) -> float:
        """How many dice fall on average, with those thrown again and those that explosions bring."""
        faces = range(self.first, self.last + 1)
        causes = ("first", "again", "more")
        brought = {cause: Counter(self._brings(face, cause) for face in faces) for cause in causes}
        falling, fallen = {"first": float(self.count)}, 0.0
        for _ in range(MOST_EXPLOSIONS + 1):
            fallen += sum(falling.values())
            falling = {
                after: sum(dice * brought[cause][after] for cause, dice in falling.items()) / len(faces)
                for after in ("again", "more")
            }
            if not any(falling.values()):
                break
        return fallen

    def _brings(self, face: int, cause: str) -> str:
        """Why a die that shows this face brings one after it, `again` or `more`, or empty; `cause`: why it fell."""
        again = self.again
        if again is not None and again.least <= face <= again.most and not (again.once and cause == "again"):
            return "again"
        return "more" if self.explode is not None and face >= self.explode else ""

    def label(self, face: int) -> str:
        """How a face is shown."""
        return str(face) if self.die is None else self.die.faces[face].label

    def read(self, faces: Sequence[int]) -> "Reading":
        """Which of these faces count, and how many dice are still to be thrown."""
        due = deque([("first", 0)] * self.count)
        stand: list[bool] = []
        for face in faces:
            if not due:
                return Reading(tuple(stand), 0, len(faces) - len(stand))
            cause, chain = due.popleft()
            brings = self._brings(face, cause) if chain < MOST_EXPLOSIONS else ""
            if brings:
                due.append((brings, chain + 1))
            stand.append(brings != "again")
        return Reading(tuple(stand), len(due), 0)

    def counted(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """For each face: does it count, after re-rolls, and after keeping or dropping?"""
        stand = list(self.read(faces).stand)
        if self.keep is not None:
            ranked = sorted((n for n, s in enumerate(stand) if s), key=lambda n: faces[n], reverse=self.keep.highest)
            kept = set(ranked[: self.keep.count])
            stand = [n in kept for n in range(len(stand))]
        return tuple(stand)

    def times(self, n: int) -> "Pool":
        """The same pool with n times the dice, of which n times as many are kept."""
        keep = replace(self.keep, count=n * self.keep.count) if self.keep is not None else None
        return replace(self, count=n * self.count, keep=keep)

    def total(self, faces: Sequence[int]) -> int:
        """The sum of the faces that count. RulesBug, if there are more faces than dice."""
        if over := self.read(faces).over:
            raise RulesBug(f"{over} faces too many for {self}: {list(faces)}")
        return sum(face for face, counts in zip(faces, self.counted(faces), strict=True) if counts)

    def marks(self, faces: Sequence[int]) -> dict[str, int]:
        """The symbols of the faces added up, by their names."""
        out: dict[str, int] = {}
        if self.die is not None:
            for face in faces:
                for mark, n in self.die.faces[face].marks:
                    out[mark] = out.get(mark, 0) + n
        return out

    def __str__(self) -> str:
        if self.die is not None:
            return f"{self.count} {self.die.name}" if self.count != 1 else self.die.name
        text = f"{self.count}d{self.sides}" if self.count != 1 else f"d{self.sides}"
        if self.keep is not None:
            text += f"k{'h' if self.keep.highest else 'l'}{self.keep.count}"
        if self.again is not None:
            upto = str(self.again.most) if self.again.least == self.again.most else f"<{self.again.most}"
            text += ("r" if self.again.once else "rr") + upto
        if self.explode is not None:
            text += "!" if self.explode == self.sides else f"!{self.explode}"
        return text


class Reading(NamedTuple):
    """The state of a pool with the faces so far: which count, how many dice are still due, how many are too many."""

    stand: tuple[bool, ...]
    due: int
    over: int


class ExpressionTerm(NamedTuple):
    """One part of an expression: dice or a number, added or taken off."""

    sign: int
    part: Pool | int

    def __str__(self) -> str:
        """Such as `+2d6`, `-1`; a number may be negative itself, where it was looked up."""
        negative = isinstance(self.part, int) and self.part < 0
        return ("-" if (self.sign < 0) != negative else "+") + str(self.part).removeprefix("-")


def dice_term(label: str, faces: Sequence[int]) -> Term:
    """Numbered dice as one term: their sum, and each face."""
    return Term(label, sum(faces), tuple(map(str, faces)))


def _thrown(sign: int, pool: Pool, faces: Sequence[int]) -> Term:
    """The dice of one term with their faces; what counts of them is added or taken off."""
    return Term(str(pool), sign * pool.total(faces), tuple(map(pool.label, faces)))


class Expression(NamedTuple):
    """Dice and numbers added up: 2d6+1d4-2."""

    terms: tuple[ExpressionTerm, ...]

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The dice of it, in order."""
        return tuple(term.part for term in self.terms if isinstance(term.part, Pool))

    def times(self, n: int, numbers_too: bool = False) -> "Expression":
        """The same with n times the dice, as they are thrown; the numbers once, or as often."""
        return Expression(
            tuple(
                term._replace(part=term.part.times(n) if isinstance(term.part, Pool) else term.part * factor)
                for term in self.terms
                for factor in (n if numbers_too else 1,)
            )
        )

    def reckon(self, faces: Sequence[Sequence[int]]) -> Terms:
        """The sum term by term, with the faces of each pool in turn."""
        pools = iter(faces)
        return tuple(
            _thrown(sign, part, next(pools)) if isinstance(part, Pool) else Term("", sign * part)
            for sign, part in ((term.sign, term.part) for term in self.terms)
        )

    def reckon_sum(self, told: int) -> Terms:
        """The sum term by term, where the table told the sum of all dice instead of their faces."""
        return (Term("dice", told), *(Term("", t.sign * t.part) for t in self.terms if isinstance(t.part, int)))

    def __str__(self) -> str:
        return "".join(map(str, self.terms)).removeprefix("+")


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


@on_topic("dice")
def read_dice(text: str) -> Expression:
    """The dice that a notation means: NdS d% kh kl dh dl r1 r<2 rr1 ! + - and brackets. NotUnderstood, saying where."""
    if len(text) > LONGEST:
        raise NotUnderstood(f"These dice are too long to read: {LONGEST} characters at most.", LONGEST)
    terms = _Reader(text).all()
    if sum(pool.count for pool in Expression(terms).pools) > MOST_DICE:
        raise NotUnderstood(f"You can roll at most {MOST_DICE} dice at once.")
    if sum(pool.likely for pool in Expression(terms).pools) > MOST_LIKELY:
        raise NotUnderstood("These dice would explode or be rerolled too often.")
    return Expression(terms)


class _Reader:
    """Reads a notation from left to right. Brackets only turn signs round, so one list of terms is enough."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def wrong(self, operand_due: bool) -> NotUnderstood:
        """The problem at the place that was reached; operand_due: dice or a number were to come there."""
        before, rest = (short(part.strip(), 12) for part in (self.text[: self.at], self.text[self.at :]))
        if not operand_due:
            said = f"{quoted(rest)} means nothing after {quoted(before)}. Dice are typed like 3d6+2 or 4d6k3."
        elif rest:
            said = f"{quoted(rest)} is neither dice nor a number. Type dice like 3d6+2."
        else:
            said = "Dice or a number are missing at the end, as in 3d6+2."
        return NotUnderstood(said, self.at)

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

    def operand(self, token: re.Match[str]) -> Pool | int:
        if token[3] is not None:
            if not is_number(token[3]):
                raise NotUnderstood("This number has too many digits.", self.at)
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
