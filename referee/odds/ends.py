"""Ends of a command and how likely each is: results, tracks, standing and conditions; in words and as JSON."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import NamedTuple, TypedDict

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.contract.kinds import TestKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import Event, Result, Tested
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.history import Reply
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.words.log_line import ATTACK, result


class ResultOfTest(Struct, frozen=True):
    """How a test ended."""

    kind: str
    who: Tag
    target: Tag | None
    result: Result


class FigureEnd(Struct, frozen=True):
    """How a figure that has changed stands after the command."""

    tag: Tag
    tracks: tuple[tuple[str, int], ...]
    """Each of its tracks, and where it stands."""
    standing: str
    conditions: tuple[str, ...]


class End(Struct, frozen=True):
    """One way in which a command may end, standing for all that look alike."""

    tests: tuple[ResultOfTest, ...]
    figures: tuple[FigureEnd, ...]
    turn: Tag | None = None
    """Whose turn it is then."""


Ends = Mapping[End, Fraction]
"""How likely each end is."""


class Odds(Struct, frozen=True):
    """What may come of a command, and how likely each end is."""

    parts: Sequence[Ends]
    """All ends; or of figures whose ends do not depend on one another, but on what is thrown for all of them, each by
    itself, and the rest: how likely each end of a part is.
    """
    runs: int
    """How many ways were played."""
    seed: int | None = None
    """The seed of the dice, where the ends were sampled; None: they are exact."""
    met: Mapping[str, AnyQuestion] = field(default_factory=dict)
    """The choices that came up within the command, each as it was first met."""
    deep: bool = True
    """False: of what is best or worst each choice was only compared with what is proposed after it."""
    hurried: bool = False
    """It was thrown only as often as there was time for."""

    @property
    def ends(self) -> Ends:
        """All ends, where they are in one part."""
        (only,) = self.parts
        return only

    @property
    def cut(self) -> Fraction:
        """How likely all is that was left out as too unlikely: endless chains of dice."""
        return 1 - sum(self.parts[0].values(), Fraction())

    @property
    def error(self) -> float:
        """The standard error of a sampled probability, at its greatest; 0 of exact ones."""
        return 0.0 if self.seed is None else 0.5 / sqrt(self.runs)


def end_of(before: Encounter, after: Encounter, events: Iterable[Event]) -> End:
    """The end that these events have brought about."""
    tests = tuple(
        ResultOfTest(event.kind, event.who, event.target, event.result) for event in events if isinstance(event, Tested)
    )
    changed = (figure for tag, figure in after.figures.items() if figure is not before.figures.get(tag))
    return End(tests, tuple(map(_figure_end, changed)), after.turn)


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
    now = _figure_end(figure)
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
        if (made := _main(test for test in of_it if ATTACK not in kinds or test.kind == ATTACK)) is not None:
            tests[made] += p
    changed = {track: dict(odds) for track, odds in tracks.items() if {*odds} != {str(dict(now.tracks).get(track))}}
    return FigureOdds(
        changed,
        dict(standing) if {*standing} != {figure.standing} else {},
        {kind: p for kind, p in conditions.items() if kind not in now.conditions or p < all_ends},
        dict(tests),
    )


def main_results(*parts: Ends) -> dict[ResultOfTest | None, Fraction]:
    """How likely each result of the attack is, or of the first test where none is an attack; None: without a test."""
    found = [_main_results(ends) for ends in parts]
    return min(found, key=lambda results: min(_rank(test) for test in results))


def _rank(test: ResultOfTest | None) -> int:
    return 2 if test is None else int(test.kind != ATTACK)


def _main_results(ends: Ends) -> dict[ResultOfTest | None, Fraction]:
    found: dict[ResultOfTest | None, Fraction] = defaultdict(Fraction)
    for end, p in ends.items():
        found[_main(end.tests)] += p
    return dict(found)


def _main(tests: Iterable[ResultOfTest]) -> ResultOfTest | None:
    """The first attack, else the first test."""
    return min(tests, key=lambda test: test.kind != ATTACK, default=None)


def turn_odds(*parts: Ends) -> Distribution:
    """How likely it is whose turn it is afterwards, by tag, an empty word for nobody; empty where that is sure."""
    found: Distribution = defaultdict(Fraction)
    for end, p in parts[-1].items():
        found[end.turn or ""] += p
    return dict(found) if len(found) > 1 else {}


def expected(numbers: Distribution) -> Fraction:
    """The mean of numbers that are so likely."""
    return sum((int(n) * p for n, p in numbers.items()), Fraction())


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


def percent(p: Fraction | float) -> str:
    """A probability as it is read: `55 %`; never 0 or 100 for what is neither impossible nor sure."""
    whole = round(100 * p)
    if 0 < p < 1 and whole in (0, 100):
        return "under 1 %" if whole == 0 else "over 99 %"
    return f"{whole} %"
