"""Shares: which figures take half of some damage, or none."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.number import short
from referee.engine.problem import NotUnderstood
from referee.engine.tags import find, find_many, listed


class Share(NamedTuple):
    """What is said of damage beside its amount: who takes half, who none, of which type it is, from whom and why."""

    half: tuple[Tag, ...] = ()
    none: tuple[Tag, ...] = ()
    why: str = ""
    type: str = ""
    """The type of the damage, if the referee says one."""
    by: Tag | None = None
    """Who did it, if the referee says who."""

    def less(self, tag: Tag, amount: int) -> int:
        """What that figure is spared of the damage; half of it is rounded down."""
        if tag in self.none:
            return amount
        return amount - amount // 2 if tag in self.half else 0


def read_share(encounter: Encounter, among: Iterable[Tag], text: str, types: Sequence[str] = ()) -> Share:
    """`fire half g2,g4 none g3 by ogre because they saved`, in any order, the reason last. NotUnderstood otherwise.

    types: the types of damage of the game.
    """
    said, _, why = (f" {text} ").partition(" because ")
    share, tags = Share(why=why.strip()), tuple(among)
    words = said.split()
    while words:
        word = words.pop(0).lower()
        if found := _types(word, types):
            if share.type:
                raise NotUnderstood(f"The damage is {share.type} or {found}; give each by itself.")
            share = share._replace(type=found)
        elif word not in ("half", "none", "by"):
            raise _unknown(word, types)
        elif not words:
            raise NotUnderstood("by: who did it?" if word == "by" else f"{word}: of those who are hurt, who is it?")
        elif word == "by":
            share = share._replace(by=find(encounter, encounter.figures, words.pop(0)))
        else:
            who = find_many(encounter, tags, words.pop(0))
            half = word == "half"
            share = share._replace(half=(*share.half, *who)) if half else share._replace(none=(*share.none, *who))
    return share


def _types(word: str, types: Sequence[str]) -> str:
    """The type that a word means or, where only one does so, begins; empty for none."""
    begun = [kind for kind in types if kind.startswith(word)]
    return word if word in types else begun[0] if len(begun) == 1 and word not in ("half", "none", "by") else ""


def _unknown(word: str, types: Sequence[str]) -> NotUnderstood:
    kinds = f"a type such as {listed(types, 3)}, " if types else ""
    return NotUnderstood(f"{kinds}`half WHO`, `none WHO`, `by WHO` or `because WHY` is expected, not {short(word)!r}.")
