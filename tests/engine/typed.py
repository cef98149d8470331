"""Lines typed at a table of the tests, as the app, the shell and transcripts read them."""

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session


def typed(session: Session, *lines: str) -> None:
    """Does these lines in order; a Problem at the first that cannot be done."""
    for line in lines:
        run_line(session, line)
