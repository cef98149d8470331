"""A save as it is seen without playing it: what the list of encounters shows, read without the history; and the audit,
whether what it keeps twice says the same.
"""

import os
from collections.abc import Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from referee.engine.problem import Problem
from referee.store.file import Stamp, closed_after, modified, open_plain, put_soon, read_plain, reason, stamp_of
from referee.store.line import JOURNAL, NEVER, Line, is_clock_time, last_line, survey
from referee.store.save_folder import CAMPAIGN, Membership, membership_of
from referee.store.tables import SNAPSHOT, Snapshot, asked_at, is_over
from referee.text import clean_name

if TYPE_CHECKING:
    from referee.engine.state.encounter import Encounter

_TAIL = 64 * 1024
"""Bytes from the end of a journal that are read first: nearly every line is far shorter."""


class Save(Struct, frozen=True):
    """One encounter among others, and how it stands."""

    name: str
    slug: str
    """The name of its folder."""
    system: str = ""
    round: int = 0
    turn: str = ""
    """Whose turn it is, by name; empty if nobody's."""
    saved: datetime = NEVER
    """When it was last written, in UTC."""
    actions: int = 0
    """Number of applied steps."""
    figures: int = 0
    """Number of figures that have not been taken off the table."""
    asks: str = ""
    """What is asked, by the question's key or the command's name, if the table was left in the middle of something."""
    over: bool = False
    """No fight is on any more, though one was."""
    trouble: str = ""
    """Why it cannot be read, or not all of it, in one sentence."""
    membership: Membership | None = None
    """The campaign that it belongs to; None if it is in none."""
    is_read: bool = True
    """If not, only its folder is known, and its campaign where there are campaigns."""

    def is_of(self, system: str, campaign: str) -> bool:
        """Does it belong to that campaign?"""
        return self.membership is not None and self.membership.is_of(system, campaign)


SHELF_FILE = ".shelf.json"
"""The file beside the folders in which the list of many saves is kept as it was last seen. It may be out of date or
lost: what it says of a save is taken for read while the files of that have not changed since, and its order is that of
the last look.
"""
_SHELF_FORM = 1
"""The form of that file; another number where what is read of a save has changed. Of another form it is not used."""
LATEST = 60
"""Saves of that list that are kept as they were read, as many as a tall window shows; of no more nothing is kept."""


class _SeenShelf(Struct, frozen=True):
    """What that file holds."""

    form: int
    order: list[tuple[str, int, int]]
    """The folder of each save, the latest first, with the bytes of its journal then, and when that was written, in
    nanoseconds since 1970.
    """
    latest: list[tuple[tuple[Stamp | None, ...], Save]]
    """The first of them, each with the stamps that its files had."""


class SaveCache:
    """The saves of a folder as they were read; each is read again once its files have changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[str, tuple[tuple[Stamp | None, ...], Save]] = {}
        self._seen: dict[str, tuple[int, int]] = {}
        """Of each that was seen last time the bytes of its journal then, and when that was written."""

    def read(self, slug: str) -> Save:
        """One of them; what could not be read is tried again."""
        stamps = self._stamps(slug)
        before, save = self._kept.get(slug, ((), None))
        if save is None or save.trouble or before != stamps:
            save = look_at(self._folder / slug, slug)
            self._kept[slug] = stamps, save
        return save

    def known(self, journals: Mapping[str, Stamp | None], campaigns: bool) -> list[Save]:
        """The saves in these folders, the latest first, without reading those that were not read before or have
        changed, but for a few. Of them it counts when they were last seen to be written, or their journals were.

        journals: the stamp that each journal has now; campaigns: are their campaigns wanted?
        """
        found = {slug: self._known(slug, campaigns) for slug in journals}
        changed = [
            slug for slug, save in found.items() if not save.is_read and not self._is_as_seen(slug, journals[slug])
        ]
        if self._seen and len(changed) <= LATEST:
            found |= {slug: self.read(slug) for slug in changed}
        when = {slug: self._last_written(save, journals[slug]) for slug, save in found.items()}
        order = sorted(journals, key=when.__getitem__, reverse=True)
        if len(order) > LATEST and all(save.is_read for save in found.values()):
            self._keep([(slug, _size(journals[slug]), when[slug]) for slug in order])
        return [found[slug] for slug in order]

    def _is_as_seen(self, slug: str, journal: Stamp | None) -> bool:
        """Has its journal as many bytes as when it was last seen? Each act adds some."""
        return slug in self._seen and self._seen[slug][0] == _size(journal)

    def _last_written(self, save: Save, journal: Stamp | None) -> int:
        """When a save was last written, in nanoseconds since 1970, as it says or said when it was last seen; else when
        its journal was, which is another time after it was compacted, or the folder copied.
        """
        if save.is_read:
            return _nanoseconds(save)
        return self._seen[save.slug][1] if self._is_as_seen(save.slug, journal) else modified(journal)

    def last_seen(self, there: set[str]) -> list[Save]:
        """The saves in these folders as they were last seen, the latest first. Only the first of them are looked at,
        and what is new: one of the others that was written since is out of order. Empty where too little was kept.
        """
        try:
            seen = decode(read_plain(self._folder / SHELF_FILE), type=_SeenShelf)
        except (Problem, OSError, ValueError, RecursionError):
            return []
        self._seen = {slug: (size, at) for slug, size, at in seen.order if slug in there}
        new = there - self._seen.keys()
        if seen.form != _SHELF_FORM or len(there) <= LATEST or len(new) > LATEST:
            self._seen = {}
            return []
        latest = {save.slug: (stamps, save) for stamps, save in seen.latest if save.slug in there and _is_clean(save)}
        self._kept = latest | self._kept
        looked_at = [*latest, *(slug for slug in new if any(self._stamps(slug, JOURNAL, SNAPSHOT)))]
        first = sorted(map(self.read, looked_at), key=_nanoseconds, reverse=True)
        return first + [Save(clean_name(slug), slug, is_read=False) for slug in self._seen if slug not in latest]

    def _keep(self, order: list[tuple[str, int, int]]) -> None:
        """Keeps the order of all saves for `last_seen`, if the disk takes it, with what was read of the latest."""
        path, latest = self._folder / SHELF_FILE, [self._kept[slug] for slug, *_ in order[:LATEST]]
        with suppress(Problem, OSError, ValueError):  # the name of a folder may be no text
            raw = encode(_SeenShelf(_SHELF_FORM, order, latest))
            if not path.exists() or read_plain(path) != raw:
                put_soon(path, raw)

    def _known(self, slug: str, campaigns: bool) -> Save:
        if slug in self._kept:
            before, save = self._kept[slug]
            if before == self._stamps(slug):
                return self.read(slug) if save.trouble else save
        membership = membership_of(self._folder / slug) if campaigns and self._stamps(slug, CAMPAIGN)[0] else None
        return Save(clean_name(slug), slug, membership=membership, is_read=False)

    def _stamps(self, slug: str, *names: str) -> tuple[Stamp | None, ...]:
        # A path that is joined as text takes a tenth of the time: there are thousands.
        return tuple(stamp_of(f"{self._folder}/{slug}/{name}") for name in names or (JOURNAL, SNAPSHOT, CAMPAIGN))


def _size(journal: Stamp | None) -> int:
    """Bytes of a journal; 0 where there is none."""
    return journal[2] if journal is not None else 0


def _nanoseconds(save: Save) -> int:
    """When it was last written, in nanoseconds since 1970, as exactly as its journal says."""
    return round(save.saved.timestamp() * 1000) * 1_000_000


def _is_clean(save: Save) -> bool:
    """Could it have been read from a folder? The file that it comes from may have been written by anybody."""
    words = save.name, save.system, save.turn, save.asks
    return save.is_read and is_clock_time(save.saved) and all(word == clean_name(word) for word in words)


def look_at(folder: Path, slug: str) -> Save:
    """The save in that folder, without opening it for play."""
    return replace(_found(folder, slug), membership=membership_of(folder))


def _found(folder: Path, slug: str) -> Save:
    try:
        line = _last_line(folder / JOURNAL)
        snapshot = Snapshot.read(folder)
        if line is not None and snapshot is not None and (snapshot.line, snapshot.crc) == (line.number, line.crc):
            return _from_snapshot(snapshot, slug, line)
        return _from_journal(folder, slug)
    except Problem as problem:
        return _damaged(folder, slug, str(problem))
    except OSError as error:
        return _damaged(folder, slug, f"{JOURNAL} cannot be read: {reason(error)}.")
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        # The files may hold anything; the other saves must be listed all the same.
        return _damaged(folder, slug, f"{JOURNAL} or {SNAPSHOT} holds something no encounter can have.")


def _last_line(path: Path) -> Line | None:
    try:
        with closed_after(open_plain(path)) as descriptor:
            size = os.fstat(descriptor).st_size
            return last_line(os.pread(descriptor, _TAIL, max(0, size - _TAIL)))
    except FileNotFoundError:
        return None


def _from_snapshot(snapshot: Snapshot, slug: str, line: Line) -> Save:
    row = snapshot.row
    return Save(
        name=clean_name(row["name"]),
        slug=slug,
        system=clean_name(row["system"]),
        round=row["state"]["round"],
        turn=clean_name(str(row["turn"])),
        saved=line.when,
        actions=snapshot.position,
        figures=sum(figure.get("standing") != "away" for figure in snapshot.tables["figures"]),
        asks=clean_name(snapshot.asks),
        over=snapshot.over,
    )


def _from_journal(folder: Path, slug: str) -> Save:
    """The journal is ahead of the snapshot: what is missing is folded, without changing anything."""
    from referee.engine.record.history import settled_state_at
    from referee.store.journal import Journal

    with closing(Journal(folder)) as journal:
        encounter = settled_state_at(journal, journal.position)
        return Save(
            name=clean_name(journal.name),
            slug=slug,
            system=clean_name(journal.system),
            round=encounter.round,
            turn=clean_name(encounter.name(encounter.turn)) if encounter.turn else "",
            saved=journal.last.when if journal.last else NEVER,
            actions=journal.position,
            figures=sum(figure.standing != "away" for figure in encounter.figures.values()),
            asks=clean_name(asked_at(journal, "")),
            over=is_over(journal, encounter),
            trouble=" ".join(journal.notices),
        )


def _damaged(folder: Path, slug: str, trouble: str) -> Save:
    return Save(clean_name(slug), slug, saved=_written(stamp_of(folder)), trouble=trouble)


def _written(stamp: Stamp | None) -> datetime:
    """When a file was written; NEVER if there is none, or that is in no year that a date can have."""
    try:
        return datetime.fromtimestamp(stamp[3] / 1e9, UTC) if stamp else NEVER
    except (OSError, OverflowError, ValueError):
        return NEVER


def audit(folder: Path) -> list[str]:
    """One sentence for each difference between journal and encounter.json, and for each part that cannot be read; an
    empty list if there is none.
    """
    from referee.store.journal import Journal

    try:
        journal = Journal(folder)
        journal.close()
        if journal.notices:
            return journal.notices
        found = []
        snapshot = Snapshot.read(folder)
        comes_yet = journal.player() is not None and not os.path.lexists(folder / SNAPSHOT)  # it is new and played
        if snapshot is None and not comes_yet:
            found.append(f"{SNAPSHOT} is missing or damaged. It is rebuilt when you next play the encounter.")
        raw = read_plain(folder / JOURNAL)
        kept = survey(raw).lines
        if snapshot is not None and snapshot.crc not in (line.crc for line in kept if line.number == snapshot.line):
            found.append(f"{SNAPSHOT} does not belong to {JOURNAL}.")
        return found + _followed(journal.start, kept, raw, snapshot)
    except FileNotFoundError:
        return [f"{JOURNAL} is missing."]
    except (Problem, LookupError) as problem:
        return [f"{JOURNAL} cannot be read from the beginning: {problem}"]


def _followed(start: "Encounter", lines: list[Line], raw: bytes, snapshot: Snapshot | None) -> list[str]:
    """Folds all recorded events again, and compares the result with the encounters stored in the journal."""
    from referee.engine.record.history import MemoryStepLog, Step, settled_state_at
    from referee.store.codec import read_body, read_encounter

    found = []
    step_log = MemoryStepLog(start)
    for line in lines:
        body = raw[line.start : line.start + line.length]
        match line.kind:
            case "step":
                step_log.move(line.pos)
                step_log.append(read_body(Step, line, body))
            case "move":
                step_log.move(line.pos)
            case "state":
                if _without_over(settled_state_at(step_log, line.pos)) != _without_over(read_encounter(line, body)):
                    differs = "does not match the commands before it"
                    found.append(f"{JOURNAL}: the encounter kept at line {line.number} {differs}.")
        if snapshot is not None and (line.number, line.crc) == (snapshot.line, snapshot.crc):
            here = step_log.position, _without_over(settled_state_at(step_log, step_log.position))
            if here != (snapshot.position, _without_over(snapshot.encounter())):
                found.append(f"{SNAPSHOT} does not match the commands in {JOURNAL}.")
    return found


def _without_over(encounter: "Encounter") -> "Encounter":
    """The encounter with no phase where its fight is over: earlier versions did not keep that."""
    from referee.engine.state.encounter import OVER

    return replace(encounter, phase="") if encounter.phase == OVER else encounter
