"""The app of the players' screen."""

import sys
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from referee.dialogue.following import LookingOn
from referee.store.saves import Saves
from referee.ui.drawing.text_line import Line
from referee.ui.drawing.themes import chosen_theme, theme
from referee.ui.panes.pane import Pane
from referee.ui.players.screen_lines import screen_lines
from referee.ui.terminal import shutdown
from referee.ui.terminal.terminal_app import TerminalApp, chosen_driver

LOOK_EVERY = 0.25
"""Seconds between looks at the files of the encounter."""
THEME = "players"


class PlayersPane(Pane):
    """All of the screen."""

    board_alone = False

    def __init__(self, shown: LookingOn) -> None:
        super().__init__()
        self.shown = shown

    def content(self, width: int, height: int) -> list[Line]:
        return screen_lines(self.shown.view, width, height, self.shown.notice, self.board_alone)


class PlayersApp(TerminalApp):
    """Looks on at one encounter; nothing can be changed here, and nothing hidden is ever drawn."""

    TITLE = "Referee"
    ENABLE_COMMAND_PALETTE = False
    CSS = "PlayersPane { width: 100%; height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [("q,ctrl+c", "quit"), ("m", "board")]

    def __init__(self, saves: Saves, name: str, numbers: bool = False) -> None:
        super().__init__(driver_class=chosen_driver(), ansi_color=True)
        self.looking = LookingOn(saves, name, numbers)
        self.status = 0
        """The exit status with which it was told to end."""
        chosen, self.problems = chosen_theme(self.console.color_system, self.no_color, THEME)
        """Problem of the theme, printed after the end, when only the referee looks."""
        self.register_theme(theme(chosen).for_textual)
        self.theme = chosen
        self.pane = PlayersPane(self.looking)

    def compose(self) -> ComposeResult:
        yield self.pane

    def on_mount(self) -> None:
        shutdown.on_signals(self.end)
        if not self.is_headless:
            shutdown.on_lost_terminal(sys.__stdin__.fileno() if sys.__stdin__ else 0, self.end)
        self.set_interval(LOOK_EVERY, self.look)

    def look(self) -> None:
        """Draws what is new; nothing is sent while nothing is."""
        if self.looking.look():
            self.pane.redraw()

    def action_board(self) -> None:
        """The board in place of the figures, or these again."""
        self.pane.board_alone = not self.pane.board_alone and self.looking.view.board is not None
        self.pane.redraw()

    def end(self, status: int, words: str) -> None:
        """Ends because it must."""
        self.status = status
        self.exit(return_code=status)

    def on_unmount(self) -> None:
        self.looking.close()
