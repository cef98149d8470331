"""Verbs: the commands that exist, their parameters, and a command as data."""

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, partial
from inspect import Parameter, signature
from typing import Any, TypeVar, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.ruleset import Ruleset
from referee.engine.figures.library import EMPTY_LIBRARY, GameLibrary
from referee.engine.mistake import RulesBug
from referee.engine.questions.answer import Answer, Chosen, Picked, Said, picked
from referee.engine.questions.ask import Steps
from referee.engine.questions.question import AnyQuestion, Pick, Question
from referee.engine.short_repr import ShortInReports
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.state.saved_model import SavedModel


class SharedKey(StrEnum):
    """The letter of a sort of action. A game's action of another sort takes a letter that is not listed here."""

    ATTACK = "a"
    INTERRUPT = "b"
    """An attack out of turn."""
    CLOSE = "g"
    """Goes into contact with a foe: engage, charge, grapple, advance."""
    ITEM = "i"
    """Uses an item, or takes one in hand."""
    DEFEND = "o"
    """Makes itself harder to hit: dodge, guard, a shield."""
    HELP = "p"
    """Helps a friend."""
    SECOND_ATTACK = "s"
    """The other way to attack: shoot, cast, two attacks for a move."""
    TREASURE = "t"
    """Gains what is found, looted or given."""
    LEAVE = "v"
    """Goes out of contact or out of reach."""
    MOVE = "w"
    RUN = "x"
    """A longer move instead of an attack."""
    READY = "y"
    """Prepares to act later."""
    REST = "z"


A = TypeVar("A", bound=Answer)
G = TypeVar("G", Picked, Chosen, Said)

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

    def text(self, name: str) -> str:
        """The words that were said."""
        return self._of(name, Said).text

    def _of(self, name: str, kind: type[G]) -> G:
        answer = self[name]
        if not isinstance(answer, kind):
            raise TypeError(f"{name} is {type(answer).__name__}, not {kind.__name__}.")
        return answer


class Command(SavedModel):
    """A verb with the parameters that were given; the others will be asked for."""

    verb: str
    given: dict[str, Answer] = {}
    secret: bool = False
    """True if its choices stay hidden until the phase changes."""


class Param(Struct, frozen=True):
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
    """The reason why nothing can be chosen, where its question has none, or several (`offered.nothing_to_choose`)."""
    called: str = ""
    """What it is called where it is told how the verb is typed; empty: as its name."""
    glued: Callable[["Situation"], Sequence[str]] = lambda situation: ()
    """Words of which one, or its beginning or letter, may be glued to the number that it is: `8f` is `8 fire`."""
    candidates: Callable[["Situation", Given], Mapping[str, str]] | None = None
    """Those of whom its question has one picked, or the options of it, each with the reason why it cannot be taken;
    empty if it can. Reasons are made one by one as they are read: the menu asks after each act only whether it is
    possible with any.
    """
    taking: Callable[[str], Answer] = picked
    """The answer that takes one of the candidates."""

    @property
    def shown(self) -> str:
        """Its name where it is told how the verb is typed: `WEAPON`."""
        return (self.called or self.name).upper().replace("_", " ")


class Situation(Struct, frozen=True, dict=True):
    """What a verb's functions are given: the encounter and the rules."""

    rules: "RulesetWithVerbs"
    encounter: Encounter
    asked: bool = False
    """True if a question of another command is open."""
    kept: GameLibrary = EMPTY_LIBRARY
    """What the referee has in the library for this game, while something is typed."""

    def able(self, tag: str) -> bool:
        """May this figure act and be asked?"""
        return self.rules.able(self.encounter, tag)

    def able_figures(self) -> tuple[Tag, ...]:
        """The figures that may act and be asked, in the order they came."""
        return self._able

    @cached_property
    def _able(self) -> tuple[Tag, ...]:
        # Each verb of a menu looks for them.
        return self._standing([kind.name for kind in self.rules.standings if kind.able])

    def targets(self) -> tuple[Tag, ...]:
        """The figures that may be chosen as targets, in the order they came."""
        return self._targets

    def fallen(self) -> list[Tag]:
        """The targets that may not act."""
        able = {*self._able}
        return [tag for tag in self._targets if tag not in able]

    @cached_property
    def _targets(self) -> tuple[Tag, ...]:
        return self._standing([kind.name for kind in self.rules.standings if kind.target])

    def _standing(self, names: Collection[str]) -> tuple[Tag, ...]:
        return tuple([figure.tag for figure in self.encounter.figures.values() if figure.standing in names])


async def nothing(*given: object) -> None:
    """Stands for what a game does not do: a rule or hook without any effect."""


class Verb(ShortInReports, frozen=True):
    """Something that can be ordered by its name, from the menu, the command line and transcripts alike."""

    name: str = ""
    run: Callable[..., Steps] = nothing
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
    futile: Callable[[Situation], str | None] = lambda situation: None
    """Why it comes to nothing whatever is chosen, where that is seen sooner than by trying each choice, for the menu,
    which asks after each act. What is typed is refused for the reason of what it names.
    """
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
    foretell: Callable[[Situation, Command], str] | None = None
    """What the command would do, told while it is typed; empty where there is nothing to tell."""
    topic: str = ""
    """The topic of the help that says more of what is typed after it; empty: none but `help NAME`."""
    told: str = ""
    """How the log says that it was done: `{who} casts {thing} on {on}`, where no test says it; empty: it does not."""

    def __call__(self, run: Callable[..., Steps]) -> "Verb":
        """The verb of a rule: of the rule's name if it has none yet, and with its parameters, each one by its `asks`.

        RulesBug if nothing asks for a parameter, if it is not annotated with a kind of answer, or if its question takes
        something that is no earlier parameter.
        """
        return replace(self, name=self.name or run.__name__.rstrip("_"), run=run, params=_params(run))

    def refusal(self, situation: Situation) -> str | None:
        """Why it cannot be given now: an open question comes first, or it is barred; None if it can."""
        if situation.asked and not self.interjects:
            return "Answer the open question first, or take it back: undo."
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
        """How it is typed, without who does it where that is whoever has the turn: attack WEAPON TARGET."""
        return self._usage(self.actor if isinstance(self.actor, str) else "")

    @property
    def full_usage(self) -> str:
        """How it is typed, with who does it: attack [WHO] WEAPON TARGET."""
        return self._usage("")

    def _usage(self, left_out: str) -> str:
        shown = [param for param in self.params if not (param.default and param.name == left_out)]
        optional = {param.name for param in shown if param.default} - {"targets"}
        words = (f"[{param.shown}]" if param.name in optional else param.shown for param in shown)
        return " ".join((self.name, *words))


def asks(
    question: Callable[..., Question[A]] | Question[A],
    *,
    default: Callable[..., A | None] | A | None = None,
    rest: bool = False,
    quotes: bool = False,
    lines: bool = False,
    nobody: str = "",
    glued: Callable[[Situation], Sequence[str]] = lambda situation: (),
) -> A:
    """Declares the question that asks for a parameter of a verb, as the parameter's default value.

    `question` and `default` are called with the situation, and with earlier parameters of the verb that they take by
    name: `def ask_target(situation: Situation, who: Picked) -> Pick`. A question that is always the same may stand
    itself in place of a function, and so may the answer that is the default. The rest is as in `Param`.
    """
    ask: Callable[..., AnyQuestion] = question if callable(question) else lambda situation: question
    meant: Callable[..., Any] | None = default if default is None or callable(default) else lambda situation: default
    # The type checker is told the answer's type, as the parameter is annotated with it; `verb` takes the value out.
    return cast(A, Param("", ask, meant, rest, quotes, lines, nobody, glued=glued))


verb = Verb
"""Makes a rule a verb, as a decorator: `@verb(label="Fight", hotkey="f")`."""


def able_figures(prompt: str, *cites: str) -> Picked:
    """Declares a question for figures that may act, any number of them."""

    def ask(situation: Situation) -> Pick:
        return Pick(key="who", prompt=prompt, among=situation.able_figures(), most=MOST_FIGURES, cites=cites)

    return asks(ask, nobody="Nobody can act.")


override = partial(Verb, interjects=True, overrules=True)
"""Makes a rule a verb of the referee's own: it may come at any time, and is marked as done over the rules."""

_ANSWERS = get_args(Answer)


def _params(run: Callable[..., Steps]) -> tuple[Param, ...]:
    """The parameters of a rule after the ledger, each with the question that its default declares."""
    params: list[Param] = []
    earlier: dict[str, Parameter] = {}
    for each in _parameters(run):
        where, param = f"{run.__name__}, parameter {each.name}", each.default
        if not isinstance(param, Param):
            raise RulesBug(f"{where}: nothing asks for it; its default has to be asks(QUESTION).")
        if not {*(get_args(each.annotation) or (each.annotation,))} <= {*_ANSWERS}:
            kinds = ", ".join(kind.__name__ for kind in _ANSWERS)
            raise RulesBug(f"{where}: {each.annotation!r} is not a kind of answer; those are {kinds}.")
        default = param.default and _taking(param.default, earlier, where)
        params.append(replace(param, name=each.name, ask=_taking(param.ask, earlier, where), default=default))
        earlier[each.name] = each
    return tuple(params)


def _parameters(function: Callable[..., Any]) -> Sequence[Parameter]:
    """The parameters of a function after the first."""
    _, *taken = signature(function, eval_str=True).parameters.values()
    return taken


def _taking(function: Callable[..., Any], earlier: Mapping[str, Parameter], where: str) -> Callable[..., Any]:
    """A function of the situation and earlier answers by name, as one of the situation and all answers so far."""
    wanted = [each for each in _parameters(function) if each.default is Parameter.empty]
    for each in wanted:
        takes = f"{where}: its question or default takes {each.name}"
        if each.name not in earlier:
            raise RulesBug(f"{takes}, but no earlier parameter has that name.")
        if each.annotation not in (Parameter.empty, earlier[each.name].annotation):
            raise RulesBug(f"{takes} as {each.annotation!r}, which is another answer.")
    names = tuple(each.name for each in wanted)
    if not names:
        return lambda situation, given: function(situation)
    return lambda situation, given: function(situation, *[given[name] for name in names])


class RulesetWithVerbs(Ruleset, frozen=True, eq=False, kw_only=True):
    """The values of a game, and its verbs."""

    verbs: tuple[Verb, ...]
