"""Marks: the figures that the next command is for."""

from collections.abc import Iterable, Mapping, Sequence

from referee.engine.state.bearer import Tag
from referee.text.lazy_pattern import pattern

_NUMBERED = pattern(r"(.*?)([0-9]+)")
_SHORTEST_RANGE = 3
"""Tags in a row that are written as a range."""


class Marks:
    """Who is marked, in the order in which it was done; each whole, or for half of some damage."""

    def __init__(self) -> None:
        self._half: dict[Tag, bool] = {}

    def __bool__(self) -> bool:
        return bool(self._half)

    def __contains__(self, tag: object) -> bool:
        return tag in self._half

    @property
    def now(self) -> Mapping[Tag, bool]:
        """Those marked; True for half."""
        return dict(self._half)

    @property
    def tags(self) -> tuple[Tag, ...]:
        """Those marked, whole or half."""
        return tuple(self._half)

    @property
    def halves(self) -> tuple[Tag, ...]:
        """Those marked for half."""
        return tuple(tag for tag, half in self._half.items() if half)

    def are_in(self, order: str) -> bool:
        """Is a typed order for all of them?"""
        return bool(self) and not {tag_list(self.tags), ",".join(self.tags)}.isdisjoint(order.split())

    def press(self, tags: Iterable[Tag], half: bool = False) -> None:
        """Marks these, whole or for half; takes their marks off if all have one, but half goes before whole."""
        pressed = tuple(tags)
        if all(tag in self._half and (self._half[tag] or not half) for tag in pressed):
            self._half = {tag: kept for tag, kept in self._half.items() if tag not in pressed}
        else:
            self._half |= dict.fromkeys(pressed, half)

    def keep(self, there: Iterable[Tag]) -> None:
        """Takes the marks off all others."""
        kept = frozenset(there)
        self._half = {tag: half for tag, half in self._half.items() if tag in kept}

    def clear(self) -> None:
        """Takes all marks off."""
        self._half = {}


def tag_list(tags: Sequence[Tag]) -> str:
    """These tags as an order takes them: `g1-3,ulf`."""
    words: list[str] = []
    run: list[Tag] = []
    for tag in (*tags, ""):
        if run and not _follows(run[-1], tag):
            words += [f"{run[0]}-{_number(run[-1])}"] if len(run) >= _SHORTEST_RANGE else run
            run = []
        run.append(tag)
    return ",".join(words)


def _follows(one: Tag, other: Tag) -> bool:
    """Has the other the same tag but for its number, which is the next one?"""
    first, second = _NUMBERED.fullmatch(one), _NUMBERED.fullmatch(other)
    return bool(first and second and first[1] == second[1] and second[2] == str(int(first[2]) + 1))


def _number(tag: Tag) -> str:
    found = _NUMBERED.fullmatch(tag)
    return found[2] if found else tag
