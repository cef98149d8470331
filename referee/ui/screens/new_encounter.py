"""The page for a new encounter: its name, its system, and whether it begins with a sample or an empty table."""

from textual import events

from referee.rules import registry
from referee.ui.commands import Command
from referee.ui.ink import Line, line
from referee.ui.messages import Opened
from referee.ui.screens.moves import Back
from referee.ui.screens.page import Page


class Begin(Command["NewEncounter"]):
    keys = ("enter",)
    label = "begin"
    help = "Begins the encounter."
    hinted = True

    def run(self, screen: "NewEncounter") -> None:
        screen.begin(screen.field.text)


class NewEncounter(Page):
    """Type the name, choose with the arrows, and Enter begins it."""

    heading = "New encounter"
    commands = (Begin(), Back())

    def __init__(self, taken: list[str]) -> None:
        super().__init__()
        self.taken = {name.lower() for name in taken}

    def fill(self) -> None:
        self.listing.show(2 * len(registry.names()), self.item)
        self.ask_name("")

    def ask_name(self, text: str) -> None:
        """The name is typed; the arrows choose the game meanwhile."""
        free = self._free_name()
        self.ask(f"Its name (Enter alone: {free}); arrows choose the game", self.begin, text, "NAME")

    def item(self, n: int, width: int) -> list[Line]:
        """One system with an empty table, or with its sample."""
        title = registry.SYSTEMS[registry.names()[n // 2]]
        what = "a sample, ready to play" if n % 2 else "an empty table"
        return [line((f"  {title:{max(map(len, registry.SYSTEMS.values()))}}  ", "title"), (what, "text"))]

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            self.leave()
            event.stop()
            return
        super().on_key(event)

    def begin(self, name: str) -> None:
        """Begins it, unless its name is taken or none."""
        name = name if name.strip() else self._free_name()
        if name.strip().lower() in self.taken:
            self.say(f"There is an encounter called {name.strip()} already.", grave=True)
        else:
            system, sample = divmod(self.listing.at, 2)
            self.leave()
            self.app.post_message(Opened(name, registry.names()[system], sample=bool(sample)))
            return
        self.ask_name(name)

    def _free_name(self) -> str:
        numbers = (f"Encounter {n}" for n in range(1, len(self.taken) + 2))
        return next(name for name in numbers if name.lower() not in self.taken)
