"""The actions pane: what the system lets one do now, each with its key; what it does not, dimmed."""

from typing import NamedTuple

from textual import events

from referee.engine.overrule import system_verbs
from referee.engine.verb import Table
from referee.ui.glyphs import GLYPHS
from referee.ui.ink import Line, cut, line, wrapped
from referee.ui.messages import VerbClicked
from referee.ui.panes.pane import Pane
from referee.ui.view import View


class Action(NamedTuple):
    """One thing that can be done, or why not."""

    key: str
    label: str
    to: str
    """The verb, or `:` and the key."""
    barred: str = ""


class Actions(Pane):
    """The menu of verbs."""

    view: View | None = None
    at: int | None = None
    """The action under the cursor, while the arrow keys move here."""
    reason = ""
    """Why the one under the cursor cannot be done now."""

    def show(self, view: View) -> None:
        """The table as it is now."""
        self.view = view
        if view.focus != "actions" and self.at is not None:
            self.reset()
        self.redraw()

    def reset(self) -> None:
        """Nothing is under the cursor, and the first are in view."""
        self.at, self.top, self.reason = None, 0, ""

    def content(self, width: int, height: int) -> list[Line]:
        if self.view is None:
            return []
        if self.view.read_only:
            return [self.title("Looking on", width, False), *_lookers_on(self.view, width)]
        there = actions(self.view)
        room = height - 1
        if self.at is not None:
            self.at = min(self.at, len(there) - 1)
            self.keep_in_view(self.at, len(there), room)
        self.top = max(0, min(self.top, len(there) - room))
        below = len(there) - room - self.top
        head = self.title("Actions", width, self.view.focus == "actions", f"{below} more" if below > 0 else "")
        rows = [_row(action, width, n == self.at) for n, action in enumerate(there)]
        return [head, *rows[self.top : self.top + room]]

    def move(self, by: int) -> None:
        """Moves the cursor."""
        if self.view is None:
            return
        there = actions(self.view)
        if not there:
            return
        self.at = max(0, min(len(there) - 1, (-1 if self.at is None else self.at) + by))
        self.reason = there[self.at].barred
        self.redraw()

    @property
    def chosen(self) -> str:
        """What the action under the cursor does; empty if none is."""
        return actions(self.view)[self.at].to if self.view is not None and self.at is not None else ""

    def scrolled(self, by: int) -> None:
        self.top += by
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        if word := self.line_at(event.y).to:
            self.reset()
            self.post_message(VerbClicked(word))


def _lookers_on(view: View, width: int) -> list[Line]:
    """For who only looks on: who plays."""
    told = f"played by {view.player}" if view.player else "nobody plays it now"
    return [line((f" {text}", "text")) for text in wrapped(told, width - 2)]


def actions(view: View) -> list[Action]:
    """The system's verbs, and below them what every table can do; none for who only looks on."""
    if view.read_only:
        return []
    table = Table(view.rules, view.encounter)
    keys = {verb.name: key for key, verb in view.hotkeys.items()}
    there: list[Action] = []
    for verb in system_verbs(view.rules):
        reason = verb.bar(table) or ("answer first" if view.questions and not verb.interjects else "")
        there.append(Action(keys.get(verb.name, " "), verb.label, verb.name, reason))
    return there + [Action(key, label, f":{key}") for key, label in view.always]


def _row(action: Action, width: int, chosen: bool) -> Line:
    """An action with its key; the reason against it where there is room for all of it."""
    behind = "chosen" if chosen else "background"
    if not action.barred:
        words = ((f" {action.key} ", "key"), (cut(action.label, width - 4), "text"))
        return line(*words, behind=behind, to=action.to)
    whole = f"{action.label} {GLYPHS.none} {action.barred}"
    text = whole if len(whole) <= width - 4 else cut(action.label, width - 4)
    return line((f" {action.key} {text}", "dim"), behind=behind, to=action.to)
