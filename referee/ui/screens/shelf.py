"""The shelf: all encounters there are, and the way into them."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from referee.engine.problem import Problem
from referee.rules import registry
from referee.script.as_seen import with_open_command
from referee.script.systems import title_of
from referee.store.problem import NotYetSafe
from referee.ui.drawing.text_line import Line, cut, fit, line
from referee.ui.input.key_actions import KeyAction
from referee.ui.input.messages import Opened
from referee.ui.screens.plan_opening import OpenPlan, PlanPage

if TYPE_CHECKING:
    from referee.store.save import Save
    from referee.store.saves import Saves


class Open(KeyAction["Shelf"]):
    keys = ("enter",)
    label = "open"
    help = "Opens the chosen encounter where it was left."
    hinted = True

    def run(self, screen: "Shelf") -> None:
        screen.open()


class Read(KeyAction["Shelf"]):
    keys = ("o",)
    label = "only read"
    help = "Opens the chosen encounter for reading, while somebody else plays it."

    def run(self, screen: "Shelf") -> None:
        screen.open(read_only=True)


class OfSave(KeyAction["Shelf"]):
    def barred(self, screen: "Shelf") -> str:
        return "" if screen.save is not None else "There is no encounter yet; n begins one."


class TakeOver(OfSave):
    keys = ("t",)
    label = "take over"
    help = "Opens the chosen encounter, from another program if that has it open; that one saves no more."

    def run(self, screen: "Shelf") -> None:
        screen.open(take_over=True)


class New(KeyAction["Shelf"]):
    keys = ("n",)
    label = "new"
    help = "A new encounter."
    hinted = True

    def run(self, screen: "Shelf") -> None:
        from referee.ui.screens.new_encounter import NewEncounter

        _ = screen.app.push_screen(NewEncounter([save.name for save in screen.found], screen.saves))


class Copy(OfSave):
    keys = ("c",)
    label = "copy"
    help = "A second encounter that stands as the chosen one does."
    hinted = True

    def run(self, screen: "Shelf") -> None:
        name = screen.save.name if screen.save else ""
        screen.ask(f"What is the copy of {name} called?", lambda new: screen.do("copy", new), f"{name} copy")


class Rename(OfSave):
    keys = ("r",)
    label = "rename"
    help = "Another name for the chosen encounter."
    hinted = True

    def run(self, screen: "Shelf") -> None:
        name = screen.save.name if screen.save else ""
        screen.ask(f"What is {name} called from now on?", lambda new: screen.do("rename", new), name)


class Remove(OfSave):
    keys = ("x", "delete")
    label = "remove"
    help = "Puts the chosen encounter into the trash; z fetches it back."
    hinted = True

    def run(self, screen: "Shelf") -> None:
        name = screen.save.name if screen.save else ""
        screen.ask(f"Put {name} into the trash? Type y and Enter.", screen.discard)


class Restore(KeyAction["Shelf"]):
    keys = ("z",)
    label = "fetch back"
    help = "Fetches back what was put into the trash last."

    def run(self, screen: "Shelf") -> None:
        screen.restore()


class Library(KeyAction["Shelf"]):
    keys = ("L",)
    label = "library"
    help = "Your own figures, parties and conditions, and plans, for all encounters."
    hinted = True

    def run(self, screen: "Shelf") -> None:
        from referee.ui.screens.library import LibraryPage

        _ = screen.app.push_screen(LibraryPage(screen.saves.folder, saves=screen.saves))


class Quit(KeyAction["Shelf"]):
    keys = ("q", "ctrl+c")
    label = "quit"
    help = "Ends the app."
    hinted = True

    def run(self, screen: "Shelf") -> None:
        screen.app.exit(return_code=0)


class Shelf(PlanPage):
    """The encounters of one folder, the latest first; an empty shelf offers a sample of each system."""

    commands = (
        *(Open(), New(), Copy(), Rename(), Remove(), Restore(), Read(), TakeOver(), OpenPlan(), Library(), Quit()),
    )

    def __init__(self, saves: "Saves", wish: str = "", said: str = "") -> None:
        super().__init__()
        self.saves = saves
        self.wish = wish
        """The encounter that the cursor goes to."""
        self.found: list[Save] = []
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
            self.say(str(problem), is_error=True)
        many = f"{len(self.found)} encounter{'s' if self.found[1:] else ''}"
        self.heading = f"Referee · {many if self.found else 'your shelf is empty'}"
        self.note = "" if self.found else "Enter opens a ready sample; n begins an encounter of your own."
        place = next((n for n, save in enumerate(self.found) if self.wish in (save.name, save.slug)), None)
        self.listing.show(len(self.found) or len(registry.names()), self.item, place)

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.fill()
            self.show()

    def item(self, n: int, width: int) -> list[Line]:
        """One encounter, or one sample."""
        if not self.found:
            system = registry.names()[n]
            return [line(("  Sample: ", "clause"), (registry.titles()[system], "text"))]
        save = self.found[n]
        room = 18 if width >= 76 else 12
        name = fit(save.name, max(12, min(36, width - 2 * room - 17)))
        system = fit(title_of(save.system), room)
        if save.trouble:
            return [line((f" {name} ", "title"), (cut(save.trouble, width - len(name) - 3), "error"))]
        turn = f"R{save.round} {save.turn}" if save.turn else f"R{save.round}"
        asks = " ?" if save.asks else "  "
        return [
            line(
                (f" {name} ", "title"),
                (system, "text"),
                (f" {fit(turn, room)}", "turn"),
                (asks, "asked"),
                (f" {ago(save.saved)}", "dim"),
            )
        ]

    # ---------------------------------------------------------------- what is done

    def open(self, read_only: bool = False, take_over: bool = False) -> None:
        """Opens the chosen encounter, or the chosen sample."""
        if self.save is None:
            system = registry.names()[self.listing.at]
            self.hand_over(Opened(f"{registry.titles()[system]} sample", system, sample=True))
        else:
            self.hand_over(Opened(self.save.slug, read_only=read_only, take_over=take_over))

    def do(self, what: str, new: str) -> None:
        """Copies or renames the chosen encounter."""
        if self.save is None or not new.strip():
            return
        slug, missing = self.save.slug, list[str]()
        if what == "copy":
            self._try(lambda: missing.extend(self.saves.copy(slug, new)), new)
        else:
            self._try(lambda: self.saves.rename(slug, new), new)
        if missing:
            self.say(" ".join(missing), is_error=True)

    def discard(self, text: str) -> None:
        """Puts the chosen encounter into the trash, if that is what was said."""
        save = self.save
        if save is None or text.strip().lower() not in ("y", "yes"):
            self.say("Nothing was removed.")
            return
        if self._try(lambda: self.saves.remove(save.slug)):
            self.say(f"{save.name} is in the trash; z fetches it back.")

    def restore(self) -> None:
        """Fetches back what was removed last."""
        trash = self.saves.trash()
        if not trash:
            self.say("The trash is empty.")
        elif self._try(lambda: self.saves.restore(trash[0].slug), trash[0].name):
            self.say(f"{trash[0].name} is back.")

    def _try(self, do: Callable[[], None], wish: str = "") -> bool:
        try:
            do()
        except Problem as problem:
            if isinstance(problem, NotYetSafe):
                self.fill()
            self.say(str(problem), is_error=True)
            return False
        self.wish = wish
        self.fill()
        return True


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
