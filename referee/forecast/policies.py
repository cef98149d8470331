"""Policies of the sides in a forecast: whom each aims at."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Literal, get_args

from msgspec import Struct

from referee.engine.board.geometry import distance
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Refused
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Picked, Said, picked
from referee.engine.questions.param_keys import asks_param
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.questions.typed_questions import Confirm, Text, Whether
from referee.engine.record.resolve import CommandRun
from referee.engine.state.bearer import Figure
from referee.engine.state.board import read_space
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.damage import health_left
from referee.engine.verbs.ledger import System
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
