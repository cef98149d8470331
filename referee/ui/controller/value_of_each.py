"""Value of each figure, worked out anew only for figures that have changed."""

from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from referee.engine.state.bearer import Figure

T = TypeVar("T")
_MOST_KEPT = 2000
"""Figures of which values are kept; a figure that changes is another one."""


class ValueOfEach(Generic[T]):
    """A value of each figure, worked out anew only for those that have changed."""

    def __init__(self) -> None:
        self._known: dict[int, T] = {}
        """The values, by the identity of the figures."""
        self._figures: list[Figure] = []
        """Those figures, which are kept so that no other has the identity of one of them."""

    def of(self, figures: Collection[Figure], make: Callable[[Figure], T]) -> list[T]:
        """The values of these figures."""
        known, identities = self._known, [*map(id, figures)]
        try:
            return [*map(known.__getitem__, identities)]
        except KeyError:  # one of them at least is another
            if len(self._figures) > _MOST_KEPT:
                known.clear()
                self._figures.clear()
            new = [figure for figure in figures if id(figure) not in known]
            known |= {id(figure): make(figure) for figure in new}
            self._figures += new
        return [*map(known.__getitem__, identities)]
