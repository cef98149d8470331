"""The detail pane: the stat block of the chosen figure and what was last done to it."""

from collections.abc import Sequence

from referee.engine.state.bearer import Figure, Tag
from referee.ui.controller.view import CachedValue, View
from referee.ui.drawing.stat_block import stat_block
from referee.ui.drawing.text_line import GLYPHS, Line, line, wrapped
from referee.ui.panes.pane import Pane
from referee.words.log_line import LogLine

_LATEST = 4
"""Lines of the log that are told of a figure."""


class Detail(Pane):
    """One figure, from its name to what was last done to it."""

    indent = 1
    view: View | None = None
    told: Sequence[LogLine] = ()

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._block = CachedValue[list[Line]]()

    def show(self, view: View, log: Sequence[LogLine]) -> None:
        """The table as it is now, and all that the log says."""
        self.view, self.told = view, log
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        if self.view is None:
            return []
        figure = detailed(self.view)
        if figure is None:
            return [self.title("Detail", width, False)]
        view = self.view
        lines = self._block.of(
            view.encounter,
            figure,
            width,
            make=lambda: stat_block(view.rules, view.encounter, figure, width, view.what_it_does),
        )
        room = height - 2 - len(lines)
        told = _latest(self.told, figure.tag) if room > 1 else ()
        if told:
            lines = [*lines, Line(), *_last_lines(told, width, room)]
        return [self.title("Detail", width, False), *lines]


def detailed(view: View) -> Figure | None:
    """Whose detail is shown: the chosen figure, the one whose turn it is, one that is asked about, or the first."""
    figures = view.encounter.figures
    asked = (view.question.by, *view.question.needs) if view.question is not None else ()
    tags = (view.chosen, view.encounter.turn, *asked, *figures)
    return next((figures[tag] for tag in tags if tag in figures), None)


def _latest(log: Sequence[LogLine], tag: Tag) -> list[str]:
    """The latest lines of the log that are about a figure, the latest last."""
    out: list[str] = []
    for told in reversed(log):
        if len(out) == _LATEST:
            break
        if not told.hidden and tag in told.about:
            out.insert(0, told.text)
    return out


def _last_lines(told: Sequence[str], cells: int, room: int) -> list[Line]:
    """As many of these, from the last, as there is room for."""
    out: list[Line] = []
    for text in reversed(told):
        rows = [line((row, "dim")) for row in wrapped(f"{GLYPHS.dot} {text}", cells)]
        if len(rows) + len(out) > room:
            break
        out = [*rows, *out]
    return out
