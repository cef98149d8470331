"""The shelf page: the list of all encounters, from which one is opened, begun or removed."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rich.cells import cell_len

from referee.engine.problem import Problem
from referee.rules import registry
from referee.script.as_seen import with_open_command
from referee.script.systems import title_of
from referee.store.file import NotYetSafe
from referee.store.settings import GUIDE, setting
from referee.ui.drawing.text_line import GLYPHS, Columns, Line, ListColumn, columns_for, cut, line
from referee.ui.input.key_actions import key
from referee.ui.input.messages import Opened
from referee.ui.screens.new_encounter import FIRST_GAME, PlanPage

if TYPE_CHECKING:
    from referee.store.save import Save
    from referee.store.saves import Saves


_COLUMNS = (
    ListColumn("name", "name", "title", least=16),
    ListColumn("game", "game", "text", least=12, gives_way=3),
    ListColumn("round", "round", "turn", is_number=True, gives_way=1),
    ListColumn("turn", "turn", "turn", least=10, gives_way=4),
    ListColumn("asks", "", "asked", gives_way=5),
    ListColumn("figures", "figures", "text", is_number=True, gives_way=6),
    ListColumn("played", "played", "dim", gives_way=2),
)
_FIRST_KEYS = (
    ("Enter", "plays a sample fight"),
    ("n", "begins an encounter of your own, in the game you choose"),
    ("L", "opens the library of your figures and plans"),
)
_GUIDE_KEYS = (("g", "plays a guided first fight of two minutes, for newcomers"), *_FIRST_KEYS)
"""What an empty shelf offers; with the guided fight until that was seen."""


def _cells(save: "Save") -> dict[str, str]:
    """What the columns show of an encounter."""
    return {
        "name": save.name,
        "game": title_of(save.system),
        "round": str(save.round) if save.round else "",
        "turn": save.turn,
        "asks": "?" if save.asks else "",
        "figures": str(save.figures) if save.figures else "",
        "played": ago(save.saved),
    }


class Shelf(PlanPage):
    """The encounters of one folder, the latest first; an empty shelf offers a sample."""

    def __init__(self, saves: "Saves", wish: str = "", said: str | Exception = "") -> None:
        super().__init__()
        self.saves = saves
        self.wish = wish
        """The encounter that the cursor goes to."""
        self.found: list[Save] = []
        self.cells: list[dict[str, str]] = []
        """What the columns show of each."""
        self.columns = Columns(())
        if said:
            self.say(said, is_error=True)

    @property
    def save(self) -> "Save | None":
        """The chosen encounter."""
        return self.found[self.listing.at] if self.found else None

    def fill(self) -> None:
        try:
            if brought := self.saves.bring_back():
                self.say(" ".join(brought), is_error=True)
            self.found = [with_open_command(self.saves, save) for save in self.saves.list()]
        except Problem as problem:
            self.found = []
            self.say(problem)
        many = f"{len(self.found)} encounter{'s' if self.found[1:] else ''}"
        self.heading = f"Referee {GLYPHS.dot} {many if self.found else 'your shelf is empty'}"
        place = next((n for n, save in enumerate(self.found) if self.wish in (save.name, save.slug)), None)
        self.cells = [_cells(save) for save in self.found]
        keys = _FIRST_KEYS if self.found or _seen_guide() else _GUIDE_KEYS
        self.listing.show(len(self.found), self.item, place, ("No encounter yet", keys))

    def headings(self, width: int) -> Line | None:
        """The headings of the columns, which are laid out for this width."""
        self.columns = columns_for(_COLUMNS, self.cells, width)
        return self.columns.heading(width) if self.found else None

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.fill()
            self.show()

    def item(self, n: int, width: int) -> list[Line]:
        """One encounter, or why it cannot be read."""
        row = self.columns.row(self.cells[n])
        if not self.found[n].trouble or not row.words:
            return [row]
        name = row.words[0]
        return [line(name, (f"  {cut(self.found[n].trouble, width - cell_len(name[0]) - 3)}", "error"))]

    # ---------------------------------------------------------------- what is done

    def no_save(self) -> str:
        """Why there is no encounter to do something with; empty if there is."""
        return "" if self.save is not None else "There is no encounter yet. n makes one."

    @property
    def save_name(self) -> str:
        """The name of the chosen encounter; empty if there is none."""
        return self.save.name if self.save else ""

    @key("enter", hint="open", help="Open the chosen encounter where you left it.")
    def open(self, read_only: bool = False, take_over: bool = False) -> None:
        """Opens the chosen encounter; on an empty shelf a sample."""
        if self.save is None:
            self.hand_over(Opened(f"{registry.titles()[FIRST_GAME]} sample", FIRST_GAME, sample=True))
        else:
            self.hand_over(Opened(self.save.slug, read_only=read_only, take_over=take_over))

    @key("n", hint="new", help="Make a new encounter.")
    def new(self) -> None:
        from referee.ui.screens.new_encounter import NewEncounter

        _ = self.app.push_screen(NewEncounter(self.found, self.saves))

    @key("g", label="guided fight", help="Play a first fight of two minutes, with a hint for each step.")
    def guided(self) -> None:
        from referee.ui.input.guide import GAME, NAME

        self.hand_over(Opened(self.saves.free_name(NAME), GAME, sample=True, guided=True))

    @key("c", hint="copy", help="Copy the chosen encounter as it stands.", bar=no_save)
    def copy(self) -> None:
        name = self.save_name
        self.ask(f"Name of the copy of {name}?", self._copied, f"{name} copy")

    @key("r", hint="rename", help="Rename the chosen encounter.", bar=no_save)
    def rename(self) -> None:
        name = self.save_name
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

    @key("L", hint="library", help="Open the library of your figures, parties, conditions and plans.")
    def library(self) -> None:
        from referee.ui.screens.library import LibraryPage

        _ = self.app.push_screen(LibraryPage(self.saves.folder, saves=self.saves))

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
        if self.save is not None and new.strip():
            slug = self.save.slug
            self._try(lambda: self.saves.rename(slug, new), new)

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


def _seen_guide() -> bool:
    """Was the guided fight seen, as the settings say? False where they cannot be read."""
    try:
        return bool(setting(GUIDE))
    except Problem:
        return False


def ago(when: datetime) -> str:
    """How long ago that was, in words."""
    minutes = int((datetime.now(UTC) - when).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 24 * 60:
        return f"{minutes // 60} h ago"
    return f"{when.astimezone():%Y-%m-%d}"
