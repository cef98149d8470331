"""The shelf page: the list of all encounters."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cached_cell_len as cell_len

from referee.dialogue.as_seen import with_open_command
from referee.engine.problem import Problem
from referee.games import title_of
from referee.rules import registry
from referee.store.save import Save
from referee.store.save_names import slug_of
from referee.store.save_problems import NotYetSafe
from referee.text.harmless import clean_name
from referee.ui.controller.moments import ago
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.list_columns import Columns, ListColumn, columns_for
from referee.ui.drawing.text_line import Line, cut, cut_before, line
from referee.ui.input.key_actions import key
from referee.ui.input.messages import Opened
from referee.ui.screens.campaign_question import ask_campaign, campaigns_in
from referee.ui.screens.first_keys import first_keys
from referee.ui.screens.new_encounter import FIRST_GAME, NewEncounter
from referee.ui.screens.plan_start import PlanPage

if TYPE_CHECKING:
    from referee.store.library_record import KeptCampaign
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


def _key_of(row: "KeptCampaign | Save") -> str | tuple[str, str]:
    """What no other row has: of an encounter its folder."""
    return row.slug if isinstance(row, Save) else row.key


class Shelf(PlanPage):
    """The encounters of one folder, the latest first; an empty shelf offers a sample."""

    def __init__(self, saves: "Saves", wish: str = "", said: str | Exception = "") -> None:
        super().__init__()
        self.saves = saves
        self.wish: str | tuple[str, str] = wish
        """The folder or the name of the encounter that the cursor goes to, or the key of the campaign."""
        self._left = wish
        """The encounter that was left for the shelf."""
        self.found: list[Save] = []
        """All encounters, the latest first."""
        self.rows: list[KeptCampaign | Save] = []
        """Campaigns, each with its encounters below it unless it is folded, then the other encounters."""
        self.folded: set[KeptCampaign] = set()
        """The campaigns whose encounters are not shown."""
        self.cells: list[dict[str, str]] = []
        """Texts of the columns of each row."""
        self.columns = Columns(())
        self.say(said, is_error=bool(said))

    @property
    def row(self) -> "KeptCampaign | Save | None":
        """The chosen campaign or encounter."""
        return self.rows[self.listing.at] if self.rows else None

    @property
    def save(self) -> Save | None:
        """The chosen encounter."""
        return row if isinstance(row := self.row, Save) else None

    @property
    def campaign(self) -> "KeptCampaign | None":
        """The chosen campaign."""
        return None if isinstance(row := self.row, Save) else row

    def fill(self) -> None:
        try:
            if brought := self.saves.bring_back():
                self.say(" ".join(brought), is_error=True)
            self.found = [with_open_command(self.saves, save) for save in self.saves.all()]
        except Problem as problem:
            self.found = []
            self.say(problem)
        rows = self.rows = list(self._grouped(campaigns_in(self.saves)))
        many = f"{f'{len(self.found):,}' if self.found else 'no'} encounter{'' if len(self.found) == 1 else 's'}"
        self.heading = f"Referee {GLYPHS.dot} {many if self.rows else 'your shelf is empty'}"
        if not getattr(self.app, "shared", False):  # guests are not shown the path
            folder = cut_before(self.saves.shown, self.app.size.width - cell_len(self.heading) - 9)
            self.heading += f" {GLYPHS.dot} {folder}"
        # From a fight that is not on one goes to its campaign, which begins the next.
        left, self._left = [self.saves.read(save.slug) for save in self.found if save.slug == self._left], ""
        over = [save for save in left if not (save.turn or save.asks)]
        ours = (n for n, row in enumerate(rows) if not isinstance(row, Save) and any(s.is_of(row.id) for s in over))
        wishes = {self.wish, slug_of(self.wish)} if isinstance(self.wish, str) else {self.wish}
        wished = (n for n, row in enumerate(rows if self.wish else ()) if _key_of(row) in wishes)
        place = next(iter((*ours, *wished)), None)
        self.cells = [self._row_cells(row) for row in rows]
        self.listing.show(len(self.rows), self.item, place, ("No encounter yet", first_keys(bool(self.found))))

    def _grouped(self, campaigns: "Sequence[KeptCampaign]") -> "Iterator[KeptCampaign | Save]":
        for campaign in campaigns:
            yield campaign
            if campaign not in self.folded:
                ours = [save for save in self.found if save.is_of(campaign.id)]
                yield from sorted(ours, key=lambda save: save.membership.place if save.membership else 0)
        for save in self.found:
            if not any(save.is_of(campaign.id) for campaign in campaigns):
                yield save

    def _row_cells(self, row: "KeptCampaign | Save") -> dict[str, str]:
        """What the columns show of a campaign, or of an encounter; of one of a campaign a little to the right."""
        if not isinstance(row, Save):
            sign = GLYPHS.folded if row in self.folded else GLYPHS.sorted[1]
            return {"name": f"{sign} {row.name}", "game": title_of(row.system), "now": f"day {row.day}"}
        grouped = not isinstance(self.rows[0], Save) and row.membership is not None
        turn = f"{GLYPHS.turn} {row.turn}" if row.turn else ""
        return {
            "name": f"  {row.name}" if grouped else row.name,
            "game": title_of(row.system),
            "round": str(row.round) if row.round and not row.over else "",
            "now": f"{GLYPHS.done} over" if row.over else turn,
            "asks": "?" if row.asks else "",
            "figures": str(row.figures) if row.figures else "",
            "played": ago(row.saved),
        }

    def headings(self, width: int) -> Line | None:
        """The headings of the columns, which are laid out for this width."""
        self.columns = columns_for(_COLUMNS, self.cells, width)
        return self.columns.heading(width) if self.rows else None

    def on_screen_resume(self) -> None:
        if self.stack_updates:  # not the first time: it has just been mounted
            self.fill()
            self.show()

    def item(self, n: int, width: int) -> list[Line]:
        """One encounter, or why it cannot be read."""
        save, row = self.rows[n], self.columns.row(self.cells[n])
        if not isinstance(save, Save) or not save.trouble or not row.words:
            return [row]
        return [line(row.words[0], (f"  {cut(save.trouble, width - cell_len(row.words[0][0]) - 3)}", "error"))]

    # ---------------------------------------------------------------- what is done

    @property
    def hinted(self) -> Sequence[tuple[str, str]]:
        return [(key, "sample fight" if not self.rows and key == "Enter" else label) for key, label in super().hinted]

    def no_row(self) -> str:
        """Why there is nothing to be renamed; empty if there is."""
        return "" if self.rows else "There is no encounter yet. n makes one."

    def no_save(self) -> str:
        """Why there is no encounter to do something with; empty if there is."""
        return "Choose an encounter first: this line is a campaign." if self.campaign else self.no_row()

    @property
    def row_name(self) -> str:
        """The name of the chosen encounter or campaign; empty if there is none."""
        return self.row.name if self.row else ""

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
        last = self.found[0].system if self.found else ""
        _ = self.app.push_screen(NewEncounter(self.saves, last))

    @key("g", label="guided fight", help="Play a first fight of two minutes, with a hint for each step.")
    def guided(self) -> None:
        from referee.ui.input.first_fight_guide import GAME, NAME

        self.hand_over(Opened(self.saves.free_name(NAME), GAME, sample=True, guided=True))

    @key("C", hint="campaign", help="Put the chosen encounter into a campaign; or make a new one.")
    def choose_campaign(self) -> None:
        ask_campaign(self, self.row, [row for row in self.rows if not isinstance(row, Save)], self._in_campaign)

    def _in_campaign(self, name: str, system: str, slug: str) -> None:
        """Puts the encounter of that folder into the campaign of that name, which is made if there is none.

        slug: empty for a new campaign without an encounter.
        """
        from referee.campaign.campaigns import put_in_named

        told, wish = list[str](), slug or (system, clean_name(name).casefold())
        if self._try(lambda: told.append(put_in_named(self.saves, name, system, slug)), wish):
            self.say(told[0])

    def no_campaign(self) -> str:
        """Why nothing can be folded; empty if something can."""
        return "" if self.campaign is not None else "Choose a campaign first."

    @key(" ", hint="fold", help="Hide or show the encounters of the chosen campaign.", bar=no_campaign)
    def fold(self) -> None:
        if (campaign := self.campaign) is not None:
            self.folded ^= {campaign}
            self.wish = campaign.key
            self.fill()

    @key("L", hint="library", help="Open the library of your figures, parties, conditions and plans.")
    def library(self) -> None:
        from referee.ui.screens.library import LibraryPage

        _ = self.app.push_screen(LibraryPage(self.saves.folder, saves=self.saves))

    @key("c", hint="copy", help="Copy the chosen encounter as it stands.", bar=no_save)
    def copy(self) -> None:
        self.ask(f"Name of the copy of {self.row_name}?", self._copied, f"{self.row_name} copy")

    @key("r", hint="rename", help="Rename the chosen encounter or campaign.", bar=no_row)
    def rename(self) -> None:
        self.ask(f"New name of {self.row_name}?", self._renamed, self.row_name)

    @key("x", "delete", hint="remove", help="Put the chosen encounter into the trash; z restores it.", bar=no_save)
    def discard(self) -> None:
        self.ask(f"Put {self.row_name} into the trash? Type y and press Enter", self._discarded)

    @key("z", label="restore", help="Restore what you last put in the trash.")
    def restore(self) -> None:
        trash = self.saves.trash()
        if not trash:
            self.say("The trash is empty.")
        elif self._try(lambda: self.saves.restore(trash[0].slug), trash[0].slug):
            self.say(f"{trash[0].name} is back.")

    @key("o", label="read-only", help="Open it read-only while somebody else plays it.", bar=no_save)
    def open_read_only(self) -> None:
        self.open(read_only=True)

    @key("t", label="take over", help="Take it over from another running Referee, which saves no more.", bar=no_save)
    def take_over(self) -> None:
        self.open(take_over=True)

    open_plan = PlanPage.open_plan

    @key("q", "ctrl+c", hint="quit", help="Quit the app.")
    def leave(self) -> None:
        self.app.exit(return_code=0)

    def _copied(self, new: str) -> None:
        if self.save is not None and new.strip():
            slug, missing = self.save.slug, list[str]()
            self._try(lambda: missing.extend(self.saves.copy(self.saves.there(slug), new)), new)
            if missing:
                self.say(" ".join(missing), is_error=True)

    def _renamed(self, new: str) -> None:
        from referee.campaign.campaigns import rename_campaign

        if (save := self.save) is not None and new.strip():
            self._try(lambda: self.saves.rename(self.saves.there(save.slug), new), new)
        elif (campaign := self.campaign) is not None and new.strip():
            from referee.store.library import Library

            library = Library(self.saves.folder)
            self._try(lambda: rename_campaign(library, campaign, new), campaign.renamed(clean_name(new)).key)

    def _discarded(self, text: str) -> None:
        """Puts the chosen encounter into the trash, if that is what was said."""
        save = self.save
        if save is None or text.strip().lower() not in ("y", "yes"):
            self.say("Nothing was removed.")
        elif self._try(lambda: self.saves.remove(save.slug)):
            self.say(f"{save.name} is in the trash; z restores it.")

    def _try(self, do: Callable[[], None], wish: str | tuple[str, str] = "") -> bool:
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
