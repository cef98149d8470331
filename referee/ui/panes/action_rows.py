"""Action rows: actions with their hints, fitted into the width of their pane."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.ui.controller.view import Action
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line, wrapped
from referee.ui.input.key_actions import shown

shown_key = lru_cache(maxsize=None)(shown)
"""How a key is shown; the same few are asked for again and again."""


class Row(Struct, frozen=True):
    """A row, and the actions it shows by their places in the list, from left to right."""

    line: Line
    places: tuple[int, ...]
    second: int = 0
    """The cell at which the second of two begins."""


def rows_of(actions: Sequence[Action], cells: int, room: int, at: int | None) -> list[Row]:
    """All rows; `room`: how many are in view, `at`: the place of the action under the cursor."""
    return _laid(tuple(actions), cells, room, at)


@lru_cache(maxsize=16)
def _laid(actions: Sequence[Action], cells: int, room: int, at: int | None) -> list[Row]:
    """The same, as most keys change nothing of them."""
    if not any(action.barred for action in actions[1:]):
        # Up to a third of what is beyond three lines is kept for those that are folded, so that nothing moves when one
        # or two of them can be done again. Of so few lines none is kept: another pane may be cut for want of one.
        room -= min(max(0, room - 3) // 3, max(0, sum(action.folds for action in actions) - 1))
    # About so many lines, as words are not broken: to lay them all out twice takes too long.
    wraps = len(actions) + sum(cell_len(_first(action.hint)) * 5 // (4 * cells) for action in actions) <= room
    whole = [_whole(action, place, cells, place == at, wraps) for place, action in enumerate(actions)]
    if wraps and sum(map(len, whole)) > room:
        whole = [_whole(action, place, cells, place == at, False) for place, action in enumerate(actions)]
    if sum(map(len, whole)) <= room:
        return [row for rows in whole for row in rows]
    packed: list[list[int]] = []
    for place, action in enumerate(actions):
        beside = _room_beside(actions, packed, place, cells) if _packs(action, place) else None
        if beside is None:
            packed.append([place])
        else:
            beside.append(place)
    pairs = [[actions[place] for place in places] for places in packed if len(places) == 2]
    column = max((_second(first, cells) for first, _ in pairs), default=0)
    return [
        row
        for places in packed
        for row in ([_pair(actions, places, cells, at, column)] if len(places) == 2 else whole[places[0]])
    ]


def _first(hint: str) -> str:
    """What a hint says in a few words, before an example or a remark."""
    return hint.partition(";")[0].partition(":")[0]


def _packs(action: Action, place: int) -> bool:
    """May it share a row? Not `next`, which is always first, nor what cannot be done, nor the line that unfolds it."""
    return place > 0 and not action.barred and not action.folds


def _room_beside(actions: Sequence[Action], packed: list[list[int]], place: int, cells: int) -> list[int] | None:
    """The first row with one action that has room for this one; None if there is none."""
    wide = _width(actions[place])
    alone = (places for places in packed if len(places) == 1 and _packs(actions[places[0]], places[0]))
    return next((places for places in alone if _second(actions[places[0]], cells) + wide <= cells), None)


def _second(first: Action, cells: int) -> int:
    """The cell at which the second of a pair begins: in the middle, or a blank behind the first."""
    return max(cells // 2, _width(first) + 1)


def _width(action: Action) -> int:
    return _before(action) + cell_len(action.label)


def _before(action: Action) -> int:
    """Cells before its label: the sign of what is chosen, the key and a gap."""
    return 2 + cell_len(shown_key(action.key))


def _pair(actions: Sequence[Action], places: Sequence[int], cells: int, at: int | None, column: int) -> Row:
    """Two in a row; the second begins in that column, where it fits there."""
    first, second = (actions[place] for place in places)
    head, (label, style) = _keyed(first, places[0] == at)
    start = column if column + _width(second) <= cells else _second(first, cells)
    words = (head, (fit(label, start - _before(first)), style), *_keyed(second, places[1] == at))
    return Row(line(*words, background="chosen" if at in places else "background"), tuple(places), start)


def _keyed(action: Action, chosen: bool) -> tuple[StyledText, StyledText]:
    sign = GLYPHS.chosen if chosen else " "
    is_dim = action.barred or action.waits
    style = "asked" if chosen else "dim" if is_dim else "text"
    return (f"{sign}{shown_key(action.key)} ", "dim" if is_dim else "key"), (action.label, style)


def _whole(action: Action, place: int, cells: int, chosen: bool, wraps: bool) -> list[Row]:
    """An action in rows of its own: with what its hint says first where there is room for all of it, below it where
    it `wraps`; or with all of the reason against it.
    """
    background = "chosen" if chosen else "background"
    head, (label, style) = _keyed(action, chosen)
    before = cell_len(head[0])
    label = cut(label, cells - before)
    room = cells - before - cell_len(label) - 2
    if not action.barred:
        hint = _first(action.hint)
        is_beside = cell_len(hint) <= room
        first = line(head, (label, style), (f"  {hint}" if is_beside else "", "clause"), background=background)
        told = wrapped(hint, max(1, cells - before - 1)) if hint and wraps and not is_beside else ()
        hints = (Line(((f"{' ' * before}{row}", "clause"),), background) for row in told)
        return [Row(row, (place,)) for row in (first, *hints)]
    reason = f"{GLYPHS.none} {action.barred}"
    if cell_len(reason) <= room + 1:
        return [Row(line(head, (f"{label} {reason}", style), background=background), (place,))]
    if not place:
        # What is asked stands below; `next` keeps its one row, so that the others stay where they are.
        return [Row(line(head, (label, style), background=background), (place,))]
    below = wrapped(action.barred, max(1, cells - before - 1))
    rows = [line(head, (label, style), background=background)]
    rows += [line((f"{' ' * before}{row}", "dim"), background=background) for row in below]
    return [Row(row, (place,)) for row in rows]
