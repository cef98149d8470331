"""What undo would take back, in words."""

from referee.engine.change import changes_of
from referee.engine.event import OrderSet
from referee.engine.history import Amended
from referee.engine.session import Session
from referee.engine.step_log_queries import corrected_state_at
from referee.words.brief_log import brief
from referee.words.command import chooser, correction, named

_MOST_LINES = 3
"""Lines of the log that are told of what is taken back."""


def undone(session: Session, inside: bool = False) -> str:
    """What undo would take back, as the log tells it; `inside`: only the last answer of the last act."""
    last, record = session.undone(), session.step_log
    if isinstance(last, Amended):
        return correction(last)
    if last is not None and last.events is None:
        return named(last)
    if last is None or inside:
        return "the last answer"
    before = corrected_state_at(record, last.seat, record.position)
    if last.command.secret:
        return chooser(before, last)
    lines = brief(changes_of(before, last.events or ()), session.rules)
    # The whole order is never what one looks for, and it is long.
    told = [line.short or line.text for line in lines if not isinstance(line.event, OrderSet)] or [named(last)]
    more = f", and {len(told) - _MOST_LINES} more" if len(told) > _MOST_LINES else ""
    return "; ".join(told[:_MOST_LINES]) + more
