"""Members of a party: a figure as it was left after a fight, in the words that bring it to the next."""

from referee.engine.bearer import TABLE, Figure, Tag, Thing
from referee.engine.encounter import Encounter
from referee.engine.figure_words import track_word, trait_word, words_of
from referee.engine.kinds import AWAY
from referee.engine.number import is_number
from referee.engine.problem import Refused
from referee.engine.recruit import Recruit, fresh_copy, read_details, recruits
from referee.engine.ruleset import Ruleset


def family_name(figure: Figure) -> str:
    """The name of its sort: without the number that tells it from others."""
    family, _, number = figure.name.rpartition(" ")
    return family if family and is_number(number) else figure.name


def words_to_keep(rules: Ruleset, encounter: Encounter, tag: Tag, name: str) -> str:
    """What is typed after `add` for a fresh figure like this one, called so. Refused if nothing makes one."""
    return words_of(rules, _fresh(rules, encounter, tag), name, rules.shared_words(encounter, tag))


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
    """An encounter with that figure and nobody else."""
    piles: dict[str, tuple[Tag, ...]] = {}
    for pile, thing in recruit.things:
        piles[pile] = (*piles.get(pile, ()), thing.tag)
    figure = recruit.figure.model_copy(update={"piles": piles})
    things = {thing.tag: thing for _, thing in recruit.things}
    return Encounter(system=rules.name).model_copy(update={"figures": {figure.tag: figure}, "things": things})


def as_left(rules: Ruleset, encounter: Encounter, tag: Tag, before: str = "") -> str:
    """The words for a figure at the table with all that carries over as it is now, and the rest as it was before.

    before: its words so far; empty for a new member, which is fresh but for what carries over.
    """
    figure = encounter.figures[tag]
    base = from_words(rules, before) if before else _fresh(rules, encounter, tag)
    over = rules.carries_over
    tracks = {name: track for name, track in figure.tracks.items() if name in over.tracks}
    gone = set(over.tracks) - set(figure.tracks)
    traits = {name: value for name, value in figure.traits.items() if name in over.traits}
    kept = {name: value for name, value in base.figure.traits.items() if name not in over.traits}
    left = {name: track for name, track in base.figure.tracks.items() if name not in gone}
    stands = rules.health_name in over.tracks and figure.standing != AWAY.name
    new = base.figure.model_copy(
        update={
            "tracks": {**left, **tracks},
            "traits": {**kept, **traits},
            "standing": figure.standing if stands else base.figure.standing,
        }
    )
    lying = tuple((each.kind, each.value) for each in figure.conditions if each.kind in over.conditions)
    left_over = base._replace(figure=new, things=_things(rules, encounter, figure, base), conditions=lying)
    return words_of(rules, left_over, figure.name)


def _things(rules: Ruleset, encounter: Encounter, figure: Figure, base: Recruit) -> tuple[tuple[str, Thing], ...]:
    """The things that carry over as they are now, and the others as they were; by their tags without the owner's."""
    keeps = rules.carries_over.thing
    was = [(pile, _bare(thing, base.figure.tag)) for pile, thing in base.things if not keeps(pile, thing)]
    held = [(pile, encounter.things[tag]) for pile, tags in figure.piles.items() for tag in tags]
    now = [(pile, _bare(thing, figure.tag)) for pile, thing in held if keeps(pile, thing)]
    return (*was, *now)


def _bare(thing: Thing, owner: Tag) -> Thing:
    return thing.model_copy(update={"tag": thing.tag.removeprefix(f"{owner}.")})


def changes(rules: Ruleset, before: str, after: str) -> list[str]:
    """What is different between two sets of words for one figure: `hp 12 -> 5/12`. A Problem if they mean none."""
    old, new = _values(from_words(rules, before)), _values(from_words(rules, after))
    keys = dict.fromkeys((*old, *new))
    return [f"{key} {old.get(key, '-')} -> {new.get(key, '-')}" for key in keys if old.get(key) != new.get(key)]


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
