"""Lines: how one act of the table stands in a journal, in the form of today or an earlier one."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from sys import intern
from typing import Any, NamedTuple
from zlib import crc32

from referee.store.problem import TooNew

SCHEMA = 5
"""The form in which bodies of lines are written now."""
FIELDS = "ec4d8176"
"""A sum over the fields of all that is saved in that form: where they change, SCHEMA is raised, and this with it."""

Lift = Callable[[str, Any], Any]
"""Takes a line's kind and its body in one form, and gives the body in the next."""


def _unchanged(kind: str, body: Any) -> Any:
    """What is new in the next form has a default that says what was so before."""
    return body


def _without_about(kind: str, body: Any) -> Any:
    """Remarks lose the list of tags that nobody read."""
    if kind == "step":
        for event in _events(body["moves"]):
            if event["t"] == "told":
                event.pop("about", None)
    return body


def _events(moves: Any) -> Iterator[Any]:
    """All events in the moves of a step, or in the items of an entry: also those of corrections and interjections."""
    for move in moves:
        yield from move.get("events") or ()
        inner = [move.get("entry"), *move.get("later", ()), *move.get("open", ())]
        for entry in (each for each in inner if each is not None):
            yield from entry.get("events") or ()
            yield from _events(entry.get("items", ()))


LIFTS: dict[int, Lift] = {1: _unchanged, 2: _without_about, 3: _unchanged, 4: _unchanged}
"""By the form they lift from. The first form has nothing below it; in the second a correction plays again what
came later; in the third tests are events of their own, and changes of tracks know who did them and their sums;
in the fourth figures may be hidden from the players, who are shown the board space by space; in the fifth figures know
the names that they had, and commands say who gave them: of older ones that is worked out when they are replayed."""


def lifted(kind: str, body: Any, schema: int) -> Any:
    """The body of a line of that form in the form of today. KeyError if nothing leads from there."""
    for form in range(schema, SCHEMA):
        body = LIFTS[form](kind, body)
    return body


JOURNAL = "journal.jsonl"
"""The file that lines are kept in."""

NEVER = datetime.fromtimestamp(0, UTC)
"""Stands where nothing says when."""
_SEALED = len(b'{"crc":"00000000",')
_FRONT = re.compile(
    rb'\{"crc":"([0-9a-f]{8})","n":([0-9]{1,9}),"v":([0-9]{1,4}),"at":"([0-9T:.Z-]{24})"'
    rb',"kind":"([a-z]{1,8})","pos":([0-9]{1,9}),"depth":([0-9]{1,4}),"body":'
)

_LOOKS = 10_000
"""Lines behind damage that are looked at."""


class Line(NamedTuple):
    """The front of a line, and where its body is."""

    number: int
    """From 1, without a gap."""
    schema: int
    at: str
    """When it was written, in UTC."""
    kind: str
    """`head` or `name`: what it is called. `step`: an act. `move`: a place gone to. `state`: the encounter there."""
    pos: int
    """Where on the log: the place a step was added at, the place a move went to, how many steps a state is after."""
    depth: int
    """How many commands are open after a step."""
    start: int
    """Where its body begins in the file."""
    length: int
    crc: str

    @property
    def when(self) -> datetime:
        """When it was written; the beginning of 1970 if what it says is no time."""
        try:
            return datetime.fromisoformat(self.at)
        except ValueError:
            return NEVER

    @property
    def end(self) -> int:
        """Where the next line begins."""
        return self.start + self.length + len(b"}\n")


class Survey(NamedTuple):
    """What a journal's bytes hold: the lines that are sound, and how far they go."""

    lines: list[Line]
    good: int
    """How many bytes are sound."""
    torn: bool
    """Something unsound stands at the very end: a write that never finished."""
    broken: bool
    """Something unsound stands before lines that are sound: damage."""


def written(number: int, kind: str, body: bytes, pos: int = 0, depth: int = 0, at: str = "") -> tuple[Line, bytes]:
    """A line and its bytes; `start` counts from the line's own beginning. `at`: when it was written, if not now."""
    at = at or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
    front = f'"n":{number},"v":{SCHEMA},"at":"{at}","kind":"{kind}","pos":{pos},"depth":{depth},"body":'.encode()
    sealed = front + body + b"}"
    crc = f"{crc32(sealed):08x}"
    raw = b'{"crc":"' + crc.encode() + b'",' + sealed + b"\n"
    return Line(number, SCHEMA, at, kind, pos, depth, _SEALED + len(front), len(body), crc), raw


def survey(raw: bytes) -> Survey:
    """All sound lines from the beginning. TooNew if a line was written by a newer referee."""
    lines: list[Line] = []
    good = 0
    while (end := raw.find(b"\n", good)) != -1:
        line = read_line(raw, good, end)
        if line is None or line.number != len(lines) + 1:
            break
        lines.append(line)
        good = end + 1
    rest = good < len(raw)
    broken = rest and _any_sound(raw, max(0, good - 1))
    return Survey(lines, good, rest and not broken, broken)


def read_line(raw: bytes, start: int, end: int) -> Line | None:
    """The line between these places, if it is sound. TooNew if it is, and was written by a newer referee."""
    front = _FRONT.match(raw, start, end)
    if front is None:
        return None
    crc, number, schema, at, kind, pos, depth = front.groups()
    # Nothing that a line says is believed before its checksum, not even how new it is.
    if crc32(memoryview(raw)[start + _SEALED : end]) != int(crc, 16) or raw[end - 1 : end] != b"}":
        return None
    if int(schema) > SCHEMA:
        raise TooNew("it was written by a newer referee")
    body = front.end()
    return Line(
        int(number),
        int(schema),
        at.decode(),
        intern(kind.decode()),
        int(pos),
        int(depth),
        body,
        end - 1 - body,
        crc.decode(),
    )


def last_line(raw: bytes) -> Line | None:
    """The last sound line in the end of a journal, if it ends with one."""
    end = len(raw) - 1
    if end <= 0 or raw[end] != 0x0A:
        return None
    return read_line(raw, raw.rfind(b"\n", 0, end) + 1, end)


def _any_sound(raw: bytes, start: int) -> bool:
    """Does a sound line stand anywhere behind that place? What only looks like lines, and goes on and on, is damage."""
    for _ in range(_LOOKS):
        start = raw.find(b'\n{"crc":"', start) + 1
        if not start:
            return False
        end = raw.find(b"\n", start)
        if end != -1 and read_line(raw, start, end) is not None:
            return True
    return True
