"""Mutations: what bad memory, a bad disk, a text editor or malice makes of a file."""

import json
from random import Random
from typing import Any
from zlib import crc32

from referee.store.database import ENCOUNTER_FILE, _seal
from referee.store.journal_line import JOURNAL

STRANGE: list[Any] = [None, True, -1, 0, 2, 10**9, 10**30, 1.5, "", "\ud800", "ulf", "\x1b]0;x\x07", "a" * 3000, [], {}]
"""Values that stand where others should."""


def spoilt(raw: bytes, chance: Random) -> bytes:
    """The bytes with one to four changes that know nothing of what they mean."""
    out = bytearray(raw)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(out) + 1)
        upto = min(len(out), at + chance.choice([1, 1, 2, 40, 500]))
        match chance.randrange(7):
            case 0 if at < len(out):
                out[at] ^= 1 << chance.randrange(8)
            case 1:
                del out[at:]
            case 2:
                del out[at:upto]
            case 3:
                out[at:upto] = bytes(upto - at)
            case 4:
                out[at:at] = chance.randbytes(chance.randint(1, 60))
            case 5:
                out[at:at] = out[upto - (upto - at) // 2 : upto]
            case 6:
                lines = bytes(out).splitlines(keepends=True)
                chance.shuffle(lines)
                out = bytearray(b"".join(lines[: chance.randint(0, len(lines))]))
    return bytes(out)


def crafted(name: str, raw: bytes, chance: Random) -> bytes:
    """A file of a save in which some values are others, and all checksums are right."""
    if name == ENCOUNTER_FILE:
        return _crafted_database(raw, chance)
    assert name == JOURNAL
    lines = raw.splitlines(keepends=True)
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(lines))
        front, mark, body = lines[at].partition(b'"body":')
        sealed = front.split(b",", 1)[1] + mark + _dumped(altered(json.loads(body[:-2]), chance)) + b"}"
        lines[at] = b'{"crc":"%08x",' % crc32(sealed) + sealed + b"\n"
    return b"".join(lines)


def _crafted_database(raw: bytes, chance: Random) -> bytes:
    tables = altered(json.loads(raw), chance)
    try:
        row = next(iter(tables["encounter"].values()))
        row.pop("seal", None)
        row["seal"] = _seal(tables)
    except (AttributeError, LookupError, TypeError, ValueError, StopIteration):
        pass  # of half a letter there is no seal
    return _dumped(tables)


def altered(value: Any, chance: Random) -> Any:
    """The value with something in it, anywhere, that is left out, doubled, renamed or another."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        if chance.random() < 0.1:
            return {name: each for name, each in value.items() if name != key}
        if chance.random() < 0.1:
            return {(f"{name}x" if name == key else name): each for name, each in value.items()}
        return {name: altered(each, chance) if name == key else each for name, each in value.items()}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        if chance.random() < 0.2:
            return value[:at] + value[at + 1 :] if chance.random() < 0.5 else [*value[:at], *value[at - 1 :]]
        return [*value[:at], altered(value[at], chance), *value[at + 1 :]]
    if type(value) is int and chance.random() < 0.5:
        return value + chance.choice([-1, 1, 7, -100])
    return chance.choice(STRANGE)


def _dumped(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")
