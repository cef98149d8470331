"""Resolving a test: its dice are asked for, its outcome is found and recorded.

Used by acts, by saves, and by event rules that ask for a test.
Gives the outcome with its margin and hits; before the throw it says which number is needed.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Result, Terms
from referee.engine.questions.answer import Rolled
from referee.engine.questions.ask import Lapsed, Together
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.language.dice_tests import TestRule
from referee.rules.open_table.language.effect_notation import Answer, Event
from referee.rules.open_table.language.expression import ADVANTAGE, ZERO, Node, Number
from referee.rules.open_table.play.amounts.evaluation import Thrown, pools, settled
from referee.rules.open_table.play.amounts.throwing import Throw, known, reckoned, roll_of
from referee.rules.open_table.play.dice_tests.modifiers import (
    RollChanges,
    against_words,
    changed,
    changes_of,
    net_advantage,
    with_words,
)
from referee.rules.open_table.play.dice_tests.outcomes import (
    AGAIN,
    GOOD,
    TestAttempt,
    TestOutcome,
    WithTerms,
    agreed,
    judged,
    needed_of,
    outcome_of,
    reads_of,
    terms_of,
    with_more,
)
from referee.rules.open_table.play.game import NameScope, Play
from referee.text.phrases import capitalised, possessive
from referee.words.dice_tests import result as result_word


class _Reckoned(NamedTuple):
    """What a test is as the encounter stands."""

    encounter: Encounter
    changes: RollChanges
    """What conditions and words do to it."""
    roll: Node
    """What is thrown, with everything settled."""
    against: Node
    """What it is against, likewise."""


async def resolve_test(play: Play, attempt: TestAttempt) -> TestOutcome:
    """One test, with what follows from it. Lapsed if whoever makes it is gone."""
    (made,) = await resolve_tests(play, (attempt,))
    if made is None:
        raise Lapsed("the figure that rolls has left the table")
    return made


async def resolve_tests(play: Play, attempts: Sequence[TestAttempt]) -> list[TestOutcome | None]:
    """Tests made at the same time; None for one that comes to nothing, which does not stop the others."""
    ready = [await _known(play, attempt) for attempt in attempts]
    opposing = [await _opposing(play, attempt) for attempt in ready]

    asked: list[Roll] = []
    reckoned: list[_Reckoned] = []

    def build() -> list[Roll]:
        attempts = [*ready, *filter(None, opposing)]
        reckoned[:] = (_reckon(play, attempt) for attempt in attempts)
        asked[:] = (roll for each in zip(attempts, reckoned, strict=True) for roll in _rolls(play, *each))
        return asked

    rolled = await Together(build)
    thrown = dict(zip([roll.key for roll in asked], rolled, strict=True))
    made: list[TestOutcome | None] = []
    for attempt, opposed, before in zip(ready, opposing, reckoned, strict=False):
        if opposed is not None:
            other = await _settle(play, opposed, thrown)
            degree = 0 if other is None else other.terms.get("degree", 0)
            look = replace(attempt.look, terms={**attempt.look.terms, "other_degree": degree})
            made.append(await _settle(play, replace(attempt, look=look), thrown))
        else:
            made.append(await _settle(play, attempt, thrown, before))
    return made


async def _opposing(play: Play, attempt: TestAttempt) -> TestAttempt | None:
    """The test that the other makes at the same time, if the file has it so."""
    test, other = attempt.rule.opposed, attempt.other
    if not test or other is None:
        return None
    look = replace(attempt.look, own=other, target=attempt.who, actor=other, marks=frozenset())
    return await _known(play, TestAttempt(play.file.tests[test], other, look, attempt.who))


async def _known(play: Play, attempt: TestAttempt) -> TestAttempt:
    """The attempt once all that its test names is known."""
    rule = attempt.rule
    nodes = (rule.roll, rule.against) if attempt.against is None else (rule.roll,)
    attempt = replace(attempt, look=await known(play, (*nodes, *rule.asked_before), attempt.look))
    return replace(attempt, look=await agreed(play, attempt))


# -------------------------------------------------------------------- the dice


def _reckon(play: Play, attempt: TestAttempt) -> _Reckoned:
    """What a test is as the encounter stands now."""
    rule, look = attempt.rule, attempt.look.at(play.encounter)
    against: Node = Number(attempt.against) if attempt.against is not None else settled(rule.against, look)
    own, theirs = _changes(play, attempt, look)
    roll, against = changed(rule, settled(rule.roll, look), against, own, look)
    if theirs is not None:
        against, _ = changed(rule, against, ZERO, theirs, look)
    return _Reckoned(look.encounter, own, roll, against)


def _changes(play: Play, attempt: TestAttempt, look: NameScope) -> tuple[RollChanges, RollChanges | None]:
    """What conditions and words do to a test, and to the dice of the other if that makes it, too."""
    rule = attempt.rule
    own = changes_of(play.game, look, rule, attempt.who, attempt.other)
    own = with_words(own, look.marks) if attempt.worded else own
    if not rule.mutual or attempt.other is None:
        return own, None
    unworded = replace(look, own=attempt.other, marks=frozenset())
    theirs = changes_of(play.game, unworded, rule, attempt.other, attempt.who)
    opposite: Mapping[Result | None, Result | None] = {"success": "failure", "failure": "success"}
    given = own.given or opposite.get(theirs.given)
    return replace(own, given=given, cites=(*own.cites, *theirs.cites)), theirs


def _keys(attempt: TestAttempt) -> tuple[str, str]:
    """The keys of the two throws: of whoever makes it, and of the other where it is opposed."""
    key = f"{attempt.rule.name} {attempt.who}" + (f">{attempt.other}" if attempt.other else "")
    return key, f"{key} against"


def _rolls(play: Play, attempt: TestAttempt, now: _Reckoned) -> list[Roll]:
    """The throws of a test; none where its result is given."""
    rule, (encounter, changes, roll, against) = attempt.rule, now
    if changes.given:
        return []
    mine, theirs = _keys(attempt)
    prompt = _asked(encounter, attempt)
    found = []
    if dice := pools(roll):
        look = attempt.look.at(encounter)
        needed = needed_of(rule, roll, against, look)
        prompt += f", {dice[0].name}" if len(dice) == 1 and dice[0].name else ""
        if not needed:
            prompt += against_words(look.file, rule, against, attempt.against is not None)
        first = roll_of(play.ledger, roll, Throw(mine, prompt, attempt.who, rule.cites))
        goal = rule.goal.format(needed=needed) if needed and not rule.hidden else ""
        judge = partial(_judged, rule, look, (roll, against), changes.critical)
        reads = reads_of(rule, look, (roll, against), attempt.other, judge)
        told = not rule.hidden and rule.count is None
        added, total_will_do = (first.added, first.total_will_do) if told else (0, False)
        found.append(
            replace(first, goal=goal, added=added, total_will_do=total_will_do, tally=attempt.tally, reads=reads)
        )
    if pools(against) and attempt.other:
        whose = possessive(encounter.name(attempt.who))
        other = f"{encounter.name(attempt.other)} against {whose} {rule.label}"
        found.append(roll_of(play.ledger, against, Throw(theirs, other, attempt.other, rule.cites)))
    return [replace(roll, fallen_too=True) for roll in found]


def _asked(encounter: Encounter, attempt: TestAttempt) -> str:
    """How the dice of a test are asked for: `Longsword, Ann on Goblin 1`, `Dee's death save`."""
    name, other = encounter.name(attempt.who), encounter.name(attempt.other) if attempt.other else ""
    rule = attempt.rule
    blanks = {"who": name, "whose": possessive(name), "target": other, "using": attempt.using}
    sentence = attempt.asked or rule.asked
    if not sentence or any(f"{{{blank}}}" in sentence and not said for blank, said in blanks.items()):
        whom = f" against {other}" if other else ""
        using = f" with {attempt.using}" if attempt.using and not attempt.purpose else ""
        sentence, asked = "", f"{possessive(name)} {rule.label}{whom}{using}"
    else:
        asked = sentence.format(**blanks)
    return f"{capitalised(asked)}{f' {attempt.purpose}' if attempt.purpose else ''}"


# -------------------------------------------------------------------- how it comes out


async def _settle(
    play: Play, attempt: TestAttempt, rolled: Mapping[str, Rolled], before: _Reckoned | None = None
) -> TestOutcome | None:
    """Reads the dice of a test, writes it down, and settles what follows from its being made.

    before: the test as it was when its dice were asked for.
    """
    encounter, rule = play.encounter, attempt.rule
    if attempt.who not in encounter.figures:
        play.ledger.remark("No test: the figure that rolls has left the table")
        return None
    now = before if before is not None and before.encounter is encounter else _reckon(play, attempt)
    changes, roll, against = now[1:]
    mine, theirs = _keys(attempt)
    if given := changes.given:
        own, other, result = Thrown(0, ()), reckoned(_without_dice(against)), given
        terms = terms_of(rule, own, other, ())
    else:
        own, other = _read(roll, rolled.get(mine)), _read(against, rolled.get(theirs))
        result, terms = judged(rule, attempt.look.at(encounter), pools(roll), (own, other), changes.critical)
    _write(play, attempt, (own, other), terms, result, changes)
    return await _follow(play, attempt, result, {**terms, ADVANTAGE: net_advantage(rule, changes)}, changes.critical)


def _judged(
    rule: TestRule, look: NameScope, nodes: tuple[Node, Node], critical: bool, rolled: Rolled
) -> tuple[Result, Mapping[str, int]]:
    """How a test comes out with these dice, and what its words come to."""
    roll, against = nodes
    return judged(rule, look, pools(roll), (_read(roll, rolled), _read(against, None)), critical)


def _read(node: Node, rolled: Rolled | None) -> Thrown:
    return reckoned(node if rolled is not None else _without_dice(node), rolled)


def _without_dice(node: Node) -> Node:
    return Number(0) if pools(node) else node


def _write(
    play: Play,
    attempt: TestAttempt,
    thrown: tuple[Thrown, Thrown],
    terms: Mapping[str, int],
    result: Result,
    changes: RollChanges,
) -> None:
    """Writes the test down."""
    rule, kind = attempt.rule, play.ledger.rules.test(attempt.rule.name)
    assert kind is not None
    own, other = thrown
    counted = rule.count is not None
    opposing: Terms = other.terms if other.faces else ()
    play.ledger.record(
        kind.made(
            attempt.who,
            result,
            *rule.cites,
            *changes.cites,
            target=attempt.other,
            using=attempt.using,
            terms=own.terms,
            against=None if changes.given or counted or rule.against == ZERO else terms["against"],
            opposing=() if counted else opposing,
            each=counted,
            count=terms["hits"] if counted else None,
            hidden=rule.hidden,
        )
    )


async def _follow(
    play: Play, attempt: TestAttempt, result: Result, terms: Mapping[str, int], critical: bool
) -> TestOutcome:
    """What follows from a test: conditions that end with it, what the file says, another result that counts.

    It may be made anew, once. critical: a success is a critical one.
    """
    rule = attempt.rule
    look = replace(attempt.look.at(play.encounter), terms={**attempt.look.terms, **terms, "outcome": result})
    made = Event("makes", tests=(rule.name,))
    await play.game.happen(play, attempt.who, made, look)
    if attempt.other is not None and rule.mutual:
        await play.game.happen(play, attempt.other, made, look)
    if attempt.other is not None:
        answer = await play.game.happen(play, attempt.other, Event("faces", tests=made.tests), look)
        result, terms = _judged_again(play, attempt, (result, terms, critical), look, answer, attempt.other)
    if result not in GOOD:
        failed = replace(look, terms={**look.terms, **terms, "outcome": result})
        answer = await play.game.happen(play, attempt.who, Event("fails", tests=(rule.name,)), failed)
        if answer.result == AGAIN:
            once = replace(attempt.look.at(play.encounter), terms={**attempt.look.terms, AGAIN: True})
            return await resolve_test(play, replace(attempt, look=once))
        result, terms = _judged_again(play, attempt, (result, terms, critical), look, answer, attempt.who)
        if answer.result == "success":
            result = "critical" if critical else "success"
            play.ledger.remark(f"{play.encounter.name(attempt.who)} has made it after all", tag=attempt.who)
    return TestOutcome(result, {**terms, "outcome": result})


def _judged_again(
    play: Play,
    attempt: TestAttempt,
    made: tuple[Result, Mapping[str, int], bool],
    look: NameScope,
    answer: Answer,
    by: Tag,
) -> tuple[Result, Mapping[str, int]]:
    """A test as it comes out with what was added: to its roll by whoever makes it, else to what it is against.

    made: how it came out, its words, and whether a success is a critical one.
    """
    result, terms, critical = made
    if not answer.label:
        return result, terms
    rule, kind = attempt.rule, play.ledger.rules.test(attempt.rule.name)
    assert kind is not None
    terms = {**terms, **with_more(terms, answer.more, to_roll=by == attempt.who)}
    result = outcome_of(rule, WithTerms(terms, look.at(play.encounter)), critical)
    said = result_word(kind.made(attempt.who, result, terms=()), kind)
    versus = against_words(play.file, rule, Number(terms["against"]), fixed=True)
    name = play.encounter.name(answer.by or by)
    play.ledger.remark(f"{name} uses {answer.label}: {terms['roll']}{versus}, {said}", *rule.cites)
    return result, terms
