"""Pane: the base of all panes, which draws lines of text."""

from collections.abc import Collection, Mapping
from itertools import zip_longest

from msgspec.structs import replace
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from referee.engine.mistake import report_mistake
from referee.ui.controller.view import View
from referee.ui.drawing.frames import Frame
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.style_names import FOCUS
from referee.ui.drawing.text_line import Line, StyledText, line, width, wrapped
from referee.ui.drawing.themes import styles


def drawn(content: Line, styles: Mapping[str, Style], cells: int) -> Strip:
    """The line in exactly that many cells, without control characters."""
    base = styles[content.background]
    segments = [
        Segment(_drawable(text), base + styles[name] if name else base)
        for text, name in _runs(content, cells - width(content.words))
    ]
    return Strip(segments).adjust_cell_length(max(0, cells), base)


def _runs(content: Line, gap: int) -> list[StyledText]:
    """The words of a line, and blanks behind them, in as few runs of one style as can be: a change costs bytes."""
    runs: list[StyledText] = []
    for text, name in [*content.words, (" " * gap, "")]:
        if runs and (runs[-1][1] == name or (name != "mine" and runs[-1][1] != "mine" and not text.strip(" "))):
            runs[-1] = (runs[-1][0] + text, runs[-1][1])
        elif runs and name != "mine" and runs[-1][1] != "mine" and not runs[-1][0].strip(" "):
            runs[-1] = (runs[-1][0] + text, name)
        elif text:
            runs.append((text, name))
    return runs


def _drawable(text: str) -> str:
    """The text in letters that the terminal has, and, should a value have come here unclean, without what cannot be
    printed.
    """
    if not text.isprintable():
        text = "".join(letter for letter in text if letter.isprintable())
    return GLYPHS.drawable(text) if GLYPHS.plain else text


_NO_EDGE: StyledText = "", ""
_KEPT = 2
"""Lines that stay in view when a page is turned, beside the one that comes into view on the side it comes from."""
_STRIPS = 200
"""Of so many lines a pane keeps how they were drawn."""


class Pane(Widget, can_focus=False):
    """Lines of words. Who inherits says in `content` what they are."""

    frame = Frame()
    """The lines at its edges."""
    indent = 0
    """Cells that are left free at its left edge."""
    top = 0
    """The first line that is in view, where there are more than fit."""
    placed: Region | None = None
    """Where whoever places it puts it, which the layout follows: so its lines are there when it is drawn, and are not
    drawn twice. None: the layout alone says where it is.
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[Line] = []
        self._strips: LRUCache[tuple[Line, str, int, StyledText, StyledText], Strip] = LRUCache(_STRIPS)
        """Lines as they were drawn, by what they say, the theme, the width, and what is at their ends: a log that goes
        up by a line draws one.
        """
        self._line_strips: dict[int, Strip] = {}
        """By its number each line that has not changed since it was drawn for `_drawn_for`."""
        self._drawn_for: tuple[str, int, Frame] = "", 0, self.frame
        """The theme, the width and the frame."""

    def content(self, width: int, height: int) -> list[Line]:
        """The lines that are in view, at most `height` of them."""
        raise TypeError("a pane says itself what it shows")

    def place(self, region: Region, frame: Frame) -> bool:
        """Puts it into that region of its screen, with that frame; hides it where the region is empty.

        True if it is to be drawn again, as its size or its frame is another one now.
        """
        self.display = bool(region)
        before, self.placed = self.placed, region or Region()
        if region and region != before:
            self.styles.offset = region.offset
            self.styles.width, self.styles.height = region.size
            # All of it is in view: were this found only with the new layout, Textual would lay all out once more.
            self.set_reactive(Widget.virtual_size, region.size)
        if before is not None and (before.size, self.frame) == (self.placed.size, frame):
            return False
        self.frame = frame
        self._send(range(region.height))
        return True

    def _send(self, lines: Collection[int]) -> None:
        """Requests a redraw of these lines."""
        self.refresh(*[Region(0, y, self.size.width, 1) for y in lines])

    @property
    def known_size(self) -> Size:
        """The size for which its lines are made; empty while none is known."""
        return self.placed.size if self.placed is not None else self.size if self.is_mounted else Size()

    def redraw(self) -> None:
        """Draws what is different from what is on the screen."""
        if not (size := self.known_size):
            return
        before, self._lines = self._lines, self._of(size)
        both = enumerate(zip_longest(before, self._lines, fillvalue=Line()))
        changed = [y for y, (old, new) in both if old != new]
        for y in changed:
            _ = self._line_strips.pop(y, None)
        if changed and size == self.size:
            self._send(changed)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines as they are: the toolkit would give each a border, padding and opacity, and a pane has none."""
        theme, size = self.app.theme, self.size
        if self._drawn_for != (drawn_for := (theme, size.width, self.frame)):
            self._drawn_for = drawn_for
            self._line_strips.clear()
        for y in crop.line_range:
            if y not in self._line_strips:
                self._line_strips[y] = self._line(y, theme, size)
        strips = [self._line_strips[y] for y in crop.line_range]
        for each in self.get_line_filters():
            strips = [strip.apply_filter(each, self.background_colors[1]) for strip in strips]
        left, right = crop.column_span
        return strips if (left, right) == (0, size.width) else [strip.crop(left, right) for strip in strips]

    def render_line(self, y: int) -> Strip:
        return self._line(y, self.app.theme, self.size)

    def _line(self, y: int, theme: str, size: Size) -> Strip:
        """Line `y` with its edges, as it was drawn where it says the same."""
        content = self._lines[y] if y < len(self._lines) else Line()
        left, right = (edge[y] if y < len(edge) else _NO_EDGE for edge in (self.frame.left, self.frame.right))
        key = content, theme, size.width, left, right
        strip = self._strips.get(key)
        if strip is None:
            strip = self._strips[key] = self._strip(content, left, right, theme, size)
        return strip

    def _strip(self, content: Line, left: StyledText, right: StyledText, theme: str, size: Size) -> Strip:
        """A line between the edges and the margin."""
        named = styles(theme)
        free = replace(content, words=((content.margin * self.indent, self.frame.top),))
        strips = [drawn(line(left), named, 1)] if left != _NO_EDGE else []
        if self.indent:
            strips.append(drawn(free, named, self.indent))
        strips.append(drawn(content, named, self._inner(size)))
        if right != _NO_EDGE and content.is_thumb:
            right = GLYPHS.thumb, FOCUS
        if right != _NO_EDGE:
            strips.append(drawn(line(right), named, 1))
        return Strip.join(strips)

    def _inner(self, size: Size) -> int:
        """Cells of a line between the edges and the margin."""
        return size.width - bool(self.frame.left) - bool(self.frame.right) - self.indent

    def column_of(self, event: events.Click) -> int:
        """The cell of a line in which a click is, counted from its beginning behind edge and margin."""
        return event.x - bool(self.frame.left) - self.indent

    def on_resize(self, event: events.Resize) -> None:
        # One that is placed was drawn for that size already, and for another since where keys came faster than this.
        if self.placed is None:
            self._lines = self._of(event.size)
            self._line_strips.clear()
            self.refresh()

    def _of(self, size: Size) -> list[Line]:
        try:
            return self.content(self._inner(size), size.height)[: size.height]
        except Exception as error:
            told = wrapped(report_mistake(f"The pane {self.id}" if self.id else "This page", error), self._inner(size))
            return [line((row, "error")) for row in told[: size.height]]

    def line_at(self, y: int) -> Line:
        """The line that is drawn there."""
        return self._lines[y] if 0 <= y < len(self._lines) else Line()

    def title(self, name: str, width: int, focused: bool, right: str = "") -> Line:
        """The line above a pane: its name, marked where the arrow keys move in it."""
        rule = GLYPHS.rule
        left = f"{rule * (1 - self.indent)}{GLYPHS.turn if focused else rule} {name} "
        end = f" {right} {rule}" if right else ""
        gap = rule * max(0, width - len(left) - len(end))
        words = line((left, "title" if focused else "clause"), (gap, self.frame.top), (end, "dim"))
        return replace(words, margin=rule)

    # ------------------------------------------------------------ more lines than fit

    def keep_in_view(self, at: int, count: int, room: int) -> None:
        """Shows line number `at` of `count`; where it is out of view, nearly a page is turned, so that it is rare."""
        kept = min(_KEPT, room // 2)
        if not self.top <= at < self.top + room:
            self.top = at - kept if at > self.top else at + 1 + kept - room
        self.top = max(0, min(self.top, count - room))

    def bring_in(self, at: int, room: int) -> None:
        """Shows line number `at`, too; moves by as little as can be, so that what was in view stays so."""
        self.top = min(at, max(self.top, at - room + 1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scrolled(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scrolled(-3)

    def scrolled(self, by: int) -> None:
        """The wheel was turned; most panes have nothing to scroll."""


class TablePane(Pane):
    """A pane that shows the table. Who inherits says in `table_content` what its lines are."""

    view: View | None = None
    """The table as it was last shown; None until it is shown for the first time."""

    def show(self, view: View) -> None:
        """Shows the table as it is now."""
        self.view = view
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        return [] if self.view is None else self.table_content(self.view, width, height)

    def table_content(self, view: View, width: int, height: int) -> list[Line]:
        """The lines that are in view of that table, at most `height` of them."""
        raise TypeError("a pane says itself what it shows")
