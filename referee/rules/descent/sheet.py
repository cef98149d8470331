"""Sheets: who has a hero's sheet, and how its numbers are set."""

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.kinds import TrackKind, TraitKind
from referee.engine.ledger import Ledger
from referee.rules.descent.kinds import MAGIC, MELEE, RANGED, WOUNDS


def is_hero(encounter: Encounter, who: Tag) -> bool:
    """Does it have a hero sheet, and give wounds up, rather than a card, and collect them?"""
    return WOUNDS.track(encounter, who) is not None


def trait_of(kind: str) -> TraitKind[int]:
    """The trait that adds power dice to attacks of that type."""
    return {"ranged": RANGED, "magic": MAGIC}.get(kind, MELEE)


def put(ledger: Ledger, who: Tag, track: TrackKind, to: int, *cites: str) -> None:
    """A track goes to a number, if it stands elsewhere."""
    by = to - track.of(ledger.encounter, who)
    if by and track.track(ledger.encounter, who) is not None:
        ledger.record(track.change(who, by, *cites))
