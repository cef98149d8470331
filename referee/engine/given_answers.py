"""Recorded answers of a settled command, with later corrections applied."""

from collections.abc import Iterator

from referee.engine.acts import Act, act_at
from referee.engine.course import Asked, Course
from referee.engine.history import Entry, Reply
from referee.engine.problem import Problem, Refused
from referee.engine.replay import recorded
from referee.engine.session import Session


def settled_at(session: Session, seat: int) -> Act:
    """The settled command opened by step number `seat`, with later corrections applied.

    Raises Refused if there is none.
    """
    if (act := act_at(session.tape, seat, session.tape.position)) is None:
        raise Refused(f"No command was given at place {seat} of the record; the log shows the places.")
    return act


def replies(entry: Entry) -> list[Reply]:
    """The replies of an entry and of its interjections, in the order given."""
    return [one.said for one in recorded(entry) if isinstance(one.said, Reply)]


def given(session: Session, act: Act) -> Iterator[Asked]:
    """Yields the command's answers with their questions, in order.

    Raises Refused where today's rules do not ask the same.
    """
    try:
        yield from Course(session.rules, act.before).replay(one.said for one in recorded(act.entry))
    except Problem as problem:
        raise Refused(f"The rules of this version would not have it go as it went: {problem}") from problem
