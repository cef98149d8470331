"""Weapons, spells, items: what the referee gives to figures that are at the table, and takes from them."""

from typing import NamedTuple

from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import CardsMoved, TrackBounded, TrackChanged, TraitSet
from referee.engine.figures.recruit import Recruit, read_value
from referee.engine.number import short
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Tag, Thing, Track, Value
from referee.engine.state.encounter import Encounter
from referee.engine.state.tags import listed, numbered, slug
from referee.engine.verbs.ledger import Ledger


class ThingsChanged(NamedTuple):
    """What a figure gains and loses: things, each with its pile, or a value of a trait that names them."""

    gained: tuple[tuple[str, Thing], ...] = ()
    """By their tags without the owner's."""
    lost: tuple[tuple[str, Thing], ...] = ()
    trait: str = ""
    value: Value | None = None


def is_carried(rules: Ruleset, key: str) -> bool:
    """True if figures are given things by that key, and it is no track or trait."""
    return rules.trait(key) is None and rules.track(key) is None and key in rules.equipment()


def changed_things(rules: Ruleset, encounter: Encounter, tag: Tag, key: str, word: str) -> ThingsChanged:
    """What `weapon scimitar` gives a figure, `weapon -scimitar` takes from it, and `weapon -` takes of that sort.

    A thing takes the place of one that is called so. NotUnderstood if the game has none, or the figure carries none.
    """
    in_own = rules.in_own_keys([(key, word)])
    if (trait := rules.trait(in_own[0][0])) is not None:
        now = trait.of(encounter, tag)
        return _in_trait(rules, in_own[0][0], now if isinstance(now, tuple) else (), key, word)
    piles = encounter.of(tag).piles.items()
    held = [(pile, encounter.things[each]) for pile, there in piles for each in there]
    if word.startswith("-"):
        lost = tuple((pile, thing) for pile, thing in held if _is_meant(rules, tag, pile, thing, key, word[1:]))
        if not lost:
            raise NotUnderstood(f"{encounter.name(tag)} carries no {' '.join((key, short(word[1:]))).strip()}.")
        return ThingsChanged(lost=lost)
    gained = tuple(thing for name, each in in_own if (thing := rules.parse_equipment(name, each)) is not None)
    if not gained:
        known = listed([*rules.equipment()[key]], 40)
        raise NotUnderstood(f"{rules.title} knows no {key} {short(word)!r}; it knows {known}.")
    names = {thing.name.lower() for _, thing in gained}
    return ThingsChanged(gained, tuple((pile, thing) for pile, thing in held if thing.name.lower() in names))


def _in_trait(rules: Ruleset, trait: str, now: tuple[str, ...], key: str, word: str) -> ThingsChanged:
    """The same where a game keeps things as the words of a trait."""
    if not word.startswith("-"):
        before = [(trait, ",".join(now))] if now else []
        value = read_value(rules, *rules.in_own_keys([*before, (key, word)])[-1])
        return ThingsChanged(trait=trait, value=None if isinstance(value, Track) else value)
    left = tuple(each for each in now if word != "-" and each.lower() != word[1:].lower())
    if len(left) == len(now):
        raise NotUnderstood(f"It carries no {' '.join((key, short(word[1:]))).strip()}.")
    return ThingsChanged(trait=trait, value=left or None)


def _is_meant(rules: Ruleset, tag: Tag, pile: str, thing: Thing, key: str, name: str) -> bool:
    """True if a thing that a figure carries is called so; without a name, if that key gives it."""
    bare = thing.tag.removeprefix(f"{tag}.")
    said = rules.equipment_words(pile, thing.model_copy(update={"tag": bare}))
    return said is not None and (slug(name) in (slug(bare), slug(thing.name)) if name else said[0] == key)


def carry(ledger: Ledger, tag: Tag, key: str, word: str) -> None:
    """A figure is given a thing, or loses one."""
    changed = changed_things(ledger.rules, ledger.encounter, tag, key, word)
    if changed.trait:
        ledger.record(TraitSet(tag=tag, trait=changed.trait, value=changed.value))
    for pile, thing in changed.lost:
        ledger.record(CardsMoved(src=(tag, pile), dst=None, cards=(thing.tag,)))
    for pile, thing in changed.gained:
        _gain(ledger, tag, pile, thing)


def _gain(ledger: Ledger, tag: Tag, pile: str, thing: Thing) -> None:
    """A thing, by its tag without the owner's, comes into a pile of a figure."""
    stem, encounter = f"{tag}.{thing.tag}"[:38], ledger.encounter
    taken = {*encounter.things, *encounter.figures, *encounter.groups}
    named = numbered(stem, taken) if stem in taken else stem
    ledger.join(thing.model_copy(update={"tag": named}))
    ledger.record(CardsMoved(src=None, dst=(tag, pile), cards=(named,)))


def carry_only(ledger: Ledger, tag: Tag, recruit: Recruit) -> None:
    """A figure has what a recruit brings along, and nothing else."""
    wanted = {thing.tag.removeprefix(f"{recruit.figure.tag}."): (pile, thing) for pile, thing in recruit.things}
    for pile, tags in ledger.encounter.of(tag).piles.items():
        for each in tags:
            there, thing = wanted.pop(each.removeprefix(f"{tag}."), (pile, None))
            if thing is None or there != pile:
                dst = None if thing is None else (tag, there)
                ledger.record(CardsMoved(src=(tag, pile), dst=dst, cards=(each,)))
            for name, track in thing.tracks.items() if thing is not None else ():
                put_track(ledger, each, name, track)
    for bare, (pile, thing) in wanted.items():
        _gain(ledger, tag, pile, thing.model_copy(update={"tag": bare}))


def put_track(ledger: Ledger, tag: Tag, name: str, wanted: Track) -> None:
    """A track of a bearer stands and is bounded as is wanted."""
    there = ledger.encounter.of(tag).tracks.get(name)
    if there is None or (there.most, there.least) != (wanted.most, wanted.least):
        ledger.record(TrackBounded(tag=tag, track=name, most=wanted.most, least=wanted.least))
    if by := wanted.now - ledger.encounter.of(tag).tracks[name].now:
        ledger.record(TrackChanged(tag=tag, track=name, by=by))
