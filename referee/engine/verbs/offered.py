"""What a verb offers now: what is implied for its parameters, what can be chosen, and why it would be refused."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.engine.problem import Problem, report_mistake
from referee.engine.questions.answer import Answer, Chosen, Picked
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.verbs.verb import Given, Param, Situation, Verb


def obstacle(verb: Verb, situation: Situation) -> str:
    """Why the verb would be refused if nothing were said with it; empty if it would be done, or ask."""
    try:
        return verb.refusal(situation) or dead_end(verb, situation, Given(), {})
    except Exception as error:
        return report_mistake(f"Whether {verb.label or verb.name} is possible", error)


def dead_end(verb: Verb, situation: Situation, given: Given, named: Mapping[str, Answer]) -> str:
    """Why the parameters after those given come to nothing, whatever is chosen for them; empty if they do not.

    It looks no further than to the first one that was named: that is judged when it comes to it.
    """
    so_far = Given(given)
    try:
        for param in verb.params[len(given) :]:
            if param.name in named:
                return ""
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


def parameter(
    verb: Verb, param: Param, situation: Situation, given: Given, named: Mapping[str, Answer]
) -> tuple[AnyQuestion, Answer | None]:
    """The question for a parameter, and what is said for it: as named, else what is meant; None if it is asked."""
    question = param.ask(situation, given)
    said = named.get(param.name) or implied(param, situation, given, question)
    if said is not None:
        return question, said
    question = open_question(verb, param, situation, given, named, question)
    return question, _only_choice(question)


def implied(param: Param, situation: Situation, given: Given, question: AnyQuestion) -> Answer | None:
    """What is meant where nothing is said for a parameter: its default, or the only choice; None if it is asked."""
    said = param.default(situation, given) if param.default else None
    return _only_choice(question) if said is None else said


def _only_choice(question: AnyQuestion) -> Answer | None:
    match question:
        case Pick(least=1, among=among):
            free = list(dict.fromkeys(among))
            return Picked(tags=(free[0],)) if len(free) == 1 else None
        case Choose(options=(only,), own=None, barred=barred) if only not in barred:
            return Chosen(option=only)
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
    after: dict[str, Answer] = {}
    match question:
        case Pick(least=0 | 1, among=among) if param is not verb.params[-1]:
            after = {tag: Picked(tags=(tag,)) for tag in among}
        case Choose(options=options, barred=barred) if param is not verb.params[-1]:
            after = {option: Chosen(option=option) for option in options if option not in barred}
    for word, answer in after.items():
        yield word, dead_end(verb, situation, Given({**given, param.name: answer}), named)


def _with_barred(question: AnyQuestion, barred: Mapping[str, str]) -> AnyQuestion:
    if barred and isinstance(question, Pick | Choose):
        return replace(question, barred={**question.barred, **barred})
    return question


def nothing_to_choose(verb: Verb, param: Param, question: AnyQuestion) -> str:
    """Why nothing can be chosen for a parameter; empty if something can, or need not be."""
    match question:
        case Pick(least=least, among=among):
            free = not least or bool(among)
        case Choose(options=options):
            free = any(option not in question.barred for option in options)
        case _:
            return ""
    if free:
        return ""
    # The only reason given for the barred ones, else the parameter's own sentence.
    reasons = list(dict.fromkeys(question.barred.values()))
    if reasons and (len(reasons) == 1 or not param.nobody):
        return reasons[0]
    return param.nobody or f"{verb.name}: there is nothing to choose for {param.name}."
