"""The overlay in which the palette is drawn: a box with the list of everything that can be done."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from referee.engine.verbs.offered import all_verbs
from referee.engine.verbs.parameters import obstacle
from referee.engine.verbs.verb import Situation
from referee.text.phrases import capitalised
from referee.ui.controller.controller import Controller
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, fit, line, width, wrapped
from referee.ui.drawing.theme import FOCUS, titled
from referee.ui.input.key_actions import KeyAction, shown
from referee.ui.panes.pane import ClickedLines, Pane, with_thumb

S = TypeVar("S")


class Doable(Struct, frozen=True):
    """Something that can be done."""

    label: str
    key: str
    """As it is shown; empty if it has none."""
    about: str
    """What it does, in one line."""
    barred: str
    """Why it cannot be done now; empty if it can."""
    word: str
    """The verb, or `:` and the key."""
    group: str = ""
    """The heading that it stands under."""


def doables(table: Controller, commands: Iterable[KeyAction[Controller]]) -> list[Doable]:
    """The actions of the game, the keys of the table, and the orders without a key; what cannot be done comes last."""
    known = [command for command in commands if command.label]
    verbs = [replace(doable, group="In this game") for doable in _verbs(table, {command.label for command in known})]
    return _sorted([*verbs, *(replace(_of_key(table, each), group="At every table") for each in known)])


def doables_of_page(page: S, commands: Iterable[KeyAction[S]]) -> list[Doable]:
    """What the keys of a page do, but for those that move on it."""
    return _sorted(_of_key(page, command) for command in commands if command.label)


_CLAUSES = re.compile(r" \[[A-Z]+\d*-\d+( [A-Z]+\d*-\d+)*\]")
"""The clauses behind a reason, which are looked up elsewhere."""


def _sorted(found: Iterable[Doable]) -> list[Doable]:
    """By groups, the last that of what cannot be done now; in each, what has no key comes last."""
    groups: dict[str, int] = {}
    able = [replace(doable, group="Not now") if doable.barred else doable for doable in found]
    for doable in able:
        groups.setdefault(doable.group, len(groups))
    return sorted(able, key=lambda doable: (bool(doable.barred), groups[doable.group], not doable.key))


def _of_key(screen: S, command: KeyAction[S]) -> Doable:
    key = command.keys[0]
    barred = _CLAUSES.sub("", command.barred(screen))
    return Doable(_capital(command.menu or command.label), shown(key), command.help, barred, f":{key}")


def _capital(label: str) -> str:
    return capitalised(label)


def _verbs(table: Controller, besides: set[str]) -> list[Doable]:
    """The verbs, without those that a key of the table stands for."""
    if table.journal.read_only:
        return []
    session = table.session
    situation = Situation(session.rules, session.encounter, bool(session.questions))
    keys = {verb.name: key for key, verb in table.keys.hotkeys.items()}
    verbs = [verb for name, verb in all_verbs(session.rules).items() if name in keys or name not in besides]
    return [
        Doable(
            _capital(verb.label or verb.name),
            keys.get(verb.name, ""),
            verb.hint,
            _CLAUSES.sub("", obstacle(verb, situation)),
            verb.name,
        )
        for verb in verbs
    ]


_LABEL = 26
"""Cells at most for what it is called."""


class OverlayView(Struct, frozen=True):
    """What the overlay shows."""

    title: str = ""
    typed: tuple[str, str, str] = ("", " ", "")
    """Around the cursor."""
    explained: Sequence[tuple[str, str]] = ()
    """Sentences above the list, each with its style."""
    items: Sequence[Doable] = ()
    grouped: bool = False
    """The items stand under the headings of their groups."""
    at: int = 0
    said: str = ""
    """Why the marked one was not done."""
    is_sparing: bool = False
    """The line to the terminal may be slow: the box has no ground of its own, so that no blanks are sent."""


class Behind(Pane):
    """What is around the box of the screen behind it, dim: lines as lines are, words so that they can be read.

    No colour is laid over that screen for it: terminals that have few colours, or none, cannot mix them.
    """

    rows: Sequence[str] = ()

    def content(self, width: int, height: int) -> list[Line]:
        parts = (enumerate(_LINES.split(row)) for row in self.rows)
        return [line(*((part, "rule" if n % 2 else "dim") for n, part in row if part)) for row in parts]


def around(screen: Screen[Any], box: Region) -> dict[Region, list[str]]:
    """What a screen shows above, at the left, at the right and below a box, without the pieces of words that the box
    leaves.
    """
    panes = sorted((pane for pane in screen.query(Pane) if pane.display and pane.size), key=lambda pane: pane.region.x)
    rows = [
        Strip.join([pane.render_line(y - pane.region.y) for pane in panes if y in pane.region.line_range])
        for y in range(screen.size.height)
    ]
    left: list[str] = []
    right: list[str] = []
    for row in rows[box.y : box.bottom]:
        before, under, after = (row.crop(*cells) for cells in ((0, box.x), (box.x, box.right), (box.right,)))
        is_left_cut, is_right_cut = not under.text[:1].isspace(), not under.text[-1:].isspace()
        left.append(_BEGUN.sub("", before.text) if is_left_cut else before.text)
        right.append(_ENDING.sub(lambda cut: " " * len(cut[0]), after.text) if is_right_cut else after.text)
    width, height = screen.size
    return {
        Region(0, 0, width, box.y): [row.text for row in rows[: box.y]],
        Region(0, box.y, box.x, box.height): left,
        Region(box.right, box.y, width - box.right, box.height): right,
        Region(0, box.bottom, width, height - box.bottom): [row.text for row in rows[box.bottom :]],
    }


_LINES = re.compile("([\u2500-\u257f ]+)")
_BEGUN, _ENDING = re.compile(r"[^\W_][^\s─│]*$"), re.compile(r"^[^\s─│]+")


class Overlay(ClickedLines):
    """The pane that draws the box of the palette."""

    shown = OverlayView()

    def show(self, shown: OverlayView) -> None:
        """Shows other contents."""
        self.shown = shown
        self.redraw()

    @property
    def room(self) -> int:
        """Lines of the list."""
        cells, lines = self.known_size
        return max(1, lines - 3 - len(self._explained(cells - 4)))

    def content(self, width: int, height: int) -> list[Line]:
        cells, shown = width - 4, self.shown
        before, under, behind = shown.typed
        head: list[Words] = [
            ((f"{GLYPHS.prompt} ", "asked"), (before, "title"), (under, "mine"), (behind, "title")),
            *(((row, style),) for row, style in self._explained(cells)),
        ]
        listed = _listed(shown, cells)
        marked = [n for n, (place, _) in enumerate(listed) if place == shown.at] or [0]
        self.keep_in_view(marked[-1], len(listed), self.room)
        self.bring_in(marked[0] - (marked[0] == 1), self.room)
        below = listed[self.top :]
        # An item that has not room for all of its lines is not begun, if it is not the marked one.
        cut_off = {place for place, _ in below[self.room - 1 : self.room]} & {place for place, _ in below[self.room :]}
        in_view = [
            line(*words, click_target=str(place) if place >= 0 else "")
            for place, words in below[: self.room]
            if place not in cut_off - {-1, shown.at}
        ]
        rows = [line(*words) for words in head]
        rows += with_thumb(in_view, self.top, len(in_view), len(listed), self.room)
        rows += [Line()] * (height - 2 - len(rows))
        box = [_top(shown.title, width), *(_framed(row, cells) for row in rows), _bottom(width)][:height]
        return box if shown.is_sparing else [replace(row, background="bar") for row in box]

    def _explained(self, cells: int) -> list[tuple[str, str]]:
        rows = [(row, style) for text, style in self.shown.explained for row in wrapped(text, max(1, cells))]
        most = max(0, self.known_size.height - 9)
        return rows if len(rows) <= most else [*rows[: most - 1], (GLYPHS.more, "dim")]


Words = tuple[StyledText, ...]


def _listed(shown: OverlayView, cells: int) -> list[tuple[int, Words]]:
    """The lines of the list: the place of an item and its words, or -1 and the heading of a group."""
    if not shown.items:
        return [(-1, (("No command has that name.", "dim"),))]
    label = _label_width(shown.items)
    rows: list[tuple[int, Words]] = []
    group = ""
    for place, item in enumerate(shown.items):
        if shown.grouped and item.group != group:
            group = item.group
            rows.append(
                (-1, ((f"{GLYPHS.rule * 2} {group} ", "clause"), (GLYPHS.rule * (cells - len(group) - 4), "clause")))
            )
        marked = place == shown.at
        style = "error" if marked and shown.said else "dim" if item.barred else "asked" if marked else "text"
        rows += ((place, ((text, style),)) for text in _rows(item, cells, label, marked))
    return rows


def _label_width(items: Sequence[Doable]) -> int:
    """Cells for what the items are called."""
    return min(_LABEL, max((cell_len(item.label) for item in items), default=0))


def needed(items: Sequence[Doable]) -> int:
    """Columns of the box in which each item takes one line."""
    label = _label_width(items)
    return max((label + cell_len(item.barred or item.about) + cell_len(item.key) + 9 for item in items), default=0)


def _rows(item: Doable, cells: int, label: int, marked: bool) -> list[str]:
    """The lines of an item: what it is called, all of what it does, its key.

    Each is in one style: with one for each column a letter that is typed is four times as long to send.
    """
    sign = GLYPHS.chosen if marked else " "
    room = max(1, cells - label - cell_len(item.key) - 5)
    first, *more = wrapped(item.barred or item.about, room)
    below = (f"{' ' * (label + 3)}{row}" for row in more)
    return [f"{sign}{fit(item.label, label)}  {fit(first, room)}  {item.key}", *below]


def _framed(row: Line, cells: int) -> Line:
    """The row between the sides of the box."""
    gap, edge = " " * max(0, cells - width(row.words)), GLYPHS.thumb if row.is_thumb else GLYPHS.wall
    return replace(
        row, words=((f"{GLYPHS.wall} ", FOCUS), *row.words, (gap, "text"), (f" {edge}", FOCUS)), is_thumb=False
    )


def _top(title: str, cells: int) -> Line:
    """The upper edge of the box with its title."""
    return line((GLYPHS.joints[12], FOCUS), *titled(title, cells - 2, FOCUS), (GLYPHS.joints[9], FOCUS))


def _bottom(cells: int) -> Line:
    """The lower edge of the box."""
    edge = f"{GLYPHS.joints[6]}{GLYPHS.rule * (cells - 2)}{GLYPHS.joints[3]}"
    return line((edge, FOCUS))
