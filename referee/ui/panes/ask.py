"""What can be done now: the actions pane, with the key of each, and the bottom lines, which cover nothing: what is
asked, what may be answered, what is typed, which keys do what.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len
from textual import events

from referee.ui.controller.view import ACTIONS_KEY, TAKE_OVER_KEY, Action, CachedValue, View, actions, system_actions
from referee.ui.drawing import ask_view
from referee.ui.drawing.ask_view import AskView, Item, more, offers_laid
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, cut, fit, line, width, wrapped
from referee.ui.input.key_actions import shown
from referee.ui.input.messages import HintClicked, OfferClicked, VerbClicked
from referee.ui.panes.pane import Pane, TablePane


class Ask(Pane):
    """What is asked, the offers, the line that is typed, and the keys: a block that stays where it is."""

    asking: AskView = AskView()
    bottom: Line = Line()
    """The lower edge of the panes above it; empty where they have no frame."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._spots: dict[int, list[tuple[int, int, str]]] = {}
        """For each line, counted from the last, which is -1: from where to where one can click, and on what."""

    def show(self, asking: AskView) -> None:
        """What is asked now."""
        self.asking = asking
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        return self._lines_in(width, height)

    def _lines_in(self, cells: int, height: int) -> list[Line]:
        """The lines, in so many cells."""
        self._spots = {}
        asking = self.asking
        head = [line(*asking.above), *(self._offers(cells) if asking.offers or asking.dice.rows else self._note(cells))]
        said, mode = asking.said, self._mode()
        frame = [self.bottom] if self.bottom.words else []
        frame += [line((f" {row}", "ok")) for row in asking.guide]
        height -= len(frame)
        if said and cell_len(said) > cells - width(mode) - 1:
            # All of it in one place: over the offers, and over the question too if it must be.
            self._spots.clear()
            lines = self._said(cells, max(1, min(len(head), height - 1)))
            head[len(head) - len(lines) :] = lines
            said = ""
        return [*frame, *[*head, self._last(cells, mode, said)][-height:]]

    def _said(self, cells: int, most: int) -> list[Line]:
        """What the referee is told, line by line, on at most so many."""
        rows = wrapped(self.asking.said, max(1, cells - 2))
        kept = rows[:most]
        if len(rows) > len(kept):
            kept[-1] = cut(" ".join(rows[len(kept) - 1 :]), cells - 2)
        style = "error" if self.asking.is_error else "ok"
        return [line((f" {row}", style), background="bar") for row in kept]

    def _note(self, cells: int) -> list[Line]:
        """What is to be typed, over the lines there are for offers."""
        rows = wrapped(self.asking.note, max(1, cells - 2))
        maximum = self.asking.rows
        kept = [*rows[: maximum - 1], " ".join(rows[maximum - 1 :])]
        kept += [""] * (maximum - len(kept))
        return [line((f" {cut(row, cells - 1)}", "dim")) for row in kept]

    def _offers(self, cells: int) -> list[Line]:
        """The dice with their keys; or as many offers as fit, each with its key, barred ones dim with the reason."""
        asking = self.asking
        rows: list[list[Item]]
        rows, left = offers_laid(asking.offers, cells, asking.rows, asking.at) if asking.offers else ([], 0)
        if asking.dice.rows:
            rows = ask_view.dice_laid(asking.dice, cells, asking.rows)
        out: list[Line] = []
        for n, row in enumerate(rows):
            words: list[StyledText] = []
            for item in row:
                if item.to:
                    self._spot(n - asking.rows - 1, width(words), width(item.words), item.to)
                words += item.words
            if left and n == len(rows) - 1:
                words.append((cut(more(left), cells - width(words)), "dim"))
            out.append(line(*words))
        return out + [Line()] * (asking.rows - len(out))

    def _mode(self) -> list[StyledText]:
        """Where keys go, and what is typed."""
        asking = self.asking
        if asking.typed is None:
            return [(f" {asking.mode} ", "mine"), (" ", "text")]
        before, under, behind = asking.typed
        style = "dim" if asking.stale else "title"
        field: list[StyledText] = [(before, style), (under, "mine"), (behind, style), ("  ", "text")]
        return [(f" {asking.mode} ", "mine"), (f" {GLYPHS.prompt} ", "asked"), *field]

    def _last(self, cells: int, words: list[StyledText], said: str) -> Line:
        """Where keys go, what is typed, and what Enter would do with it; then the keys, or what the referee is told.

        The keys stand at the right end where something is before them that changes with each letter.
        """
        asking = self.asking
        if said:
            return line(*words, (said, "error" if asking.is_error else "ok"), background="bar")
        # Beside a valid answer the keys of _KEPT keep their room; beside an error the hint has all of it.
        kept = [key for key in asking.keys if key[0] in _KEPT] if asking.is_valid and asking.mode == "ANSWER" else []
        at = width(words)
        hint = cut(asking.hint, max(28, cells - at - 3 - _cells_of(kept)))
        if hint:
            if "Space: " in hint:
                self._spot(-1, at, cell_len(hint), "Space")
            words.append((f"{hint}  ", "text" if asking.typed is None else "ok" if asking.is_valid else "warning"))
            at += cell_len(hint) + 2
        keys = _fitting(asking.keys, cells - at - 1)
        if asking.typed is not None or hint:
            gap = max(0, cells - at - 1 - _cells_of(keys))
            words.append((" " * gap, "text"))
            at += gap
        for key, label in keys:
            words += [(f"{key} ", "key"), (f"{label}  ", "text")]
            cells = cell_len(f"{key} {label}  ")
            self._spots.setdefault(-1, []).append((at, at + cells, key))
            at += cells
        return line(*words, background="bar")

    def _spot(self, y: int, start: int, size: int, what: str) -> None:
        self._spots.setdefault(y, []).append((start, start + size, what))

    def on_click(self, event: events.Click) -> None:
        y = event.y - self.size.height
        for start, end, what in self._spots.get(y, []):
            if start <= event.x < end:
                self.post_message(HintClicked(what) if y == -1 else OfferClicked(what))


_KEPT = ("Space", "Enter", "F1", "F2", "F4", "?", "Esc")
"""Keys that the last line names before any other."""


def _fitting(keys: tuple[tuple[str, str], ...], cells: int) -> list[tuple[str, str]]:
    """As many of the keys as fit; what helps to find the others goes last."""
    kept = list(keys)
    while kept and _cells_of(kept) > cells:
        lost = next((n for n in reversed(range(len(kept))) if kept[n][0] not in _KEPT), len(kept) - 1)
        del kept[lost]
    return kept


def _cells_of(keys: Sequence[tuple[str, str]]) -> int:
    """Cells that these keys take, each with two blanks behind it but for the last."""
    return max(0, sum(cell_len(f"{key} {label}  ") for key, label in keys) - 2)


_shown = lru_cache(maxsize=None)(shown)
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
    return 2 + cell_len(_shown(action.key))


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
    return (f"{sign}{_shown(action.key)} ", "dim" if is_dim else "key"), (action.label, style)


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


class Actions(TablePane):
    """The menu of verbs."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._own = CachedValue[Sequence[Action]]()
        """Those of the game; most keys only move a cursor, and change nothing of them."""
        self._known: Sequence[Action] = ()
        """The same as they were last."""
        self._offered: Sequence[Action] = ()
        self._unfolds = False
        """Those that cannot be done now are shown since the last time that it was drawn."""
        self._rows: Sequence[Row] = ()
        """The rows that are in view."""
        self.answers = False
        """Keys answer what is asked."""

    def show(self, view: View, answers: bool = False) -> None:
        """The table as it is now; the first are in view where nothing is under the cursor any more or less is shown.

        answers: keys answer what is asked; those of the actions, which do nothing then, are dim.
        """
        before, self.view, self.answers = self.view, view, answers
        if before and ((view.action is None) > (before.action is None) or before.all_actions > view.all_actions):
            self.top = 0
        self._unfolds = before is not None and view.all_actions and not before.all_actions
        self._offered = self._offers(view)
        self.redraw()

    def _offers(self, view: View) -> Sequence[Action]:
        table = view.encounter, view.hotkeys, bool(view.questions), view.read_only
        self._known = self._own.of(*table, make=lambda: [] if view.read_only else system_actions(view, self._known))
        return actions(view, self._known)

    def lines_needed(self, view: View, cells: int) -> int:
        """Lines for all that is offered in so many columns, side by side where two fit."""
        return len(rows_of(self._offers(view), cells - 1 - self.indent, 0, None))

    def table_content(self, view: View, width: int, height: int) -> list[Line]:
        if view.read_only:
            return [self.title("Read-only", width, False), *_for_reading(view, width)]
        room, word = height - 1, view.action
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
        there = view.focus == "actions"
        more = f"{below} more{'' if there else f': {_shown(ACTIONS_KEY)}'}" if below > 0 else ""
        head = self.title("Actions", width, there, more)
        self._rows = rows[self.top : self.top + room]
        return [head, *(_dimmed(row.line) if self.answers else row.line for row in self._rows)]

    def scrolled(self, by: int) -> None:
        self.top += by
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        if 0 < event.y <= len(self._rows) and self._rows[event.y - 1].places:
            row = self._rows[event.y - 1]
            place = row.places[-1 if self.column_of(event) >= row.second else 0]
            self.post_message(VerbClicked(self._offered[place].word))


def _dimmed(row: Line) -> Line:
    """The row with its keys dim."""
    return replace(row, words=tuple((word, "dim" if style == "key" else style) for word, style in row.words))


def _for_reading(view: View, width: int) -> list[Line]:
    """For who only looks on: who plays, when something was last done, and how to go on in their place."""
    told = view.elsewhere.sentences()
    lines = [line((f" {text}", "text")) for each in told for text in wrapped(each, width - 2)]
    return [
        *lines,
        line((f" {TAKE_OVER_KEY}", "key"), ("  take over" if view.elsewhere.player else "  play from here", "text")),
    ]
