"""The odds of what may come of a command: its rule is played over all throws, or where these are too many, sampled.

A rule is played again from its beginning for each way that dice or cards may fall; throws that the rule reads alike
are one way (`Roll.reads`). What the encounter looks like in between is no reason to join two ways: rules keep dice in
local variables.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from time import process_time
from typing import Literal, NamedTuple, TypeGuard

from referee.engine.dice.chance import AppDice
from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.problem import Refused
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Counted, Picked
from referee.engine.questions.ask import asks_param, param_of
from referee.engine.questions.question import PLAYERS, REFEREE, AnyQuestion, Choose, Confirm, Pick
from referee.engine.questions.typed import Amount
from referee.engine.record.history import Item, Reply
from referee.engine.record.resolve import CommandRun
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.odds.chances import LEAST, TooMany, throws
from referee.odds.ends import End, Ends, Odds, balance, end_of

Policy = Literal["proposed", "best", "worst"]
"""How choices within a command are made: as they are proposed, or by the side that acts as is best or worst for it."""
MOST_RUNS = 3000
"""Ways that are played; TooMany above."""
MOST_SHALLOW = 12_000
"""The same where choices are compared with what is proposed after them."""
SAMPLE = 10_000
"""How often a command is played at most where the odds are sampled."""
SECONDS = 2.0
"""Processor time in which all ways are to be played, and once more for a sample; TooMany, or fewer throws, above."""
Choice = Callable[[AnyQuestion], Answer | None]
"""A choice that is made otherwise than by the policy; None: by the policy."""


def odds(
    rules: System,
    encounter: Encounter,
    command: Command,
    items: Sequence[Item] = (),
    policy: Policy = "proposed",
    seed: int = 1,
    choice: Choice = lambda question: None,
    tick: Callable[[], None] = lambda: None,
    seconds: float = SECONDS,
) -> Odds:
    """The odds of a command after these answers: exact ones, or sampled where there are too many ways.

    encounter: before the command; tick: called before each run, what it raises ends the search; seconds: as `SECONDS`.
    For what is best or worst, where there are too many ways, each choice is compared with what is proposed for those
    after it. Refused if a choice is left open that nothing is proposed for, or if there are too many ways even so.
    """
    # Where all choices are compared there is a second try.
    walker = _Walker(rules, encounter, command, policy, choice, tick, seconds / (1 if policy == "proposed" else 3))
    items = walker.give(items)
    try:
        if _estimate(walker, items) > 2 * MOST_RUNS:  # what is near may turn out to be fewer
            raise TooMany
        return walker.walk(items)
    except TooMany:
        if policy == "proposed":
            return sample(walker, items, seed)
    try:
        return replace(walker, deep=False, seconds=seconds).walk(items)
    except TooMany:
        raise Refused(f"There are too many ways to find the {policy} one. Leave out: --policy {policy}") from None


def with_parameters(
    rules: System, encounter: Encounter, command: Command, items: Sequence[Item]
) -> tuple[Command, tuple[Item, ...]]:
    """The command with what it is about, as answered or proposed, and the items that are left. Refused as in `odds`."""
    walker = _Walker(rules, encounter, command)
    left = walker.give(items)
    return walker.command, left


def walk(
    rules: System, encounter: Encounter, command: Command, items: Sequence[Item] = (), policy: Policy = "proposed"
) -> Odds:
    """The exact odds of a command. TooMany if there are too many ways; else as `odds`."""
    return _Walker(rules, encounter, command, policy).walk(items)


def sample(walker: "_Walker", items: Sequence[Item] = (), seed: int = 1) -> Odds:
    """The odds of a command, played with dice of this seed as often as there is time for, and not more often than
    `SAMPLE`. Refused as in `odds`.
    """
    dice, found = AppDice(Random(seed)), Counter[End]()
    runs, until = 0, process_time() + walker.seconds
    while runs < SAMPLE and (runs == 0 or process_time() < until):
        walker.tick()
        with closing(walker.run(items)) as run:
            while run.questions:
                run.take(walker.thrown(run, dice))
            outcome = run.standing()
        runs += 1
        found[end_of(walker.encounter, outcome.encounter, outcome.events)] += 1
    return Odds({end: Fraction(n, runs) for end, n in found.items()}, runs, seed, met=walker.met)


PROBES = 5


def _estimate(walker: "_Walker", items: tuple[Item, ...]) -> float:
    """About how many ways there are: how they fork along a few of them that are taken at random."""
    source, ways = Random(1), 0.0
    for _ in range(PROBES):
        walker.tick()
        with closing(walker.run(items)) as run:
            forks = 1
            while run.questions:
                question = _first_choice(run)
                if question is None:
                    fork = _falls(run)
                else:
                    reply = Reply(key=question.key, answer=walker.assumed(question, run.ledger.encounter))
                    compared = [(Reply(key=question.key, answer=answer),) for answer in walker.compared(run, question)]
                    fork = [_Fall(Fraction(1), replies) for replies in compared or [(reply,)]]
                forks *= len(fork)
                for reply in source.choice(fork).replies:
                    run.take(reply)
        ways += forks / PROBES
    return ways


@dataclass
class _Walker:
    """Plays a command in all ways."""

    rules: System
    encounter: Encounter
    """Before the command."""
    command: Command
    policy: Policy = "proposed"
    choice: Choice = lambda question: None
    tick: Callable[[], None] = lambda: None
    seconds: float = SECONDS
    deep: bool = True
    """Choices that follow one another are compared in all ways; else each with what is proposed after it."""
    runs: int = 0
    until: float = 0.0
    """When the processor will have worked so long."""
    met: dict[str, AnyQuestion] = field(default_factory=dict)
    """The choices that came up, each as it was first met, by `stem`."""

    @property
    def side(self) -> str:
        """The side of the figure that acts."""
        turn = self.encounter.figures.get(self.encounter.turn or "")
        return turn.side if turn is not None else ""

    def walk(self, items: Sequence[Item]) -> Odds:
        """The odds after these items. TooMany if there are too many ways."""
        self.runs, self.until = 0, process_time() + self.seconds
        return Odds(self.ends_after(tuple(items)), self.runs, met=self.met, deep=self.deep)

    def give(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Gives the command what it is about (weapon, target, distance), as answered or proposed, so that no run has
        to ask for it; the items that are left.
        """
        due = list(items)
        with closing(self.run(())) as run:
            while run.questions and asks_param((question := run.questions[0]).key) and not is_chance(question):
                if not due:
                    answer = self.assumed(question, self.encounter)
                elif isinstance((reply := due.pop(0)), Reply) and reply.key == question.key:
                    answer = reply.answer
                else:
                    return (reply, *due)
                run.take(Reply(key=question.key, answer=answer))
                given = {**self.command.given, **run.params}  # also what nobody has to say
                self.command = self.command.model_copy(update={"given": given})
        return tuple(due)

    def run(self, items: Sequence[Item]) -> CommandRun:
        """The command with these items."""
        return CommandRun(self.rules, self.encounter, self.command, items)

    def thrown(self, run: CommandRun, dice: AppDice) -> Reply:
        """An answer to the first question of a run: thrown, or as it is proposed."""
        question, encounter = run.questions[0], run.ledger.encounter
        answer = dice.throw(encounter, question) if is_chance(question) else self.assumed(question, encounter)
        assert answer is not None
        return Reply(key=question.key, answer=answer)

    def assumed(self, question: AnyQuestion, encounter: Encounter) -> Answer:
        """The answer that is chosen where none are compared. Refused as in `odds`."""
        self.met.setdefault(stem(question), question)
        return self.choice(question) or _assumed(question, encounter)

    def compared(self, run: CommandRun, question: AnyQuestion) -> list[Answer]:
        """The answers to a choice that are compared by the policy, the proposed one first; none where the policy does
        not decide. What the command is about, such as the distance, is as it is proposed.
        """
        decides = self.policy != "proposed" and not asks_param(question.key) and self._acts(run, question)
        decides = decides and self.choice(question) is None
        usual = question.proposed(run.ledger.encounter)
        return sorted(alternatives(question), key=lambda answer: answer != usual) if decides else []

    def ends_after(self, items: tuple[Item, ...], p: Fraction = Fraction(1)) -> Ends:
        """The ends after these items, to which it comes with this probability."""
        self.runs += 1
        self.tick()
        if self.runs > (MOST_RUNS if self.deep else MOST_SHALLOW) or process_time() > self.until:
            raise TooMany
        with closing(self.run(items)) as run:
            return self._from_here(run, items, p)

    def _from_here(self, run: CommandRun, items: tuple[Item, ...], p: Fraction) -> Ends:
        """The ends of a run as it stands: it is played on in the first way; the others are played from the start."""
        if not run.questions:
            outcome = run.standing()
            return {end_of(self.encounter, outcome.encounter, outcome.events): Fraction(1)}
        if (choice := _first_choice(run)) is not None:
            return self._chosen(run, items, choice, p)
        found: dict[End, Fraction] = defaultdict(Fraction)
        likely = [fall for fall in _falls(run) if fall.p * p >= LEAST]  # ties may be thrown again without end
        for share, replies in likely[1:]:
            _add(found, share, self.ends_after((*items, *replies), p * share))
        for share, replies in likely[:1]:
            _add(found, share, self._answered(run, items, replies, p * share))
        return found

    def _answered(self, run: CommandRun, items: tuple[Item, ...], replies: Sequence[Item], p: Fraction) -> Ends:
        for reply in replies:
            run.take(reply)
        return self._from_here(run, (*items, *replies), p)

    def _chosen(self, run: CommandRun, items: tuple[Item, ...], question: AnyQuestion, p: Fraction) -> Ends:
        """The ends after a choice: that of the policy for the side that acts, else the one that is proposed."""
        answers = self.compared(run, question)
        if not answers:
            reply = Reply(key=question.key, answer=self.assumed(question, run.ledger.encounter))
            return self._answered(run, items, (reply,), p)
        if len(answers) == 1:
            return self._answered(run, items, (Reply(key=question.key, answer=answers[0]),), p)
        better = max if self.policy == "best" else min
        then = [(*items, Reply(key=question.key, answer=answer)) for answer in answers]
        if self.deep:
            return better((self.ends_after(after, p) for after in then), key=self._worth)
        usual = replace(self, policy="proposed", runs=self.runs)
        chosen = better(then, key=lambda after: self._worth(usual.ends_after(after, p)))
        self.runs = usual.runs
        return self._answered(run, items, chosen[len(items) :], p)

    def _acts(self, run: CommandRun, question: AnyQuestion) -> bool:
        """True if the side that acts decides."""
        figure = run.ledger.encounter.figures.get(question.by)
        return (figure.side if figure is not None else question.by) in (self.side, REFEREE, PLAYERS)

    def _worth(self, ends: Ends) -> Fraction:
        """What may be expected of these ends for the side that acts."""
        return sum((p * balance(self.rules, self.encounter, self.side, end) for end, p in ends.items()), Fraction())


class _Fall(NamedTuple):
    """One way in which all dice and cards that are asked for may fall."""

    p: Fraction
    replies: tuple[Reply, ...]


def _falls(run: CommandRun) -> list[_Fall]:
    """The ways in which what is asked for may fall, all questions at once. TooMany if there are too many."""
    ways = throws(run.ledger.encounter, [question for question in run.questions if is_chance(question)])
    keys = [question.key for question in run.questions]
    return [
        _Fall(p, tuple(Reply(key=key, answer=answer) for key, answer in zip(keys, answers, strict=True)))
        for p, answers in ways
    ]


def _first_choice(run: CommandRun) -> AnyQuestion | None:
    """The first question that neither dice nor cards answer; None where there is no such question."""
    return next((question for question in run.questions if not is_chance(question)), None)


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
            free = [Counted(n=n) for n in range(question.least, question.most + 1)[:MOST_ALTERNATIVES]]
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


def stem(question: AnyQuestion) -> str:
    """What a choice is called that comes up again and again: its key without numbers and figures."""
    return param_of(question.key) or question.key.split(" ")[0]
