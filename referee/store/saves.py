"""Saves: all encounters that are kept in one folder, each in a folder of its own."""

import os
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from referee.engine.problem import Problem
from referee.store.campaign_membership import Membership, membership_of
from referee.store.database import ENCOUNTER_FILE
from referee.store.disk_errors import reason
from referee.store.file import Folder
from referee.store.journal import Journal
from referee.store.journal_line import JOURNAL
from referee.store.library_lock import LibraryLock
from referee.store.lock import Lock
from referee.store.recovery import KeptJournal, forget, join, kept_of
from referee.store.rewriting import shortened
from referee.store.save import Save
from referee.store.save_folder import (
    IMPORTS,
    LIBRARY,
    LOCK,
    TRASH,
    beside,
    discard,
    discarded,
    initial_files,
    is_taken,
    make,
    move,
    name_of,
    new_id,
)
from referee.store.save_names import proper_name, slug_of
from referee.store.save_problems import (
    CannotWrite,
    Damaged,
    Locked,
    NameTaken,
    NoSuchSave,
    NotYetSafe,
    doubting,
    writing,
)
from referee.store.save_reader import read_save
from referee.store.unfinished_changes import UNFINISHED, finish_old_changes
from referee.text.harmless import clean, clean_name

if TYPE_CHECKING:
    from referee.engine.record.recorded_steps import Step


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


def has_library(saves: Path) -> bool:
    """True if there is a library in a folder of saves."""
    return Folder(saves).holds(LIBRARY)


class Saves:
    """The folder of all encounters. It is made when the first one is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.top = Folder(folder)
        self._notices: list[str] = []
        """Sentences about unfinished changes that were finished or put aside; `bring_back` returns them."""

    @property
    def shown(self) -> str:
        """The whole path of the folder, as it can be printed."""
        return clean(str(self.folder.absolute()))

    def all(self) -> list[Save]:
        """All of them, the latest first; those that cannot be read say why."""
        return sorted(map(self.read, self._slugs()), key=lambda save: save.saved, reverse=True)

    def read(self, slug: str) -> Save:
        """The encounter in that folder; `trouble` says why it cannot be read, as when it is gone."""
        return read_save(self.top.below(slug), slug)

    def look(self, name: str) -> Save:
        """One of them, by its name or the beginning of it, without opening it for play."""
        return self.read(self.find(name))

    def there(self, slug: str) -> str:
        """Returns the slug if its folder is still there. NoSuchSave if it is gone."""
        if not self._is_save(slug):
            raise NoSuchSave(f"There is no encounter called {clean_name(slug)} in {self.shown} any more.")
        return slug

    def free(self, name: str) -> str:
        """That name as it will be shown. NameTaken if it is none, or if there is an encounter of that name."""
        if why := self._taken(name := proper_name(name)):
            raise NameTaken(f"{why} Type another name.")
        return name

    def create(
        self, name: str, system: str, file: bytes | None = None, origin: str = "", steps: "Sequence[Step]" = ()
    ) -> Journal:
        """A new encounter, open for play. NameTaken if its name is taken. Parameters as of `initial_files`.

        NotYetSafe if it is there, but the disk refuses to open it.
        """
        name = proper_name(name)
        slug = self.make(name, initial_files(name, system, file, origin, steps))
        try:
            return self._open(slug)
        except (Problem, OSError) as problem:
            self.top.below(slug).unmake()
            if is_taken(self.top.below(slug)):
                raise NotYetSafe(f"{name} is saved, but it cannot be opened now. {problem}") from problem
            raise

    def open(self, name: str, read_only: bool = False, take_over: bool = False) -> Journal:
        """An encounter, open for play. Locked if another program plays it, unless it is for reading or taken over."""
        notices = [] if read_only else self.bring_back()
        journal = self._open(self.find(name), read_only, take_over)
        journal.notices += notices
        return journal

    def bring_back(self) -> list[str]:
        """Puts what a disk did not take at the end of a program where it belongs, and says so, a sentence each.

        Where the journal has gone another way since, or is gone, an encounter of its own is made.
        """
        self._finish()
        notices, self._notices = self._notices, []
        return [*notices, *(told for kept in kept_of(self.top) if (told := self._brought_back(kept)))]

    def copy(self, name: str, new: str, from_now: bool = False) -> list[str]:
        """Copies an encounter as it stands; returns what cannot be read of it, a sentence each.

        from_now: without its history, so that nothing of it can be taken back there.
        """
        new = proper_name(new)
        with closing(Journal(self.top.below(self.find(name)))) as source:
            raw = shortened(source, new, new_id()) if from_now else source.transcript(new, new_id())
            doubts: list[str] = []
            with doubting(doubts):
                self.make(new, {**beside(source.folder), JOURNAL: raw})
        with suppress(Problem):  # the copy is there, whether or not its encounter.json can be written now
            self._open(slug_of(new)).close()
        return [*source.notices, *doubts]

    def rename(self, name: str, new: str) -> None:
        """Gives an encounter another name, and its folder, too, if that is possible: the name in the journal counts.

        NameTaken or CannotWrite if it keeps the old name; NotYetSafe if a power failure could undo the new one.
        """
        from referee.store.library import Library

        new = proper_name(new)
        old, slug = self.find(name), slug_of(new)
        if why := self._taken(new, but=old):
            raise NameTaken(why)
        Library(self.folder).keep_ids()
        with closing(self._open(old)) as journal:
            called = journal.name
            journal.rename(new)
            if trouble := journal.trouble:
                trouble = trouble[0].lower() + trouble[1:]
                if journal.give_up():
                    raise CannotWrite(f"{called} cannot be renamed: {trouble} Nothing was changed.")
                raise NotYetSafe(f"{called} is renamed, but a power failure could still undo it: {trouble}")
            journal.settle()
            if slug != old:
                self._rename_folder(journal, called, old, slug)

    def remove(self, name: str) -> None:
        """Moves an encounter to the trash, from which `restore` brings it back. NoSuchSave unless the name is whole."""
        slug = self.find(name)
        whole = slug.casefold(), self.read(slug).name.casefold()
        if slug_of(name) != slug and clean_name(name).casefold() not in whole:
            raise NoSuchSave(f"To remove {clean_name(slug)}, type its whole name.")
        self._require_readable(slug)
        with Lock(self.top.below(slug), LOCK, slug):
            discard(self.top.below(slug), self.top.below(TRASH))

    def trash(self) -> list[Save]:
        """What is in the trash, the last removed first."""
        return [read_save(folder, name_of(folder)) for folder in discarded(self.top.below(TRASH))]

    def restore(self, name: str) -> None:
        """Brings an encounter back from the trash: of several of one name, the one removed last.

        NoSuchSave if none of that name is there; NameTaken if an encounter has its name now.
        """
        wanted, found = clean_name(name), discarded(self.top.below(TRASH))
        named = [each for each in found if name_of(each) in (slug_of(name), name)]
        named += [each for each in found if read_save(each, name_of(each)).name.casefold() == wanted.casefold()]
        if not named:
            raise NoSuchSave(f"Nothing called {wanted} is in the trash of {self.shown}.")
        slug = name_of(named[0])
        if is_taken(self.top.below(slug)):
            raise NameTaken(f"There is already an encounter called {clean(slug)}. Rename it first.")
        with writing(clean(slug), "brought back"):
            move(named[0], self.top.below(slug))

    def check(self, name: str) -> list[str]:
        """All that does not agree between journal and database, a sentence each; none if all is sound."""
        from referee.store.audit import audit  # late: it reads the history

        return audit(self.top.below(self.find(name)))

    def members(self, campaign: str) -> dict[str, Membership]:
        """The folders of the encounters of the campaign with that id, in their order."""
        found = {slug: membership_of(self.top.below(slug)) for slug in self._slugs()}
        ours = {slug: each for slug, each in found.items() if each is not None and each.campaign == campaign}
        return dict(sorted(ours.items(), key=lambda item: (item[1].place, item[0])))

    def find(self, name: str) -> str:
        """The folder of the encounter that is called so, or whose name alone begins so. NoSuchSave otherwise."""
        wanted, slug = clean_name(name).casefold(), slug_of(name)
        if wanted and self._is_save(slug) and self.read(slug).name.casefold() == wanted:
            return slug
        slugs = self._slugs()
        named = {each: self.read(each).name.casefold() for each in slugs}
        for found in (
            [each for each in slugs if wanted and named[each] == wanted],
            [each for each in slugs if each in (name, slug)],
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

    def free_name(self, name: str) -> str:
        """Returns the name, with a number behind it if it is taken."""
        taken = self.names()
        names = (f"{name} {n}" if n > 1 else name for n in range(1, 1000))
        return next((each for each in names if taken.isdisjoint((each.casefold(), slug_of(each)))), name)

    def names(self, but: str = "") -> set[str]:
        """Taken names, in small letters, and folders. but: a folder that does not count."""
        slugs = [slug for slug in self._folders() if slug != but and is_taken(self.top.below(slug))]
        return {*slugs, *(self.read(slug).name.casefold() for slug in slugs if self._is_save(slug))}

    def make(self, name: str, files: Mapping[str, bytes]) -> str:
        """Makes a folder with these files, a journal among them. NameTaken if there is an encounter called so."""
        self._finish()
        if why := self._taken(name):
            raise NameTaken(why)
        slug = slug_of(name)
        make(self.top.below(slug), files, name)
        return slug

    # ---------------------------------------------------------------- within

    def _taken(self, name: str, but: str = "") -> str:
        """Why a new encounter cannot have that name, in a sentence; empty if it can. but: a folder that may have it."""
        taken, slug = self.names(but), slug_of(name)
        if slug not in taken and name.casefold() not in taken:
            return ""
        if slug in taken and (why := self.top.below(slug).trouble()):
            return f"There is already a folder called {slug}, which cannot be read: {why}."
        if slug in taken and not self._is_save(slug):
            return f"There is already a folder called {slug} in {self.shown}, which holds something else."
        return f"There is already an encounter called {name}."

    def _rename_folder(self, journal: Journal, called: str, old: str, slug: str) -> None:
        """Names the folder of a renamed encounter after it. NotYetSafe if a power failure could undo that.

        called: the name that the encounter had; old, slug: the old and the new name of its folder.
        """
        new = self.top.below(slug)
        try:
            with writing(called, "renamed"):
                move(self.top.below(old), new)
        except (CannotWrite, NameTaken):
            return  # it is found by the name in its journal
        finally:
            if not self._is_save(old):
                journal.move_to(new)

    def _brought_back(self, kept: KeptJournal) -> str:
        """Brings back one journal; returns a sentence, or nothing while another program plays the encounter."""
        slug = kept.origin.name
        try:
            if self._is_save(slug):
                with Lock(kept.origin, LOCK, slug):
                    if join(kept):
                        return f"What could not be saved of {slug} last time is saved now."
            with closing(Journal(kept.folder)) as source:
                new = self.free_name(f"{source.name} unsaved")
                self.make(new, {**beside(source.folder), JOURNAL: source.transcript(new, new_id())})
            forget(kept)
            return f"What could not be saved of {slug} last time is now a separate encounter: {new}."
        except Locked:
            return ""
        except (Problem, OSError):
            return f"What could not be saved of {slug} last time is still in {clean(str(kept.folder.path))}."

    def _open(self, slug: str, read_only: bool = False, take_over: bool = False) -> Journal:
        self._require_readable(slug)
        folder = self.top.below(slug)
        if read_only:
            return Journal(folder)
        lock = Lock(folder, LOCK, slug, take_over)
        try:
            journal = Journal(folder, lock)
        except BaseException:
            lock.release()
            raise
        if not lock.sure:
            journal.notices.append("This disk does not support locks: make sure nobody else is playing this encounter.")
        return journal

    def _require_readable(self, slug: str) -> None:
        """Damaged, with the reason, if the folder is a link or cannot be read."""
        if why := self.top.below(slug).unreadable():
            raise Damaged(why)

    def _is_save(self, slug: str) -> bool:
        """True if that folder holds an encounter, or cannot be looked into."""
        if not self.top.holds(slug):
            return False
        folder = self.top.below(slug)
        return folder.holds(JOURNAL) or folder.holds(ENCOUNTER_FILE) or bool(folder.trouble())

    def _slugs(self) -> list[str]:
        """The folders of all encounters, by name."""
        self._finish()
        return [name for name in self._folders() if name[0] != "." and self._is_save(name)]

    def _folders(self) -> list[str]:
        """The names of all folders and links."""
        try:
            return [each.name for each in self.top.entries() if each.is_folder or each.is_link]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise CannotWrite(f"The folder {self.shown} cannot be read: {reason(error)}.") from error

    def _finish(self) -> None:
        """Finishes what a killed program has left: an import, or changes of an earlier version."""
        if imports := [name for name in self._folders() if name.startswith(IMPORTS)]:
            from referee.store.staged_import import finish_imports

            finish_imports(self.top, imports)
        if self.top.holds(UNFINISHED):
            with suppress(Problem), LibraryLock(self.top):
                self._notices += filter(None, [finish_old_changes(self.top)])
