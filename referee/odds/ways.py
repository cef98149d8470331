"""The ways in which a command may be played that are told side by side, each with its odds as the screen shows them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from fractions import Fraction
from typing import NamedTuple, TypedDict

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.ruleset import Ruleset
from referee.engine.problem import Problem
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Counted, Picked, Said
from referee.engine.questions.question import AnyQuestion, Pick
from referee.engine.questions.typed_questions import Text, is_decision
from referee.engine.record.recorded_steps import Item, Reply
from referee.engine.record.resolve import CommandRun
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger, System
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.verb import Command, Given, Situation
from referee.odds.choices import alternatives, stem
from referee.odds.command_odds import Policy, Walker, odds
from referee.odds.distribution import expected, percent
from referee.odds.figure_odds import FigureOdds, OddsOfFigures, figure_odds
from referee.odds.possible_ends import Ends, Odds
from referee.odds.results import MET, by_save, main_results, result_odds, success_word
from referee.odds.turn_odds import turn_odds
from referee.words.bearer import plain
from referee.words.conditions import is_inner
from referee.words.dice_tests import ATTACK

SECONDS = 1.0
"""Processor time for the odds of one way on the screen, as in `odds`: they are wanted at once."""
SECONDS_OF_BEST = 6.0
"""The same where all choices are compared."""
MOST_WAYS = 20
"""Ways that are told side by side."""


class Way(Struct, frozen=True):
    """A way in which a command may be played."""

    word: str
    """The word of the answer that makes the difference; empty: as it is proposed."""
    label: str
    """How that reads."""
    before: Encounter
    """The encounter before the command."""
    command: Command
    items: tuple[Item, ...] = ()
    always: tuple[str, Answer] | None = None
    """An answer to all questions of this stem, where it is possible."""
    policy: Policy = "proposed"
    roller: str = ""
    """Whose dice are asked for; empty: a choice is."""
    now: Encounter | None = None
    """The encounter at the question that is open, against which what may come is told; None: as before."""


class BarsData(TypedDict):
    """How likely it is how a figure will stand: numbers of damage as words, too."""

    standing: dict[str, float]
    damage: dict[str, float]
    mean: float


class WayData(TypedDict):
    """The odds of one way."""

    word: str
    label: str
    line: str
    """In a few words: `hit 55 %, dead 18 %, 4.1 damage`."""
    lines: list[str]
    """All that may come of it."""
    results: dict[str, float]
    """How likely each result is."""
    tested: str
    """Whose result that is, where it is done to several figures."""
    bars: dict[str, BarsData]
    """Of each figure that it is done to, by its name."""


def ways_of(rules: System, before: Encounter, command: Command, items: Sequence[Item] = ()) -> list[Way]:
    """A way for each answer to the choice that is open; only one where dice are, or where there is no choice.

    Refused if the command is not possible.
    """
    usual = Way("", "", before, command, tuple(items))
    with closing(CommandRun(rules, before, command, items)) as run:
        question, encounter = next(iter(run.questions), None), run.ledger.encounter
    usual = replace(usual, now=encounter if question is not None else None)
    if question is None or not is_decision(question):
        return [replace(usual, roller=question.by if question is not None else "")]
    answers = [answer for answer in alternatives(question) if answer != Picked(tags=())]
    labels = _labels(question, encounter)
    ways: list[Way] = []
    for answer in answers:
        word, given = _word(answer), Reply(key=question.key, answer=answer)
        ways.append(replace(usual, word=word, label=labels.get(word, word), items=(*items, given)))
    return ways if len(ways) > 1 else [usual]


def variants_of(rules: System, usual: Way, met: Sequence[AnyQuestion]) -> Iterator[Way]:
    """All as is best; then one thing at a time: what may be chosen in its course, and until dice have fallen also what
    may lie on whoever acts, and what may be said with the command.
    """
    if met:
        yield replace(usual, word="best", label="best choices", policy="best")
    for question in filter(is_decision, met):
        labels, called = _labels(question, usual.before), stem(question)
        for answer in alternatives(question):
            if answer == question.proposed(usual.before):
                continue
            word = _word(answer) or "none"
            label = plain(called).replace("-", " ") + f": {labels.get(word, word).split(': ')[0]}"
            yield replace(usual, word=f"{called} {word}", label=label, always=(called, answer))
    walker = Walker(rules, usual.before, usual.command)
    if walker.give(usual.items):
        return
    command, given = walker.command, Given(walker.command.given)
    who = given.one("who") if isinstance(given.get("who"), Picked) else usual.before.turn
    for kind in rules.conditions:
        if who in usual.before.figures and kind.compared:
            ledger = Ledger(rules, usual.before)
            ledger.afflict(who, kind.name)
            label = f"with {kind.compared}"
            yield replace(usual, word=f"with {kind.name}", label=label, before=ledger.encounter, now=None)
    for param in verb_of(rules, command.verb).params:
        with suppress(Problem, KeyError):
            asked = param.ask(Situation(rules, usual.before), given)
            if not isinstance(asked, Text) or given.get(param.name) not in (None, Said(text="")):
                continue
            for word in asked.words:
                said = replace(command, given={**command.given, param.name: Said(text=word)})
                label = asked.labels.get(word, plain(word))
                yield replace(usual, word=word, label=label, command=said, items=())


def way_odds(rules: System, way: Way, tick: Callable[[], None] = lambda: None) -> Odds:
    """The odds of a way. Refused if it is not possible."""

    def choice(question: AnyQuestion) -> Answer | None:
        if way.always is None or stem(question) != way.always[0] or question.accepts(way.always[1]) is not None:
            return None
        return way.always[1]

    seconds = SECONDS if way.policy == "proposed" else SECONDS_OF_BEST
    return odds(rules, way.before, way.command, way.items, way.policy, choice=choice, tick=tick, seconds=seconds)


def way_data(rules: System, way: Way, found: Odds) -> WayData:
    """The odds of a way as they are shown."""
    before = way.now or way.before
    figures = figure_odds(before, *found.parts)
    shown = {tag: text for tag, each in figures.items() if (text := in_short(rules, before, tag, each, way.roller))}
    attackers = {test.who for test in main_results(*found.parts) if test is not None and test.kind == ATTACK}
    acting = {before.turn} | (attackers if len(attackers) == 1 else set())
    others = {tag: text for tag, text in shown.items() if tag not in acting} or shown
    named = [f"{before.name(tag)}: {text}" for tag, text in others.items()]
    test = next((test for test in main_results(*found.parts) if test is not None and named[1:]), None)
    saves = by_save(rules, way.roller, *found.parts) if way.roller in before.figures else {}
    return WayData(
        word=way.word,
        label=way.label,
        line=_saved(rules, before, way.roller, saves) or "; ".join(named if named[1:] else others.values()),
        lines=list(told(rules, before, found, figures)),
        results={word: float(p) for word, p in result_odds(rules, before, *found.parts).items()},
        tested=before.name((test.target or test.who) if test.who in acting else test.who) if test is not None else "",
        bars={before.name(tag): _bars(rules, before, tag, figures[tag]) for tag in others},
    )


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


def told(rules: Ruleset, encounter: Encounter, odds: Odds, figures: OddsOfFigures) -> Iterator[str]:
    """The odds in lines: the results of the command, then each figure with what may become of it.

    encounter, figures: as in `odds_data`.
    """
    results = main_results(*odds.parts)
    if any(results):
        testers = {test.who for test in results if test is not None}
        several = len(testers) > 1 or len(odds.parts) > 1
        yield joined_odds(result_odds(rules, encounter, *odds.parts, named=several).items())
    for tag, found in figures.items():
        if parts := [*_parts(rules, encounter, tag, found)]:
            yield f"{encounter.name(tag)}: {'; '.join(parts)}"
    if turn := turn_odds(*odds.parts):
        first = sorted(turn.items(), key=lambda each: -each[1])
        yield f"Next turn: {joined_odds((encounter.name(tag) if tag else 'nobody', p) for tag, p in first)}"
    if odds.seed is not None:
        many = f"{odds.runs:,} throws (seed {odds.seed}{', as many as there was time for' if odds.hurried else ''})"
        yield f"Sampled: {many}, each number is within about {percent(2 * odds.error)}"
    elif not odds.deep:
        yield "Looked one choice ahead only: a better course is possible"
    if odds.cut and odds.seed is None:
        yield f"Left out as too unlikely: about 1 in {round(1 / odds.cut):,}"


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


def _saved(rules: Ruleset, before: Encounter, who: Tag, saves: Mapping[str, Ends]) -> str:
    """What a figure saves itself from: `saves 45 %: 14.0 damage; fails 55 %: dead 90 %, 28.0 damage`."""
    told = []
    for word, ends in saves.items():
        p = sum(ends.values(), Fraction())
        of = figure_odds(before, {end: share / p for end, share in ends.items()}).get(who)
        text = in_short(rules, before, who, of._replace(tests={})) if of is not None else ""
        told.append(f"{_SAVED.get(word, word)} {percent(p)}" + (f": {text}" if text else ""))
    return "; ".join(told)


_SAVED = {"success": "made", "failure": "fails"}
"""How the result of a save reads before its odds, where the game has no words of its own for it."""


def in_short(rules: Ruleset, before: Encounter, tag: Tag, of: FigureOdds, roller: str = "") -> str:
    """`hit 55 %, dead 18 %, 4.1 damage, prone 20 %`; empty where nothing of that can happen to a figure.

    roller: whose dice are asked for; in a test of another against it, that other is named.
    """
    met, _, loss = brief(rules, before, tag, of)
    now = {condition.kind for condition in before.figures[tag].conditions}
    able = rules.standing(before.figures[tag].standing).able
    test = next(iter(of.tests)) if met is not None and 0 < met < 1 else None
    other = f"{before.name(test.who)} " if test is not None and tag == roller != test.who else ""
    parts = [f"{other}{success_word(rules, test)} {percent(met)}"] if test is not None and met is not None else []
    parts += [_likely(name, p) for name, p in of.standing.items() if able and not rules.standing(name).able]
    parts += [f"{abs(float(loss)):.1f} {'damage' if loss > 0 else 'healed'}"] if loss else []
    told = ((kind, p) for kind, p in of.conditions.items() if kind not in now and not is_inner(kind, rules))
    parts += [_likely(plain(kind), p) for kind, p in told]
    return ", ".join(parts)


def _likely(what: str, p: Fraction) -> str:
    """`dead 18 %`; `dead` where that is sure."""
    return what if p == 1 else f"{what} {percent(p)}"


def _bars(rules: Ruleset, before: Encounter, who: Tag, of: FigureOdds) -> BarsData:
    standing = {name: float(p) for name, p in of.standing.items()}
    if (vital := rules.vital_track(before.figures[who])) is None:
        return BarsData(standing=standing, damage={}, mean=0.0)
    kind, track = vital
    sign = -1 if kind.rising else 1
    left = of.tracks.get(kind.name, {str(track.now): Fraction(1)})
    lost = sorted((sign * (track.now - int(n)), p) for n, p in left.items())
    mean = float(sum((n * p for n, p in lost), Fraction()))
    return BarsData(standing=standing, damage={str(n): float(p) for n, p in lost}, mean=mean)


def _labels(question: AnyQuestion, encounter: Encounter) -> dict[str, str]:
    """How each thing that may be chosen reads in short, by its word; nothing for what cannot be told there."""
    picks = isinstance(question, Pick)
    with suppress(Problem, LookupError):  # it was asked later in the command: who is meant may not be there yet
        return {
            offer.word: (offer.label or offer.word).split(", ")[0] if picks else offer.told.split(" (")[0]
            for offer in question.offers(encounter)
        }
    return {}


def _word(answer: Answer) -> str:
    """The word of an answer to a choice."""
    match answer:
        case Picked(tags=(tag, *_)):
            return tag
        case Chosen(option=option):
            return option
        case Confirmed(yes=yes):
            return "yes" if yes else "no"
        case Counted(n=n):
            return str(n)
    return ""
