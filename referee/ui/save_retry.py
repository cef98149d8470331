"""Retries failed writes, and brings the file for lookers-on up to date when nothing was done for a while."""

from textual.screen import Screen
from textual.timer import Timer

from referee.ui.controller import Controller

RETRY_EVERY = 1.0
"""Seconds between attempts to write what could not be written."""
SETTLE_AFTER = 1.5
"""Seconds without an act after which the file for lookers-on is brought up to date."""


class SaveRetry:
    """The timers of a screen for what is not on the disk yet; none runs while everything is saved."""

    def __init__(self, screen: Screen[None], table: Controller) -> None:
        self._screen = screen
        self._table = table
        self._retrying: Timer | None = None
        self._settling: Timer | None = None

    def acted(self) -> None:
        """Something was done at the table."""
        keeping = self._table.keeping
        if keeping.trouble and self._retrying is None:
            self._retrying = self._screen.set_interval(RETRY_EVERY, self.retry)
        if self._settling is not None:
            self._settling.stop()
        if not keeping.read_only:
            self._settling = self._screen.set_timer(SETTLE_AFTER, self._table.settle)

    def retry(self) -> None:
        """Tries again to write what is not saved yet."""
        if self._table.keeping.retry() and self._retrying is not None:
            self._retrying.stop()
            self._retrying = None
            self._table.say("All is saved again.")
        self._table.show()
