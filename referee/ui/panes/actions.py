"""Actions pane: what can be done now, each action with its key."""

from collections.abc import Sequence

from msgspec.structs import replace
from textual import events

from referee.ui.controller.action_list import ACTIONS_KEY, actions, system_actions
from referee.ui.controller.cached_value import CachedValue
from referee.ui.controller.played_elsewhere import TAKE_OVER_KEY
from referee.ui.controller.view import Action, View
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.messages import VerbClicked
from referee.ui.panes.action_rows import Row, rows_of, shown_key
from referee.ui.panes.pane import TablePane


class Actions(TablePane):
    """The menu of verbs."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._own = CachedValue[Sequence[Action]]()
        """Those of the game; most keys only move a cursor, and change nothing of them."""
        self._known: Sequence[Action] = ()
        """The same as they were last."""
        self._offered: Sequence[Action] = ()
        self._unfolds = False
        """Those that cannot be done now are shown since the last time that it was drawn."""
        self._rows: Sequence[Row] = ()
        """The rows that are in view."""
        self.answers = False
        """Keys answer what is asked."""

    def show(self, view: View, answers: bool = False) -> None:
        """The table as it is now; the first are in view where nothing is under the cursor any more or less is shown.

        answers: keys answer what is asked; those of the actions, which do nothing then, are dim.
        """
        before, self.view, self.answers = self.view, view, answers
        if before and ((view.action is None) > (before.action is None) or before.all_actions > view.all_actions):
            self.top = 0
        self._unfolds = before is not None and view.all_actions and not before.all_actions
        self._offered = self._offers(view)
        self.redraw()

    def _offers(self, view: View) -> Sequence[Action]:
        table = view.encounter, view.hotkeys, bool(view.questions), view.read_only
        self._known = self._own.of(*table, make=lambda: [] if view.read_only else system_actions(view, self._known))
        return actions(view, self._known)

    def lines_needed(self, view: View, cells: int) -> int:
        """Lines for all that is offered in so many columns, side by side where two fit."""
        return len(rows_of(self._offers(view), cells - 1 - self.indent, 0, None))

    def table_content(self, view: View, width: int, height: int) -> list[Line]:
        if view.read_only:
            return [self.title("Read-only", width, False), *_for_reading(view, width)]
        room, word = height - 1, view.action
        at = next((place for place, action in enumerate(self._offered) if action.word == word), None)
        rows = rows_of(self._offered, width, room, at)
        if self._unfolds:
            # What was folded comes into view with the line that unfolds it.
            self.top = next((n for n, row in enumerate(rows) if self._offered[row.places[0]].folds), 0)
            self._unfolds = False
        if at is not None:
            self.keep_in_view(next(n for n, row in enumerate(rows) if at in row.places), len(rows), room)
        self.top = max(0, min(self.top, len(rows) - room))
        below = len(rows) - room - self.top
        there = view.focus == "actions"
        more = f"{below} more{'' if there else f': {shown_key(ACTIONS_KEY)}'}" if below > 0 else ""
        head = self.title("Actions", width, there, more)
        self._rows = rows[self.top : self.top + room]
        return [head, *(_dimmed(row.line) if self.answers else row.line for row in self._rows)]

    def scrolled(self, by: int) -> None:
        self.top += by
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        if 0 < event.y <= len(self._rows) and self._rows[event.y - 1].places:
            row = self._rows[event.y - 1]
            place = row.places[-1 if self.column_of(event) >= row.second else 0]
            self.post_message(VerbClicked(self._offered[place].word))


def _dimmed(row: Line) -> Line:
    """The row with its keys dim."""
    return replace(row, words=tuple((word, "dim" if style == "key" else style) for word, style in row.words))


def _for_reading(view: View, width: int) -> list[Line]:
    """For who only looks on: who plays, when something was last done, and how to go on in their place."""
    told = view.elsewhere.sentences()
    lines = [line((f" {text}", "text")) for each in told for text in wrapped(each, width - 2)]
    return [
        *lines,
        line((f" {TAKE_OVER_KEY}", "key"), ("  take over" if view.elsewhere.player else "  play from here", "text")),
    ]
