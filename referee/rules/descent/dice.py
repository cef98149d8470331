"""The dice of Descent, read from dice.toml, and the symbols that rolled dice show."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from referee.engine.answer import Rolled
from referee.engine.dice import Face, Pool, SymbolDie
from referee.engine.term import Term, Terms

RANGE, DAMAGE, SURGE, MISS, ENHANCEMENT = "range", "damage", "surge", "miss", "enhancement"
BLACK = "black"
"""The power die."""
MOST_POWER = 5
"""Power dice in one attack (DJ-25)."""
LETTERS = {"r": "red", "b": "blue", "w": "white", "g": "green", "y": "yellow", "k": BLACK}
"""How colours are written where space is short."""
_SIGNS = {"X": ((MISS, 1),), "-": (), "+": ((ENHANCEMENT, 1),), "*": ((SURGE, 1),)}


def face(label: str) -> Face:
    """The face that is written so: three digits, X, -, + or *."""
    if label in _SIGNS:
        return Face(label, _SIGNS[label])
    counts = zip((RANGE, DAMAGE, SURGE), map(int, label), strict=True)
    return Face(label, tuple((mark, n) for mark, n in counts if n))


@lru_cache(maxsize=1)
def dice() -> Mapping[str, SymbolDie]:
    """The six dice by their colours."""
    text = files("referee.rules.descent").joinpath("dice.toml").read_text(encoding="utf-8")
    read = (SymbolDie(die["name"], tuple(map(face, die["faces"]))) for die in tomllib.loads(text)["die"])
    return {die.name: die for die in read}


def pools(colours: Sequence[str]) -> tuple[Pool, ...]:
    """The dice of these colours, alike ones together."""
    return tuple(Pool(colour, colours.count(colour), die=dice()[colour]) for colour in dict.fromkeys(colours))


@dataclass(frozen=True)
class RolledDie:
    """One rolled die: its colour and the index of the face it shows."""

    colour: str
    face: int

    @property
    def label(self) -> str:
        """What it shows."""
        return dice()[self.colour].faces[self.face].label

    def count(self, mark: str) -> int:
        """How many of that symbol it shows."""
        return sum(n for name, n in dice()[self.colour].faces[self.face].marks if name == mark)


def rolled_dice(thrown: Iterable[Pool], rolled: Rolled) -> list[RolledDie]:
    """The dice of a throw, one by one."""
    return [RolledDie(pool.name, n) for pool, faces in zip(thrown, rolled.faces, strict=True) for n in faces]


def count_symbol(rolled: Iterable[RolledDie], mark: str) -> int:
    """How many of a symbol these dice show together."""
    return sum(die.count(mark) for die in rolled)


def dice_terms(rolled: Sequence[RolledDie], mark: str) -> Terms:
    """These dice as terms, one for each colour: how many of a symbol they show, and their faces."""
    alike = ([die for die in rolled if die.colour == colour] for colour in dict.fromkeys(die.colour for die in rolled))
    return tuple(Term(of[0].colour, count_symbol(of, mark), tuple(die.label for die in of)) for of in alike)


def shown(rolled: Iterable[RolledDie]) -> str:
    """These dice in words: red 131, black +."""
    return ", ".join(f"{die.colour} {die.label}" for die in rolled)
