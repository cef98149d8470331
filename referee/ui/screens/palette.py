"""The palette: everything that can be done at the table, filtered by typing.

Textual's own palette searches in a worker, so that a key pressed early would do another thing at another speed. Its way
of matching is used here.
"""

import os
from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.fuzzy import FuzzySearch
from textual.geometry import Region

from referee.text.search import has_words
from referee.ui.controller.field import Field
from referee.ui.drawing.frames import Frame
from referee.ui.input.messages import LineClicked
from referee.ui.panes.backdrop import Behind, around
from referee.ui.panes.palette_box import Overlay, OverlayView, needed
from referee.ui.panes.palette_items import Doable
from referee.ui.terminal.key_queue import KeyScreen

_BESIDE, _WIDER = 22, 70
"""Columns of the table beside the box, as long as the box is not so wide."""
_TOPIC = "help "
_LEAST, _MOST = 52, 100
"""Columns of the box: in fewer nothing can be read, and a longer line is hard to follow with the eye."""


class Palette(KeyScreen):
    """What can be done, in a box; `explained` stands above the list until something is typed.

    read_topic: opens a topic of the help; what is typed finds topics, too, where it is given.
    """

    AUTO_FOCUS = None

    def __init__(
        self,
        title: str,
        items: Sequence[Doable],
        run: Callable[[str], None],
        help: Callable[[], None],
        explained: Sequence[tuple[str, str]] = (),
        beside: bool = False,
        read_topic: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__()
        self._read_topic = read_topic
        self._title, self._items, self._run, self._help = title, items, run, help
        self._explained = explained
        self._field = Field()
        self._at = 0
        self._said = ""
        self._found: Sequence[Doable] = items
        self.set_class(beside, "-beside")
        self._is_remote = "SSH_CONNECTION" in os.environ
        """The line may be slow: the box is smaller, and has no ground of its own."""

    def compose(self) -> ComposeResult:
        yield Overlay(id="overlay")
        for _ in range(4):
            yield Behind()

    def on_mount(self) -> None:
        self._place()
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        self._place()
        self._show()

    def _place(self) -> None:
        """Makes the box as wide as its lines need, with what is behind it at both sides."""
        wide, high = self.app.size
        is_beside = self.has_class("-beside")
        # Beside the box, the table is to be seen.
        most = max(_LEAST, wide * 2 // 3, min(wide - _BESIDE, _WIDER)) if is_beside else wide
        width = min(wide, most, _MOST, max(_LEAST, needed(self._items)))
        height = max(1, high - 5 if is_beside else min(high - 4, 18 if self._is_remote else 28))
        box = Region(wide - width if is_beside else (wide - width) // 2, 1, width, height)
        _ = self.query_one(Overlay).place(box, Frame())
        behind = around(self.app.screen_stack[-2], box)
        for pane, (region, rows) in zip(self.query(Behind), behind.items(), strict=True):
            pane.rows = rows
            _ = pane.place(region, Frame())
            pane.redraw()

    def _show(self) -> None:
        self.query_one(Overlay).show(
            OverlayView(
                title=self._title,
                typed=self._field.shown(20),
                explained=() if self._field.text else self._explained,
                items=self._found,
                grouped=not self._field.text,
                at=self._at,
                said=self._said,
                is_sparing=self._is_remote,
            )
        )

    def take_key(self, event: events.Key) -> None:
        """A key that moves, does, leaves, or is typed."""
        self._said = ""
        match event.character if event.is_printable else event.key:
            case "escape" | "ctrl+p" | "ctrl+c":
                self._leave()
                return
            case "?" | "f1":
                self._leave()
                self._help()
                return
            case "enter":
                self._do()
            case "up" | "down" | "pageup" | "pagedown" | "home" | "end" as key:
                self._move(key)
            case _ if self._field.key(event.key, event.character if event.is_printable else None):
                self._filter()
        if self.takes_keys:
            self._show()

    def take_paste(self, text: str) -> None:
        self._field.insert(text[:100])
        self._filter()
        self._show()

    def _move(self, key: str) -> None:
        page = self.query_one(Overlay).room
        by = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}.get(key, 0)
        last = max(0, len(self._found) - 1)
        self._at = {"home": 0, "end": last}.get(key, max(0, min(last, self._at + by)))

    def _filter(self) -> None:
        typed, self._at = self._field.text, 0
        topics = topics_with(typed) if self._read_topic is not None and typed.strip() else []
        named = [topic for topic in topics if typed.strip().lower() in topic.label.lower()]
        self._found = [*matching([*self._items, *named], typed), *(topic for topic in topics if topic not in named)]

    def _do(self) -> None:
        if not self._found:
            return
        chosen = self._found[self._at]
        if chosen.barred:
            self._said = chosen.barred
            return
        self._leave()
        if self._read_topic is not None and chosen.word.startswith(_TOPIC):
            self._read_topic(chosen.word.removeprefix(_TOPIC))
        else:
            self._run(chosen.word)

    def _leave(self) -> None:
        self.takes_keys = False
        _ = self.app.pop_screen()

    def on_line_clicked(self, message: LineClicked) -> None:
        """One click marks, two do."""
        self._at = message.index
        if message.again:
            self._do()
        if self.takes_keys:
            self._show()


def topics_with(words: str) -> list[Doable]:
    """The topics of the help in which these words occur."""
    from referee.dialogue.topics import text_of, titles

    found = [(name, title) for name, title in titles() if has_words(text_of(name), words.split())]
    return [Doable(f"Help: {name}", "", title, "", f"{_TOPIC}{name}") for name, title in found]


def matching(items: Sequence[Doable], typed: str) -> list[Doable]:
    """Those whose name has the typed letters in their order, the best first; then those whose text has what is typed.

    In both parts what cannot be done comes last. A name that is barred still goes before a text: who types it in full
    and Enter means it, and is told why not.
    """
    wanted = typed.strip().lower()
    if not wanted:
        return list(items)
    search = FuzzySearch()
    points = {item.word: search.match(wanted, item.label)[0] for item in items}
    found = [item for item in items if points[item.word] or wanted in f"{item.about} {item.word}".lower()]
    return sorted(found, key=lambda item: (not points[item.word], bool(item.barred), -points[item.word]))
