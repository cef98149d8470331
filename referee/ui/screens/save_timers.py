"""Timers of the encounter screen about its files: those that retry failed writes, and reading what another wrote."""

from textual.screen import Screen
from textual.timer import Timer

from referee.ui.controller.controller import Controller

RETRY_EVERY = 1.0
"""Seconds between attempts to write what could not be written."""
SETTLE_AFTER = 1.5
"""Seconds without an act after which the file for lookers-on is brought up to date."""
FOLLOW_EVERY = 0.25
"""Seconds between looks at the files of an encounter that is open for reading only."""


class SaveTimers:
    """Retries failed writes every second; no timer runs while everything is saved."""

    def __init__(self, screen: Screen[None], table: Controller) -> None:
        self._screen = screen
        self._table = table
        self._retrying: Timer | None = None
        self._settling: Timer | None = None

    def acted(self) -> None:
        """To be called after every act."""
        journal = self._table.journal
        if journal.trouble and self._retrying is None:
            self._retrying = self._screen.set_interval(RETRY_EVERY, self.retry)
        if self._settling is not None:
            self._settling.stop()
        if not journal.read_only:
            self._settling = self._screen.set_timer(SETTLE_AFTER, self._table.settle)

    def retry(self) -> None:
        """Tries again to write what is not saved yet."""
        if self._table.journal.retry() and self._retrying is not None:
            self._retrying.stop()
            self._retrying = None
            self._table.say("All is saved again.")
        self._table.show()


def follow(table: Controller) -> bool:
    """Shows what another program has done since, and says who has come or gone. False if nothing is new."""
    news, before = table.journal.follow(), table.elsewhere
    table.elsewhere = before.after(table.journal)
    player = table.elsewhere.player
    if not (news.changed or news.said) and player == before.player:
        return False
    if player != before.player:
        left = f"Whoever played it has left, at {table.elsewhere.left}."
        table.say(f"Now played by {player.told}." if player else left)
    if news.said:
        table.say(news.said, is_error=True)
    if news.changed:
        table.title = table.journal.name
        table.session.follow()
        table.log_lines.follow(anew=news.anew)
        table.cursor.follow()
    table.show()
    return True
