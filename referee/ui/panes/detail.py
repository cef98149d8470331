"""The detail pane: the stat block of the chosen figure."""

from referee.engine.state.bearer import Figure
from referee.ui.controller.view import CachedValue, View
from referee.ui.drawing.stat_block import stat_block
from referee.ui.drawing.text_line import GLYPHS, Line, cut, line
from referee.ui.panes.pane import Pane


class Detail(Pane):
    """One figure: its name in the frame, and all there is to it."""

    indent = 1
    view: View | None = None

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._block = CachedValue[list[Line]]()

    def show(self, view: View) -> None:
        """The table as it is now."""
        before = detailed(self.view) if self.view is not None else None
        self.view = view
        if before is None or (now := detailed(view)) is None or now.tag != before.tag:
            self.top = 0
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        if self.view is None:
            return []
        figure = detailed(self.view)
        if figure is None:
            return [self.title("Detail", width, False)]
        lines = self._whole(self.view, figure, width)
        room = height - 1
        self.top = max(0, min(self.top, len(lines) - room))
        seen = lines[self.top : self.top + room]
        if left := len(lines) - self.top - len(seen):
            seen[-1:] = [line((cut(f"{GLYPHS.more} {left + 1} more: e shows all", width), "key"))]
        return [self.title(cut(figure.name, width - 12), width, False, figure.tag), *seen]

    def _whole(self, view: View, figure: Figure, width: int) -> list[Line]:
        return self._block.of(
            view.encounter,
            figure,
            width,
            make=lambda: stat_block(view.rules, view.encounter, figure, width, view.what_it_does),
        )

    def scrolled(self, by: int) -> None:
        self.top += by
        self.redraw()


def detailed(view: View) -> Figure | None:
    """Whose detail is shown: the chosen figure, the one whose turn it is, one that is asked about, or the first."""
    figures = view.encounter.figures
    asked = (view.question.by, *view.question.needs) if view.question is not None else ()
    tags = (view.chosen, view.encounter.turn, *asked, *figures)
    return next((figures[tag] for tag in tags if tag in figures), None)
