"""Special keys of a figure that comes as it was left: `without=`, `condition=`, `left=`, `standing=`."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from referee.engine.conditions.typed import condition_named
from referee.engine.contract.condition_kind import MOST_OF_A_CONDITION
from referee.engine.contract.ruleset import Ruleset
from referee.engine.numbers import read_number
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Thing
from referee.engine.state.own_values import Track
from referee.text.lazy_pattern import pattern
from referee.text.phrases import listed
from referee.text.quoting import quoted

WITHOUT, CONDITION, LEFT, STANDING = "without", "condition", "left", "standing"
"""`without=rope,dagger` · `condition="exhaustion x2"` · `left="potion uses 1/3"` · `standing=dying`"""
SPECIAL = frozenset({WITHOUT, CONDITION, LEFT, STANDING})
_LEFT = pattern(r"(\S+) ([a-z0-9_.-]+) ([0-9]{1,6})/([0-9]{1,6})", re.ASCII)
"""A thing by its tag without its owner's, a track of it, where that stands and its bound."""
_WITH_VALUE = pattern(r"(.*\S)\s+x([0-9]{1,6})", re.ASCII)
Values = Sequence[tuple[str, str]]


def is_special(rules: Ruleset, key: str) -> bool:
    """True for one of these keys, unless the game has a track or a trait that is called so."""
    return key in SPECIAL and rules.trait(key) is None and rules.track(key) is None


def check_special(rules: Ruleset, key: str, value: str) -> None:
    """NotUnderstood, if one of these keys cannot have that value."""
    if key == STANDING:
        read_standing(rules, value)
    elif key == CONDITION:
        read_condition(rules, value)
    elif key == LEFT and _LEFT.fullmatch(value) is None:
        raise NotUnderstood(f'Type what is left of a thing, for example left="potion uses 1/3", not {quoted(value)}.')


def read_standing(rules: Ruleset, value: str) -> str:
    """How a figure stands. NotUnderstood if the game knows no such standing."""
    known = [standing.name for standing in rules.standings]
    if value.lower() not in known:
        raise NotUnderstood(f"Standing cannot be {quoted(value)}. Choose: {listed(known)}.")
    return value.lower()


def read_condition(rules: Ruleset, text: str) -> tuple[str, int]:
    """`exhaustion x2`: a condition and its value. NotUnderstood if it is no name, or cannot have that value."""
    found = _WITH_VALUE.fullmatch(text)
    name = condition_named(rules, found[1] if found else text)
    if not name:
        raise NotUnderstood(f"Type the name of a condition, not {quoted(text)}.")
    kind = rules.condition(name)
    return name, read_number(found[2], name, 1, kind.maximum if kind else MOST_OF_A_CONDITION) if found else 1


def with_left(outfit: Sequence[tuple[str, Thing]], values: Values) -> list[tuple[str, Thing]]:
    """The last thing of each tag, with what is left of it; without those that a figure comes without."""
    gone = {tag for key, word in values if key == WITHOUT for tag in word.lower().split(",")}
    found = {thing.tag: (pile, thing) for pile, thing in outfit if thing.tag not in gone}
    for said in (_LEFT.fullmatch(word) for key, word in values if key == LEFT):
        if said is not None and said[1] in found:
            pile, thing = found[said[1]]
            track = Track(now=min(int(said[3]), int(said[4])), most=int(said[4]))
            found[said[1]] = pile, replace(thing, tracks={**thing.tracks, said[2]: track})
    return list(found.values())
