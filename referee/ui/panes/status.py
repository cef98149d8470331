"""The top line: which fight, which round, whose turn, who is next, who throws, and whether all is saved."""

from referee.engine.chance import DICE
from referee.ui.glyphs import GLYPHS
from referee.ui.ink import Line, Words, cut, line, width
from referee.ui.panes.pane import Pane
from referee.ui.view import View

_DICE = {"split": "players throw", "app": "app throws", "table": "table throws"}


class Status(Pane):
    """One line at the top; below the smallest size it is all there is."""

    view: View | None = None

    def show(self, view: View) -> None:
        """The table as it is now."""
        self.view = view
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        if self.view is None:
            return []
        if self.view.trouble:
            return [line((cut(f" NOT SAVED: {self.view.trouble}", width), "error"), behind="bar")]
        if height > 1 or width < 40:
            return _smallest(self.view, width)
        return [_spread(_left(self.view, width), _right(self.view, width), width)]


def _left(view: View, cells: int) -> list[Words]:
    room = max(12, cells - 66) if cells < 100 else 44
    title = view.title if cells < 100 else f"{view.title} {GLYPHS.dot} {view.rules.title}"
    out = [(f" {cut(title, room)}  ", "title"), (f"Round {view.encounter.round} ", "text")]
    if view.encounter.phase:
        out.append((f"{cut(view.encounter.phase, 12)} ", "text"))
    whose = cut(view.who(), 20)
    return [*out, (f" {GLYPHS.turn} {whose} " if view.encounter.turn else f"{whose} ", "mine")]


def _right(view: View, cells: int) -> list[Words]:
    out: list[Words] = []
    if after := view.next_up():
        out.append((f" next {cut(after, 20 if cells < 100 else 30)} ", "text"))
    out.append((f" {_DICE.get(DICE.of(view.encounter), '')} ", "dim"))
    out.append((" reading only " if view.read_only else f" saved {GLYPHS.done} ", "ok"))
    return out


def _spread(left: list[Words], right: list[Words], cells: int) -> Line:
    """Both ends of a line; what is least needed at the right goes first when it is narrow."""
    while right and width(left) + width(right) > cells:
        right = right[1:] if len(right) > 1 and right[0][1] == "dim" else right[:-2] + right[-1:] if right[2:] else []
    gap = max(0, cells - width(left) - width(right))
    return line(*left, (" " * gap, "text"), *right, behind="bar")


def _smallest(view: View, cells: int) -> list[Line]:
    """One line of turn and hit points, and what is asked, for the smallest windows."""
    turn = view.encounter.figures.get(view.encounter.turn or "")
    track = turn.tracks.get(view.rules.vital.name) if turn else None
    points = f" {track.now}/{track.most}" if track and track.most is not None else ""
    lines = [line((cut(f"{GLYPHS.turn} {view.who()}{points} R{view.encounter.round}", cells), "mine"))]
    if view.question is not None:
        lines.append(line((cut(view.question.prompt, cells), "asked")))
    return lines
