"""A word for the health of a figure: unhurt, hurt, badly hurt, down; and how much it can still bear."""

from referee.engine.contract.kinds import TrackKind
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.engine.verbs.ledger import System

UNHURT, HURT, BADLY, DOWN = "unhurt", "hurt", "badly hurt", "down"


def is_foe(rules: System, figure: Figure) -> bool:
    """Is it of a side that the referee plays?"""
    return figure.side in rules.app_sides


def health_of(rules: System, figure: Figure) -> tuple[TrackKind, Track] | None:
    """What keeps a figure up: its health, or a track that counts harm up to a bound; None if it has neither."""
    return rules.vital_track(figure, bounded=True)


def state_word(rules: System, encounter: Encounter, figure: Figure) -> str:
    """unhurt, hurt (half or more is left), badly hurt, or down; empty for a figure that has no health."""
    found = health_of(rules, figure)
    if not rules.able(encounter, figure.tag):
        return DOWN if found is not None or rules.standings[0].able else ""
    if found is None:
        return ""
    kind, track = found
    left = left_of(kind, track)
    if track.most is None or left >= track.most:
        return UNHURT
    return HURT if left * 2 >= track.most else BADLY if left > 0 else DOWN


def left_of(kind: TrackKind, track: Track) -> int:
    """How much a figure can still bear."""
    return (track.most or 0) - track.now if kind.rising else track.now
