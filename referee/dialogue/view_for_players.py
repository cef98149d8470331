"""View for players: what they may know of an encounter, in lines."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.engine.record.session import Session
from referee.engine.state.encounter import OVER
from referee.store.journal import Journal
from referee.text.phrases import possessive
from referee.words.bearer import when
from referee.words.public_view import PublicFigure, PublicSlot, PublicTrack, PublicView, public_view

if TYPE_CHECKING:
    pass


def view_for_players(journal: Journal, numbers: bool) -> PublicView:
    """What the players may know of it; `numbers`: with what foes have left, too."""
    from referee import games as systems

    return public_view(Session(systems.rules_for(journal), journal), journal.name, numbers)


def public_lines(view: PublicView) -> Iterator[str]:
    """Where the fight is, the order, the figures, and what came of the last act."""
    yield f"{view.name} ({view.game}): {now(view.round, view.phase, view.turn)}"
    if view.over:
        yield f"over: {view.over}"
    if view.order:
        yield "order: " + ", ".join(map(slot_words, view.order))
    for figure in view.figures:
        yield f"{figure.name} ({figure.tag}): {', '.join(figure_words(figure))}"
    yield from (f"last: {line}" for line in view.outcome[:1])
    yield from view.outcome[1:]


def now(round: int, phase: str, turn: str) -> str:
    """Where the fight is: the round, the phase, and whose turn it is by name."""
    whose = f"{possessive(turn)} turn" if turn else "nobody's turn" if phase != OVER else ""
    return ", ".join(filter(None, (when(round, phase), whose)))


def slot_words(slot: PublicSlot) -> str:
    """A place in the order: who, the word beside it, and how it stands there."""
    state = {"turn": "now", "": ""}.get(slot.state, slot.state)
    return " ".join((slot.name, *([slot.label] if slot.label else []), *([f"({state})"] if state else [])))


def figure_words(figure: PublicFigure) -> Iterator[str]:
    """What there is to say of a figure: its health or how it fares, and what lies on it."""
    if figure.health is None:
        yield figure.state or figure.standing
    else:
        yield track_words(figure.health)
        yield from [figure.state] if figure.state == "down" else []
    yield from map(track_words, figure.tracks)
    for condition in figure.conditions:
        yield f"{condition.name} ({condition.left})" if condition.left else condition.name


def track_words(track: PublicTrack) -> str:
    """A number as it is read: `HP 8/14`."""
    return f"{track.name} {track.now}" + (f"/{track.most}" if track.most is not None else "")
