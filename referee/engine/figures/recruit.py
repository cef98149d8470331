"""Recruits: reads what is typed after `add KIND`, and makes the figures."""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.kinds import LETTER, Template, TrackKind, TraitKind
from referee.engine.contract.order_keys import own_key
from referee.engine.contract.ruleset import Ruleset
from referee.engine.dice.dice import Expression
from referee.engine.dice.notation import read_dice
from referee.engine.figures.details import COPIES, pieces
from referee.engine.figures.special_keys import (
    CONDITION,
    SPECIAL,
    STANDING,
    Values,
    check_special,
    is_special,
    read_condition,
    read_standing,
    with_left,
)
from referee.engine.numbers import is_number, read_number
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Figure, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track, Value
from referee.engine.state.tags import RESERVED, numbered, slug
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


class Recruit(Struct, frozen=True):
    """A figure and what it brings along, each thing with the pile it goes to."""

    figure: Figure
    things: tuple[tuple[str, Thing], ...] = ()
    conditions: tuple[tuple[str, int], ...] = ()
    """What lies on it as it comes, each with its value."""
    thrown: tuple[tuple[str, Expression], ...] = ()
    """The tracks that are thrown for as it comes, each with its dice."""


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


def recruits(
    rules: Ruleset,
    encounter: Encounter,
    template: Template,
    details: Details,
    thrown: Sequence[Mapping[str, int]] = (),
) -> tuple[Recruit, ...]:
    """The figures that come, each with a tag nobody has.

    thrown: for each figure what was thrown for its tracks; empty while nothing has been.
    """
    sides = {*rules.app_sides, *(sort.side for sort in rules.templates)}
    taken = {*encounter.tags(), *RESERVED, *sides}
    called = {figure.name.lower() for figure in encounter.figures.values()}
    out: list[Recruit] = []
    for said in details.names or ("",):
        name = said or template.name or template.kind.capitalize()
        free = (slug(name) or None) not in taken and name.lower() not in called
        alone = details.copies == 1 and bool(said or not template.numbered) and free
        stem = stem_for(encounter, name, "" if said else template.short)
        for _ in range(details.copies):
            tag = slug(name) if alone and slug(name) else numbered(stem, taken)
            taken.add(tag)
            full = name if alone else f"{name} {tag.removeprefix(stem).lstrip('-')}"
            values = _values_of(rules, details, len(out), thrown[len(out)] if thrown else {})
            out.append(_recruit(rules, template, values, tag, full))
    return tuple(out)


def _values_of(rules: Ruleset, details: Details, n: int, thrown: Mapping[str, int]) -> list[tuple[str, str]]:
    """The values of the figure of that place, from 0: its own of several numbers, and what was thrown for it."""
    values: list[tuple[str, str]] = []
    for key, word in details.values:
        if key == rules.order.number and "," in word:
            word = word.split(",")[n]
        values.append((key, str(thrown[key]) if key in thrown else word))
    said = {key for key, _ in values}
    return [*values, *((key, str(total)) for key, total in thrown.items() if key not in said)]


def stem_for(encounter: Encounter, name: str, requested: str = "") -> str:
    """How the tags of that family begin: as those at the table do, else by as few letters as tell it apart."""
    families: dict[str, str] = {}
    for figure in encounter.figures.values():
        family, _, number = figure.name.rpartition(" ")
        stem = figure.tag.removesuffix(number).rstrip("-") if is_number(number) else ""
        if family and stem and stem != figure.tag:
            families[stem] = family
    for stem, family in families.items():
        if family == name:
            return stem
    plain = (slug(name) or "x").rstrip("0123456789-") or "x"
    for stem in (requested, *(plain[:n] for n in range(1, len(plain) + 1))):
        if stem and not stem.endswith("-") and stem not in families:
            return stem
    return plain


def _recruit(rules: Ruleset, template: Template, values: Values, tag: str, called: str) -> Recruit:
    tracks, traits, side = dict(template.tracks), dict(template.traits), template.side or tag
    hidden = template.hidden
    thrown: dict[str, Expression] = {}
    outfit: list[tuple[str, Thing]] = list(template.things)
    said = [(key, word) for key, word in values if not is_special(rules, key)]
    special = [pair for pair in values if is_special(rules, pair[0])]
    for key, word in said:
        if (carried := rules.adding.parse_equipment(key, word)) is not None:
            outfit.append(carried)
            continue
        if (dice := read_thrown(rules, key, word)) is not None:
            thrown[key] = dice
            continue
        value = read_value(rules, key, word)
        if key == "side":
            side = str(value)
        elif key == HIDDEN.name and rules.trait(key) is None and isinstance(value, bool):
            hidden = value
        elif isinstance(value, Track):
            unbounded = key in tracks and tracks[key].most is None and "/" not in word
            tracks[key] = replace(value, most=None) if unbounded else value
        else:
            traits[key] = value
    # A thing typed after `add` replaces the kind's own thing of the same name.
    each = with_left(outfit, special)
    things = tuple((pile, replace(thing, tag=f"{tag}.{thing.tag}"[:40])) for pile, thing in each)
    standings = [read_standing(rules, word) for key, word in special if key == STANDING]
    standing = (standings or [template.standing or rules.standings[0].name])[-1]
    figure = Figure(
        tag=tag,
        name=called,
        kind=template.kind,
        side=side,
        standing=standing,
        tracks=tracks,
        traits=traits,
        hidden=hidden,
    )
    conditions = tuple(read_condition(rules, word) for key, word in special if key == CONDITION)
    return Recruit(figure, things, conditions, tuple(thrown.items()))


def fresh_copy(rules: Ruleset, encounter: Encounter, like: Figure, tag: str, name: str) -> Recruit:
    """One more of the same: its tracks as at the beginning, no conditions, and things of its own like the other's."""
    like = like.in_own_form()
    template = rules.template(like.kind)
    standing = template.standing if template else ""
    fresh = {
        "tag": tag,
        "name": name,
        "side": tag if like.side == like.tag else like.side,
        "standing": standing or rules.standings[0].name,
        "tracks": {
            key: _begun(track, template.tracks.get(key) if template else None) for key, track in like.tracks.items()
        },
        "conditions": (),
        "piles": {},
        "traits": {name: value for name, value in like.traits.items() if name != LETTER.name},
    }
    own = f"{like.tag}."
    held = {thing: pile for pile, there in like.piles.items() for thing in there if thing.startswith(own)}
    # In the order in which they came, whatever pile they lie in.
    things = tuple(
        (held[tagged], replace(thing, tag=f"{tag}.{tagged.removeprefix(own)}"[:40]))
        for tagged, thing in encounter.things.items()
        if tagged in held
    )
    return Recruit(replace(like, **fresh), things)


def _begun(track: Track, first: Track | None) -> Track:
    """A track as a new figure has it: full, unless its sort begins elsewhere, as fatigue does at 0."""
    if track.most is None:
        return track
    full = first is None or first.now == first.most
    return replace(track, now=track.most if full or first is None else min(first.now, track.most))
