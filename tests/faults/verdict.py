"""The verdict on a command that has met a hostile folder or file: what it said, what it opened and what it changed."""

import re
import stat
import unicodedata
from collections.abc import Collection, Iterator, Mapping

from referee.store.file import TEMPORARY
from tests.faults.bounded import MOST_SECONDS, Outcome
from tests.faults.folder_image import Entry, differences, image
from tests.faults.received import MARK, OWN, PRIVATE, Place

FOLLOWING = 130
"""Exit code of what goes on until Ctrl+C."""
LONGEST = 400
"""Characters of a sentence."""
MOST_FOUND = 120
"""Lines in which `check` says what it has found."""
REBUILT = re.compile(
    r"(^|/)(lock|library\.lock|encounter\.json|journal\.index|\.shelf\.json)$"
    rf"|(^|/)({re.escape(TEMPORARY)}|\.import-)"
)
"""Paths of what a reading command may write anew or tidy up: locks, what is made of the journal, what was half made."""
BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def faults_of(outcome: Outcome) -> Iterator[str]:
    """What is wrong with how a command ended, and with what it said."""
    if outcome.ended_in:
        yield outcome.ended_in
    elif outcome.code not in (0, 1, 2, FOLLOWING):
        yield f"ends with {outcome.code}: {mistake(outcome.err)}"
    elif outcome.code in (1, 2):
        yield from _sentence_faults(outcome)
    if outcome.seconds > MOST_SECONDS and not outcome.ended_in:
        yield f"takes {outcome.seconds:.1f} seconds of work"
    yield from (f"{line}" for line in dict.fromkeys(outcome.opened.splitlines()))
    said = outcome.out + outcome.err
    if "Traceback" in said:
        yield f"prints a traceback: {mistake(said)}"
    if PRIVATE.lower() in said.lower():
        yield f"prints what lies outside: {_around(said, PRIVATE)}"
    if MARK.lower() in said.lower():
        yield f"quotes what it could not read: {_around(said, MARK)}"
    if unknown := [word for word in ("[Errno", TEMPORARY, ".import-") if word in outcome.err]:
        yield f"says what nobody knows: {_around(said, unknown[0])}"
    if steering := {letter for letter in said if steers(letter)}:
        yield f"prints characters that steer a terminal: {''.join(sorted(steering))!a}"
    yield from (f"says very much: {line[:200]}..." for line in outcome.err.splitlines() if len(line) > LONGEST)


def mistake(report: str) -> str:
    """Where a traceback ends, and its last line."""
    places = [line.strip() for line in report.splitlines() if line.strip().startswith("File ")]
    last = report.rstrip().rpartition("\n")[2]
    return f"{' '.join(places[-1:])} {last[:LONGEST]}"


def steers(letter: str) -> bool:
    """True for a character that no text in a terminal should have: a control, half a character, a turn of direction."""
    return letter != "\n" and (unicodedata.category(letter) in ("Cc", "Cs") or letter in BIDI)


def _sentence_faults(outcome: Outcome) -> Iterator[str]:
    """One sentence says what is wrong: on standard error, or where `check` says what it has found."""
    lines = outcome.err.splitlines()
    if "check" in outcome.words[:2] and (found := outcome.out.splitlines()):
        if len(found) > MOST_FOUND:
            yield f"says {len(found)} lines"
        return
    refusals = [line for line in lines if line.startswith("referee: ")]
    if len(refusals) != 1:
        yield f"says {len(refusals)} sentences: {outcome.err[:LONGEST]!r}"
    elif len(lines) > 3:
        yield f"says {len(lines)} lines: {outcome.err[:LONGEST]!r}"
    elif not re.search(r"[.)!?]$|: [^.]+$", refusals[0]):
        yield f"says no sentence: {refusals[0]!r}"


def _around(text: str, word: str) -> str:
    at = text.lower().index(word.lower())
    return ascii(text[max(0, at - 80) : at + 80])


def _content(entry: Entry) -> Entry:
    """Kind and content, without mode and owner."""
    assert isinstance(entry[0], int)
    return (stat.S_IFMT(entry[0]), *entry[2:])


class Watcher:
    """Compares a trial's folders before and after each command."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._outside = image(place.top, OWN)
        self._saves = self._seen()

    def _seen(self) -> Mapping[str, Entry]:
        return image(self.place.saves, times=False)

    def outside_faults(self) -> Iterator[str]:
        """What has changed outside the saves, and mistakes of the program that it has written down."""
        now = image(self.place.top, OWN)
        yield from (f"CHANGES THE OUTSIDE: {each}" for each in differences(self._outside, now))
        self._outside = now
        for report in self.place.crashes():
            yield f"writes a crash report: {mistake(report)}"
        self.place.forget_crashes()

    def saves_faults(self, may_go: Collection[str] = ()) -> Iterator[str]:
        """What a command that only reads has destroyed, or left behind. What was put aside is not destroyed."""
        before, now = self._saves, self._seen()
        kept = {_content(entry) for entry in now.values()}
        for path, entry in before.items():
            if (
                now.get(path) != entry
                and not REBUILT.search(path)
                and path not in may_go
                and _content(entry) not in kept
            ):
                yield f"destroys {path!a} of the saves"
        yield from _litter(before, now)
        self._saves = now

    def litter_faults(self) -> Iterator[str]:
        """What a command that writes has left half made."""
        before, now = self._saves, self._seen()
        yield from _litter(before, now)
        self._saves = now

    def unchanged_faults(self) -> Iterator[str]:
        """All that a command has changed in the saves, which had nothing to change but locks."""
        before, now = self._saves, self._seen()
        yield from (f"CHANGES THE SAVES: {each}" for each in differences(before, now) if "lock " not in each)
        self._saves = now


def _litter(before: Mapping[str, Entry], now: Mapping[str, Entry]) -> Iterator[str]:
    """Files and folders that were half made and left behind; what was there already may have been moved."""
    known = {path.rpartition("/")[2] for path in before}
    names = ((path, path.rpartition("/")[2]) for path in sorted(now.keys() - before.keys()))
    left = [path for path, name in names if name not in known and name.startswith((TEMPORARY, ".import-"))]
    if left:
        yield f"leaves {left[0]!a}{f' and {len(left) - 1} others' if left[1:] else ''} in the saves"
