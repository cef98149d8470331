"""Conditions: what lies on a figure for a while, and until when."""

from typing import Literal

from pydantic import Field

from referee.engine.saved_model import SavedModel

ROUND = "round"
"""Stands in `Until.of` for the round itself, where others name a figure, a group or a phase."""
MOMENT = "moment:"
"""How `Until.of` begins for a moment that the rules of the game announce by its name: the end of a fight, a rest."""
FIGHT = "fight"
"""The moment at which a fight is over, where the rules announce it."""
DAMAGED = "damaged"
"""What happens to a bearer when its health goes down."""


class Until(SavedModel):
    """The moment a condition ends: a number of starts or ends, of somebody's turn, the round or a phase."""

    edge: Literal["start", "end"]
    of: str
    """A figure or group by tag, `round`, `phase:` and the phase's name, or `moment:` and that moment's name."""
    left: int = Field(default=1, ge=1)
    """How many such moments are still to come; at the last of them it ends."""


class Ending(SavedModel):
    """Another way in which a condition may end, before its time is over: a test, or something that happens."""

    test: str = ""
    """The test that ends it when it succeeds, asked for at a moment of each turn of its bearer: `save`, `dex save`."""
    against: int | None = None
    at: Literal["start", "end"] = "end"
    """At which moment of the turn the test is asked for."""
    event: str = ""
    """What ends it, where it is no test: `damaged`, or `loses` and a condition."""
    of: str = ""
    """To whom that happens: a figure by tag."""


class Condition(SavedModel):
    """One condition on one bearer."""

    id: str
    """Unlike any other of this encounter; says which act of the table brought it."""
    kind: str
    value: int = 1
    """Its level, or how many tokens of it lie there."""
    until: Until | None = None
    """None: until somebody takes it off."""
    by: str | None = None
    """Who brought it about, by tag."""
    ends: tuple[Ending, ...] = ()
    """How else it may end; whatever comes first ends it."""
