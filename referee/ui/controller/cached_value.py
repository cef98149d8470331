"""Cached value: a value that is worked out anew only when what it is made of changes."""

from collections.abc import Callable
from operator import is_
from typing import Generic, TypeVar

T = TypeVar("T")


class CachedValue(Generic[T]):
    """The value that was worked out last, and what of."""

    def __init__(self) -> None:
        self._known: tuple[tuple[object, ...], T] | None = None

    def of(self, *made_of: object, make: Callable[[], T]) -> T:
        """The value, made anew unless it was made of the same objects. Values that compare equal are not enough."""
        known = self._known
        if known is None or not all(map(is_, known[0], made_of)):
            known = self._known = made_of, make()
        return known[1]
