"""The app of the players' screen, for a second screen, a projector or a browser: what they may know of a fight, as
lines of text as large as the window allows.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import ClassVar

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len
from textual.app import ComposeResult
from textual.binding import BindingType

from referee.dialogue.following import LookingOn
from referee.engine.state.board import Space, edge_of, name_of, space_of
from referee.store.saves import Saves
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, bar, cut, fit, line, width, wrapped
from referee.ui.drawing.theme import chosen_theme, theme
from referee.ui.panes.pane import Pane
from referee.ui.players.figure_rows import HEIGHTS, as_many_as_fit, big, bounded, health_of, rows_of, sides
from referee.ui.terminal import shutdown
from referee.ui.terminal.key_queue import TerminalApp, chosen_driver
from referee.words.bearer import round_after, when
from referee.words.public_view import PublicBoard, PublicView

LOOK_EVERY = 0.25
"""Seconds between looks at the files of the encounter."""
THEME = "players"


class PlayersPane(Pane):
    """All of the screen."""

    board_alone = False

    def __init__(self, shown: LookingOn) -> None:
        super().__init__()
        self.shown = shown

    def content(self, width: int, height: int) -> list[Line]:
        return screen_lines(self.shown.view, width, height, self.shown.notice, self.board_alone)


class PlayersApp(TerminalApp):
    """Looks on at one encounter; nothing can be changed here, and nothing hidden is ever drawn."""

    TITLE = "Referee"
    ENABLE_COMMAND_PALETTE = False
    CSS = "PlayersPane { width: 100%; height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [("q,ctrl+c", "quit"), ("m", "board")]

    def __init__(self, saves: Saves, name: str, numbers: bool = False) -> None:
        super().__init__(driver_class=chosen_driver(), ansi_color=True)
        self.looking = LookingOn(saves, name, numbers)
        self.status = 0
        """The exit status with which it was told to end."""
        chosen, self.problems = chosen_theme(self.console.color_system, self.no_color, THEME)
        """Problem of the theme, printed after the end, when only the referee looks."""
        self.register_theme(theme(chosen).for_textual)
        self.theme = chosen
        self.pane = PlayersPane(self.looking)

    def compose(self) -> ComposeResult:
        yield self.pane

    def on_mount(self) -> None:
        shutdown.on_signals(self.end)
        if not self.is_headless:
            shutdown.on_lost_terminal(sys.__stdin__.fileno() if sys.__stdin__ else 0, self.end)
        self.set_interval(LOOK_EVERY, self.look)

    def look(self) -> None:
        """Draws what is new; nothing is sent while nothing is."""
        if self.looking.look():
            self.pane.redraw()

    def action_board(self) -> None:
        """The board in place of the figures, or these again."""
        self.pane.board_alone = not self.pane.board_alone and self.looking.view.board is not None
        self.pane.redraw()

    def end(self, status: int, words: str) -> None:
        """Ends because it must."""
        self.status = status
        self.exit(return_code=status)

    def on_unmount(self) -> None:
        self.looking.close()


_LABEL = 4
_SIZES = ((14, 4), (10, 3), (8, 2), (4, 1))
"""Cells and lines of a space, the largest first."""
_SIGNS = {"wall": GLYPHS.down, "closed": "D", "open": "o"}
_LEVEL = {"wall": GLYPHS.across * 2, "closed": "DD", "open": "oo"}


class BoardDrawing(Struct, frozen=True):
    """The spaces that were shown, with who stands there and what stands between them, in one size."""

    view: PublicView
    board: PublicBoard
    cell: int
    """Cells of a space."""
    high: int
    """Lines of a space."""

    @property
    def width(self) -> int:
        """Cells that it takes."""
        columns, _ = self._extent()
        return len(columns) * (self.cell + 1) + 1 + _LABEL

    def lines(self) -> list[Line]:
        """The spaces row by row, with their letters above and their numbers at the left."""
        columns, rows = self._extent()
        heading = " ".join(f"{name_of((x, 0))[:-1]:^{self.cell}}" for x in columns)
        lines = [line((f"{' ' * _LABEL} {heading}", "dim"))]
        for y in (*rows, rows.stop):
            if any(self._barrier((x, y - 1), (x, y)) for x in columns):
                lines.append(self._edges(columns, y))
            if y < rows.stop:
                lines += (self._spaces(columns, y, part) for part in range(self.high))
        return lines

    def _extent(self) -> tuple[range, range]:
        """The columns and rows in which something was shown."""
        spaces = [space_of(name) for name in self.board.spaces]
        columns, rows = [x for x, _ in spaces], [y for _, y in spaces]
        return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)

    def _barrier(self, one: Space, other: Space) -> str:
        return self.board.edges.get(edge_of(one, other), "") if min(*one, *other) >= 0 else ""

    def _edges(self, columns: range, y: int) -> Line:
        barriers = [self._barrier((x, y - 1), (x, y)) for x in columns]
        fill = [GLYPHS.across if each in ("wall", "closed") else "-" if each else " " for each in barriers]
        parts = (f"{_LEVEL.get(each, sign):{sign}^{self.cell}}" for each, sign in zip(barriers, fill, strict=True))
        return line((" " * (_LABEL + 1) + " ".join(parts), "text"))

    def _spaces(self, columns: range, y: int, part: int) -> Line:
        is_middle = part == (self.high - 1) // 2
        words: list[StyledText] = [(f"{y + 1 if is_middle else '':>{_LABEL - 1}} ", "dim")]
        for x in (*columns, columns.stop):
            barrier = self._barrier((x - 1, y), (x, y))
            words.append((_SIGNS[barrier if is_middle else "wall"] if barrier else " ", "text"))
            if x < columns.stop:
                words.append(self._space(name_of((x, y)), part, is_middle))
        return line(*words)

    def _space(self, name: str, part: int, is_middle: bool) -> StyledText:
        """One line of a space: who stands there, below that how it fares; or the ground in its middle."""
        tag = next((tag for tag, spaces in self.board.figures.items() if name in spaces), "")
        ground = {"obstacle": GLYPHS.solid, "rough": GLYPHS.rough}.get(self.board.spaces.get(name, ""), "")
        figure = next((each for each in self.view.figures if tag and each.tag == tag), None)
        if figure is None:
            floor = GLYPHS.floor if is_middle and self.board.spaces.get(name) == "floor" else ""
            return (ground * self.cell if ground and self.high > 1 else f"{ground * 2 or floor:^{self.cell}}"), "dim"
        acts = figure.name == self.view.turn
        if part == 0:
            sign = GLYPHS.turn if acts else " "
            called = figure.name if cell_len(figure.name) < self.cell else tag
            style = "turn" if acts else sides(self.view)[figure.name].style
            return fit(f"{sign if self.high > 1 else ''}{called}", self.cell), style
        told, how = health_of(figure)
        track = bounded(figure)
        drawn = bar(track.now, track.most or 0, self.cell - 2) if track is not None else told
        return fit(f" {drawn}" if part == 1 else "", self.cell), how


LEAST_BESIDE = 60
"""Cells that the figures want where the board stands beside them."""
MARGIN = 2


def screen_lines(view: PublicView, cells: int, height: int, notice: str = "", board_alone: bool = False) -> list[Line]:
    """The screen in so many lines: whose turn it is, who follows, the figures, and what came of the last act."""
    top, last = _top(view, cells, notice), _outcome(view, cells, height)
    heads = [[top, *head] for head in _heads(view, cells, height)]
    rooms = [max(0, height - len(head) - 1 - len(last)) for head in heads]
    ways = [(n, lines) for lines in HEIGHTS for n in range(len(heads)) if lines == 1 or n < len(heads) - 1]
    n, body = _largest(((n, _body(view, cells, rooms[n], lines, board_alone)) for n, lines in ways), len(heads) - 1)
    if body is None:
        body = _Body(as_many_as_fit(view, cells, rooms[n]), view.board is None)
    shown = body.lines[: rooms[n]]
    rule = _rule(cells, "m: the figures" if board_alone else "" if body.has_board else "m: the board")
    return [*heads[n], rule, *shown, *([Line()] * (rooms[n] - len(shown))), *last][:height]


def _largest(bodies: "Iterable[tuple[int, _Body | None]]", last: int) -> "tuple[int, _Body | None]":
    """The first that fits with all of the board below a head that is large, else the first that fits at all."""
    without: tuple[int, _Body | None] = (last, None)
    for n, body in bodies:
        if body is not None and body.has_board and (n < last or not last):
            return n, body
        without = (n, body) if without[1] is None and body is not None else without
    return without


def _rule(cells: int, hint: str = "") -> Line:
    """A line across, with the key for what there is no room for."""
    end = f" {hint} {GLYPHS.rule}" if hint else ""
    return line((GLYPHS.rule * max(0, cells - len(end)), "rule"), (end, "dim"))


def _top(view: PublicView, cells: int, notice: str) -> Line:
    """What is played, and the round; or what there is to know about the view itself."""
    right = f" {when(view.round, view.phase).capitalize()} "
    left = f" {view.name} {GLYPHS.dot} {view.game}"
    if notice:
        return line((fit(f" {notice}", max(0, cells - len(right))), "warning"), (right, "text"), background="bar")
    return line((fit(left, max(0, cells - len(right))), "dim"), (right, "text"), background="bar")


def _heads(view: PublicView, cells: int, height: int) -> Iterator[list[Line]]:
    """Whose turn it is, large, and who follows: the largest first, and last in as few lines as it takes."""
    room, after = cells - 2 * MARGIN, _following(view)
    told = view.turn or view.phase or GLYPHS.more
    if over := view.how_it_ended:
        yield [Line(), *(_inset(row, "title", cells) for row in wrapped(over, room)), Line()]
        yield [_inset(row, "title", cells) for row in wrapped(over, room)]
        return
    follows = f" {GLYPHS.dot} ".join(after) or round_after(view.round, view.turn, view.order)
    rows = wrapped(f"then  {follows}", room) if follows else []
    most = max(1, height // 10)
    rows = rows if len(rows) <= most else [*rows[: most - 1], cut(" ".join(rows[most - 1 :]), room)]
    then = [_inset(row, "text", cells) for row in rows]
    if height >= 16:
        free = [Line()] if height >= 20 else []
        for scale in (2, 1) if height >= 34 else (1,):
            large = [_inset(row, "turn", cells) for row in big(told, room, scale)]
            left = cells - max(width(row.words) for row in large) - 2 * MARGIN
            if len(large) > 1 and (cards := _cards(view, after, left, len(large))):
                yield [
                    *free,
                    *(_beside(one, other, cells - left) for one, other in zip(large, cards, strict=True)),
                    *free,
                ]
            elif height >= 34 and (cards := _cards(view, after, room, 4)):
                yield [*free, *large, *free, *(line((" " * MARGIN, "text"), *card.words) for card in cards)]
            else:
                yield [*free, *large, *free, *then]
    yield [_inset(f"{GLYPHS.turn} {told}", "turn", cells), *then]


MOST_CARDS, LEAST_CARDS = 5, 3
"""Cards of those who follow; where not even the least have room, their names stand in a line."""
_CARD = 24
"""Cells of the widest card."""


def _cards(view: PublicView, after: Sequence[str], cells: int, lines: int) -> list[Line]:
    """Those who follow as cards side by side, with how they fare where there are lines for it; none without room."""
    marks, figures = sides(view), {figure.name: figure for figure in view.figures}
    sizes: list[int] = []
    for name in after[:MOST_CARDS]:
        size = max(16 if lines > 3 else 12, min(_CARD, cell_len(name) + 4)) + (1 if sizes else 0)
        if sum(sizes) + size > cells or cell_len(name) + 4 > _CARD:
            break
        sizes.append(size)
    if not sizes or len(sizes) < min(LEAST_CARDS, len(after)):
        return []
    out: list[list[StyledText]] = [[] for _ in range(lines)]
    joints, rule = GLYPHS.joints, GLYPHS.rule
    for n, (name, size) in enumerate(zip(after, sizes, strict=False)):
        gap, inner = (" " if n else ""), size - 2 - (1 if n else 0)
        style = marks[name].style if name in marks else "text"
        title = "" if n else " next "
        inside: list[StyledText] = [(f" {name}", style)]
        if lines > 3 and name in figures:
            track, (told, how) = bounded(figures[name]), health_of(figures[name])
            left = inner - cell_len(told) - 3
            drawn = f"{bar(track.now, track.most or 0, left)} " if track is not None and left > 3 else ""
            inside.append((f" {drawn}{told}", how))
        free = lines - 2 - len(inside)
        rows = [("", style)] * (free // 2) + inside + [("", style)] * (free - free // 2)
        out[0].append((f"{gap}{joints[12]}{title}{rule * (inner - len(title))}{joints[9]}", style))
        for row, (text, how) in zip(out[1:-1], rows, strict=True):
            row += [(f"{gap}{GLYPHS.wall}", style), (fit(text, inner), how), (GLYPHS.wall, style)]
        out[-1].append((f"{gap}{joints[6]}{rule * inner}{joints[3]}", style))
    return [line(*words) for words in out]


def _inset(text: str, style: str, cells: int) -> Line:
    """A line with a margin at its left."""
    shown = text if width([(text, style)]) <= cells - MARGIN else cut(text, cells - MARGIN)
    return line((" " * MARGIN, "text"), (shown, style))


def _following(view: PublicView) -> list[str]:
    """Who acts after the one whose turn it is, in this round."""
    here = next((n for n, slot in enumerate(view.order) if slot.state == "turn"), -1)
    return [slot.name for slot in view.order[here + 1 :] if slot.state in ("", "waits")]


class _Body(Struct, frozen=True):
    """The middle of the screen."""

    lines: list[Line]
    has_board: bool
    """All of the board is there that was shown, be it nothing."""


def _body(view: PublicView, cells: int, room: int, lines: int, board_alone: bool) -> _Body | None:
    """The figures in rows of so many lines, and the board beside them, or below, or in their place, as there is room.

    None if these rows do not fit.
    """
    rows = rows_of(view, cells, room, lines)
    if view.board is None:
        return None if rows is None else _Body(rows, True)
    for size in _SIZES:
        drawing = BoardDrawing(view, view.board, *size)
        drawn, wide = drawing.lines(), drawing.width + MARGIN
        fits = len(drawn) <= room and wide <= cells + MARGIN
        if board_alone and (fits or size == _SIZES[-1]):
            return _Body(drawn, True)
        if not fits:
            continue
        if cells - wide >= LEAST_BESIDE and (beside := rows_of(view, cells - wide, room, lines)) is not None:
            pairs = zip_longest(beside, drawn, fillvalue=Line())
            return _Body([_beside(one, other, cells - wide) for one, other in pairs], True)
        if (above := rows_of(view, cells, room - len(drawn) - 1, lines)) is not None:
            return _Body([*above, Line(), *drawn], True)
    return None if rows is None else _Body(rows, False)


def _beside(left: Line, right: Line, cells: int) -> Line:
    gap = " " * max(0, cells - width(left.words))
    return Line((*left.words, (gap, "text"), *right.words))


def _outcome(view: PublicView, cells: int, height: int) -> list[Line]:
    """What came of the last act, below the figures: as sentences, at most a third of the screen."""
    if not view.act or height < 8:
        return []
    rows = wrapped(view.act, cells - 2 * MARGIN)
    most = max(1, height // 3 - 1)
    if len(rows) > most:
        rows = [
            *rows[: most - 1],
            cut(f"{rows[most - 1]} {rows[most]}", cells - 2 * MARGIN - 1).removesuffix(GLYPHS.more) + GLYPHS.more,
        ]
    return [_rule(cells), *(_inset(row, "title", cells) for row in rows)]
