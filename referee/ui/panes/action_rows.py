"""The rows of the actions pane: one action each with its hint where all fit so, else short ones two in a row."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from referee.ui.controller.view import Action
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line, wrapped
from referee.ui.input.key_actions import shown

_LEAST_HINT = 12
"""Cells of a hint that are worth showing."""


class Row(NamedTuple):
    """A row, and the actions it shows by their places in the list, from left to right."""

    line: Line
    places: tuple[int, ...]
    second: int = 0
    """The cell at which the second of two begins."""


def rows_of(actions: Sequence[Action], cells: int, room: int, at: int | None) -> list[Row]:
    """All rows; `room`: how many are in view, `at`: the place of the action under the cursor."""
    whole = [_whole(action, place, cells, place == at) for place, action in enumerate(actions)]
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
    return 2 + cell_len(shown(action.key))


def _pair(actions: Sequence[Action], places: Sequence[int], cells: int, at: int | None, column: int) -> Row:
    """Two in a row; the second begins in that column, where it fits there."""
    first, second = (actions[place] for place in places)
    head, (label, style) = _keyed(first, places[0] == at)
    start = column if column + _width(second) <= cells else _second(first, cells)
    words = (head, (fit(label, start - _before(first)), style), *_keyed(second, places[1] == at))
    return Row(line(*words, background="chosen" if at in places else "background"), tuple(places), start)


def _keyed(action: Action, chosen: bool) -> tuple[StyledText, StyledText]:
    sign = GLYPHS.chosen if chosen else " "
    style = "dim" if action.barred else "text"
    return (f"{sign}{shown(action.key)} ", "dim" if action.barred else "key"), (
        action.label,
        "asked" if chosen else style,
    )


def _whole(action: Action, place: int, cells: int, chosen: bool) -> list[Row]:
    """An action in rows of its own: with its hint, as far as there is room; or with all of the reason against it."""
    background = "chosen" if chosen else "background"
    head, (label, style) = _keyed(action, chosen)
    before = cell_len(head[0])
    label = cut(label, cells - before)
    room = cells - before - cell_len(label) - 2
    if not action.barred:
        hint = cut(action.hint, room) if room >= min(_LEAST_HINT, cell_len(action.hint)) else ""
        return [Row(line(head, (label, style), (f"  {hint}", "clause"), background=background), (place,))]
    reason = f"{GLYPHS.none} {action.barred}"
    if not place or cell_len(reason) <= room + 1:
        return [Row(line(head, (f"{label} {cut(reason, room + 1)}", style), background=background), (place,))]
    below = wrapped(action.barred, max(1, cells - before - 2))
    rows = [line(head, (label, style), background=background)]
    rows += [line((f"{' ' * (before + 1)}{row}", "dim"), background=background) for row in below]
    return [Row(row, (place,)) for row in rows]
