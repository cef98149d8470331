"""Sentences of a stat block: how its texts are cut into them, set phrases in other words, and of whom they speak."""

import re
from collections.abc import Collection, Iterator

from msgspec import Struct

from referee.imports.described_act import CONDITION_WORDS, CONDITIONS
from referee.imports.found_in_file import SIZES
from referee.imports.record import phrase

_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,2}|_{1,2}(?!\w)")
_REWORDED = (
    (
        phrase(r"\blose (\d+ \([^)]*\)) hit points at the start of each of its turns due to an? infernal wound"),
        r"be wounded. While wounded, the target takes \1 damage at the start of each of its turns",
    ),
    (phrase(r"\bloses (\d+ \([^)]*\)) hit points\b"), r"takes \1 damage"),
    (phrase(r"\bengulfs an? [^.]*?creature grappled by it\b"), "makes that the creature is engulfed"),
    (phrase(r"\bcontract a disease\b"), "become diseased"),
    (
        phrase(r"\b(each of which can strike a target\b[^.]*\.) A target must"),
        r"\1 Each target must",
    ),
    (phrase(r"\beach target grappled by it takes\b"), "the grappled target takes"),
    (phrase(r"\bit ignites\b"), "it is alight"),
    (phrase(r"\bUntil an? (?:creature|target) takes an action to douse the fire, "), "While alight, "),
    (phrase(r"\bthe \w+ attaches to (?:it|the target)\b(?!['’]s)"), "the target is attached"),
)
"""Other words for what set phrases say."""
_TYPES = (
    *("aberration", "beast", "celestial", "construct", "dragon", "elemental", "fey", "fiend", "giant", "humanoid"),
    *("monstrosity", "ooze", "plant", "undead"),
)
WHO = phrase(
    r"\bif (?:it|the target) is (an? [^,.]*?|(?:small|medium|large|huge) or smaller)"
    r"(?=, | it must| the target must|[.]|$| and the )"
)
AIMED = phrase(
    r", (one (?:willing|prone|\w+ or smaller) creature[^.]*|one (?:target|creature) (?:not )?grappled[^.]*)\."
)
"""At whom alone an attack is aimed."""
_AIMED_AT = phrase(r"^one (?:(prone)|(\w+) or smaller) creature$")
"""Restrictions of AIMED that the game can check itself: prone, or a size."""
LYING = phrase(rf"\bthat ((?:is|has the|isn['’]t|doesn['’]t have the) (?:{CONDITION_WORDS})\b[^.]*)")
"""Behind a save of SRD 5.2: whom it concerns, by what lies on them already."""
INCLUDED = phrase(r"\(included in the attack\)|\bon a hit \(included in the attacks\)")
_SMALLER = phrase(r"\b(small|medium|large|huge) or smaller\b")
_GRAPPLED_BY = phrase(r"\bgrappled by (?:it|the \w+)")
_AT_MOST = phrase(r"\bthat has (\d+) hit points or fewer")
_TYPE = phrase(rf"\b(?:or )?(?:an? )?({'|'.join(_TYPES)})\b")
_ANYTHING = phrase(
    r"\b(?:an? creature|or an?(?= flammable)|an?(?= flammable)"
    r"|flammable object(?: that isn['’]t being worn or carried)?)(?!\w)"
)
_ALREADY = phrase(
    r"\bif the \w+ isn['’]t already (?:grappling|constricting) a creature"
    r"|doesn['’]t have (?:(\w+) )?other creatures? grappled"
)
_ONLY = phrase(
    r"\bother than (?P<not>an? [\w ,]+?)(?=,| must|\.)|\bnon-(?P<non>\w+) creatures?"
    r"|\bthat isn['’]t (?P<isnt>an? \w+)"
)
_BEARING = phrase(
    rf"\b(?:one|each|another) ({CONDITION_WORDS}) creature\b"
    r"|\bcreatures? (charmed|frightened|grappled|swallowed) by (?:it|the [\w-]+)\b(?! or)"
)
_HELD = phrase(r"\bagainst an? (?:(\w+) or smaller )?(?:target|creature) it is grappling\b")
_OF_KIND = phrase(r"\b(?:targets one|^one) (humanoid)(?: or (beast))?\b")
_NOT_UNDEAD = phrase(r"\beach non-undead creature\b")
_SENSES = (
    (phrase(r"\b(?:that|who|and) can hear\b|\bable to hear\b"), "{target has deafened}"),
    (phrase(r"\b(?:that|who) can see\b|\bable to see\b"), "{target has blinded}"),
)
"""Powers that must be heard or seen, each with the comparison that makes a target safe."""
_AT_0 = phrase(r"\bcreature (?:[^.]|ft\.){0,60}\bthat has 0 hit points")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\d(])(?!\d)|\n+|(?<=[.!?])\s+(?=(?:Failure|Success|Hit)\b)")
_FEET = re.compile(r"\bft\.(?!\s*$)(?=\s+[a-z(\d]|,|-|\.)|\bft\.\.")


_ONE = phrase(r"\b(?:one|the|a|another) (?:\w+ )?(?:creature|target|humanoid)\b|\btargets one\b|\btouches\b")
_AREA = phrase(r"\b(?:each|any|every|all) (?:[\w-]+ ){0,3}?(?:creatures?|targets?|humanoids?|of those)\b")
_CHOICE = phrase(r"of (?:its|his|her|their|the [\w ]+?['’]s) choice|\bhostile\b")


class Said(Struct):
    """A text of which one set phrase after the other is taken out."""

    left: str

    def take(self, phrase: re.Pattern[str]) -> re.Match[str] | None:
        """The first place where the phrase stands; it is taken out everywhere."""
        found = phrase.search(self.left)
        self.left = phrase.sub(" ", self.left) if found else self.left
        return found


NO_MATTER = phrase(
    r"(?:^\s*against [\w ]+?(?= or |[.,]|$)|\b(?:(?<!escape )DC \d+|makes one [\w ]+ attack against [^.]*"
    r"|if the attack hits|takes the \w+['’]s damage"
    r"|saving throws?|half as much damage|half damage|on a (?:failed|successful) (?:save|one)"
    r"|immune to (?:all )?(?:the |this )?[\w' ’-]+ for the next 24 hours|ending the \w+ (?:condition )?on itself"
    r"|ends? (?:for|on) (?:it|itself|the \w+)|the effect ends|without provoking opportunity attacks"
    r"|can then (?:fly|move)[^.]*|can['’]t breathe|total cover against [^.,]*"
    r"|(?:take|use) either an action or a bonus action[^.]*|(?:this|the) reduction lasts[^.]*"
    r"|the target dies if this [^.]*maximum to 0|begins to turn to stone"
    r"|can['’]t (?:bite|constrict|attack|smother|use its \w+|grapple|make \w+ attacks) [\w ]*"
    r"(?:another|other) targets?))"
)
_MATTERS = phrase(
    rf"\b(?:damage|hit points?|attack rolls?|AC|armou?r class|{CONDITION_WORDS}|dies?|dead|killed|destroyed|reactions?"
    r"|bonus action"
    r"|advantage|disadvantage|speed|can['’]t|immune|immunity|scores?|resistance|vulnerab\w+|swallowed|engulfed|cursed?|diseased?"
    r"|pushed|pulled|thrown|flung|attack(?:s|ing)?|hits?|exhaustion|maximum|ages|possessed|charm|control|d20|d6)\b"
)
_CHECKS = phrase(
    r"\b(?:dis)?advantage on (?:(?!saving|attack)[\w ,()])*?checks?\b(?:(?! and )[^.])*"
    r"|\bDC \d+ \w+ (?:\(\w+\) )?checks?\b|\bhold its breath\b[^.]*"
    r"|\bchecks? (?:made )?[^.]*|\bbright light\b[^.]*|\bdim light\b[^.]*|\blong jump\b[^.]*"
)
"""Checks that are not rolled in a fight, light, jumps."""


def reworded(text: str) -> str:
    """The text without marks of emphasis, its set phrases in the words that are read."""
    plain = _EMPHASIS.sub("", text)
    for words, others in _REWORDED:
        plain = words.sub(others, plain)
    return plain


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, each in one line."""
    for line in text.splitlines():
        for sentence in _SENTENCE.split(_FEET.sub("ft", line)):
            if plain := " ".join(sentence.split()):
                yield plain


def only(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """To whom alone it may happen: comparisons of a system file, and what none of them says, in words."""
    when: list[str] = []
    words: list[str] = []
    for found in WHO.finditer(text):
        said = Said(found[1])
        if smaller := said.take(_SMALLER):
            above = SIZES[SIZES.index(smaller[1].lower()) + 1 :]
            when += [f"not {{target.size}} is {size}" for size in above]
        when += ["{target has grappled}"] if said.take(_GRAPPLED_BY) else []
        when += [f"{{target.hp}} <= {most[1]}"] if (most := said.take(_AT_MOST)) else []
        among, _, than = said.left.partition("other than")
        when += [f"not {{target.type}} is {kind.lower()}" for kind in _TYPE.findall(than)]
        for left, is_not in ((among, ""), (_TYPE.sub(" ", than), "not ")):
            if left := " ".join(_ANYTHING.sub(" ", " ".join(left.split())).split()):
                words.append(f"only if it is {is_not}{left.removeprefix('or ')}")
    if held := _ALREADY.search(text):
        when.append("not {target has grappled}")
        words.append(f"grappled only if it holds {f'fewer than {held[1]} others' if held[1] else 'nobody else'}")
    for found in _ONLY.finditer(WHO.sub(" ", text)):
        is_not = found["not"] or found["non"] or found["isnt"]
        if kind := _TYPE.fullmatch(is_not):
            when.append(f"not {{target.type}} is {kind[1].lower()}")
        else:
            words.append(f"only if it is not {is_not}")
    return tuple(when), tuple(words)


def aimed_only(text: str, brought: Collection[str]) -> dict[str, str | list[str]]:
    """What has to hold of whom a power is aimed at, and the sentence where it does not, as keys of a system file; empty
    where anybody will do.

    brought: the conditions that its creature brings; who has another one is known to the referee alone.
    """
    found = _BEARING.search(text)
    if found and (condition := CONDITIONS[(found[1] or found[2]).lower()]) in brought:
        return {"when": f"{{target has {condition}}}", "why": f"Only somebody {condition} can be chosen."}
    if _AT_0.search(text):
        return {"when": "{target.hp} <= 0", "why": "Only somebody at 0 HP can be chosen."}
    if kinds := _OF_KIND.search(text):
        named = [kind.lower() for kind in kinds.groups() if kind]
        others = " and ".join(("{target.type}", *(f"not {{target.type}} is {kind}" for kind in named)))
        return {"unless": others, "why": f"Only a {' or a '.join(named)} can be chosen."}
    spared = ["{target.type} is undead"] if _NOT_UNDEAD.search(text) else []
    spared += [lacks for words, lacks in _SENSES if words.search(text)]
    return {"unless": spared} if spared else {}


def held_only(text: str, brought: Collection[str]) -> dict[str, str | list[str]]:
    """Keys of a system file that restrict the targets of an attack to prone, grappled or small creatures.

    Empty if the attack may be made against anybody.
    """
    if (aimed := AIMED.search(text)) and (whom := _AIMED_AT.search(aimed[1])):
        if whom[1]:
            return {"when": "{target has prone}", "why": "Only somebody prone can be chosen."}
        return {"unless": _larger(whom[2]), "why": f"Only somebody {whom[2]} or smaller can be chosen."}
    found = _HELD.search(text)
    if found is None or "grappled" not in brought:
        return {}
    smaller = f" and {found[1]} or smaller" if found[1] else ""
    return {
        "when": "{target has grappled}",
        "unless": _larger(found[1]) if found[1] else [],
        "why": f"Only somebody grappled{smaller} can be chosen.",
    }


def aimed_in_words(text: str) -> list[str]:
    """At whom alone an attack is aimed, where no key of a system file says it."""
    return [whom for whom in AIMED.findall(text) if not _AIMED_AT.search(whom)]


def _larger(size: str) -> list[str]:
    """Comparisons of those who are larger than so."""
    return [f"{{target.size}} is {each}" for each in SIZES[SIZES.index(size.lower()) + 1 :]]


def aim(sentence: str) -> tuple[bool, bool]:
    """Of whom a sentence speaks: of one figure, and of those that are chosen; else of all there are, friends too."""
    one = not _AREA.search(sentence) and bool(_ONE.search(sentence))
    return one, one or bool(_CHOICE.search(sentence))


def matters(text: str) -> bool:
    """True if it has anything that matters in a fight."""
    return bool(_MATTERS.search(NO_MATTER.sub(" ", _CHECKS.sub(" ", text))))
