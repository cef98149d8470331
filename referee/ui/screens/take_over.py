"""The page on taking over an encounter that another program has: take it, end that program first, or look on."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.engine.problem import Problem
from referee.ui.controller.clock import moment
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.key_actions import KeyAction
from referee.ui.screens.list_keys import Back
from referee.ui.screens.page import Page

if TYPE_CHECKING:
    from referee.store.journal import Journal

LOOK_EVERY = 0.1
"""Seconds between looks whether the program has ended."""
PATIENCE = 2.5
"""Seconds after which a program that does not end by itself is ended at once; one that runs has long saved by then."""


class LookOn(Back):
    keys: tuple[str, ...] = ("w", *Back.keys)
    label = "look on"
    help = "Leaves it to that program, and looks on."


class Take(KeyAction["TakeOverPage"]):
    keys = ("t",)
    label = "take over"
    help = "Takes it over and leaves the program alone: it saves nothing from then on, and says so at its next act."
    hinted = True

    def run(self, screen: "TakeOverPage") -> None:
        screen.then(True)


class End(KeyAction["TakeOverPage"]):
    keys = ("e",)
    label = "end it"
    help = "Ends that program, as where it hangs, and plays on from what it has saved."
    hinted = True

    def barred(self, screen: "TakeOverPage") -> str:
        return "It is being ended." if screen.ending else ""

    def run(self, screen: "TakeOverPage") -> None:
        screen.end()


class Choose(KeyAction["TakeOverPage"]):
    keys = ("enter",)
    help = "Does what is chosen."

    def run(self, screen: "TakeOverPage") -> None:
        screen.press(_CHOICES[screen.listing.at].keys[0])


_CHOICES: tuple[KeyAction["TakeOverPage"], ...] = (LookOn(), Take(), End())


class TakeOverPage(Page):
    """Three ways on, with who plays it and since when nothing was done."""

    commands = (*_CHOICES, Choose())

    def __init__(self, journal: "Journal", then: Callable[[bool], None]) -> None:
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
        self.note = f"It is being played by {player.told if player else 'another program'}."
        self.note += f" Nothing was done since {moment(last.when)}." if last is not None else ""
        self.listing.show(len(_CHOICES), self.item)

    def follow(self) -> None:
        self.fill()
        self.show()

    def item(self, n: int, width: int) -> list[Line]:
        """One way on, with its key."""
        first, *rest = wrapped(_CHOICES[n].help, max(1, width - 8))
        return [
            line((f"  {_CHOICES[n].keys[0]}  ", "key"), (first, "text")),
            *(line((f"     {row}", "text")) for row in rest),
        ]

    def end(self) -> None:
        """Tells the program to end, waits until it has, and ends it at once if it does not."""
        player = self.journal.player()
        if player is None:
            self.then(False)
            return
        try:
            player.end()
        except Problem as problem:
            self.say(str(problem), is_error=True)
            return
        self.ending = True
        self.say("It was told to end ...")
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
