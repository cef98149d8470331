"""Checkpoints: places on a tape at which something is kept, found from any place behind them."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Checkpoints(Generic[T]):
    """What is kept at some places, in their order."""

    def __init__(self) -> None:
        self._places: list[int] = []
        self._kept: dict[int, T] = {}

    def put(self, place: int, kept: T) -> None:
        """Keeps something there, in place of what was."""
        if place not in self._kept:
            self._places.insert(bisect_right(self._places, place), place)
        self._kept[place] = kept

    def at(self, place: int) -> T | None:
        """What is kept right there."""
        return self._kept.get(place)

    def before(self, place: int) -> int:
        """The last of them at or before that place; -1 if there is none."""
        found = bisect_right(self._places, place)
        return self._places[found - 1] if found else -1

    def cut(self, place: int) -> None:
        """Drops all behind that place."""
        keep = bisect_right(self._places, place)
        for gone in self._places[keep:]:
            del self._kept[gone]
        del self._places[keep:]

    def __iter__(self) -> Iterator[tuple[int, T]]:
        return iter([(place, self._kept[place]) for place in self._places])

    def __len__(self) -> int:
        return len(self._places)
