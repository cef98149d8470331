"""Secrets: what may be told of a choice that is not open yet."""

from referee.engine.answer import Picked
from referee.engine.encounter import Encounter
from referee.engine.event import TraitSet
from referee.engine.history import Entry


def chooser(encounter: Encounter, entry: Entry) -> str:
    """Who has chosen in secret, and no more of it than that."""
    who = entry.command.given.get("who")
    marks = (event.tag for event in entry.events or () if isinstance(event, TraitSet))
    own = next((tag for tag in marks if tag in encounter.figures), encounter.turn)
    tag = who.tags[0] if isinstance(who, Picked) and who.tags else own
    return f"{encounter.name(tag) if tag else 'Somebody'} has chosen"
