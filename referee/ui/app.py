"""The app of the referee."""

import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App
from textual.screen import Screen

from referee.engine.problem import Problem
from referee.store.journal import Journal
from referee.store.save_problems import Locked
from referee.store.settings import settings_problems
from referee.ui.controller.played_elsewhere import TAKE_OVER_KEY
from referee.ui.drawing.themes import chosen_theme, theme
from referee.ui.input.messages import Left, Opened, PageKeysWanted, TakenOver, TakeOverWanted, TopicsWanted
from referee.ui.map.map_file import MapFiles
from referee.ui.terminal import browser, shutdown
from referee.ui.terminal.key_queue import KeyQueueApp
from referee.ui.terminal.terminal_app import chosen_driver, name_window
from referee.ui.terminal.textual_version import is_known

if TYPE_CHECKING:
    from referee.dialogue.topics import Lists
    from referee.store.saves import Saves
    from referee.ui.screens.encounter import EncounterScreen


MAPS = ".maps"
"""The folder among the saves for map files, where no others may be read or written."""


class RefereeApp(KeyQueueApp):
    """What runs in the terminal."""

    TITLE = "Referee"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "screens/screens.tcss"

    def __init__(
        self,
        saves: "Saves",
        name: str | None = None,
        read_only: bool = False,
        take_over: bool = False,
        shared: bool = False,
        on_ready: Callable[[], None] = lambda: None,
    ) -> None:
        # Colours are sent as the theme has them: also those that are the terminal's own.
        super().__init__(driver_class=chosen_driver(), ansi_color=True)
        self.saves = saves
        self.requested = name
        self._campaign: tuple[str, str] | None = None
        """The game and the name of the campaign from whose page the encounter was opened."""
        self.read_only = read_only
        self.take_over = take_over
        self.shared = shared
        self.map_files = MapFiles(saves.top.below(MAPS) if shared else None)
        self._on_ready = on_ready
        self.journal: Journal | None = None
        """Of the encounter that is open."""
        self.status: int | None = None
        """The status with which it was told to end. What goes wrong after that, as in a half-open page, is nothing."""
        self.topic_lists: Callable[[], Lists] = dict
        """Makes the lists in topics of the help that the shell alone can make, such as the usage of its subcommands."""
        self.last_words: list[str] = []
        """What is said on the terminal after the end."""
        self._unsaved: list[tuple[str, Path | None]] = []
        """What was not saved when an encounter was left: what is said of it, and where it is kept, if anywhere."""
        chosen, self._problems = chosen_theme(self.console.color_system, self.no_color)
        """Problems of the settings and the chosen theme, a sentence each."""
        self._told = set[str]()
        """Sentences that were shown already."""
        self.register_theme(theme(chosen).for_textual)
        self._begin_with(chosen)

    def _begin_with(self, theme: str) -> None:
        """Sets the theme before anything is drawn: a later change would parse every style sheet a second time."""
        if not is_known(self, "stylesheet", "get_css_variables"):
            self.theme = theme
            return
        self.set_reactive(App.theme, theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)

    def _first(self) -> Screen[None]:
        """The encounter that was asked for, or the shelf."""
        if self.requested is None:
            return self._shelf(said=" ".join(self._untold(self._problems)))
        try:
            return self._encounter(self.saves.open(self.requested, self.read_only, self.take_over))
        except Problem as problem:
            from referee.ui.controller.controller import told

            return self._shelf(self.requested, " ".join([told(problem), *self._untold(self._problems)]))

    def _untold(self, problems: Iterable[str]) -> list[str]:
        """The sentences that were not shown yet; marks them as shown."""
        untold = [each for each in dict.fromkeys(problems) if each not in self._told]
        self._told.update(untold)
        return untold

    async def on_mount(self) -> None:
        shutdown.on_signals(self.end)
        if self.shared:
            shutdown.never_stop()
        if not self.is_headless:
            shutdown.on_lost_terminal(sys.__stdin__.fileno() if sys.__stdin__ else 0, self.end)
        await self.push_screen(self._first())
        self.call_after_refresh(self._on_ready)

    def suspend_by_key(self) -> None:
        """Stops the app until `fg`; not for guests, and not while something is not saved, which needs the program."""
        journal = self.journal
        if self.shared:
            self._say("Guests cannot suspend Referee. To leave, go to the shelf with q and press q there.")
        elif browser.is_in_browser():
            self._say("Referee cannot be suspended in a browser.")
        elif journal is not None and not journal.read_only and journal.trouble and not journal.retry():
            self._say(f"Referee stays open: not everything is saved. {journal.trouble}")
        else:
            from referee.ui.screens.encounter import EncounterScreen

            for screen in self.screen_stack:
                if isinstance(screen, EncounterScreen) and screen.table.odds is not None:
                    screen.table.odds.stop()
            super().suspend_by_key()

    def end(self, status: int, words: str) -> None:
        """Ends because it must; what is not saved is kept elsewhere."""
        self.put_away()
        self.last_words += [words] if words else []
        self._end(status)

    def _end(self, status: int) -> None:
        self.status = status
        self.exit(return_code=status)

    async def action_quit(self) -> None:
        self._leave(lambda: self._end(0))

    def put_away(self) -> str:
        """Closes the journal that is open; what is said of it if the disk did not take all of it."""
        journal, self.journal = self.journal, None
        if journal is None:
            return ""
        journal.close()
        if not journal.trouble:
            return ""
        told, kept = journal.rescued or (journal.trouble, None)
        self._unsaved.append((f"NOT SAVED. {told}", kept))
        return f"NOT SAVED. {told}"

    @property
    def unsaved(self) -> list[str]:
        """What is to be said of acts that are not where they belong, nor were brought back since."""
        return [told for told, kept in self._unsaved if kept is None or kept.exists()]

    # ---------------------------------------------------------------- from screen to screen

    def on_left(self, message: Left) -> None:
        self._leave(self._to_shelf)

    def _leave(self, then: Callable[[], None]) -> None:
        """Leaves the encounter; while something is not saved, asks what becomes of it."""
        from referee.ui.screens.unsaved import Unsaved

        journal = self.journal
        if journal is None or journal.read_only or not journal.trouble or journal.retry():
            then()
        elif not isinstance(self.screen, Unsaved):
            _ = self.push_screen(Unsaved(journal, then))

    def _to_shelf(self) -> None:
        from referee.ui.screens.encounter import EncounterScreen

        said = self.put_away()
        name_window(self, "Referee")
        if not isinstance(self.screen, EncounterScreen):  # the page that asks what becomes of what is not saved
            _ = self.pop_screen()
        _ = self.switch_screen(self._shelf(self.requested or "", said))
        if self._campaign is not None:
            from referee.ui.screens.campaign import CampaignPage

            _ = self.push_screen(CampaignPage(self.saves, *self._campaign))

    def on_page_keys_wanted(self, message: PageKeysWanted) -> None:
        from referee.ui.screens.page_help import PageHelp

        _ = self.push_screen(PageHelp(message.heading, message.commands))

    def on_topics_wanted(self, message: TopicsWanted) -> None:
        from referee.ui.screens.topics import Topics

        _ = self.push_screen(Topics(None))

    def on_opened(self, message: Opened) -> None:
        from referee import games as systems

        self.requested, self._campaign = message.name, message.campaign
        try:
            if message.system:
                journal, _ = systems.begin(self.saves, message.name, message.system)
            else:
                journal = self.saves.open(self.saves.there(message.name), message.read_only, message.take_over)
            screen = self._encounter(journal, message.sample)
            screen.table.say(message.told)
            if message.guided:
                screen.begin_guide()
        except Problem as problem:
            _ = self.switch_screen(self._shelf(message.name, problem))
        else:
            _ = self.switch_screen(screen)

    def on_take_over_wanted(self, message: TakeOverWanted) -> None:
        if self.journal is not None and self.journal.read_only:
            self._take_over(self.journal, False)

    def _take_over(self, journal: Journal, by_force: bool) -> None:
        """Plays on what is open for reading; where another program has it, asks what becomes of that."""
        from referee.ui.screens.take_over import TakeOverPage

        page = self.screen if isinstance(self.screen, TakeOverPage) else None
        try:
            taken = self.saves.open(self.saves.there(journal.folder.name), take_over=by_force)
            screen = self._encounter(taken)
        except Locked:
            if page is None:
                _ = self.push_screen(TakeOverPage(journal, lambda by_force: self._take_over(journal, by_force)))
            return
        except Problem as problem:
            self._say(problem)
            return
        if page is not None:
            _ = self.pop_screen()
        _ = self.switch_screen(screen)

    def on_taken_over(self, message: TakenOver) -> None:
        """Looks on from now: what is shown here is what was, and nothing done here would be saved."""
        from referee.ui.screens.encounter import EncounterScreen

        journal = self.journal
        if journal is None or journal.read_only:
            return
        if not isinstance(self.screen, EncounterScreen):
            self._say(f"{message.told} Nothing you do here is saved now.")
            return
        # Nothing of it is written any more, not even how it stood here.
        _ = journal.give_up()
        _ = self.put_away()
        try:
            followed = self.saves.open(self.saves.there(journal.folder.name), read_only=True)
            followed.notices.append(
                f"{message.told} The encounter is now read-only here; {TAKE_OVER_KEY} takes it back."
            )
            screen: Screen[None] = self._encounter(followed)
        except Problem as problem:
            screen = self._shelf(self.requested or "", f"{message.told} {problem}")
        _ = self.switch_screen(screen)

    def _say(self, what: str | Exception) -> None:
        """Tells a problem on the screen that is open."""
        from referee.ui.screens.encounter import EncounterScreen
        from referee.ui.screens.page import Page

        screen = self.screen
        if isinstance(screen, EncounterScreen):
            screen.table.say(what, is_error=True)
            screen.table.show_line()
        elif isinstance(screen, Page):
            screen.say(what, is_error=True)
            screen.show()

    def _shelf(self, requested: str = "", said: str | Exception = "") -> Screen[None]:
        from referee.ui.screens.shelf import Shelf

        return Shelf(self.saves, requested, said)

    def _encounter(self, journal: Journal, sample: bool = False) -> "EncounterScreen":
        from referee.library.own_library import session_of
        from referee.ui.input.own_keys import own_keys
        from referee.ui.screens.encounter import EncounterScreen

        with ExitStack() as stack:
            # An encounter that cannot be shown must not stay locked.
            stack.callback(journal.close)
            session = session_of(journal, self.saves.folder)
            if sample:
                from referee.dialogue.run_lines import run_line

                for text in session.rules.sample().splitlines():
                    run_line(session, text)
            journal.notices += self._untold([*self._problems, *settings_problems(), *own_keys().problems])
            screen = EncounterScreen(session, journal, journal.name)
            screen.table.map_files = self.map_files
            stack.pop_all()
        self.journal = journal
        return screen
