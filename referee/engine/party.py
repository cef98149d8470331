"""Parties: what of a figure carries over from one fight to the next, as a game declares it."""

from collections.abc import Callable
from typing import NamedTuple

from referee.engine.bearer import Tag, Thing
from referee.engine.encounter import Encounter

KeepsThing = Callable[[str, Thing], bool]
"""Whether a thing in a pile of that name carries over, with what is left of it."""


def in_piles(*names: str) -> KeepsThing:
    """All that lies in these piles carries over."""
    return lambda pile, thing: pile in names


class CarriesOver(NamedTuple):
    """What a party is left with after a fight. Where health is among the tracks, how a figure stands is, too."""

    tracks: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    thing: KeepsThing = lambda pile, thing: False
    table: tuple[str, ...] = ()
    """Tracks of the table."""
    member: Callable[[Encounter, Tag], bool] = lambda encounter, tag: True
    """Whether a figure may belong to a party at all."""
