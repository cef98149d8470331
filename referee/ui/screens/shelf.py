"""The shelf page: the list of all encounters, from which one is opened, begun or removed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from referee.engine.problem import Problem
from referee.rules import registry
from referee.script.as_seen import with_open_command
from referee.script.systems import title_of
from referee.store.file import NotYetSafe
from referee.store.save_folder import has_library
from referee.ui.controller.view import ago
from referee.ui.drawing.text_line import GLYPHS, Columns, Line, ListColumn, columns_for, cut, cut_before, line
from referee.ui.input.key_actions import key
from referee.ui.input.messages import Opened
from referee.ui.screens.new_encounter import FIRST_GAME, NewEncounter, PlanPage, first_keys

if TYPE_CHECKING:
    from referee.store.save import Save
    from referee.store.saves import Saves


_COLUMNS = (
    ListColumn("name", "name", "title", least=16),
    ListColumn("game", "game", "text", least=14, gives_way=4),
    ListColumn("round", "round", "turn", is_number=True, gives_way=1),
    ListColumn("now", "now", "turn", least=12, gives_way=3),
    ListColumn("asks", "asks", "asked", gives_way=5),
    ListColumn("figures", "figures", "text", is_number=True, gives_way=6),
    ListColumn("played", "played", "dim", gives_way=2),
)


def _cells(save: "Save") -> dict[str, str]:
    """What the columns show of an encounter."""
    return {
        "name": save.name,
        "game": title_of(save.system),
        "round": str(save.round) if save.round and not save.over else "",
        "now": f"{GLYPHS.done} over" if save.over else f"{GLYPHS.turn} {save.turn}" if save.turn else "",
        "asks": "?" if save.asks else "",
        "figures": str(save.figures) if save.figures else "",
        "played": ago(save.saved),
    }


class CampaignRow(NamedTuple):
    """The line of a campaign."""

    name: str
    system: str
    day: int

    def has(self, save: "Save") -> bool:
        """Does an encounter belong to the campaign?"""
        return save.membership is not None and save.membership.is_of(self.system, self.name)


class Shelf(PlanPage):
    """The encounters of one folder, the latest first; an empty shelf offers a sample."""

    def __init__(self, saves: "Saves", wish: str = "", said: str | Exception = "") -> None:
        super().__init__()
        self.saves = saves
        self.wish = wish
        """The encounter that the cursor goes to."""
        self._left = wish
        """The encounter that was left for the shelf."""
        self.found: list[Save] = []
        """All encounters."""
        self.rows: list[CampaignRow | Save] = []
        """Campaigns, each with its encounters below it unless it is folded, then the other encounters."""
        self.folded: set[CampaignRow] = set()
        """The campaigns whose encounters are not shown."""
        self.cells: list[dict[str, str]] = []
        """What the columns show of each."""
        self.columns = Columns(())
        if said:
            self.say(said, is_error=True)

    @property
    def save(self) -> "Save | None":
        """The chosen encounter."""
        row = self.rows[self.listing.at] if self.rows else None
        return None if isinstance(row, CampaignRow) else row

    @property
    def campaign(self) -> CampaignRow | None:
        """The chosen campaign."""
        row = self.rows[self.listing.at] if self.rows else None
        return row if isinstance(row, CampaignRow) else None

    def fill(self) -> None:
        try:
            if brought := self.saves.bring_back():
                self.say(" ".join(brought), is_error=True)
            self.found = [with_open_command(self.saves, save) for save in self.saves.list()]
        except Problem as problem:
            self.found = []
            self.say(problem)
        self.rows = list(self._grouped(self._campaigns()))
        many = f"{len(self.found) or 'no'} encounter{'' if len(self.found) == 1 else 's'}"
        self.heading = f"Referee {GLYPHS.dot} {many if self.rows else 'your shelf is empty'}"
        if not getattr(self.app, "shared", False):  # guests are not shown the path
            folder = cut_before(self.saves.shown, self.app.size.width - cell_len(self.heading) - 9)
            self.heading += f" {GLYPHS.dot} {folder}"
        # From a fight that is not on one goes to its campaign, which begins the next.
        over, self._left = [s for s in self.found if s.slug == self._left and not (s.turn or s.asks)], ""
        ours = (row for row in self.rows if isinstance(row, CampaignRow) and any(map(row.has, over)))
        wished = (row for row in self.rows if self.wish in (row.name, getattr(row, "slug", row.name)))
        place = next((self.rows.index(row) for row in (*ours, *wished)), None)
        self.cells = [self._row_cells(row) for row in self.rows]
        self.listing.show(len(self.rows), self.item, place, ("No encounter yet", first_keys(bool(self.found))))

    def _campaigns(self) -> tuple[CampaignRow, ...]:
        """The campaigns of the library; none while it cannot be read."""
        if not has_library(self.saves.folder):
            return ()
        from referee.store.library import Library  # late: a shelf without a library need not wait for these
        from referee.store.library_record import CAMPAIGNS

        try:
            rows = Library(self.saves.folder).all(CAMPAIGNS)
        except Problem:
            return ()
        return tuple(CampaignRow(row.name, row.system, row.day) for row in rows)

    def _grouped(self, campaigns: Iterable[CampaignRow]) -> "Iterator[CampaignRow | Save]":
        left = list(self.found)
        for campaign in campaigns:
            ours = [save for save in left if campaign.has(save)]
            left = [save for save in left if not campaign.has(save)]
            yield campaign
            if campaign not in self.folded:
                yield from sorted(ours, key=lambda save: save.membership.since if save.membership else 0)
        yield from left

    def _row_cells(self, row: "CampaignRow | Save") -> dict[str, str]:
        """What the columns show of a campaign, or of an encounter; of one of a campaign a little to the right."""
        if isinstance(row, CampaignRow):
            sign = GLYPHS.folded if row in self.folded else GLYPHS.sorted[1]
            return {"name": f"{sign} {row.name}", "game": title_of(row.system), "now": f"day {row.day}"}
        cells = _cells(row)
        grouped = isinstance(self.rows[0], CampaignRow) and row.membership is not None
        return {**cells, "name": f"  {cells['name']}"} if grouped else cells

    def headings(self, width: int) -> Line | None:
        """The headings of the columns, which are laid out for this width."""
        self.columns = columns_for(_COLUMNS, self.cells, width)
        return self.columns.heading(width) if self.rows else None

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.fill()
            self.show()

    def item(self, n: int, width: int) -> list[Line]:
        """One encounter, or why it cannot be read."""
        row, save = self.columns.row(self.cells[n]), self.rows[n]
        if isinstance(save, CampaignRow) or not save.trouble or not row.words:
            return [row]
        name = row.words[0]
        return [line(name, (f"  {cut(save.trouble, width - cell_len(name[0]) - 3)}", "error"))]

    # ---------------------------------------------------------------- what is done

    @property
    def hinted(self) -> Sequence[tuple[str, str]]:
        return [(key, "sample fight" if not self.rows and key == "Enter" else label) for key, label in super().hinted]

    def no_save(self) -> str:
        """Why there is no encounter to do something with; empty if there is."""
        if self.campaign is not None:
            return "Choose an encounter first: this line is a campaign."
        return "" if self.save is not None else "There is no encounter yet. n makes one."

    def no_row(self) -> str:
        """Why there is nothing to be renamed; empty if there is."""
        return "" if self.rows else "There is no encounter yet. n makes one."

    @property
    def save_name(self) -> str:
        """The name of the chosen encounter; empty if there is none."""
        return self.save.name if self.save else ""

    @key("enter", hint="open", help="Open the chosen encounter where you left it.")
    def open(self, read_only: bool = False, take_over: bool = False) -> None:
        """Opens the chosen encounter or campaign; on an empty shelf a sample."""
        if self.campaign is not None:
            from referee.ui.screens.campaign import CampaignPage

            _ = self.app.push_screen(CampaignPage(self.saves, self.campaign.system, self.campaign.name))
        elif self.save is None:
            self.hand_over(Opened(f"{registry.titles()[FIRST_GAME]} sample", FIRST_GAME, sample=True))
        else:
            self.hand_over(Opened(self.save.slug, read_only=read_only, take_over=take_over))

    @key("n", hint="new", help="Make a new encounter.")
    def new(self) -> None:
        _ = self.app.push_screen(NewEncounter(self.found, self.saves))

    @key("g", label="guided fight", help="Play a first fight of two minutes, with a hint for each step.")
    def guided(self) -> None:
        from referee.ui.input.guide import GAME, NAME

        self.hand_over(Opened(self.saves.free_name(NAME), GAME, sample=True, guided=True))

    @key("C", hint="campaign", help="Put the chosen encounter into a campaign; or make a new one.")
    def choose_campaign(self) -> None:
        from referee.ui.screens.choices import CampaignChoice, game_choice

        if (save := self.save) is None:
            first = self.rows[self.listing.at].system if self.rows else FIRST_GAME
            _ = self.app.push_screen(game_choice(first, partial(self._in_campaign, "")))
            return
        there = [each.name for each in self.rows if isinstance(each, CampaignRow) and each.system == save.system]
        if not there:
            self._in_campaign("", save.system, save)
            return
        then = partial(self._in_campaign, system=save.system, save=save)
        _ = self.app.push_screen(CampaignChoice(f"Which campaign for {save.name}?", there, then))

    def _in_campaign(self, name: str, system: str, save: "Save | None" = None) -> None:
        """Puts the encounter into the campaign of that name, which is made if there is none; asks for a missing one.

        save: None for a new campaign without an encounter.
        """
        from referee.script.campaigns import put_in_named

        if not name:
            new = "What is the new campaign called?"
            self.ask(new, lambda text: self._in_campaign(text.strip(), system, save) if text.strip() else None)
            return
        slug, told = save.slug if save else "", list[str]()
        if self._try(lambda: told.append(put_in_named(self.saves, name, system, slug)), slug or name):
            self.say(told[0])

    def no_campaign(self) -> str:
        """Why nothing can be folded; empty if something can."""
        return "" if self.campaign is not None else "Choose a campaign first."

    @key(" ", hint="fold", help="Hide or show the encounters of the chosen campaign.", bar=no_campaign)
    def fold(self) -> None:
        if (campaign := self.campaign) is not None:
            self.folded ^= {campaign}
            self.wish = campaign.name
            self.fill()

    @key("L", hint="library", help="Open the library of your figures, parties, conditions and plans.")
    def library(self) -> None:
        from referee.ui.screens.library import LibraryPage

        _ = self.app.push_screen(LibraryPage(self.saves.folder, saves=self.saves))

    @key("c", hint="copy", help="Copy the chosen encounter as it stands.", bar=no_save)
    def copy(self) -> None:
        self.ask(f"Name of the copy of {self.save_name}?", self._copied, f"{self.save_name} copy")

    @key("r", hint="rename", help="Rename the chosen encounter or campaign.", bar=no_row)
    def rename(self) -> None:
        name = self.rows[self.listing.at].name
        self.ask(f"New name of {name}?", self._renamed, name)

    @key("x", "delete", hint="remove", help="Put the chosen encounter into the trash; z restores it.", bar=no_save)
    def discard(self) -> None:
        self.ask(f"Put {self.save_name} into the trash? Type y and press Enter", self._discarded)

    @key("z", label="restore", help="Restore what you last put in the trash.")
    def restore(self) -> None:
        trash = self.saves.trash()
        if not trash:
            self.say("The trash is empty.")
        elif self._try(lambda: self.saves.restore(trash[0].slug), trash[0].name):
            self.say(f"{trash[0].name} is back.")

    @key("o", label="read-only", help="Open the chosen encounter read-only while somebody else plays it.")
    def read(self) -> None:
        self.open(read_only=True)

    @key(
        "t",
        label="take over",
        help="Take the chosen encounter over from another running Referee, which saves nothing more.",
        bar=no_save,
    )
    def take_over(self) -> None:
        self.open(take_over=True)

    open_plan = PlanPage.open_plan

    @key("q", "ctrl+c", hint="quit", help="Quit the app.")
    def leave(self) -> None:
        self.app.exit(return_code=0)

    def _copied(self, new: str) -> None:
        if self.save is not None and new.strip():
            slug, missing = self.save.slug, list[str]()
            self._try(lambda: missing.extend(self.saves.copy(slug, new)), new)
            if missing:
                self.say(" ".join(missing), is_error=True)

    def _renamed(self, new: str) -> None:
        from referee.script.campaigns import rename_campaign
        from referee.store.library import Library
        from referee.store.library_record import KeptCampaign

        if (save := self.save) is not None and new.strip():
            self._try(lambda: self.saves.rename(save.slug, new), new)
        elif (row := self.campaign) is not None and new.strip():
            campaign = KeptCampaign(name=row.name, system=row.system)
            self._try(lambda: rename_campaign(self.saves, Library(self.saves.folder), campaign, new), new)

    def _discarded(self, text: str) -> None:
        """Puts the chosen encounter into the trash, if that is what was said."""
        save = self.save
        if save is None or text.strip().lower() not in ("y", "yes"):
            self.say("Nothing was removed.")
        elif self._try(lambda: self.saves.remove(save.slug)):
            self.say(f"{save.name} is in the trash; z restores it.")

    def _try(self, do: Callable[[], None], wish: str = "") -> bool:
        try:
            do()
        except Problem as problem:
            if isinstance(problem, NotYetSafe):
                self.fill()
            self.say(problem)
            return False
        self.wish = wish
        self.fill()
        return True
