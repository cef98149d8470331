"""The actions pane: what can be done now, each with its key; what cannot is one line, which opens with the reasons."""

from collections.abc import Sequence

from textual import events

from referee.ui.controller.action_list import actions, system_actions
from referee.ui.controller.cached_value import CachedValue
from referee.ui.controller.view import TAKE_OVER_KEY, Action, View
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.messages import VerbClicked
from referee.ui.panes.action_rows import Row, rows_of
from referee.ui.panes.pane import Pane


class Actions(Pane):
    """The menu of verbs."""

    view: View | None = None

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._own = CachedValue[Sequence[Action]]()
        """Those of the game; most keys only move a cursor, and change nothing of them."""
        self._offered: Sequence[Action] = ()
        self._unfolds = False
        """Those that cannot be done now are shown since the last time that it was drawn."""
        self._rows: Sequence[Row] = ()
        """The rows that are in view."""

    def show(self, view: View) -> None:
        """The table as it is now; where nothing is under the cursor any more, the first are in view."""
        before, self.view = self.view, view
        if before is not None and (view.action is None) > (before.action is None):
            self.top = 0
        self._unfolds = before is not None and view.all_actions and not before.all_actions
        table = view.encounter, view.hotkeys, bool(view.questions), view.read_only
        self._offered = actions(view, self._own.of(*table, make=lambda: [] if view.read_only else system_actions(view)))
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        if self.view is None:
            return []
        if self.view.read_only:
            return [self.title("Looking on", width, False), *_for_reading(self.view, width)]
        room, word = height - 1, self.view.action
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
        head = self.title("Actions", width, self.view.focus == "actions", f"{below} more" if below > 0 else "")
        self._rows = rows[self.top : self.top + room]
        return [head, *(row.line for row in self._rows)]

    def scrolled(self, by: int) -> None:
        self.top += by
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        if 0 < event.y <= len(self._rows) and self._rows[event.y - 1].places:
            row = self._rows[event.y - 1]
            place = row.places[-1 if event.x >= row.second else 0]
            self.post_message(VerbClicked(self._offered[place].word))


def _for_reading(view: View, width: int) -> list[Line]:
    """For who only looks on: who plays, when something was last done, and how to go on in their place."""
    told = view.elsewhere.sentences()
    lines = [line((f" {text}", "text")) for each in told for text in wrapped(each, width - 2)]
    return [
        *lines,
        line((f" {TAKE_OVER_KEY}", "key"), ("  take it over" if view.elsewhere.player else "  play on", "text")),
    ]
