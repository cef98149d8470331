"""The saves: all encounters that are kept in one folder, each in a folder of its own."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from referee.store.file import make_folder
from referee.store.line import JOURNAL, written
from referee.store.problem import CannotWrite, Locked, NameTaken, NoSuchSave, reason
from referee.store.save import Save, look_at
from referee.store.save_folder import is_taken, make, move
from referee.store.slug import proper_name, slug_of
from referee.store.snapshot import SNAPSHOT
from referee.text import clean_name

if TYPE_CHECKING:
    from referee.store.journal import Journal
    from referee.store.lock import Lock

Shelf = list[Save]
Sentences = list[str]

TRASH = ".trash"
LOCK = "lock"


def saves_folder(chosen: str | None) -> Path:
    """Where encounters are kept: the folder chosen, or ./saves if it is there, or where the system keeps such."""
    if chosen or (chosen := os.environ.get("REFEREE_SAVES")):
        return Path(chosen).expanduser()
    here = Path("saves")
    if here.is_dir():
        return here
    from platformdirs import user_data_path

    return user_data_path("referee") / "saves"


class Saves:
    """The folder of all encounters. It is made when the first one is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def list(self) -> Shelf:
        """All of them, the latest first; those that cannot be read say why."""
        found = [look_at(self.folder / slug, slug) for slug in self._slugs()]
        return sorted(found, key=lambda save: save.saved, reverse=True)

    def look(self, name: str) -> Save:
        """One of them, by its name or the beginning of it, without opening it for play."""
        slug = self._find(name)
        return look_at(self.folder / slug, slug)

    def create(self, name: str, system: str) -> "Journal":
        """A new encounter, open for play. NameTaken if there is one of that name."""
        from referee.store.codec import Title, dumped

        name = proper_name(name)
        _, head = written(1, "head", dumped(Title(name=name, system=system)))
        return self._open(self._make(name, head))

    def open(self, name: str, read_only: bool = False, take_over: bool = False) -> "Journal":
        """An encounter, open for play. Locked if another program plays it, unless it is for reading or taken over.

        A program that it is taken over from saves nothing from then on, and says so at its next act.
        """
        return self._open(self._find(name), read_only, take_over)

    def copy(self, name: str, new: str) -> None:
        """A second encounter that stands as the first does, with all its history that can be read."""
        from referee.store.journal import Journal

        new = proper_name(new)
        source = Journal(self.folder / self._find(name))
        try:
            slug = self._make(new, source.transcript(new))
        finally:
            source.close()
        self._open(slug).close()

    def rename(self, name: str, new: str) -> None:
        """An encounter gets another name. NameTaken if there is one of that name."""
        new = proper_name(new)
        old, slug = self._find(name), slug_of(new)
        if slug != old and is_taken(self.folder / slug):
            raise NameTaken(f"There is an encounter called {new} already.")
        journal = self._open(old)
        try:
            journal.rename(new)
            if not journal.retry():
                raise CannotWrite(journal.trouble)
            journal.settle()
            if slug != old:
                move(self.folder / old, self.folder / slug)
        finally:
            journal.close()

    def remove(self, name: str) -> None:
        """Puts an encounter into the trash, from where it can be fetched back."""
        from referee.store.lock import Lock

        slug = self._find(name)
        lock = Lock(self.folder / slug / LOCK, slug)
        try:
            make_folder(self.folder / TRASH)
            stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
            move(self.folder / slug, self.folder / TRASH / f"{slug}.{stamp}")
        except OSError as error:
            raise CannotWrite(f"{slug} cannot be put into the trash: {reason(error)}.") from error
        finally:
            lock.release()

    def trash(self) -> Shelf:
        """What is in the trash, the last removed first."""
        trash = self.folder / TRASH
        return [look_at(trash / folder, folder.rpartition(".")[0]) for folder in self._trashed()]

    def restore(self, name: str) -> None:
        """Fetches an encounter back from the trash: of several of one name, the one removed last."""
        slug = slug_of(name)
        found = [folder for folder in self._trashed() if folder.rpartition(".")[0] in (slug, name)]
        if not found:
            raise NoSuchSave(f"Nothing called {clean_name(name)} is in the trash.")
        slug = found[0].rpartition(".")[0]
        if is_taken(self.folder / slug):
            raise NameTaken(f"There is an encounter called {slug} already; rename it first.")
        move(self.folder / TRASH / found[0], self.folder / slug)

    def check(self, name: str) -> Sentences:
        """All that does not agree between journal and database, a sentence each; none if all is sound."""
        from referee.store.audit import audit

        return audit(self.folder / self._find(name))

    # ---------------------------------------------------------------- within

    def _slugs(self) -> tuple[str, ...]:
        """The folders that saves lie in."""
        try:
            with os.scandir(self.folder) as entries:
                plain = (each.name for each in entries if each.is_dir(follow_symlinks=False))
                return tuple(sorted(slug for slug in plain if slug[0] != "." and self._is_save(slug)))
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise CannotWrite(f"The folder of encounters cannot be read: {reason(error)}.") from error

    def _trashed(self) -> tuple[str, ...]:
        """The folders in the trash, the last removed first."""
        try:
            found = os.listdir(self.folder / TRASH)
        except OSError:
            return ()
        return tuple(sorted(found, key=lambda folder: folder.rpartition(".")[2], reverse=True))

    def _find(self, name: str) -> str:
        """The folder of the save that is called so, or whose name or folder begins so. NoSuchSave otherwise."""
        slugs = self._slugs()
        slug = slug_of(name)
        for exact in (name, slug):
            if exact in slugs:
                return exact
        wanted = clean_name(name).casefold()
        named = {slug: look_at(self.folder / slug, slug).name.casefold() for slug in slugs}
        for found in (
            [slug for slug in slugs if wanted and named[slug] == wanted],
            [each for each in slugs if wanted and (each.startswith(slug) or named[each].startswith(wanted))],
        ):
            if len(found) == 1:
                return found[0]
            if found:
                raise NoSuchSave(f"Several encounters begin so: {', '.join(map(clean_name, found[:8]))}.")
        raise NoSuchSave(f"There is no encounter called {clean_name(name) or 'so'}.")

    def _is_save(self, slug: str) -> bool:
        return any(os.path.lexists(self.folder / slug / file) for file in (JOURNAL, SNAPSHOT))

    def _open(self, slug: str, read_only: bool = False, take_over: bool = False) -> "Journal":
        from referee.store.journal import Journal

        folder = self.folder / slug
        if read_only:
            return Journal(folder)
        lock = _locked(folder / LOCK, slug, take_over)
        with _released_on_failure(lock):
            journal = Journal(folder, lock)
        if not lock.sure:
            journal.notices.append("This disk knows no locks: make sure that nobody else plays this encounter now.")
        return journal

    def _make(self, name: str, lines: bytes) -> str:
        """A new folder with a journal in it. NameTaken if there is one so called."""
        slug = slug_of(name)
        if is_taken(self.folder / slug):
            raise NameTaken(f"There is an encounter called {name} already.")
        make(self.folder / slug, {JOURNAL: lines})
        return slug


def _locked(path: Path, slug: str, take_over: bool) -> "Lock":
    from referee.store.lock import Lock

    try:
        return Lock(path, slug)
    except Locked:
        if not take_over:
            raise
        return Lock(path, slug, take_over=True)


@contextmanager
def _released_on_failure(lock: "Lock") -> Iterator[None]:
    try:
        yield
    except BaseException:
        lock.release()
        raise
