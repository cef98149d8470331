"""The app: the shelf, and the encounter that is open."""

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.screen import Screen

from referee.engine.problem import Problem
from referee.ui import choice, pace, parting
from referee.ui.key_queue import KeyQueueApp
from referee.ui.messages import Left, Opened
from referee.ui.themes import themes

if TYPE_CHECKING:
    from referee.store.journal import Journal
    from referee.store.saves import Saves


class RefereeApp(KeyQueueApp):
    """What runs in the terminal."""

    TITLE = "Referee"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH: ClassVar = ["screens/encounter.tcss", "screens/page.tcss"]

    def __init__(self, saves: "Saves", name: str | None = None, read_only: bool = False) -> None:
        super().__init__()
        self.saves = saves
        self.wish = name
        self.read_only = read_only
        self.parting_words = ""
        for theme in themes().values():
            self.register_theme(theme)
        self._begin_with(choice.theme())

    def _begin_with(self, theme: str) -> None:
        """The theme before anything is drawn. A change of theme would have every style sheet read a second time."""
        self.set_reactive(App.theme, theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)

    def _first(self) -> Screen[None]:
        """The encounter that was asked for, or the shelf."""
        if self.wish is None:
            return self._shelf()
        try:
            return self._encounter(self.saves.open(self.wish, self.read_only))
        except Problem as problem:
            return self._shelf(self.wish, str(problem))

    async def on_mount(self) -> None:
        parting.heed_signals(self.part)
        if not self.is_headless:
            parting.heed_terminal(sys.__stdin__.fileno() if sys.__stdin__ else 0, self.part)
        await self.push_screen(self._first())
        self.call_after_refresh(pace.settled)

    def part(self, status: int, words: str) -> None:
        """Ends because it must; all that was done is saved."""
        self.parting_words = words
        self.exit(return_code=status)

    # ---------------------------------------------------------------- from screen to screen

    def on_left(self, message: Left) -> None:
        _ = self.switch_screen(self._shelf(self.wish or ""))

    def on_opened(self, message: Opened) -> None:
        self.wish = message.name
        try:
            if message.system:
                journal = self.saves.create(message.name, message.system)
            else:
                journal = self.saves.open(message.name, message.read_only)
            screen = self._encounter(journal, message.sample)
        except Problem as problem:
            _ = self.switch_screen(self._shelf(message.name, str(problem)))
        else:
            _ = self.switch_screen(screen)

    def _shelf(self, wish: str = "", said: str = "") -> Screen[None]:
        from referee.ui.screens.shelf import Shelf

        return Shelf(self.saves, wish, said)

    def _encounter(self, journal: "Journal", sample: bool = False) -> Screen[None]:
        from referee.engine.session import Session
        from referee.rules import registry
        from referee.ui.screens.encounter import EncounterScreen

        with ExitStack() as stack:
            # An encounter that cannot be shown must not stay locked.
            stack.callback(journal.close)
            rules = registry.load(journal.system)
            session = Session(rules, journal)
            if sample:
                from referee.script.run import run_line

                for text in rules.sample().splitlines():
                    run_line(session, text)
            screen = EncounterScreen(session, journal, journal.name)
            stack.pop_all()
        return screen
