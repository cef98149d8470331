"""Set actions: what stat blocks let a creature do that is no attack and no save, as keys of a power of a system file.

A creature that hides as a bonus action, grows, or shields another has the same words in every book.
"""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from referee.imports.described_act import NOTHING, Feature
from referee.imports.record import phrase

_BONUS = "{bonus=1}"
_WAYS = {
    "dash": "{tell='dashes'}",
    "disengage": "{brings=[{condition='disengaged'}]}",
    "hide": "{brings=[{condition='hiding'}]}",
}
_WAY_WORDS = phrase(r"\b(Dash|Disengage|Hide)\b")


def _ways(found: re.Match[str]) -> dict[str, str]:
    """One of several things that are done in a bonus action; one alone needs no choice."""
    ways = [word.lower() for word in _WAY_WORDS.findall(found[0])]
    keys = {"cost": _BONUS, "targets": "'self'"}
    if len(ways) == 1:
        return {**keys, "brings": "[{condition='hiding'}]"}
    return {**keys, "choices": "{" + ", ".join(f"{way}={_WAYS[way]}" for way in ways) + "}"}


def _lies(effects: str, lasts: str, more: str = "") -> str:
    return f"[{{condition='enchanted', for='{lasts}', effects=[{effects}]{more}}}]"


_SET: Mapping[str, Mapping[str, str]] = {
    r"^As a bonus action, the [\w ]+ can move up to its speed toward a hostile creature": {
        "cost": _BONUS,
        "targets": "'none'",
        "tell": "'moves up to its speed toward a foe'",
    },
    r"\bmagically gains a \+(\d) bonus to its AC, has advantage on Dexterity saving throws, and can use its": {
        "targets": "'self'",
        "brings": "[{condition='quickened'}]",
    },
    r"\bWhile enlarged, the [\w ]+ is Large, doubles its damage dice on Strength-based weapon attacks": {
        "targets": "'self'",
        "brings": "[{condition='enlarged', for='10 rounds'}]",
    },
    r"\bcan add a d4 to its roll provided it can hear and understand\b": {
        "targets": "'many'",
        "at": "'allies'",
        "brings": _lies(
            "{on=['attack', 'save'], gives='+1d4'}", "10 rounds", ", ends=['by gains incapacitated', 'by leaves']"
        ),
    },
    r"\bThe target gains a \+2 bonus to AC until the end of the [\w ]+['’]s next turn": {
        "at": "'allies'",
        "brings": _lies("{trait={ac='{ac} + 2'}}", "end of by"),
    },
    r"\bmagically animates one or two trees it can see .* only the Slam action option\b": {
        "targets": "'none'",
        "summons": "[{among=['Animated Tree'], count=2}]",
        "brings": "[{condition='summoned', for='open', ends=['by becomes dead']}]",
        "tell": "'stands still after a day, beyond 120 ft, or as its animator ends that with a bonus action'",
    },
}
_PHRASES = tuple((phrase(words), keys) for words, keys in _SET.items())
_BY_SLOT = phrase(
    r"\bexpend a spell slot to cause its melee weapon attacks to magically deal an extra \d+ \((\d)d(\d+)\) (\w+)"
    r" damage\b.*\blasts until the end of the turn\b.*\b2nd level or higher, the extra damage increases by 1d\2 for"
    r" each level above 1st"
)
"""More damage with each hit of a turn, paid for with a spell slot."""


def _smite(found: re.Match[str]) -> dict[str, str]:
    adds = f"({{with.level}} + {int(found[1]) - 1})d{found[2]} {found[3]}"
    hits = f"{{at='hits attack', when='{{with.armed}} and not {{with.ranged}}', adds='{adds}'}}"
    return {
        "cost": _BONUS,
        "level": "1",
        "levels": "['slots']",
        "targets": "'self'",
        "brings": _lies(hits, "this turn"),
    }


_BONUS_WAYS = phrase(
    r"\bcan (?:take the [\w, ]+? action as a bonus action|use a bonus action to take the [\w, ]+? action)\b"
)
FOLLOWS = phrase(
    r"\breduces a creature to 0 hit points with a melee attack on its turn, [\w ]+? can take a bonus action to move up "
    r"to half its speed and make an? ([\w ]+?) attack"
)
"""What a creature may do once it has felled another, with the attack that it makes then."""
QUICK = phrase(r"\bcan use its ([\w ]+?) attack as a bonus action\b")
"""The attack that costs a bonus action for as long as a creature is quick."""


def set_action(feature: Feature) -> Feature | None:
    """The feature as a power whose text is a set phrase; None if it is none."""
    line = " ".join(feature.text.split())
    if feature.attack is not None or feature.saves:
        return None
    if (found := _BONUS_WAYS.search(line)) is not None:
        return _power(feature, _ways(found))
    if (found := _BY_SLOT.search(line)) is not None:
        return _power(feature, _smite(found))
    for words, keys in _PHRASES:
        if words.search(line):
            return _power(feature, keys)
    return None


def _power(feature: Feature, keys: Mapping[str, str]) -> Feature:
    return replace(feature, keys=tuple(keys.items()), own=NOTHING, by_hand="")
