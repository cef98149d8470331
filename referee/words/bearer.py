"""How a bearer reads in a sentence: its name, traits, tracks, things."""

from collections.abc import Iterator, Sized

from referee.engine.contract.kinds import NOTE, SHOWN
from referee.engine.contract.ruleset import Ruleset
from referee.engine.dice.chance import DICE
from referee.engine.figures.family import lettered_name
from referee.engine.state.bearer import Figure, Tag, Thing
from referee.engine.state.encounter import OVER, Encounter
from referee.engine.state.own_values import Track, Value
from referee.text.phrases import possessive

ARROW = "→"
"""Stands between the old and the new value, and between doer and target."""


def plain(key: str) -> str:
    """A key as it is read: `two_handed` is two handed."""
    return key.replace("_", " ")


def whose(encounter: Encounter, tag: str) -> str:
    """Ulf's, for his tag."""
    return possessive(encounter.name(tag))


def in_order(encounter: Encounter) -> Iterator[str]:
    """Each place in the order, as it is printed."""
    for slot in encounter.order:
        mark = "> " if slot.who == encounter.turn else ""
        state = " (waits)" if slot.held else " (done)" if slot.acted else ""
        yield f"{mark}{encounter.name(slot.who)}{' ' + slot.label if slot.label else ''}{state}"


def when(round: int, phase: str) -> str:
    """Which round and phase it is, or that there is none yet, or none any more: `round 3, combat`."""
    if phase == OVER:
        return "the fight is over"
    return ", ".join(filter(None, (f"round {round}" if round else "before the first round", phase)))


def round_after(now: int, turn: str | None, order: Sized) -> str:
    """What follows a turn that nobody has another behind in this round: `round 2`. Who begins it is not known yet: in
    some games the order is another one then. Empty while it is nobody's turn.
    """
    return f"round {now + 1}" if turn and order else ""


def shown(value: Value | None) -> str:
    """A trait's value as it is read."""
    match value:
        case None:
            return "as usual"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return plain(", ".join(value)) or "none"
        case _:
            return str(value)


def remarks(figure: Figure) -> list[str]:
    """By which name the players know it, if by another, and the referee's note, if there is one."""
    seen, note = (shown(figure.traits.get(kind.name, "")) for kind in (SHOWN, NOTE))
    seen = seen or (name if (name := lettered_name(figure)) != figure.name else "")
    return [*([f"shown as {seen}"] if seen else []), *([note] if note else [])]


def track_name(rules: Ruleset | None, track: str) -> str:
    """A track as it is called in this game: `HP`."""
    kind = rules.track(track) if rules is not None else None
    return (kind.label if kind is not None else "") or plain(track)


def track_called(rules: Ruleset | None, track: str) -> str:
    """A track as it is called in a sentence: `2nd-level slots`."""
    kind = rules.track(track) if rules is not None else None
    return (kind.called if kind is not None else "") or track_name(rules, track)


def trait_name(rules: Ruleset | None, trait: str) -> str:
    """A trait as it is called in this game: `AC`."""
    kind = rules.trait(trait) if rules is not None else None
    return (kind.label if kind is not None else "") or plain(trait)


def given(rules: Ruleset | None, trait: str, value: Value | None) -> str:
    """A trait and its value, to stand behind a name: `AC 16`, `armor 0` for one back at its default, `no focus`."""
    option = rules.option(trait) if rules is not None else None
    if option is not None:
        return f"{option.called}: {option.label(shown(option.choices[0] if value is None else value))}"
    kind, label = rules.trait(trait) if rules is not None else None, trait_name(rules, trait)
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
    _, _, own = thing.tag.rpartition(".")
    values = (
        plain(name) if value is True else f"{plain(name)} {shown(value)}"
        for name, value in thing.traits.items()
        # Left out are what repeats the tag, which is cut where it is long, and a table in braces.
        if value is not False and value != "" and not str(value).startswith((own, "{"))
    )
    does = rules.descriptions.thing_does(encounter, who, thing) if rules.descriptions.thing_does is not None else ""
    said = ", ".join((*left, *([does] if does else values)))
    return f"{thing.name} ({said})" if said else thing.name
