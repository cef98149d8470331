"""What undo would take back, in words."""

from referee.engine.history import Amended
from referee.engine.session import Session
from referee.engine.step_log_queries import corrected_state_at
from referee.words.command import correction, named
from referee.words.summary import summary


def undone(session: Session, inside: bool = False) -> str:
    """What undo would take back; `inside`: only the last answer of the last act."""
    last, log = session.undone(), session.step_log
    if isinstance(last, Amended):
        return correction(last)
    if last is not None and last.events is None:
        return named(last)
    if last is None or inside:
        return "the last answer"
    return summary(corrected_state_at(log, last.seat, log.position), last, last.command.secret, session.rules)
