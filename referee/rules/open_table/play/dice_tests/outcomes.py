"""Outcomes of a test: what is at stake, the words of its dice, its degree, its result, and what a die needs to show.

Used as a test is asked for and as it is settled.
Gives the words as numbers, and the result by the comparisons of the file.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import compress

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.dice.dice import Pool
from referee.engine.events.event import Result
from referee.engine.questions.answer import SUM, Reads, Rolled
from referee.engine.questions.ask import Ask
from referee.engine.questions.typed_questions import Confirm
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Value
from referee.rules.open_table.language.dice_tests import TestRule
from referee.rules.open_table.language.effect_notation import NO_ANSWER, Answer, Duration, Event
from referee.rules.open_table.language.effects import Effect, EventRule, Modifier
from referee.rules.open_table.language.expression import TERMS, Name, Names, Node, Unknown, When
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.play.amounts.evaluation import (
    Thrown,
    at_highest,
    holds,
    holds_surely,
    parts_of,
    pools,
    settled,
    total,
)
from referee.rules.open_table.play.figures.kinds import OWN, until_of
from referee.rules.open_table.play.game import NameScope, Play, modifiers
from referee.text.phrases import capitalised

GOOD: frozenset[Result] = frozenset({"critical", "success"})
AGAIN = "again"
"""What a rule says where a failed test is rolled anew; a term of the test that is."""
HARMLESS = "harmless"
"""A term of a hit that does no damage."""


class TestAttempt(Struct, frozen=True):
    """A test that is to be made."""

    rule: TestRule
    who: Tag
    look: NameScope
    """Names as seen by whoever throws."""
    other: Tag | None = None
    """Against whom, or whose act calls for it."""
    using: str = ""
    against: int | None = None
    """The number that it is against, where that was fixed before."""
    asked: str = ""
    """How its dice are asked for, in place of the sentence of the test."""
    purpose: str = ""
    """What it is for, at the end of that: `to end paralysed`."""
    worded: bool = False
    """The words adv, dis and +2 that were said are meant for this test."""
    tally: tuple[tuple[str, str], ...] = ()
    """Which of several acts it belongs to, for its question: `("attack", "1 of 2")`."""
    stakes: tuple[Effect, ...] | None = None
    """All that it may bring; None where nobody has said."""

    def may_bring(self) -> frozenset[str]:
        """The conditions and types of damage at stake, the sort of thing that brings them, and the marks of that."""
        within, given = self.look.file.within, self.look.given
        kinds = _may_bring(self.stakes or ())
        marks = [mark for mark, value in given.items() if value is True]
        sorts = [str(given.get("sort", ""))]
        return frozenset(each for kind in kinds for each in within.get(kind, (kind,))).union(marks, sorts)


def _may_bring(effects: Iterable[Effect | None]) -> Iterator[str]:
    """The conditions and the types of damage that may come of effects, those of later stages among them."""
    for effect in filter(None, effects):
        yield from (part.type for part in effect.damage)
        for each in effect.brings:
            yield each.condition
            later = (each.save_ends.fails, each.save_ends.passes) if each.save_ends is not None else ()
            rows = (row.follows.effect for row in each.modifiers if row.follows is not None)
            yield from _may_bring((*later, *rows))


async def agreed(play: Play, attempt: TestAttempt) -> NameScope:
    """The names of a test with those rows among its words that ask first, and count: by what the test may bring, or as
    the referee says."""
    look, test = attempt.look, attempt.rule.name
    for bearer, against in ((attempt.who, False), (attempt.other, True)):
        if bearer is None or not _may_ask_first(play.file, look.encounter, bearer):
            continue
        for _, row, there in list(modifiers(play.game, look.encounter, bearer, "confirm", look)):
            if not row.confirm or row.against is not against or row.follows is not None or test not in row.tests:
                continue
            if await _counts(play, attempt, row, replace(look, own=bearer, by=there.by or "")):
                look = replace(look, marks=look.marks | {row.confirm})
    return look


def _may_ask_first(file: SystemFile, encounter: Encounter, who: Tag) -> bool:
    """False if nothing that a figure has or bears can ask anything: most figures have nothing that does."""
    figure = encounter.figures.get(who)
    if figure is None:
        return False
    if not file.passive.isdisjoint(figure.piles):
        return True
    return any(each.own or each.kind in file.choosing for each in figure.conditions)


async def _counts(play: Play, attempt: TestAttempt, row: Modifier, look: NameScope) -> bool:
    """Does a row count that asks first, as its bearer sees it?"""
    if row.if_brings and attempt.stakes is not None:
        return not attempt.may_bring().isdisjoint(row.if_brings)
    likely = row.assume is not None and holds_surely(row.assume, look)
    return (await Ask(partial(_asked_first, play, row, attempt.who, attempt.other, likely))).yes


def _asked_first(play: Play, row: Modifier, who: Tag, other: Tag | None, likely: bool) -> Confirm:
    name = play.encounter.name
    said = row.confirm.replace("{who}", name(who)).replace("{target}", name(other) if other else "")
    return Confirm(key=f"agreed {who}", prompt=capitalised(said), by=who, fallen_too=True, assumed=likely)


class TestOutcome(Struct, frozen=True):
    """A test that was made."""

    result: Result
    terms: Mapping[str, Value]
    """{roll}, {die}, {against}, {margin}, {hits}, {misses}, {outcome}."""

    @property
    def good(self) -> bool:
        """Did whoever made it succeed?"""
        return self.result in GOOD


REACHES = "{roll} >= {against}"
"""The comparison of a test that adds up its dice."""
MOST_SIDES = 100
"""Larger dice have no number that is looked for."""


class WithTerms(Struct, frozen=True):
    """Names, among them those that a test itself gives a value."""

    terms: Mapping[str, Value]
    others: Names

    def value(self, name: Name) -> Value | Node:
        return self.others.value(name) if name.scope or name.word not in self.terms else self.terms[name.word]


class _Fixed(Struct, frozen=True):
    """Names with these values, and no others."""

    values: Mapping[Name, Value | Node]

    def value(self, name: Name) -> Value | Node:
        return self.values[name]


def terms_of(
    rule: TestRule, own: Thrown, other: Thrown, thrown: Sequence[Pool], look: Names | None = None
) -> dict[str, int]:
    """The words of a test."""
    roll, against = own.total, other.total
    hits = misses = 0
    if rule.count is not None and look is not None:
        than = total(settled(rule.count.than, look))
        fallen = _counting(own)
        roll = hits = rule.count.hits(fallen, than)
        misses = len(fallen) - hits
        against = rule.count.hits(_counting(other), than) if other.faces else against
    die = next(compress(own.faces[0], thrown[0].counted(own.faces[0])), 0) if thrown and own.faces else 0
    margin = roll - against
    terms = {"roll": roll, "die": die, "against": against, "margin": margin, "hits": hits, "misses": misses}
    if rule.degree and look is not None:
        names = WithTerms(terms, look)
        met = (holds(step, names) if isinstance(step, When) else total(settled(step, names)) for step in rule.degree)
        terms["degree"] = sum(map(int, met))
    return terms


def _counting(thrown: Thrown) -> list[tuple[Pool, int]]:
    """The dice that count, each with its face."""
    each = zip(thrown.dice, thrown.faces, strict=False)
    return [(pool, face) for pool, faces in each for face in compress(faces, pool.counted(faces))]


def with_more(terms: Mapping[str, Value], more: int, to_roll: bool) -> dict[str, int]:
    """The roll, what it is against and the margin, once so much is added to one of the two."""
    roll, against = int(str(terms["roll"])), int(str(terms["against"]))
    roll, against = (roll + more, against) if to_roll else (roll, against + more)
    return {"roll": roll, "against": against, "margin": roll - against}


def outcome_of(rule: TestRule, names: Names, critical: bool = False) -> Result:
    """How a test comes out with these words; critical: a success is a critical one."""
    for result, when in rule.comparisons:
        if holds(when, names):
            return "critical" if critical and result == "success" else result
    return "failure"


def needed_of(rule: TestRule, roll: Node, against: Node, look: Names) -> str:
    """`8 or more`: what the one die that counts has to show to succeed, or all together; empty if neither decides."""
    thrown = pools(roll)
    pool = thrown[0] if len(thrown) == 1 else None
    if pools(against) or rule.count is not None or rule.hidden or rule.opposed:
        return ""
    if pool is None or not one_counts(pool):
        return _needed_in_total(rule, roll, against)
    try:
        good = _good_faces(rule, roll, against, tuple((name, look.value(name)) for name in rule.outside))
    except Unknown:
        return ""
    if good == (*range(pool.sides - len(good) + 1, pool.sides + 1),):
        return f"{good[0]} or more" if len(good) > 1 else str(*good)
    return f"{good[-1]} or less" if good == (*range(1, len(good) + 1),) else ""


def _needed_in_total(rule: TestRule, roll: Node, against: Node) -> str:
    """`8 or more in total`: what dice that are all added have to show; empty if anything else counts of them."""
    thrown = pools(roll)
    if not thrown or str(rule.success) != REACHES or any(sign < 0 for sign, _ in parts_of(roll)):
        return ""
    if not all(pool.plain or one_counts(pool) for pool in thrown):
        return ""
    least = total(against) - total(roll, [(0,) * pool.count for pool in thrown])
    return f"{least} or more in total" if least > 0 else ""


def one_counts(pool: Pool) -> bool:
    """Is it one numbered die, or several of which one counts?"""
    bare = replace(pool, keep=None)
    return bare.plain and pool.counting == 1 and 1 < pool.sides <= MOST_SIDES


@lru_cache(maxsize=1024)
def _good_faces(
    rule: TestRule, roll: Node, against: Node, values: tuple[tuple[Name, Value | Node], ...]
) -> tuple[int, ...]:
    """The faces with which a test succeeds, each on every die of the one pool of its roll.

    values: of the names in its comparisons that do not come from the dice.
    """
    (pool,) = pools(roll)
    names, good = _Fixed(dict(values)), []
    for face in range(1, pool.sides + 1):
        faces = ((face,) * pool.count,)
        terms = terms_of(rule, Thrown(total(roll, faces), (), faces), Thrown(total(against), ()), (pool,), names)
        if outcome_of(rule, WithTerms(terms, names)) in GOOD:
            good.append(face)
    return tuple(good)


def judged(
    rule: TestRule, look: NameScope, dice: Sequence[Pool], thrown: tuple[Thrown, Thrown], critical: bool
) -> tuple[Result, dict[str, int]]:
    """The result of a test with these dice, and what its words come to; critical: a success is a critical one."""
    terms = terms_of(rule, *thrown, dice, look)
    if rule.opposed:
        terms["other_degree"] = int(str(look.terms.get("other_degree", 0)))
    return outcome_of(rule, WithTerms(terms, look), critical), terms


# -------------------------------------------------------------------- what of the dice matters


def reads_of(
    rule: TestRule,
    look: NameScope,
    nodes: tuple[Node, Node],
    other: Tag | None,
    judge: Callable[[Rolled], tuple[Result, Mapping[str, int]]],
) -> Reads | None:
    """What of the dice of a test matters: how it comes out, and what of its words is named for something else.

    nodes: what is thrown, and what it is against; other: whom it is made against; judge: how it comes out with
    these dice, and what its words come to.
    """
    roll, against = nodes
    dice, named = pools(roll), _named_elsewhere(look)
    words = rule.words_read | named
    if rule.count is not None:
        than = look.number(rule.count.than) + (rule.count.sign == ">")
        simple = rule.count.sign in (">", ">=") and all(pool.each_alone and pool.again is None for pool in dice)
        # How many dice there are in all is how many show 0 or more: those that explode bring others.
        base = Reads(at_least=(than, 0)) if simple and "die" not in words and not rule.count.faces else None
    else:
        base = SUM if "die" not in words or all(map(one_counts, dice)) else None
    opposed = rule.opposed or rule.name in _opposing(look.file)
    if base is None or opposed or pools(against):
        return base

    @cache
    def wanted() -> tuple[str, ...]:
        return (*words, "roll") if _is_answered(look, other) else ("degree", *named)

    def judgement(rolled: Rolled) -> Hashable:
        result, terms = judge(rolled)
        return result, *(terms.get(word) for word in wanted())

    return replace(base, judged=judgement)


@lru_cache(maxsize=16)
def _opposing(file: SystemFile) -> frozenset[str]:
    """The tests that the other makes in answer to one."""
    return frozenset(test.opposed for test in file.tests.values())


def _named_elsewhere(look: NameScope) -> frozenset[str]:
    """The words of tests, such as `margin`, that are named outside of tests: by the file, or by what was typed."""
    figures, things = look.encounter.figures.values(), look.encounter.things.values()
    typed = [there.own for figure in figures for there in figure.conditions if there.own]
    typed += [str(thing.traits[OWN.name]) for thing in things if OWN.name in thing.traits]
    known, texts = look.file.read_of_tests, "\n".join(typed)
    return frozenset(known).union([word for word in TERMS if word in texts])


def _is_answered(look: NameScope, other: Tag | None) -> bool:
    """True if a rule of the file, or what lies on a figure, may follow when `other` faces a test, or when it has
    failed, and judge it again."""
    lying = (
        (tag, row.follows)
        for tag in look.encounter.figures
        for _, row, _ in modifiers(look.game, look.encounter, tag, "follows")
    )
    answers = ((figure.tag, row) for figure, _, rule in look.game.answering(look.encounter) for row in rule.answers)
    followed = (*lying, *answers)
    rows = [rule for tag, rule in followed if rule is not None and (tag in (look.own, other) or rule.of != "bearer")]
    faced = other is not None and any(rule.event.kind == "faces" for rule in (*look.file.events, *rows))
    return faced or any(rule.roll is not None for rule in (*look.file.events, *rows))


# -------------------------------------------------------------------- what is added once it is made


def judged_with(look: NameScope, event: Event, more: int) -> NameScope:
    """The names of a test once so much is added to the number that it is against, or to its roll."""
    if not more:
        return look
    return replace(look, terms={**look.terms, **with_more(look.terms, more, to_roll=event.kind == "fails")})


def has_happened(play: Play, event: Event, look: NameScope, answer: Answer) -> bool:
    """False of a failed test that has not failed any more, or is rolled anew, by what was answered."""
    if event.kind != "fails" or answer is NO_ANSWER:
        return True
    now = judged_with(look, event, answer.more)
    return not answer.result and (not answer.more or outcome_of(play.file.tests[event.tests[0]], now) not in GOOD)


def matters(play: Play, rule: EventRule, look: NameScope, event: Event) -> bool:
    """Can it change the result of the test, if it adds to the roll or to what that is against, or halve any damage?"""
    if rule.effect.result == "half" and HARMLESS in look.terms:
        return False
    added = rule.against or rule.roll
    if added is None:
        return True
    test, more = play.file.tests[event.tests[0]], total(at_highest(settled(added, look)))
    scope = replace(look, own=look.actor if rule.roll is None else look.target)
    return outcome_of(test, scope) != outcome_of(test, judged_with(scope, event, more))


# -------------------------------------------------------------------- immune to what was made a test against


def _immunity(what: str) -> str:
    return f"immune_to_{'_'.join(what.split(' (')[0].split())}"


def is_immune(encounter: Encounter, who: Tag, what: str, by: Tag) -> bool:
    """Has a figure withstood this of another, so that it cannot touch it?"""
    kind = _immunity(what)
    return any(there.kind == kind and there.by == by for there in encounter.of(who).conditions)


def make_immune(play: Play, who: Tag, what: str, by: Tag, lasts: Duration) -> None:
    """A figure is immune to this of another from now on."""
    if not is_immune(play.encounter, who, what, by):
        play.ledger.afflict(who, _immunity(what), until=until_of(play.ledger, lasts, who, by), by=by)
