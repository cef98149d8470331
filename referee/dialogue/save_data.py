"""Data of a save, as `ls --json` prints it."""

from typing import TypedDict

from referee.store.save import Save


class SaveData(TypedDict):
    """An encounter, as `referee ls` lists it."""

    name: str
    """What it is called."""
    folder: str
    """The folder that it is kept in."""
    system: str
    """The game that is played."""
    round: int
    """The round; 0 before the first."""
    turn: str
    """The name of whose turn it is; empty: nobody's."""
    over: bool
    """No fight is on any more, though one was."""
    figures: int
    """How many are at the table."""
    actions: int
    """How many acts are in force."""
    saved: str
    """When it was last written, as 2026-03-01T18:30:00+00:00."""
    asks: str
    """The key of the open question; empty: nothing is asked."""
    trouble: str
    """Why it cannot be opened; empty: it can."""


def save_data(save: Save) -> SaveData:
    """The fields of a save."""
    return {
        "name": save.name,
        "folder": save.slug,
        "system": save.system,
        "round": save.round,
        "turn": save.turn,
        "over": save.over,
        "figures": save.figures,
        "actions": save.actions,
        "saved": save.saved.isoformat(timespec="seconds"),
        "asks": save.asks,
        "trouble": save.trouble,
    }
