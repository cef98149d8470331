"""Details typed after `add KIND`: names, how many, values."""

import re
from collections.abc import Sequence

from msgspec import Struct

from referee.engine.contract.kinds import TrackKind, TraitKind
from referee.engine.contract.order_keys import own_key
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.template import Template
from referee.engine.dice.dice import Expression
from referee.engine.dice.notation import read_dice
from referee.engine.figures.pieces import COPIES, pieces
from referee.engine.figures.special_keys import SPECIAL, check_special, is_special
from referee.engine.numbers import is_number, read_number
from referee.engine.problem import NotUnderstood
from referee.engine.state.own_values import Track, Value
from referee.engine.state.tags import RESERVED, slug
from referee.text.harmless import clean_name
from referee.text.lazy_pattern import pattern
from referee.text.phrases import listed
from referee.text.quoting import quoted
from referee.text.unknown_word import nearest

MOST_COPIES = 50
"""Figures that one command may add."""

HIDDEN = TraitKind("hidden", False)
"""`add rat hidden=yes`: the players' view leaves it out from the first moment."""
_OWN_NAME = pattern(r"[a-z][a-z0-9_]{0,23}", re.ASCII)
"""The name of a track of the referee's own."""
_DICE = pattern(r"[0-9]*d[0-9%]", re.IGNORECASE | re.ASCII)
"""How dice begin."""


class Details(Struct, frozen=True):
    """What was said after `add KIND`: names, how many, and values."""

    names: tuple[str, ...]
    """One figure for each, or none said; with copies, one name for all of them."""
    copies: int
    values: tuple[tuple[str, str], ...]
    """By the game's own keys. The number in the order may be several with commas, one for each figure."""


def read_details(rules: Ruleset, text: str, template: Template | None = None) -> Details:
    """Reads `Ulf the Red x2 attack=1`: words are the name, xN is how many, key=value a track, a trait or the side.

    Commas separate the names of several figures. Text in double quotes is one name, or one value. Where the template
    names a key for it, a bare number is its value. NotUnderstood for an open quote, two equal names, another kind in
    place of a name, or a value that cannot be.
    """
    bare = template.number if template is not None else ""
    if text.count('"') % 2:
        raise NotUnderstood('A closing " is missing.')
    names: list[list[str]] = [[]]
    copies = 1
    values: list[tuple[str, str]] = []
    for piece in pieces(text):
        word = "" if piece.quoted else piece.word
        if piece.value is not None:
            values.append((piece.key, piece.value))
        elif piece.text == ",":
            names.append([])
        elif COPIES.fullmatch(word.lower()):
            copies = read_number(word[1:], "copies", 1, MOST_COPIES)
        elif bare and is_number(word):
            values.append((bare, word))
        else:
            if names[1:] and not names[-1]:
                _check_no_kind(rules, word)
            names[-1].append(piece.word)
    said = rules.adding.in_own_keys([(own_key(rules, key, word), word) for key, word in values])
    details = Details(_names(names, copies), copies, tuple(said))
    _check_values(rules, details, bare)
    return details


def _check_no_kind(rules: Ruleset, word: str) -> None:
    """NotUnderstood, if the first word of a further name is a kind: `goblin x8, ogre` would be goblins called ogre."""
    if word.lower() in (template.kind for template in rules.templates):
        raise NotUnderstood(f'{word} is another kind. Add one kind at a time; as a name, put it in quotes: "{word}"')


def _check_values(rules: Ruleset, details: Details, bare: str) -> None:
    """NotUnderstood, if a value cannot be, or a bare number is said beside the key that it goes to."""
    if bare and [key for key, _ in details.values].count(bare) > 1:
        raise NotUnderstood(f'Type {bare} once. If a number is part of the name, put the whole name in quotes: "Orc 2"')
    for key, value in details.values:
        if is_special(rules, key):
            check_special(rules, key, value)
        elif key == rules.order.number and "," in value:
            for number in _numbers(key, value, max(len(details.names), details.copies)):
                read_value(rules, key, number)
        elif rules.adding.parse_equipment(key, value) is None and read_thrown(rules, key, value) is None:
            read_value(rules, key, value)


def _numbers(key: str, value: str, figures: int) -> list[str]:
    """One number of the order for each figure. NotUnderstood if there are more or fewer."""
    numbers = value.split(",")
    if len(numbers) != figures:
        each = f", or {figures} with commas between" if figures > 1 else ""
        raise NotUnderstood(f"{key}: type one number{each}, not {len(numbers)}.")
    return numbers


def read_thrown(rules: Ruleset, key: str, word: str) -> Expression | None:
    """The dice of `hp=2d6`, which are thrown for that track of each figure; None if it is no track, or no dice."""
    if _DICE.match(word) is None or key in ("side", HIDDEN.name) or rules.trait(key) is not None:
        return None
    track_named(rules, key)
    return read_dice(word)


def _names(parts: Sequence[Sequence[str]], copies: int) -> tuple[str, ...]:
    """The names that were said. NotUnderstood if two are alike, or if each of several is to come in numbers."""
    names = tuple(name for part in parts if (name := typed_name(" ".join(part))))
    if len({name.lower() for name in names}) < len(names):
        raise NotUnderstood("Two figures cannot have the same name.")
    if copies > 1 and len(names) > 1:
        raise NotUnderstood("Type several names, or one name and how many (x3), not both.")
    return names


def typed_name(text: str) -> str:
    """The name that was typed; quotes are no part of it."""
    return clean_name(text.replace('"', ""))


def read_value(rules: Ruleset, key: str, word: str) -> Track | Value:
    """What `key=word` means for a figure: a new track, a trait, or its side. NotUnderstood otherwise."""
    if key == "side":
        if not slug(word):
            raise NotUnderstood("Type a word for the side.")
        if slug(word) in RESERVED:
            raise NotUnderstood(f"{slug(word)!r} cannot be the name of a side: choose another word.")
        return slug(word)
    trait = rules.trait(key) or (HIDDEN if key == HIDDEN.name and rules.track(key) is None else None)
    if trait is None and rules.track(key) is None and key in rules.adding.equipment():
        raise no_such_thing(rules, key, word)
    if trait is None:
        return track_named(rules, key).read(word)
    value = trait.read(word)
    if problem := rules.values.validate_trait(key, value):
        raise NotUnderstood(problem)
    return value


def no_such_thing(rules: Ruleset, key: str, word: str) -> NotUnderstood:
    """The refusal of a thing that the game does not have, with the nearest that it has, or all."""
    known = [*rules.adding.equipment()[key]]
    near = nearest(slug(word), known)
    return NotUnderstood(
        f"There is no {key} {quoted(word)}. {f'Did you mean {near}?' if near else f'Choose: {listed(known, 40)}.'}"
    )


def track_named(rules: Ruleset, name: str) -> TrackKind:
    """The track of that name: the system's, or one of the referee's own where the system allows them.

    NotUnderstood otherwise, and for an own one whose name is nearly one that the system knows.
    """
    known = [*(kind.name for kind in (*rules.tracks, *rules.traits)), *rules.adding.equipment()]
    if (track := rules.track(name)) is not None:
        return track
    if near := nearest(name, [*known, "side", "standing"]):
        raise NotUnderstood(f"{rules.title} has no {quoted(name)}. Did you mean {near}?")
    if not rules.values.own_tracks:
        raise NotUnderstood(f"{rules.title} has no {quoted(name)}. Choose: {listed([*known, 'side'], 40)}.")
    if _OWN_NAME.fullmatch(name) is None or name in RESERVED | SPECIAL | {"name", "kind", "tag", "table"}:
        raise NotUnderstood(
            f"{quoted(name)} cannot be the name of a track. "
            "Start with a letter, then letters, digits or _, 24 characters at most."
        )
    return TrackKind(name)
