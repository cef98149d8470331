"""How a bearer reads in a sentence: its name, traits, tracks, things, conditions."""

from collections.abc import Iterator

from referee.engine.contract.ruleset import Ruleset
from referee.engine.dice.chance import DICE
from referee.engine.state.bearer import (
    Tag,
    Thing,
    Track,
    Value,
)
from referee.engine.state.encounter import Encounter

ARROW = "→"
"""From what to what, and from whom to whom."""
FALLEN = "✝"
"""Marks one that has fallen."""


def plain(key: str) -> str:
    """A key as it is read: `two_handed` is two handed."""
    return key.replace("_", " ")


def possessive(name: str) -> str:
    """Ulf's, the rats'."""
    return f"{name}'" if name.endswith("s") and name.lower().startswith("the ") else f"{name}'s"


def whose(encounter: Encounter, tag: str) -> str:
    """Ulf's, for his tag."""
    return possessive(encounter.name(tag))


def in_order(encounter: Encounter) -> Iterator[str]:
    """Each place in the order, as it is printed."""
    for slot in encounter.order:
        mark = "> " if slot.who == encounter.turn else ""
        state = " (waits)" if slot.held else " (done)" if slot.acted else ""
        yield f"{mark}{encounter.name(slot.who)}{' ' + slot.label if slot.label else ''}{state}"


def shown(value: Value | None) -> str:
    """A trait's value as it is read."""
    match value:
        case None:
            return "as usual"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(value) or "none"
        case _:
            return str(value)


def track_name(rules: Ruleset | None, track: str) -> str:
    """A track as it is called in this game: `HP`."""
    kind = rules.track(track) if rules is not None else None
    return (kind.label if kind is not None else "") or plain(track)


def track_called(rules: Ruleset | None, track: str) -> str:
    """A track as it is called in a sentence: `2nd-level slots`."""
    kind = rules.track(track) if rules is not None else None
    return (kind.called if kind is not None else "") or track_name(rules, track)


def given(rules: Ruleset | None, trait: str, value: Value | None) -> str:
    """A trait and its value, to stand behind a name: `AC 16`, `armor 0` for one back at its default, `no focus`."""
    option = rules.option(trait) if rules is not None else None
    if option is not None:
        return f"{option.called}: {option.label(shown(option.choices[0] if value is None else value))}"
    kind = rules.trait(trait) if rules is not None else None
    label = (kind.label if kind is not None else "") or plain(trait)
    if value is None and kind is not None and kind.optional:
        return f"no {label}"
    if value is None:
        value = kind.default if kind is not None else ""
    if isinstance(value, bool):
        return label if value else f"no {label}"
    return f"{label} {shown(value)}" if value or isinstance(value, int) else f"no {label}"


def number(track: Track) -> str:
    """Where a track stands: 2/7, or 3 for a counter."""
    return str(track.now) if track.most is None else f"{track.now}/{track.most}"


def private(rules: Ruleset | None, trait: str) -> bool:
    """Is it a trait that a system keeps for itself, and nobody reads or sets?"""
    return rules is not None and rules.trait(trait) is None and rules.option(trait) is None and trait != DICE.name


def named_thing(rules: Ruleset, encounter: Encounter, who: Tag, tag: Tag) -> str:
    """What a tag of a pile of a bearer stands for, with what it does if it is a thing of the table."""
    thing = encounter.things.get(tag)
    return encounter.name(tag) if thing is None else thing_words(rules, encounter, who, thing)


def thing_words(rules: Ruleset, encounter: Encounter, who: Tag, thing: Thing) -> str:
    """A thing that somebody has, with what is left of it and what it does, or else its values: `Fire Breath (spent)`,
    `scimitar (+4, 1d6+2 slashing)`, `sword (damage 1d8)`."""
    tracks = thing.tracks.items()
    left = ("spent" if track.most and not track.now else f"{plain(name)} {number(track)}" for name, track in tracks)
    values = (
        plain(name) if value is True else f"{plain(name)} {shown(value)}"
        for name, value in thing.traits.items()
        # One that only says its tag again is nothing to read.
        if value is not False and value != "" and not thing.tag.endswith(f".{value}")
    )
    does = rules.thing_does(encounter, who, thing) if rules.thing_does is not None else ""
    said = ", ".join((*left, *([does] if does else values)))
    return f"{thing.name} ({said})" if said else thing.name
