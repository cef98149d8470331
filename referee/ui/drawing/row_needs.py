"""Needs of a roster row: how many cells each of its parts takes."""

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.engine.contract.kinds import Column, TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Figure
from referee.text.lazy_pattern import pattern
from referee.ui.drawing.gauges import bar_beside
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.roster_cells import BETWEEN, abbreviates, cell, is_name, standing_word
from referee.words.bearer import remarks
from referee.words.conditions import lying_on

SHORTEST_BAR = 3


class Needs(Struct, frozen=True):
    """What the row of a figure needs, in cells. It is the same whatever its tracks stand at, so that nothing moves."""

    tag: int
    tag_says: int
    """0: the tag is the name; 1: it abbreviates it; 2: it is another word."""
    name: int
    rank: bool
    numbers: tuple[int, ...]
    """For each column of the system; 0 where it shows a dash."""
    bars: tuple[int, ...]
    """For each column, the longest bar that makes sense; 0 for none."""
    marks: int
    """Its standing and all of its conditions, in short."""
    first: int
    """The first of these, and how many more there are."""
    lasting: frozenset[str]
    """The letters with which their durations are told."""
    remarks: int
    """The note, and the name by which the players know it."""


def needs(rules: Ruleset, figure: Figure) -> Needs:
    """What a figure needs."""
    words = [word for word in (standing_word(rules, figure), *lying_on(rules, figure)) if word]
    # What is counted of the dying has room with their standing, before any bar.
    together = min(2, max(1, len(words) - len(figure.conditions)))
    lengths = [cell_len(" ".join(words[:together])), *map(cell_len, words[together:])] if words else []
    first = lengths[0] if lengths else 0
    return Needs(
        tag=max(len("tag"), len(figure.tag)),
        tag_says=_tag_says(figure),
        name=cell_len(figure.name),
        rank=rules.descriptions.rank(figure) is not None,
        numbers=tuple(_number_cells(rules, figure, column) for column in rules.columns),
        bars=tuple(_longest_bar(rules, figure, column) for column in rules.columns),
        marks=sum(lengths) + cell_len(BETWEEN) * max(0, len(lengths) - 1),
        first=first + len(f"{BETWEEN}1 more") if len(lengths) > 1 else first,
        lasting=frozenset(found for mark in words for found in _LASTING.findall(mark)),
        remarks=cell_len(BETWEEN.join(remarks(figure))),
    )


def _number_cells(rules: Ruleset, figure: Figure, column: Column) -> int:
    """Cells of what a column shows without a bar, at most; 0 where it shows a dash."""
    text, _ = cell(rules, figure, column, 0)
    if text == GLYPHS.none:
        return 0
    vital = rules.vital_track(figure) if column.name == rules.health_name else None
    track = vital[1] if vital is not None else figure.tracks.get(column.name)
    if track is None or track.most is None:
        return cell_len(text)
    return cell_len(text) + max(0, len(str(track.most)) - len(str(track.now)))


def _tag_says(figure: Figure) -> int:
    """How far its tag is from its name."""
    if is_name(figure):
        return 0
    return 1 if abbreviates(figure.tag, figure.name) else 2


_LASTING = pattern(r" \d+([rt])\b")


def _longest_bar(rules: Ruleset, figure: Figure, column: Column) -> int:
    """The longest bar that makes sense in a column; 0 for none."""
    if not isinstance(column, TrackKind):
        return 0
    if column.name != rules.health_name:
        return bar_beside(figure.tracks.get(column.name))
    vital = rules.vital_track(figure)
    return max(SHORTEST_BAR, vital[1].most) if vital is not None and vital[1].most is not None else 0
