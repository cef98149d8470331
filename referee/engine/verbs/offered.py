"""Verbs offered by a game, those of every table and its own: their implied parameters, their choices, and why one would
be refused.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.symbol_dice import FATE, SymbolDie
from referee.engine.dice.chance import DICE
from referee.engine.dice.dice import Expression
from referee.engine.dice.notation import read_dice
from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw, Roll, added_in, is_one_die
from referee.engine.dice.typed_faces import RollInput
from referee.engine.events.event import TraitSet, total
from referee.engine.mistake import report_mistake
from referee.engine.problem import NotUnderstood, Problem, Refused, complaint
from referee.engine.questions.answer import Answer, Chosen, Picked, Rolled, Said, chosen, picked
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import NO_CHOICE, AnyQuestion, Choose, Pick, accepted
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import TABLE
from referee.engine.verbs import board_verbs, order, overrides
from referee.engine.verbs.add import add, bring
from referee.engine.verbs.conditions import condition, countdown, lift
from referee.engine.verbs.damage import award, damage, heal
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Command, Given, Param, RulesetWithVerbs, Situation, Verb, asks, override, verb
from referee.text.quoting import quoted


def obstacle(verb: Verb, situation: Situation) -> str:
    """Why the verb would be refused if nothing were said with it; empty if it would be done, or ask."""
    try:
        return verb.refusal(situation) or verb.futile(situation) or dead_end(verb, situation, Given(), {})
    except Exception as error:
        return report_mistake(f"Whether {verb.label or verb.name} is possible", error)


def dead_end(verb: Verb, situation: Situation, given: Given, named: Mapping[str, Answer]) -> str:
    """Why no choice of the parameters after those given can succeed; empty if one can.

    It looks no further than to the first one that was named: that is judged when it comes to it.
    """
    so_far = Given(given)
    try:
        for param in verb.params[len(given) :]:
            if param.name in named:
                return ""
            if param.candidates is not None:
                there = param.candidates(situation, so_far)
                meant = param.default(situation, so_far) if param.default else None
                if meant is None and _leads_on(verb, param, there, situation, so_far, named):
                    return ""
                if _is_one_of(meant, there):
                    if reason := there[meant.one]:
                        return reason
                    so_far[param.name] = meant
                    continue
            question = param.ask(situation, so_far)
            said = implied(param, situation, so_far, question)
            if said is None:
                barred: dict[str, str] = {}
                for word, reason in _choices(verb, param, question, situation, so_far, named):
                    if not reason:
                        return ""
                    barred[word] = reason
                return nothing_to_choose(verb, param, _with_barred(question, barred))
            if wrong := question.accepts(said):
                return wrong
            so_far[param.name] = said
    except Problem as problem:
        return str(problem)
    return ""


def _leads_on(
    verb: Verb,
    param: Param,
    candidates: Mapping[str, str],
    situation: Situation,
    given: Given,
    named: Mapping[str, Answer],
) -> bool:
    """Can one of these be taken, and the rest be said then? It looks no further than to the first."""
    free = (param.taking(word) for word, reason in candidates.items() if not reason)
    return any(not dead_end(verb, situation, Given({**given, param.name: answer}), named) for answer in free)


def _is_one_of(said: Answer | None, candidates: Mapping[str, str]) -> TypeGuard[Picked]:
    return isinstance(said, Picked) and len(said.tags) == 1 and said.tags[0] in candidates


def _meant(param: Param, situation: Situation, given: Given) -> Answer | None:
    """What is meant where nothing is said for a parameter, if that is one of its candidates and can be taken; else
    None, and only its question tells what is meant.
    """
    if param.candidates is None or param.default is None:
        return None
    said = param.default(situation, given)
    there = {} if said is None else param.candidates(situation, given)
    return said if _is_one_of(said, there) and not there[said.one] else None


def parameters(verb: Verb, command: Command, situation: Situation) -> tuple[Given, AnyQuestion | None]:
    """The parameters of a command up to the first that is asked for, and its question. Refused if the verb is barred,
    what is said is not possible, or nothing can be chosen.
    """
    if reason := verb.bar(situation):
        raise Refused(reason)
    found = Given()
    for param in verb.params:
        question, said = parameter(verb, param, situation, found, command.given)
        if said is None:
            return found, question
        found[param.name] = said
    return found, None


def parameter(
    verb: Verb, param: Param, situation: Situation, given: Given, named: Mapping[str, Answer]
) -> tuple[AnyQuestion | None, Answer | None]:
    """The question for a parameter, if it is asked; else what is said for it: as named, or what is meant. Refused if
    that is not possible, or nothing can be chosen.
    """
    if param.name not in named and (usual := _meant(param, situation, given)) is not None:
        return None, usual
    question = param.ask(situation, given)
    said = named.get(param.name) or implied(param, situation, given, question)
    if said is None:
        question = open_question(verb, param, situation, given, named, question)
        said = _only_choice(question)
    if reason := nothing_to_choose(verb, param, question) if said is None else question.accepts(said):
        raise Refused(reason)
    return question, said


def implied(param: Param, situation: Situation, given: Given, question: AnyQuestion) -> Answer | None:
    """What is meant where nothing is said for a parameter: its default, or the only choice; None if it is asked."""
    said = param.default(situation, given) if param.default else None
    return _only_choice(question) if said is None else said


def _only_choice(question: AnyQuestion) -> Answer | None:
    match question:
        case Pick(least=1, among=among, unlikely=unlikely):
            free = list(dict.fromkeys(among))
            return picked(free[0]) if len(free) == 1 and free[0] not in unlikely else None
        case Choose(options=(only,), own=None, barred=barred) if only not in barred:
            return chosen(only)
    return None


def open_question(
    verb: Verb, param: Param, situation: Situation, given: Given, named: Mapping[str, Answer], asked: AnyQuestion
) -> AnyQuestion:
    """The question for a parameter, with those choices barred after which nothing can be chosen for a later one."""
    choices = _choices(verb, param, asked, situation, given, named)
    return _with_barred(asked, {word: reason for word, reason in choices if reason})


def _choices(
    verb: Verb, param: Param, question: AnyQuestion, situation: Situation, given: Given, named: Mapping[str, Answer]
) -> Iterator[tuple[str, str]]:
    """What can be chosen one by one for a parameter with others after it, each with `dead_end` after it."""
    after: Iterable[tuple[str, Answer]] = ()  # made one by one: who only wants to know whether there is any stops at it
    later = verb.params[verb.params.index(param) + 1 :]
    ends = all(each.rest and each.default for each in later)  # words that may be left out bar nothing
    match question:
        case Pick(least=0 | 1, among=among, leads_on=False) if not ends:
            after = ((tag, picked(tag)) for tag in among)
        case Choose(options=options, barred=barred, leads_on=False) if not ends:
            after = ((option, chosen(option)) for option in options if option not in barred)
    for word, answer in after:
        yield word, dead_end(verb, situation, Given({**given, param.name: answer}), named)


def _with_barred(question: AnyQuestion, barred: Mapping[str, str]) -> AnyQuestion:
    if barred and isinstance(question, Pick | Choose):
        return replace(question, barred={**question.barred, **barred})
    return question


def is_answerable(question: AnyQuestion) -> bool:
    """True if the question has at least one possible answer."""
    match question:
        case Pick():
            return len(question.among) >= question.least
        case Choose():
            return any(option not in question.barred for option in question.options)
        case Draw():
            return len(question.cards) >= question.count
        case Numbers():
            return bool(question.numbers)
        case _:
            return True


def nothing_to_choose(verb: Verb, param: Param, question: AnyQuestion) -> str:
    """Why nothing can be chosen for a parameter; empty if something can, or need not be."""
    if not isinstance(question, Pick | Choose) or is_answerable(question):
        return ""
    # The only reason given for the barred ones, else the parameter's own sentence.
    reasons = list(dict.fromkeys(question.barred.values()))
    if reasons and (len(reasons) == 1 or not param.nobody):
        return reasons[0]
    return param.nobody or NO_CHOICE


class RollOrder(Struct, frozen=True):
    """A `roll` command: the dice, the faces that were typed with it, who throws, and who may see it."""

    dice: Expression
    faces: str = ""
    """The faces typed with the command; empty if none were."""
    typed: bool = False
    """True if the table throws and is asked for the faces."""
    hidden: bool = False
    """True if the roll is hidden from the players."""

    def question(self) -> Roll:
        """The question put to the table."""
        return Roll(
            key="roll",
            prompt="For the table",
            pools=self.dice.pools,
            added=added_in(self.dice),
            total_will_do=is_one_die(self.dice),
            typed=self.typed,
            hidden=self.hidden,
        )

    def told(self) -> Rolled | None:
        """The faces that were said at once; None if none were. NotUnderstood if the dice cannot show them."""
        if not self.faces:
            return None
        roll = self.question()
        roll_input = RollInput(roll.pools)
        roll_input.put(self.faces)
        return accepted(roll, Rolled.thrown(*roll_input.faces))


def read_roll(text: str, named: tuple[SymbolDie, ...] = ()) -> RollOrder:
    """Reads what is typed after `roll`: dice, then `= 4 3 6` (fell on the table), `typed` (to be asked) or `hidden`.

    named: the symbol dice of the game. NotUnderstood if there are no dice, or if they cannot show the faces.
    """
    notation, equals, faces = text.partition("=")
    words = notation.split()
    marks: set[str] = set()
    while words and words[-1].lower() in ("hidden", "typed"):
        marks.add(words.pop().lower())
    throw = RollOrder(read_dice(" ".join(words), (*named, FATE)), faces.strip(), "typed" in marks, "hidden" in marks)
    if not throw.dice.pools:
        raise NotUnderstood("There are no dice in that. For example: roll 3d6")
    if equals and not throw.faces:
        raise NotUnderstood("Type the dice after the =, for example 3d6 = 4 3 6")
    throw.told()
    return throw


def _ask_dice(situation: Situation) -> Text:
    check = complaint(partial(read_roll, named=situation.rules.dice.named))
    return Text(key="dice", prompt="Which dice? For example 3d6+2", check=check)


@verb(hint="any dice: roll 3d6+2, roll d20 hidden, roll 2d6 typed, roll 2d6 = 4 3", interjects=True, topic="dice")
async def roll(ledger: Ledger, dice: Said = asks(_ask_dice, rest=True)) -> None:
    """Throws dice that belong to no rule."""
    said = read_roll(dice.text, ledger.rules.dice.named)
    rolled = said.told()
    if rolled is None:
        rolled = await Ask(said.question)
    terms = said.dice.reckon(rolled.faces)
    pools = said.dice.pools
    faces = " · ".join(
        rolled.shown(n, pool.told(fell)) for n, (pool, fell) in enumerate(zip(pools, rolled.faces, strict=True))
    )
    if not any(pool.adds_up for pool in pools):  # symbols that are only counted come to no number
        ledger.remark(f"Rolled {said.dice}: {faces}", hidden=said.hidden)
        return
    came_to = "" if faces == str(total(terms)) else f" = {total(terms)}"
    ledger.remark(f"Rolled {said.dice}: {faces}{came_to}", terms=terms, hidden=said.hidden)


def _ask_option(situation: Situation) -> Choose:
    options = {option.name: f"{option.called}: {option.hint}" for option in situation.rules.options}
    return Choose(key="name", prompt="Which option?", options=tuple(options), labels=options)


def _ask_choice(situation: Situation, name: Chosen) -> Choose:
    option = situation.rules.option(name.option)
    if option is None:
        return Choose(key="choice", prompt="Which choice?", options=())
    labels = {choice: option.label(choice) for choice in option.choices if option.label(choice) != choice}
    return Choose(key="choice", prompt=f"{option.called}: {option.hint}?", options=option.choices, labels=labels)


@override(hint="changes an option of the rules")
async def option(
    ledger: Ledger,
    name: Chosen = asks(_ask_option, nobody="This game has no options."),
    choice: Chosen = asks(_ask_choice),
) -> None:
    """Sets an option of the rules, from this point of the fight on."""
    ledger.record(TraitSet(tag=TABLE, trait=name.option, value=choice.option))
    await ledger.rules.on_set(ledger, TABLE, name.option)


_ASK_MODE = Choose(key="mode", prompt=f"Dice: {DICE.hint}?", options=DICE.choices)


@override(hint="who rolls the dice: split, app or table", topic="dice")
async def dice(ledger: Ledger, mode: Chosen = asks(_ASK_MODE)) -> None:
    """Sets who throws the dice, from this point of the fight on."""
    ledger.record(DICE.set(mode.option))


@verb(hint="writes a line in the log", interjects=True)
async def note(ledger: Ledger, text: Said = asks(Text(key="text", prompt="What is the note?"), rest=True)) -> None:
    """Writes a line of the referee's into the log."""
    ledger.remark(text.text)


VERBS: tuple[Verb, ...] = (
    *(add, bring, *overrides.FIGURES, damage, heal, condition, lift, award),
    *order.VERBS,
    *(option, dice, note, roll),
    countdown,
    *board_verbs.EDITING,
    *board_verbs.DRAWING,
    *overrides.HIDING,
)


@lru_cache(maxsize=16)
def all_verbs(rules: RulesetWithVerbs) -> Mapping[str, Verb]:
    """All that can be ordered under these rules: what every table has, and the system's verbs, which go before."""
    return {verb.name: verb for verb in (*VERBS, *rules.verbs)}


def verb_of(rules: RulesetWithVerbs, name: str) -> Verb:
    """The verb of that name. Refused, with what there is, if there is none."""
    verb = all_verbs(rules).get(name)
    if verb is None:
        raise Refused(f"There is no command {quoted(name)}.")
    return verb


def system_verbs(rules: RulesetWithVerbs) -> tuple[Verb, ...]:
    """The verbs of the menu: those that have a label."""
    return tuple(verb for verb in rules.verbs if verb.label)
