"""The initiative pane: the order of turns, with whose turn it is, who has acted, and who waits."""

from textual import events

from referee.engine.encounter import Slot
from referee.ui.glyphs import GLYPHS
from referee.ui.ink import Line, cut, fit, line
from referee.ui.messages import FigureClicked
from referee.ui.panes.pane import Pane
from referee.ui.view import View


class Initiative(Pane):
    """The order, under the headings of its groups."""

    view: View | None = None
    rows: tuple[Line, ...] = ()

    def show(self, view: View) -> None:
        """The table as it is now, the one whose turn it is in view."""
        self.view = view
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        if self.view is None:
            return []
        rows, at = self._rows(self.view, width)
        if not rows:
            empty = "no order yet" if self.view.encounter.figures else "nobody is here yet"
            rows = [line((cut(f"  {empty}", width), "dim"))]
        self.keep_in_view(at, len(rows), height - 1)
        head = self.title("Initiative", width, self.view.focus == "initiative")
        return [head, *rows[self.top : self.top + height - 1]]

    def _rows(self, view: View, width: int) -> tuple[list[Line], int]:
        """All rows, and the number of the one whose turn it is."""
        rows: list[Line] = []
        at, under = 0, None
        soon = frozenset(view.rules.may_act(view.encounter))
        for slot in view.encounter.order:
            if slot.under is not None and slot.under != under:
                rows.append(line((fit(view.encounter.name(slot.under), width), "clause")))
            under = slot.under
            if slot.who == view.encounter.turn:
                at = len(rows)
            rows.append(_row(view, slot, width, slot.who in soon))
        return rows, at

    def on_click(self, event: events.Click) -> None:
        if tag := self.line_at(event.y).to:
            self.post_message(FigureClicked(tag, event.chain > 1))


def _row(view: View, slot: Slot, width: int, soon: bool) -> Line:
    """One place in the order."""
    figure = view.encounter.figures.get(slot.who)
    out = not view.rules.gets_turn(view.encounter, slot.who)
    mine = slot.who == view.encounter.turn
    sign = GLYPHS.turn if mine else GLYPHS.done if slot.acted else " "
    beside = slot.label or (view.rules.label_of(view.encounter, slot.who) if view.rules.label_of else "")
    if out and figure is not None:
        beside = figure.standing
    elif slot.held:
        beside = "waits"
    style = "mine" if mine else "dead" if out else "dim" if slot.acted or slot.held or not soon else "text"
    right = f" {cut(beside, 12)}" if beside else ""
    name = cut(view.encounter.name(slot.who), width - 3 - len(right))
    if mine or right:
        name = fit(name, width - 3 - len(right))
    return line((f"{sign} {name}{right} ", style), to=slot.who)
