"""The page of a campaign."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress

from referee import games as systems
from referee.campaign.campaign_start import begin_next
from referee.campaign.campaigns import put_in, set_day, take_out, write_down
from referee.campaign.difficulty import difficulty_ahead
from referee.campaign.overview import CampaignFight, CampaignMember, Overview, overview
from referee.dialogue.as_seen import UNREADABLE, seen_encounter
from referee.dialogue.suggestions import load_changes
from referee.engine.problem import Problem
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.library.own_library import session_of
from referee.library.typed_figure import figure_of
from referee.store.library import Library
from referee.store.library_record import CampaignNote, KeptCampaign
from referee.store.library_tables import CAMPAIGNS, PARTIES, PLANS
from referee.store.saves import Saves
from referee.ui.drawing.gauges import health_bar
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.list_columns import Columns, ListColumn, columns_for
from referee.ui.drawing.text_line import Line, cut, line, wrapped
from referee.ui.input.key_actions import key
from referee.ui.input.messages import Opened
from referee.ui.screens.figure_list import figure_list
from referee.ui.screens.split_page import Beside, SplitPage, figure_beside

_STATES = {
    "prepared": ("prepared", "turn"),
    "plan": ("plan", "turn"),
    "begun": ("begun", "asked"),
    "over": ("over", "dim"),
    "unreadable": ("damaged", "error"),
}
"""The word for each state of a fight, and its style."""
Entry = CampaignFight | CampaignMember | CampaignNote
_FIRST_KEYS = (
    ("a", "puts an encounter, a plan or a party of this game into it"),
    ("N", "writes a note"),
    ("Esc", "goes to the shelf, where n makes an encounter"),
    ("party save heroes", "typed in an encounter, saves its heroes as a party"),
)
"""What the page of an empty campaign offers."""


_FIGHTS = (
    ListColumn("name", "fight", "title", least=14),
    ListColumn("state", "state"),
    ListColumn("told", "what happened", least=12, most=200, gives_way=1, fills=True),
)
_MEMBERS = (
    ListColumn("name", "party", "title", least=14),
    ListColumn("health", "", "ok", gives_way=2),
    ListColumn("stands", "as saved last", least=12, most=200, gives_way=1, fills=True),
)
_NOTES = ListColumn("name", "notes", "title"), ListColumn("told", "", least=12, most=2000, fills=True)
_COLUMNS: Mapping[type[Entry], Sequence[ListColumn]] = {
    CampaignFight: _FIGHTS,
    CampaignMember: _MEMBERS,
    CampaignNote: _NOTES,
}
_BAR = 10
"""Cells of the bar of one of the party."""
_ENTER = {
    "plan": "makes an encounter of it and begins it, with the party as saved last",
    "prepared": "begins it, with the party as saved last",
    "begun": "goes on where you left it",
    "over": "opens it as it ended",
    "unreadable": "tries to open it",
}
"""What Enter does with a fight, by its state."""


class CampaignPage(SplitPage):
    """One campaign; Enter begins what is prepared, or opens what was begun."""

    roomy = True

    def __init__(self, saves: Saves, system: str, name: str) -> None:
        super().__init__()
        self.saves = saves
        self.library = Library(saves.folder)
        self.campaign = KeptCampaign(system=system, name=name)
        self.whole = Overview(self.campaign, (), ())
        self.entries: tuple[Entry, ...] = ()
        self._party: dict[str, tuple[Encounter, Figure]] = {}
        """Its members as they were saved last, by their names, as far as they can be read."""
        self._loaded: dict[str, Sequence[str]] = {}
        """What Enter changes of the party in each prepared fight that was chosen."""
        self._ahead: dict[tuple[str, str], Sequence[str]] = {}
        """How hard each fight to come is that was chosen, by its folder and name."""
        self._columns: dict[type[Entry], Columns] = {}

    def fill(self) -> None:
        empty: tuple[str, Sequence[tuple[str, str]]] = "Nothing belongs to this campaign yet", _FIRST_KEYS
        try:
            there = self.library.all(CAMPAIGNS, self.campaign.system)
            found = next((each for each in there if each.key == self.campaign.key), None)
            self.whole = overview(self.saves, self.library, found) if found else Overview(self.campaign, (), ())
            if found is None:  # another program took it away
                empty = f"There is no campaign called {self.campaign.name} any more", (("Esc", "goes back"),)
            self._party = self._members()
        except Problem as problem:
            self.say(str(problem), is_error=True)
        self._loaded.clear()
        self._ahead.clear()
        self.campaign = self.whole.campaign
        fights = self.whole.fights
        self.entries = (*fights, *self.whole.members, *reversed(self.campaign.notes))
        words = (self.campaign.name, f"day {self.campaign.day}", *self.whole.party)
        self.heading = f" {GLYPHS.dot} ".join(words)
        at = next((n for n, fight in enumerate(fights) if fight.state in ("begun", "prepared", "plan")), 0)
        self.listing.above = self.above
        self.listing.show(len(self.entries), self.item, at, empty)

    @property
    def _rules(self) -> System:
        return systems.rules_named(self.campaign.system)

    def _members(self) -> dict[str, tuple[Encounter, Figure]]:
        campaign = self.whole.campaign
        parties = (each for each in self.library.all(PARTIES, campaign.system) if each.name == campaign.party)
        made = ((each.name, figure_of(self._rules, each.words)) for party in parties for each in party.members)
        return {name: figure for name, figure in made if figure is not None}

    # ---------------------------------------------------------------- what is shown

    def _cells(self, entry: Entry) -> tuple[dict[str, str], dict[str, str]]:
        """What the columns show of an entry, and the styles of those that are not drawn in that of their column."""
        if isinstance(entry, CampaignFight):
            word, style = _STATES[entry.state]
            return {"name": entry.name, "state": word, "told": entry.told}, {"state": style}
        if isinstance(entry, CampaignNote):
            return {"name": f"day {entry.day}", "told": " ".join(entry.text.split())}, {}
        made = self._party.get(entry.name)
        bar, style = health_bar(self._rules, made[1], _BAR) if made is not None else ("", "ok")
        return {"name": entry.name, "health": bar, "stands": entry.stands}, {"health": style}

    def headings(self, width: int) -> Line | None:
        """The headings of the first sort of entries; those of the others stand above the first of each."""
        for kind, columns in _COLUMNS.items():
            rows = [self._cells(entry)[0] for entry in self.entries if isinstance(entry, kind)]
            self._columns[kind] = columns_for(columns, rows, width)
        return self._columns[type(self.entries[0])].heading(width) if self.entries else None

    def above(self, n: int, width: int) -> list[Line]:
        """Above the first of the party, and of the notes: the headings of their columns."""
        kind = type(self.entries[n])
        first = n > 0 and type(self.entries[n - 1]) is not kind
        return [Line(), self._columns[kind].heading(width)] if first else []

    def item(self, n: int, width: int) -> list[Line]:
        """A fight, one of the party, or a note, over as many lines as it takes.

        The chosen fight shows its course, too, where nothing stands beside the list.
        """
        entry = self.entries[n]
        (cells, styles), columns = self._cells(entry), self._columns[type(entry)]
        last, room = columns.cells[-1][0].name, columns.cells[-1][1]
        first, *more = wrapped(cells.get(last, ""), room)
        lines = [columns.row({**cells, last: first}, styles)]
        lines += [line((f"{'':{width - room}}{row}", "text")) for row in more]
        if isinstance(entry, CampaignFight) and n == self.listing.at and not self.side_width:
            lines += [line((f"   {row}", "text")) for row in _rows(self._course(entry), width - 4)]
        return lines

    def beside(self) -> Beside | None:
        """What came of the chosen fight, and how all stand there; the stat block of one of the party."""
        entry = self.entries[self.listing.at] if self.entries else None
        match entry:
            case CampaignMember(name=name):
                made = self._party.get(name)
                return None if made is None else figure_beside(self._rules, *made)
            case CampaignNote(day=day, text=text):
                return Beside(f"Day {day}", lambda width: _lines(text.splitlines(), width), (entry,))
            case CampaignFight():
                return Beside(entry.name, lambda width: self._fight_told(entry, width), (entry,))
            case None:
                return None

    def _fight_told(self, fight: CampaignFight, width: int) -> list[Line]:
        """What happened in a fight, who lost or gained what, and how all stand in it; of a plan its text."""
        lines = [line(_STATES[fight.state]), *_lines([fight.told, *self._course(fight)], width), Line()]
        if not fight.slug:
            plans = self.library.all(PLANS, self.campaign.system)
            return [
                *lines,
                *_lines([row for each in plans if each.name == fight.name for row in each.text.splitlines()], width),
            ]
        encounter = seen_encounter(self.saves, fight.slug)
        return [*lines, *(figure_list(self._rules, encounter, width) if encounter is not None else [])]

    def _course(self, fight: CampaignFight) -> list[str]:
        """Who has lost or gained what in a fight, a sentence each; of one to come, how hard it is."""
        if (named := (fight.slug, fight.name)) not in self._ahead:
            self._ahead[named] = difficulty_ahead(self.saves, self.library, self.campaign, fight)
        return [*(f"{each.name}: {each.told}" for each in fight.log), *self._ahead[named]]

    def _loads(self, fight: CampaignFight) -> Sequence[str]:
        """What Enter changes of the party that is in a prepared fight."""
        if fight.state == "prepared" and fight.slug not in self._loaded:
            self._loaded[fight.slug] = ()
            with (
                suppress(*UNREADABLE),
                closing(self.saves.open(self.saves.there(fight.slug), read_only=True)) as journal,
            ):
                self._loaded[fight.slug] = load_changes(session_of(journal, self.saves.folder))
        return self._loaded.get(fight.slug, ())

    def show(self) -> None:
        fight = self.fight
        self.note = ""
        if fight is not None:
            loads = "; ".join(self._loads(fight))
            self.note = f"Enter {_ENTER[fight.state]}{f' ({loads})' if loads else ''}."
        super().show()

    # ---------------------------------------------------------------- what is done

    @property
    def fight(self) -> CampaignFight | None:
        """The chosen fight."""
        entry = self.entries[self.listing.at] if self.entries else None
        return entry if isinstance(entry, CampaignFight) else None

    def no_fight(self) -> str:
        """Why no fight can be opened; empty if one can."""
        return "" if self.fight is not None else "Choose a fight first."

    @key("enter", hint="begin, open", help="Begin the chosen fight with the party as it was saved last, or open it.")
    def open(self) -> None:
        fight = self.fight
        if fight is None and self.entries:
            self.say("Choose a fight first.")
        elif fight is not None and fight.state not in ("plan", "prepared"):
            self._go_to(fight.slug)
        else:
            self._begin(fight)

    def _begin(self, fight: CampaignFight | None) -> None:
        try:
            slug, told = begin_next(self.saves, self.library, self.campaign, fight)
        except Problem as problem:
            self.say(str(problem), is_error=True)
        else:
            self._go_to(slug, " ".join(told))

    def _go_to(self, slug: str, told: str = "") -> None:
        self.leave()
        self.hand_over(Opened(slug, told=told, campaign=(self.campaign.system, self.campaign.name)))

    @key("a", hint="add", help="Put an encounter, a plan of the library or a party into the campaign.")
    def add(self) -> None:
        def done(text: str) -> None:
            self._try(lambda: put_in(self.saves, self.library, self.campaign, text))

        there = "Nothing new is there; n on the shelf makes an encounter."
        with suppress(Problem):  # it is told when one is put in
            if left := self._left():
                there = f"There are: {cut(', '.join(left), 2 * self.app.size.width - 70)}"
        self.ask(f"Which encounter, plan or party? {there}", done)

    def _left(self) -> list[str]:
        """The encounters of its game that are in no campaign, and the plans and parties that are not in this one."""
        campaign, library = self.campaign, self.library
        encounters = (save for save in self.saves.all() if (save.system, save.membership) == (campaign.system, None))
        records = (*library.all(PLANS, campaign.system), *library.all(PARTIES, campaign.system))
        there = {*campaign.plans, campaign.party}
        return [*(save.name for save in encounters), *(each.name for each in records if each.name not in there)]

    @key("x", "delete", hint="take out", help="Take the chosen fight out; it stays on the shelf.", bar=no_fight)
    def drop(self) -> None:
        if (fight := self.fight) is not None:
            word = fight.slug or fight.name
            self._try(lambda: take_out(self.saves, self.library, self.campaign, word))

    @key("N", hint="note", help="Write a note, with the day.")
    def note_down(self) -> None:
        def done(text: str) -> str:
            write_down(self.library, self.campaign, text)
            return "Written down."

        self.ask(f"Day {self.campaign.day}:", lambda text: self._try(lambda: done(text)))

    @key("d", hint="day", help="Set the day: 12; or let days pass: +3.")
    def day(self) -> None:
        self.ask(
            "Which day is it? 12, or +3 for three days later",
            lambda text: self._try(lambda: f"It is day {set_day(self.library, self.campaign, text.strip())}."),
        )

    def _try(self, do: Callable[[], str]) -> None:
        try:
            self.say(do())
        except (Problem, ValueError) as problem:
            self.say(str(problem) if isinstance(problem, Problem) else "That is too long.", is_error=True)
        said, is_error = self.said, self.is_error
        self.fill()
        self.say(said, is_error)


def _rows(texts: Sequence[str], width: int) -> list[str]:
    return [row for text in texts if text for row in wrapped(text, width)]


def _lines(texts: Sequence[str], width: int) -> list[Line]:
    return [line((row, "text")) for row in _rows(texts, width)]
