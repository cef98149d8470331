"""Figure health: how a figure fares, as the players may know it."""

from referee.ui.drawing.bars import health
from referee.ui.drawing.text_line import StyledText
from referee.words.health_word import BADLY, DOWN, HURT, UNHURT
from referee.words.public_view import PublicFigure, PublicTrack

_STYLES = {UNHURT: "ok", HURT: "hurt", BADLY: "dying", DOWN: "dead"}


def number(track: PublicTrack) -> str:
    """Where a track stands, and its bound: `4/14`."""
    return str(track.now) if track.most is None else f"{track.now}/{track.most}"


def health_of(figure: PublicFigure) -> StyledText:
    """How it fares in a number or a word, in the style for that."""
    track, style = figure.health, _STYLES.get(figure.state, "text")
    if track is not None and track.most:
        style = health(track.most - track.now if track.rising else track.now, track.most)
    if figure.state == DOWN or track is None:
        return figure.standing if figure.state == DOWN else figure.state, style
    return number(track), style


def bounded(figure: PublicFigure) -> PublicTrack | None:
    """What its bar shows; None if it has none."""
    return figure.health if figure.health is not None and figure.health.most else None
