"""Line of a journal, one for each act of the table: written or read without decoding its body."""

import re
from datetime import MAXYEAR, UTC, datetime
from functools import cache
from sys import intern
from typing import TYPE_CHECKING, TypeVar
from zlib import crc32

from msgspec import Struct
from msgspec.json import Decoder, encode

from referee.engine.mistake import RulesBug
from referee.store.save_problems import CannotWrite, TooNew

if TYPE_CHECKING:
    from referee.engine.state.saved_model import SavedModel


T = TypeVar("T")
F = TypeVar("F", bound="SavedModel")

SCHEMA = 12
"""The form in which bodies of lines are written now; what leads to it from older ones stands in `codec`. The first form
has nothing below it; in the second a correction plays again what came later; in the third tests are events of their
own, and changes of tracks know who did them and their sums; in the fourth figures may be hidden from the players, who
are shown the board space by space; in the fifth figures know the names that they had, and commands say who gave them:
of older ones that is worked out when they are replayed; in the sixth `init` is the number in the order, and the bonus
to it only with a sign; in the seventh commands say what they were done with, on whom, and what that used up, damage
says its types, and a remark may introduce a test; in the eighth a remark may say of whom it is; in the ninth a
condition may do something of its own, and be ended by an action; in the tenth a test that ends one may wait for a later
round; in the eleventh a condition may give its bearer another form; in the twelfth an
encounter has an id, and a condition knows since when it lies."""
JOURNAL = "journal.jsonl"
"""The file that lines are kept in."""
NEVER = datetime.fromtimestamp(0, UTC)
"""The time of a line that says none."""
_SEALED = len(b'{"crc":"00000000",')
_FRONT = re.compile(
    rb'\{"crc":"([0-9a-f]{8})","n":([0-9]{1,9}),"v":([0-9]{1,4}),"at":"([0-9T:.Z-]{24})"'
    rb',"kind":"([a-z]{1,8})","pos":([0-9]{1,9}),"depth":([0-9]{1,4}),"body":'
)

_LOOKS = 10_000
"""Lines behind damage that are looked at."""


class Line(Struct, frozen=True):
    """The head of a line, and the offsets of its body."""

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
        """When it was written, in UTC; the beginning of 1970 if what it says is no time, or one that no clock shows."""
        try:
            found = datetime.fromisoformat(self.at).astimezone(UTC)
        except (ValueError, OverflowError):
            return NEVER
        # Dates at both ends of the calendar cannot be told in all zones.
        return found if NEVER.year <= found.year < MAXYEAR else NEVER

    @property
    def end(self) -> int:
        """Where the next line begins."""
        return self.start + self.length + len(b"}\n")


class Survey(Struct, frozen=True):
    """The sound lines of a journal, and how many bytes they take."""

    lines: list[Line]
    good: int
    """Up to which place in the file all bytes are sound."""
    broken: bool
    """True if sound lines come after an unsound one: damage."""


@cache
def decoder(sort: type[F]) -> Decoder[F]:
    """What decodes values of a class, made once."""
    return Decoder(sort)


def dumped(fact: "SavedModel | None") -> bytes:
    """A value as the body of a line. CannotWrite if its text cannot be encoded; RulesBug if it could not be read again
    as what it is: rules may have made it of other types than it declares, or of numbers of thousands of digits.
    """
    if fact is None:
        return b"null"
    try:
        body = encode(fact)
        again = decoder(type(fact)).decode(body)
    except UnicodeEncodeError as error:
        raise CannotWrite("That text has a character that cannot be saved; nothing was changed.") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise RulesBug(f"it made what could not be read again ({error})") from error
    if again != fact:
        raise RulesBug("it made what would be read again as something else")
    return body


def written(number: int, kind: str, body: bytes, pos: int = 0, depth: int = 0, at: str = "") -> tuple[Line, bytes]:
    """A line and its bytes; `start` counts from the line's own beginning. `at`: when it was written, if not now."""
    at = at or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
    front = f'"n":{number},"v":{SCHEMA},"at":"{at}","kind":"{kind}","pos":{pos},"depth":{depth},"body":'.encode()
    sealed = front + body + b"}"
    crc = f"{crc32(sealed):08x}"
    raw = b'{"crc":"' + crc.encode() + b'",' + sealed + b"\n"
    return Line(number, SCHEMA, at, kind, pos, depth, _SEALED + len(front), len(body), crc), raw


def survey(raw: bytes, before: int = 0, base: int = 0) -> Survey:
    """All sound lines from the beginning. TooNew if a line was written by a newer referee.

    before: how many lines stand before these, in `base` bytes.
    """
    lines: list[Line] = []
    good, broken = 0, False
    while (end := raw.find(b"\n", good)) != -1:
        line = read_line(raw, good, end, base)
        if line is None or line.number != before + len(lines) + 1:
            broken = line is not None or _any_sound(raw, end)
            break
        lines.append(line)
        good = end + 1
    return Survey(lines, base + good, broken)


def read_line(raw: bytes, start: int, end: int, base: int = 0) -> Line | None:
    """The line between these places, if it is sound. TooNew if it is, and was written by a newer referee.

    base: where in the file the bytes begin.
    """
    front = _FRONT.match(raw, start, end)
    if front is None:
        return None
    crc, number, schema, at, kind, pos, depth = front.groups()
    # Nothing of a line is used before its checksum is verified, not even its schema.
    if crc32(memoryview(raw)[start + _SEALED : end]) != int(crc, 16) or raw[end - 1 : end] != b"}":
        return None
    if int(schema) > SCHEMA:
        raise TooNew("it was written by a newer Referee")
    body = front.end()
    return Line(
        int(number),
        int(schema),
        at.decode(),
        intern(kind.decode()),
        int(pos),
        int(depth),
        base + body,
        end - 1 - body,
        crc.decode(),
    )


def last_line(raw: bytes) -> Line | None:
    """The last sound line in the end of a journal, if it ends with one."""
    if not raw.endswith(b"\n"):
        return None
    end = len(raw) - 1
    return read_line(raw, raw.rfind(b"\n", 0, end) + 1, end)


def _any_sound(raw: bytes, start: int) -> bool:
    """Does a sound line stand anywhere behind that place? What only looks like lines, and goes on and on, is damage."""
    for _ in range(_LOOKS):
        start = raw.find(b'\n{"crc":"', start) + 1
        if not start:
            return False
        # Where no line end is left, the end is -1, and no line can be read up to there.
        if read_line(raw, start, raw.find(b"\n", start)) is not None:
            return True
    return True
