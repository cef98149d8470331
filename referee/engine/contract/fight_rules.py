"""Rules for the course of a fight."""

from collections.abc import Callable, Iterable

from msgspec import Struct, field

from referee.engine.state.encounter import Encounter


class FightRules(Struct, frozen=True, kw_only=True):
    """When a fight of a game is on or over, what it brings, and what it never leaves behind."""

    is_on: Callable[[Encounter], bool] = field(default=lambda encounter: encounter.round > 0)
    """Is a round on? Not before the first one, nor after `over`."""
    over: Callable[[Encounter], str] = field(default=lambda encounter: "")
    """How the fight has ended, in a few words and with the clause; "" while it goes on. Nothing is barred by it."""
    reward: str = ""
    """The command that gives the players what a fight that they have won brings them, once; empty: there is none."""
    impossible_states: Callable[[Encounter], Iterable[str]] = field(default=lambda encounter: ())
    """What the game never leaves behind beyond what none does: a sentence for each figure and reason."""
