"""Kept kind: a kind of figure that is written down as words."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct


class KeptKind(Struct, frozen=True):
    """A kind of figure that is written down as words: of the referee's own, or of the catalogue of a game."""

    name: str
    words: str
    """What is typed after `add` for it."""
    note: str = ""
    """What there is to read about it."""
    data: Mapping[str, Any] = MappingProxyType({})
    """What a file said of it, as fields."""
    also: Sequence[str] = ()
    """Other names that mean it after `add`."""

    @property
    def hint(self) -> str:
        """A line by which it is chosen: the first of its note."""
        return self.note.partition("\n")[0] or self.words
