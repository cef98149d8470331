"""Palette box: the pane that draws the palette."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.ui.drawing.frames import titled
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.style_names import FOCUS
from referee.ui.drawing.text_line import Line, StyledText, fit, line, width, wrapped
from referee.ui.panes.listing import ClickedLines, with_thumb
from referee.ui.panes.palette_items import Doable

_LABEL = 26
"""Cells at most for what it is called."""


class OverlayView(Struct, frozen=True):
    """What the overlay shows."""

    title: str = ""
    typed: tuple[str, str, str] = ("", " ", "")
    """Around the cursor."""
    explained: Sequence[tuple[str, str]] = ()
    """Sentences above the list, each with its style."""
    items: Sequence[Doable] = ()
    grouped: bool = False
    """The items stand under the headings of their groups."""
    at: int = 0
    said: str = ""
    """Why the marked one was not done."""
    is_sparing: bool = False
    """The line to the terminal may be slow: the box has no ground of its own, so that no blanks are sent."""


class Overlay(ClickedLines):
    """The pane that draws the box of the palette."""

    shown = OverlayView()

    def show(self, shown: OverlayView) -> None:
        """Shows other contents."""
        self.shown = shown
        self.redraw()

    @property
    def room(self) -> int:
        """Lines of the list."""
        cells, lines = self.known_size
        return max(1, lines - 3 - len(self._explained(cells - 4)))

    def content(self, width: int, height: int) -> list[Line]:
        cells, shown = width - 4, self.shown
        before, under, behind = shown.typed
        head: list[Words] = [
            ((f"{GLYPHS.prompt} ", "asked"), (before, "title"), (under, "mine"), (behind, "title")),
            *(((row, style),) for row, style in self._explained(cells)),
        ]
        listed = _listed(shown, cells)
        marked = [n for n, (place, _) in enumerate(listed) if place == shown.at] or [0]
        self.keep_in_view(marked[-1], len(listed), self.room)
        self.bring_in(marked[0] - (marked[0] == 1), self.room)
        below = listed[self.top :]
        # An item that has not room for all of its lines is not begun, if it is not the marked one.
        cut_off = {place for place, _ in below[self.room - 1 : self.room]} & {place for place, _ in below[self.room :]}
        in_view = [
            line(*words, click_target=str(place) if place >= 0 else "")
            for place, words in below[: self.room]
            if place not in cut_off - {-1, shown.at}
        ]
        rows = [line(*words) for words in head]
        rows += with_thumb(in_view, self.top, len(in_view), len(listed), self.room)
        rows += [Line()] * (height - 2 - len(rows))
        box = [_top(shown.title, width), *(_framed(row, cells) for row in rows), _bottom(width)][:height]
        return box if shown.is_sparing else [replace(row, background="bar") for row in box]

    def _explained(self, cells: int) -> list[tuple[str, str]]:
        rows = [(row, style) for text, style in self.shown.explained for row in wrapped(text, max(1, cells))]
        most = max(0, self.known_size.height - 9)
        return rows if len(rows) <= most else [*rows[: most - 1], (GLYPHS.more, "dim")]


Words = tuple[StyledText, ...]


def _listed(shown: OverlayView, cells: int) -> list[tuple[int, Words]]:
    """The lines of the list: the place of an item and its words, or -1 and the heading of a group."""
    if not shown.items:
        return [(-1, (("No command has that name.", "dim"),))]
    label = _label_width(shown.items)
    rows: list[tuple[int, Words]] = []
    group = ""
    for place, item in enumerate(shown.items):
        if shown.grouped and item.group != group:
            group = item.group
            rows.append(
                (-1, ((f"{GLYPHS.rule * 2} {group} ", "clause"), (GLYPHS.rule * (cells - len(group) - 4), "clause")))
            )
        marked = place == shown.at
        style = _item_style(item, marked, shown.said)
        rows += ((place, ((text, style),)) for text in _rows(item, cells, label, marked))
    return rows


def _item_style(item: Doable, marked: bool, said: str) -> str:
    """The style of an item; said: why the marked one was not done."""
    if marked and said:
        return "error"
    if item.barred:
        return "dim"
    return "asked" if marked else "text"


def _label_width(items: Sequence[Doable]) -> int:
    """Cells for what the items are called."""
    return min(_LABEL, max((cell_len(item.label) for item in items), default=0))


def needed(items: Sequence[Doable]) -> int:
    """Columns of the box in which each item takes one line."""
    label = _label_width(items)
    return max((label + cell_len(item.barred or item.about) + cell_len(item.key) + 9 for item in items), default=0)


def _rows(item: Doable, cells: int, label: int, marked: bool) -> list[str]:
    """The lines of an item: what it is called, all of what it does, its key.

    Each is in one style: with one for each column a letter that is typed is four times as long to send.
    """
    sign = GLYPHS.chosen if marked else " "
    room = max(1, cells - label - cell_len(item.key) - 5)
    first, *more = wrapped(item.barred or item.about, room)
    below = (f"{' ' * (label + 3)}{row}" for row in more)
    return [f"{sign}{fit(item.label, label)}  {fit(first, room)}  {item.key}", *below]


def _framed(row: Line, cells: int) -> Line:
    """The row between the sides of the box."""
    gap, edge = " " * max(0, cells - width(row.words)), GLYPHS.thumb if row.is_thumb else GLYPHS.wall
    return replace(
        row, words=((f"{GLYPHS.wall} ", FOCUS), *row.words, (gap, "text"), (f" {edge}", FOCUS)), is_thumb=False
    )


def _top(title: str, cells: int) -> Line:
    """The upper edge of the box with its title."""
    return line((GLYPHS.joints[12], FOCUS), *titled(title, cells - 2, FOCUS), (GLYPHS.joints[9], FOCUS))


def _bottom(cells: int) -> Line:
    """The lower edge of the box."""
    edge = f"{GLYPHS.joints[6]}{GLYPHS.rule * (cells - 2)}{GLYPHS.joints[3]}"
    return line((edge, FOCUS))
