"""Effects: what weapons, monsters and surges can do beyond their dice, as words with a number."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.engine.number import short
from referee.engine.problem import NotUnderstood
from referee.rules.descent.conditions import TOKEN_KINDS
from referee.rules.descent.kinds import LETTERS, dice

NUMBERED = {
    "damage": "DJ-26",
    "range": "DJ-14",
    "pierce": "DJ-60",
    "blast": "DJ-61",
    "aura": "DJ-70",
    "fear": "DJ-71",
    "sorcery": "DJ-74",
}
"""Effects with a number, and their clauses."""
TOKENED = {name: kind.clauses[0] for name, kind in TOKEN_KINDS.items()}
"""Effects that lay tokens; a number says how many."""
PLAIN = {
    "breath": "DJ-62",
    "bolt": "DJ-62",
    "sweep": "DJ-63",
    "poison": "DJ-67",
    "knockback": "DJ-72",
    "undying": "DJ-73",
    "reach": "DJ-75",
    "quick-shot": "DJ-76",
}
"""Effects without a number."""
NOTED = {
    "leech": "wounds it deals heal it",
    "swarm": "more dice for friends beside its target",
    "command": "attacks of its friends nearby are better",
    "ironskin": "some damage and tokens leave it unharmed",
    "sleep": "its target may fall asleep",
    "grapple": "foes beside it cannot move away",
}
"""Abilities that are noted, and left to the referee's hand (DJ-77)."""
ONCE = frozenset({*PLAIN, *(name for name, kind in TOKEN_KINDS.items() if not kind.stacks)})
"""What gains nothing by being triggered again (DJ-21)."""
CLAUSE = {**NUMBERED, **TOKENED, **PLAIN, **dict.fromkeys(NOTED, "DJ-77")}

_WORD = re.compile(r"\+?([0-9]{0,2})\s*([a-z][a-z -]*?)\s*([0-9]{0,2})", re.ASCII)
_COST = re.compile(r"([1-9])\s*[:x]?\s*(\D.*)", re.ASCII)


@dataclass(frozen=True)
class Effect:
    """One effect and how much of it."""

    name: str
    n: int = 1

    def __str__(self) -> str:
        if self.name in ("damage", "range"):
            return f"+{self.n} {self.name}"
        return f"{self.name} {self.n}" if self.name in NUMBERED or self.n > 1 else self.name


def effect(word: str) -> Effect:
    """What a word such as `pierce 2`, `+1 damage` or `sweep` means. NotUnderstood if nothing does."""
    found = _WORD.fullmatch(word.strip().lower())
    name = found[2].replace(" ", "-") if found else ""
    if found is None or name not in CLAUSE or (found[1] and found[3]):
        raise NotUnderstood(f"There is no ability {short(word)!r}; there is {', '.join(CLAUSE)}.")
    return Effect(name, int(found[1] or found[3] or 1))


def effects(words: Iterable[str]) -> tuple[Effect, ...]:
    """What these words mean together."""
    return tuple(map(effect, words))


def total(given: Iterable[Effect], name: str) -> int:
    """How much of an effect these come to."""
    return sum(one.n for one in given if one.name == name)


@dataclass(frozen=True)
class Surge:
    """What a weapon's card sells for surges."""

    cost: int
    effect: Effect


def surge(word: str) -> Surge:
    """What `2 stun` or `1 +1 damage` means on a weapon's card. NotUnderstood if nothing."""
    found = _COST.fullmatch(word.strip())
    if found is None:
        raise NotUnderstood(f"A surge has a cost and an effect, such as 1 pierce 1, not {short(word)!r}.")
    return Surge(int(found[1]), effect(found[2]))


def colours(words: Sequence[str]) -> tuple[str, ...]:
    """The dice that `red,green` or `rg` means. NotUnderstood for what is no colour."""
    out: list[str] = []
    for word in words:
        spelled = [word.lower()] if word.lower() in dice() else [LETTERS.get(letter, "") for letter in word.lower()]
        if not spelled or "" in spelled:
            raise NotUnderstood(f"{short(word)!r} is no die; {', '.join(f'{k} {v}' for k, v in LETTERS.items())} are.")
        out += spelled
    return tuple(out)


def trait_problem(trait: str, value: object) -> str | None:
    """Why a figure's trait cannot have that value; None if it can."""
    words = value if isinstance(value, tuple) else ()
    try:
        match trait:
            case "abilities":
                effects(words)
            case "dice":
                colours(words)
            case "type" if value not in ("melee", "ranged", "magic"):
                return "An attack is melee, ranged or magic."
            case "size" if not re.fullmatch("[1-4]x[1-4]", str(value)):
                return "A size is such as 1x1, 1x2 or 2x2."
    except NotUnderstood as unknown:
        return str(unknown)
    return None
