"""Words of a figure: what is typed after `add` for one as it is now, or as it was left after a fight."""

from collections.abc import Iterable

from msgspec.structs import replace

from referee.engine.contract.kinds import AnyTrait
from referee.engine.contract.order_keys import typed_key
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.contract.template import Template
from referee.engine.figures.add_details import read_details
from referee.engine.figures.recruit import Recruit, fresh_copy, recruits
from referee.engine.figures.special_keys import CONDITION, LEFT, STANDING, WITHOUT
from referee.engine.problem import Refused
from referee.engine.state.bearer import TABLE, Figure, Tag, Thing
from referee.engine.state.condition import Condition
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track, Value


def words_of(rules: Ruleset, recruit: Recruit, name: str, shared: Iterable[tuple[str, str]] = ()) -> str:
    """What is typed after `add` for this figure, called so. Refused if no kind of the game makes one like it.

    shared: the keys and values of what its group holds for it.
    """
    figure = recruit.figure
    kind = rules.adding.kind_to_add(figure)
    template = rules.template(kind)
    if template is None:
        raise Refused(f"{rules.title} has no kind of figure like {figure.name}.")
    words = [
        *_tracks(rules, figure, template),
        *_traits(rules, figure, template),
        *_things(rules, recruit, template),
    ]
    if not template.by_number:
        if figure.side != (template.side or figure.tag):
            words.append(_pair("side", figure.side))
        if figure.standing not in (template.standing or rules.standings[0].name, AWAY.name):
            words.append(_pair(STANDING, figure.standing))
        words += [_pair(CONDITION, kind if value == 1 else f"{kind} x{value}") for kind, value in recruit.conditions]
    return " ".join((kind, _quoted(name), *words, *(_pair(key, value) for key, value in shared)))


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace('"', "'"))


def _pair(key: str, value: str) -> str:
    """`key=value`; a value with blanks or quotes is quoted."""
    plain = value.replace('"', "'")
    return f"{key}={_quoted(plain) if any(map(str.isspace, plain)) else plain}"


def _tracks(rules: Ruleset, figure: Figure, template: Template) -> list[str]:
    known = {kind.name: kind for kind in rules.tracks_of(figure) if kind.name not in rules.values.passing}
    pairs: list[str] = []
    for name, track in figure.tracks.items():
        if name not in known or _same(track, template.tracks.get(name)):
            continue
        needs_no_bound = name in template.tracks or track.most is not None or known[name].unbounded
        pairs.append(_pair(name, track_word(track) if needs_no_bound else f"{track.now}/-"))
    return pairs


def track_word(track: Track) -> str:
    """`7` for a track that is full or has no bound, else `3/7`."""
    return str(track.now) if track.most in (None, track.now) else f"{track.now}/{track.most}"


def _same(one: Track, other: Track | None) -> bool:
    return other is not None and (one.now, one.most) == (other.now, other.most)


def _traits(rules: Ruleset, figure: Figure, template: Template) -> list[str]:
    out: list[str] = []
    for kind in rules.traits:
        value = figure.traits.get(kind.name)
        if value is not None and kind.name not in rules.values.passing and value != _usual(kind, template):
            out.append(_pair(typed_key(rules, kind.name, trait_word(value)), trait_word(value)))
    return out


def _usual(kind: AnyTrait, template: Template) -> Value | None:
    """What a new figure has; None where nothing is known of it."""
    return template.traits.get(kind.name, None if kind.optional else kind.default)


def trait_word(value: Value) -> str:
    """A trait as it is typed: `yes`, `red,green`."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(value)
        case _:
            return str(value)


def _things(rules: Ruleset, recruit: Recruit, template: Template) -> list[str]:
    own = f"{recruit.figure.tag}."
    brings = {thing.tag: thing for _, thing in template.things}
    out: list[str] = []
    here: set[str] = set()
    for pile, thing in recruit.things:
        word = thing.tag.removeprefix(own)
        here.add(word)
        fresh = brings.get(word)
        if fresh is None and (said := rules.adding.equipment_words(pile, replace(thing, tag=word))) is not None:
            made = rules.adding.parse_equipment(*said)
            if made is None:
                continue
            fresh = made[1]
            out.append(_pair(*said))
        if fresh is not None:
            out += _left(thing, fresh)
    gone = [tag for tag in brings if tag not in here]
    return [*out, *([_pair(WITHOUT, ",".join(gone))] if gone else [])]


def _left(thing: Thing, fresh: Thing) -> list[str]:
    """What is left of a thing, where that is not what a new one has."""
    return [
        _pair(LEFT, f"{fresh.tag} {name} {track.now}/{track.now if track.most is None else track.most}")
        for name, track in thing.tracks.items()
        if not _same(track, fresh.tracks.get(name))
    ]


def words_to_keep(rules: Ruleset, encounter: Encounter, tag: Tag, name: str) -> str:
    """What is typed after `add` for a fresh figure like this one, called so. Refused if nothing makes one."""
    return words_of(rules, _fresh(rules, encounter, tag), name, rules.adding.shared_words(encounter, tag))


def _fresh(rules: Ruleset, encounter: Encounter, tag: Tag) -> Recruit:
    figure = encounter.figures[tag]
    return fresh_copy(rules, encounter, figure, tag, figure.name)


def from_words(rules: Ruleset, words: str) -> Recruit:
    """The figure that these words after `add` bring. NotUnderstood or Refused if they bring none."""
    kind, _, details = words.partition(" ")
    template = rules.template(kind)
    if template is None:
        raise Refused(f"{rules.title} has no {kind} to add.")
    return recruits(rules, Encounter(system=rules.name), template, read_details(rules, details, template))[0]


def alone(rules: Ruleset, recruit: Recruit) -> Encounter:
    """An encounter with that figure and nobody else, and what lies on it."""
    piles: dict[str, tuple[Tag, ...]] = {}
    for pile, thing in recruit.things:
        piles[pile] = (*piles.get(pile, ()), thing.tag)
    lying = tuple(Condition(id=f"{n}", kind=kind, value=value) for n, (kind, value) in enumerate(recruit.conditions))
    figure = replace(recruit.figure, piles=piles, conditions=lying)
    things = {thing.tag: thing for _, thing in recruit.things}
    return replace(Encounter(system=rules.name), figures={figure.tag: figure}, things=things)


def as_left(rules: Ruleset, encounter: Encounter, tag: Tag, before: str = "") -> str:
    """The words for a figure at the table with all that carries over as it is now, and the rest as it was before; pools
    of the referee's own carry over.

    before: its words so far; empty for a new member, which is fresh but for what carries over.
    """
    base = from_words(rules, before) if before else _fresh(rules, encounter, tag)
    left = _carried(rules, replace(base, conditions=()), encounter, tag)
    return words_of(rules, left, encounter.name(tag))


def as_kept(rules: Ruleset, encounter: Encounter, tag: Tag, words: str) -> str:
    """The words for a figure at the table as it is now, but with all that carries over as in these other words."""
    kept = alone(rules, from_words(rules, words))
    now = _as_recruit(encounter, tag)
    return words_of(rules, _carried(rules, now, kept, next(iter(kept.figures))), encounter.name(tag))


def as_it_is(rules: Ruleset, encounter: Encounter, tag: Tag) -> str:
    """The words for a figure at the table as it is now, but for what passes in a fight."""
    return words_of(rules, _as_recruit(encounter, tag), encounter.name(tag))


def _as_recruit(encounter: Encounter, tag: Tag) -> Recruit:
    figure = encounter.figures[tag].in_own_form()
    things = tuple((pile, encounter.things[each]) for pile, held in figure.piles.items() for each in held)
    return Recruit(figure, things, tuple((each.kind, each.value) for each in figure.conditions))


def _carried(rules: Ruleset, base: Recruit, encounter: Encounter, tag: Tag) -> Recruit:
    """A figure with all that carries over as one of the encounter has it; pools of the referee's own carry over."""
    figure = encounter.figures[tag].in_own_form()
    over = rules.carries_over
    tracks = {name: track for name, track in figure.tracks.items() if rules.keeps_track(name)}
    gone = set(over.tracks) - set(figure.tracks)
    traits = {name: value for name, value in figure.traits.items() if name in over.traits}
    kept = {name: value for name, value in base.figure.traits.items() if name not in over.traits}
    left = {name: track for name, track in base.figure.tracks.items() if name not in gone}
    stands = rules.health_name in over.tracks and figure.standing != AWAY.name
    new = replace(
        base.figure,
        tracks={**left, **tracks},
        traits={**kept, **traits},
        standing=figure.standing if stands else base.figure.standing,
    )
    lying = [(each.kind, each.value) for each in figure.conditions if each.kind in over.conditions]
    others = [each for each in base.conditions if each[0] not in over.conditions]
    things = _carried_things(rules, encounter, figure, base)
    return replace(base, figure=new, things=things, conditions=(*others, *lying))


def _carried_things(
    rules: Ruleset, encounter: Encounter, figure: Figure, base: Recruit
) -> tuple[tuple[str, Thing], ...]:
    """The things that carry over as they are now, and the others as they were; by their tags without the owner's."""
    keeps = rules.carries_over.thing
    was = [(pile, _bare(thing, base.figure.tag)) for pile, thing in base.things if not keeps(pile, thing)]
    held = [(pile, encounter.things[tag]) for pile, tags in figure.piles.items() for tag in tags]
    now = [(pile, _bare(thing, figure.tag)) for pile, thing in held if keeps(pile, thing)]
    return (*was, *now)


def _bare(thing: Thing, owner: Tag) -> Thing:
    return replace(thing, tag=thing.tag.removeprefix(f"{owner}."))


Differences = dict[str, tuple[str, str]]
"""What a figure has by other values than before: `hp` from `12` to `5/12`; an empty one where it has no such thing."""


def changes(rules: Ruleset, before: str, after: str) -> Differences:
    """What is different between two sets of words for one figure. A Problem if they mean none."""
    return _differences(from_words(rules, before), from_words(rules, after))


def carried_changes(rules: Ruleset, before: Encounter, after: Encounter, tag: Tag) -> Differences:
    """What of that which carries over is different for a figure that is in both encounters."""
    base = _as_recruit(before, tag)
    return _differences(_carried(rules, base, before, tag), _carried(rules, base, after, tag))


def _differences(before: Recruit, after: Recruit) -> Differences:
    old, new = _values(before), _values(after)
    keys = dict.fromkeys((*old, *new))
    return {key: (old.get(key, ""), new.get(key, "")) for key in keys if old.get(key) != new.get(key)}


def _values(recruit: Recruit) -> dict[str, str]:
    """All that can be told of a figure, each in a word."""
    figure = recruit.figure
    found = {name: track_word(track) for name, track in figure.tracks.items()}
    found |= {name: trait_word(value) for name, value in figure.traits.items()}
    found |= {"standing": figure.standing} | {name: f"x{value}" for name, value in recruit.conditions}
    for _, thing in recruit.things:
        left = (f"{name} {track_word(track)}" for name, track in thing.tracks.items())
        found[thing.tag.removeprefix(f"{figure.tag}.")] = ", ".join(left) or "yes"
    return found


def table_left(rules: Ruleset, encounter: Encounter) -> tuple[tuple[str, int], ...]:
    """The tracks of the table that carry over, and where they stand."""
    there = encounter.of(TABLE).tracks
    return tuple((name, there[name].now) for name in rules.carries_over.table if name in there)
