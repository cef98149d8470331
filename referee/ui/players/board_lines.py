"""Board lines: the part of the board that the players were shown."""

from collections.abc import Mapping

from referee.engine.board import Space, edge_of, name_of, space_of
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, fit, line
from referee.words.public_view import PublicBoard, PublicView

CELL = 4
"""Cells of a space."""
_SIGNS = {"wall": GLYPHS.down, "closed": "D", "open": "o"}
_LEVEL = {"wall": GLYPHS.across * CELL, "closed": f"{GLYPHS.across}DD{GLYPHS.across}", "open": "-oo-"}


def board_width(board: PublicBoard) -> int:
    """Cells that it takes."""
    columns, _ = _extent(board)
    return len(columns) * (CELL + 1) + 1 + CELL


def board_lines(view: PublicView, board: PublicBoard) -> list[Line]:
    """The spaces that were shown, row by row, with who stands there and what stands between them."""
    columns, rows = _extent(board)
    heading = "".join(f"{name_of((x, 0))[:-1]:^{CELL + 1}}" for x in columns)
    lines = [line((f"{' ' * CELL} {heading}", "dim"))]
    who = {space: tag for tag, spaces in board.figures.items() for space in spaces}
    for y in (*rows, rows.stop):
        if any(_barrier(board, (x, y - 1), (x, y)) for x in columns):
            lines.append(_edges(board, columns, y))
        if y < rows.stop:
            lines.append(_spaces(view, board, who, columns, y))
    return lines


def _extent(board: PublicBoard) -> tuple[range, range]:
    """The columns and rows in which something was shown."""
    spaces = [space_of(name) for name in board.spaces]
    columns, rows = [x for x, _ in spaces], [y for _, y in spaces]
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)


def _barrier(board: PublicBoard, one: Space, other: Space) -> str:
    return board.edges.get(edge_of(one, other), "") if min(*one, *other) >= 0 else ""


def _edges(board: PublicBoard, columns: range, y: int) -> Line:
    parts = (_LEVEL.get(_barrier(board, (x, y - 1), (x, y)), " " * CELL) for x in columns)
    return line((" " * CELL + " " + " ".join(parts), "text"))


def _spaces(view: PublicView, board: PublicBoard, who: Mapping[str, str], columns: range, y: int) -> Line:
    words: list[StyledText] = [(f"{y + 1:>{CELL - 1}} ", "dim")]
    for x in (*columns, columns.stop):
        words.append((_SIGNS.get(_barrier(board, (x - 1, y), (x, y)), " "), "text"))
        if x < columns.stop:
            words.append(_space(view, board, who, name_of((x, y))))
    return line(*words)


def _space(view: PublicView, board: PublicBoard, who: Mapping[str, str], name: str) -> StyledText:
    if tag := who.get(name):
        figure = next(figure for figure in view.figures if figure.tag == tag)
        return fit(tag, CELL), "turn" if figure.name == view.turn else "side2" if figure.is_foe else "title"
    ground = board.spaces.get(name)
    middle = {"floor": GLYPHS.floor, "obstacle": GLYPHS.solid * 2, "rough": GLYPHS.rough * 2}.get(ground or "", "")
    return f"{middle:^{CELL}}", "dim"
