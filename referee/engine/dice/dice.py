"""Dice: pools and sums, and what faces add up to. Nothing here is random."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.symbol_dice import VALUE, SymbolDie
from referee.engine.events.event import Term, Terms
from referee.engine.mistake import RulesBug

MOST_EXPLOSIONS = 100
"""Dice that one exploding or re-rolled die may bring after it."""


class Reroll(Struct, frozen=True):
    """Which dice are thrown again: those that show `least` to `most`; `once`, or until they show something else."""

    least: int
    most: int
    once: bool = True


class Keep(Struct, frozen=True):
    """How many dice count: the `highest` or else the lowest `count`."""

    count: int
    highest: bool = True


class Pool(Struct, frozen=True):
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
        return self.die is None and self.each_alone and self.again is None and self.explode is None

    @property
    def each_alone(self) -> bool:
        """Does each die count the same whatever the others show?"""
        return self.keep is None

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
        if self.again is None and self.explode is None:
            return float(self.count)
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

    @property
    def counting(self) -> int:
        """How many of its dice count, without those that they bring."""
        return self.count if self.keep is None else self.keep.count

    @property
    def least(self) -> int:
        """The least that its dice come to."""
        return self.counting * min(self._ends)

    @property
    def most(self) -> int:
        """The most that its dice come to, without those that they bring."""
        return self.counting * max(self._ends)

    @property
    def _ends(self) -> Iterable[int]:
        """Numbers that one die can show, among them the lowest and the highest."""
        return (1, self.sides) if self.die is None else (self.worth((face,)) for face in range(self.last + 1))

    @property
    def average(self) -> int:
        """The average of so many numbered dice as count, rounded down: 7 for 2d6, 4 for d8."""
        return (self.least + self.most) // 2

    def label(self, face: int) -> str:
        """How a face is shown."""
        return str(face) if self.die is None else self.die.faces[face].label

    def told(self, faces: Iterable[int]) -> tuple[str, ...]:
        """Faces that fell, as the parts of a sum in the log."""
        return tuple(map(self.label, faces))

    def read(self, faces: Sequence[int]) -> "Reading":
        """Which of these faces count, and how many dice are still to be thrown."""
        if self.again is None and self.explode is None:  # of nearly all pools: no die brings another
            return _all_stand(self.count, len(faces))
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

    def kept(self, faces: Iterable[int]) -> tuple[int, ...]:
        """Those that count of faces that stand: all in their order, or the highest or lowest ones."""
        return tuple(self._ranked(faces))

    def _ranked(self, dice: Iterable[int], key: Callable[[int], int] | None = None) -> list[int]:
        if self.keep is None:
            return list(dice)
        return sorted(dice, key=key, reverse=self.keep.highest)[: self.keep.count]

    def counted(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """For each face: does it count, after re-rolls, and after keeping or dropping?"""
        stand = self.read(faces).stand
        ranked = self._ranked([n for n, stands in enumerate(stand) if stands], key=lambda n: faces[n])
        return tuple(n in ranked for n in range(len(stand)))

    def times(self, n: int) -> "Pool":
        """The same pool with n times the dice, of which n times as many are kept."""
        keep = replace(self.keep, count=n * self.keep.count) if self.keep is not None else None
        return replace(self, count=n * self.count, keep=keep)

    def total(self, faces: Sequence[int]) -> int:
        """The sum of the faces that count. RulesBug, if there are more faces than dice."""
        if over := self.read(faces).over:
            raise RulesBug(f"{over} faces too many for {self}: {list(faces)}")
        return self.worth([face for face, counts in zip(faces, self.counted(faces), strict=True) if counts])

    def worth(self, faces: Iterable[int]) -> int:
        """What faces come to that all count: at the table, in system files and in the odds."""
        return sum(faces) if self.die is None else self.marks(faces).get(VALUE, 0)

    @property
    def adds_up(self) -> bool:
        """True if its faces come to a number; false of symbols that are only counted."""
        return self.die is None or any(mark == VALUE and n for face in self.die.faces for mark, n in face.marks)

    def marks(self, faces: Iterable[int]) -> dict[str, int]:
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


class Reading(Struct, frozen=True):
    """The state of a pool with the faces so far: which count, how many dice are still due, how many are too many."""

    stand: tuple[bool, ...]
    due: int
    over: int


@lru_cache(maxsize=1024)
def _all_stand(count: int, there: int) -> Reading:
    """The state of so many dice, of which none brings another, with so many faces there."""
    over = max(0, there - count)
    return Reading((True,) * (there - over), count - there + over, over)


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


class Expression(Struct, frozen=True):
    """Dice and numbers added up: 2d6+1d4-2."""

    terms: tuple[ExpressionTerm, ...]

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The dice of it, in order."""
        return tuple(term.part for term in self.terms if isinstance(term.part, Pool))

    @property
    def average(self) -> int:
        """What it comes to on average, each pool rounded down: 10 for 2d6+3."""
        return sum(sign * (part if isinstance(part, int) else part.average) for sign, part in self.terms)

    def times(self, n: int) -> "Expression":
        """The same with n times the dice, as they are thrown; the numbers once."""
        terms = (term._replace(part=term.part.times(n)) if isinstance(term.part, Pool) else term for term in self.terms)
        return Expression(tuple(terms))

    def reckon(self, faces: Sequence[Sequence[int]]) -> Terms:
        """The sum term by term, with the faces of each pool in turn; what counts of them is added or taken off."""
        pools, out = iter(faces), list[Term]()
        for sign, part in self.terms:
            if isinstance(part, Pool):
                shown = next(pools)
                out.append(Term(str(part), sign * part.total(shown), part.told(shown)))
            else:
                out.append(Term("", sign * part))
        return tuple(out)

    def reckon_sum(self, told: int) -> Terms:
        """The sum term by term, where the table told the sum of all dice instead of their faces."""
        return (Term("dice", told), *(Term("", t.sign * t.part) for t in self.terms if isinstance(t.part, int)))

    def __str__(self) -> str:
        return "".join(map(str, self.terms)).removeprefix("+")
