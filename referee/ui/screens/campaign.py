"""Pages of a campaign: how its party stands, what is prepared and what happened; and of the end of one fight."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from referee.engine.problem import Problem
from referee.script.campaigns import (
    CampaignFight,
    CampaignMember,
    Overview,
    begin_next,
    overview,
    put_in,
    set_day,
    take_out,
    write_down,
)
from referee.script.suggestions import Suggestion, end_of_fight
from referee.script.systems import offered
from referee.store.library import Library
from referee.store.library_record import CAMPAIGNS, PARTIES, PLANS, CampaignNote, KeptCampaign
from referee.ui.controller.controller import Controller
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, cut, fit, line, wrapped
from referee.ui.input.key_actions import changing_key, key
from referee.ui.input.messages import Opened
from referee.ui.screens.page import Page, TablePage
from referee.words.fight_summary import FightSummary, summary_of

if TYPE_CHECKING:
    from referee.store.saves import Saves

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


class CampaignPage(Page):
    """One campaign; Enter begins what is prepared, or opens what was begun."""

    roomy = True

    def __init__(self, saves: "Saves", system: str, name: str) -> None:
        super().__init__()
        self.saves = saves
        self.library = Library(saves.folder)
        self.campaign = KeptCampaign(system=system, name=name)
        self.whole = Overview(self.campaign, (), ())
        self.entries: tuple[Entry, ...] = ()

    def fill(self) -> None:
        empty: tuple[str, Sequence[tuple[str, str]]] = "Nothing belongs to this campaign yet", _FIRST_KEYS
        try:
            there = self.library.all(CAMPAIGNS, self.campaign.system)
            found = next((each for each in there if each.key == self.campaign.key), None)
            self.whole = overview(self.saves, self.library, found) if found else Overview(self.campaign, (), ())
            if found is None:  # another program took it away
                empty = f"There is no campaign called {self.campaign.name} any more", (("Esc", "goes back"),)
        except Problem as problem:
            self.say(str(problem), is_error=True)
        self.campaign = self.whole.campaign
        fights = self.whole.fights
        self.entries = (*fights, *self.whole.members, *reversed(self.campaign.notes))
        words = (self.campaign.name, f"day {self.campaign.day}", *self.whole.party)
        self.heading = f" {GLYPHS.dot} ".join(words)
        at = next((n for n, fight in enumerate(fights) if fight.state in ("begun", "prepared", "plan")), 0)
        self.listing.show(len(self.entries), self.item, at, empty)

    def item(self, n: int, width: int) -> list[Line]:
        """A fight, one of the party, or a note; above the first of each sort an empty line.

        The chosen fight shows who has lost or gained what in it, too.
        """
        entry = self.entries[n]
        first = n > 0 and type(self.entries[n - 1]) is not type(entry)
        if isinstance(entry, CampaignFight):
            lines = _beside(width, (entry.name, "title"), _STATES[entry.state], entry.told)
            for each in entry.log if n == self.listing.at else ():
                lines += _beside(width, ("", "dim"), ("", "dim"), f"{each.name}: {each.told}")
        elif isinstance(entry, CampaignMember):
            lines = _beside(width, (entry.name, "title"), ("", "dim"), entry.stands)
        else:
            lines = _beside(width, (f"day {entry.day}", "dim"), ("", "dim"), entry.text)
        return [*([Line()] if first else []), *lines]

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
        encounters = (save for save in self.saves.list() if (save.system, save.membership) == (campaign.system, None))
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


def _beside(width: int, name: StyledText, word: StyledText, told: str) -> list[Line]:
    """A name, a word, and a sentence that goes on below itself."""
    left = 20 if width >= 60 else 14
    room = max(10, width - left - 13)
    first, *more = wrapped(told, room) or [""]
    head = line((f" {fit(name[0], left)} ", name[1]), (fit(word[0], 9), word[1]), (f" {cut(first, room)}", "text"))
    return [head, *(line((f"{'':{left + 12}}{row}", "text")) for row in more)]


# -------------------------------------------------------------------- which campaign

_LETTERS = "abcdefghijklm"
"""The keys of the first campaigns."""


class LetterChoice(Page):
    """One of several names, by its letter."""

    told = "Press a letter."

    def __init__(self, heading: str, there: Sequence[str], then: Callable[[str], None]) -> None:
        """there: the names; then: is given the chosen one."""
        super().__init__()
        self.heading = heading
        self.there, self.then = there, then

    def fill(self) -> None:
        self.note = self.told
        self.listing.show(len(self.there), self.item, 0)

    def item(self, n: int, width: int) -> list[Line]:
        """A name, with its letter."""
        return [line((f"  {_LETTERS[n : n + 1] or ' '}  ", "key"), (cut(self.there[n], width - 6), "text"))]

    def _chosen(self, name: str) -> None:
        self.leave()
        self.then(name)

    @key("enter", hint="choose", help="Take the chosen one.")
    def choose(self) -> None:
        self._chosen(self.there[self.listing.at])

    def press(self, word: str) -> None:
        place = _LETTERS.find(word) if len(word) == 1 else -1
        if 0 <= place < len(self.there):
            self._chosen(self.there[place])
        else:
            super().press(word)


def game_choice(first: str, then: Callable[[str], None]) -> LetterChoice:
    """Which game a new campaign is of; first: the game that is proposed; then: is given the word of the chosen one."""
    words = {title: word for word, title in sorted(offered(), key=lambda game: first not in game)}
    return LetterChoice("Which game is the new campaign of?", [*words], lambda title: then(words[title]))


class CampaignChoice(LetterChoice):
    """Which campaign an encounter is put into: one that there is, or a new one, for which an empty name is given."""

    told = "Press a letter, or n for a new campaign."

    @key("enter", hint="put in", help="Put the encounter into the chosen campaign.")
    def choose(self) -> None:
        super().choose()

    @key("n", hint="new", help="Make a new campaign, and put the encounter into it.")
    def make(self) -> None:
        self._chosen("")


# -------------------------------------------------------------------- the end of a fight


class FightEndPage(TablePage):
    """The fight in numbers; Enter does all that is still to be done."""

    roomy = True

    def __init__(self, table: Controller) -> None:
        super().__init__(table)
        self.summary = FightSummary(table.session.rules, table.session.encounter)
        self.lines: list[str] = []
        self.due: Suggestion | None = None

    def fill(self) -> None:
        session = self.table.session
        self.summary = summary_of(session.rules, session.step_log)
        self.due = end_of_fight(session, self.summary) if self.summary.rounds else None
        self.lines = [*dict.fromkeys((*self.summary.lines, *(self.due.why if self.due else ())))]
        self.heading = f"{self.table.title} {GLYPHS.dot} end of the fight"
        self.note = f"Enter: {self.due.does}." if self.due else "Nothing is left to do."
        empty = "No round has begun yet", (("n", "begins the fight, at the table"),)
        self.listing.show(len(self.lines), self.item, empty=empty)

    def item(self, n: int, width: int) -> list[Line]:
        """A line of the summary."""
        text = self.lines[n]
        return [
            line((f" {row}", "title" if n == 0 else "text"))
            for row in wrapped(f"{text[:1].upper()}{text[1:]}", width - 2) or [""]
        ]

    def nothing_due(self) -> str:
        """Why nothing can be done; empty if something can."""
        return "" if self.due else "Nothing is left to do."

    @changing_key(
        "enter", hint="do it", help="End the fight, share its experience out and save the party.", bar=nothing_due
    )
    def finish(self) -> None:
        if self.due is not None:
            self.table.do_suggested(self.due)
        self.after()

    @key("r", hint="report", help="Read the fight in numbers and sentences, round by round.")
    def report(self) -> None:
        self.leave()
        self.table.open("report")

    @changing_key("a", hint="award", help="Give experience: an amount, then who gets it, such as 450 heroes.")
    def award(self) -> None:
        def given(text: str) -> None:
            if text.strip():
                self.table.do_line(f"award {text}")
                self.after()

        self.ask("How much experience, and for whom? 450, or 50 ann,bob each", given, str(self.summary.due or ""))
