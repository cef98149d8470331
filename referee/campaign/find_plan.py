"""Finds the plan that is called so, in a file or in the library."""

from pathlib import Path

from referee.campaign.plan import Plan, kept_plan, read_plan
from referee.engine.problem import Refused, on_topic
from referee.store.library import Library
from referee.store.library_tables import PLANS
from referee.store.save_problems import NoSuchSave
from referee.store.saves import Saves
from referee.text.harmless import clean
from referee.text.quoting import short


@on_topic("plans")
def plan_called(saves: Saves, word: str, files: bool = True) -> Plan:
    """The plan in that file, else the one of the library that is called so or begins so. Refused if there is neither.

    files: False where no file may be read, only what is in the library.
    """
    path = _path(word)
    if files and path.is_file():
        return read_plan(path)
    library = Library(saves.folder)
    if not library.matching(PLANS, word):
        where = f"no file {short(clean(word), 80)}, and no plan" if files else "no plan"
        raise Refused(f"There is {where} of that name in the library.")
    kept = library.find(PLANS, word)
    return kept_plan(kept)


def usual_name(saves: Saves, word: str) -> str:
    """The usual name of an encounter of that plan: that of its file or record, with a number if the name is taken."""
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
