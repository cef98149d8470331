"""Chart of a board: how it is drawn as text.

A chart is drawn and read by people. Rows and columns alternate: edges, spaces, edges. A space is `.` floor, `#` an
obstacle that blocks, `~` one that does not, blank or `_` no floor. An edge is `-` or `|` a wall, `D` a closed door, `o`
an open one, blank or `.` nothing. What stands at corners is not read, and around the board there is wall. After the
drawing a line for each figure: its tag, and its space or the two corners of its spaces.
"""

import re
from collections.abc import Mapping
from typing import TypeVar

from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Tag
from referee.engine.state.board import MOST, Barrier, Board, Ground, Space, edge_of, name_of, read_spaces
from referee.text.lazy_pattern import pattern
from referee.text.quoting import quoted, short

T = TypeVar("T")

LONGEST = 60_000
"""Characters of a chart."""
_GROUND: dict[str, Ground | None] = {".": None, "#": "obstacle", "~": "rough", " ": "void", "_": "void"}
_EDGE: dict[str, Barrier | None] = {"-": "wall", "|": "wall", "D": "closed", "o": "open", " ": None, ".": None}
_ABOUT_A_FIGURE = pattern(r"(?![ .#~_|Do+-]*$)[a-z0-9]", re.ASCII)
_FIGURE = pattern(r"([a-z0-9][a-z0-9_.-]*):? +([a-z]{1,2}[0-9]{1,2}(?:-[a-z]{1,2}[0-9]{1,2})?)", re.ASCII)


def read_chart(text: str) -> Board:
    """The board that a text draws; its lines may be parted by `/`, too. NotUnderstood, with the line and the place."""
    if len(text) > LONGEST:
        raise NotUnderstood(f"A map has at most {LONGEST:,} characters.")
    lines = [line.rstrip() for line in text.replace("/", "\n").splitlines()]
    while lines and not lines[0].strip():
        lines.pop(0)
    drawn = next((n for n, line in enumerate(lines) if not line or _ABOUT_A_FIGURE.match(line)), len(lines))
    board = _read_squares(lines[:drawn])
    for number, line in enumerate(lines[drawn:], drawn + 1):
        if line.strip():
            board = _read_figure(board, number, line.strip())
    return board


def _read_squares(rows: list[str]) -> Board:
    height = len(rows) // 2
    width = max(map(len, rows), default=0) // 2
    if len(rows) % 2 == 0 or not (1 <= height <= MOST and 1 <= width <= MOST):
        raise NotUnderstood(
            f"Draw 1 to {MOST} rows of spaces, with a line of edges above, between and below them; "
            f"this map has {len(rows)} lines."
        )
    ground: dict[str, Ground] = {}
    edges: dict[str, Barrier] = {}
    for down, row in enumerate(rows):
        for across, letter in enumerate(row.ljust(2 * width + 1)):
            space = (across // 2, down // 2)
            if down % 2 and across % 2:
                found = _meant(_GROUND, letter, down, across)
                if found is not None:
                    ground[name_of(space)] = found
            elif down % 2 or across % 2:
                before = (space[0] - 1, space[1]) if down % 2 else (space[0], space[1] - 1)
                barrier = _meant(_EDGE, letter, down, across)
                if barrier is not None and min(before) >= 0 and space[0] < width and space[1] < height:
                    edges[edge_of(before, space)] = barrier
    return Board(width=width, height=height, ground=ground, edges=edges)


def _meant(letters: Mapping[str, T], letter: str, down: int, across: int) -> T:
    if letter not in letters:
        known = " ".join(sign for sign in letters if sign != " ")
        raise NotUnderstood(
            f"Line {down + 1} of the map, character {across + 1}: {letter!r} means nothing there. Use {known}"
        )
    return letters[letter]


def _read_figure(board: Board, number: int, line: str) -> Board:
    found = _FIGURE.fullmatch(line)
    if found is None:
        raise NotUnderstood(f"Line {number} of the map: type a figure and its space, not {quoted(line)}.")
    if found[1] in board.figures:
        raise NotUnderstood(f"Line {number} of the map: {short(found[1])} is on the map already.")
    return board.placed(found[1], map(name_of, read_spaces(board, found[2])))


# -------------------------------------------------------------------- written


def written(board: Board) -> str:
    """The chart of a board, as `read_chart` reads it."""
    rows = [_row(board, down) for down in range(2 * board.height + 1)]
    figures = [f"{tag} {_corners(board, tag)}" for tag in board.figures]
    return "\n".join([*rows, *figures]) + "\n"


def _row(board: Board, down: int) -> str:
    return "".join(_letter(board, across, down) for across in range(2 * board.width + 1)).rstrip()


def _letter(board: Board, across: int, down: int) -> str:
    space = (across // 2, down // 2)
    if down % 2 and across % 2:
        return {"obstacle": "#", "rough": "~", "void": "_", None: "."}[board.ground.get(name_of(space))]
    if not down % 2 and not across % 2:
        return "+"
    wall = "|" if down % 2 else "-"
    before = (space[0] - 1, space[1]) if down % 2 else (space[0], space[1] - 1)
    if min(before) < 0 or not board.has(space):
        return wall
    return {"wall": wall, "closed": "D", "open": "o", None: " "}[board.edges.get(edge_of(before, space))]


def _corners(board: Board, tag: Tag) -> str:
    spaces: tuple[Space, ...] = board.spaces(tag)
    first, last = min(spaces), max(spaces)
    return name_of(first) if first == last else f"{name_of(first)}-{name_of(last)}"
