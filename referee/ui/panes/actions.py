"""The actions pane: what the system lets one do now, each with its key; what it does not, dimmed, with the reason."""

from textual import events

from referee.engine.overrule import system_verbs
from referee.engine.verb import Table
from referee.ui.glyphs import GLYPHS
from referee.ui.ink import Line, cut, line
from referee.ui.messages import VerbClicked
from referee.ui.panes.pane import Pane
from referee.ui.view import View

ALWAYS = (("n", "Next turn"), ("d", "Damage"), ("+", "Heal"), ("c", "Condition"), ("u", "Undo"), (":", "Any order"))
"""What every table can do, below the system's own."""


class Actions(Pane):
    """The menu of verbs."""

    view: View | None = None

    def show(self, view: View) -> None:
        """The table as it is now."""
        self.view = view
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        if self.view is None:
            return []
        view = self.view
        rows = self._verbs(view, width)
        rows += [line((f" {key} ", "key"), (cut(label, width - 4), "text"), to=f":{key}") for key, label in ALWAYS]
        self.top = max(0, min(self.top, len(rows) - height + 1))
        more = f"{len(rows) - height + 1 - self.top} more" if len(rows) > height - 1 + self.top else ""
        head = self.title("Actions", width, view.focus == "actions", more)
        return [head, *rows[self.top : self.top + height - 1]]

    def _verbs(self, view: View, width: int) -> list[Line]:
        table = Table(view.rules, view.encounter)
        keys = {verb.name: key for key, verb in view.hotkeys.items()}
        rows: list[Line] = []
        for verb in system_verbs(view.rules):
            key = keys.get(verb.name, " ")
            reason = verb.bar(table)
            if reason is None and view.questions and not verb.interjects:
                reason = "answer first"
            if reason is None:
                rows.append(line((f" {key} ", "key"), (cut(verb.label, width - 4), "text"), to=verb.name))
            else:
                text = cut(f"{verb.label} {GLYPHS.none} {reason}", width - 4)
                rows.append(line((f" {key} {text}", "dim"), to=verb.name))
        return rows

    def scrolled(self, by: int) -> None:
        self.top += by
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        if word := self.line_at(event.y).to:
            self.post_message(VerbClicked(word))
