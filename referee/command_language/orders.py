"""Orders: what a line can mean."""

from msgspec import Struct

from referee.engine.state.bearer import Tag
from referee.engine.verbs.verb import Command


class Nothing(Struct, frozen=True):
    """An empty line, or a remark."""


class Answered(Struct, frozen=True):
    """An answer to an open question."""

    words: str
    which: int = 1
    """Which of the open questions is meant, from 1."""
    at: int = 0
    """Where in the line these words begin."""


class Undo(Struct, frozen=True):
    """Undo: takes back the last entry, or `inside` it only its last answer."""

    inside: bool = False


class Redo(Struct, frozen=True):
    """Redo: does again what was taken back, an entry, or `inside` it one answer."""

    inside: bool = False


class Back(Struct, frozen=True):
    """Back to before the latest turn began."""


class Rewind(Struct, frozen=True):
    """Rewind: goes to a position in the record."""

    position: int


class Amend(Struct, frozen=True):
    """Amend: corrects a recorded order or answer."""

    seat: int
    """The place in the record at which its command was given."""
    which: str = ""
    """Which of its answers, by number from 1 or by a part of its question's key; empty: all are to be shown."""
    answers: tuple[str, ...] = ()
    """What the table says instead, then what is asked when later commands are played again, or what becomes of them."""
    order: str = ""
    """All that was said behind the place, before the first `<`: the words of the order, if it begins with a verb."""


class Help(Struct, frozen=True):
    """What can be typed, or what one word means."""

    word: str = ""


class Keep(Struct, frozen=True):
    """A figure of the table becomes a kind of the referee's own, in the library."""

    who: Tag
    name: str
    """Empty: the name of its sort."""
    sure: bool = False
    """It takes the place of one that is called so."""


class KeepCondition(Struct, frozen=True):
    """A condition of the referee's own goes into the library."""

    name: str
    usual: str = ""
    """How long it lasts where nothing is said."""
    text: str = ""
    sure: bool = False
    """It takes the place of one that is called so."""


class SaveParty(Struct, frozen=True):
    """A party is kept in the library as it is at the table now."""

    name: str
    who: tuple[Tag, ...] = ()
    """Who belongs to it; nobody: those who did, or all that the players have."""
    sure: bool = False
    """It is kept; else what would change is told."""


class LoadParty(Struct, frozen=True):
    """Those of a party who are at the table become what the library says of them."""

    name: str
    sure: bool = False
    """It is done; else what would change is told."""


class UndoParty(Struct, frozen=True):
    """A party is in the library as it was before it was saved last."""

    name: str


class RestParty(Struct, frozen=True):
    """Those of a party who are at the table rest."""

    name: str
    rest: str = ""
    """Which rest; empty if the game has only one."""


LibraryOrder = Keep | KeepCondition | SaveParty | LoadParty | UndoParty
Order = Command | Answered | Undo | Redo | Back | Rewind | Amend | Help | Nothing | RestParty | LibraryOrder
