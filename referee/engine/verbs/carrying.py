"""Carrying: the weapons, spells and items that the referee gives to figures at the table, and takes from them."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee.engine.contract.kinds import AnyTrait
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import CardsMoved, Event, Joined, TrackBounded, TrackChanged, TraitSet
from referee.engine.figures.add_details import no_such_thing, read_value
from referee.engine.figures.recruit import Recruit
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.engine.state.tags import new_tag, slug
from referee.engine.verbs.ledger import Ledger
from referee.text.quoting import quoted


def is_carried(rules: Ruleset, key: str) -> bool:
    """True if figures are given things by that key, and it is no track or trait."""
    return rules.trait(key) is None and rules.track(key) is None and key in rules.adding.equipment()


def changed_things(rules: Ruleset, encounter: Encounter, tag: Tag, key: str, word: str) -> list[Event]:
    """The events by which `weapon scimitar` gives a figure one, `weapon -scimitar` takes it, `weapon -` all of them.

    A thing takes the place of one that is called so. NotUnderstood if the game has none, or the figure carries none.
    """
    in_own = rules.adding.in_own_keys([(key, word)])
    if (trait := rules.trait(in_own[0][0])) is not None:
        return _changed_words(rules, encounter, tag, trait, key, word)
    if word.startswith("-"):
        return _taken(rules, encounter, tag, key, word)
    gained = [thing for name, each in in_own if (thing := rules.adding.parse_equipment(name, each)) is not None]
    if not gained:
        raise no_such_thing(rules, key, word)
    new = {(pile, thing.name.lower()) for pile, thing in gained}
    held = [(pile, thing) for pile, thing, _ in _held(rules, encounter, tag)]
    there = [(pile, thing) for pile, thing in held if (pile, thing.name.lower()) in new]
    replaced = [CardsMoved(src=(tag, pile), dst=None, cards=(thing.tag,)) for pile, thing in there]
    return [*replaced, *_gained(encounter, tag, gained)]


def _changed_words(rules: Ruleset, encounter: Encounter, tag: Tag, trait: AnyTrait, key: str, word: str) -> list[Event]:
    """The change of a trait that lists the words of what a figure carries."""
    now = trait.of(encounter, tag)
    words = now if isinstance(now, tuple) else ()
    if not word.startswith("-"):
        before = [(trait.name, ",".join(words))] if words else []
        value = read_value(rules, *rules.adding.in_own_keys([*before, (key, word)])[-1])
        return [] if isinstance(value, Track) else [TraitSet(tag=tag, trait=trait.name, value=value)]
    left = tuple(each for each in words if word != "-" and each.lower() != word[1:].lower())
    if len(left) == len(words):
        raise _carries_none(encounter, tag, key, word)
    return [TraitSet(tag=tag, trait=trait.name, value=left or None)]


def _taken(rules: Ruleset, encounter: Encounter, tag: Tag, key: str, word: str) -> list[Event]:
    """Takes the thing that is called so from a figure, or all that a key gives."""
    wanted = slug(word[1:])
    lost: list[Event] = []
    for pile, thing, given in _held(rules, encounter, tag):
        names = (slug(thing.name), slug(thing.tag.removeprefix(f"{tag}.")))
        is_meant = wanted in names if wanted else given == key
        if is_meant:
            lost.append(CardsMoved(src=(tag, pile), dst=None, cards=(thing.tag,)))
    if not lost:
        raise _carries_none(encounter, tag, key, word)
    return lost


def _carries_none(encounter: Encounter, tag: Tag, key: str, word: str) -> NotUnderstood:
    return NotUnderstood(f"{encounter.name(tag)} has no {key}{' ' + quoted(word[1:]) if word[1:] else ''}.")


def _gained(encounter: Encounter, tag: Tag, things: Iterable[tuple[str, Thing]]) -> Iterator[Event]:
    """The events by which things, by their tags without the owner's, come into the piles of a figure."""
    taken = encounter.tags()
    for pile, thing in things:
        named = new_tag(f"{tag}.{thing.tag}"[:38], taken)
        taken.add(named)
        yield Joined(bearer=replace(thing, tag=named))
        yield CardsMoved(src=None, dst=(tag, pile), cards=(named,))


def _held(rules: Ruleset, encounter: Encounter, tag: Tag) -> list[tuple[str, Thing, str]]:
    """What a figure carries that can be given by a key, each with its pile and that key."""
    held: list[tuple[str, Thing, str]] = []
    for pile, tags in encounter.of(tag).piles.items():
        for thing in (encounter.things[each] for each in tags if each in encounter.things):
            bare = replace(thing, tag=thing.tag.removeprefix(f"{tag}."))
            if (said := rules.adding.equipment_words(pile, bare)) is not None:
                held.append((pile, thing, said[0]))
    return held


def carry_only(ledger: Ledger, tag: Tag, recruit: Recruit) -> None:
    """Makes the things of a figure, of those that can be given, the same as a recruit's."""
    wanted = {thing.tag.removeprefix(f"{recruit.figure.tag}."): (pile, thing) for pile, thing in recruit.things}
    for pile, held, _ in _held(ledger.rules, ledger.encounter, tag):
        there, thing = wanted.pop(held.tag.removeprefix(f"{tag}."), (pile, None))
        if thing is None or there != pile:
            ledger.record(
                CardsMoved(src=(tag, pile), dst=(tag, there) if thing is not None else None, cards=(held.tag,))
            )
        if thing is not None:
            for name, track in thing.tracks.items():
                put_track(ledger, held.tag, name, track)
    new = [(pile, replace(thing, tag=bare)) for bare, (pile, thing) in wanted.items()]
    ledger.record(*_gained(ledger.encounter, tag, new))


def put_track(ledger: Ledger, tag: Tag, name: str, wanted: Track) -> None:
    """Sets the value and the bound of a bearer's track to those wanted."""
    there = ledger.encounter.of(tag).tracks.get(name)
    if there is None or (there.most, there.least) != (wanted.most, wanted.least):
        ledger.record(TrackBounded(tag=tag, track=name, most=wanted.most, least=wanted.least))
    if by := wanted.now - ledger.encounter.of(tag).tracks[name].now:
        ledger.record(TrackChanged(tag=tag, track=name, by=by))
