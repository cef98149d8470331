"""One fight of a forecast, played by the app from an encounter to its end, by the rules that play it at the table and
the policy of each side: whom it aims at; all else is answered as it is proposed.
"""

from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from random import Random
from typing import Literal, get_args

from msgspec import Struct

from referee.engine.board.geometry import distance
from referee.engine.dice.chance import AppDice
from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Picked, Said, picked
from referee.engine.questions.param_keys import asks_param
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.questions.typed_questions import Confirm, Text, Whether
from referee.engine.record.history import Item
from referee.engine.record.resolve import CommandRun
from referee.engine.record.session import Session
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.board import read_space
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.damage import health_left
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.odds.choices import assumed, is_chance
from referee.text.quoting import quoted
from referee.words.health_word import left_of

Policy = Literal["nearest", "weakest", "strongest", "random"]
"""Whom a side aims at: who is nearest on the board, or without one the first in the roster; who has the least or the
most health left; anybody."""
POLICIES: tuple[Policy, ...] = get_args(Policy)
USUAL: Policy = "nearest"
AREA = 3
"""Targets that a forecast names where any number may be named, as for an area."""
MOST_NAMED = 12
"""Where the game says how many targets there may be, it is no more than this; above it means as many as are there."""


class NotNow(Exception):
    """Raised if a command would have no effect now, such as healing while nobody is hurt. The forecast skips it."""


def read_policies(text: str, sides: Sequence[str]) -> dict[str, Policy]:
    """The policies that `heroes=weakest,foes=nearest` means; one word alone is for all sides. Refused otherwise."""
    found: dict[str, Policy] = {}
    for part in filter(None, (each.strip() for each in text.lower().split(","))):
        side, _, word = part.rpartition("=")
        policy = next((each for each in POLICIES if each == word.strip()), None)
        if policy is None:
            raise Refused(f"There is no policy {quoted(word.strip())}. Policies: {', '.join(POLICIES)}.")
        if side and side.strip() not in sides:
            raise Refused(f"There is no side {quoted(side.strip())}. Sides: {', '.join(sides)}.")
        found |= dict.fromkeys([side.strip()] if side else sides, policy)
    return {side: found.get(side, USUAL) for side in sides}


class Player(Struct, frozen=True):
    """Answers all that a fight asks: dice by chance, targets by the policy of the side that acts, else as proposed.

    What a question offers to spend, such as a reaction, is spent.
    """

    rules: System
    policies: Mapping[str, Policy]
    chance: Random
    dice: AppDice

    def answer(self, run: CommandRun, question: AnyQuestion) -> Answer:
        """An answer to a question of a command. NotNow if what is proposed is not for now; Refused if nothing is."""
        encounter = run.ledger.encounter
        if is_chance(question) and (thrown := self.dice.throw(encounter, question)) is not None:
            return thrown
        if isinstance(question, Pick) and (picked := self._picked(run, encounter, question)) is not None:
            return picked
        if isinstance(question, Text):
            return self._said(run, encounter, question)
        return _taken(question) or assumed(question, encounter)

    def _picked(self, run: CommandRun, encounter: Encounter, question: Pick) -> Picked | None:
        """Whom the side that acts aims at: foes by its policy, friends who have lost most first; None if it is no
        choice of targets.
        """
        if isinstance(question, Whether) or question.begins_turn or question.least > 1:
            return Picked(tags=question.among[: question.least]) if question.least > 1 else None
        actor = self._actor(run, encounter, question)
        figures = [encounter.figures.get(tag) for tag in question.among if tag not in question.unlikely]
        there = [figure for figure in figures if figure is not None]
        if not figures and question.among and asks_param(question.key):
            raise NotNow  # nobody is in reach
        if actor is None or not there or len(there) < len(figures):
            return None
        side = self.rules.acts_for(encounter, actor.tag)
        foes = [figure for figure in there if figure.side != side and figure is not actor]
        if foes and len(foes) >= len(there) - (actor in there):
            aimed = self.by_policy(encounter, actor, foes)
        elif not foes and question.least:
            aimed = sorted(there, key=self._left)
        else:
            return None
        most = min(question.most, AREA) if question.most > MOST_NAMED else question.most
        tags = tuple(figure.tag for figure in aimed[:most])
        return picked(tags[0]) if len(tags) == 1 else Picked(tags=tags)

    def _said(self, run: CommandRun, encounter: Encounter, question: Text) -> Said:
        """What is said where words are asked for: of spaces the one that is nearest to a foe; nothing where that will
        do; else the first example. Refused where there is none.
        """
        actor, board = self._actor(run, encounter, question), encounter.board
        if question.spaces and board is not None and actor is not None:
            side = self.rules.acts_for(encounter, actor.tag)
            up = [f for f in encounter.figures.values() if f.side != side and self.rules.able(encounter, f.tag)]
            if not (foes := self.by_policy(encounter, actor, up)):
                raise NotNow
            there = board.spaces(foes[0].tag)
            return Said(text=min(question.spaces, key=lambda space: distance([read_space(board, space)], there) or 0))
        if question.optional or question.words:
            return Said(text="" if question.optional else question.words[0])
        raise Refused(f"The forecast cannot answer this: {question.asked}")

    def _actor(self, run: CommandRun, encounter: Encounter, question: AnyQuestion) -> Figure | None:
        """Who decides: who is asked, else who does what is done, else whose turn it is."""
        doers = run.verb.doers(encounter, run.params)
        tags = (question.by, *doers[:1], encounter.turn if run.verb.actor else None)
        return next((encounter.figures[tag] for tag in tags if tag in encounter.figures), None)

    def by_policy(self, encounter: Encounter, actor: Figure, foes: list[Figure]) -> list[Figure]:
        """The foes, those first at whom the side of this figure aims first; nobody aims at who is down, or fights for
        it, if another is up.
        """
        side = self.rules.acts_for(encounter, actor.tag)
        foes = [foe for foe in foes if self.rules.able(encounter, foe.tag)] or foes
        foes = [foe for foe in foes if self.rules.acts_for(encounter, foe.tag) != side] or foes
        match self.policies.get(side, USUAL):
            case "nearest" if (board := encounter.board) is not None:
                here = board.spaces(actor.tag)
                away = {foe.tag: distance(here, board.spaces(foe.tag)) for foe in foes}
                return sorted(foes, key=lambda foe: (away[foe.tag] is None, away[foe.tag]))
            case "weakest":
                return sorted(foes, key=self._health)
            case "strongest":
                return sorted(foes, key=lambda foe: -self._health(foe))
            case "random":
                return self.chance.sample(foes, len(foes))
        return foes

    def _health(self, figure: Figure) -> int:
        """What a figure can still bear."""
        vital = self.rules.vital_track(figure)
        return left_of(*vital) if vital is not None else 0

    def _left(self, figure: Figure) -> float:
        left = health_left(self.rules, figure)
        return 1.0 if left is None else left


def _taken(question: AnyQuestion) -> Answer | None:
    """The answer that spends what a question offers to spend, the least of several, or that the game assumes; None if
    it offers nothing.
    """
    match question:
        case Confirm(spends=True) | Confirm(assumed=True):
            return Confirmed(yes=True)
        case Choose(spends=True):
            return next((Chosen(option=each) for each in question.options if each != question.default), None)
    return None


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
        before = self.encounter
        for command in self.rules.routine(before) if self.rules.routine is not None else ():
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
