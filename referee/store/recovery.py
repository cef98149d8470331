"""Recovery: what a program could not bring to an end. Acts that the disk did not take are kept in a second place when
it ends, and brought back at the next start; of changes of several files that it is killed in, the next start makes the
rest.
"""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Self

from msgspec import Struct
from platformdirs import user_state_path

from referee.store.file import (
    TEMPORARY,
    CannotWrite,
    Damaged,
    NameTaken,
    NotYetSafe,
    Unsettled,
    closed_after,
    open_private,
    put,
    read_at,
    read_json,
    read_plain,
    reason,
    settle_folder,
    settle_names,
    write_at,
    write_new,
    writing,
)
from referee.store.line import JOURNAL, survey
from referee.store.save_folder import UNFINISHED, beside, fill, is_taken, is_unfinished, make, trial_in, unmake
from referee.text import clean

ORIGIN = "origin"
"""The file that names the folder of the encounter that could not be written."""


class KeptJournal(Struct, frozen=True):
    """A journal in the second place."""

    folder: Path
    origin: Path
    """The folder of the encounter that could not be written."""


class Rescued(NamedTuple):
    """What became of acts that the disk did not take."""

    told: str
    """In one or two sentences."""
    folder: Path | None
    """Where they are kept; None if they are lost."""


def second_place() -> Path:
    """The folder for journals that could not be written where they belong."""
    return user_state_path("referee") / "unsaved"


def rescue(name: str, origin: Path, raw: bytes, trouble: str) -> Rescued:
    """Writes a whole journal to the second place, because of `trouble` in its own."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    folder = second_place() / f"{origin.name}.{stamp}"
    try:
        with suppress(NotYetSafe):  # it is there, but perhaps not after a power failure
            make(folder, {**beside(origin), JOURNAL: raw, ORIGIN: os.fsencode(origin.resolve())}, name)
    except (CannotWrite, OSError) as error:
        return lost(name, trouble, f"{reason(error)}." if isinstance(error, OSError) else str(error))
    told = (
        f"What was not saved of {name} is kept in {clean(str(folder))}, and comes back the next time you start Referee."
    )
    return Rescued(told, folder)


def lost(name: str, trouble: str, why: str) -> Rescued:
    """That acts are lost: why they could not be written to their place, nor to the second one."""
    return Rescued(
        f"What was not saved of {name} is lost: {trouble} It could not be saved elsewhere either: {why}", None
    )


def kept_of(saves: Path) -> list[KeptJournal]:
    """What lies in the second place of the encounters of one folder of saves, the oldest first."""
    found = []
    with suppress(OSError):
        for folder in sorted(second_place().iterdir()):
            with suppress(OSError, Damaged):
                origin = Path(os.fsdecode(read_plain(folder / ORIGIN)))
                if folder.name[0] != "." and origin.parent == saves.resolve():
                    found.append(KeptJournal(folder, origin))
    return found


def join(kept: KeptJournal) -> bool:
    """Appends the kept acts to their own journal. False if that has been continued in another way meanwhile.

    Whoever calls holds the encounter's lock. OSError or Damaged if a file cannot be read or written.
    """
    raw, now = read_plain(kept.folder / JOURNAL), read_plain(kept.origin / JOURNAL)
    found = survey(now)
    if not now.startswith(raw):  # else they were appended before, and could not be removed from here
        if found.broken or not raw.startswith(now[: found.good]):
            return False
        put(kept.origin / JOURNAL, raw)
    forget(kept)
    return True


def forget(kept: KeptJournal) -> None:
    """Removes the kept journal."""
    unmake(kept.folder)


# -------------------------------------------------------------------- several changes, all or none


class Transaction:
    """Changes of a folder of saves that are made all or none, also where the program is killed between two of them.

    All that is new is written beside its place first. Then one file says what goes where, and from then on it counts:
    what a killed program has not moved yet, the next one moves (`finish`). Whoever commits or finishes holds the lock
    of the library.
    """

    def __init__(self, saves: Path, called: str, done: str) -> None:
        """called: what is changed, as people know it; done: what becomes of it, as "renamed"."""
        self.saves, self.called, self.done = saves, called, done
        self.moves: list[tuple[str, str]] = []
        """From where to where, as paths in the folder of saves. Files that replace others come last."""
        self.line: tuple[str, int, str] | None = None
        """A file, an offset in it and the text that ends it from there on."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if not is_unfinished(self.saves):
            for old, _ in self.moves:
                if old.startswith(TEMPORARY):
                    unmake(self.saves / old)

    @property
    def places(self) -> list[str]:
        """What is taken by what is to come."""
        return [new for _, new in self.moves]

    def make(self, slug: str, files: Mapping[str, bytes]) -> Path:
        """A new encounter; returns where it lies until then. CannotWrite if the disk refuses."""
        made = trial_in(self.saves)
        self.moves.append((made.name, slug))
        with writing(self.called, self.done):
            fill(made, files)
        return made

    def put(self, place: str, content: bytes | bytearray) -> None:
        """A file in place of the one that is there. CannotWrite if the disk refuses."""
        made = trial_in(self.saves)
        self.moves.append((made.name, place))
        with writing(self.called, self.done):
            write_new(made, content)

    def commit(self) -> None:
        """Makes them. NameTaken or CannotWrite if none is made; NotYetSafe if all are, but perhaps not after a power
        failure. Whoever calls holds the lock of the library.
        """
        with writing(self.called, self.done):
            doubt = None
            replaced = [old for old, new in self.moves if (self.saves / new).is_file()]
            try:
                put(self.saves / UNFINISHED, json.dumps({"moves": self.moves, "line": self.line}).encode())
            except Unsettled as error:
                doubt = error
            try:
                _carry_out(self.saves, self.moves, self.line)
            except Unsettled:
                raise
            except (OSError, NameTaken) as error:
                self._take_back(replaced, error)
                raise
            if doubt is not None:
                raise doubt

    def _take_back(self, replaced: list[str], why: Exception) -> None:
        """All is as it was. Unsettled if that is impossible: then the next program makes all of them."""
        try:
            for old in replaced:
                os.lstat(self.saves / old)
            for old, new in reversed(self.moves):
                if not os.path.lexists(self.saves / old):
                    os.rename(self.saves / new, self.saves / old)
            if self.line is not None:
                _write_line(self.saves, *self.line, is_wanted=False)
            _finished(self.saves)
        except OSError as error:
            raise Unsettled(error.errno, error.strerror) from why


def finish(saves: Path) -> None:
    """Finishes a transaction that a program was killed in. OSError or Damaged if that is impossible now.

    Whoever calls holds the lock of the library.
    """
    if not is_unfinished(saves):
        return
    raw = read_plain(saves / UNFINISHED)
    try:
        found = read_json(raw, UNFINISHED)
        moves, line = [(_within(old), _within(new)) for old, new in found["moves"]], found["line"]
        line = None if line is None else (_within(line[0]), int(line[1]), str(line[2]))
    except (Damaged, LookupError, TypeError, ValueError, AttributeError):
        moves, line = [], None  # no Referee has written that
    for n, (old, new) in enumerate(moves):
        if (saves / old).is_dir() and is_taken(saves / new):
            # Another program has made one of that name meanwhile; or this one has been moved already.
            moves[n] = (old, f"{new}-{os.urandom(3).hex()}" if old.startswith(TEMPORARY) else old)
    with suppress(Unsettled):  # all is where it belongs, and what is written next says that it is not safe
        _carry_out(saves, moves, line)


def _within(path: str) -> str:
    """The path, if it does not lead out of the folder that it is in. ValueError otherwise."""
    if not 1 <= len(parts := path.split("/")) <= 3 or not {"", ".", ".."}.isdisjoint(parts) or "\0" in path:
        raise ValueError("a path to elsewhere")
    return path


def _carry_out(saves: Path, moves: Sequence[tuple[str, str]], line: tuple[str, int, str] | None) -> None:
    """Makes changes, as far as they are not made. Unsettled if all are, but perhaps not after a power failure; OSError
    or NameTaken if some are not.
    """
    if line is not None and (saves / line[0]).exists():
        _write_line(saves, *line)
    for old, new in moves:
        if os.path.lexists(saves / old) and old != new:
            if (saves / old).is_dir() and is_taken(saves / new):
                raise NameTaken(f"There is already an encounter called {new}.")
            os.rename(saves / old, saves / new)
    settle_names(saves, *{(saves / new).parent for _, new in moves})
    with suppress(OSError):  # made again, they change nothing
        _finished(saves)


def _write_line(saves: Path, path: str, at: int, text: str, is_wanted: bool = True) -> None:
    """Ends a file with that text, which begins there, or without it. A file that has gone on differently stays."""
    raw = text.encode()
    with closed_after(open_private(saves / path, os.O_RDWR)) as descriptor:
        # After a power failure zeros may stand for what was not written yet.
        there = read_at(descriptor, len(raw) + 1, at).rstrip(b"\0")
        if os.fstat(descriptor).st_size >= at and raw.startswith(there):
            if is_wanted:
                write_at(descriptor, raw, at)
            else:
                os.ftruncate(descriptor, at)
            os.fsync(descriptor)


def _finished(saves: Path) -> None:
    (saves / UNFINISHED).unlink(missing_ok=True)
    settle_folder(saves)
