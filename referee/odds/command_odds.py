"""The odds of what may come of a command: its rule is played over all throws, or where these are too many, sampled.

A rule is played again from its beginning for each way that dice or cards may fall; throws that the rule reads alike
are one way (`Roll.reads`). What the encounter looks like in between is no reason to join two ways: rules keep dice in
local variables.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from math import inf
from random import Random
from time import process_time
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.dice.chance import AppDice
from referee.engine.dice.roll_questions import Roll
from referee.engine.problem import Refused
from referee.engine.questions.answer import Answer
from referee.engine.questions.param_keys import asks_param
from referee.engine.questions.question import PLAYERS, REFEREE, AnyQuestion
from referee.engine.record.recorded_steps import Item, Reply
from referee.engine.record.resolve import CommandRun, Outcome
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.odds.balance import balance
from referee.odds.chances import LEAST, JointChance, TooMany, chances, joint_chances
from referee.odds.choices import alternatives, assumed, first_choice, is_chance, stem
from referee.odds.independence import Alike, Row, apart_of, linked, rows_alike
from referee.odds.possible_ends import End, Ends, Odds, end_of

Policy = Literal["proposed", "best", "worst"]
"""How choices within a command are made: as they are proposed, or by the side that acts as is best or worst for it."""
MOST_RUNS = 3000
"""Ways that are played; TooMany above."""
MOST_SHALLOW = 12_000
"""The same where choices are compared with what is proposed after them."""
LEAST_APART = 3
"""Figures that throw at once which are looked at one by one."""
SAMPLE = 10_000
"""How often a command is played at most where the odds are sampled."""
WORK = 30_000
"""Events and answers of all ways that are played, and once more of a sample; TooMany, or fewer throws, above. It is
three times as much where each choice is compared with what is proposed after it.

It is the same on every machine, so with one seed the numbers are, too. It takes about two seconds.
"""
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
    work: int = WORK,
    seconds: float = inf,
) -> Odds:
    """The odds of a command after these answers: exact ones, or sampled where there are too many ways.

    encounter: before the command; tick: called before each run, what it raises ends the search; work: as `WORK`;
    seconds: processor time for the same, where somebody waits.
    For what is best or worst, where there are too many ways, each choice is compared with what is proposed for those
    after it. Refused if a choice is left open that nothing is proposed for, or if there are too many ways even so.
    """
    # Where all choices are compared there is a second try.
    part = 1 if policy == "proposed" else 3
    walker = Walker(rules, encounter, command, policy, choice, tick, work, seconds / part)
    items = walker.give(items)
    try:
        if policy == "proposed" and (found := walker.apart(items)) is not None:
            return found
        if _estimate(walker, items) > 2 * MOST_RUNS:  # what is near may turn out to be fewer
            raise TooMany
        return walker.walk(items)
    except TooMany:
        if policy == "proposed":
            return sample(walker, items, seed)
    try:
        return replace(walker, deep=False, most=3 * work, seconds=seconds).walk(items)
    except TooMany:
        raise Refused(f"There are too many ways to find the {policy} one. Leave out: --policy {policy}") from None


def sample(walker: "Walker", items: Sequence[Item] = (), seed: int = 1) -> Odds:
    """The odds of a command, played with dice of this seed as often as there is time for, and not more often than
    `SAMPLE`. Refused as in `odds`.
    """
    dice, found = AppDice(Random(seed)), Counter[End]()
    runs, work, until, late = 0, 0, process_time() + walker.seconds, False
    while runs < SAMPLE and not late and (runs == 0 or work < walker.most):
        walker.tick()
        with closing(walker.run(items)) as run:
            while run.questions:
                run.take(walker.thrown(run, dice))
            outcome = run.standing()
        runs += 1
        work += work_of(outcome)
        found[end_of(walker.encounter, outcome.encounter, outcome.events)] += 1
        late = runs < SAMPLE and work < walker.most and process_time() > until
    return Odds(({end: Fraction(n, runs) for end, n in found.items()},), runs, seed, met=walker.met, hurried=late)


def work_of(outcome: Outcome) -> int:
    """The work of one run: its events and answers."""
    return len(outcome.changes) + len(outcome.answers)


PROBES = 5


def _estimate(walker: "Walker", items: tuple[Item, ...]) -> float:
    """About how many ways there are: how they fork along a few of them that are taken at random."""
    source, ways = Random(1), 0.0
    for _ in range(PROBES):
        walker.tick()
        with closing(walker.run(items)) as run:
            forks = 1
            while run.questions:
                question = first_choice(run)
                if question is None:
                    fork = joint_chances(run.ledger.encounter, run.questions)
                else:
                    reply = Reply(key=question.key, answer=walker.assumed(question, run.ledger.encounter))
                    compared = [(Reply(key=question.key, answer=answer),) for answer in walker.compared(run, question)]
                    fork = [JointChance(Fraction(1), replies) for replies in compared or [(reply,)]]
                forks *= len(fork)
                for reply in source.choice(fork).replies:
                    run.take(reply)
        ways += forks / PROBES
    return ways


class Walker(Struct):
    """Plays a command in all ways."""

    rules: System
    encounter: Encounter
    """Before the command."""
    command: Command
    policy: Policy = "proposed"
    choice: Choice = lambda question: None
    tick: Callable[[], None] = lambda: None
    most: int = WORK
    """Events and answers of all runs together."""
    seconds: float = inf
    deep: bool = True
    """Choices that follow one another are compared in all ways; else each with what is proposed after it."""
    runs: int = 0
    work: int = 0
    until: float = inf
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
        self.runs, self.work, self.until = 0, 0, process_time() + self.seconds
        return Odds((self.ends_after(tuple(items)),), self.runs, met=self.met, deep=self.deep)

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
                self.command = replace(self.command, given=given)
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
        return self.choice(question) or assumed(question, encounter)

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
        self._begin()
        with closing(self.run(items)) as run:
            return self._from_here(run, items, p)

    def _begin(self) -> None:
        """Counts a run. TooMany if there have been enough."""
        self.runs += 1
        self.tick()
        most = MOST_RUNS if self.deep else MOST_SHALLOW
        if self.runs > most or self.work > self.most or process_time() > self.until:
            raise TooMany

    def _end(self, run: CommandRun) -> End:
        """How a run has ended."""
        outcome = run.standing()
        self.work += work_of(outcome)
        return end_of(self.encounter, outcome.encounter, outcome.events)

    def _from_here(self, run: CommandRun, items: tuple[Item, ...], p: Fraction) -> Ends:
        """The ends of a run as it stands: it is played on in the first way; the others are played from the start."""
        if not run.questions:
            return {self._end(run): Fraction(1)}
        if (choice := first_choice(run)) is not None:
            return self._chosen(run, items, choice, p)
        found: dict[End, Fraction] = defaultdict(Fraction)
        falls = joint_chances(run.ledger.encounter, run.questions)
        likely = [fall for fall in falls if fall.p * p >= LEAST]  # ties may be thrown again without end
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
        usual = replace(self, policy="proposed")
        chosen = better(then, key=lambda after: self._worth(usual.ends_after(after, p)))
        self.runs, self.work = usual.runs, usual.work
        return self._answered(run, items, chosen[len(items) :], p)

    # ---------------------------------------------------------------- throws that do not depend on one another

    def apart(self, items: tuple[Item, ...]) -> Odds | None:
        """The odds where several figures throw at once and each throw concerns nobody else, as the saves against one
        area: what is thrown later is walked once for each answer that all of them give alike, and each figure is told
        by itself.

        None where that is not so: something links the figures, or mixed answers (some with each later throw, and one
        answer as no other with the last) bring anything else. TooMany as in `walk`.
        """
        self.runs, self.work, self.until = 0, 0, process_time() + self.seconds
        with closing(self.run(items)) as run:
            encounter, rolls = run.ledger.encounter, [roll for roll in run.questions if isinstance(roll, Roll)]
            tags = [roll.by for roll in rolls]
            if len({*tags}) < max(LEAST_APART, len(run.questions)) or linked(encounter, tags):
                return None
            falls = [chances(encounter, roll) for roll in rolls]

        def after(row: Row) -> tuple[Item, ...]:
            given = zip(rolls, falls, row, strict=True)
            return (*items, *(Reply(key=roll.key, answer=of[n].answer) for roll, of, n in given))

        shares = [[chance.p for chance in of] for of in falls]
        seen = Alike(shares, [dict(self._leaves(after(row), tags)) for row in rows_alike(shares)])
        same = (self._end_with(after(row), key, tags) == seen.end(row, key) for row, key in seen.trials())
        return Odds(seen.parts(), self.runs, met=self.met) if seen.is_regular and all(same) else None

    def _leaves(
        self, items: tuple[Item, ...], tags: Sequence[Tag], p: Fraction = Fraction(1), thrown: tuple[Reply, ...] = ()
    ) -> Iterator[tuple[tuple[Reply, ...], tuple[Fraction, tuple[End, ...]]]]:
        """What comes after these items, in parts, by what is thrown then."""
        self._begin()
        with closing(self.run(items)) as run:
            self._choose(run)
            if not run.questions:
                yield thrown, (p, apart_of(self._end(run), tags))
                return
            falls = joint_chances(run.ledger.encounter, run.questions)
        for share, replies in falls:
            if share * p >= LEAST:
                yield from self._leaves((*items, *replies), tags, share * p, (*thrown, *replies))

    def _choose(self, run: CommandRun) -> None:
        """Makes the choices that come before dice."""
        while (choice := first_choice(run)) is not None:
            run.take(Reply(key=choice.key, answer=self.assumed(choice, run.ledger.encounter)))

    def _end_with(self, items: tuple[Item, ...], later: Sequence[Reply], tags: Sequence[Tag]) -> tuple[End, ...] | None:
        """The end of one way, in parts; None where something else is thrown in it."""
        self._begin()
        answers = {reply.key: reply for reply in later}
        with closing(self.run(items)) as run:
            self._choose(run)
            while run.questions and run.questions[0].key in answers:
                run.take(answers.pop(run.questions[0].key))
                self._choose(run)
            return None if run.questions else apart_of(self._end(run), tags)

    def _acts(self, run: CommandRun, question: AnyQuestion) -> bool:
        """True if the side that acts decides."""
        figure = run.ledger.encounter.figures.get(question.by)
        return (figure.side if figure is not None else question.by) in (self.side, REFEREE, PLAYERS)

    def _worth(self, ends: Ends) -> Fraction:
        """What may be expected of these ends for the side that acts."""
        return sum((p * balance(self.rules, self.encounter, self.side, end) for end, p in ends.items()), Fraction())


def _add(found: dict[End, Fraction], p: Fraction, ends: Ends) -> None:
    for end, share in ends.items():
        found[end] += p * share
