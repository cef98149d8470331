"""Map files: a board as plain text on disk, where the referee says, or in one folder only.

A complaint names the file last: a long path is cut at the edge of a narrow screen, and its reason is not.
"""

import re
from pathlib import Path

from referee.engine.problem import Problem
from referee.engine.state.board import Board
from referee.engine.state.board_chart import LONGEST, written
from referee.store.file import Folder
from referee.text.lazy_pattern import pattern

MOST_FILES = 100
"""Map files that may lie in the one folder."""
_PLAIN = pattern(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}", re.ASCII)


class MapFileProblem(Problem):
    """A map file that cannot be read or written; nothing has changed."""


class MapFiles:
    """The map files that may be read and written: any, or those of one folder, by plain names."""

    def __init__(self, folder: Folder | None = None) -> None:
        self._folder = folder

    def read(self, where: str) -> str:
        """The text of a map, its lines parted by `/` as the order takes them."""
        path = self._path(where)
        try:
            if not path.is_file():
                raise MapFileProblem(f"There is no file {path}")
            if path.stat().st_size > 4 * LONGEST:
                raise MapFileProblem(f"The file is too large for a map: {path}")
            raw = path.read_bytes() if self._folder is None else self._folder.read(path.name, 4 * LONGEST)
            return "/".join(raw.decode("utf-8-sig").splitlines())
        except UnicodeDecodeError as problem:
            raise MapFileProblem(f"The file is not UTF-8 text: {path}") from problem
        except (OSError, ValueError) as problem:
            raise MapFileProblem(f"The file cannot be read ({_why(problem)}): {path}") from problem

    def write(self, where: str, board: Board) -> Path:
        """Writes a board as `read` reads it. A file that is there already is left as it is."""
        path = self._path(where)
        try:
            if self._folder is None:
                with path.open("x", encoding="utf-8") as file:
                    _ = file.write(written(board))
            else:
                self._write_private(self._folder, path.name, written(board).encode())
        except FileExistsError as problem:
            raise MapFileProblem(f"That file already exists. Choose another name: {path}") from problem
        except (OSError, ValueError) as problem:
            raise MapFileProblem(f"The file cannot be written ({_why(problem)}): {path}") from problem
        return path

    def _write_private(self, folder: Folder, name: str, content: bytes) -> None:
        folder.make()
        if len(folder.names()) >= MOST_FILES:
            raise MapFileProblem(f"There are already {MOST_FILES} map files, which is the limit. Remove one first.")
        folder.write_new(name, content)

    def _path(self, where: str) -> Path:
        name = where.strip()
        if not name:
            raise MapFileProblem("Type the name of a file.")
        if self._folder is not None:
            if not _PLAIN.fullmatch(name):
                raise MapFileProblem("Type a plain name such as hall.txt: all maps are in one folder here.")
            if self._folder.path.is_symlink():
                raise MapFileProblem(f"The folder of maps is a link: {self._folder.path}")
            return self._folder / name
        try:
            return Path(name).expanduser()
        except RuntimeError as problem:
            raise MapFileProblem(f"There is no home folder {name}") from problem


def _why(problem: Exception) -> str:
    return (problem.strerror or "the cause is unknown").lower() if isinstance(problem, OSError) else "a bad file name"
