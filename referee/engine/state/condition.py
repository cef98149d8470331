"""Condition on a bearer, with how it came and how it ends."""

from typing import Annotated, Literal

from msgspec import Meta

from referee.engine.state.own_values import Form
from referee.engine.state.saved_model import SavedModel

ROUND = "round"
"""The value of `Until.of` for the round itself."""
_PHASE, _MOMENT = "phase:", "moment:"
FIGHT = "fight"
"""The moment at which a fight is over, where the rules announce it."""
DAMAGED = "damaged"
"""What ends a condition when the health of its bearer goes down."""
LEAVES = "leaves"
"""What ends a condition as a figure can act no longer: it has fallen, died, fled, or left the table."""


def phase_of(name: str) -> str:
    """The value of `Until.of` for a phase."""
    return f"{_PHASE}{name}"


def moment_of(name: str) -> str:
    """The value of `Until.of` for a moment that the rules announce by name: the end of a fight, a rest."""
    return f"{_MOMENT}{name}"


class Until(SavedModel):
    """The moment a condition ends: a number of starts or ends, of somebody's turn, the round or a phase."""

    edge: Literal["start", "end"]
    """Which end of a turn, a round or a phase it is."""
    of: str
    """A figure or group by tag, `round`, `phase:` and a phase, or `moment:` and a moment."""
    left: Annotated[int, Meta(ge=1)] = 1
    """How many such moments are still to come; at the last of them it ends."""

    @property
    def phase(self) -> str | None:
        """The name of the phase that it waits for; None if it waits for none."""
        return self.of.removeprefix(_PHASE) if self.of.startswith(_PHASE) else None

    @property
    def moment(self) -> str | None:
        """The name of the announced moment that it waits for; None if it waits for none."""
        return self.of.removeprefix(_MOMENT) if self.of.startswith(_MOMENT) else None


class Ending(SavedModel):
    """Another way in which a condition may end, before its time is over: a test, or something that happens."""

    test: str = ""
    """The test that ends it when it succeeds: `save`, `dex save`; empty: none."""
    against: int | None = None
    """What the test has to reach."""
    at: Literal["start", "end", "action"] = "end"
    """At which moment of the turn the test is asked for; `action`: not by itself, but when its bearer tries it."""
    after: int = 0
    """The round in which the test is not asked for yet: that of the turn in which its condition came; 0: none."""
    event: str = ""
    """What ends it, where it is no test: `damaged`, or `loses` and a condition; empty: nothing."""
    of: str = ""
    """To whom that happens, by tag; empty: to its bearer."""


class Since(SavedModel):
    """The moment a condition came."""

    round: int
    """The round; 0 before the first."""
    turn: str | None = None
    """Tag of the figure or group whose turn it was; None: nobody's."""


class Condition(SavedModel):
    """One condition on one bearer."""

    id: str
    """Unlike any other of this encounter; says which act of the table brought it."""
    kind: str
    """Which condition it is."""
    value: int = 1
    """Its level, or how many tokens of it lie there."""
    since: Since | None = None
    """When it came; None in saves of earlier versions."""
    until: Until | None = None
    """When it ends; None: when somebody takes it off."""
    by: str | None = None
    """Who brought it about, by tag."""
    ends: tuple[Ending, ...] = ()
    """How else it may end; whatever comes first ends it."""
    note: str = ""
    """What the referee wants to remember of it."""
    own: str = ""
    """What this one does besides its kind, as the rules that brought it wrote it; empty: nothing."""
    form: Form | None = None
    """What its bearer has in place of its own while it lies; None: it takes nothing away."""
    was: Form | None = None
    """What its bearer gets back as it ends, kept from the moment it came; None: nothing."""
