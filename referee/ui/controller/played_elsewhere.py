"""Played elsewhere: what somebody who looks on is told of the program that plays."""

from datetime import UTC, datetime

from msgspec import Struct

from referee.store.journal import Journal
from referee.store.lock_holder import Player
from referee.ui.controller.moments import moment


class PlayedElsewhere(Struct, frozen=True):
    """What who looks on is told of the program that plays."""

    player: Player | None = None
    """None if nobody plays it."""
    left: str = ""
    """When the program left that played it; empty while one does, or if none was seen."""
    last_act: str = ""
    """When something was last done; empty if nothing was."""

    def after(self, journal: Journal) -> "PlayedElsewhere":
        """The same as it is now; nothing for a journal that is played here."""
        if not journal.read_only:
            return PlayedElsewhere()
        player, last = journal.player(), moment(journal.last.when) if journal.last else ""
        came_or_went = player != self.player
        left = "" if player else moment(datetime.now(UTC)) if came_or_went else self.left
        return PlayedElsewhere(player, left, last)

    def sentences(self) -> list[str]:
        """Who plays it, and when something was last done."""
        free = f"nobody has played it since {self.left}" if self.left else "nobody is playing it"
        who = f"played by {self.player.told}" if self.player else free
        return [who, *([f"last command {self.last_act}"] if self.last_act else [])]


TAKE_OVER_KEY = "T"
"""Plays an encounter that is open for reading only."""
