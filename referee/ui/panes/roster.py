"""The roster pane: a row for every figure."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from textual import events

from referee.engine.contract.standing import AWAY
from referee.engine.state.bearer import Figure, Tag
from referee.ui.controller.cache_keys import how_they_stand, values_depend_on
from referee.ui.controller.cached_value import CachedValue
from referee.ui.controller.roster_order import (
    FOLD_KEY,
    Row,
    RowOrder,
    Shown,
    acting,
    chosen_row,
    first_at_turn,
    folded,
    row_order,
)
from referee.ui.controller.roster_summary import OutOfView, fold_text
from referee.ui.controller.value_of_each import ValueOfEach
from referee.ui.controller.view import View
from referee.ui.drawing.column_layout import headings, laid_out, width_for_columns
from referee.ui.drawing.frames import with_headings
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.row_needs import Needs, needs
from referee.ui.drawing.side_marks import side_marks
from referee.ui.drawing.text_line import Line, centred, cut, line
from referee.ui.input.messages import FamilyClicked, FigureClicked, HintClicked
from referee.ui.panes.pane import TablePane
from referee.ui.panes.roster_row import FAMILY_TARGET, RosterGrid, family_row, figure_row

_FOLD = ":fold"
"""What a click on that line means; no tag begins so."""
_EMPTY = 8
"""Lines in which an empty table says what can be done."""
EVERY_TAG = 120
"""Columns of a window from which on tags stand that are but the names."""
_LEFT = 2
"""Wall and margin; where it has the whole width, there is one more wall."""


class Roster(TablePane):
    """A row for each figure; only those in view are made."""

    indent = 1
    is_following = True
    """The row that is chosen is kept in view; not once the wheel was turned."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._grid: RosterGrid | None = None
        self._grid_made = CachedValue[RosterGrid]()
        self._order = CachedValue[RowOrder]()
        self._widths: tuple[tuple[str, ...], tuple[int, int]] = (), (0, 0)
        """The columns that it needs and wants, and what of."""
        self._needs = CachedValue[ValueOfEach[tuple[Figure, Needs]]]()
        """Anew for other options of the game."""
        self._out_of_view, self._rows_shown = OutOfView(), CachedValue[Shown]()
        self._rows: dict[tuple[object, ...], tuple[Figure, Line]] = {}
        """Rows by whose they are and how they are marked, each with its figure, for the present layout and sides."""

    def show(self, view: View) -> None:
        """The table as it is now; whoever is chosen, or else has the turn, or came just now, comes into view."""
        was, self.view = self.view, view
        self.is_following = self.is_following or was is None or _moves(was) != _moves(view)
        self.redraw()

    def table_content(self, view: View, width: int, height: int) -> list[Line]:
        if not view.encounter.figures:
            return [self.title("Roster", width, False), *_nobody(view, width, height - 1)]
        grid, figures, shown = self._grid_of(view, width), view.encounter.figures, self._shown(view)
        keys = _row_keys(view, self._order_of(view).numbers)
        room = height - 1 - bool(shown.folded)
        seen = self._in_view(view, shown.rows, room - (len(shown.rows) > room))
        acting = view.encounter.acting_as(view.encounter.turn or "")
        drawn = zip(seen, self._measured(view, [figures[row.tags[0]] for row in seen]), strict=True)
        rows = [
            self._cached_row(view, grid, row, figure, keys.get(figure.tag, " "), acting) for row, (figure, _) in drawn
        ]
        if len(seen) < len(shown.rows):
            rows.append(line(*self._out_of_view.told(view.rules, figures, shown.rows, self.top, len(seen), width)))
        if shown.folded:
            key = " " if view.question and not view.read_only else FOLD_KEY
            rows.append(_fold_line([figures[tag] for tag in shown.folded], width, key))
        return [with_headings(self.title("Roster", width, view.focus == "roster"), grid.headings), *rows]

    def lines_needed(self, view: View, steady: bool) -> int:
        """Lines for all rows as they are folded now: each family that is folded and all who are out are one.

        steady: as many as before somebody fell, so that nothing moves where there is room.
        """
        if not view.encounter.figures:
            return _EMPTY
        shown = self._shown(view)
        fallen = [tag for tag in shown.folded if view.encounter.figures[tag].standing != AWAY.name]
        return len(shown.rows) + max(bool(shown.folded), len(fallen) if steady else 0)

    def widths(self, view: View, least: int, most: int, spare: bool) -> tuple[int, int]:
        """Columns, from `least` on, in which it leaves out nothing that `most` would show, with its frame, and if there
        are some to spare those for all tags and whole headings. The same while the same figures are there, so that
        nothing moves.
        """
        among = (*view.encounter.figures, str(least), str(most))
        if self._widths[0] != among:
            wanted = Counter(each for _, each in self._measured(view, view.encounter.figures.values()))
            of = view.rules, wanted, least - _LEFT, most - _LEFT - 1
            cells = width_for_columns(*of) if wanted else 0
            whole = width_for_columns(*of, whole=True) if wanted and spare else cells
            self._widths = among, (max(least, cells + _LEFT), max(least, whole + _LEFT))
        return self._widths[1]

    def _order_of(self, view: View) -> RowOrder:
        now = view.encounter
        return self._order.of(now.order, now.groups, how_they_stand(now), make=lambda: row_order(view.rules, now))

    def _grid_of(self, view: View, width: int) -> RosterGrid:
        """The grid, made anew only for other figures or another width, and of it only what follows from those."""
        widths = width, self.app.size.width
        of = view.encounter.figures, values_depend_on(view), *widths
        self._grid = self._grid_made.of(*of, make=lambda: self._grid_now(view, widths))
        return self._grid

    def _grid_now(self, view: View, widths: tuple[int, int]) -> RosterGrid:
        figures, grid = view.encounter.figures.values(), self._grid
        wanted = [each for _, each in self._measured(view, figures)]
        if grid is not None and grid.widths == widths and grid.needs == wanted:
            layout, above = grid.layout, grid.headings
        else:
            layout = laid_out(view.rules, Counter(wanted), widths[0], widths[1] >= EVERY_TAG)
            above = headings(view.rules.columns, layout, wanted)
        sides = side_marks(view.rules, figures)
        if grid is None or (grid.layout, grid.sides) != (layout, sides) or len(self._rows) > 1000:
            self._rows.clear()
        return RosterGrid(widths, layout, wanted, sides, above)

    def _measured(self, view: View, figures: Collection[Figure]) -> list[tuple[Figure, Needs]]:
        """Returns each figure with its effective values, and the room that it needs."""

        def measured(figure: Figure) -> tuple[Figure, Needs]:
            seen = view.rules.values.as_shown(view.encounter, figure)
            return seen, needs(view.rules, seen)

        return self._needs.of(values_depend_on(view), make=ValueOfEach[tuple[Figure, Needs]]).of(figures, measured)

    def _shown(self, view: View) -> Shown:
        return self._rows_shown.of(view, make=lambda: self._shown_now(view))

    def _shown_now(self, view: View) -> Shown:
        order, needed = self._order_of(view), {view.chosen or "", *acting(view.encounter, view.questions)}
        rows = order.grouped(view.encounter.figures, view.folded, needed)
        if view.unfolded:
            return Shown(rows)
        offered = () if view.question is None or view.read_only else (each.offer.word for each in view.offers)
        return folded(order, rows, {*needed, *offered})

    def _in_view(self, view: View, rows: Sequence[Row], room: int) -> Sequence[Row]:
        """The rows that are in view; the chosen one is among them, or else that of the turn, and who came just now."""
        at = chosen_row(rows, view.chosen or first_at_turn(view.encounter), view.family)
        if self.is_following and at is not None:
            self.keep_in_view(at, len(rows), room)
        arrived = [n for n, row in enumerate(rows) if not view.arrived.isdisjoint(row.tags)] if view.arrived else []
        if self.is_following and arrived:
            self.bring_in(arrived[-1], room)
        self.top = max(0, min(self.top, len(rows) - room))
        return rows[self.top : self.top + room]

    def _cached_row(
        self, view: View, grid: RosterGrid, row: Row, figure: Figure, key: str, acting: Collection[Tag]
    ) -> Line:
        """A row and its first figure as it is shown; made anew only where it was not just like that before: the keys of
        all go with each question, and come back.
        """
        if row.family is not None:
            return family_row(view, row.family, [view.encounter.figures[tag] for tag in row.tags], grid)
        tag = figure.tag
        like = tag, key, view.lost.get(tag), view.marks.get(tag), tag == view.chosen, tag in acting
        known = self._rows.get(like)
        if known is None or known[0] is not figure:
            known = self._rows[like] = figure, figure_row(view, figure, grid, key)
        return known[1]

    def scrolled(self, by: int) -> None:
        self.is_following = False
        self.top += by
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        if (tag := self.line_at(event.y).click_target) == _FOLD:
            self.post_message(HintClicked(FOLD_KEY))
        elif tag.startswith(FAMILY_TARGET):
            self.post_message(FamilyClicked(tag.removeprefix(FAMILY_TARGET)))
        elif tag:
            self.post_message(FigureClicked(tag, event.chain > 1))


def _moves(view: View) -> tuple[object, ...]:
    """What brings another row into view."""
    return view.chosen, view.family, view.arrived, view.encounter.turn


def _row_keys(view: View, numbers: Mapping[Tag, str]) -> Mapping[Tag, str]:
    """The key of each row: a letter where it answers what is asked, else the number that chooses it.

    Who cannot be the answer has none, as in the lines of the question.
    """
    if view.figure_keys:
        return view.figure_keys
    if view.question is None or view.read_only:
        return numbers
    return {each.offer.word: each.key for each in view.offers if not each.offer.barred}


def _fold_line(hidden: Sequence[Figure], width: int, key: str) -> Line:
    """The line of those that are folded, with its key."""
    text = cut(f"{GLYPHS.fallen} {fold_text(hidden)}", width - 2)
    return line((key, "key"), (f" {text}", "dead"), click_target=_FOLD)


def _nobody(view: View, width: int, height: int) -> list[Line]:
    """What an empty table says: the keys that bring figures, and the kinds that there are."""
    kinds = [template.kind for template in view.rules.templates]
    keys = (
        ("A", f"adds figures: {kinds[0] if kinds else 'goblin'} x3"),
        ("L", "chooses from the library"),
        ("?", f"shows all keys. Kinds: {', '.join(kinds)}" if kinds else "shows all keys"),
    )
    return centred("Nobody is at the table yet", keys, width, height)
