"""How a command may end, and how likely that is: results of tests, and tracks, standing and conditions of figures."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import Event, Result, Tested
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.words.log_line import ATTACK


class ResultOfTest(NamedTuple):
    """How a test ended."""

    kind: str
    who: Tag
    target: Tag | None
    result: Result


class FigureEnd(NamedTuple):
    """How a figure that has changed stands after the command."""

    tag: Tag
    tracks: tuple[tuple[str, int], ...]
    """Each of its tracks, and where it stands."""
    standing: str
    conditions: tuple[str, ...]


class End(NamedTuple):
    """One way in which a command may end, standing for all that look alike."""

    tests: tuple[ResultOfTest, ...]
    figures: tuple[FigureEnd, ...]


Ends = Mapping[End, Fraction]
"""How likely each end is."""


def end_of(before: Encounter, after: Encounter, events: Iterable[Event]) -> End:
    """The end that these events have brought about."""
    tests = tuple(
        ResultOfTest(event.kind, event.who, event.target, event.result) for event in events if isinstance(event, Tested)
    )
    changed = (figure for tag, figure in after.figures.items() if figure is not before.figures.get(tag))
    return End(tests, tuple(map(_figure_end, changed)))


def _figure_end(figure: Figure) -> FigureEnd:
    tracks = tuple((name, track.now) for name, track in figure.tracks.items())
    conditions = tuple(sorted({condition.kind for condition in figure.conditions}))
    return FigureEnd(figure.tag, tracks, figure.standing, conditions)


def balance(rules: Ruleset, encounter: Encounter, side: str, end: End) -> int:
    """What an end is worth to a side: the health that its foes have lost less its own, and one for each who falls.

    encounter: before the command.
    """
    return sum(
        (1 if figure.side != side else -1) * (_left(rules, figure, _figure_end(figure)) - _left(rules, figure, ended))
        for ended in end.figures
        if (figure := encounter.figures.get(ended.tag)) is not None
    )


def _left(rules: Ruleset, figure: Figure, end: FigureEnd) -> int:
    """How much health is left, and one for whoever is able to act; nothing of those who are not."""
    if not rules.standing(end.standing).able:
        return 0
    if (vital := rules.vital_track(figure)) is None:
        return 1
    kind, track = vital
    now = dict(end.tracks)[kind.name]
    return 1 + ((track.most or 0) - now if kind.rising else now)


Distribution = dict[str, Fraction]
"""How likely each of several things is that exclude each other."""


class FigureOdds(NamedTuple):
    """How likely it is how a figure will stand."""

    tracks: dict[str, Distribution]
    """For each track that may change, how likely each number is, as it is written."""
    standing: Distribution
    """How likely each standing is; empty, if it cannot change."""
    conditions: dict[str, Fraction]
    """For each condition that it may have afterwards, how likely that is."""
    tests: dict[ResultOfTest, Fraction]
    """How likely each result of the attack or first test against it is; empty, if there is none."""


def figure_odds(before: Encounter, ends: Ends) -> dict[Tag, FigureOdds]:
    """The odds of each figure that may change, or against which something is tested."""
    tags = dict.fromkeys([figure.tag for end in ends for figure in end.figures])
    tags |= dict.fromkeys(test.target for end in ends for test in end.tests if test.target in before.figures)
    found = ((tag, _odds_of(before.figures[tag], ends)) for tag in tags if tag in before.figures)
    return {tag: odds for tag, odds in found if any(odds)}


def _odds_of(figure: Figure, ends: Ends) -> FigureOdds:
    now = _figure_end(figure)
    tracks: dict[str, Distribution] = defaultdict(lambda: defaultdict(Fraction))
    standing, conditions = (defaultdict[str, Fraction](Fraction) for _ in range(2))
    tests: dict[ResultOfTest, Fraction] = defaultdict(Fraction)
    all_ends = sum(ends.values(), Fraction())
    for end, p in ends.items():
        ended = next((ended for ended in end.figures if ended.tag == figure.tag), now)
        for track, n in ended.tracks:
            tracks[track][str(n)] += p
        standing[ended.standing] += p
        for condition in ended.conditions:
            conditions[condition] += p
        if (made := _main(test for test in end.tests if test.target == figure.tag)) is not None:
            tests[made] += p
    changed = {track: dict(odds) for track, odds in tracks.items() if {*odds} != {str(dict(now.tracks).get(track))}}
    return FigureOdds(
        changed,
        dict(standing) if {*standing} != {figure.standing} else {},
        {kind: p for kind, p in conditions.items() if kind not in now.conditions or p < all_ends},
        dict(tests),
    )


def main_results(ends: Ends) -> dict[ResultOfTest | None, Fraction]:
    """How likely each result of the attack is, or of the first test where none is an attack; None: without a test."""
    found: dict[ResultOfTest | None, Fraction] = defaultdict(Fraction)
    for end, p in ends.items():
        found[_main(end.tests)] += p
    return dict(found)


def _main(tests: Iterable[ResultOfTest]) -> ResultOfTest | None:
    """The first attack, else the first test."""
    return min(tests, key=lambda test: test.kind != ATTACK, default=None)


def expected(numbers: Distribution) -> Fraction:
    """The mean of numbers that are so likely."""
    return sum((int(n) * p for n, p in numbers.items()), Fraction())
