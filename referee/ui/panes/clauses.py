"""Clauses pane: the rules that the chosen line of the log follows from."""

from collections.abc import Sequence

from referee.engine.contract.clause import Clause
from referee.ui.controller.view import View
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.panes.pane import Pane
from referee.words.log_line import LogLine


class Clauses(Pane):
    """The pane with the full text of the clauses that the chosen log line, or the open question, follows from."""

    indent = 1
    view: View | None = None
    cited: tuple[str, ...] = ()

    def show(self, view: View, log: Sequence[LogLine], at: int | None) -> None:
        """What the line of the log at that index follows from; without one the open question, else the last line that
        cites a rule.
        """
        self.view = view
        latest = next((told.cites for told in reversed(log) if told.cites), ())
        asked = view.question.cites if view.question is not None else ()
        self.cited = log[at].cites if at is not None and at < len(log) else asked or latest
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        head = self.title("Rules", width, False)
        if self.view is None:
            return [head]
        by_id = {clause.id: clause for clause in self.view.rules.clauses()}
        lines: list[Line] = []
        for name in self.cited:
            if (clause := by_id.get(name)) is not None:
                lines += [*_rows(clause, width), Line()]
        return [head, *lines]


def _rows(clause: Clause, width: int) -> list[Line]:
    """One clause, its number above."""
    return [line((clause.id, "clause")), *(line((row, "text")) for row in wrapped(clause.text, width))]
