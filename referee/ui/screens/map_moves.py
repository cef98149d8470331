"""How the cursor moves on the map."""

from referee.ui.input.key_actions import KeyAction
from referee.ui.screens.map import MapPage


class Step(KeyAction[MapPage]):
    """So many spaces across and down."""

    def __init__(self, key: str, help: str, across: int, down: int) -> None:
        self.keys, self.help = (key,), help
        self.across, self.down = across, down

    def run(self, screen: MapPage) -> None:
        screen.step(self.across, self.down)


MOVES = (
    Step("left", "The space to the left.", -1, 0),
    Step("right", "The space to the right.", 1, 0),
    Step("up", "The space above.", 0, -1),
    Step("down", "The space below.", 0, 1),
    Step("shift+left", "The space to the left, also where what is asked lights others.", -1, 0),
    Step("shift+right", "The space to the right, likewise.", 1, 0),
    Step("shift+up", "The space above, likewise.", 0, -1),
    Step("shift+down", "The space below, likewise.", 0, 1),
    Step("home", "Eight spaces to the left.", -8, 0),
    Step("end", "Eight spaces to the right.", 8, 0),
    Step("pageup", "Eight spaces up.", 0, -8),
    Step("pagedown", "Eight spaces down.", 0, 8),
)
