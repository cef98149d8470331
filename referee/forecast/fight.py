"""One fight of a forecast, played by the app from an encounter to its end."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from random import Random

from msgspec import Struct

from referee.engine.dice.chance import AppDice
from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Picked
from referee.engine.record.recorded_steps import Item
from referee.engine.record.resolve import CommandRun
from referee.engine.record.session import Session
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.forecast.policies import NotNow, Player, Policy
from referee.odds.choices import is_chance

MOST_ROUNDS = 100
"""A fight that takes longer is won by nobody."""
MOST_IDLE = 3
"""Rounds in a row in which nobody does anything: then the fight is won by nobody, too."""
MOST_ACTS = 12
"""How often one thing is done in one turn."""
MOST_ANSWERS = 2_000
"""Answers to one command; a rule that asks more is taken to ask for ever."""
NOBODY = "nobody"
NEXT = Command(verb="next")


class Start(Struct, frozen=True):
    """What a forecast begins with: an encounter, and the command that is open in it, if one is."""

    encounter: Encounter
    """Before the open command."""
    opened: Command | None = None
    items: tuple[Item, ...] = ()
    """What has been answered of it."""
    steps: int = 0
    """The steps of its record: each command to come has a number of its own behind them."""


class End(Struct, frozen=True):
    """How a fight has ended."""

    winner: str
    """The side that is left; NOBODY if none is, or if it was broken off."""
    rounds: int
    """How many rounds it took, from the one in which it began."""
    encounter: Encounter


def start_of(session: Session) -> Start:
    """What a forecast of this encounter begins with. Refused where there is no fight to come."""
    rules, encounter = session.rules, session.encounter
    if len(sides_up(rules, encounter)) < 2:
        raise Refused("A forecast needs two sides with somebody able to fight. Add the other side first.")
    if rules.routine is None:
        raise Refused(f"{rules.title} has no attacks of its own, so no fight can be forecast.")
    steps = session.step_log.position
    if not session.resolved_commands:
        return Start(encounter, steps=steps)
    resolved = session.resolved_commands[0]
    return Start(resolved.before, resolved.entry.command, resolved.entry.items, steps)


def sides_up(rules: System, encounter: Encounter) -> tuple[str, ...]:
    """The sides of which somebody can act and be fought, in the order of the roster."""
    fit = _fit(rules)
    return tuple(dict.fromkeys([figure.side for figure in encounter.figures.values() if figure.standing in fit]))


@lru_cache(maxsize=8)
def _fit(rules: System) -> frozenset[str]:
    return frozenset(standing.name for standing in rules.standings if standing.able and standing.target)


def fight(rules: System, start: Start, policies: Mapping[str, Policy], seed: str) -> End:
    """One fight to its end. The same seed gives the same fight on every machine.

    Refused, with the reason, if the game cannot go on.
    """
    return _Fight(rules, start, policies, Random(seed)).played()


class _Fight:
    def __init__(self, rules: System, start: Start, policies: Mapping[str, Policy], chance: Random) -> None:
        self.rules, self.start = rules, start
        self.encounter = start.encounter
        self.player = Player(rules, policies, chance, AppDice(chance))
        self.done: dict[tuple[object, ...], int] = {}
        """What was done in this turn, and by whom; MOST_ACTS: it is not done again."""
        self.looked_at: Mapping[Tag, Figure] | None = None
        """The figures of whom two sides were up when they were looked at last."""
        self.seat = start.steps
        """The number of the last command, by which its conditions are told from those of others."""
        self.busy = start.encounter.round
        """The last round in which anybody did anything, or dice were thrown."""

    def played(self) -> End:
        if self.start.opened is not None:
            self.encounter = self.outcome(self.start.opened, self.start.items)
        while (winner := self.winner()) is None:
            if not self.act():
                self.advance()
        rounds = self.encounter.round - max(1, self.start.encounter.round) + 1
        return End(winner, max(1, rounds), self.encounter)

    def winner(self) -> str | None:
        """The side that has won; None while the fight goes on.

        Where the game says that it has ended, though two sides are up, it is those whom the app plays who have won:
        games say so of heroes who have lost.
        """
        figures = self.encounter.figures
        if figures is not self.looked_at:
            if len(sides := sides_up(self.rules, self.encounter)) < 2:
                return sides[0] if sides else NOBODY
            self.looked_at = figures
        if self.rules.fight.over(self.encounter):
            sides = sides_up(self.rules, self.encounter)
            return next((side for side in sides if side in self.rules.app_sides), NOBODY)
        now, began = self.encounter.round, max(1, self.start.encounter.round)
        return NOBODY if now - began >= MOST_ROUNDS or now - self.busy > MOST_IDLE else None

    def act(self) -> bool:
        """Does the first thing of the routine that is possible now; False if nothing is."""
        if self.rules.routine is None:
            return False
        before = self.encounter
        for command in self.rules.routine(before):
            key = command.verb, *command.given.values()
            if (often := self.done.get(key, 0)) >= MOST_ACTS:
                continue
            try:
                after = self.outcome(command)
            except (Problem, NotNow):
                self.done[key] = MOST_ACTS
                continue
            self.done[key] = often + 1
            self._now(after)
            if before.turn is not None and after.figures.get(before.turn) is before.figures.get(before.turn):
                self.done[key] = MOST_ACTS  # nothing of the figure is used up by it: it could do so for ever
            self.busy = after.round
            return True
        return False

    def advance(self) -> None:
        """Goes on to the next turn."""
        self._now(self.outcome(NEXT))

    def _now(self, after: Encounter) -> None:
        before, self.encounter = self.encounter, after
        if (before.round, before.phase, before.turn) != (after.round, after.phase, after.turn):
            self.done.clear()

    def outcome(self, command: Command, items: Sequence[Item] = ()) -> Encounter:
        """The encounter after a command, whose questions are answered as they come. Refused if it is not possible."""
        self.seat += 1
        with closing(CommandRun(self.rules, self.encounter, command, items, self.seat)) as run:
            for _ in range(MOST_ANSWERS):
                if not (questions := run.questions):
                    return self.ended(run)
                question = questions[0]
                if is_chance(question):
                    self.busy = run.ledger.encounter.round
                run.answer(question, self.player.answer(run, question))
        raise RulesBug(f"a rule keeps asking: {run.questions[0].prompt}")

    def ended(self, run: CommandRun) -> Encounter:
        """The encounter after a command that has ended. NotNow if it has come to nothing for whom it was aimed at."""
        before, after = self.encounter, run.ledger.encounter
        doers, aimed = run.verb.doers(before, run.params), run.params.get("targets")
        at_others = isinstance(aimed, Picked) and doers != () and not {*aimed.tags} <= {*doers}
        if at_others and not any(is_chance(question) for question, _ in run.given):
            others = [each for each in after.figures.values() if each.tag not in doers]
            is_same = all(each is before.figures.get(each.tag) for each in others)
            if is_same and (before.groups, before.board, before.turn) == (after.groups, after.board, after.turn):
                raise NotNow
        return after
