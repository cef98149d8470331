"""Gauges: a figure's tracks as bars with their numbers."""

from referee.engine.contract.kinds import TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Figure
from referee.engine.state.own_values import Track
from referee.ui.drawing.bars import MOST_PIPS, bar, health
from referee.ui.drawing.glyphs import GLYPHS
from referee.words.bearer import number, plain

_SMALL = 12
"""The highest bound of a track that is drawn as a bar beside the health."""


def bar_beside(track: Track | None) -> int:
    """Cells of the bar of a track beside the health, where there is much room; 0 for one that is no small gauge."""
    return 0 if track is None or track.most is None or track.most > _SMALL else max(3, min(5, track.most))


def vital_left(rules: Ruleset, figure: Figure) -> int:
    """How much is left to a figure; below none for unbounded harm."""
    if (found := rules.vital_track(figure)) is None:
        return 0
    kind, track = found
    return (track.most or 0) - track.now if kind.rising else track.now


def vital(rules: Ruleset, figure: Figure, bar_cells: int, lost: int = 0) -> tuple[str, str]:
    """How a figure fares, as a bar and in numbers; harm that is counted up is named."""
    if (found := rules.vital_track(figure)) is None:
        return GLYPHS.none, "text"
    kind, track = found
    extra = _lost_first(rules, figure)
    text, style = gauge(kind, track, bar_cells, lost, extra)
    return f"{text} {kind.label or plain(kind.name)}" if kind.rising else text, style


def _lost_first(rules: Ruleset, figure: Figure) -> int:
    """Points that are lost before its health."""
    return sum([figure.tracks[name].now for name in rules.damage.lost_first if name in figure.tracks])


def gauge(kind: TrackKind, track: Track, cells: int, lost: int = 0, extra: int = 0) -> tuple[str, str]:
    """A track as a bar and its numbers, and the style for how bad that is; without a bound, no bar."""
    drawn, style = gauge_bar(kind, track, cells, lost, extra)
    return f"{drawn} {number(track)}{f' +{extra}' if extra else ''}".strip(), style


def gauge_bar(kind: TrackKind, track: Track, cells: int, lost: int = 0, extra: int = 0) -> tuple[str, str]:
    """The bar of a track, which is what is left, or what has been counted up; none without a bound. Its style, too."""
    if track.most is None:
        return "", "text"
    if kind.rising:
        drawn, left = bar(max(0, track.now - lost), track.most, cells, min(lost, track.now)), track.most - track.now
    else:
        drawn, left = bar(track.now, track.most, cells, lost, extra), track.now
    return drawn, "text" if kind.rising and track.now <= 0 else health(left, track.most)


def health_bar(rules: Ruleset, figure: Figure, cells: int) -> tuple[str, str]:
    """How a figure fares, as a bar alone; empty in a game that counts no health, or has no bound for it."""
    found = rules.vital_track(figure)
    return ("", "text") if found is None else gauge_bar(*found, cells, extra=_lost_first(rules, figure))


def told_gauge(rules: Ruleset, kind: TrackKind, track: Track, cells: int) -> tuple[str, str]:
    """The same among all that is told of a figure: how bad it is shows only on its health and on harm."""
    few = track.most is not None and track.most <= MOST_PIPS
    text, style = gauge(kind, track, track.most if few and track.most else cells)
    return text, style if kind.rising or kind.name == rules.health_name else "text"
