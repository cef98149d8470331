"""Empty library: what its page says where there are no entries."""

from collections.abc import Sequence

from referee.store.library_tables import CONDITIONS, FIGURES, PARTIES, PLANS

SEARCHED = {
    FIGURES.name: "a name, kind or type",
    PARTIES.name: "a name, or somebody in the party",
    CONDITIONS.name: "a name, or what it does",
    PLANS.name: "a name",
}
"""What can be typed to search each table."""
_EMPTY = {
    FIGURES.name: (
        ("Esc", "goes back; in an encounter, L shows the figures of its game"),
        ("keep g1", "typed in an encounter, saves the figure g1 here"),
        ("referee import", "in a shell, brings in figures of other programs"),
    ),
    PARTIES.name: (
        ("n", "makes a new party, in an encounter of its game"),
        ("party save heroes", "typed in an encounter, saves the heroes"),
        ("Tab", "shows the conditions"),
    ),
    CONDITIONS.name: (
        ("n", "makes a new condition, in an encounter of its game"),
        ("keep condition soaked 3r: wet", "typed in an encounter, saves one"),
        ("Tab", "shows the plans"),
    ),
    PLANS.name: (
        ("Tab", "shows the figures"),
        ("O", "on the shelf, starts an encounter from a plan in a file"),
        ("referee help plans", "in a shell, says how a plan is written and kept"),
        ("referee import", "in a shell, brings in encounters of other programs"),
    ),
}
"""What can be done where a table of the library is empty."""
_NOTHING_FOUND = (
    ("Ctrl+U", "clears the search"),
    ("Tab", "goes to parties, conditions and plans"),
    ("Esc", "goes back to the keys"),
)
"""What can be done where no entry has what was typed."""


def empty(kind: str, own: int, of_game: int, game: str) -> tuple[str, Sequence[tuple[str, str]]]:
    """What stands in a list without entries: that there are none of that kind, or none with what was typed; and keys.

    own, of_game: how many there are of the referee's own, and of the game.
    """
    if not own + of_game:
        return f"No {kind} yet", _EMPTY[kind]
    places = (f"your {own} {kind}" if own else "", f"the {of_game} of {game}" if of_game else "")
    return f"Nothing found among {' and '.join(filter(None, places))}", _NOTHING_FOUND
