"""Sorted map from step number to value, with lookup of the last entry at or before a number."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Checkpoints(Generic[T]):
    """Values kept for some step numbers, in their order."""

    def __init__(self) -> None:
        self._places: list[int] = []
        self._kept: dict[int, T] = {}

    def put(self, place: int, kept: T) -> None:
        """Sets the value of a step number."""
        if place not in self._kept:
            self._places.insert(bisect_right(self._places, place), place)
        self._kept[place] = kept

    def at(self, place: int) -> T | None:
        """The value of that step number; None if it has none."""
        return self._kept.get(place)

    def before(self, place: int) -> int:
        """The last step number with a value at or before this one; -1 if there is none."""
        found = bisect_right(self._places, place)
        return self._places[found - 1] if found else -1

    def cut(self, place: int) -> None:
        """Drops the values of all later step numbers."""
        keep = bisect_right(self._places, place)
        for gone in self._places[keep:]:
            del self._kept[gone]
        del self._places[keep:]

    def __iter__(self) -> Iterator[tuple[int, T]]:
        return iter([(place, self._kept[place]) for place in self._places])

    def __len__(self) -> int:
        return len(self._places)
