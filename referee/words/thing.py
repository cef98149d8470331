"""Things: weapons, spells and cards with their numbers, as they are read."""

from referee.engine.bearer import Tag, Thing
from referee.engine.encounter import Encounter
from referee.words.name import plain
from referee.words.value import number, shown


def named_thing(encounter: Encounter, tag: Tag) -> str:
    """What a tag of a pile stands for, with its values if it is a thing of the table."""
    thing = encounter.things.get(tag)
    return thing_words(thing) if isinstance(thing, Thing) else encounter.name(tag)


def thing_words(thing: Thing) -> str:
    """A thing with what is left of it and its values: `Fire Breath (spent)`, `sword (damage 1d8)`."""
    tracks = thing.tracks.items()
    left = ("spent" if track.most and not track.now else f"{plain(name)} {number(track)}" for name, track in tracks)
    values = (
        plain(name) if value is True else f"{plain(name)} {shown(value)}"
        for name, value in thing.traits.items()
        # One that only says its tag again is nothing to read.
        if value is not False and value != "" and not thing.tag.endswith(f".{value}")
    )
    said = ", ".join((*left, *values))
    return f"{thing.name} ({said})" if said else thing.name
