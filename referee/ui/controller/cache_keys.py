"""Cache keys: objects that stay the same while the shown values of figures do."""

from collections.abc import Hashable
from functools import lru_cache
from operator import attrgetter

from referee.engine.state.bearer import TABLE
from referee.engine.state.encounter import Encounter
from referee.ui.controller.view import View


def values_depend_on(view: View) -> object:
    """Cache key for the shown values of figures: the options, as the same object while they are equal."""
    rules = view.rules
    if rules.values.concerns is None and rules.values.effective is None:
        return None
    return _same(frozenset(view.encounter.groups[TABLE].traits.items()))


def how_they_stand(encounter: Encounter) -> object:
    """Which figures there are, and how each stands: the same object while they are equal, as after most acts."""
    figures = encounter.figures
    return _same((*figures, *map(attrgetter("standing"), figures.values())))


@lru_cache(maxsize=8)
def _same(value: Hashable) -> object:
    """The first of equal values, for `CachedValue`."""
    return value
