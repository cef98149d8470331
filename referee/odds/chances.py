"""Chances of the answers that dice or cards may give; those that read alike are one."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product, zip_longest
from math import prod
from typing import Generic, NamedTuple, TypeVar

from msgspec.json import encode
from msgspec.structs import replace

from referee.engine.dice.dice import Pool
from referee.engine.dice.number_questions import AskedNumber, Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.events.event import total
from referee.engine.questions.answer import SUM, Answer, Drew, NamedNumber, Numbered, Reads, Rolled
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.recorded_steps import Reply
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.odds.choices import is_chance

T = TypeVar("T")
LEAST = Fraction(1, 10**9)
"""Chains of exploding or re-rolled dice that are less likely than this are cut off."""
MOST_CLASSES = 20_000
"""Answers to one question that are told apart; TooMany above."""

Chain = tuple[int, ...]
"""The faces of one die with those that it brought after it."""


class TooMany(Exception):
    """There are too many ways for an exact answer."""


class Chance(NamedTuple):
    """One answer, standing for all that read alike, and how likely they are together."""

    p: Fraction
    answer: Answer


def chances(encounter: Encounter, question: Roll | Draw | Numbers) -> list[Chance]:
    """The answers that chance may give; what is missing to 1 was cut off. TooMany, if there are too many."""
    match question:
        case Roll():
            return _of_roll(question)
        case Draw():
            return _of_draw(encounter, question)
        case Numbers():
            return _of_numbers(question)


class JointChance(NamedTuple):
    """An answer to each of the questions that are asked at once, and how likely they are together."""

    p: Fraction
    replies: tuple[Reply, ...]


def joint_chances(encounter: Encounter, questions: Sequence[AnyQuestion]) -> list[JointChance]:
    """How chance may answer these questions, all at once; choices are left out. TooMany as in `chances`."""
    ways = [
        [(p, Reply(key=question.key, answer=answer)) for p, answer in chances(encounter, question)]
        for question in questions
        if is_chance(question)
    ]
    if questions[1:] and all(isinstance(each, Roll) and each.reads and each.reads.ranked for each in questions):
        totals = [
            [_Number(p, told.answer.total, told) for p, told in way if isinstance(told.answer, Rolled)] for way in ways
        ]
        return [JointChance(p, replies) for p, replies in _leading(totals)]
    if prod(map(len, ways)) > MOST_CLASSES:
        raise TooMany
    return [JointChance(_product(p for p, _ in way), tuple(reply for _, reply in way)) for way in product(*ways)]


class _Number(NamedTuple, Generic[T]):
    """One number that may be thrown, how likely it is, and what answers so."""

    p: Fraction
    n: int | None
    """None: no number at all."""
    told: T


def _leading(numbers: Sequence[Sequence[_Number[T]]]) -> list[tuple[Fraction, tuple[T, ...]]]:
    """The ways in which these numbers may be thrown; those in which the same ones are the highest are one way."""
    ways: dict[tuple[int | None, tuple[int, ...]], tuple[Fraction, tuple[T, ...]]] = {(None, ()): (Fraction(1), ())}
    for place, each in enumerate(numbers):
        longer: dict[tuple[int | None, tuple[int, ...]], tuple[Fraction, tuple[T, ...]]] = {}
        for ((most, who), (before, told)), (p, n, more) in product(ways.items(), each):
            if n is None or (most is not None and n < most):
                key = most, who
            else:
                key = n, (*who, place) if n == most else (place,)
            there, first = longer.get(key, (Fraction(), (*told, more)))
            longer[key] = there + before * p, first
        if len(ways := longer) > MOST_CLASSES:
            raise TooMany
    first_of: dict[tuple[int, ...], tuple[Fraction, tuple[T, ...]]] = {}
    for (_, who), (p, told) in ways.items():
        there, first = first_of.get(who, (Fraction(), told))
        first_of[who] = there + p, first
    return [*first_of.values()]


def _product(factors: Iterable[Fraction]) -> Fraction:
    return prod(factors, start=Fraction(1))


# -------------------------------------------------------------------- dice


class _Fall(NamedTuple):
    """One way in which dice may fall, standing for all that read alike."""

    p: Fraction
    chains: tuple[Chain, ...] = ()
    counting: tuple[int, ...] = ()
    """The faces that count."""


def _of_roll(roll: Roll) -> list[Chance]:
    reads = replace(roll.reads, judged=None) if roll.reads is not None else None
    pools = [_of_pool(replace(pool, name=""), reads) for pool in roll.pools]
    if prod(map(len, pools)) > MOST_CLASSES:
        raise TooMany
    judged = roll.reads.judged if roll.reads is not None else None
    merged: dict[Hashable, list[Chance]] = defaultdict(list)
    for n, falls in enumerate(product(*pools)):
        answer = Rolled.thrown(*(_as_fallen(fall.chains) for fall in falls), by="app")
        merged[n if judged is None else judged(answer)].append(Chance(_product(fall.p for fall in falls), answer))
    return [Chance(sum((each.p for each in alike), Fraction()), alike[0].answer) for alike in merged.values()]


@lru_cache(maxsize=512)
def _of_pool(pool: Pool, reads: Reads | None) -> tuple[_Fall, ...]:
    """The ways in which a pool falls, put together die by die: after each, those that read alike so far are one."""
    dice = _alike(_one_die(pool), partial(_so_far, pool, reads))
    falls: tuple[_Fall, ...] = (_Fall(Fraction(1)),)
    for _ in range(pool.count):
        falls = _alike((_with(pool, fall, die) for fall in falls for die in dice), partial(_so_far, pool, reads))
    return falls if reads is None else _alike(falls, partial(_reading, pool, reads))


def _with(pool: Pool, fall: _Fall, die: _Fall) -> _Fall:
    """One die more; of dice to be kept only those that would be."""
    return _Fall(fall.p * die.p, fall.chains + die.chains, pool.kept((*fall.counting, *die.counting)))


def _alike(falls: Iterable[_Fall], read: Callable[[_Fall], Hashable]) -> tuple[_Fall, ...]:
    """Joins those that read alike. TooMany if there are too many left."""
    found: dict[Hashable, _Fall] = {}
    for fall in falls:
        key = read(fall)
        there = found.get(key)
        found[key] = fall if there is None else there._replace(p=there.p + fall.p)
    if len(found) > MOST_CLASSES:
        raise TooMany
    return tuple(found.values())


def _so_far(pool: Pool, reads: Reads | None, fall: _Fall) -> Hashable:
    """What is read of a part of the dice; where what one counts depends on others, all that may count in the end."""
    if reads is None:
        return fall.chains
    return _reading(pool, reads, fall) if pool.each_alone else tuple(sorted(fall.counting))


def _reading(pool: Pool, reads: Reads, fall: _Fall) -> Hashable:
    faces = fall.counting
    symbols = pool.marks(faces) if reads.marks else {}
    return (
        pool.worth(faces) if reads.total else 0,
        tuple(sum(face >= need for face in faces) for need in reads.at_least),
        tuple(faces.count(face) for face in reads.apart),
        tuple(sorted(faces, reverse=True)[: reads.highest]),
        tuple(symbols.get(mark, 0) for mark in reads.marks),
    )


def _one_die(pool: Pool) -> list[_Fall]:
    """What one die of a pool may show, with those that it brings, until that is too unlikely.

    Dice that are thrown again leave no trace but in the chain, so of chains with the same faces standing one is kept.
    """
    one = replace(pool, count=1, keep=None)
    each, faces = Fraction(1, pool.last - pool.first + 1), range(pool.first, pool.last + 1)
    done: list[_Fall] = []
    begun: Iterable[_Fall] = (_Fall(Fraction(1), ((),)),)
    while begun:
        due: list[_Fall] = []
        for p, (chain,), _ in begun:
            for face in faces:
                longer = (*chain, face)
                reading = one.read(longer)
                standing = tuple(shown for shown, stands in zip(longer, reading.stand, strict=True) if stands)
                (due if reading.due else done).append(_Fall(p * each, (longer,), standing))
        begun = [fall for fall in _alike(due, partial(_brought, one)) if fall.p >= LEAST]
    return done


def _brought(one: Pool, fall: _Fall) -> Hashable:
    """The faces that stand, and whether the last is thrown again: a die that is thrown again may be so only once."""
    return fall.counting, one.read(fall.chains[0]).stand[-1]


def _as_fallen(chains: Iterable[Chain]) -> tuple[int, ...]:
    """The faces in the order in which they are thrown: all dice first, then all that these bring, and so on."""
    return tuple(face for throw in zip_longest(*chains) for face in throw if face is not None)


def _of_numbers(numbers: Numbers) -> list[Chance]:
    """The chances of an answer to `Numbers` in which all dice are thrown."""
    told = numbers.thrown
    totals = [_totals(number) for number in numbers.left_out(told)]
    if numbers.first:
        sign = 1 if numbers.first == "highest" else -1
        each = [[_Number(Fraction(1), number.n, number)] for number in told.numbers]
        each += [[_Number(p, number.n, number) for p, number in total] for total in totals]
        signed = [[one._replace(n=None if one.n is None else sign * one.n) for one in number] for number in each]
        return [Chance(p, Numbered(numbers=thrown)) for p, thrown in _leading(signed)]
    if prod(map(len, totals)) > MOST_CLASSES:
        raise TooMany
    return [
        Chance(_product(p for p, _ in thrown), Numbered(numbers=(*told.numbers, *(number for _, number in thrown))))
        for thrown in product(*totals)
    ]


def _totals(number: AskedNumber) -> list[tuple[Fraction, NamedNumber]]:
    """The totals of the dice that are thrown for a number."""
    if number.dice is None:
        raise TooMany
    ways: dict[int, Fraction] = defaultdict(Fraction)
    for falls in product(*(_of_pool(replace(pool, name=""), SUM) for pool in number.dice.pools)):
        n = total(number.dice.reckon([_as_fallen(fall.chains) for fall in falls]))
        ways[n] += _product(fall.p for fall in falls)
    return [(p, NamedNumber(name=number.name, n=n, by="app")) for n, p in ways.items()]


# -------------------------------------------------------------------- cards


def _of_draw(encounter: Encounter, draw: Draw) -> list[Chance]:
    """Which cards come, in their order; of cards that differ in nothing but their tag one stands for all."""
    ways: list[tuple[Fraction, tuple[Tag, ...]]] = [(Fraction(1), ())]
    for _ in range(draw.count):
        longer: list[tuple[Fraction, tuple[Tag, ...]]] = []
        for p, drawn in ways:
            left = [*(Counter(draw.cards) - Counter(drawn)).elements()]
            sorts = _sorts(encounter, left)
            longer += [(p * Fraction(len(alike), len(left)), (*drawn, alike[0])) for alike in sorts]
        ways = longer
        if len(ways) > MOST_CLASSES:
            raise TooMany
    return [Chance(p, Drew(cards=cards, by="app")) for p, cards in ways]


def _sorts(encounter: Encounter, cards: Iterable[Tag]) -> Iterable[list[Tag]]:
    """The cards, those that are alike together."""
    sorts: dict[Hashable, list[Tag]] = defaultdict(list)
    for card in cards:
        thing = encounter.things.get(card)
        sorts[card if thing is None else encode(replace(thing, tag=""))].append(card)
    return sorts.values()
