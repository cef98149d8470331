"""How the cursor moves on the map."""

from typing import TYPE_CHECKING

from referee.ui.commands import Command

if TYPE_CHECKING:
    from referee.ui.screens.map import MapPage


class West(Command["MapPage"]):
    keys = ("left",)
    help = "The space to the left."
    by = (-1, 0)

    def run(self, screen: "MapPage") -> None:
        screen.step(*self.by)


class East(West):
    keys = ("right",)
    help = "The space to the right."
    by = (1, 0)


class North(West):
    keys = ("up",)
    help = "The space above."
    by = (0, -1)


class South(West):
    keys = ("down",)
    help = "The space below."
    by = (0, 1)


class FarNorth(West):
    keys = ("pageup",)
    help = "Eight spaces up."
    by = (0, -8)


class FarSouth(West):
    keys = ("pagedown",)
    help = "Eight spaces down."
    by = (0, 8)


class FarWest(West):
    keys = ("home",)
    help = "Eight spaces to the left."
    by = (-8, 0)


class FarEast(West):
    keys = ("end",)
    help = "Eight spaces to the right."
    by = (8, 0)


MOVES = (West(), East(), North(), South(), FarWest(), FarEast(), FarNorth(), FarSouth())
