"""Conditions: what lies on a figure for a while, and until when."""

from typing import Literal

from pydantic import Field

from referee.engine.saved_model import SavedModel

ROUND = "round"
"""Stands in `Until.of` for the round itself, where others name a figure, a group or a phase."""
_PHASE, _MOMENT = "phase:", "moment:"
FIGHT = "fight"
"""The moment at which a fight is over, where the rules announce it."""
DAMAGED = "damaged"
"""What happens to a bearer when its health goes down."""


def phase_of(name: str) -> str:
    """What stands in `Until.of` for a phase."""
    return f"{_PHASE}{name}"


def moment_of(name: str) -> str:
    """What stands in `Until.of` for a moment that the rules announce by its name: the end of a fight, a rest."""
    return f"{_MOMENT}{name}"


class Until(SavedModel):
    """The moment a condition ends: a number of starts or ends, of somebody's turn, the round or a phase."""

    edge: Literal["start", "end"]
    """Which end of a turn, a round or a phase it is."""
    of: str
    """A figure or group by tag, `round`, `phase:` and a phase, or `moment:` and a moment."""
    left: int = Field(default=1, ge=1)
    """How many such moments are still to come; at the last of them it ends."""

    @property
    def phase(self) -> str | None:
        """The name of the phase, if it is one that it waits for."""
        return self.of.removeprefix(_PHASE) if self.of.startswith(_PHASE) else None

    @property
    def moment(self) -> str | None:
        """The name of the moment, if it is one that the rules announce."""
        return self.of.removeprefix(_MOMENT) if self.of.startswith(_MOMENT) else None


class Ending(SavedModel):
    """Another way in which a condition may end, before its time is over: a test, or something that happens."""

    test: str = ""
    """The test that ends it when it succeeds: `save`, `dex save`; empty: none."""
    against: int | None = None
    """What the test has to reach."""
    at: Literal["start", "end"] = "end"
    """At which moment of the turn the test is asked for."""
    event: str = ""
    """What ends it, where it is no test: `damaged`, or `loses` and a condition; empty: nothing."""
    of: str = ""
    """To whom that happens, by tag; empty: to its bearer."""


class Condition(SavedModel):
    """One condition on one bearer."""

    id: str
    """Unlike any other of this encounter; says which act of the table brought it."""
    kind: str
    """Which condition it is."""
    value: int = 1
    """Its level, or how many tokens of it lie there."""
    until: Until | None = None
    """When it ends; None: when somebody takes it off."""
    by: str | None = None
    """Who brought it about, by tag."""
    ends: tuple[Ending, ...] = ()
    """How else it may end; whatever comes first ends it."""
    note: str = ""
    """What the referee wants to remember of it."""
