"""The actions pane: what the system lets one do now, each with its key; what it does not, dimmed."""

from textual import events

from referee.ui.controller.action_list import Action, actions
from referee.ui.controller.view import View
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, cut, line, wrapped
from referee.ui.input.messages import VerbClicked
from referee.ui.panes.pane import Pane


class Actions(Pane):
    """The menu of verbs."""

    view: View | None = None

    def show(self, view: View) -> None:
        """The table as it is now; where nothing is under the cursor any more, the first are in view."""
        if self.view is not None and view.action_at is None and self.view.action_at is not None:
            self.top = 0
        self.view = view
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        if self.view is None:
            return []
        if self.view.read_only:
            return [self.title("Looking on", width, False), *_for_reading(self.view, width)]
        offered = actions(self.view)
        room = height - 1
        at = self.view.action_at
        if at is not None:
            self.keep_in_view(at, len(offered), room)
        self.top = max(0, min(self.top, len(offered) - room))
        below = len(offered) - room - self.top
        head = self.title("Actions", width, self.view.focus == "actions", f"{below} more" if below > 0 else "")
        rows = [_row(action, width, n == at) for n, action in enumerate(offered)]
        return [head, *rows[self.top : self.top + room]]

    def scrolled(self, by: int) -> None:
        self.top += by
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        if word := self.line_at(event.y).click_target:
            self.top = 0
            self.post_message(VerbClicked(word))


def _for_reading(view: View, width: int) -> list[Line]:
    """For who only looks on: who plays."""
    told = f"played by {view.player}" if view.player else "nobody plays it now"
    return [line((f" {text}", "text")) for text in wrapped(told, width - 2)]


def _row(action: Action, width: int, chosen: bool) -> Line:
    """An action with its key; the reason against it where offered is room for all of it."""
    background = "chosen" if chosen else "background"
    if not action.barred:
        words = ((f" {action.key} ", "key"), (cut(action.label, width - 4), "text"))
        return line(*words, background=background, click_target=action.word)
    whole = f"{action.label} {GLYPHS.none} {action.barred}"
    text = whole if len(whole) <= width - 4 else cut(action.label, width - 4)
    return line((f" {action.key} {text}", "dim"), background=background, click_target=action.word)
