"""Foretelling: what `next` would do, in one sentence, before it is given."""

from referee import words
from referee.engine.problem import Problem, RulesBug
from referee.engine.session import Session
from referee.engine.verb import Command


def forecast(session: Session) -> str:
    """Whose turn begins, and what counts down, ends or hurts; or why there is no next."""
    now = session.encounter
    if not now.figures:
        return ""
    try:
        outcome = session.preview(Command(verb="next"))
    except (Problem, RulesBug) as problem:
        return f"next: {problem}"
    then = outcome.encounter
    begins = [f"{words.possessive(then.name(then.turn))} turn"] if then.turn else ["nobody's turn"]
    if then.round != now.round:
        begins.insert(0, f"round {then.round}")
    parts = words.forecast(now, outcome.events, session.rules)
    return f"next: {', '.join(begins)}" + "".join(f"; {part}" for part in parts)
