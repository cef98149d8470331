"""Shares: which figures take half of some damage, or none."""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.number import short
from referee.engine.problem import NotUnderstood
from referee.engine.tags import find_many


@dataclass(frozen=True)
class Share:
    """Those who take half, those who take none, and why, if the referee says why."""

    half: tuple[Tag, ...] = ()
    none: tuple[Tag, ...] = ()
    why: str = ""

    def less(self, tag: Tag, amount: int) -> int:
        """What that figure is spared of the damage; half of it is rounded down."""
        if tag in self.none:
            return amount
        return amount - amount // 2 if tag in self.half else 0


def read_share(encounter: Encounter, among: Iterable[Tag], text: str) -> Share:
    """`half g2,g4 none g3 because they saved`, in any order, the reason last. NotUnderstood otherwise."""
    said, _, why = (f" {text} ").partition(" because ")
    tags = tuple(among)
    shares: dict[str, tuple[Tag, ...]] = {"half": (), "none": ()}
    words = said.split()
    while words:
        word = words.pop(0).lower()
        if word not in shares:
            raise NotUnderstood(f"`half WHO`, `none WHO` or `because WHY` is expected, not {short(word)!r}.")
        if not words:
            raise NotUnderstood(f"{word}: of those who are hurt, who is it?")
        shares[word] = (*shares[word], *find_many(encounter, tags, words.pop(0)))
    return Share(shares["half"], shares["none"], why.strip())
