"""How a bearer reads in a sentence: its name, traits, tracks, things, conditions."""

from collections.abc import Iterator, Sequence

from referee.engine.contract.ruleset import Ruleset
from referee.engine.dice.chance import DICE
from referee.engine.state.bearer import (
    DAMAGED,
    FIGHT,
    ROUND,
    Bearer,
    Condition,
    Ending,
    Tag,
    Thing,
    Track,
    Until,
    Value,
)
from referee.engine.state.encounter import Encounter

ARROW = "→"
"""From what to what, and from whom to whom."""
FALLEN = "✝"
"""Marks one that has fallen."""

_WITH_OBJECT = ("makes", "fails", "gains", "loses")
"""Events that say of what they are: `makes attack`, `loses raging`."""


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


def condition_name(rules: Ruleset | None, kind: str) -> str:
    """A condition as it is called in this game."""
    known = rules.condition(kind) if rules is not None else None
    return (known.label if known is not None else "") or plain(kind)


def named(condition: Condition, rules: Ruleset | None = None) -> str:
    """Which it is, and its level: `poisoned 2`."""
    return condition_name(rules, condition.kind) + (f" {condition.value}" if condition.value != 1 else "")


def ailments(encounter: Encounter, bearer: Bearer) -> list[str]:
    """All that lies on a bearer: `poisoned 2 (for 3 rounds)`."""
    lasting = ((named(there), lasts(encounter, there, bearer.tag)) for there in bearer.conditions)
    return [f"{name} ({long})" if long else name for name, long in lasting]


def lasts(encounter: Encounter, condition: Condition, bearer: Tag = "") -> str:
    """How long a condition still lies, what else may end it, and its note: `for 3 rounds, or save 15: the red rune`.

    Empty for one without a note that lies until it is lifted.
    """
    long = duration(encounter, condition.until, bearer)
    endings = _endings(encounter, condition.ends, bearer)
    return ": ".join(filter(None, (", or ".join(filter(None, (long, *endings))), condition.note)))


def _endings(encounter: Encounter, endings: Sequence[Ending], bearer: Tag) -> Iterator[str]:
    """Such as `dex save 15`, `until damaged`, `until Ann loses raging`, `until it makes attack or check`."""
    objects: dict[tuple[Tag, str], list[str]] = {}
    for ending in endings:
        verb, _, what = ending.event.partition(" ")
        own = ending.of == bearer
        if ending.test:
            yield ending.test + ("" if ending.against is None else f" {ending.against}")
        elif verb in _WITH_OBJECT:
            objects.setdefault(("it" if own else encounter.name(ending.of), verb), []).append(what)
        else:
            who = "" if own else f"{encounter.name(ending.of)} {'is ' if ending.event == DAMAGED else ''}"
            yield f"until {who}{ending.event}"
    for (who, verb), whats in objects.items():
        yield f"until {who} {verb} {_either(whats)}"


def _either(whats: Sequence[str]) -> str:
    """`attack, check or first aid`: each once, of several of one family, as `check str` and `check dex`, its name."""
    heads = [what.partition(" ")[0] for what in whats]
    several = (head if heads.count(head) > 1 else what for head, what in zip(heads, whats, strict=True))
    *others, last = map(plain, dict.fromkeys(several))
    return " or ".join(filter(None, (", ".join(others), last)))


def duration(encounter: Encounter, until: Until | None, bearer: Tag = "") -> str:
    """How long a condition still lies: `until the end of Ann's next turn`; empty for one without an end."""
    if until is None:
        return ""
    left = until.left
    if until.of == ROUND:
        if left == 1:
            return "until the next round begins" if until.edge == "start" else "until the end of the round"
        # Before the first round the two edges are a round apart.
        return f"until round {left} begins" if until.edge == "start" and not encounter.round else f"for {left} rounds"
    if until.phase is not None:
        moment = "begins" if until.edge == "start" else "is over"
        times = "" if left == 1 else f", {left} times"
        return f"until {until.phase} {moment}{times}"
    if until.moment is not None:
        return "until the fight ends" if until.moment == FIGHT else f"until the next {until.moment}"
    own = until.of == bearer
    theirs = "its" if own else whose(encounter, until.of)
    if until.edge == "end" and encounter.at_turn(until.of):
        left -= 1
        if left == 0:
            return f"until the end of {theirs} turn"
    if left == 1:
        return f"until the {until.edge} of {theirs} next turn"
    return f"for {left} of {theirs} turns"
