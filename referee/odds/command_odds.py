"""The odds of what may come of a command: its rule is played over all throws, or where these are too many, sampled.

A rule is played again from its beginning for each way that dice or cards may fall; throws that the rule reads alike
are one way (`Roll.reads`). What the encounter looks like in between is no reason to join two ways: rules keep dice in
local variables.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import closing
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Literal, NamedTuple, TypeGuard

from referee.engine.dice.chance import AppDice
from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.problem import Refused
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Counted, Picked
from referee.engine.questions.question import PLAYERS, REFEREE, AnyQuestion, Choose, Confirm, Pick
from referee.engine.questions.typed import Amount
from referee.engine.record.history import Item, Reply
from referee.engine.record.resolve import CommandRun
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.odds.chances import TooMany, chances
from referee.odds.ends import End, Ends, Odds, balance, end_of

Policy = Literal["proposed", "best", "worst"]
"""How choices within a command are made: as they are proposed, or by the side that acts as is best or worst for it."""
MOST_RUNS = 3000
"""Ways that are played; TooMany above."""


def odds(
    rules: System,
    encounter: Encounter,
    command: Command,
    items: Sequence[Item] = (),
    policy: Policy = "proposed",
    seed: int = 1,
) -> Odds:
    """The odds of a command after these answers: exact ones, or sampled where there are too many ways.

    encounter: before the command. Refused if a choice is left open that nothing is proposed for, or if too many ways
    are to be compared for what is best or worst.
    """
    try:
        return walk(rules, encounter, command, items, policy)
    except TooMany:
        if policy != "proposed":
            raise Refused("There are too many ways to compare. Ask for the odds of what is proposed.") from None
        return sample(rules, encounter, command, items, seed)


def walk(
    rules: System, encounter: Encounter, command: Command, items: Sequence[Item] = (), policy: Policy = "proposed"
) -> Odds:
    """The exact odds of a command. TooMany if there are too many ways; else as `odds`."""
    walker = _Walker(rules, encounter, command, policy)
    ends = walker.ends_after(tuple(items))
    return Odds(ends, walker.runs)


SAMPLE = 10_000
"""How often a command is played where the odds are sampled."""


def sample(
    rules: System, encounter: Encounter, command: Command, items: Sequence[Item] = (), seed: int = 1, runs: int = SAMPLE
) -> Odds:
    """The odds of a command, played so often with dice of this seed and with what is proposed. Refused as in `odds`."""
    dice = AppDice(Random(seed))
    found = Counter[End]()
    for _ in range(runs):
        with closing(CommandRun(rules, encounter, command, items)) as run:
            while run.questions:
                run.take(_sampled(run, dice))
            outcome = run.standing()
        found[end_of(encounter, outcome.encounter, outcome.events)] += 1
    return Odds({end: Fraction(n, runs) for end, n in found.items()}, runs, seed)


def _sampled(run: CommandRun, dice: AppDice) -> Reply:
    """An answer to the first question: thrown, or as it is proposed."""
    question, encounter = run.questions[0], run.ledger.encounter
    answer = dice.throw(encounter, question) if is_chance(question) else _assumed(question, encounter)
    assert answer is not None
    return Reply(key=question.key, answer=answer)


class _Walker:
    def __init__(self, rules: System, encounter: Encounter, command: Command, policy: Policy) -> None:
        self.rules = rules
        self.encounter = encounter
        self.command = command
        self.policy = policy
        turn = encounter.figures.get(encounter.turn or "")
        self.side = turn.side if turn is not None else ""
        self.runs = 0

    def ends_after(self, items: tuple[Item, ...]) -> Ends:
        """The ends after these items."""
        self.runs += 1
        if self.runs > MOST_RUNS:
            raise TooMany
        with closing(CommandRun(self.rules, self.encounter, self.command, items)) as run:
            return self._from_here(run, items)

    def _from_here(self, run: CommandRun, items: tuple[Item, ...]) -> Ends:
        """The ends of a run as it stands: it is played on in the first way; the others are played from the start."""
        if not run.questions:
            outcome = run.standing()
            return {end_of(self.encounter, outcome.encounter, outcome.events): Fraction(1)}
        if (choice := next((question for question in run.questions if not is_chance(question)), None)) is not None:
            return self._chosen(run, items, choice)
        first, *others = _falls(run)
        found: dict[End, Fraction] = defaultdict(Fraction)
        for p, replies in others:
            _add(found, p, self.ends_after((*items, *replies)))
        _add(found, first.p, self._answered(run, items, first.replies))
        return found

    def _answered(self, run: CommandRun, items: tuple[Item, ...], replies: Sequence[Reply]) -> Ends:
        for reply in replies:
            run.take(reply)
        return self._from_here(run, (*items, *replies))

    def _chosen(self, run: CommandRun, items: tuple[Item, ...], question: AnyQuestion) -> Ends:
        """The ends after a choice: that of the policy for the side that acts, else the one that is proposed."""
        if self.policy != "proposed" and self._acts(run, question) and (answers := alternatives(question)):
            ways = [self.ends_after((*items, Reply(key=question.key, answer=answer))) for answer in answers]
            return (max if self.policy == "best" else min)(ways, key=self._worth)
        reply = Reply(key=question.key, answer=_assumed(question, run.ledger.encounter))
        return self._answered(run, items, (reply,))

    def _acts(self, run: CommandRun, question: AnyQuestion) -> bool:
        """Does the side decide that acts?"""
        figure = run.ledger.encounter.figures.get(question.by)
        return (figure.side if figure is not None else question.by) in (self.side, REFEREE, PLAYERS)

    def _worth(self, ends: Ends) -> Fraction:
        """What may be expected of these ends for the side that acts."""
        return sum((p * balance(self.rules, self.encounter, self.side, end) for end, p in ends.items()), Fraction())


class _Throw(NamedTuple):
    """One way in which all dice and cards that are asked for may fall."""

    p: Fraction
    replies: tuple[Reply, ...]


def _falls(run: CommandRun) -> list[_Throw]:
    """The ways in which what is asked for may fall, all questions at once. TooMany if there are too many."""
    ways = []
    for question in run.questions:
        assert is_chance(question)
        ways.append(
            [
                (chance.p, Reply(key=question.key, answer=chance.answer))
                for chance in chances(run.ledger.encounter, question)
            ]
        )
    if prod(map(len, ways)) > MOST_RUNS:
        raise TooMany
    return [
        _Throw(prod((p for p, _ in way), start=Fraction(1)), tuple(reply for _, reply in way)) for way in product(*ways)
    ]


def _add(found: dict[End, Fraction], p: Fraction, ends: Ends) -> None:
    for end, share in ends.items():
        found[end] += p * share


def is_chance(question: AnyQuestion) -> TypeGuard[Roll | Draw | Numbers]:
    """Do dice or cards answer it?"""
    return isinstance(question, Roll | Draw) or (isinstance(question, Numbers) and question.lacks(question.thrown))


MOST_ALTERNATIVES = 12
"""Answers to one choice that are compared."""


def alternatives(question: AnyQuestion) -> list[Answer]:
    """The answers that may be chosen, one figure at a time where several may be picked; none of words."""
    match question:
        case Choose():
            free: list[Answer] = [Chosen(option=option) for option in question.options if option not in question.barred]
        case Pick():
            free = [Picked(tags=()) for _ in range(question.least == 0)]
            free += [Picked(tags=(tag,)) for tag in question.among if question.least <= 1]
        case Confirm():
            free = [Confirmed(yes=True), Confirmed(yes=False)]
        case Amount():
            free = [Counted(n=n) for n in range(question.least, question.most + 1)]
        case _:
            free = []
    return free[:MOST_ALTERNATIVES]


def _assumed(question: AnyQuestion, encounter: Encounter) -> Answer:
    """What is proposed; where nothing is, the answer that gives least away: nobody, no, the least number, the first
    option. Refused where only words, or a number that nobody throws for, will do.
    """
    if (answer := question.proposed(encounter)) is not None:
        return answer
    match question:
        case Pick(least=0):
            return Picked(tags=())
        case Confirm():
            return Confirmed(yes=False)
        case Amount():
            return Counted(n=question.least)
    if answers := alternatives(question):
        return answers[0]
    raise Refused(f"The odds need an answer first: {question.asked}")
