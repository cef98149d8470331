"""The top line: which fight, which round, whose turn, who is next, who throws, and whether all is saved."""

from referee.engine.dice.chance import DICE
from referee.ui.controller.view import View
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, cut, line, width
from referee.ui.panes.pane import Pane

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
            why = self.view.trouble.removeprefix("Not saved: ")
            return [_spread([(f" NOT SAVED: {cut(why, width - 36)} ", "error")], [_turn(self.view)], width)]
        if height > 1 or width < 40:
            return _smallest(self.view, width)
        return [_whole(self.view, width)]


def _whole(view: View, cells: int) -> Line:
    """The status line: whose turn it is and whether all is saved; the rest as far as there is room."""
    middle: list[StyledText] = [(f" Round {view.encounter.round} ", "text")]
    if over := view.rules.over(view.encounter):
        middle.append((f"over: {cut(over, 32)} ", "error"))
    elif view.encounter.phase:
        middle.append((f"{cut(view.encounter.phase, 12)} ", "text"))
    middle.append(_turn(view))
    right: list[StyledText] = [(" reading only " if view.read_only else f" saved {GLYPHS.done} ", "ok")]
    title = cut(f"{view.title} {GLYPHS.dot} {view.rules.title}" if cells >= 100 else view.title, 44)
    least = min(len(title), 12) + 2
    for words in (_next(view, cells), (f" {_DICE.get(DICE.of(view.encounter), '')} ", "dim")):
        if width([*middle, words, *right]) + least <= cells:
            right.insert(len(right) - 1, words)
    room = cells - width([*middle, *right]) - 1
    return _spread([(f" {cut(title, room)}", "title"), *middle], right, cells)


def _turn(view: View) -> StyledText:
    if view.encounter.turn:
        return f" {GLYPHS.turn} {cut(view.who(), 20)} ", "mine"
    waiting = (
        view.who()
        if view.encounter.order or view.expected
        else "no order yet"
        if view.encounter.figures
        else "nobody is here yet"
    )
    return f"{waiting} ", "text"


def _next(view: View, cells: int) -> StyledText:
    after = "" if view.rules.over(view.encounter) else view.next_up()
    return (f" next {cut(after, 20 if cells < 100 else 30)} " if after else "", "text")


def _spread(left: list[StyledText], right: list[StyledText], cells: int) -> Line:
    """Both ends of a line."""
    gap = max(0, cells - width(left) - width(right))
    return line(*left, (" " * gap, "text"), *right, background="bar")


def _smallest(view: View, cells: int) -> list[Line]:
    """One line of turn and hit points, and what is asked, for the smallest windows."""
    turn = view.encounter.figures.get(view.encounter.turn or "")
    track = turn.tracks.get(view.rules.health_name) if turn else None
    points = f" {track.now}/{track.most}" if track and track.most is not None else ""
    lines = [line((cut(f"{GLYPHS.turn} {view.who()}{points} R{view.encounter.round}", cells), "mine"))]
    if view.question is not None:
        lines.append(line((cut(view.question.prompt, cells), "asked")))
    return lines
