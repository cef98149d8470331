"""Staged import: encounters that come to the shelf together, or not at all, also when the program is killed.

Their folders are made in a folder `.import-ID`. Then the campaign goes into the library with the mark `coming = ID`,
and from then on the import counts: the folders are moved to their places, the mark goes, and `.import-ID` goes. The
next program that looks at the saves does what is left of that, or removes a folder that no campaign waits for.
"""

from collections.abc import Mapping
from contextlib import suppress

from referee.engine.problem import Problem
from referee.store.file import Folder, settle
from referee.store.library import Library
from referee.store.library_record import KeptCampaign
from referee.store.library_tables import CAMPAIGNS
from referee.store.save_folder import IMPORTS, fill, is_taken, new_id
from referee.store.save_names import slug_of
from referee.store.save_problems import writing


class StagedImport:
    """The encounters that are to come. The caller holds the lock of the library from its making to `finish`."""

    def __init__(self, saves: Folder, id: str = "") -> None:
        self.saves, self.id = saves, id or new_id()
        self.folder = saves.below(f"{IMPORTS}{self.id}")

    def add(self, name: str, files: Mapping[str, bytes]) -> Folder:
        """Makes the folder of an encounter where it lies until it is moved. CannotWrite if the disk refuses."""
        made = self.folder.below(slug_of(name))
        with writing(name, "imported"):
            fill(made, files)
        return made

    def move(self) -> None:
        """Moves the folders to their places. OSError if one cannot be moved; Unsettled if they are there, but not safe.

        A folder whose name has been taken meanwhile gets a number behind its name.
        """
        for name in self.folder.names():
            slugs = (f"{name}-{n}" if n > 1 else name for n in range(1, 1000))
            slug = next(each for each in slugs if not is_taken(self.saves.below(each)))
            self.folder.rename(name, self.saves, slug)
        settle(self.folder, self.saves)

    def remove(self) -> None:
        """Removes the folder with all that is left in it."""
        with suppress(OSError, Problem):
            for name in self.folder.names():
                self.folder.below(name).unmake()
        self.folder.unmake()


def finish_imports(saves: Folder, names: list[str]) -> None:
    """Finishes imports that a program was killed in, or removes what is left of them, if that is possible now.

    names: the folders of such imports. While a program imports, it holds the lock, so that this waits for it.
    """
    library = Library(saves.path)
    with suppress(Problem, OSError), library.held():
        coming = {campaign.coming: campaign for campaign in library.all(CAMPAIGNS) if campaign.coming}
        for name in names:
            staged = StagedImport(saves, name.removeprefix(IMPORTS))
            if (campaign := coming.get(staged.id)) is not None:
                staged.move()
                arrived(library, campaign)
            staged.remove()


def arrived(library: Library, campaign: KeptCampaign) -> KeptCampaign:
    """Takes the mark off a campaign whose encounters are in their places."""
    return library.change(CAMPAIGNS, campaign, lambda was: was.model_copy(update={"coming": ""}))
