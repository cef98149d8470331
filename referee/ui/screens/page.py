"""The base of all pages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len
from textual import events
from textual.app import ComposeResult
from textual.geometry import Region

from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem
from referee.ui.controller.controller import Controller, told
from referee.ui.controller.field import Field
from referee.ui.controller.reply import Hint
from referee.ui.drawing.footer_view import FooterView
from referee.ui.drawing.frames import Frame, frames, has_frames, titled
from referee.ui.drawing.text_line import Line, fit, line, wrapped
from referee.ui.input.key_actions import KeyAction, Keyed, by_key, changing_key, for_reading, hints, key, shown
from referee.ui.input.messages import HintClicked, LineClicked, PageKeysWanted, TopicsWanted
from referee.ui.panes.footer import Footer
from referee.ui.panes.listing import Listing
from referee.ui.panes.pane import Pane
from referee.ui.terminal.key_queue import KeyScreen

_MOST_LINES = 5
"""Lines that a message may take."""


class Heading(Pane):
    """What page this is: on the frame of the page, or on a bar where it has none."""

    text = ""
    place_in_list = ""
    """Which line of how many is chosen, where there is no frame on which a thumb could show that."""

    def content(self, width: int, height: int) -> list[Line]:
        if self.frame.left:
            return [line(*titled(self.text, width, self.frame.top))]
        where = f" {self.place_in_list} " if self.place_in_list else ""
        room = max(0, width - cell_len(where))
        return [line((fit(f" {self.text}", room), "title"), (where, "dim"), background="bar")]


class Wanted(Struct, frozen=True):
    """Something that is being typed on a page, and what is done with it."""

    mode: str
    what: str
    then: Callable[[str], None]
    live: bool = False
    """It is done with every letter, not only at Enter."""
    in_place: bool = False
    """The page shows it where the value stands that it changes, not on the bottom line."""


class Page(Keyed, KeyScreen):
    """A list and what can be done with it."""

    AUTO_FOCUS = None
    heading = ""
    double_click: ClassVar[str] = "enter"
    """The key that a double click on a line stands for."""
    panes: ClassVar[Mapping[str, type[Pane]]] = {"listing": Listing}
    """What stands between its heading and the bottom line, by the names that `places` gives."""
    roomy: ClassVar[bool] = False
    """Its notes may be long: they have a line more."""

    def __init__(self) -> None:
        super().__init__()
        self.read_only = False
        """Commands that change something are closed."""
        self.field = Field()
        self.wanted: Wanted | None = None
        self.said, self.is_error, self.note = "", False, ""

    def compose(self) -> ComposeResult:
        yield Heading(id="heading")
        yield from (pane(id=name) for name, pane in self.panes.items())
        yield Footer(id="ask")

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

    def follow(self) -> None:
        """Shows what another program has done meanwhile, where the page is about that."""

    @property
    def offered(self) -> tuple[KeyAction[Any], ...]:
        """What its keys do, as far as they can be used."""
        return for_reading(self.commands) if self.read_only else tuple(self.commands)

    @property
    def hinted(self) -> Sequence[tuple[str, str]]:
        """The keys that its hint line names, each with what it does: those that do something now."""
        return hints([command for command in self.offered if not command.barred(self)])

    @property
    def hinted_while_typing(self) -> tuple[tuple[str, str], ...]:
        """The keys that its hint line names while something is typed."""
        return ("Enter", "OK"), ("Esc", "cancel")

    @property
    def mode(self) -> str:
        """What keys are while nothing is typed: commands, or answers."""
        return "KEYS"

    def _do(self, word: str) -> None:
        """Something that was chosen in the palette."""
        self.said = ""
        self.command(word.removeprefix(":"))
        if self.takes_keys:
            self.show()

    # ---------------------------------------------------------------- the keys that every page has

    @key("escape", "q", "ctrl+c", hint="back", help="Go back.")
    def leave(self) -> None:
        """Back to the screen below."""
        self.takes_keys = False
        _ = self.app.pop_screen()

    @key("up", help="Go one line up.")
    def up(self) -> None:
        self.listing.move(-1)

    @key("down", help="Go one line down.")
    def down(self) -> None:
        self.listing.move(1)

    @key("pageup", help="Go one page up.")
    def page_up(self) -> None:
        self.listing.turn_back()

    @key("pagedown", help="Go one page down.")
    def page_down(self) -> None:
        self.listing.turn_on()

    @key("home", help="Go to the first line.")
    def home(self) -> None:
        self.listing.move(-self.listing.count)

    @key("end", help="Go to the last line.")
    def end(self) -> None:
        self.listing.move(self.listing.count)

    @key("ctrl+p", help="Find a command of this page by some letters of its name; Enter does it.")
    def show_palette(self) -> None:
        """What can be done on this page, over it: filtered by typing, done by Enter."""
        from referee.ui.panes.palette_items import doables_of_page
        from referee.ui.screens.palette import Palette

        items = doables_of_page(self, self.offered)
        _ = self.app.push_screen(Palette(f"Do · {self.heading}", items, self._do, self.show_keys))

    @key("?", "f1", hint="help", help="Show the keys of this page.")
    def show_keys(self) -> None:
        """The keys of this page, on a page of their own."""
        self.hand_over(PageKeysWanted(self.heading, tuple(command for command in self.offered if command.help)))

    @key("f9", help="List the topics of the help.")
    def show_topics(self) -> None:
        """The topics of the help, where a message names one."""
        self.hand_over(TopicsWanted())

    # ---------------------------------------------------------------- what is shown

    def say(self, what: str | Exception, is_error: bool = False) -> None:
        """Tells the referee something, or what went wrong, until the next key."""
        self.said, self.is_error = told(what), is_error or isinstance(what, Exception)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Tells why what is done in the block cannot be done."""
        try:
            yield
        except (Problem, RulesBug) as problem:
            self.say(problem)

    def show(self) -> None:
        """Shows the heading, the frame and the bottom lines as they are now."""
        asking, ask = self.asking(self.app.size.width), self.query_one(Footer)
        ask.bottom = self._place(asking.rows + 1 + bool(asking.above))
        ask.show(asking)

    def asking(self, cells: int) -> FooterView:
        """What the bottom lines say, in so many cells."""
        wanted = self.wanted
        # Before them stands what keys are.
        keys = fitting(self.hinted if wanted is None else self.hinted_while_typing, cells - cell_len(self.mode) - 4)
        whole = wrapped(wanted.what if wanted else self.note, max(1, cells - 2))
        note = " ".join(whole[:2])
        lines = max(len(wrapped(text, cells - 2)) for text in (note, self.said))
        rows = max(2 if self.roomy or lines > 1 else 1, min(lines, _MOST_LINES))
        hint = self.hint()
        return FooterView(
            rows=rows,
            note=note,
            mode=wanted.mode if wanted else self.mode,
            typed=self.field.shown(max(1, cells // 2)) if wanted and not wanted.in_place else None,
            hint=hint.text if wanted else " ".join(whole[2:]),
            is_valid=hint.is_valid,
            keys=keys,
            said=self.said,
            is_error=self.is_error,
        )

    def _place(self, below: int) -> Line:
        """Puts the bottom lines, which are so many, and the panes above them in their places, and draws the panes with
        the lines around them; the lowest of these, empty where there are none.
        """
        width, height = self.app.size
        panes = {pane.id or "": pane for pane in self.query(Pane)}
        framed = has_frames(width, height)
        window, bottom = Region(0, 0, width, height).split_horizontal(-below - framed)
        top, room = window.split_horizontal(1)
        places = self.places(room)
        listing, focused = places.get("listing"), next(iter(places.values())) if len(places) > 1 else window
        head = self.headings(listing.width - framed * (1 + (listing.x == 0))) if listing else None
        below_title = listing is not None and not head
        around = frames({"listing": window} if below_title else {"heading": top, **places}, focused)
        of = dict(around.of) if framed else {}
        if framed and below_title:
            of["heading"], of["listing"] = of["listing"].split(1)
        heading = self.query_one(Heading)
        heading.text = self.heading
        for listed in self.query(Listing):
            listed.head = head
            heading.place_in_list = f"{listed.at + 1}/{listed.count}" if listed.count > 1 and not framed else ""
        for name, pane in panes.items():
            region = {"heading": top, "ask": bottom, **places}.get(name, Region())
            _ = pane.place(region, of.get(name, Frame()))
            if name != "ask":
                pane.redraw()
        return around.bottom if framed else Line()

    def places(self, room: Region) -> Mapping[str, Region]:
        """Where its panes are below its heading, by their names; the first has the arrow keys. If none of them is the
        list, each has its own title in its first line.
        """
        return {"listing": room}

    def headings(self, width: int) -> Line | None:
        """The headings of the columns of its list, in so many cells; None if it has no columns."""
        return None

    def hint(self) -> Hint:
        """What Enter would make of what is typed."""
        return Hint("")

    # ---------------------------------------------------------------- what is typed

    def ask(
        self,
        what: str,
        then: Callable[[str], None],
        text: str = "",
        mode: str = "ANSWER",
        live: bool = False,
        in_place: bool = False,
    ) -> None:
        """Something is to be typed."""
        self.wanted = Wanted(mode, what, then, live, in_place)
        self.field.propose(text)

    def take_key(self, event: events.Key) -> None:
        """One key: a letter of what is typed, or a command."""
        self.said = ""
        word = event.character if event.is_printable and event.character else event.key
        if self.wanted is None or not self._typed(event, word, self.wanted):
            self.press(word)
        if self.takes_keys:
            self.show()

    def take_paste(self, text: str) -> None:
        """Pasted text goes where something is typed."""
        if self.wanted is not None:
            self.field.insert(text[:2000])
            if self.wanted.live:
                self.wanted.then(self.field.text)
        self.show()

    def _typed(self, event: events.Key, word: str, wanted: Wanted) -> bool:
        if word in ("escape", "enter"):
            self.wanted = None
            if word == "enter":
                with self.telling():
                    wanted.then(self.field.done())
        elif self.field.key(event.key, event.character if event.is_printable else None):
            if wanted.live:
                wanted.then(self.field.text)
        else:
            return False
        return True

    def press(self, word: str) -> None:
        """A key while nothing is typed."""
        self.command(word)

    def command(self, word: str) -> None:
        """The command of that key."""
        command = by_key(self.offered).get(word)
        if command is None:
            if len(word) == 1 or word == "enter":
                self.say(f"{shown(word)} does nothing here.", is_error=True)
        elif reason := command.barred(self):
            self.say(reason, is_error=True)
        else:
            with self.telling():
                command.run(self)

    # ---------------------------------------------------------------- the mouse

    def on_line_clicked(self, message: LineClicked) -> None:
        self.listing.move(message.index - self.listing.at)
        if message.again and self.wanted is None:
            self.press(self.double_click)
        self.show()

    def on_hint_clicked(self, message: HintClicked) -> None:
        self.take_key(message.stroke)


class TablePage(Page):
    """A page on which something of the table is changed; it shows what came of that."""

    def __init__(self, table: Controller) -> None:
        super().__init__()
        self.table = table

    @changing_key("u", "ctrl+z", hint="undo", help="Undo the last command.")
    def undo(self) -> None:
        self.table.take_back()
        self.after()

    def follow(self) -> None:
        self.after()
        self.show()

    def after(self) -> None:
        """Shows what came of an order."""
        self.say(*self.table.heard())
        self.fill()


def fitting(keys: Sequence[tuple[str, str]], cells: int) -> tuple[tuple[str, str], ...]:
    """As many keys as fit; the way out and the help are the last that go."""
    kept = list(keys)
    while len(kept) > 2 and sum(cell_len(key) + cell_len(label) + 3 for key, label in kept) - 1 > cells:
        del kept[-3]
    return tuple(kept)
