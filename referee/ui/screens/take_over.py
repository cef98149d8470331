"""Take-over page: what to do about a save that another program plays."""

from collections.abc import Callable

from referee.store.journal import Journal
from referee.ui.controller.moments import moment
from referee.ui.input.key_actions import key
from referee.ui.screens.ways_page import WaysPage

LOOK_EVERY = 0.1
"""Seconds between looks whether the program has ended."""
PATIENCE = 2.5
"""Seconds after which a program that does not end by itself is ended at once; one that runs has long saved by then."""


class TakeOverPage(WaysPage):
    """Three ways on, with who plays it and since when nothing was done."""

    def __init__(self, journal: Journal, then: Callable[[bool], None]) -> None:
        super().__init__()
        self.journal = journal
        self.then = then
        """Opens it for play; True: from the program that has it."""
        self.ending = False
        """That program was told to end."""
        self._waited = 0.0
        self.heading = f"TAKE OVER · {journal.name}"

    def fill(self) -> None:
        player, last = self.journal.player(), self.journal.last
        self.note = f"The encounter is being played by {player.told if player else 'another program'}."
        self.note += f" The last command was at {moment(last.when)}." if last is not None else ""
        super().fill()

    def follow(self) -> None:
        self.fill()
        self.show()

    @key("w", "escape", "q", "ctrl+c", hint="watch", help="Leave it to that program and watch, read-only.")
    def leave(self) -> None:
        super().leave()

    @key(
        "t",
        hint="take over",
        help="Take it over. The other program keeps running, read-only, and saves nothing more.",
    )
    def take(self) -> None:
        self.then(True)

    def already_ending(self) -> str:
        """Why it cannot be ended; empty if it can."""
        return "That program is already closing." if self.ending else ""

    @key(
        "e",
        hint="end it",
        help="End that program, for example if it hangs, and play on from what it saved.",
        bar=already_ending,
    )
    def end_program(self) -> None:
        """Tells the program to end, waits until it has, and ends it at once if it does not."""
        player = self.journal.player()
        if player is None:
            self.then(False)
            return
        player.end()
        self.ending = True
        self.say("Ending that program ...")
        self.set_interval(LOOK_EVERY, self._look)

    def _look(self) -> None:
        """Plays on once that program is gone."""
        player = self.journal.player()
        if not self.takes_keys:
            return
        if player is None:
            self.takes_keys = False
            self.then(False)
            return
        self._waited += LOOK_EVERY
        if self._waited > PATIENCE:
            player.end(at_once=True)
