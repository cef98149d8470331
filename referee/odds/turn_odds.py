"""Odds of the turn after a command: whose it is."""

from collections import defaultdict
from fractions import Fraction

from referee.odds.distribution import Distribution
from referee.odds.possible_ends import Ends


def turn_odds(*parts: Ends) -> Distribution:
    """How likely it is whose turn it is afterwards, by tag, an empty word for nobody; empty where that is sure."""
    found: Distribution = defaultdict(Fraction)
    for end, p in parts[-1].items():
        found[end.turn or ""] += p
    return dict(found) if len(found) > 1 else {}
