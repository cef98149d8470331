"""Rewrites a journal from a settled encounter on, as when it is compacted."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from referee.engine.problem import Refused
from referee.engine.record.history import Amended, Opened, Step, settled_position, settled_state_at
from referee.engine.state.bearer import SavedModel
from referee.engine.state.encounter import Encounter
from referee.store.codec import Title
from referee.store.file import put, read_plain, writing
from referee.store.journal_reader import JournalReader
from referee.store.line import JOURNAL, dumped, written
from referee.store.save_folder import make, trial_beside
from referee.store.tables import SNAPSHOT


class Dated(NamedTuple):
    """A step, and when it was written."""

    step: Step
    at: str


M = TypeVar("M", bound=SavedModel)


def renumbered(model: M, by: int) -> M:
    """An encounter, a step or a part of one, as it is in a step log that begins so many steps later.

    Orders and ids of conditions name steps. LookupError if it names a step before that beginning.
    """
    changed = {name: NUMBERED[name](value, by) for name, value in model if name in NUMBERED}
    inner = {name: _inner(value, by) for name, value in model if name not in NUMBERED}
    return model.model_copy(update=changed | {name: value for name, value in inner.items() if value is not None})


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
    steps = [Dated(renumbered(reader.step(n), cut), reader.index.steps[n].at) for n in range(cut, len(reader))]
    start = renumbered(settled_state_at(reader, cut), cut)
    return rewritten(reader.title.renamed(name or reader.name), start, steps, reader.position - cut)


def _replace(reader: JournalReader, cut: int, raw: bytes, trash: Path) -> None:
    """Puts the new journal in place of the old one, once it was read back and stands as the old one does."""
    folder = reader.folder
    with trial_beside(folder) as trial:
        make(trial, {JOURNAL: raw}, reader.name)
        _compare(reader, cut, trial)
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        make(trash / f"{folder.name}.{stamp}", {JOURNAL: read_plain(folder / JOURNAL)}, reader.name)
        with writing(reader.name, "compacted"):
            # It stands at a line that the new journal does not have, and would be taken for a sign of damage.
            (folder / SNAPSHOT).unlink(missing_ok=True)
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
