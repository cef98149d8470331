"""Who plays an encounter that is open here for reading only, and since when nothing was done."""

from datetime import UTC, datetime
from typing import NamedTuple

from referee.store.journal import Journal
from referee.store.player import Player
from referee.ui.controller.clock import moment


class PlayedElsewhere(NamedTuple):
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
        free = f"nobody plays it since {self.left}" if self.left else "nobody plays it now"
        who = f"played by {self.player.told}" if self.player else free
        return [who, *([f"last act {self.last_act}"] if self.last_act else [])]
