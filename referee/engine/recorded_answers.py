"""Recorded answers of a settled command, with later corrections applied."""

from collections.abc import Iterator

from referee.engine.applied_commands import AppliedCommand, applied_command_at
from referee.engine.execution import Asked, CommandExecution
from referee.engine.history import Entry, Reply
from referee.engine.problem import Problem, Refused
from referee.engine.recorded import recorded
from referee.engine.session import Session


def settled_command_at(session: Session, seat: int) -> AppliedCommand:
    """The settled command opened by step number `seat`, with later corrections applied.

    Raises Refused if there is none.
    """
    if (act := applied_command_at(session.step_log, seat, session.step_log.position)) is None:
        raise Refused(f"No command was given at place {seat} of the record; the log shows the places.")
    return act


def replies(entry: Entry) -> list[Reply]:
    """The replies of an entry and of its interjections, in the order given."""
    return [one.said for one in recorded(entry) if isinstance(one.said, Reply)]


def recorded_answers(session: Session, act: AppliedCommand) -> Iterator[Asked]:
    """Yields the command's answers with their questions, in order.

    Raises Refused where today's rules do not ask the same.
    """
    try:
        yield from CommandExecution(session.rules, act.before).replay(one.said for one in recorded(act.entry))
    except Problem as problem:
        raise Refused(f"The rules of this version would not have it go as it went: {problem}") from problem
