"""A disk that can be watched, and told to fail."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

WATCHED = ("open", "pwrite", "fsync", "replace", "rename", "ftruncate", "unlink")


class Disk:
    """Stands between the program and the system: writes down each call, and lets some of them fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[str] = []
        self._fails: Callable[[str, tuple[Any, ...]], int | None] = lambda call, args: None
        self._short = False
        for name in WATCHED:
            monkeypatch.setattr(os, name, self._watched(name, getattr(os, name)))

    def fail(self, call: str, error: int, after: int = 0, short: bool = False) -> None:
        """That call fails from now on, after so many that go well; `short`: half of a write goes through first."""
        counted = [0]

        def fails(name: str, args: tuple[Any, ...]) -> int | None:
            if name != call:
                return None
            counted[0] += 1
            return error if counted[0] > after else None

        self._fails, self._short = fails, short

    def fail_once(self, call: str, error: int, after: int = 0) -> None:
        """That call fails once, after so many that go well."""
        left = [after]

        def fails(name: str, args: tuple[Any, ...]) -> int | None:
            if name != call:
                return None
            left[0] -= 1
            return error if left[0] == -1 else None

        self._fails, self._short = fails, False

    def heal(self) -> None:
        """All goes well again."""
        self._fails = lambda call, args: None

    def _watched(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.calls.append(name)
            code = self._fails(name, args)
            if code is not None:
                if name == "pwrite" and self._short:
                    real(args[0], bytes(args[1])[: len(args[1]) // 2], args[2])
                raise OSError(code, os.strerror(code))
            return real(*args, **kwargs)

        return call


class Platter:
    """What would be left after a power cut: contents and names count only once the disk was waited for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, files: bool = True, folders: bool = True) -> None:
        self._contents: dict[int, bytes] = {}
        self._names: dict[int, dict[str, tuple[int, bool]]] = {}
        real = os.fsync

        def fsync(descriptor: int) -> None:
            real(descriptor)
            path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
            inode = os.fstat(descriptor).st_ino
            if path.is_dir() and folders:
                found = [(entry.name, entry.inode(), entry.is_dir()) for entry in os.scandir(path)]
                self._names[inode] = {name: (number, folder) for name, number, folder in found}
            elif not path.is_dir() and files:
                self._contents[inode] = path.read_bytes()

        monkeypatch.setattr(os, "fsync", fsync)

    def after_a_power_cut(self, folder: Path, into: Path) -> None:
        """Lays out what is left of a folder."""
        into.mkdir()
        self._lay_out(folder.stat().st_ino, into)

    def _lay_out(self, inode: int, into: Path) -> None:
        for name, (number, is_folder) in self._names.get(inode, {}).items():
            if is_folder:
                (into / name).mkdir()
                self._lay_out(number, into / name)
            else:
                (into / name).write_bytes(self._contents.get(number, b""))
