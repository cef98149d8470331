"""Cells of a roster row: what a figure shows in each of them."""

from collections.abc import Sequence

from rich.cells import cached_cell_len as cell_len

from referee.engine.contract.kinds import Column, TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Figure
from referee.engine.state.own_values import Value
from referee.engine.state.tags import slug
from referee.ui.drawing.gauges import bar_beside, gauge, vital
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import cut
from referee.words.bearer import plain, shown

BETWEEN = f" {GLYPHS.dot} "
"""What stands between two conditions."""


def heading(column: Column, cells: int = 99) -> str:
    """What stands above a column, in so many cells: `provisions`, or `prov.` with the point of what is abbreviated."""
    text = column.label or plain(column.name)
    return text if cell_len(text) <= cells else f"{text[: max(1, cells - 1)].rstrip(' .')}."


def cell(rules: Ruleset, figure: Figure, column: Column, bar_cells: int, lost: int = 0) -> tuple[str, str]:
    """What a figure shows in a column, and in which style; a figure without it shows a dash.

    lost: how much of its health went just now.
    """
    if not isinstance(column, TrackKind):
        value = figure.traits.get(column.name, column.default)
        counts = isinstance(value, int) and not isinstance(value, bool) and (column.spare or not column.optional)
        return (GLYPHS.none if value == column.default and not counts else trait(value)), "text"
    if column.name == rules.health_name:
        return vital(rules, figure, bar_cells, lost)
    track = figure.tracks.get(column.name)
    if track is None:
        return GLYPHS.none, "text"
    return gauge(column, track, bar_cells if bar_beside(track) else 0)[0], "text"


def trait(value: Value) -> str:
    """A trait's value, as short as it can be."""
    if isinstance(value, bool):
        return GLYPHS.done if value else GLYPHS.none
    return f"{value:+d}" if isinstance(value, int) and value < 0 else shown(value)


def standing_word(rules: Ruleset, figure: Figure) -> str:
    """How a figure stands, if it is not as it joined: DYING, DEAD; and CONCEALED for one that players do not see."""
    standing = "" if figure.standing == rules.standings[0].name else figure.standing
    hidden = "concealed" if figure.hidden else ""
    return f"{standing} {hidden}".strip().upper()


def fitted(marks: Sequence[str], room: int) -> str:
    """As many of the marks as there is room for, and how many more there are: `stunned 2r · 2 more`."""
    whole = BETWEEN.join(marks)
    if cell_len(whole) <= room:
        return whole
    for count in range(len(marks) - 1, 0, -1):
        text = BETWEEN.join([*marks[:count], f"{len(marks) - count} more"])
        if cell_len(text) <= room:
            return text
    return cut(whole, room)


def is_name(figure: Figure) -> bool:
    """Is its tag but its name?"""
    return slug(figure.name) == figure.tag


def with_tag(figure: Figure) -> str:
    """A figure's name, and its tag where that is another word: `Goblin 1 (g1)`, `Ulf`."""
    return figure.name if is_name(figure) else f"{figure.name} ({figure.tag})"


def abbreviates(tag: str, name: str) -> bool:
    """Are the letters of the tag in the name, in that order?"""
    rest = iter(name.lower())
    return all(letter in rest for letter in tag)
