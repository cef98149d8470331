"""The ways in which a command may be played that are told side by side, each with its odds as the screen shows them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from fractions import Fraction
from typing import NamedTuple, TypedDict

from referee.engine.contract.ruleset import Ruleset
from referee.engine.problem import Problem
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Counted, Picked, Said
from referee.engine.questions.question import AnyQuestion, Choose, Confirm, Pick
from referee.engine.questions.typed import Text
from referee.engine.record.history import Item, Reply
from referee.engine.record.resolve import CommandRun
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered import verb_of
from referee.engine.verbs.verb import Command, Given, Situation
from referee.odds.command_odds import Policy, alternatives, odds, stem
from referee.odds.ends import FigureOdds, Odds, brief, figure_odds, percent, result_odds, success_word, told

SECONDS = 1.0
"""Processor time for the odds of one way on the screen, as in `odds`: they are wanted at once."""
MOST_WAYS = 12
"""Ways that are told side by side."""


class Way(NamedTuple):
    """A way in which a command may be played."""

    word: str
    """The word of the answer that makes the difference; empty: as it is proposed."""
    label: str
    """How that reads."""
    command: Command
    items: tuple[Item, ...] = ()
    always: tuple[str, Answer] | None = None
    """An answer to all questions of this stem, where it is possible."""
    policy: Policy = "proposed"


class BarsData(TypedDict):
    """How likely what is, in the order in which it is shown: numbers of damage as words, too."""

    results: dict[str, float]
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
    who: str
    """Whom the bars are about."""
    bars: BarsData


def ways_of(rules: System, before: Encounter, command: Command, items: Sequence[Item] = ()) -> list[Way]:
    """A way for each answer to the choice that is open; only one where dice are, or where there is no choice.

    Refused if the command is not possible.
    """
    usual = Way("", "", command, tuple(items))
    with closing(CommandRun(rules, before, command, items)) as run:
        question, encounter = next(iter(run.questions), None), run.ledger.encounter
    if not isinstance(question, Pick | Choose | Confirm):
        return [usual]
    answers = [answer for answer in alternatives(question) if answer != Picked(tags=())]
    labels = _labels(question, encounter)
    ways = [
        Way(word, labels.get(word, word), command, (*items, Reply(key=question.key, answer=answer)))
        for answer in answers
        for word in (_word(answer),)
    ]
    return ways if len(ways) > 1 else [usual]


def variants_of(rules: System, before: Encounter, usual: Way, met: Sequence[AnyQuestion]) -> Iterator[Way]:
    """What may be said with a command, or chosen in its course, one thing at a time; then all of it as is best."""
    verb, situation = verb_of(rules, usual.command.verb), Situation(rules, before)
    for param in verb.params if not usual.items else ():
        with suppress(Problem, KeyError):
            question = param.ask(situation, Given(usual.command.given))
            for word in question.words if isinstance(question, Text) and param.name not in usual.command.given else ():
                given = Given({**usual.command.given, param.name: Said(text=word)})
                yield usual._replace(word=word, label=word, command=usual.command.model_copy(update={"given": given}))
    for question in (each for each in met if isinstance(each, Pick | Choose | Confirm)):
        labels, called = _labels(question, before), stem(question)
        for answer in alternatives(question):
            word = _word(answer) or "none"
            label = f"{called.replace('_', ' ')}: {labels.get(word, word)}"
            yield usual._replace(word=f"{called} {word}", label=label, always=(called, answer))
    if met:
        yield usual._replace(word="best", label="best", policy="best")


def way_odds(rules: System, before: Encounter, way: Way, tick: Callable[[], None] = lambda: None) -> Odds:
    """The odds of a way. Refused if it is not possible."""

    def choice(question: AnyQuestion) -> Answer | None:
        if way.always is None or stem(question) != way.always[0] or question.accepts(way.always[1]) is not None:
            return None
        return way.always[1]

    return odds(rules, before, way.command, way.items, way.policy, choice=choice, tick=tick, seconds=SECONDS)


def way_data(rules: System, before: Encounter, way: Way, found: Odds) -> WayData:
    """The odds of a way as they are shown."""
    of = figure_odds(before, found.ends)
    shown = [(tag, text) for tag, each in of.items() if (text := in_short(rules, before, tag, each))]
    others = [each for each in shown if each[0] != before.turn] or shown
    line = others[0][1] if len(others) == 1 else "; ".join(f"{before.name(tag)}: {text}" for tag, text in others)
    who = next((tag for tag, _ in others), None)
    return WayData(
        word=way.word,
        label=way.label,
        line=line,
        lines=list(told(rules, before, found)),
        who=before.name(who) if who is not None else "",
        bars=_bars(rules, before, found, who),
    )


def in_short(rules: Ruleset, before: Encounter, tag: Tag, of: FigureOdds) -> str:
    """`hit 55 %, dead 18 %, 4.1 damage, prone 20 %`; empty where nothing of that can happen to a figure."""
    met, _, loss = brief(rules, before, tag, of)
    now = {condition.kind for condition in before.figures[tag].conditions}
    able = rules.standing(before.figures[tag].standing).able
    parts = [f"{success_word(rules, next(iter(of.tests)))} {percent(met)}"] if met is not None else []
    parts += [f"{name} {percent(p)}" for name, p in of.standing.items() if able and not rules.standing(name).able]
    parts += [f"{abs(float(loss)):.1f} {'damage' if loss > 0 else 'healed'}"] if loss else []
    parts += [f"{kind.replace('_', ' ')} {percent(p)}" for kind, p in of.conditions.items() if kind not in now]
    return ", ".join(parts)


def _bars(rules: Ruleset, before: Encounter, found: Odds, who: Tag | None) -> BarsData:
    results = {word: float(p) for word, p in result_odds(rules, before, found.ends).items()}
    of = figure_odds(before, found.ends).get(who) if who is not None else None
    vital = rules.vital_track(before.figures[who]) if who is not None else None
    if of is None or vital is None or who is None:
        return BarsData(results=results, standing={}, damage={}, mean=0.0)
    kind, track = vital
    sign = -1 if kind.rising else 1
    left = of.tracks.get(kind.name, {str(track.now): Fraction(1)})
    lost = sorted((sign * (track.now - int(n)), p) for n, p in left.items())
    return BarsData(
        results=results,
        standing={name: float(p) for name, p in of.standing.items()},
        damage={str(n): float(p) for n, p in lost},
        mean=float(sum((n * p for n, p in lost), Fraction())),
    )


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
