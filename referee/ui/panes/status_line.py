"""Status line: the line at the top of the table."""

from collections.abc import Sequence

from rich.cells import cached_cell_len as cell_len

from referee.engine.dice.chance import DICE
from referee.engine.state.encounter import OVER
from referee.text.phrases import joined
from referee.ui.controller.view import View
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, cut, line, width
from referee.ui.panes.pane import TablePane
from referee.words.bearer import round_after, when

_DICE = {"split": "dice: split", "app": "dice: app", "table": "dice: typed"}
"""Who throws, at the top."""


class Status(TablePane):
    """One line at the top; below the smallest size it is all there is."""

    times: Sequence[str] = ()
    """How long turn and fight have taken, the longest wording first; none: that is not wanted."""

    def table_content(self, view: View, width: int, height: int) -> list[Line]:
        if view.trouble:
            why = view.trouble.removeprefix("Not saved: ")
            return [_spread([(f" NOT SAVED: {cut(why, width - 36)} ", "error")], [_turn(view, _SHORTEST_TURN)], width)]
        if height > 1 or width < 40:
            return _smallest(view, width)
        return [_whole(view, width, self.times)]


def _whole(view: View, cells: int, times: Sequence[str]) -> Line:
    """The status line: whose turn it is and whether all is saved; the rest as far as there is room."""
    number, phase = view.encounter.round, view.encounter.phase
    middle: list[StyledText] = [(f" Round {number} " if number and phase != OVER else " ", "text")]
    if over := view.rules.fight.over(view.encounter):
        middle.append((f"over: {cut(over, 32)} ", "error"))
    elif phase:
        middle.append((f"{cut(phase, 12) if phase != OVER else when(number, phase).capitalize()} ", "text"))
    middle.append(_turn(view, max(_SHORTEST_TURN, cells // 4)))
    right: list[StyledText] = [(" read-only " if view.read_only else f" saved {GLYPHS.done} ", "ok")]
    title, game = view.title, f"{view.title} {GLYPHS.dot} {view.rules.title}" if cells >= 100 else ""
    least = min(cell_len(title), max(12, cells // 6)) + 2
    room = cells - width([*middle, *right]) - least
    if time := _fitting_time(times, room):
        right.insert(0, (f" {time} ", "dim"))
        room -= cell_len(time) + 2
    middle.append(("" if over else _then(view, room), "text"))
    dice = f" {_DICE.get(DICE.of(view.encounter), '')} ", "dim"
    if width([*middle, dice, *right]) + least <= cells:
        right.insert(len(right) - 1, dice)
    room = cells - width([*middle, *right]) - 2
    shown = game if 0 < cell_len(game) <= room else cut(title, room)
    return _spread([(f" {shown} ", "title"), *middle], right, cells)


def _fitting_time(times: Sequence[str], room: int) -> str:
    """The longest of these times that fits; all but the shortest leave room for who follows. Empty if none does."""
    for time in times:
        then = 0 if time == times[-1] else _SHORTEST_THEN
        if cell_len(time) + 2 + then <= room:
            return time
    return ""


_SHORTEST_TURN = 20
"""Cells in which whose turn it is can be read."""
_NAMED = 2
"""How many of those who may act next are named."""
_SHORTEST_THEN = 12
"""Cells in which something can be read of who follows, with a blank at both ends."""


def _then(view: View, room: int) -> str:
    """Who acts after this turn, ` then pick Tolin, Isolde or 2 others ` where the table chooses, or which round begins;
    fewer names and a cut one where there is little room, and nothing where there is less.
    """
    encounter = view.encounter
    names = [encounter.name(tag) for tag in view.rules.may_act(encounter, but=encounter.turn)]
    if not names:
        names = [*filter(None, [round_after(encounter.round, encounter.turn, encounter.order)])]
    if not names or room < _SHORTEST_THEN:
        return ""
    either = [_either(names, shown) for shown in range(_NAMED, 0, -1)]
    pick = "pick " if len(names) > 1 else ""
    texts = [*(f"then {pick}{each}" for each in either), f"then {either[-1]}"]
    return f" {next((text for text in texts if cell_len(text) <= room - 2), cut(texts[-1], room - 2))} "


def _either(names: Sequence[str], shown: int) -> str:
    """`Tolin, Isolde or 2 others`: so many of the names, and how many more there are."""
    more = len(names) - shown
    if more <= 0:
        return joined(names[:shown], "or")
    return joined([*names[:shown], f"{more} other{'' if more == 1 else 's'}"], "or")


def _turn(view: View, cells: int) -> StyledText:
    if view.encounter.turn:
        return f" {GLYPHS.turn} {cut(view.who(), cells)} ", "mine"
    there = view.encounter.figures and (view.encounter.order or view.expected)
    return f"{view.who()} " if there else "", "text"


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
