"""Standing: a way for a figure to stand."""

from msgspec import Struct

from referee.engine.events.event import StandingSet
from referee.engine.state.bearer import Tag


class Standing(Struct, frozen=True):
    """A way for a figure to stand."""

    name: str
    turn: bool = False
    """Its turn comes round."""
    able: bool = False
    """It may act and be asked; a question to, or about, one that is not able lapses."""
    target: bool = False
    """It may be chosen as a target."""
    fills: bool = False
    """It fills its space on the board."""
    said: str = ""
    """How the log says that a figure came to stand so: `{who} flees`; empty: that it is what the name says. In the line
    of what caused it the brief log tells `{who} is out of play` as `, out of play`, any other sentence behind a full
    stop. Refusals and the odds say the name instead.
    """
    falls: bool = True
    """False: a figure that stands so and cannot act is out of the fight, but has not fallen."""
    dead: bool = False
    """Who stands so is dead, and not only down, or gone."""

    def set(self, tag: Tag, *cites: str) -> StandingSet:
        """The event by which a figure comes to stand so."""
        return StandingSet(tag=tag, standing=self.name, cites=cites)


AWAY = Standing("away")
"""Taken off the table by the referee; every system has it."""
