"""Lines of a journal, one for each act of the table: written and read without decoding their bodies, with an index of
them, which is kept in a file beside a long journal.
"""

import re
import sys
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import MAXYEAR, UTC, datetime
from functools import cache
from sys import intern
from typing import TYPE_CHECKING, Generic, TypeVar
from zlib import crc32

from msgspec import Struct, msgpack
from msgspec.json import Decoder, encode

from referee.engine.problem import RulesBug
from referee.store.file import CannotWrite, TooNew

if TYPE_CHECKING:
    from referee.engine.state.bearer import SavedModel

T = TypeVar("T")
F = TypeVar("F", bound="SavedModel")

SCHEMA = 11
"""The form in which bodies of lines are written now; what leads to it from older ones stands in `codec`. The first form
has nothing below it; in the second a correction plays again what came later; in the third tests are events of their
own, and changes of tracks know who did them and their sums; in the fourth figures may be hidden from the players, who
are shown the board space by space; in the fifth figures know the names that they had, and commands say who gave them:
of older ones that is worked out when they are replayed; in the sixth `init` is the number in the order, and the bonus
to it only with a sign; in the seventh commands say what they were done with, on whom, and what that used up, damage
says its types, and a remark may introduce a test; in the eighth a remark may say of whom it is; in the ninth a
condition may do something of its own, and be ended by an action; in the tenth a test that ends one may wait for a later
round; in the eleventh a condition may give its bearer another form."""
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
        return found if is_clock_time(found) else NEVER

    @property
    def end(self) -> int:
        """Where the next line begins."""
        return self.start + self.length + len(b"}\n")


def is_clock_time(when: datetime) -> bool:
    """Can a clock show that time in each zone? Dates at both ends of the calendar cannot be told in all of them."""
    return when.tzinfo is not None and NEVER.year <= when.year < MAXYEAR


class Survey(Struct, frozen=True):
    """The sound lines of a journal, and how many bytes they take."""

    lines: list[Line]
    good: int
    """Up to which place in the file all bytes are sound."""
    torn: bool
    """True if only the end is unsound: an unfinished write."""
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
    return Survey(lines, base + good, good < len(raw) and not broken, broken)


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


class Checkpoints(Generic[T]):
    """Values kept for some step numbers, in their order."""

    def __init__(self) -> None:
        self._places: list[int] = []
        self._kept: dict[int, T] = {}

    def put(self, place: int, kept: T) -> None:
        """Sets the value of a step number."""
        if place not in self._kept:
            self._places.insert(bisect_right(self._places, place), place)
        self._kept[place] = kept

    def at(self, place: int) -> T | None:
        """The value of that step number; None if it has none."""
        return self._kept.get(place)

    def before(self, place: int) -> int:
        """The last step number with a value at or before this one; -1 if there is none."""
        found = bisect_right(self._places, place)
        return self._places[found - 1] if found else -1

    def cut(self, place: int) -> None:
        """Drops the values of all later step numbers."""
        keep = bisect_right(self._places, place)
        for gone in self._places[keep:]:
            del self._kept[gone]
        del self._places[keep:]

    def __iter__(self) -> Iterator[tuple[int, T]]:
        return iter([(place, self._kept[place]) for place in self._places])

    def __len__(self) -> int:
        return len(self._places)


INDEX = "journal.index"
"""The file that the index of a long journal is kept in; what it says holds as long as the journal begins with the
bytes that it is of."""
LONG_INDEX = 4096
"""Lines of a journal from which on its index is kept: fewer are as quickly read."""
_INDEX_FORM = f"1 {SCHEMA} {sys.byteorder} {array('I').itemsize}"


class KeptIndex(Struct, array_like=True):
    """What stands in that file: an index, and the bytes of the journal that it is of."""

    form: str
    end: int
    """How many bytes these are."""
    crc: int
    """Their checksum."""
    position: int
    ends: bytes
    steps: bytes
    depths: bytes
    states: list[tuple[int, int]]
    names: list[int]
    corrections: list[int]
    searched: int


class JournalIndex:
    """Where the lines of a journal stand in the file, and which of them are steps, saved encounters and names."""

    def __init__(self) -> None:
        self.position = 0
        """Number of applied steps."""
        self.ends = array("I")
        """Where each line ends, which is where the next one begins."""
        self.steps = array("I")
        """The number of the line of each step."""
        self.depths = array("I")
        """How many commands are open after each step."""
        self.states: Checkpoints[int] = Checkpoints()
        """The number of the line of each settled encounter, by the number of steps it is after."""
        self.names: list[int] = []
        """The number of the head's line, and of every line that renamed the encounter since."""
        self.corrections: list[int] = []
        """The steps that correct the past, of the first `searched` ones."""
        self.searched = 0

    def __len__(self) -> int:
        """Number of lines."""
        return len(self.ends)

    @property
    def end(self) -> int:
        """Where the next line begins."""
        return self.ends[-1] if self.ends else 0

    def place(self, number: int) -> tuple[int, int]:
        """Where the line of that number begins in the file, and how many bytes it has."""
        start = self.ends[number - 2] if number > 1 else 0
        return start, self.ends[number - 1] - start

    def play(self, line: Line) -> bool:
        """Takes the next line in. False, and nothing has changed, if it cannot follow those before."""
        kind, pos, count = line.kind, line.pos, len(self.steps)
        if (kind == "head") == bool(self.ends) or pos > count:
            return False
        if kind == "step":
            if pos < count:
                del self.steps[pos:], self.depths[pos:]
                self.states.cut(pos)
                self.searched = min(self.searched, pos)
                self.corrections = [n for n in self.corrections if n < pos]
            self.steps.append(line.number)
            self.depths.append(line.depth)
            self.position = pos + 1
        elif kind == "move":
            self.position = pos
        elif kind == "state":
            self.states.put(pos, line.number)
        elif kind in ("head", "name"):
            self.names.append(line.number)
        else:
            return False
        self.ends.append(line.end)
        return True

    def kept(self, crc: int) -> bytes:
        """The content of the file that it is kept in. crc: of the bytes that it is of."""
        ends, steps, depths = self.ends.tobytes(), self.steps.tobytes(), self.depths.tobytes()
        rest = [*self.states], self.names, self.corrections, self.searched
        kept = KeptIndex(_INDEX_FORM, self.end, crc, self.position, ends, steps, depths, *rest)
        raw = msgpack.encode(kept)
        return crc32(raw).to_bytes(4) + raw

    @classmethod
    def of(cls, kept: KeptIndex) -> "JournalIndex":
        """The index that was kept. ValueError if there can be no such index."""
        index = cls()
        for mine, its in ((index.ends, kept.ends), (index.steps, kept.steps), (index.depths, kept.depths)):
            mine.frombytes(its)
        for place, number in kept.states:
            index.states.put(place, number)
        index.position, index.names = kept.position, kept.names
        index.corrections, index.searched = kept.corrections, kept.searched
        numbers = [*index.steps, *index.names, *dict(kept.states).values()]
        counts = index.position, index.searched, *(n + 1 for n in index.corrections)
        if not (
            index.names[:1] == [1]
            and index.end == kept.end
            and len(index.depths) == len(index.steps) >= max(counts)
            and 0 < min(numbers) <= max(numbers) <= len(index)
        ):
            raise ValueError("an index of no journal")
        return index


def kept_index(raw: bytes, crc: Callable[[int], int]) -> JournalIndex:
    """The index in the content of a file that one is kept in; an empty one if the file is damaged, or another version
    wrote it, or the journal is another one.

    crc: the checksum of so many bytes of the journal.
    """
    with suppress(ValueError, RecursionError):
        kept = msgpack.decode(memoryview(raw)[4:], type=KeptIndex)
        if raw[:4] == crc32(raw[4:]).to_bytes(4) and kept.form == _INDEX_FORM and crc(kept.end) == kept.crc:
            return JournalIndex.of(kept)
    return JournalIndex()
