"""Odds of a command as JSON data."""

from typing import TypedDict

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.encounter import Encounter
from referee.odds.figure_odds import FigureOdds, OddsOfFigures
from referee.odds.possible_ends import Odds
from referee.odds.results import result_odds
from referee.odds.turn_odds import turn_odds


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
    deep: bool
    """False: for what is best or worst each choice was only compared with what is proposed after it."""
    cut: str
    """How likely all is that was left out as too unlikely: endless chains of dice."""
    seed: int | None
    """The seed of the dice of sampled odds."""
    error: float
    """The standard error of sampled odds, at its greatest."""
    outcomes: list[ResultData]
    """How likely each result is."""
    turn: dict[str, str]
    """Where that is not sure, how likely it is whose turn it is afterwards, by tag; nobody's: an empty word."""
    figures: dict[str, dict[str, dict[str, str]]]
    """For each figure that may change, by its tag: how likely each number of a track is, by the name of the track; of
    `standing` each standing; of `conditions` each condition that it may have afterwards.
    """


def odds_data(rules: Ruleset, encounter: Encounter, order: str, odds: Odds, figures: OddsOfFigures) -> OddsData:
    """The odds as JSON: tags, tracks and standings are those of `show --json`, probabilities are fractions.

    encounter: before the command; figures: as `figure_odds` gives them.
    """
    results = result_odds(rules, encounter, *odds.parts)
    return OddsData(
        order=order,
        exact=odds.seed is None,
        runs=odds.runs,
        deep=odds.deep,
        cut=str(odds.cut),
        seed=odds.seed,
        error=round(odds.error, 6),
        outcomes=[ResultData(result=word, p=str(p)) for word, p in results.items()],
        turn={tag: str(p) for tag, p in turn_odds(*odds.parts).items()},
        figures={tag: _figure_data(found) for tag, found in figures.items()},
    )


def _figure_data(odds: FigureOdds) -> dict[str, dict[str, str]]:
    parts = {**odds.tracks, "standing": odds.standing, "conditions": odds.conditions}
    return {name: {what: str(p) for what, p in part.items()} for name, part in parts.items() if part}
