"""Where a plan comes from: a file, or the library."""

from pathlib import Path
from typing import TYPE_CHECKING

from referee.engine.number import short
from referee.engine.problem import Refused
from referee.script.plan_file import Plan, plan_in, read_plan
from referee.store.problem import NoSuchSave
from referee.text import clean

if TYPE_CHECKING:
    from referee.store.saves import Saves


def plan_called(saves: "Saves", word: str, files: bool = True) -> Plan:
    """The plan in that file, else the one of the library that is called so or begins so. Refused if there is neither.

    files: False where no file may be read, only what is in the library.
    """
    from referee.store.library import Library
    from referee.store.library_record import PLANS

    path = _path(word)
    if files and path.is_file():
        return read_plan(path)
    library = Library(saves.folder)
    if not library.matching(PLANS, word):
        where = f"no file {short(clean(word), 80)}, and no plan" if files else "no plan"
        raise Refused(f"There is {where} of that name in the library.")
    kept = library.find(PLANS, word)
    return plan_in(kept.text, kept.name)


def usual_name(saves: "Saves", word: str) -> str:
    """What an encounter of that plan is called if nothing else is said: as the file or the plan, and as nothing yet."""
    from referee.store.library import Library
    from referee.store.library_record import PLANS

    path = _path(word)
    try:
        name = path.stem if path.is_file() else Library(saves.folder).find(PLANS, word).name
    except NoSuchSave:
        name = path.stem
    return saves.free_name(clean(name, 60) or "plan")


def _path(word: str) -> Path:
    try:
        return Path(word.strip()).expanduser()
    except RuntimeError:
        return Path(word.strip())
