"""The odds of a command as they are told: in words, as JSON, and in brief for one figure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypedDict

from referee.engine.contract.kinds import TestKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import Result, Tested
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.odds.command_odds import Odds
from referee.odds.ends import Distribution, FigureOdds, ResultOfTest, expected, figure_odds, main_results
from referee.words.log_line import result

MET: frozenset[Result] = frozenset({"critical", "success", "partial"})
"""The results of a test that was met."""
NO_TEST = "no test"
"""Stands for the result where a command ends without a test."""


class ResultData(TypedDict):
    """One result of the command."""

    result: str
    """How its attack ends, or else its first test, in the word of the log: hit, miss; `no test` without one."""
    p: str
    """How likely that is, as a fraction: 11/20."""


class OddsData(TypedDict):
    """What may come of a command."""

    order: str
    """The command as it was given."""
    exact: bool
    """False: the odds are sampled."""
    runs: int
    """How many ways were played."""
    cut: str
    """How likely all is that was left out as too unlikely: endless chains of dice."""
    seed: int | None
    """The seed of the dice of sampled odds."""
    error: float
    """The standard error of sampled odds, at its greatest."""
    outcomes: list[ResultData]
    """How likely each result is."""
    figures: dict[str, dict[str, dict[str, str]]]
    """For each figure that may change, by its tag: how likely each number of a track is, by the name of the track; of
    `standing` each standing; of `conditions` each condition that it may have afterwards.
    """


def odds_data(rules: Ruleset, encounter: Encounter, order: str, odds: Odds) -> OddsData:
    """The odds as JSON: tags, tracks and standings are those of `show --json`, probabilities are fractions.

    encounter: before the command.
    """
    results = main_results(odds.ends)
    return OddsData(
        order=order,
        exact=odds.seed is None,
        runs=odds.runs,
        cut=str(odds.cut),
        seed=odds.seed,
        error=round(odds.error, 6),
        outcomes=[ResultData(result=word, p=str(p)) for word, p in _by_word(rules, encounter, results).items()],
        figures={tag: _figure_data(found) for tag, found in figure_odds(encounter, odds.ends).items()},
    )


def _figure_data(odds: FigureOdds) -> dict[str, dict[str, str]]:
    parts = {**odds.tracks, "standing": odds.standing, "conditions": odds.conditions}
    return {name: {what: str(p) for what, p in part.items()} for name, part in parts.items() if part}


def _result_word(rules: Ruleset, test: ResultOfTest | None) -> str:
    """The word of the log for the result of a test."""
    if test is None:
        return NO_TEST
    event = Tested(kind=test.kind, who=test.who, target=test.target, result=test.result, count=1)
    return result(event, rules.test(test.kind) or TestKind(test.kind))


def _by_word(
    rules: Ruleset, encounter: Encounter, results: Mapping[ResultOfTest | None, Fraction], named: bool = False
) -> Distribution:
    """How likely each word for a result is; `named`: with who made the test."""
    found: Distribution = defaultdict(Fraction)
    for test, p in results.items():
        who = f"{encounter.name(test.who)}: " if named and test is not None else ""
        found[who + _result_word(rules, test)] += p
    return found


class Brief(NamedTuple):
    """What a command is likely to do to one figure."""

    met: Fraction | None
    """How likely the test against it is met; None if there is none."""
    falls: Fraction
    """How likely it is out of action afterwards, if it is not now."""
    loss: Fraction
    """The health that it loses on average; below 0 what it gains."""


def brief(rules: Ruleset, encounter: Encounter, tag: Tag, odds: FigureOdds) -> Brief:
    """The odds of one figure in three numbers."""
    figure = encounter.figures[tag]
    able_now = rules.standing(figure.standing).able
    falls = sum((p for name, p in odds.standing.items() if able_now and not rules.standing(name).able), Fraction())
    met = sum((p for test, p in odds.tests.items() if test.result in MET), Fraction()) if odds.tests else None
    vital, loss = rules.vital_track(figure), Fraction()
    if vital is not None and vital[0].name in odds.tracks:
        kind, track = vital
        loss = (track.now - expected(odds.tracks[kind.name])) * (-1 if kind.rising else 1)
    return Brief(met, falls, loss)


def told(rules: Ruleset, encounter: Encounter, odds: Odds) -> Iterator[str]:
    """The odds in lines: the results of the command, then each figure with what may become of it."""
    results = main_results(odds.ends)
    if any(results):
        testers = {test.who for test in results if test is not None}
        yield joined_odds(_by_word(rules, encounter, results, named=len(testers) > 1).items())
    for tag, found in figure_odds(encounter, odds.ends).items():
        if parts := [*_parts(rules, encounter, tag, found)]:
            yield f"{encounter.name(tag)}: {'; '.join(parts)}"
    if odds.seed is not None:
        yield f"Sampled: {odds.runs:,} throws (seed {odds.seed}), each number within about {2 * odds.error:.0%}"
    elif odds.cut:
        yield f"Left out as too unlikely: {float(odds.cut):.1g}"


def _parts(rules: Ruleset, encounter: Encounter, tag: Tag, odds: FigureOdds) -> Iterator[str]:
    """What may become of a figure: its health on average, how it may stand, its tracks and conditions.

    What is sure to be spent, such as an action, is left out.
    """
    vital = rules.vital_track(encounter.figures[tag])
    loss = brief(rules, encounter, tag, odds).loss
    if loss:
        yield f"{abs(float(loss)):.1f} {'damage' if loss > 0 else 'healed'} on average"
    yield from (joined_odds(part.items()) for part in (odds.standing, odds.conditions) if part)
    for track, where in odds.tracks.items():
        if len(where) == 1 and (vital is None or track != vital[0].name):
            continue
        kind = rules.track(track)
        ordered = sorted(where.items(), key=lambda each: -int(each[0]))
        yield f"{kind.spoken if kind else track} {', '.join(f'{n} ({percent(p)})' for n, p in ordered)}"


def joined_odds(odds: Iterable[tuple[str, Fraction]]) -> str:
    """Several odds in one line: `hit 60 %, miss 40 %`."""
    return ", ".join(f"{what} {percent(p)}" for what, p in odds)


def percent(p: Fraction) -> str:
    """A probability as it is read: `55 %`; never 0 or 100 for what is neither impossible nor sure."""
    whole = round(100 * p)
    if 0 < p < 1 and whole in (0, 100):
        return "under 1 %" if whole == 0 else "over 99 %"
    return f"{whole} %"
