"""The app of the players' screen: what they may know of a fight, for a second screen, a projector or a browser."""

import sys
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType

from referee.script.following import LookingOn
from referee.store.saves import Saves
from referee.ui import shutdown
from referee.ui.drawing.text_line import Line
from referee.ui.drawing.theme import chosen_theme, theme
from referee.ui.input.key_queue import chosen_driver
from referee.ui.panes.pane import Pane
from referee.ui.players.screen_lines import screen_lines

LOOK_EVERY = 0.25
"""Seconds between looks at the files of the encounter."""
THEME = "players"


class PlayersPane(Pane):
    """All of the screen."""

    shown: LookingOn | None = None
    board_alone = False

    def content(self, width: int, height: int) -> list[Line]:
        if self.shown is None:
            return []
        return screen_lines(self.shown.view, width, height, self.shown.notice, self.board_alone)


class PlayersApp(App[None]):
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
        chosen, _ = chosen_theme(self.console.color_system, self.no_color, THEME)
        self.register_theme(theme(chosen).for_textual)
        self.theme = chosen

    def compose(self) -> ComposeResult:
        pane = PlayersPane()
        pane.shown = self.looking
        yield pane

    def on_mount(self) -> None:
        shutdown.on_signals(self.end)
        if not self.is_headless:
            shutdown.on_lost_terminal(sys.__stdin__.fileno() if sys.__stdin__ else 0, self.end)
        self.set_interval(LOOK_EVERY, self.look)

    def look(self) -> None:
        """Draws what is new; nothing is sent while nothing is."""
        if self.looking.look():
            self.pane.redraw()

    @property
    def pane(self) -> Pane:
        """What is drawn on."""
        return self.query_one(PlayersPane)

    def action_board(self) -> None:
        """The board in place of the figures, or these again."""
        pane = self.query_one(PlayersPane)
        pane.board_alone = not pane.board_alone and self.looking.view.board is not None
        pane.redraw()

    def end(self, status: int, words: str) -> None:
        """Ends because it must."""
        self.status = status
        self.exit(return_code=status)

    def on_unmount(self) -> None:
        self.looking.close()
