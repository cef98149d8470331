"""The image of a folder: all that can be seen in it, compared before and after."""

import os
import stat
from collections.abc import Collection, Mapping
from pathlib import Path

Entry = tuple[object, ...]
"""What can be seen of a file, folder or link."""
_TOLD = 20
"""Differences that are told one by one."""
_READ = 1 << 20
"""Bytes up to which files are compared by content, longer ones by size and time."""


def image(folder: Path, but: Collection[str] = (), times: bool = True) -> dict[str, Entry]:
    """Everything in a folder, by path: kind, mode, owner, content, and times if wanted; without the paths of `but`."""
    found: dict[str, Entry] = {}
    stack = [str(folder)]
    while stack:
        with os.scandir(stack.pop()) as entries:
            for entry in entries:
                path = entry.path[len(str(folder)) + 1 :]
                if path in but:
                    continue
                about = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(about.st_mode):
                    stack.append(entry.path)
                found[path] = _entry(entry.path, about, times)
    return found


def _entry(path: str, about: os.stat_result, times: bool) -> Entry:
    seen: Entry = (about.st_mode, about.st_uid, *((about.st_mtime_ns,) if times else ()))
    if stat.S_ISLNK(about.st_mode):
        return (*seen, os.readlink(path))
    if not stat.S_ISREG(about.st_mode):
        return seen
    if about.st_size > _READ:
        return (*seen, about.st_size, about.st_mtime_ns)
    with open(path, "rb") as file:
        return (*seen, file.read())


def differences(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> list[str]:
    """The paths that appeared, disappeared or changed, each with what happened; of very many the first."""
    others = [path for path in sorted({*before, *after}) if before.get(path) != after.get(path)]
    told = [
        f"{path} {'appeared' if path not in before else 'disappeared' if path not in after else 'changed'}"
        for path in others[:_TOLD]
    ]
    return told if len(others) <= _TOLD else [*told, f"and {len(others) - _TOLD} others"]
