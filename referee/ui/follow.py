"""Follow: an encounter that is open for reading shows what the program does that plays it, and who that is."""

from typing import TYPE_CHECKING

from referee.ui.keeping import Keeping, News
from referee.ui.log_lines import LogLines
from referee.ui.screens.page import Page

if TYPE_CHECKING:
    from referee.ui.screens.encounter import EncounterScreen

LOOK_EVERY = 0.25
"""Seconds between looks at the files; nothing is drawn while they are as they were."""


class Follow:
    """Looks for what is new; only where nothing can be changed from here."""

    def __init__(self, screen: "EncounterScreen", keeping: Keeping) -> None:
        self._screen = screen
        self._keeping = keeping
        self.player = keeping.player() if keeping.read_only else ""
        """The program that plays it; empty if none does."""

    def begin(self) -> None:
        """Looks from now on."""
        if self._keeping.read_only:
            self._screen.set_interval(LOOK_EVERY, self.look)

    def look(self) -> None:
        """Shows what is new, and says who has come or gone."""
        news, player = self._keeping.follow(), self._keeping.player()
        if not (news.changed or news.said or player != self.player):
            return
        if player != self.player:
            self._screen.say(f"Now played by {player}." if player else "Whoever played it has left.")
        if news.said:
            self._screen.say(news.said, grave=True)
        self.player = player
        if news.changed:
            self._take_in(news)
        self._show()

    def _take_in(self, news: News) -> None:
        screen = self._screen
        screen.session.follow()
        if news.anew:
            screen.log_lines = LogLines(screen.session)
        else:
            screen.log_lines.follow()
        screen.cursor.follow()

    def _show(self) -> None:
        self._screen.show()
        page = self._screen.app.screen
        if isinstance(page, Page):
            page.follow()
