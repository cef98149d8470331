"""Maintenance of an encounter whose files are damaged or have grown long: repaired, or its journal written anew."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from referee.engine.problem import Problem, Refused
from referee.engine.record.history import Amended, Opened, Step, settled_position, settled_state_at
from referee.engine.state.bearer import SavedModel
from referee.engine.state.encounter import Encounter
from referee.store.codec import Title, read_body, read_encounter
from referee.store.file import MOST_BYTES, Damaged, put, read_plain, writing
from referee.store.journal_reader import JournalReader
from referee.store.line import INDEX, JOURNAL, Line, dumped, read_line, written
from referee.store.lock import Lock
from referee.store.save_folder import LOCK, TRASH, beside, make, trial_beside
from referee.store.saves import Saves
from referee.store.tables import SNAPSHOT, Snapshot


class Dated(NamedTuple):
    """A step, and when it was written."""

    step: Step
    at: str


M = TypeVar("M", bound=SavedModel)


def renumbered(model: M, by: int) -> M:
    """An encounter, a step or a part of one, as it is in a step log that begins so many steps later.

    Orders and ids of conditions name steps. LookupError if it names a step before that beginning.
    """
    fields = asdict(model)
    changed = {name: NUMBERED[name](value, by) for name, value in fields.items() if name in NUMBERED}
    inner = {name: _inner(value, by) for name, value in fields.items() if name not in NUMBERED}
    return replace(model, **changed, **{name: value for name, value in inner.items() if value is not None})


def _inner(value: Any, by: int) -> object:
    """The models that a field holds, renumbered; None if it holds none."""
    match value:
        case SavedModel():
            return renumbered(value, by)
        case (SavedModel(), *_):
            return tuple(renumbered(each, by) for each in value)
        case dict() if all(isinstance(each, SavedModel) for each in value.values()):
            return {key: renumbered(each, by) for key, each in value.items()}
        case _:
            return None


def _id(id: str, by: int) -> str:
    """An id begins with the step that brought the condition; one from before the beginning gets a number below 0."""
    number, colon, rest = id.partition(":")
    return f"{int(number) - by}{colon}{rest}" if re.fullmatch(r"-?[0-9]{1,9}", number, re.ASCII) else id


def _seat(seat: int, by: int) -> int:
    if seat < by:
        raise LookupError("a step that is not there")
    return seat - by


NUMBERED: Mapping[str, Callable[[Any, int], object]] = {
    "id": _id,
    "seat": _seat,
    "dropped": lambda seats, by: tuple(_seat(seat, by) for seat in seats),
}
"""The fields of saved models that name steps, and how each is renumbered."""


def rewritten(title: Title, start: Encounter, steps: Sequence[Dated], position: int) -> bytes:
    """The bytes of a journal with these steps, of which the first `position` are applied; the others can be redone."""
    lines = [written(1, "head", dumped(title))[1], written(2, "state", dumped(start))[1]]
    for n, (step, at) in enumerate(steps):
        lines.append(written(n + 3, "step", dumped(step), n, step.depth, at)[1])
    if position != len(steps):
        lines.append(written(len(steps) + 3, "move", b"null", position)[1])
    return b"".join(lines)


UNDOABLE = 1000
"""Acts that can still be taken back afterwards, if nobody says how many."""


def compact(folder: Path, trash: Path, keep: int = UNDOABLE) -> tuple[int, int]:
    """Folds all acts but the latest `keep` into the encounter as it stood before them. Whoever calls holds the lock.

    Returns how many acts can be taken back now, and how long the journal is, in bytes. Refused if there is nothing
    to fold, or the journal is damaged; CannotWrite if the disk fails: then it is as it was; NotYetSafe if it is done,
    but perhaps not after a power failure.
    """
    reader = JournalReader(folder)
    with closing(reader.file):
        if reader.damaged or reader.torn:
            raise Refused(f"{reader.name} is damaged; `referee repair` makes a repaired copy.")
        cut = first_kept(reader, max(0, reader.position - keep))
        if not cut:
            raise Refused(f"There is nothing to shorten: {reader.name} has at most {keep} commands to undo.")
        raw = folded(reader, cut)
        _replace(reader, cut, raw, trash)
        return reader.position - cut, len(raw)


def first_kept(reader: JournalReader, wanted: int) -> int:
    """The first step that is kept: at or before the one wanted, unless a later correction is of an act before it."""
    cut = settled_position(reader, min(wanted, len(reader)))
    for n in range(cut, len(reader)):
        if any(isinstance(move, Amended) and move.entry.seat < cut for move in reader.step(n).moves):
            cut = n + 1
    return cut if cut <= reader.position else 0


def folded(reader: JournalReader, cut: int, name: str = "") -> bytes:
    """The bytes of a journal that begins with that step."""
    dated = (reader.with_line(n) for n in range(cut, len(reader)))
    steps = [Dated(renumbered(step, cut), line.at) for line, step in dated]
    start = renumbered(settled_state_at(reader, cut), cut)
    return rewritten(reader.title.renamed(name or reader.name), start, steps, reader.position - cut)


def _replace(reader: JournalReader, cut: int, raw: bytes, trash: Path) -> None:
    """Puts the new journal in place of the old one, once it was read back and stands as the old one does."""
    folder = reader.folder
    with trial_beside(folder) as trial:
        make(trial, {JOURNAL: raw}, reader.name)
        _compare(reader, cut, trial)
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        make(trash / f"{folder.name}.{stamp}", {**beside(folder), JOURNAL: read_plain(folder / JOURNAL)}, reader.name)
        with writing(reader.name, "compacted"):
            # It stands at a line that the new journal does not have, and would be taken for a sign of damage.
            (folder / SNAPSHOT).unlink(missing_ok=True)
            (folder / INDEX).unlink(missing_ok=True)
            put(folder / JOURNAL, raw)


def _compare(reader: JournalReader, cut: int, trial: Path) -> None:
    new = JournalReader(trial)
    with closing(new.file):
        end = reader.position
        same = (
            not new.damaged
            and (len(new), new.position) == (len(reader) - cut, end - cut)
            and settled_state_at(new, end - cut) == renumbered(settled_state_at(reader, end), cut)
            and list(_given(new, 0)) == list(_given(reader, cut))
        )
    if not same:
        raise Refused(f"{reader.name} was not compacted: the result would differ from the encounter now.")


def _given(reader: JournalReader, start: int) -> Iterator[str]:
    """The commands that were given from that step on."""
    for n in range(start, len(reader)):
        yield from (repr(move.command) for move in reader.step(n).moves if isinstance(move, Opened))


LARGEST = 16 * MOST_BYTES
"""Bytes of a journal that can be repaired, though it is too long to be opened."""


class Repaired(NamedTuple):
    """The best copy of a journal."""

    title: Title
    raw: bytes
    lost: list[str]
    """What is not in it, a sentence each."""


class Start(Struct, frozen=True):
    """A stored encounter from which the steps after it may be applied."""

    encounter: Encounter
    position: int
    """Number of steps before it."""
    line: int
    """The number of the line that it stands at."""
    named: str
    """Where it was found."""


class Run(NamedTuple):
    """Consecutive lines from one stored encounter on."""

    start: Start
    last: int
    """The number of the last line that follows without a gap."""
    steps: list[Dated]
    position: int
    """How many of the steps are in force."""


def repaired(folder: Path) -> Repaired:
    """The copy that reaches the latest line; of those, the one with most steps that can be undone. Damaged if there is
    none.

    TooNew if a newer referee has written it.
    """
    raw = b""
    with suppress(FileNotFoundError):
        raw = read_plain(folder / JOURNAL, LARGEST)
    lines = list(_sound_lines(raw))
    snapshot = Snapshot.read(folder)
    runs: list[Run] = []
    for start in _starts(raw, lines, snapshot):
        # What follows from within a run without a gap goes no further than the run.
        if all(start.line > run.last for run in runs):
            runs.append(_run(raw, lines, start))
    if not runs:
        raise Damaged(f"Nothing in {folder.name} can be read. It was left unchanged.")
    best = max(runs, key=lambda run: (run.last, len(run.steps)))
    title = _title(raw, lines, snapshot) or Title(name=folder.name, system=best.start.encounter.system)
    known = max([best.last, *(line.number for line in lines)])
    return Repaired(title, rewritten(title, best.start.encounter, best.steps, best.position), list(_lost(best, known)))


def _lost(run: Run, known: int) -> Iterator[str]:
    """What is not in that copy; `known`: the highest number of a line that can be read."""
    if run.start.line > 1:
        yield f"The copy begins with {run.start.named}: nothing before that can be undone."
    if known > run.last:
        yield f"What was done after line {run.last} is lost, up to {known - run.last} commands."


def _sound_lines(raw: bytes) -> Iterator[Line]:
    """Every line of the file with a valid checksum. TooNew if a newer referee has written one."""
    start = 0
    while (end := raw.find(b"\n", start)) != -1:
        line = read_line(raw, start, end)
        if line is not None:
            yield line
        start = end + 1


def _body(raw: bytes, line: Line) -> bytes:
    return raw[line.start : line.start + line.length]


def _title(raw: bytes, lines: list[Line], snapshot: Snapshot | None) -> Title | None:
    """What the encounter was called last."""
    for line in reversed(lines):
        if line.kind in ("head", "name"):
            with suppress(Damaged):
                return read_body(Title, line, _body(raw, line))
    return Title(name=snapshot.row["name"], system=snapshot.row["system"]) if snapshot is not None else None


def _starts(raw: bytes, lines: list[Line], snapshot: Snapshot | None) -> Iterator[Start]:
    """The beginning, the encounters that were kept along the way, and that of encounter.json, in their order."""
    found = []
    for line in lines:
        with suppress(Damaged):
            if line.kind == "head" and line.number == 1:
                title = read_body(Title, line, _body(raw, line))
                found.append(Start(Encounter(system=title.system), 0, 1, "the beginning"))
            elif line.kind == "state":
                encounter = read_encounter(line, _body(raw, line))
                found.append(Start(encounter, line.pos, line.number, f"the encounter kept at line {line.number}"))
    if snapshot is not None and snapshot.position == snapshot.settled:
        with suppress(Damaged):
            found.append(Start(snapshot.encounter(), snapshot.settled, snapshot.line, f"the encounter in {SNAPSHOT}"))
    yield from sorted(found, key=lambda start: start.line)


def _run(raw: bytes, lines: list[Line], start: Start) -> Run:
    """The consecutive lines from that encounter on."""
    steps: list[Dated] = []
    position, last = 0, start.line
    for line in (line for line in lines if line.number > start.line):
        place = line.pos - start.position
        if line.number != last + 1 or (line.kind in ("step", "move") and not 0 <= place <= len(steps)):
            break
        if line.kind == "state" and not steps and place == 0:
            start = replace(start, encounter=read_encounter(line, _body(raw, line)))
        elif line.kind == "move":
            position = place
        elif line.kind == "step":
            step = _step(raw, line, start.position)
            if step is None:
                break
            steps[place:] = [Dated(step, line.at)]
            position = place + 1
        last = line.number
    start = replace(start, encounter=renumbered(start.encounter, start.position))
    return Run(start, last, steps, position)


def _step(raw: bytes, line: Line, by: int) -> Step | None:
    """The step that a line says, moved to a step log that begins so many steps later; None if it cannot be there."""
    try:
        step = read_body(Step, line, _body(raw, line))
        return renumbered(step, by) if step.depth == line.depth else None
    except (Damaged, LookupError):
        return None


def compacted(saves: Saves, name: str, keep: int = UNDOABLE) -> tuple[int, int]:
    """Folds all acts of an encounter but the latest; how many can be taken back now, and the journal's length in bytes.

    Locked if a program plays it, Refused if there is nothing to fold, CannotWrite if the disk fails.
    """
    slug = saves.find(name)
    with Lock(saves.folder / slug / LOCK, slug):
        done = compact(saves.folder / slug, saves.folder / TRASH, keep)
    with suppress(Problem):  # it is done, whether or not its encounter.json can be written now
        saves.open(slug).close()
    return done


def repair(saves: Saves, name: str) -> tuple[str, list[str]]:
    """Makes the best copy of a damaged encounter; what it is called, and what is not in it, a sentence each.

    Damaged if nothing of it can be read, CannotWrite if the disk fails. The damaged files are left as they are.
    """
    folder = saves.folder / saves.find(name)
    title, raw, lost = repaired(folder)
    new = saves.free_name(f"{title.name} repaired")
    with trial_beside(folder) as trial:
        make(trial, {JOURNAL: raw}, new)
        copy, more = _proved(trial, new)
    slug = saves.make(new, {**beside(folder), JOURNAL: copy})
    with suppress(Problem):  # the copy is there, whether or not its encounter.json can be written now
        saves.open(slug).close()
    return new, [*lost, *more]


def _proved(trial: Path, new: str) -> tuple[bytes, list[str]]:
    """The copy under its new name, as far as it can be played through; what is not in it."""
    reader = JournalReader(trial, LARGEST)
    with closing(reader.file):
        lost = []
        if reader.damaged:
            lost.append("Part of the journal makes no sense. That part and everything after it were left out.")
        raw = reader.file.read(0, reader.end)
        if len(raw) > MOST_BYTES // 2 and (cut := first_kept(reader, max(0, reader.position - UNDOABLE))):
            lost.append(f"The journal was too long: only the last {reader.position - cut} commands can be undone.")
            return folded(reader, cut, new), lost
        title = reader.title.renamed(new)
        return raw + written(reader.lines + 1, "name", dumped(title))[1], lost
