"""Figure lines: the figures that the players know of, large enough to be read from across a table."""

from collections.abc import Sequence

from rich.cells import cell_len

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, bar, cut, fit, health, line
from referee.words.public_state import BADLY, DOWN, HURT, UNHURT
from referee.words.public_view import PublicFigure, PublicTrack, PublicView

LONGEST_NAME = 22
WIDE = 120
"""Cells from which on bars are twice as long."""
_STYLES = {UNHURT: "ok", HURT: "hurt", BADLY: "dying", DOWN: "dead"}


def figure_lines(view: PublicView, cells: int, room: int) -> list[Line]:
    """A line for each figure, with a free one between them while there is room; the fallen in one, if need be."""
    up = [figure for figure in view.figures if figure.state != DOWN or not figure.is_foe]
    down = [figure for figure in view.figures if figure not in up]
    name = max((cell_len(figure.name) for figure in view.figures), default=0)
    name = min(name, LONGEST_NAME)
    shown = up if len(up) + bool(down) <= room else up[: max(0, room - bool(down) - 1)]
    lines = [_figure(view, figure, name, cells) for figure in shown]
    if more := len(up) - len(shown):
        lines.append(line((f"   and {more} more", "dim")))
    if down:
        fallen = ", ".join(figure.name for figure in down)
        lines.append(line((" ", "dead"), (cut(f"{GLYPHS.fallen} down: {fallen}", cells - 1), "dead")))
    return _spaced(lines, room)


def _spaced(lines: Sequence[Line], room: int) -> list[Line]:
    """With a free line between any two, where all of them fit."""
    if len(lines) * 2 - 1 > room:
        return list(lines)
    return [each for shown in lines for each in (Line(), shown)][1:]


def _figure(view: PublicView, figure: PublicFigure, name: int, cells: int) -> Line:
    """Whose turn it is, who it is, how it fares, and what lies on it with what is left of that."""
    acts = figure.name == view.turn
    style = "dead" if figure.state == DOWN else "turn" if acts else "side2" if figure.is_foe else "title"
    words: list[StyledText] = [
        (f" {GLYPHS.turn if acts else ' '} ", "turn"),
        (f"{fit(figure.name, name)}  ", style),
        *_state(figure, 12 if cells < WIDE else 24),
        *((f"{track.name} {_number(track)}  ", "dim") for track in figure.tracks if track.most),
    ]
    room = cells - sum(cell_len(text) for text, _ in words)
    lying = ", ".join(f"{each.name} {each.left}".strip() for each in figure.conditions)
    if lying and room < cell_len(lying):  # how long it lasts gives way before what it is
        lying = ", ".join(each.name for each in figure.conditions)
    return line(*words, (cut(lying, room), "condition"))


def _state(figure: PublicFigure, bar_cells: int) -> list[StyledText]:
    """A bar and a number, or a word."""
    track = figure.health
    if track is None or not track.most:
        word = figure.state or ("" if track is None else _number(track))
        return [(fit(word, bar_cells + 8), _STYLES.get(figure.state, "text"))]
    left = track.most - track.now if track.rising else track.now
    style = health(left, track.most)
    word = figure.standing if figure.state == DOWN else _number(track)
    return [(bar(left, track.most, bar_cells), style), (f" {fit(word, 7)}", style)]


def _number(track: PublicTrack) -> str:
    return str(track.now) if track.most is None else f"{track.now}/{track.most}"
