"""Whole boards: laid out by size or drawing, read from a file and written to one."""

from referee.engine.answer import Said
from referee.engine.problem import Problem
from referee.ui.screens.map_state import MapState

_SIZE = "20x15"


class MapBoards:
    """What is done with the board of a map as a whole."""

    def __init__(self, page: MapState) -> None:
        self._page = page
        self._table = page.table

    def ask(self) -> None:
        """Asks for a board."""
        if self._page.board is None:
            what = f"There is no board: Enter lays one of {_SIZE} spaces, or type another size; Esc leaves it"
            self._page.ask(what, self.lay, _SIZE)
        else:
            self._page.ask("Another board: its size, drawn with / between its lines, or off for none", self.lay)

    def lay(self, text: str) -> None:
        """Lays a board out."""
        if text.strip():
            self._table.order("map", chart=Said(text=text.strip("\n")))

    def import_from(self, where: str) -> None:
        """Lays out the board that a file draws."""
        try:
            self.lay(self._table.map_files.read(where))
        except Problem as problem:
            self._page.say(str(problem), is_error=True)

    def export_to(self, where: str) -> None:
        """Writes the board to a file."""
        try:
            if self._page.board is not None:
                self._page.say(f"Written to {self._table.map_files.write(where, self._page.board)}.")
        except Problem as problem:
            self._page.say(str(problem), is_error=True)
