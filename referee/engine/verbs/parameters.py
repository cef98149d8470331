"""Parameters of a command: which is asked for, what is meant by itself, why none can be given."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeGuard

from msgspec.structs import replace

from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw
from referee.engine.mistake import report_mistake
from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Answer, Picked, chosen, picked
from referee.engine.questions.question import NO_CHOICE, AnyQuestion, Choose, Pick
from referee.engine.verbs.verb import Command, Given, Param, Situation, Verb


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
