"""Line done: what came of a typed line."""

from msgspec import Struct

from referee.engine.record.session import Session


class LineDone(Struct, frozen=True):
    """What came of a line beside what happened at the table."""

    said: str = ""
    proposal: str = ""
    """The order that does what was only told of; empty if there is none."""
    help_on: tuple[str, ...] = ()
    """The word that help was asked for, if it was; empty for all of it."""


def done_line(session: Session, text: str) -> LineDone:
    """Does what a line says. A Problem, and nothing changed, if it cannot be done."""
    from referee.command_language.line import read_line
    from referee.command_language.orders import Help
    from referee.dialogue.run_lines import lost_by_waiting, run

    order = read_line(session.situation, text)
    if isinstance(order, Help):
        from referee.dialogue.topics import explained

        if order.word:
            _ = explained(session.situation, order.word)
        return LineDone(help_on=(order.word,))
    if proposal := lost_by_waiting(session, order):
        return LineDone(*proposal)
    told = run(session, order)
    if told is None:
        return LineDone()
    said = "; ".join(line.rstrip(".") for line in told.lines).replace(":; ", ": ")
    return LineDone(f"{said}.", told.proposal)
