"""Actions: the verbs that a file makes, each act of its menu among them."""

from referee.engine.verb import Verb
from referee.rules.open_table.game import Game


def verbs(game: Game) -> tuple[Verb, ...]:
    """The verbs of the system."""
    return ()
