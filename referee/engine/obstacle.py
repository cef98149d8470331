"""Obstacles: why a verb cannot be given as the encounter stands."""

from referee.engine.problem import Problem
from referee.engine.question import AnyQuestion, Choose, Pick
from referee.engine.verb import Given, Param, Situation, Verb


def obstacle(verb: Verb, situation: Situation) -> str:
    """Why the verb would be refused if nothing were said with it; empty if it would be done, or ask."""
    if reason := verb.refusal(situation):
        return reason
    if not verb.params:
        return ""
    param = verb.params[0]
    try:
        question = param.ask(situation, Given())
        said = param.default(situation, Given()) if param.default else None
        return nothing_to_choose(verb, param, question) if said is None else question.accepts(said) or ""
    except Problem as problem:
        return str(problem)


def nothing_to_choose(verb: Verb, param: Param, question: AnyQuestion) -> str:
    """Why nothing can be chosen for a parameter; empty if something can, or need not be."""
    match question:
        case Pick(least=least, among=among):
            free = not least or any(tag not in question.barred for tag in among)
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
