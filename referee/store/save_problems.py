"""Problems of saves."""

from collections.abc import Iterator
from contextlib import contextmanager

from referee.engine.problem import Problem
from referee.store.disk_errors import Unsettled, reason


class SaveProblem(Problem):
    """Something is wrong with a save; the topic `saves` says more."""

    topic = "saves"


class NoSuchSave(SaveProblem):
    """No save is called so, or several are."""


class NameTaken(Problem):
    """A save or a file has that name already, or the name is none."""


class Locked(SaveProblem):
    """Another program plays this encounter, `holder` says which; it can be opened for reading, or taken over."""

    def __init__(self, sentence: str, holder: str = "") -> None:
        super().__init__(sentence)
        self.holder = holder


class ReadOnly(SaveProblem):
    """The encounter was opened for reading: nothing can be changed in it."""


class Damaged(SaveProblem):
    """A file of a save cannot be read any further; `line` says from where on, in a journal."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


class TooNew(Problem):
    """The save was written by a newer referee, and is left as it is."""


class CannotWrite(SaveProblem):
    """The disk does not take what is to be written; nothing has changed."""


class NotYetSafe(SaveProblem):
    """It is done, unlike with all other problems, but a power failure could still undo it."""


@contextmanager
def writing(called: str, done: str) -> Iterator[None]:
    """Turns errors of the disk into CannotWrite, or into NotYetSafe where the names on the disk are new already.

    called: what is written, by a name that people know; done: what becomes of it, as "renamed".
    """
    try:
        yield
    except Unsettled as error:
        raise NotYetSafe(f"{called} is {done}, but a power failure could still undo it: {reason(error)}.") from error
    except OSError as error:
        raise CannotWrite(f"{called} cannot be {done}: {reason(error)}. Nothing was changed.") from error


@contextmanager
def doubting(doubts: list[str]) -> Iterator[None]:
    """Adds the sentence of a NotYetSafe to `doubts`, where more is done after it."""
    try:
        yield
    except NotYetSafe as doubt:
        doubts.append(str(doubt))
