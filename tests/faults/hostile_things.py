"""Hostile things that can lie where a file or a folder of the saves is expected: links, pipes, noise, cut files."""

import gzip
import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

from tests.faults.received import MARK, Place, make_endless

Spoil = Callable[[Place, Path], None]
"""Puts something else at a path; what lies there before is a file, a folder, or nothing."""
ESC = "\x1b]0;own\x07\x1b[2J\u202e\u2066\x9b31m\x00\ufeff\nEve"
"""Characters that would steer a terminal."""


def cleared(path: Path) -> Path:
    """The path, with nothing there any more; its folder is there."""
    path.parent.mkdir(exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        for inner in path.iterdir():
            cleared(inner)
        path.rmdir()
    path.unlink(missing_ok=True)
    return path


def link_to(target: Callable[[Place, Path], Path | str]) -> Spoil:
    """A symbolic link to that."""
    return lambda place, path: cleared(path).symlink_to(target(place, path))


def counterpart(place: Place, path: Path) -> Path:
    """What lies at the same path in the folder outside: sound, and none of the sender's business."""
    return place.outside / path.relative_to(place.saves)


def circle(place: Place, path: Path) -> None:
    """Two links, each to the other."""
    other = path.with_name(f"{path.name}-2")
    cleared(path).symlink_to(other.name)
    other.symlink_to(path.name)


def hard_link(place: Place, path: Path) -> None:
    """A second name of a file outside, of the same kind if there is one: to read it is no fault, to write it is."""
    other = place.outside / "twins" / path.name
    os.link(other if other.is_file() else place.outside / "twin", cleared(path))


LINKS: dict[str, Spoil] = {
    "link to the like of it outside": link_to(counterpart),
    "link to a letter outside": link_to(
        lambda place, path: os.path.relpath(place.outside / "letter", os.path.realpath(path.parent))
    ),
    "link to a folder outside": link_to(lambda place, path: place.outside / "room"),
    "link to nothing outside": link_to(lambda place, path: place.outside / "room" / "new"),
    "link to itself": link_to(lambda place, path: path.name),
    "link to the folder above": link_to(lambda place, path: ".."),
    "circle of links": circle,
    "link to a device": link_to(lambda place, path: place.endless),
    "link to a sound file": link_to(lambda place, path: place.saves / "mill" / path.name),
}


def pipe(place: Place, path: Path) -> None:
    """A pipe that nobody writes to."""
    os.mkfifo(cleared(path))


def listening(place: Place, path: Path) -> None:
    """A socket; a path of one has at most some hundred bytes, so it is made from its folder."""
    cleared(path)
    here = os.getcwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def device(place: Place, path: Path) -> None:
    """A device that never ends; where this user may make none, a link to one."""
    try:
        make_endless(cleared(path))
    except PermissionError:
        path.symlink_to(place.endless)


def empty_folder(place: Place, path: Path) -> None:
    cleared(path).mkdir()


def full_folder(place: Place, path: Path) -> None:
    """A folder that holds a folder and a link outwards."""
    cleared(path).mkdir()
    (path / "inner").mkdir()
    (path / "inner" / "file").write_text(MARK)
    (path / "link").symlink_to(place.outside / "letters")


NOT_FILES: dict[str, Spoil] = {
    "pipe": pipe,
    "socket": listening,
    "device": device,
    "empty folder": empty_folder,
    "full folder": full_folder,
}


def holding(content: bytes | str) -> Spoil:
    """A file of that content."""
    raw = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")

    def spoil(place: Place, path: Path) -> None:
        _ = cleared(path).write_bytes(raw)

    return spoil


def sparse(place: Place, path: Path) -> None:
    """A file of 70 MB that takes no room; it begins as it was."""
    if not path.is_file():
        cleared(path).touch()
    os.truncate(path, 70_000_000)


def cut(part: float) -> Spoil:
    """Only that part of the file."""
    return lambda place, path: os.truncate(path, int(path.stat().st_size * part))


def flipped(place: Place, path: Path) -> None:
    """One bit is another in the middle of the file."""
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)


def doubled(place: Place, path: Path) -> None:
    """The content twice."""
    path.write_bytes(path.read_bytes() * 2)


def in_utf_16(place: Place, path: Path) -> None:
    """The content in another encoding."""
    path.write_bytes(path.read_text().encode("utf-16"))


BYTES: dict[str, Spoil] = {
    "nothing": holding(b""),
    "zeros": holding(bytes(100_000)),
    "noise": holding(bytes(range(256)) * 400 + MARK.encode()),
    "text": holding(f"{MARK} is no {MARK}\n" * 50),
    "steering": holding(f"{ESC} {MARK}"),
    "gzip": holding(gzip.compress(MARK.encode() * 1000)),
    "long line": holding("x" * 5_000_000),
    "70 MB": sparse,
    "utf-16": in_utf_16,
    "flipped bit": flipped,
    "twice": doubled,
    "cut at a quarter": cut(0.25),
    "cut at half": cut(0.5),
    "cut near the end": cut(0.98),
}
"""What can be in any file."""
JSON: dict[str, Spoil] = {
    "deep lists": holding("[" * 5_000 + "]" * 5_000),
    "deep objects": holding('{"encounter":' * 5_000),
    "long number": holding('{"encounter":{"1":' + "9" * 5_000 + "}}"),
    "NaN": holding('{"encounter":NaN}'),
    "infinite": holding('{"encounter":{"1":{"line":1e999}}}'),
    "same name twice": holding('{"encounter":{},"encounter":{}}'),
    "half a surrogate": holding('{"encounter":{"1":{"name":"\\ud800"}}}'),
    "list": holding("[1,2]"),
    "text in quotes": holding(f'"{MARK}"'),
    "null": holding("null"),
    "other names": holding(f'{{"{MARK}":{{"1":{{"{MARK}":1}}}}}}'),
    "tables are lists": holding('{"encounter":[1],"figures":[],"campaigns":[1],"about":[]}'),
    "tables are numbers": holding('{"encounter":1,"figures":2,"campaigns":3,"about":4}'),
    "100,000 rows": holding(json.dumps({"figures": {n: {"name": f"Orc {n}"} for n in range(100_000)}})),
}
"""What can be in a file of JSON."""
FILES: dict[str, Spoil] = {**LINKS, **NOT_FILES, **BYTES}
"""What can lie where a file is expected, whatever its form."""


def sealed(number: int, kind: str, body: str, pos: int = 0, depth: int = 0, version: int = 11) -> str:
    """A line of a journal whose checksum is right, whatever it says."""
    when = "2026-11-28T22:29:27.957Z"
    rest = f'"n":{number},"v":{version},"at":"{when}","kind":"{kind}","pos":{pos},"depth":{depth},"body":{body}}}'
    return f'{{"crc":"{crc32(rest.encode()):08x}",{rest}\n'


def resealed(line: str, old: str, new: str) -> str:
    """A line with something else in it, and a right checksum."""
    rest = line.rstrip("\n").split(",", 1)[1].replace(old, new)
    return f'{{"crc":"{crc32(rest.encode("utf-8", "surrogatepass")):08x}",{rest}\n'
