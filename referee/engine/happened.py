"""Happened: what all events share."""

from referee.engine.saved_model import SavedModel


class Happened(SavedModel):
    """What happened; which event it is says its `t`, and all events have these fields."""

    cites: tuple[str, ...] = ()
    """The clauses it follows from, as the system's rules.toml numbers them."""
    hand: bool = False
    """Done by the referee's own hand, over the rules."""
