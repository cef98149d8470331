"""Cells: how a figure's values read in the roster."""

from referee.engine.bearer import Figure, Track, Value
from referee.engine.condition import ROUND, Condition
from referee.engine.encounter import Encounter
from referee.engine.kinds import Column, TrackKind
from referee.engine.ruleset import Ruleset
from referee.ui.glyphs import GLYPHS
from referee.ui.text_line import bar, health
from referee.words.condition import ailments, named
from referee.words.name import plain
from referee.words.value import number, shown


def heading(column: Column) -> str:
    """What stands above a column."""
    return column.label or plain(column.name)


def cell(rules: Ruleset, figure: Figure, column: Column, bar_cells: int) -> tuple[str, str]:
    """What a figure shows in a column, and in which style; a figure without it shows a dash."""
    if not isinstance(column, TrackKind):
        value = figure.traits.get(column.name, column.default)
        return (GLYPHS.none if value == column.default else trait(value)), "text"
    if column.name == rules.vital.name:
        return vital(rules, figure, bar_cells)
    track = figure.tracks.get(column.name)
    return (GLYPHS.none if track is None else number(track)), "text"


def vital(rules: Ruleset, figure: Figure, bar_cells: int) -> tuple[str, str]:
    """How a figure fares: what is left to it, as a bar; or the harm that is counted up on it, by its name."""
    for kind in (rules.vital, *(track for track in rules.tracks if track.rising)):
        track = figure.tracks.get(kind.name)
        if track is None:
            continue
        text, style = gauge(kind, track, min(bar_cells, max(3, track.most or 0)))
        return (f"{number(track)} {kind.label or plain(kind.name)}" if kind.rising else text), style
    return GLYPHS.none, "text"


def gauge(kind: TrackKind, track: Track, cells: int) -> tuple[str, str]:
    """A track as a bar of what is left and its numbers, and the style for how bad that is; without a bound, no bar."""
    if track.most is None:
        return number(track), "text"
    left = track.most - track.now if kind.rising else track.now
    return f"{bar(left, track.most, cells)} {number(track)}".strip(), health(left, track.most)


def trait(value: Value) -> str:
    """A trait's value, as short as it can be."""
    if isinstance(value, bool):
        return GLYPHS.done if value else GLYPHS.none
    return f"{value:+d}" if isinstance(value, int) and value < 0 else shown(value)


def conditions(encounter: Encounter, figure: Figure, room: int) -> str:
    """All conditions on a figure with the time they have left, in words where there is room for them."""
    text = f" {GLYPHS.dot} ".join(ailments(encounter, figure))
    if len(text) <= room:
        return text
    short = ((named(there), brief(there, figure.tag)) for there in figure.conditions)
    return ", ".join(f"{name} ({lasts})" if lasts else name for name, lasts in short)


def brief(there: Condition, bearer: str) -> str:
    """The time a condition has left in a few letters: 3r rounds, 2t turns of its bearer, 1t ulf for another's."""
    until = there.until
    if until is None:
        return ""
    if until.of == ROUND:
        return f"{until.left}r"
    if until.of.startswith("phase:"):
        return f"{until.edge} {until.of.removeprefix('phase:')}"
    return f"{until.left}t" if until.of == bearer else f"{until.left}t {until.of}"
