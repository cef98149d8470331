"""Independence of the figures of a command: what is thrown for one matters to no other."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random

from msgspec import Struct

from referee.engine.record.recorded_steps import Reply
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.odds.possible_ends import End, Ends, FigureEnd, ResultOfTest


def apart_of(end: End, tags: Sequence[Tag]) -> tuple[End, ...]:
    """An end in parts: what concerns each of these figures, and the rest."""
    tests: dict[Tag, list[ResultOfTest]] = {tag: [] for tag in (*tags, "")}
    figures: dict[Tag, list[FigureEnd]] = {tag: [] for tag in tests}
    for test in end.tests:
        tests[next((tag for tag in (test.who, test.target) if tag in tests), "")].append(test)
    for figure in end.figures:
        figures[figure.tag if figure.tag in figures else ""].append(figure)
    return tuple(End(tuple(tests[tag]), tuple(figures[tag]), None if tag else end.turn) for tag in tests)


Row = Sequence[int]
"""For each of several figures that throw at once the number of its answer."""
Later = tuple[Reply, ...]
"""What is thrown after them."""


def rows_alike(shares: Sequence[Sequence[Fraction]]) -> list[Row]:
    """Rows in which all give their first answer, their second, and so on; whoever has no more gives its last."""
    return [[min(n, len(of) - 1) for of in shares] for n in range(max(map(len, shares)))]


class Alike(Struct, frozen=True):
    """What comes of throws of several figures in rows of answers that are alike."""

    shares: Sequence[Sequence[Fraction]]
    """For each figure how likely each of its answers is."""
    rows: Sequence[Mapping[Later, tuple[Fraction, tuple[End, ...]]]]
    """For each of `rows_alike` how likely each later throw is, and the end in parts; one empty one if none is made."""

    @property
    def later(self) -> Mapping[Later, tuple[Fraction, tuple[End, ...]]]:
        """The later throws, with their chances."""
        return max(self.rows, key=len)

    @property
    def is_regular(self) -> bool:
        """The same is thrown later in all rows, or nothing."""
        return all(row.keys() in (self.later.keys(), {()}) for row in self.rows)

    def end(self, row: Row, later: Later) -> tuple[End, ...]:
        """The end, in parts, with any answers, if each matters to nobody else."""
        ends = [each[later if later in each else ()][1] for each in self.rows]
        return (*(ends[n][place] for place, n in enumerate(row)), ends[0][-1])

    def trials(self) -> Iterator[tuple[Row, Later]]:
        """Mixed answers to try: random ones with each later throw; and, with the last of those, rows where one figure
        gives its first answer while all others give their last, and the other way round.
        """
        source, first, last = Random(1), rows_alike(self.shares)[0], rows_alike(self.shares)[-1]
        for later in self.later:
            yield [source.randrange(len(of)) for of in self.shares], later
        for n in range(len(self.shares)):
            for row, other in ((last, first), (first, last)):
                yield [*row[:n], other[n], *row[n + 1 :]], [*self.later][-1]

    def parts(self) -> list[Ends]:
        """How likely each end of each part is."""
        found = [defaultdict[End, Fraction](Fraction) for _ in (*self.shares, ())]
        for later, (p, _) in self.later.items():
            for place, of in enumerate(self.shares):
                for n, share in enumerate(of):
                    found[place][self.end([n] * len(self.shares), later)[place]] += p * share
            found[-1][self.end([0] * len(self.shares), later)[-1]] += p
        return [*found]


def linked(encounter: Encounter, tags: Sequence[Tag]) -> bool:
    """Could what becomes of one of these figures matter to another, or to the turn?

    It is its turn, or something lies on another that it brought, or that ends with it.
    """
    if encounter.turn is not None and not {*encounter.acting_as(encounter.turn)}.isdisjoint(tags):
        return True
    for bearer in encounter.bearers():
        for there in bearer.conditions:
            until = [there.until.of] if there.until is not None else []
            if not ({there.by, *until, *(ending.of for ending in there.ends)} - {bearer.tag}).isdisjoint(tags):
                return True
    return False
