"""The detail pane: the chosen figure in full sentences, where the window has room for it."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from referee.engine.state.bearer import Condition, Figure, Tag, Value
from referee.ui.controller.view import View
from referee.ui.drawing.cells import side_marks, standing_word, told_gauge
from referee.ui.drawing.text_line import GLYPHS, Line, cut, line, wrapped
from referee.ui.panes.pane import Pane
from referee.words.bearer import named_thing, plain, shown
from referee.words.conditions import lasts, named
from referee.words.log_line import LogLine

_LATEST = 4
"""Lines of the log that are told of a figure."""
_BAR = 10


class Detail(Pane):
    """One figure, from its name to what was last done to it."""

    indent = 1
    view: View | None = None
    told: Sequence[LogLine] = ()
    is_beside_log = False
    """The log says in the next column what was last done to the figure; then it is not said here, too."""

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
        lines = list(_figure(self.view, figure, width))
        told = () if self.is_beside_log else _latest(self.told, figure.tag)
        room = height - 2 - len(lines)
        if told and room > 1:
            lines += [Line(), *_last_lines(told, width, room)]
        return [self.title("Detail", width, False), *lines]


def detailed(view: View) -> Figure | None:
    """Whose detail is shown: the chosen figure, the one whose turn it is, one that is asked about, or the first."""
    figures = view.encounter.figures
    asked = (view.question.by, *view.question.needs) if view.question is not None else ()
    tags = (view.chosen, view.encounter.turn, *asked, *figures)
    return next((figures[tag] for tag in tags if tag in figures), None)


def _figure(view: View, figure: Figure, cells: int) -> Iterator[Line]:
    """All there is to a figure: who it is, what is left to it, what lies on it, what it has."""
    mark = side_marks(view.rules, view.encounter.figures.values())[figure.side]
    standing = standing_word(view.rules, figure)
    yield line((f"{mark.sign} {cut(figure.name, cells - 14)}", mark.style), (f"  {figure.tag}", "dim"))
    yield line((cut(f"{plain(figure.kind)}, {figure.side}", cells), "dim"), (f"  {standing}", "dying"))
    for kind, track in view.rules.told_tracks(figure):
        text, style = told_gauge(view.rules, figure, kind, track, _BAR)
        yield line((cut(f"{cut(kind.label or plain(kind.name), 12)} {text}", cells), style))
    if said := view.rules.describe(view.encounter, figure.tag).get(figure.tag):
        yield from _in_rows(said, cells, "text")
    for condition in figure.conditions:
        yield from _condition(view, figure, condition, cells)
    yield from _traits(view, figure, cells)
    for pile, things in figure.piles.items():
        told = "; ".join(named_thing(view.rules, view.encounter, figure.tag, tag) for tag in things)
        if told:
            yield from _in_rows(f"{plain(pile)}: {told}", cells, "text")


def _condition(view: View, figure: Figure, condition: Condition, cells: int) -> Iterator[Line]:
    """A condition: until when it lies, by whom, and what it does."""
    encounter = view.encounter
    by = f"by {encounter.name(condition.by)}" if condition.by not in (None, figure.tag) else ""
    when = lasts(encounter, condition, figure.tag, view.rules) or "until lifted"
    yield from _in_rows(f"{named(condition, view.rules)}: {', '.join(filter(None, (when, by)))}", cells, "condition")
    if does := view.what_it_does(condition.kind):
        yield from (line((f"  {row}", "dim")) for row in wrapped(does, cells - 2))


def _traits(view: View, figure: Figure, cells: int) -> Iterator[Line]:
    """What the system knows of it besides, as far as it is not as with everybody; as many to a line as fit."""
    row = ""
    for trait in view.rules.traits:
        value = figure.traits.get(trait.name, trait.default)
        if value == trait.default:
            continue
        words = f"{trait.label or plain(trait.name)} {_named(view, value)}"
        if row and cell_len(row) + 2 + cell_len(words) <= cells:
            row = f"{row}  {words}"
            continue
        # One style for all of it: each change of colour is some twenty bytes to send.
        yield from _in_rows(row, cells, "text") if row else ()
        row = words
    yield from _in_rows(row, cells, "text") if row else ()


def _named(view: View, value: Value) -> str:
    """A value in words; figures by their names."""
    figures = view.encounter.figures
    if isinstance(value, tuple) and all(tag in figures for tag in value):
        return ", ".join(figures[tag].name for tag in value)
    return shown(value)


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


def _in_rows(text: str, cells: int, style: str) -> Iterator[Line]:
    """Text over as many lines as it takes, those after the first set in."""
    head, *more = wrapped(text, cells)
    yield line((head, style))
    for row in wrapped(" ".join(more), cells - 2) if more else ():
        yield line((f"  {row}", style))
