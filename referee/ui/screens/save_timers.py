"""Save timers: when failed writes are tried again."""

from textual.screen import Screen
from textual.timer import Timer

from referee.ui.controller.controller import Controller
from referee.ui.screens.read_ahead import read_ahead

RETRY_EVERY = 1.0
"""Seconds between attempts to write what could not be written."""
SETTLE_AFTER = 1.5
"""Seconds without an act after which the file for lookers-on is brought up to date."""


class SaveTimers:
    """Retries failed writes every second, and brings the file for lookers-on up to date after an act."""

    def __init__(self, screen: Screen[None], table: Controller) -> None:
        self._screen = screen
        self._table = table
        self._retrying: Timer | None = None
        self._settling: Timer | None = None
        self.has_acted = False
        """Something was done, and it is not known whether the disk has it."""

    def acted(self) -> None:
        """To be called after every act."""
        self.has_acted = True
        if self._settling is not None:
            self._settling.stop()
        self._settling = self._screen.set_timer(SETTLE_AFTER, self._settle)

    def wait(self) -> None:
        """Waits for the disk. The table is drawn again where that goes otherwise than it shows."""
        self.has_acted, trouble = False, self._table.journal.trouble
        if trouble and self._retrying is None:
            self._retrying = self._screen.set_interval(RETRY_EVERY, self.retry)
        if trouble != self._table.view.trouble:
            self._table.show()

    def _settle(self) -> None:
        self._table.settle()
        read_ahead(self._screen, self._table)

    def retry(self) -> None:
        """Tries again to write what is not saved yet."""
        if self._table.journal.retry() and self._retrying is not None:
            self._retrying.stop()
            self._retrying = None
            self._table.say("Everything is saved again.")
        self._table.show()
