"""Standings of a system file: how a figure may stand.

Used by the section `standing` of the file.
Gives one class for a standing.
"""

from referee.engine.contract.standing import Standing
from referee.rules.open_table.language import keys

USUAL_STANDINGS = {"up": {"turn": True, "able": True, "target": True, "fills": True}, "out": {}}
"""How figures may stand where the file says nothing of it."""


class StandingRule(keys.KeyedTable):
    """How a figure may stand."""

    name: str
    turn: bool = keys.flag("it gets a turn")
    able: bool = keys.flag("it can act and answer questions")
    target: bool = keys.flag("it can be chosen as a target")
    fills: bool = keys.flag("it fills its space on the map")
    heals: bool = keys.flag("false: it cannot be healed", True)
    falls: bool = keys.flag("false: whoever stands so is out of the fight, but has not fallen", True)
    spent: bool = keys.flag("true: whoever becomes this has its health at its end, as the dead have 0")
    hint: str = keys.text("a short description")
    said: str = keys.phrase(("who",), 'the sentence when a figure becomes this: "{who} flees"', without="{who} is NAME")
    cites: tuple[str, ...] = keys.cited()

    @property
    def standing(self) -> Standing:
        """The standing, as the engine knows it."""
        return Standing(self.name, self.turn, self.able, self.target, self.fills, self.said, self.falls, not self.heals)
