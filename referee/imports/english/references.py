"""References: features that speak of others of the same creature, as those others do it.

A legendary action that makes a tail attack has the numbers of the tail; a charge is its attack with more damage; a
multiattack is patterns of what one action buys.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from referee.imports.described_act import ACTION, BONUS, LEGENDARY, NOTHING, TRAIT, Effect, Feature, called
from referee.imports.english.set_actions import FOLLOWS, QUICK
from referee.imports.found_in_file import SIZES
from referee.imports.record import phrase

_ATTACKS_WITH = phrase(r"\b(?:makes one(?= [\w ]+? attack against\b)|can make one) ([\w ]+?) attack\b")
_CHARGES = phrase(r"\bhits (?:it|a creature) with (?:an?|its|his|her) ([\w ]+?)(?: attack)? on the same turn\b")


_QUICKER = (
    (FOLLOWS, "{has rampaging}", "Only in a turn in which it has felled somebody."),
    (QUICK, "{has quickened}", "Only as long as it is quick."),
)
"""Attacks that another feature lets a creature make as a bonus action, and when."""


def attack_named(text: str, in_a_charge: bool) -> tuple[str, ...]:
    """The attack that an action makes and adds to: `makes one bite attack against a target it is grappling`; or that
    does more after a run: `hits it with a gore attack on the same turn`.
    """
    found = (_CHARGES if in_a_charge else _ATTACKS_WITH).search(" ".join(text.split()))
    return (found[1],) if found else ()


def joined(features: Sequence[Feature]) -> list[Feature]:
    """The features, in which those that refer to others have the effects of these."""
    adding = [_adding(each, features) if each.sort == ACTION and each.refers else each for each in features]
    out: list[Feature] = []
    for each in adding:
        out += _legendary(each, adding) if each.sort == LEGENDARY and each.refers else [each]
    for trait in [each for each in features if each.sort == TRAIT and each.refers]:
        more = list(_charges(trait, features))
        if more:
            out[out.index(trait)] = replace(trait, own=NOTHING, saves=(), refers=(), counts=True)
            out += more
    for feature in features:
        for words, when, why in _QUICKER:
            if (found := words.search(" ".join(feature.text.split()))) and (other := called(found[1], features)):
                name = f"{other.name} ({feature.name.lower()})"
                out.append(replace(other, name=name, sort=BONUS, when=when, why=why, by_hand=""))
    return [_multiattack(each, features) if each.is_multiattack else each for each in out]


def _multiattack(feature: Feature, features: Sequence[Feature]) -> Feature:
    """The multiattack, which the figure has as a value if its text is understood."""
    known, both = bool(patterns(feature.by_hand, features)), _BOTH_HIT.search(" ".join(feature.by_hand.split()))
    if known and both is not None:
        feature = replace(feature, rows=_held_by_both(both))
    return replace(feature, counts=known, by_hand="" if known else feature.by_hand)


def _held_by_both(found: re.Match[str]) -> tuple[str, str]:
    """Whoever is hit twice in a turn is held."""
    larger = SIZES[SIZES.index(found[1].lower()) + 1 :]
    fits = "".join(f" and not {{target.size}} is {size}" for size in larger)
    held = f"{{condition='grappled', escape={{test='escape', values={{dc='{found[2]}'}}}}}}"
    hits = "at='hits attack', of='opponent'"
    return (
        f"{{{hits}, when='{{target has hit_once}}{fits}', brings=[{held}]}}",
        f"{{{hits}, brings=[{{condition='hit_once'}}]}}",
    )


def _legendary(feature: Feature, features: Sequence[Feature]) -> Iterator[Feature]:
    """The legendary action with what the other does; one for each, if it may be several."""
    taken = [each.name for each in features if each.sort != LEGENDARY]
    named = [other for name in feature.refers if (other := called(name, features)) is not None]
    for other in dict.fromkeys(named):
        name = feature.name if len(named) == 1 and feature.name not in taken else f"{other.name} (legendary)"
        by_hand = other.by_hand if len(named) == len(feature.refers) else feature.by_hand
        done = replace(other, name=name, sort=LEGENDARY, cost=feature.cost, limit=feature.limit, by_hand=by_hand)
        yield _telling(done, feature) if feature.own.plays else done
    if not named:
        yield feature


def _telling(done: Feature, feature: Feature) -> Feature:
    """The same, where the legendary action does more by itself: that is told."""
    more = Effect(tell=(feature.text,))
    attack = replace(done.attack, hit=done.attack.hit + more) if done.attack is not None else None
    saves = tuple(replace(save, failure=save.failure + more, success=save.success + more) for save in done.saves)
    return replace(done, attack=attack, saves=saves, by_hand=f"{done.by_hand} {feature.text}".strip())


def _adding(feature: Feature, features: Sequence[Feature]) -> Feature:
    """An action that makes the attack of another, and does more with it."""
    other = called(feature.refers[0], features)
    if other is None or other.attack is None:
        return feature
    attack = replace(other.attack, hit=Effect(other.attack.hit.damage) + feature.own)
    return replace(feature, attack=attack, own=NOTHING, saves=(), refers=())


def _charges(trait: Feature, features: Sequence[Feature]) -> Iterator[Feature]:
    """The attacks that a charge improves, as they are after a run."""
    for name in trait.refers:
        other = called(name, features)
        if other is not None and other.attack is not None:
            hit = other.attack.hit + replace(trait.own, heal="")
            attack = replace(other.attack, hit=replace(hit, tell=other.attack.hit.tell))
            saves = trait.saves or other.saves
            yield replace(other, name=f"{other.name} ({trait.name.lower()})", attack=attack, saves=saves, by_hand="")


# -------------------------------------------------------------------- what one action buys


_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_N = rf"\b({'|'.join(_COUNTS)})\b"
_ITS = r"(?:its|his|her|their|the)\s+"
_NAME = r"([\w' -]+?)"
_END = r"(?=\s*(?:[,.;:)(]|--|$)|\s+(?:and|or|if|in|on|against|instead|\()\b)"
_WITH = phrase(rf"{_N}(?:\s+(?:melee |ranged )?attacks?)?\s+(?:with|to)\s+(?:{_ITS})?{_NAME}(?:\s+attacks?)?{_END}")
_OF = phrase(rf"{_N}\s+((?!melee|ranged)(?:(?!\b(?:or|and)\b)[\w' -])+?)\s+attacks?\b(?!:)")
_USES = phrase(rf"\b(?:uses?|casts?)\s+(?:either )?(?:{_ITS})?{_NAME}(?:\s+(once|twice))?(?:\s+if it can)?{_END}")
_OR_WITH = phrase(rf"^\s+or\s+(?:{_ITS})?{_NAME}{_END}")
_PLAIN = phrase(rf"{_N}\s+(melee |ranged |)attacks?\b")
_LISTED = phrase(r"\s*:\s*\w")
"""Behind `two attacks`: which ones is said next."""
_EITHER = phrase(
    rf"\beither\s+with\s+{_ITS}{_NAME}\s+or\s+{_ITS}{_NAME}{_END}|\b(?:with|,)\s+either (?!with )"
    rf"{_NAME} or {_NAME}{_END}"
)
_ONLY_ONE = phrase(rf"\bonly one of which can be (?:an?|with {_ITS.strip()})\s*{_NAME}(?:\s+attacks?)?{_END}")
_INSTEAD = phrase(
    rf"\bcan (?:use|make)\s+(?:{_ITS}|one |an? )?{_NAME}(?:\s+attacks?)?\s+(?:in place of|instead of)\s+"
    rf"(?:(any) |one |{_ITS})?(?:other |melee |two )*{_NAME}?(?:\s+attacks?)?(?:\s+or\s+(?:{_ITS})?{_NAME})?{_END}"
)
"""Names what may be used, `any` if it may be used for each attack, and in place of which one or two others."""
_APART = phrase(
    r"(?:\.|,|;|--)?\s*\b(?:or(?= (?:it|the [\w ]+?) makes)|alternatively,|or(?= (?:one|two|three|four|five) "
    r"[^.]*?(?:attacks?\b|with))"
    r"|or (?=uses its))|(?<=\.) or\b|(?<=\.) in (?=\w+ form)"
)
_REWORDED = (
    (phrase(r", each of which it can replace with one use of\b"), " or"),
    (
        phrase(r"\breplace one of those attacks with an? ([\w ]+?) attack\b"),
        r"use its \1 in place of one attack",
    ),
    (phrase(r"\b1d(?=4 )"), ""),
    (re.compile(r"\b4 (?=[\w ]+ attacks)"), "four "),
)
"""Other words for the same."""
_HYDRA = "five"
"""Heads that a creature has at first that has as many attacks."""
_HEADS = phrase(r"\bas many ([\w ]+?) attacks as it has heads\b")
HEADS = (
    rf"\bhas {_HYDRA} heads\b.*\btakes (\d+) or more damage in a single turn, one of its "
    r"heads dies\b.*\bgrows two heads for each\b.*\bunless it has taken (\w+) damage\b.*\bregains (\d+) hit points"
)
"""What a creature says that has heads which are cut off, and grow again."""
HEADS_ROWS = ", ".join(
    (
        "{at='joins', when='{heads} = 0', change={heads='+5'}}",
        "{trait={attacks='max(1, {heads})'}}",
        "{on=['save'], gives='advantage', when='{heads} > 1', "
        "if_brings=['charmed', 'frightened', 'stunned', 'blinded', 'deafened', 'unconscious'], "
        "confirm='is it against charm, fear, stunning, blindness, deafness or sleep?'}",
        "{at='turn start', change={cut='empty'}}",
        "{at='turn start', of='others', self={change={cut='empty'}}}",
        "{at='damaged', when='{damage} > 0', change={cut='+{damage}'}}",
        r"{at='damaged', when='{cut} >= \1', limit='turn', change={lost_heads='+1', heads='-1'}}",
        r"{at='damaged', when='{dealt.\2} > 0 and not {has unhealing}', brings=[{condition='unhealing'}]}",
        r"{at='turn end', when='{lost_heads} > 0 and not {has unhealing}', heal='{lost_heads} * 2 * \3', "
        "change={heads='+{lost_heads} * 2'}}",
        "{at='turn end', change={lost_heads='empty'}, lifts=['unhealing']}",
    )
)
"""That as rows: its attacks are as many as its heads."""


_DIFFERENT = phrase(r"\beach (?:one )?with a different weapon\b")
_BOTH_HIT = phrase(
    r"\bIf both attacks hit an? (small|medium|large|huge) or smaller target, the target is grappled "
    r"\(escape DC (\d{1,2})\)"
)
"""A grapple of whoever is hit by both attacks of one action."""


class Part(Struct, frozen=True):
    """So many of an action, or of one of several."""

    count: int
    among: tuple[Feature, ...]


Pattern = tuple[Part, ...]


def patterns(text: str, features: Sequence[Feature]) -> list[Pattern]:
    """What may be done together, as the text says; empty if it is not understood."""
    line = _HEADS.sub(rf"{_HYDRA} \1 attacks", " ".join(text.split()))
    for words, others in _REWORDED:
        line = words.sub(others, line)
    usable = [each for each in features if each.sort == ACTION and each.is_used]
    found: list[Pattern] = []
    for part in _APART.split(line):
        if not part or not part.strip(" ."):
            continue
        if (pattern := tuple(_parts(part, usable))) and pattern not in found:
            found.append(pattern)
    more = (more for pattern in found for more in _instead(line, pattern, usable))
    all_found = dict.fromkeys((*found, *more))
    return [each for pattern in all_found for each in _each_once(pattern)] if _DIFFERENT.search(line) else [*all_found]


def _each_once(pattern: Pattern) -> Iterator[Pattern]:
    """The patterns in which no weapon of a part is used twice."""
    if len(pattern) == 1 and 1 < pattern[0].count <= len(pattern[0].among):
        for chosen in combinations(pattern[0].among, pattern[0].count):
            yield tuple(Part(1, (each,)) for each in chosen)
    else:
        yield pattern


def _parts(text: str, usable: Sequence[Feature]) -> Iterator[Part]:
    """The parts of one pattern, in the order in which they stand there."""
    only, plain = _ONLY_ONE.search(text), _PLAIN.search(text)
    if only and plain and (one := called(only[1], usable)) is not None:
        others = tuple(each for each in usable if each.is_weapon and each is not one)
        yield Part(_COUNTS[plain[1].lower()] - 1, others or (one,))
        yield Part(1, (one, *others))
        return
    rest = _INSTEAD.sub(" ", text)
    found: list[tuple[int, Part]] = []
    for pattern in (_WITH, _OF, _USES):
        for match in pattern.finditer(rest):
            name = match[1] if pattern is _USES else match[2]
            times = match[2] if pattern is _USES else None
            other = _OR_WITH.match(rest[match.end() :])
            among = _all_called((name, other[1] if other else ""), usable)
            if among and not any(at == match.start() for at, _ in found):
                count = (2 if times == "twice" else 1) if pattern is _USES else _COUNTS[match[1].lower()]
                found.append((match.start(), Part(count, tuple(dict.fromkeys(among)))))
    if found:
        yield from (part for _, part in sorted(found, key=lambda each: each[0]))
        return
    if (plain := _PLAIN.search(rest)) is not None and not _LISTED.match(rest, plain.end()):
        either = _EITHER.search(rest)
        named = _all_called(either.groups() if either else (), usable)
        which = plain[2].strip().lower()
        attacks = [(each, each.attack) for each in usable if each.attack is not None]
        among_all = [each for each, attack in attacks if not which or attack.ranged == (which == "ranged")]
        if named or among_all:
            yield Part(_COUNTS[plain[1].lower()], tuple(named or among_all))


def _all_called(names: Iterable[str | None], usable: Sequence[Feature]) -> list[Feature]:
    """The features of these names; names that are empty, or no feature's, are left out."""
    found = (called(name, usable) for name in names if name)
    return [each for each in found if each is not None]


def _instead(text: str, pattern: Pattern, usable: Sequence[Feature]) -> Iterator[Pattern]:
    """The patterns with something in the place of one of the parts: `can use its breath in place of its bite`."""
    for found in _INSTEAD.finditer(text):
        name, is_any, *names = found.groups()
        other = called(name, usable)
        if other is None:
            continue
        if is_any:
            yield tuple(replace(part, among=(*part.among, other)) for part in pattern)
            continue
        replaced = [one for each in names if each and (one := called(each, usable)) is not None]
        for n, part in enumerate(pattern):
            if not replaced or any(each in part.among for each in replaced):
                left = (replace(part, count=part.count - 1),) if part.count > 1 and "two" not in found[0] else ()
                yield (*pattern[:n], *left, Part(1, (other,)), *pattern[n + 1 :])


def multiattack(features: Sequence[Feature]) -> list[Pattern]:
    """What one action of a creature buys; a weapon may be used in any of its ways."""
    said = next((each for each in features if each.is_multiattack and not _counted(each, features)), None)
    found = patterns(said.by_hand, features) if said is not None else []
    weapons = [each for each in joined(features) if each.is_weapon]
    return [
        tuple(replace(part, among=tuple(dict.fromkeys(_ways(part, weapons)))) for part in pattern) for pattern in found
    ]


def _counted(multi: Feature, features: Sequence[Feature]) -> bool:
    """Does it make as many attacks as it has heads, which are counted?"""
    return bool(_HEADS.search(multi.by_hand)) and any(
        re.search(HEADS, " ".join(each.text.split())) for each in features
    )


def _ways(part: Part, weapons: Sequence[Feature]) -> Iterator[Feature]:
    """The features of a part, each with what else the same weapon does: with two hands, after a run."""
    for each in part.among:
        yield each
        yield from (weapon for weapon in weapons if weapon.name.startswith(f"{each.name} ("))
