"""Read ahead: what typing `add` needs is read while nothing else is done."""

from collections.abc import Iterator

from textual.screen import Screen

from referee.ui.controller.controller import Controller

STEP, PAUSE = 0.004, 0.01
"""Seconds that this works at a time, and between two such times."""


def read_ahead(screen: Screen[None], table: Controller, steps: Iterator[None] | None = None) -> None:
    """Reads what typing `add` needs while nothing else is done: a few ms at a time, so that no key waits for it."""
    from referee.dialogue.completion import go_on, reading_ahead

    left = steps or reading_ahead(table.session)
    if go_on(left, STEP):
        screen.set_timer(PAUSE, lambda: read_ahead(screen, table, left))
