"""Disks of tests: one that can be watched, and told to fail; one that loses what it was not waited for."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

WATCHED = ("open", "pwrite", "fsync", "replace", "rename", "ftruncate", "unlink")


class Disk:
    """Stands between the program and the system: writes down each call, and lets some of them fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[str] = []
        self.fails: Callable[[str, tuple[Any, ...]], int | None] = lambda call, args: None
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

        self.fails, self._short = fails, short

    def fail_once(self, call: str, error: int, after: int = 0) -> None:
        """That call fails once, after so many that go well."""
        left = [after]

        def fails(name: str, args: tuple[Any, ...]) -> int | None:
            if name != call:
                return None
            left[0] -= 1
            return error if left[0] == -1 else None

        self.fails, self._short = fails, False

    def heal(self) -> None:
        """All goes well again."""
        self.fails = lambda call, args: None

    def _watched(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.calls.append(name)
            code = self.fails(name, args)
            if code is not None:
                if name == "pwrite" and self._short:
                    real(args[0], bytes(args[1])[: len(args[1]) // 2], args[2])
                raise OSError(code, os.strerror(code))
            return real(*args, **kwargs)

        return call


class Node:
    """A file or a folder of a volatile disk: what it holds now, and what it holds for certain."""

    def __init__(self, folder: bool = False) -> None:
        self.folder = folder
        self.now = b""
        self.sure = b""


class Renaming(NamedTuple):
    """One change of names, which is there afterwards wholly or not at all."""

    folders: tuple[Node, ...]
    """Those in which a name changed."""
    taken_out: tuple[Node, str] | None
    put_in: tuple[Node, str, Node] | None


Names = dict[Node, dict[str, Node]]


class PowerCut(BaseException):
    """The power is gone; nothing that the program does from now on reaches the disk."""


class VolatileDisk:
    """What a power cut leaves of everything under a folder: only what was waited for is certain.

    Of a file that was not fsynced the old, the new, a part or zeros are left; of names, those up to any moment since
    its folder was fsynced. `files` and `folders`: whether waiting for these is of any use. The power goes before, in
    the middle of, or after the call that changes something for the `cut`-th time, as `chance` has it.
    """

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        root: Path,
        into: Path,
        chance: Random,
        cut: int,
        files: bool = True,
        folders: bool = True,
    ) -> None:
        self.root, self.into, self.chance, self.left = root, into, chance, cut
        self._files, self._folders = files, folders
        self._top = Node(folder=True)
        self._nodes = {root.stat().st_ino: self._top}
        self._sure: Names = {}
        self._pending: list[tuple[Renaming, bool]] = []
        """Changes of names, and whether each is certain."""
        self._real = {name: getattr(os, name) for name in ("pwrite", "ftruncate", "fsync", "rename", "unlink", "rmdir")}
        self._real |= {"open": os.open, "mkdir": os.mkdir}
        for name in self._real:
            monkeypatch.setattr(os, name, getattr(self, f"_{name}"))
        monkeypatch.setattr(os, "replace", self._rename)

    def cut(self) -> None:
        """The power goes here and now."""
        names: Names = {folder: dict(found) for folder, found in self._sure.items()}
        lost: set[Node] = set()
        for renaming, sure in self._pending:
            if sure or (lost.isdisjoint(renaming.folders) and self.chance.random() < 0.6):
                _rename_in(names, renaming)
            else:
                lost.update(renaming.folders)
        self.left = -1
        self._lay_out(self._top, names, self.into)

    # ---------------------------------------------------------------- calls of the program

    def _pwrite(self, descriptor: int, content: Any, at: int) -> int:
        half = bytes(content)[: self.chance.randint(0, len(content))]
        self._changes(lambda: self._written(descriptor, self._real["pwrite"](descriptor, half, at)))
        done: int = self._real["pwrite"](descriptor, content, at)
        self._written(descriptor, done)
        return done

    def _ftruncate(self, descriptor: int, length: int) -> None:
        self._changes()
        self._real["ftruncate"](descriptor, length)
        self._written(descriptor, 0)

    def _written(self, descriptor: int, done: int) -> None:
        self._node(os.fstat(descriptor)).now = Path(f"/proc/self/fd/{descriptor}").read_bytes()

    def _fsync(self, descriptor: int) -> None:
        """Costs no wait: only what it promises matters here."""
        self._changes()
        about = os.fstat(descriptor)
        node = self._node(about)
        if not stat.S_ISDIR(about.st_mode):
            node.sure = node.now if self._files else node.sure
        elif self._folders:
            self._pending = [(each, sure or node in each.folders) for each, sure in self._pending]
            while self._pending and self._pending[0][1]:
                _rename_in(self._sure, self._pending.pop(0)[0])

    def _open(self, path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        whole = _whole(path, dir_fd)
        makes = flags & os.O_CREAT and not os.path.lexists(whole) and self._is_here(whole)
        if makes:
            self._changes()
        descriptor: int = self._real["open"](path, flags, mode, dir_fd=dir_fd)
        if makes:
            self._made(whole, os.fstat(descriptor).st_ino, folder=False)
        return descriptor

    def _mkdir(self, path: Any, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        self._changes()
        whole = _whole(path, dir_fd)
        self._real["mkdir"](whole, mode)
        self._made(whole, os.stat(whole).st_ino, folder=True)

    def _rename(self, old: Any, new: Any, *, src_dir_fd: int | None = None, dst_dir_fd: int | None = None) -> None:
        self._changes()
        old, new = _whole(old, src_dir_fd), _whole(new, dst_dir_fd)
        node = self._node(os.lstat(old))
        self._real["rename"](old, new)
        out, into = self._folder(old), self._folder(new)
        self._pending.append((Renaming((out, into), (out, old.name), (into, new.name, node)), False))

    def _unlink(self, path: Any, *, dir_fd: int | None = None) -> None:
        self._taken_out(_whole(path, dir_fd), "unlink")

    def _rmdir(self, path: Any, *, dir_fd: int | None = None) -> None:
        self._taken_out(_whole(path, dir_fd), "rmdir")

    def _taken_out(self, path: Path, how: str) -> None:
        self._changes()
        self._real[how](path)
        folder = self._folder(path)
        self._pending.append((Renaming((folder,), (folder, Path(path).name), None), False))

    def _made(self, path: Path, inode: int, folder: bool) -> None:
        node = self._nodes[inode] = Node(folder)
        above = self._folder(path)
        self._pending.append((Renaming((above,), None, (above, path.name, node)), False))

    # ---------------------------------------------------------------- the disk

    def _changes(self, partly: Callable[[], object] = lambda: None) -> None:
        """Something is about to change; perhaps the power goes before that."""
        if self.left == 0:
            partly()
            self.cut()
        if self.left < 0:
            raise PowerCut
        self.left -= 1

    def _is_here(self, path: Any) -> bool:
        return Path(path).is_relative_to(self.root)

    def _node(self, about: os.stat_result) -> Node:
        return self._nodes[about.st_ino]

    def _folder(self, path: Any) -> Node:
        return self._node(os.stat(Path(path).parent))

    def _lay_out(self, folder: Node, names: Names, into: Path) -> None:
        self._real["mkdir"](into)
        for name, node in names.get(folder, {}).items():
            if node.folder:
                self._lay_out(node, names, into / name)
            else:
                (into / name).write_bytes(self._remains(node))

    def _remains(self, node: Node) -> bytes:
        """What is left of a file."""
        pairs = zip(node.sure, node.now, strict=False)
        same = next((at for at, (old, new) in enumerate(pairs) if old != new), min(len(node.sure), len(node.now)))
        upto = self.chance.randint(same, max(same, len(node.now)))
        part = node.now[:upto]
        return self.chance.choice([node.sure, node.now, part, part + bytes(len(node.now) - upto)])


def _whole(path: Any, folder: int | None) -> Path:
    """The whole path of a file that is named in an open folder."""
    return Path(path) if folder is None else Path(os.readlink(f"/proc/self/fd/{folder}"), path)


def _rename_in(names: Names, renaming: Renaming) -> None:
    if renaming.taken_out:
        folder, name = renaming.taken_out
        names.setdefault(folder, {}).pop(name, None)
    if renaming.put_in:
        folder, name, node = renaming.put_in
        names.setdefault(folder, {})[name] = node
