"""The saves: all encounters that are kept in one folder, each in a folder of its own."""

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from referee.engine.problem import Problem
from referee.store.file import CannotWrite, Locked, NameTaken, NoSuchSave, Stamp, reason, stamp_of, writing
from referee.store.line import JOURNAL
from referee.store.recovery import KeptJournal, Transaction, forget, join, kept_of
from referee.store.save import Save, SaveCache, audit, look_at
from referee.store.save_folder import (
    LOCK,
    TRASH,
    Membership,
    beside,
    discard,
    discarded,
    has_library,
    initial_files,
    is_taken,
    is_unfinished,
    membership_of,
    move,
    name_of,
    proper_name,
    slug_of,
    unmake,
)
from referee.store.save_folder import make as make_save
from referee.store.tables import SNAPSHOT
from referee.text import clean, clean_name

if TYPE_CHECKING:
    from referee.engine.record.history import Step
    from referee.store.journal import Journal


def saves_folder(chosen: str | None) -> Path:
    """Where encounters are kept: the folder chosen, or ./saves if it is there, or where the system keeps such.

    NoSuchSave if the folder chosen begins with the home of somebody who has none.
    """
    if chosen or (chosen := os.environ.get("REFEREE_SAVES")):
        try:
            return Path(chosen).expanduser()
        except RuntimeError as error:
            raise NoSuchSave(
                f"The folder of encounters, {clean(chosen)}, starts with a home folder that does not exist."
            ) from error
    here = Path("saves")
    if here.is_dir():
        return here
    from platformdirs import user_data_path

    return user_data_path("referee") / "saves"


class Saves:
    """The folder of all encounters. It is made when the first one is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._cache = SaveCache(folder)

    @property
    def shown(self) -> str:
        """The whole path of the folder, as it can be printed."""
        return clean(str(self.folder.absolute()))

    def all(self) -> list[Save]:
        """All of them, the latest first; those that cannot be read say why."""
        return _latest_first(map(self.read, self._journals()))

    def known(self, first: int) -> list[Save]:
        """All of them, the latest first; only so many of these are read, with those that were read before and have not
        changed. Of the others it counts when their journals were written.
        """
        shelf = self._cache.known(self._journals(), has_library(self.folder))
        shelf[:first] = [self.read(save.slug) for save in shelf[:first]]
        return shelf if len(shelf) > first else _latest_first(shelf)

    def last_seen(self) -> list[Save]:
        """All of them as they were listed last, of which only the latest are looked at; empty if they are few."""
        return [] if has_library(self.folder) else self._cache.last_seen({*self._folders()})

    def read(self, slug: str) -> Save:
        """The one in that folder; `trouble` says why it cannot be read, as when it is gone."""
        return self._cache.read(slug)

    def look(self, name: str) -> Save:
        """One of them, by its name or the beginning of it, without opening it for play."""
        return self.read(self.find(name))

    def there(self, slug: str) -> str:
        """That folder, to be opened or changed. NoSuchSave if it is gone: no other is meant, whose name begins so."""
        if not self._is_save(slug):
            raise NoSuchSave(f"There is no encounter called {clean_name(slug)} in {self.shown} any more.")
        return slug

    def free(self, name: str) -> str:
        """That name as it will be shown. NameTaken if it is none, or if there is an encounter of that name."""
        if self.is_taken(name := proper_name(name)):
            raise NameTaken(f"There is already an encounter called {name}. Type another name.")
        return name

    def create(
        self, name: str, system: str, file: bytes | None = None, origin: str = "", steps: "Sequence[Step]" = ()
    ) -> "Journal":
        """A new encounter, open for play. NameTaken if there is one of that name; what cannot be opened is not made.

        Parameters as of `initial_files`.
        """
        name = proper_name(name)
        slug = self.make(name, initial_files(name, system, file, origin, steps))
        try:
            return self._open(slug)
        except (Problem, OSError):
            unmake(self.folder / slug)
            raise

    def open(self, name: str, read_only: bool = False, take_over: bool = False) -> "Journal":
        """An encounter, open for play. Locked if another program plays it, unless it is for reading or taken over.

        A program that it is taken over from saves nothing from then on, and says so at its next act.
        """
        notices = [] if read_only else self.bring_back()
        journal = self._open(self.find(name), read_only, take_over)
        journal.notices += notices
        return journal

    def bring_back(self) -> list[str]:
        """Puts what a disk did not take at the end of a program where it belongs, and says so, a sentence each.

        Where the journal has gone another way since, or is gone, an encounter of its own is made.
        """
        return [told for kept in kept_of(self.folder) if (told := self._brought_back(kept))]

    def copy(self, name: str, new: str) -> list[str]:
        """A second encounter that stands as the first does, with all its history that can be read.

        What cannot be read of the first, a sentence each.
        """
        from referee.store.journal import Journal

        new = proper_name(new)
        with closing(Journal(self.folder / self.find(name))) as source:
            slug = self.make(new, {**beside(source.folder), JOURNAL: source.transcript(new)})
        with suppress(Problem):  # the copy is there, whether or not its encounter.json can be written now
            self._open(slug).close()
        return source.notices

    def rename(self, name: str, new: str) -> None:
        """Gives an encounter another name, and its folder with it.

        NameTaken if another encounter has that name; CannotWrite if the disk refuses, and then it has the old name;
        NotYetSafe if it has the new name, but perhaps not after a power failure.
        """
        from referee.store.library import Library

        new = proper_name(new)
        old, slug = self.find(name), slug_of(new)
        if slug != old and is_taken(self.folder / slug):
            raise NameTaken(f"There is already an encounter called {new}.")
        journal = self._open(old)
        try:
            with Transaction(self.folder, journal.name, "renamed") as transaction:
                transaction.line = f"{old}/{JOURNAL}", *journal.renaming(new)
                transaction.moves = [(old, slug)] if slug != old else []
                Library(self.folder).encounter_renamed(journal.name, new, transaction)
        finally:
            _ = journal.give_up()  # it does not know the line that was added
            journal.close()
        with suppress(Problem):  # it is renamed, whether or not its encounter.json can be written now
            self._open(slug).close()

    def remove(self, name: str) -> None:
        """Moves an encounter to the trash, from which `restore` brings it back. NoSuchSave unless the name is whole."""
        from referee.store.lock import Lock

        slug = self.find(name)
        if slug_of(name) != slug and clean_name(name).casefold() not in (
            slug.casefold(),
            self.read(slug).name.casefold(),
        ):
            raise NoSuchSave(f"To remove {clean_name(slug)}, type its whole name.")
        with Lock(self.folder / slug / LOCK, slug):
            discard(self.folder / slug, self.folder / TRASH)

    def trash(self) -> list[Save]:
        """What is in the trash, the last removed first."""
        return [look_at(folder, name_of(folder)) for folder in discarded(self.folder / TRASH)]

    def restore(self, name: str) -> None:
        """Brings an encounter back from the trash: of several of one name, the one removed last.

        NoSuchSave if none of that name is there; NameTaken if an encounter has its name now.
        """
        found = [each for each in discarded(self.folder / TRASH) if name_of(each) in (slug_of(name), name)]
        if not found:
            raise NoSuchSave(f"Nothing called {clean_name(name)} is in the trash of {self.shown}.")
        slug = name_of(found[0])
        if is_taken(self.folder / slug):
            raise NameTaken(f"There is already an encounter called {slug}. Rename it first.")
        with writing(slug, "brought back"):
            move(found[0], self.folder / slug)

    def check(self, name: str) -> list[str]:
        """All that does not agree between journal and database, a sentence each; none if all is sound."""
        return audit(self.folder / self.find(name))

    # ---------------------------------------------------------------- within

    def folders(self) -> Sequence[Path]:
        """The folders of all encounters, those in the trash among them."""
        return [*(self.folder / slug for slug in self._journals()), *discarded(self.folder / TRASH)]

    def members(self, system: str, campaign: str) -> dict[str, Membership]:
        """The folders of the encounters of a campaign, in their order."""
        found = {slug: membership_of(self.folder / slug) for slug in self._journals()}
        ours = {slug: each for slug, each in found.items() if each is not None and each.is_of(system, campaign)}
        return dict(sorted(ours.items(), key=lambda item: (item[1].since, item[0])))

    def _finish(self) -> None:
        """Finishes a transaction that a program was killed in."""
        if is_unfinished(self.folder):
            from referee.store.database import finish_changes

            finish_changes(self.folder)

    def _journals(self) -> dict[str, Stamp | None]:
        """The folders that saves lie in, each with the stamp of its journal; None if that is lost."""
        self._finish()
        folder = str(self.folder)  # joined as text: there may be thousands
        found = {slug: stamp_of(f"{folder}/{slug}/{JOURNAL}") for slug in self._folders()}
        return {slug: stamp for slug, stamp in found.items() if stamp is not None or self._is_save(slug)}

    def _folders(self) -> Sequence[str]:
        """The folders that saves may lie in."""
        try:
            with os.scandir(self.folder) as entries:
                return sorted(
                    each.name for each in entries if each.name[0] != "." and each.is_dir(follow_symlinks=False)
                )
        except FileNotFoundError:
            return []
        except OSError as error:
            raise CannotWrite(f"The folder {self.shown} cannot be read: {reason(error)}.") from error

    def find(self, name: str) -> str:
        """The folder of the save that is called so, or whose name or folder begins so. NoSuchSave otherwise."""
        slug = slug_of(name)
        self._finish()
        if name == slug and self._is_save(slug) and not (self.folder / slug).is_symlink():
            return slug
        slugs = self._journals()
        for exact in (name, slug):
            if exact in slugs:
                return exact
        wanted = clean_name(name).casefold()
        named = {slug: self.read(slug).name.casefold() for slug in slugs}
        for found in (
            [slug for slug in slugs if wanted and named[slug] == wanted],
            [each for each in slugs if wanted and (each.startswith(slug) or named[each].startswith(wanted))],
        ):
            if len(found) == 1:
                return found[0]
            if found:
                raise NoSuchSave(
                    "Several encounters begin with that: "
                    f"{', '.join(map(clean_name, found[:8]))}. Type more of the name."
                )
        raise NoSuchSave(f"There is no encounter called {clean_name(name) or 'that'} in {self.shown}.")

    def _brought_back(self, kept: "KeptJournal") -> str:
        """What is said of it; empty while another program plays the encounter."""
        from referee.store.journal import Journal
        from referee.store.lock import Lock

        slug = kept.origin.name
        try:
            if self._is_save(slug):
                with Lock(kept.origin / LOCK, slug):
                    if join(kept):
                        return f"What could not be saved of {slug} last time is saved now."
            with closing(Journal(kept.folder)) as source:
                new = self.free_name(f"{source.name} unsaved")
                self.make(new, {**beside(source.folder), JOURNAL: source.transcript(new)})
            forget(kept)
            return f"What could not be saved of {slug} last time is now a separate encounter: {new}."
        except Locked:
            return ""
        except (Problem, OSError):
            return f"What could not be saved of {slug} last time is still in {clean(str(kept.folder))}."

    def _is_save(self, slug: str) -> bool:
        return any(os.path.lexists(f"{self.folder}/{slug}/{file}") for file in (JOURNAL, SNAPSHOT))

    def _open(self, slug: str, read_only: bool = False, take_over: bool = False) -> "Journal":
        from referee.store.journal import Journal
        from referee.store.lock import Lock

        folder = self.folder / slug
        if read_only:
            return Journal(folder)
        lock = Lock(folder / LOCK, slug, take_over)
        try:
            journal = Journal(folder, lock)
        except BaseException:
            lock.release()
            raise
        if not lock.sure:
            journal.notices.append("This disk does not support locks: make sure nobody else is playing this encounter.")
        return journal

    def free_name(self, name: str, taken: Collection[str] = ()) -> str:
        """That name, or with a number behind it if there is an encounter of that name already.

        taken: folders that are to be made.
        """
        names = (f"{name} {n}" if n > 1 else name for n in range(1, 1000))
        return next((each for each in names if not self.is_taken(each, taken)), name)

    def make(self, name: str, files: Mapping[str, bytes], transaction: Transaction | None = None) -> str:
        """A new folder with these files in it, a journal among them. NameTaken if there is one so called.

        transaction: in which it is made; it is not there before that is committed.
        """
        slug = slug_of(name)
        self._finish()
        if self.is_taken(name, transaction.places if transaction is not None else ()):
            raise NameTaken(f"There is already an encounter called {name}.")
        if transaction is None:
            make_save(self.folder / slug, files, name)
        else:
            transaction.make(slug, files)
        return slug

    def is_taken(self, name: str, taken: Collection[str] = ()) -> bool:
        """Has an encounter that name already, or one that is to be made? taken: the folders of those."""
        return (slug := slug_of(name)) in taken or is_taken(self.folder / slug)


def _latest_first(found: Iterable[Save]) -> list[Save]:
    return sorted(found, key=lambda save: save.saved, reverse=True)
