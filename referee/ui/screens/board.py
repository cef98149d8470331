"""The board page: the map with its keys."""

from referee.ui.screens.map import MapPage
from referee.ui.screens.map_help import MapHelp
from referee.ui.screens.map_keys import COMMANDS
from referee.ui.screens.map_moves import MOVES


class BoardPage(MapPage):
    """The board of an encounter, to look at and to change."""

    commands = COMMANDS
    moves = MOVES

    def show_keys(self) -> None:
        """All keys and signs of the map."""
        _ = self.app.push_screen(MapHelp())
