"""Results of the tests of a command, with how likely each is."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import Result, Tested
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.odds.distribution import Distribution
from referee.odds.possible_ends import End, Ends, ResultOfTest
from referee.words.dice_tests import ATTACK, result


def main_results(*parts: Ends) -> dict[ResultOfTest | None, Fraction]:
    """How likely each result of the attack is, or of the first test where none is an attack; None: without a test."""
    found = [_main_results(ends) for ends in parts]
    return min(found, key=lambda results: min(_rank(test) for test in results))


def _rank(test: ResultOfTest | None) -> int:
    return 2 if test is None else int(test.kind != ATTACK)


def _main_results(ends: Ends) -> dict[ResultOfTest | None, Fraction]:
    found: dict[ResultOfTest | None, Fraction] = defaultdict(Fraction)
    for end, p in ends.items():
        found[main_test(end.tests)] += p
    return dict(found)


def main_test(tests: Iterable[ResultOfTest]) -> ResultOfTest | None:
    """The first attack, else the first test."""
    return min(tests, key=lambda test: test.kind != ATTACK, default=None)


MET: frozenset[Result] = frozenset({"critical", "success", "partial"})
"""The results of a test that was met."""
NO_TEST = "no test"
"""Stands for the result where a command ends without a test."""


def _result_word(rules: Ruleset, test: ResultOfTest | None) -> str:
    """The word of the log for the result of a test."""
    if test is None:
        return NO_TEST
    event = Tested(kind=test.kind, who=test.who, target=test.target, result=test.result, count=1)
    return result(event, rules.test(test.kind) or TestKind(test.kind)).removeprefix("1 ")


def success_word(rules: Ruleset, test: ResultOfTest) -> str:
    """The word of the log for a test of that kind that is met: `hit`."""
    return _result_word(rules, replace(test, result="success"))


def by_save(rules: Ruleset, who: Tag, *parts: Ends) -> dict[str, Ends]:
    """The ends by how the save of a figure, or another test that is no attack, ends: by the word of the log.

    Empty where that is not open.
    """
    for ends in parts:
        found: dict[str, dict[End, Fraction]] = defaultdict(dict)
        for end, p in ends.items():
            test = next((test for test in end.tests if test.who == who and test.kind != ATTACK), None)
            found[_result_word(rules, test)][end] = p
        if len(found) > 1 and NO_TEST not in found:
            return dict(found)
    return {}


def result_odds(rules: Ruleset, encounter: Encounter, *parts: Ends, named: bool = False) -> Distribution:
    """How likely each result of the command is, by the word of the log; `named`: with who made the test."""
    found: Distribution = defaultdict(Fraction)
    for test, p in main_results(*parts).items():
        who = f"{encounter.name(test.who)}: " if named and test is not None else ""
        found[who + _result_word(rules, test)] += p
    return found
