"""A cached value: one that is worked out again only when something that it is made of is another object."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class CachedValue(Generic[T]):
    """The value that was worked out last, and what of."""

    def __init__(self) -> None:
        self._known: tuple[tuple[object, ...], T] | None = None

    def of(self, *made_of: object, make: Callable[[], T]) -> T:
        """The value, made anew unless it was made of the same objects. Values that compare equal are not enough."""
        known = self._known
        if known is None or any(one is not other for one, other in zip(known[0], made_of, strict=True)):
            known = self._known = made_of, make()
        return known[1]
