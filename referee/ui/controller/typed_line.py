"""A typed line, done at the table, and what the screen has to tell or open because of it."""

from typing import NamedTuple

from referee.engine.record.session import Session
from referee.script.help import command_help
from referee.script.line import Help, read_line
from referee.script.run import lost_by_waiting, run


class LineDone(NamedTuple):
    """What came of a line beside what happened at the table."""

    said: str = ""
    proposal: str = ""
    """The order that does what was only told of; empty if there is none."""
    help_on: tuple[str, ...] = ()
    """The word that help was asked for, if it was; empty for all of it."""


def done_line(session: Session, text: str) -> LineDone:
    """Does what a line says. A Problem, and nothing changed, if it cannot be done."""
    order = read_line(session.situation, text)
    if isinstance(order, Help):
        from referee.script.topics import topic_named  # late: a command needs no topic

        if order.word and not topic_named(order.word):
            _ = command_help(session.situation, order.word)
        return LineDone(help_on=(order.word,))
    if proposal := lost_by_waiting(session, order):
        return LineDone(*proposal)
    told = run(session, order)
    if told is None:
        return LineDone()
    said = "; ".join(line.rstrip(".") for line in told.lines).replace(":; ", ": ")
    return LineDone(f"{said}.", told.proposal)
