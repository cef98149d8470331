"""Odds of a figure: how it is likely to stand after a command."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.odds.distribution import Distribution
from referee.odds.possible_ends import Ends, ResultOfTest, figure_end
from referee.odds.results import main_test
from referee.words.dice_tests import ATTACK


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


OddsOfFigures = Mapping[Tag, FigureOdds]
"""Those of each figure that may change, or against which something is tested."""


def figure_odds(before: Encounter, *parts: Ends) -> dict[Tag, FigureOdds]:
    """The odds of each figure that may change, or against which something is tested; parts: as in `Odds`."""
    found: dict[Tag, FigureOdds] = {}
    for ends in parts:
        for tag, odds in _figure_odds(before, ends).items():  # a test against it may stand in the part of another
            known = found.get(tag, odds)
            standing, conditions = known.standing or odds.standing, known.conditions or odds.conditions
            found[tag] = FigureOdds(known.tracks or odds.tracks, standing, conditions, known.tests or odds.tests)
    return found


def _figure_odds(before: Encounter, ends: Ends) -> dict[Tag, FigureOdds]:
    tags = dict.fromkeys([figure.tag for end in ends for figure in end.figures])
    tags |= dict.fromkeys(test.target for end in ends for test in end.tests if test.target in before.figures)
    found = ((tag, _odds_of(before.figures[tag], ends)) for tag in tags if tag in before.figures)
    return {tag: odds for tag, odds in found if any(odds)}


def _odds_of(figure: Figure, ends: Ends) -> FigureOdds:
    now = figure_end(figure)
    tracks: dict[str, Distribution] = defaultdict(lambda: defaultdict(Fraction))
    standing, conditions = (defaultdict[str, Fraction](Fraction) for _ in range(2))
    tests: dict[ResultOfTest, Fraction] = defaultdict(Fraction)
    all_ends = sum(ends.values(), Fraction())
    kinds = {test.kind for end in ends for test in end.tests if test.target == figure.tag}
    for end, p in ends.items():
        ended = next((ended for ended in end.figures if ended.tag == figure.tag), now)
        for track, n in ended.tracks:
            tracks[track][str(n)] += p
        standing[ended.standing] += p
        for condition in ended.conditions:
            conditions[condition] += p
        # A save that it brings about is no test against it, where it is attacked, too.
        of_it = (test for test in end.tests if test.target == figure.tag)
        if (made := main_test(test for test in of_it if ATTACK not in kinds or test.kind == ATTACK)) is not None:
            tests[made] += p
    changed = {track: dict(odds) for track, odds in tracks.items() if {*odds} != {str(dict(now.tracks).get(track))}}
    return FigureOdds(
        changed,
        dict(standing) if {*standing} != {figure.standing} else {},
        {kind: p for kind, p in conditions.items() if kind not in now.conditions or p < all_ends},
        dict(tests),
    )
