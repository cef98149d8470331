"""New encounter page: asks for what an encounter begins with."""

from itertools import count
from typing import TYPE_CHECKING

from rich.cells import cached_cell_len as cell_len
from textual import events

from referee import games as systems
from referee.engine.problem import Problem
from referee.rules import registry
from referee.store.save_names import slug_of
from referee.ui.drawing.text_line import Line, cut, fit, line, wrapped
from referee.ui.input.key_actions import key
from referee.ui.input.messages import Opened

if TYPE_CHECKING:
    from referee.store.saves import Saves

from referee.ui.screens.plan_start import PLAN_HELP, PlanPage


def _blurb(game: str) -> str:
    """What a game is, as far as it says so."""
    return systems.load(game).blurb if game in registry.names() else ""


_SHORTEST_BLURB = 20
"""Cells in which some of what a game is can be read."""
FIRST_GAME = "fifth"
"""The game that is proposed where none was used before."""


class NewEncounter(PlanPage):
    """Asks for a name and a game, the one used last first; Esc goes one back."""

    def __init__(self, saves: "Saves", last: str) -> None:
        """last: the game that was played last; empty if none was."""
        super().__init__()
        self.saves = saves
        self.name_typed = ""
        """Empty while it is asked for."""
        self.games: list[tuple[str, str]] = []
        """The word and the title of each game."""
        self._last = last or FIRST_GAME

    @property
    def planned_name(self) -> str:
        return self.name_typed

    def go_to(self, opened: Opened) -> None:
        self.leave()
        super().go_to(opened)

    def fill(self) -> None:
        self.games = sorted(systems.offered(), key=lambda game: self._last not in (game[0], game[1]))
        self.listing.show(len(self.games), self.item, 0)
        self.ask_name("")

    def ask_name(self, text: str) -> None:
        """Asks for the name; a free one is proposed."""
        self.heading, self.name_typed = "New encounter", ""
        self.ask("Name? Type one, or press Enter to keep this one.", self._named, text, "NAME")
        self.field.propose(text or self._free_name())

    def _named(self, name: str) -> None:
        if not name.strip():
            self.ask_name("")
            return
        try:
            self.name_typed = self.saves.free(name)
        except Problem as problem:
            self.say(problem)
            self.ask_name(name)
        else:
            self.heading = f"New encounter · {self.name_typed}"
            self.note = "Which game? Enter begins with an empty table, s with a sample fight"

    def no_game(self) -> str:
        """Why no game can be begun; empty if one can."""
        return "" if self.name_typed else "Type a name first."

    @key("enter", hint="begin", help="Begin an encounter of the chosen game, with an empty table.")
    def begin(self) -> None:
        self._begin(sample=False)

    @key("s", hint="sample", help="Begin the sample fight of the chosen game, ready to play.", bar=no_game)
    def begin_sample(self) -> None:
        self._begin(sample=True)

    def _begin(self, sample: bool) -> None:
        system, _ = self.games[self.listing.at]
        self.go_to(Opened(self.name_typed, system, sample=sample))

    @key("O", hint="plan", help=PLAN_HELP)
    def open_plan(self) -> None:
        super().open_plan()

    def take_key(self, event: events.Key) -> None:
        if event.key != "escape" or (self.wanted is not None and self.name_typed):
            super().take_key(event)
        elif self.name_typed:
            self.ask_name(self.name_typed)
            self.show()
        else:
            self.leave()

    def item(self, n: int, width: int) -> list[Line]:
        """One game, with what it is where there is room: all of it if all games have room, else of the chosen one."""
        word, title = self.games[n]
        widest = max(cell_len(title) for _, title in self.games)
        room = width - widest - 4
        if room < _SHORTEST_BLURB:
            return [line((f" {fit(title, widest)}", "title"))]
        first, *others = wrapped(_blurb(word), room)
        is_tight = sum(len(wrapped(_blurb(game), room)) for game, _ in self.games) > self.listing.size.height
        if others and is_tight and n != self.listing.at:
            others = [cut(" ".join(others), room)]
        rows = [line((f" {fit(title, widest)}", "title"), (f"  {first}", "dim"))]
        return [*rows, *(line((f"{' ' * (widest + 3)}{row}", "dim")) for row in others)]

    def _free_name(self) -> str:
        taken = self.saves.names()
        return next(name for n in count(1) if taken.isdisjoint(((name := f"Encounter {n}").casefold(), slug_of(name))))
