"""Map files: a board as plain text on disk, where the referee says.

A complaint names the file last: a long path is cut at the edge of a narrow screen, and its reason is not.
"""

from pathlib import Path

from referee.engine.board import Board
from referee.engine.chart import LONGEST, written
from referee.engine.problem import Problem


class MapFileProblem(Problem):
    """A map file that cannot be read or written; nothing has changed."""


def read_map(where: str) -> str:
    """The text of a map, its lines parted by `/` as the order takes them."""
    path = _path(where)
    try:
        if not path.is_file():
            raise MapFileProblem(f"No such file: {path}")
        if path.stat().st_size > 4 * LONGEST:
            raise MapFileProblem(f"Too large for a map: {path}")
        return "/".join(path.read_text(encoding="utf-8").splitlines())
    except UnicodeDecodeError as problem:
        raise MapFileProblem(f"Not written in UTF-8: {path}") from problem
    except (OSError, ValueError) as problem:
        raise MapFileProblem(f"Cannot be read, {_why(problem)}: {path}") from problem


def write_map(where: str, board: Board) -> Path:
    """Writes a board as `read_map` reads it. A file that is there already is left as it is."""
    path = _path(where)
    try:
        with path.open("x", encoding="utf-8") as file:
            _ = file.write(written(board))
    except FileExistsError as problem:
        raise MapFileProblem(f"There is such a file already; choose another name: {path}") from problem
    except (OSError, ValueError) as problem:
        raise MapFileProblem(f"Cannot be written, {_why(problem)}: {path}") from problem
    return path


def _path(where: str) -> Path:
    if not where.strip():
        raise MapFileProblem("The name of a file is expected.")
    try:
        return Path(where.strip()).expanduser()
    except RuntimeError as problem:
        raise MapFileProblem(f"There is no such home folder: {where.strip()}") from problem


def _why(problem: Exception) -> str:
    return (
        (problem.strerror or "unknown cause").lower() if isinstance(problem, OSError) else "that name is not possible"
    )
