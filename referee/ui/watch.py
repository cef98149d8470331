"""Watch: makes sure that what was done is on the disk, and while it is not, tries again and says so."""

from typing import TYPE_CHECKING

from textual.timer import Timer

from referee.engine.session import Session
from referee.ui.keeping import Keeping

if TYPE_CHECKING:
    from referee.ui.screens.encounter import EncounterScreen

RETRY_EVERY = 1.0
"""Seconds between attempts to write what could not be written."""
SETTLE_AFTER = 1.5
"""Seconds of peace after which the file for lookers-on is brought up to date."""


class Watch:
    """No timer runs in peace."""

    def __init__(self, screen: "EncounterScreen", keeping: Keeping, session: Session) -> None:
        self._screen = screen
        self._keeping = keeping
        self._session = session
        self._retrying: Timer | None = None
        self._settling: Timer | None = None

    def acted(self) -> None:
        """Something was done at the table."""
        if self._keeping.trouble and self._retrying is None:
            self._retrying = self._screen.set_interval(RETRY_EVERY, self.retry)
        if self._settling is not None:
            self._settling.stop()
        if not self._keeping.read_only:
            self._settling = self._screen.set_timer(SETTLE_AFTER, self._settle)

    def retry(self) -> None:
        """Tries again to write what is not saved yet."""
        if self._keeping.retry() and self._retrying is not None:
            self._retrying.stop()
            self._retrying = None
            self._screen.say("All is saved again.")
        self._screen.show()

    def _settle(self) -> None:
        questions = self._session.questions
        self._keeping.settle(questions[0].key if questions else "")
