"""Recruits: the figures that an order to add brings, with what each carries."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.kinds import LETTER
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.template import Template
from referee.engine.dice.dice import Expression
from referee.engine.figures.add_details import HIDDEN, Details, read_thrown, read_value
from referee.engine.figures.special_keys import (
    CONDITION,
    STANDING,
    Values,
    is_special,
    read_condition,
    read_standing,
    with_left,
)
from referee.engine.numbers import is_number
from referee.engine.state.bearer import Figure, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.engine.state.tags import RESERVED, numbered, slug


class Recruit(Struct, frozen=True):
    """A figure and what it brings along, each thing with the pile it goes to."""

    figure: Figure
    things: tuple[tuple[str, Thing], ...] = ()
    conditions: tuple[tuple[str, int], ...] = ()
    """What lies on it as it comes, each with its value."""
    thrown: tuple[tuple[str, Expression], ...] = ()
    """The tracks that are thrown for as it comes, each with its dice."""


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
