"""References: features that speak of others of the same creature, as those others do it.

A legendary action that makes a tail attack has the numbers of the tail; a charge is its attack with more damage.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.imports.act import LEGENDARY, NOTHING, TRAIT, Feature, called
from referee.imports.multiattack import patterns

_CHARGES = re.compile(
    r"\bhits (?:it|a creature) with (?:an?|its|his|her) ([\w ]+?)(?: attack)? on the same turn\b", re.I
)


def charged_with(text: str) -> tuple[str, ...]:
    """The attack that does more after a run: `hits it with a gore attack on the same turn`."""
    found = _CHARGES.search(" ".join(text.split()))
    return (found[1],) if found else ()


def joined(features: Sequence[Feature]) -> list[Feature]:
    """The features, those that speak of others with what these do."""
    out: list[Feature] = []
    for each in features:
        out += _legendary(each, features) if each.sort == LEGENDARY and each.refers else [each]
    for trait in [each for each in features if each.sort == TRAIT and each.refers]:
        more = list(_charges(trait, features))
        if more:
            out[out.index(trait)] = replace(trait, own=NOTHING, saves=(), refers=(), counts=True)
            out += more
    return [_multiattack(each, features) if each.is_multiattack else each for each in out]


def _multiattack(feature: Feature, features: Sequence[Feature]) -> Feature:
    """The multiattack, which the figure has as a value if its text is understood."""
    known = bool(patterns(feature.by_hand, features))
    return replace(feature, counts=known, by_hand="" if known else feature.by_hand)


def _legendary(feature: Feature, features: Sequence[Feature]) -> Iterator[Feature]:
    """The legendary action with what the other does; one for each, if it may be several."""
    taken = [each.name for each in features if each.sort != LEGENDARY]
    named = [other for name in feature.refers if (other := called(name, features)) is not None]
    for other in dict.fromkeys(named):
        name = feature.name if len(named) == 1 else f"{feature.name}: {other.name}"
        name = f"{name} (legendary)" if name in taken else name
        by_hand = other.by_hand if len(named) == len(feature.refers) else feature.by_hand
        yield replace(other, name=name, sort=LEGENDARY, cost=feature.cost, limit=None, by_hand=by_hand)
    if not named:
        yield feature


def _charges(trait: Feature, features: Sequence[Feature]) -> Iterator[Feature]:
    """The attacks that a trait of running speaks of, as they are after a run."""
    for name in trait.refers:
        other = called(name, features)
        if other is not None and other.attack is not None:
            hit = other.attack.hit + replace(trait.own, heal="")
            attack = replace(other.attack, hit=replace(hit, tell=other.attack.hit.tell))
            saves = trait.saves or other.saves
            yield replace(other, name=f"{other.name} ({trait.name.lower()})", attack=attack, saves=saves, by_hand="")
