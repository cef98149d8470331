"""Conditions: what lies on a figure for a while, and until when."""

from typing import Literal

from pydantic import Field

from referee.engine.saved_model import SavedModel

ROUND = "round"
"""Stands in `Until.of` for the round itself, where others name a figure, a group or a phase."""


class Until(SavedModel):
    """The moment a condition ends: a number of starts or ends, of somebody's turn, the round or a phase."""

    edge: Literal["start", "end"]
    of: str
    """A figure or group by tag, `round`, or `phase:` and the phase's name."""
    left: int = Field(default=1, ge=1)
    """How many such moments are still to come; at the last of them it ends."""


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
