"""Rules for the duration of conditions."""

from msgspec import Struct

from referee.engine.contract.condition_kind import Stacking


class DurationRules(Struct, frozen=True, kw_only=True):
    """How long conditions of a game last, and what becomes of two of a kind."""

    own_conditions: Stacking = Stacking.REPLACES
    """How conditions of the referee's own stack."""
    moments: tuple[str, ...] = ()
    """Moments beside turns, rounds and phases that the rules announce, and that end conditions: `fight`, `rest`."""
    countdown: tuple[str, ...] = ()
    """The clauses by which conditions count down and end."""
    hour: int = 0
    """How many rounds an hour has, where what lasts so long is told in hours; 0: in rounds."""
