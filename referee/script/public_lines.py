"""Public lines: what the players may know of a table, a fact a line, for those who print it."""

from collections.abc import Iterator

from referee.words.public_view import PublicFigure, PublicSlot, PublicTrack, PublicView


def public_lines(view: PublicView) -> Iterator[str]:
    """Where the fight is, the order, the figures, and what came of the last act."""
    when = f"round {view.round}" if view.round else "before the first round"
    turn = f"{view.turn} is taking its turn" if view.turn else "nobody's turn"
    yield f"{view.name} ({view.game}): {when}{f', {view.phase}' if view.phase else ''}, {turn}"
    if view.over:
        yield f"over: {view.over}"
    if view.order:
        yield "order: " + ", ".join(map(slot_words, view.order))
    for figure in view.figures:
        yield f"{figure.name} ({figure.tag}): {', '.join(figure_words(figure))}"
    yield from (f"last: {line}" for line in view.outcome[:1])
    yield from view.outcome[1:]


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
