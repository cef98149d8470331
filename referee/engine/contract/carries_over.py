"""What carries over from a fight to the next one."""

from collections.abc import Callable

from msgspec import Struct

from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter

KeepsThing = Callable[[str, Thing], bool]
"""Whether a thing in a pile of that name carries over, with what is left of it."""


def in_piles(*names: str) -> KeepsThing:
    """Keeps what lies in these piles, and drops other things."""
    return lambda pile, thing: pile in names


class CarriesOver(Struct, frozen=True):
    """What a party is left with after a fight. Where health is among the tracks, how a figure stands is, too."""

    tracks: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    thing: KeepsThing = lambda pile, thing: False
    things: str = ""
    """Which things those are, in words; empty: none."""
    table: tuple[str, ...] = ()
    """Tracks of the table."""
    member: Callable[[Encounter, Tag], bool] = lambda encounter, tag: True
    """Whether a figure may belong to a party at all."""
