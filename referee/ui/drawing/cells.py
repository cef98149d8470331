"""Cells: how a figure's values read in the roster."""

from collections.abc import Sequence

from rich.cells import cell_len

from referee.engine.contract.kinds import Column, TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import ROUND, Condition, Figure, Track, Value
from referee.engine.state.encounter import Encounter
from referee.ui.drawing.text_line import GLYPHS, bar, cut, health
from referee.words.bearer import ailments, named, number, plain, shown

BETWEEN = f" {GLYPHS.dot} "
"""What stands between two conditions."""
FULL_BAR = 10
"""Cells of the longest bar; with it, small tracks beside the health have bars, too."""
_SMALL = 12
"""The highest bound of a track that is drawn as a bar beside the health."""


def heading(column: Column) -> str:
    """What stands above a column."""
    return column.label or plain(column.name)


def cell(rules: Ruleset, figure: Figure, column: Column, bar_cells: int, lost: int = 0) -> tuple[str, str]:
    """What a figure shows in a column, and in which style; a figure without it shows a dash.

    lost: how much of its health went just now.
    """
    if not isinstance(column, TrackKind):
        value = figure.traits.get(column.name, column.default)
        counts = isinstance(value, int) and not isinstance(value, bool) and not column.optional
        return (GLYPHS.none if value == column.default and not counts else trait(value)), "text"
    if column.name == rules.health_name:
        return vital(rules, figure, bar_cells, lost)
    track = figure.tracks.get(column.name)
    if track is None:
        return GLYPHS.none, "text"
    return gauge(column, track, bar_cells if bar_beside(track) else 0)[0], "text"


def bar_beside(track: Track | None) -> int:
    """Cells of the bar of a track beside the health, where there is much room; 0 for one that is no small gauge."""
    return 0 if track is None or track.most is None or track.most > _SMALL else max(3, min(5, track.most))


def vital_left(rules: Ruleset, figure: Figure) -> int:
    """How much is left to a figure; below none for unbounded harm."""
    found = rules.vital_track(figure)
    if found is None:
        return 0
    kind, track = found
    return (track.most or 0) - track.now if kind.rising else track.now


def vital(rules: Ruleset, figure: Figure, bar_cells: int, lost: int = 0) -> tuple[str, str]:
    """How a figure fares, as a bar and in numbers; harm that is counted up is named."""
    found = rules.vital_track(figure)
    if found is None:
        return GLYPHS.none, "text"
    kind, track = found
    extra = _temporary(rules, figure)
    text, style = gauge(kind, track, bar_cells, lost, extra)
    return f"{text} {kind.label or plain(kind.name)}" if kind.rising else text, style


def _temporary(rules: Ruleset, figure: Figure) -> int:
    """Points that are lost before its health."""
    track = figure.tracks.get(rules.temporary_track.name) if rules.temporary_track else None
    return 0 if track is None else track.now


def gauge(kind: TrackKind, track: Track, cells: int, lost: int = 0, extra: int = 0) -> tuple[str, str]:
    """A track as a bar and its numbers, and the style for how bad that is; without a bound, no bar.

    The bar is what is left, or what has been counted up.
    """
    more = f" +{extra}" if extra else ""
    if track.most is None:
        return number(track) + more, "text"
    if kind.rising:
        drawn, left = bar(max(0, track.now - lost), track.most, cells, min(lost, track.now)), track.most - track.now
    else:
        drawn, left = bar(track.now, track.most, cells, lost, extra), track.now
    return f"{drawn} {number(track)}{more}".strip(), health(left, track.most)


def told_gauge(rules: Ruleset, figure: Figure, kind: TrackKind, track: Track, cells: int) -> tuple[str, str]:
    """The same among all that is told of a figure: how bad it is shows only on its health and on harm."""
    text, style = gauge(kind, track, cells)
    return text, style if kind.rising or kind.name == rules.health_name else "text"


def trait(value: Value) -> str:
    """A trait's value, as short as it can be."""
    if isinstance(value, bool):
        return GLYPHS.done if value else GLYPHS.none
    return f"{value:+d}" if isinstance(value, int) and value < 0 else shown(value)


def standing_word(rules: Ruleset, figure: Figure) -> str:
    """How a figure stands, if it is not as it joined: DYING, DEAD; and CONCEALED for one that players do not see."""
    words = [] if figure.standing == rules.standings[0].name else [figure.standing]
    return " ".join([*words, *(["concealed"] if figure.hidden else [])]).upper()


def conditions(encounter: Encounter, figure: Figure, room: int) -> str:
    """All conditions on a figure in so many cells: in words where there is room for them, else as marks."""
    text = BETWEEN.join(ailments(encounter, figure))
    return text if cell_len(text) <= room else fitted(marks(figure), room)


def marks(figure: Figure) -> list[str]:
    """Each condition with what is left of it in front, `2r stunned`; what ends first comes first."""
    lying = sorted(figure.conditions, key=lambda lies: (lies.until is None, lies.until.left if lies.until else 0))
    return [f"{brief(condition, figure.tag)} {named(condition)}".strip() for condition in lying]


def fitted(marks: Sequence[str], room: int) -> str:
    """As many of the marks as there is room for, and how many more there are: `2r stunned +2`."""
    for count in range(len(marks), 0, -1):
        more = f" +{len(marks) - count}" if count < len(marks) else ""
        text = BETWEEN.join(marks[:count]) + more
        if cell_len(text) <= room:
            return text
    more = f" +{len(marks) - 1}" if len(marks) > 1 else ""
    return cut(marks[0], room - len(more)) + more if marks and room > len(more) else cut(more.strip(), room)


def brief(condition: Condition, bearer: str) -> str:
    """The time a condition has left: 3r rounds, 2t turns of its bearer, t:ulf or 2t:ulf turns of another."""
    until = condition.until
    if until is None:
        return ""
    if until.of == ROUND:
        return f"{until.left}r"
    if until.phase is not None:
        return f"{until.edge} {until.phase}"
    if until.moment is not None:
        return until.moment
    if until.of == bearer:
        return f"{until.left}t"
    return f"{until.left if until.left > 1 else ''}t:{until.of}"
