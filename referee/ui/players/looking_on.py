"""Looking on: follows an encounter that another program plays, and tells what the players may know of it."""

from referee.engine.record.session import Session
from referee.script.as_seen import UNREADABLE
from referee.store.journal import Journal
from referee.store.saves import Saves
from referee.words.public_view import PublicView, public_view

AWAY, GONE, STOPPED = (
    "The referee is away.",
    "The encounter is closed.",
    "The view has stopped and will continue by itself.",
)


class LookingOn:
    """One encounter, read as it is written."""

    def __init__(self, saves: Saves, name: str, numbers: bool = False) -> None:
        from referee.script import systems

        self._journal: Journal = saves.open(name, read_only=True)
        try:
            self._session = Session(systems.rules_for(self._journal), self._journal)
        except BaseException:
            self._journal.close()
            raise
        self._numbers = numbers
        self.notice = "" if self._journal.player() else AWAY
        """What there is to know about the view itself."""
        self.view: PublicView = self._seen()

    def look(self) -> bool:
        """Reads what was written since the last look; True if there is something else to be shown."""
        before = self.view, self.notice
        try:
            news = self._journal.follow()
            if news.changed:
                self._session.follow()
                self.view = self._seen()
            player = self._journal.player()
            self.notice = GONE if self._journal.is_gone else "" if player else AWAY
        except UNREADABLE:
            self.notice = STOPPED
        return before != (self.view, self.notice)

    def close(self) -> None:
        """Closes the journal."""
        self._journal.close()

    def _seen(self) -> PublicView:
        return public_view(self._session, self._journal.name, self._numbers)
