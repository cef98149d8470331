"""Pages: the screens beside the table, each a heading, a list, and the same bottom line as the table has."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from referee.ui.commands import Command, by_key, hints
from referee.ui.field import Field
from referee.ui.ink import Line, cut, line
from referee.ui.messages import HintClicked, LineClicked
from referee.ui.panes.ask import Ask, Asking
from referee.ui.panes.listing import Listing
from referee.ui.panes.pane import Pane


class Heading(Pane):
    """What page this is."""

    text = ""

    def content(self, width: int, height: int) -> list[Line]:
        return [line((cut(f" {self.text}", width), "title"), behind="bar")]


@dataclass(frozen=True)
class Wanted:
    """Something that is being typed on a page, and what is done with it."""

    mode: str
    what: str
    then: Callable[[str], None]
    live: bool = False
    """It is done with every letter, not only at Enter."""


class Up(Command["Page"]):
    keys = ("up",)
    help = "The line above."

    def run(self, screen: "Page") -> None:
        screen.listing.move(-1)


class Down(Command["Page"]):
    keys = ("down",)
    help = "The line below."

    def run(self, screen: "Page") -> None:
        screen.listing.move(1)


class PageUp(Command["Page"]):
    keys = ("pageup",)
    help = "A page up."

    def run(self, screen: "Page") -> None:
        screen.listing.move(-max(1, screen.listing.size.height - 1))


class PageDown(Command["Page"]):
    keys = ("pagedown",)
    help = "A page down."

    def run(self, screen: "Page") -> None:
        screen.listing.move(max(1, screen.listing.size.height - 1))


class First(Command["Page"]):
    keys = ("home",)
    help = "The first line."

    def run(self, screen: "Page") -> None:
        screen.listing.move(-screen.listing.count)


class Last(Command["Page"]):
    keys = ("end",)
    help = "The last line."

    def run(self, screen: "Page") -> None:
        screen.listing.move(screen.listing.count)


class Back(Command["Page"]):
    keys = ("escape", "q", "ctrl+c")
    label = "back"
    help = "Back to where you came from."
    hinted = True

    def run(self, screen: "Page") -> None:
        screen.leave()


MOVES: tuple[Command[Any], ...] = (Up(), Down(), PageUp(), PageDown(), First(), Last())


class Page(Screen[None]):
    """A list and what can be done with it."""

    AUTO_FOCUS = None
    heading = ""
    commands: ClassVar[Sequence[Command[Any]]] = ()
    moves: ClassVar[Sequence[Command[Any]]] = MOVES

    def __init__(self) -> None:
        super().__init__()
        self.field = Field()
        self.wanted: Wanted | None = None
        self.said, self.grave, self.note = "", False, ""

    def compose(self) -> ComposeResult:
        yield Heading(id="heading")
        yield Listing(id="listing")
        yield Ask(id="ask")

    def on_mount(self) -> None:
        self.fill()
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self.show()

    @property
    def listing(self) -> Listing:
        """The list."""
        return self.query_one(Listing)

    def fill(self) -> None:
        """Puts into the list what there is now."""
        raise TypeError("a page says itself what it lists")

    def leave(self) -> None:
        """Back to the screen below."""
        _ = self.app.pop_screen()

    # ---------------------------------------------------------------- what is shown

    def say(self, text: str, grave: bool = False) -> None:
        """Tells the referee something, until the next key."""
        self.said, self.grave = text, grave

    def show(self) -> None:
        """Shows the heading and the bottom lines as they are now."""
        heading = self.query_one(Heading)
        heading.text = self.heading
        heading.redraw()
        wanted, cells = self.wanted, self.app.size.width
        keys = hints(self.commands)
        if wanted is not None:
            keys = (("Enter", "done"), ("Esc", "leave it"))
        asking = Asking(
            note=wanted.what if wanted else self.note,
            mode=wanted.mode if wanted else "KEYS",
            typed=self.field.shown(max(1, cells // 2)) if wanted else None,
            keys=keys,
            said=self.said,
            grave=self.grave,
        )
        self.query_one(Ask).show(asking)

    # ---------------------------------------------------------------- what is typed

    def ask(
        self, what: str, then: Callable[[str], None], text: str = "", mode: str = "ANSWER", live: bool = False
    ) -> None:
        """Something is to be typed."""
        self.wanted = Wanted(mode, what, then, live)
        self.field.set(text)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.said = ""
        word = event.character if event.is_printable and event.character else event.key
        if self.wanted is None or not self._typed(event, word, self.wanted):
            self.press(word)
        if self.is_attached:
            self.show()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self.wanted is not None:
            self.field.insert(event.text[:2000])
            if self.wanted.live:
                self.wanted.then(self.field.text)
        self.show()

    def _typed(self, event: events.Key, word: str, wanted: Wanted) -> bool:
        if word == "escape":
            self.wanted = None
        elif word == "enter":
            self.wanted = None
            wanted.then(self.field.done())
        elif self.field.key(event.key, event.character if event.is_printable else None):
            if wanted.live:
                wanted.then(self.field.text)
        else:
            return False
        return True

    def press(self, word: str) -> None:
        """A key that is a command."""
        command = by_key((*self.commands, *self.moves)).get(word)
        if command is None:
            if len(word) == 1:
                self.say(f"{word} is no command here.", grave=True)
        elif reason := command.barred(self):
            self.say(reason, grave=True)
        else:
            command.run(self)

    # ---------------------------------------------------------------- the mouse

    def on_line_clicked(self, message: LineClicked) -> None:
        self.listing.move(message.index - self.listing.at)
        if message.again and self.wanted is None:
            self.press("enter")
        self.show()

    def on_hint_clicked(self, message: HintClicked) -> None:
        key = message.key if len(message.key) == 1 else message.key.lower().replace("esc", "escape")
        self.on_key(events.Key(key, key if len(key) == 1 else None))
