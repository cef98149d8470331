"""Verbs: the commands that exist, and a command as data."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from pydantic import Field

from referee.engine.answer import Answer, Chosen, Counted, Picked, Said
from referee.engine.ask import Steps
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.kept import NOTHING, Kept
from referee.engine.question import AnyQuestion
from referee.engine.ruleset import Ruleset
from referee.engine.saved_model import SavedModel, is_empty

A = TypeVar("A", Picked, Chosen, Counted, Said)

TURN = "turn"
"""Stands in `Verb.actor` for whoever has the turn."""


class Given(dict[str, Answer]):
    """The answers that a verb's parameters have so far, by name.

    Each method reads one kind of answer. KeyError if the parameter has none yet, TypeError if it is of another kind.
    """

    def tags(self, name: str) -> tuple[Tag, ...]:
        """The figures, groups or things that were picked."""
        return self._of(name, Picked).tags

    def one(self, name: str) -> Tag:
        """The only one that was picked; empty if nobody was."""
        return self._of(name, Picked).one

    def option(self, name: str) -> str:
        """What was chosen of a list."""
        return self._of(name, Chosen).option

    def number(self, name: str) -> int:
        """The number that was told."""
        return self._of(name, Counted).n

    def text(self, name: str) -> str:
        """The words that were said."""
        return self._of(name, Said).text

    def _of(self, name: str, kind: type[A]) -> A:
        answer = self[name]
        if not isinstance(answer, kind):
            raise TypeError(f"{name} is {type(answer).__name__}, not {kind.__name__}.")
        return answer


class Command(SavedModel):
    """A verb with the parameters that were given; the others will be asked for."""

    verb: str
    given: dict[str, Answer] = Field(default={}, exclude_if=is_empty)
    secret: bool = Field(default=False, exclude_if=is_empty)
    """True if its choices stay hidden until the phase changes."""


class Param(NamedTuple):
    """A parameter of a verb, given by the question that asks for it."""

    name: str
    ask: Callable[["Situation", Given], AnyQuestion]
    default: Callable[["Situation", Given], Answer | None] | None = None
    """The value if none is given; None: it is asked for."""
    rest: bool = False
    """True if it takes the rest of the line."""
    quotes: bool = False
    """Reads quotes itself; else those that hold the whole of the rest are taken off."""
    lines: bool = False
    """True if it also takes the following lines, up to an empty one."""
    nobody: str = ""
    """The message if there is nothing to choose from."""


class Situation(NamedTuple):
    """What a verb's functions are given: the encounter and the rules."""

    rules: "RulesetWithVerbs"
    encounter: Encounter
    asked: bool = False
    """True if a question of another command is open."""
    kept: Kept = NOTHING
    """What the referee has in the library for this game, while something is typed."""

    def able(self, tag: str) -> bool:
        """May this figure act and be asked?"""
        return self.rules.able(self.encounter, tag)

    def able_figures(self) -> tuple[Tag, ...]:
        """The figures that may act and be asked, in the order they came."""
        return self._standing({kind.name for kind in self.rules.standings if kind.able})

    def targets(self) -> tuple[Tag, ...]:
        """The figures that may be chosen as targets, in the order they came."""
        return self._standing({kind.name for kind in self.rules.standings if kind.target})

    def _standing(self, names: Collection[str]) -> tuple[Tag, ...]:
        return tuple(figure.tag for figure in self.encounter.figures.values() if figure.standing in names)


class Verb(NamedTuple):
    """Something that can be ordered by its name, from the menu, the command line and transcripts alike."""

    name: str
    run: Callable[..., Steps]
    """The rule: takes the ledger, then one answer for each parameter by its name."""
    params: tuple[Param, ...] = ()
    label: str = ""
    """How the menu calls it; without one it is not in the menu."""
    hint: str = ""
    """What it does, in a few words."""
    hotkey: str = ""
    """The key that starts it from the menu."""
    bar: Callable[[Situation], str | None] = lambda situation: None
    """Why it cannot be done now, if so."""
    interjects: bool = False
    """May come while another command's question is open."""
    overrules: bool = False
    """Done by the referee over the rules, and marked so."""
    secret: bool = False
    """Hidden from the other players until the phase changes."""
    cites: tuple[str, ...] = ()
    actor: str | Callable[[Encounter, Mapping[str, Answer]], tuple[Tag, ...]] = "who"
    """The parameter that names who does it, TURN, or how that is found; empty: no figure does it.

    Where the verb has no such parameter: whoever has the turn, or nobody if it may come at any time.
    """
    in_full: Callable[[Situation, Command], Command] = lambda situation, command: command
    """The command with nothing in it that is looked up outside of the encounter, as it is recorded."""

    def refusal(self, situation: Situation) -> str | None:
        """Why it cannot be given now: an open question comes first, or it is barred; None if it can."""
        if situation.asked and not self.interjects:
            return f"{self.name}: answer the open question first, or undo it."
        return self.bar(situation)

    def doers(self, encounter: Encounter, given: Mapping[str, Answer]) -> tuple[Tag, ...]:
        """Who does it, as far as its parameters are known: figures, or a group; () for the referee, or nobody."""
        if self.overrules or not self.actor:
            return ()
        if not isinstance(self.actor, str):
            return self.actor(encounter, given)
        if any(param.name == self.actor for param in self.params):
            named = given.get(self.actor)
            return named.tags if isinstance(named, Picked) else ()
        by_turn = self.actor == TURN or not self.interjects
        return (encounter.turn,) if by_turn and encounter.turn is not None else ()

    @property
    def usage(self) -> str:
        """How it is typed: attack [WHO] TARGET."""
        words = (f"[{param.name.upper()}]" if param.default else param.name.upper() for param in self.params)
        return " ".join((self.name, *words))


@dataclass(frozen=True, eq=False, kw_only=True)
class RulesetWithVerbs(Ruleset):
    """The values of a game, and its verbs."""

    verbs: tuple[Verb, ...]
