"""Things: weapons, spells and cards with their numbers, as they are read."""

from referee.engine.bearer import Tag, Thing
from referee.engine.encounter import Encounter
from referee.words.name import plain
from referee.words.value import shown


def thing_with_numbers(encounter: Encounter, tag: Tag) -> str:
    """A thing with its numbers: `sword (damage 1d8)`."""
    thing = encounter.things.get(tag)
    if not isinstance(thing, Thing):
        return encounter.name(tag)
    tracks = (f"{plain(name)} {track.now}" for name, track in thing.tracks.items())
    traits = (
        plain(name) if value is True else f"{plain(name)} {shown(value)}"
        for name, value in thing.traits.items()
        if value is not False and value != ""
    )
    numbers = ", ".join((*tracks, *traits))
    return f"{thing.name} ({numbers})" if numbers else thing.name
