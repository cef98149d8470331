"""Values: traits and tracks as they are read."""

from referee.engine.bearer import Track, Value
from referee.engine.chance import DICE
from referee.engine.ruleset import Ruleset
from referee.words.name import plain


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
