"""New encounters: asked for name, game and start, or begun from a plan; new campaigns, and which one is chosen."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

from rich.cells import cached_cell_len as cell_len
from textual import events

from referee import games as systems
from referee.engine.problem import Problem
from referee.rules import registry
from referee.store.save_names import slug_of
from referee.store.saves import has_library
from referee.store.settings import GUIDE, setting
from referee.ui.drawing.text_line import Line, cut, fit, line, wrapped
from referee.ui.input.key_actions import key
from referee.ui.input.messages import Opened
from referee.ui.screens.page import Page

if TYPE_CHECKING:
    from referee.campaign.plan import Plan
    from referee.store.library_record import KeptCampaign, KeptPlan
    from referee.store.save import Save
    from referee.store.saves import Saves


_GUIDE_KEY = ("g", "plays a guided first fight of two minutes, for newcomers")
_FIRST_KEYS = (
    ("Enter", "plays a sample fight"),
    ("n", "begins an encounter of your own, in the game you choose"),
    ("L", "opens the library of your figures and plans"),
)


def first_keys(found: bool) -> tuple[tuple[str, str], ...]:
    """What an empty shelf offers; with the guided fight until that was seen, or encounters were found."""
    seen = False
    with suppress(Problem):
        seen = bool(setting(GUIDE))
    return _FIRST_KEYS if found or seen else (_GUIDE_KEY, *_FIRST_KEYS)


PLAN_HELP = "Start an encounter from a plan: a text file, or a plan from the library."


class PlanPage(Page):
    """A page from which a plan can be opened."""

    saves: "Saves"

    @property
    def planned_name(self) -> str:
        """What the encounter of a plan is to be called; empty: as the plan is."""
        return ""

    def go_to(self, opened: Opened) -> None:
        """Goes to the encounter that a plan has made."""
        self.hand_over(opened)

    @key("O", label="plan", help=PLAN_HELP)
    def open_plan(self) -> None:
        ask_plan(self, "")


def ask_plan(screen: PlanPage, text: str) -> None:
    """Asks which plan; one that is refused stays there to be corrected."""
    screen.ask(
        "Which plan? Type the path of a file, or a name from the library", lambda said: _open(screen, said), text
    )


def _open(screen: PlanPage, said: str) -> None:
    from referee.campaign.find_plan import plan_called, usual_name

    word = said.strip()
    if not word:
        return
    files = not getattr(screen.app, "shared", False)
    try:
        plan = plan_called(screen.saves, word, files)
        opened = begun(screen.saves, screen.planned_name or usual_name(screen.saves, word), plan)
    except Problem as problem:
        ask_plan(screen, said)
        screen.say(problem)
    else:
        screen.go_to(opened)


def begun(saves: "Saves", name: str, plan: "Plan") -> Opened:
    """Makes an encounter of a plan; the message that opens it. A Problem if it is refused; nothing is made then."""
    from referee.campaign.plan_run import begin

    journal = begin(saves, name, plan)
    journal.close()
    return Opened(journal.folder.name)


def begun_from_library(saves: "Saves", kept: "KeptPlan") -> Opened:
    """As `begun`, from a plan of the library; the encounter is called as the plan, or that with a number behind it."""
    from referee.campaign.plan import kept_plan

    return begun(saves, saves.free_name(kept.name), kept_plan(kept))


def campaigns_in(saves: "Saves") -> "tuple[KeptCampaign, ...]":
    """The campaigns that encounters may belong to; none while the library cannot be read."""
    if not has_library(saves.folder):
        return ()
    from referee.store.library import Library  # late: a shelf without a library need not wait for these
    from referee.store.library_tables import CAMPAIGNS

    try:
        return Library(saves.folder).all(CAMPAIGNS)
    except Problem:
        return ()


def ask_campaign(
    screen: Page,
    of: "KeptCampaign | Save | None",
    there: "Sequence[KeptCampaign]",
    then: Callable[[str, str, str], None],
) -> None:
    """Asks which campaign an encounter is put into, or for the game and the name of a new one.

    of: the encounter; a campaign, of whose game the new one may be. then: takes the name, the game, and the folder of
    the encounter, which is empty if there is none.
    """
    from referee.ui.screens.choices import CampaignChoice, game_choice

    system, slug = (of.system, getattr(of, "slug", "")) if of else (FIRST_GAME, "")

    def named(name: str, system: str = system) -> None:
        if name:
            then(name, system, slug)
        else:
            what = "What is the new campaign called?"
            screen.ask(what, lambda text: then(text.strip(), system, slug) if text.strip() else None)

    ours = [each.name for each in there if each.system == system]
    if not slug:
        _ = screen.app.push_screen(game_choice(system, lambda game: named("", game)))
    elif ours and of:
        _ = screen.app.push_screen(CampaignChoice(f"Which campaign for {of.name}?", ours, named))
    else:
        named("")


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
