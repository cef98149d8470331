"""Elements: infused, strong, waning, inert (GH-37, 65)."""

from referee.engine.bearer import TABLE, Tag
from referee.engine.encounter import Encounter
from referee.engine.event import TrackBounded
from referee.engine.kinds import TrackKind
from referee.engine.ledger import Ledger
from referee.rules.gloomhaven.kinds import INFUSING

ELEMENTS = ("fire", "ice", "air", "earth", "light", "dark")
STRONG = 2
"""Where an element's track stands when it is strong; 1 is waning, 0 inert."""
TRACKS = {name: TrackKind(name, name, "0 inert, 1 waning, 2 strong") for name in ELEMENTS}


def lay_board(ledger: Ledger) -> None:
    """The element board comes to the table, once, with all inert."""
    for track in TRACKS.values():
        if track.track(ledger.encounter, TABLE) is None:
            ledger.record(TrackBounded(tag=TABLE, track=track.name, most=STRONG))


def infuse(ledger: Ledger, element: str) -> None:
    """An element is infused: it becomes strong when this turn ends (GH-37)."""
    waiting = INFUSING.of(ledger.encounter, TABLE)
    if element not in waiting:
        ledger.record(INFUSING.set(TABLE, (*waiting, element), "GH-37"))


def settle(ledger: Ledger) -> None:
    """The turn has ended: what it infused is strong (GH-37)."""
    waiting = INFUSING.of(ledger.encounter, TABLE)
    for element in waiting:
        ledger.record(TRACKS[element].change(TABLE, STRONG - TRACKS[element].of(ledger.encounter, TABLE), "GH-37"))
    if waiting:
        ledger.record(INFUSING.clear(TABLE, "GH-37"))


def wane(ledger: Ledger) -> None:
    """The round has ended: strong elements wane, waning ones are inert (GH-37)."""
    for track in TRACKS.values():
        if track.of(ledger.encounter, TABLE):
            ledger.record(track.change(TABLE, -1, "GH-37"))


def not_there(encounter: Encounter, element: str) -> str | None:
    """Why this element cannot be consumed now."""
    if TRACKS[element].of(encounter, TABLE):
        return None
    if element in INFUSING.of(encounter, TABLE):
        return f"{element} was infused this turn and cannot be consumed yet [GH-65]."
    return f"{element} is inert [GH-37]."


def consume(ledger: Ledger, element: str, source: Tag | None) -> None:
    """A strong or waning element is used up by somebody, and inert (GH-37, 65)."""
    now = TRACKS[element].of(ledger.encounter, TABLE)
    if now:
        ledger.record(TRACKS[element].change(TABLE, -now, "GH-37", "GH-65", source=source))
