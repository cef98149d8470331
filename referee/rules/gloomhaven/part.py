"""Parts: the abilities that a card half, a monster's card or an item lists, as one reads them out.

`attack 3 range 4 pierce 1 poison; infuse fire; lost`. On monsters' cards a sign is relative to the
figure: `move -1; attack +1 target 2`.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from referee.engine.number import is_number, read_number, short
from referee.engine.problem import NotUnderstood
from referee.engine.tags import listed
from referee.rules.gloomhaven.elements import ELEMENTS
from referee.rules.gloomhaven.kinds import AILMENTS

COUNTED = ("attack", "move", "heal", "shield", "retaliate", "suffer", "lose", "recover", "loot", "xp", "push", "pull")
"""Abilities that have a number."""
RELATIVE = ("attack", "move")
"""On monsters' cards these may be less or more than the figure's own."""
MOST = 99
MARKS = ("lost", "active")
"""Where the card goes instead of the discard."""
INFLICTED = (*AILMENTS, "bless", "curse")
KINDS = (*COUNTED, *INFLICTED, "infuse", "consume", "summon", "text", *MARKS)
NUMBERED = ("range", "target", "pierce", "hp", "attack", "move", "shield")
"""Words after an ability that have a number."""
FLAGS = ("self", "ally", "advantage", "disadvantage")


@dataclass(frozen=True)
class Part:
    """One ability."""

    kind: str
    value: int = 0
    relative: bool = False
    """The value is added to the figure's own."""
    word: str = ""
    """The element, the summon's name, or the text."""
    numbers: dict[str, int] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    inflicts: tuple[str, ...] = ()
    bonus: tuple[tuple[str, int], ...] = ()
    """Elements that may be consumed, each with what it adds to the attack: `fire+2`."""

    def number(self, name: str, default: int = 0) -> int:
        """What stands after `range`, `target` and the like."""
        return self.numbers.get(name, default)


@lru_cache(maxsize=512)
def read_parts(text: str) -> tuple[Part, ...]:
    """All parts of an action, in the order written. NotUnderstood, naming what is not known."""
    return tuple(_read(words) for piece in text.split(";") if (words := piece.split()))


def problem(text: str) -> str | None:
    """Why these words are no action; None if they are."""
    try:
        read_parts(text)
    except NotUnderstood as wrong:
        return str(wrong)
    return None


def _read(words: list[str]) -> Part:
    kind, rest = words[0].lower(), words[1:]
    if kind not in KINDS:
        raise NotUnderstood(f"{short(kind)!r} is no ability; there is {listed(KINDS, 40)}.")
    part = Part(kind)
    if kind == "text":
        return replace(part, word=" ".join(rest))
    if kind in COUNTED:
        if not rest:
            raise NotUnderstood(f"{kind}: a number is expected after it.")
        number = _number(rest[0], kind, least=-MOST if kind in RELATIVE else 1)
        part, rest = replace(part, value=number, relative=kind in RELATIVE and rest[0][0] in "+-"), rest[1:]
    elif kind in ("infuse", "consume"):
        if len(rest) != 1 or rest[0].lower() not in ELEMENTS:
            raise NotUnderstood(f"{kind}: one of {listed(ELEMENTS)} is expected.")
        return replace(part, word=rest[0].lower())
    elif kind == "summon":
        if not rest:
            raise NotUnderstood("summon: a name is expected, such as summon clay-dog hp 4 attack 2.")
        part, rest = replace(part, word=rest[0]), rest[1:]
    return _details(part, rest)


def _details(part: Part, words: list[str]) -> Part:
    """What follows an ability: `range 3 pierce 1 poison fire+1`."""
    while words:
        word, words = words[0].lower(), words[1:]
        element, plus, extra = word.partition("+")
        if word in NUMBERED:
            if not words:
                raise NotUnderstood(f"{word}: a number is expected after it.")
            number = _number(words[0], word, least=1 if word in ("hp", "target") else 0)
            part = replace(part, numbers={**part.numbers, word: number})
            words = words[1:]
        elif word in FLAGS:
            part = replace(part, flags=(*part.flags, word))
        elif word in INFLICTED:
            part = replace(part, inflicts=(*part.inflicts, word))
        elif plus and element in ELEMENTS and is_number(extra):
            part = replace(part, bonus=(*part.bonus, (element, int(extra))))
        else:
            known = listed([*NUMBERED, *FLAGS, *INFLICTED], 40)
            raise NotUnderstood(f"{part.kind}: {short(word)!r} is not known here; {known} are.")
    return part


def _number(word: str, what: str, least: int) -> int:
    """A number of an ability, within what cards can say."""
    number = read_number(word, what)
    if not least <= number <= MOST:
        raise NotUnderstood(f"{what}: a number from {least} to {MOST} is expected, not {number}.")
    return number


def said(part: Part) -> str:
    """A part as it is read out."""
    sign = f"{part.value:+d}" if part.relative else str(part.value)
    if part.kind == "text":
        return part.word
    words = [part.kind, *([sign] if part.kind in COUNTED else []), *([part.word] if part.word else [])]
    words += [f"{name} {number}" for name, number in part.numbers.items()]
    return " ".join((*words, *part.flags, *part.inflicts, *(f"{element}+{n}" for element, n in part.bonus)))
