"""Orders: what one line of the command language can mean."""

from dataclasses import dataclass

from referee.engine.state.bearer import Tag
from referee.engine.verbs.verb import Command


@dataclass(frozen=True)
class Nothing:
    """An empty line, or a remark."""


@dataclass(frozen=True)
class Answered:
    """What the table says to an open question."""

    words: str
    which: int = 1
    """Which of the open questions is meant, from 1."""
    at: int = 0
    """Where in the line these words begin."""


@dataclass(frozen=True)
class Undo:
    """The last entry is taken back; `inside` it, its last answer only."""

    inside: bool = False


@dataclass(frozen=True)
class Redo:
    """What was taken back comes again; an entry, or `inside` it one answer."""

    inside: bool = False


@dataclass(frozen=True)
class Back:
    """Back to before the latest turn began."""


@dataclass(frozen=True)
class Rewind:
    """To a place in the record, back or forth."""

    position: int


@dataclass(frozen=True)
class Amend:
    """An order or an answer of the past is corrected."""

    seat: int
    """The place in the record at which its command was given."""
    which: str = ""
    """Which of its answers, by number from 1 or by a part of its question's key; empty: all are to be shown."""
    answers: tuple[str, ...] = ()
    """What the table says instead, then what is asked when later commands are played again, or what becomes of them."""
    order: str = ""
    """All that was said behind the place, before the first `<`: the words of the order, if it begins with a verb."""


@dataclass(frozen=True)
class Help:
    """What can be typed, or what one word means."""

    word: str = ""


@dataclass(frozen=True)
class Keep:
    """A figure of the table becomes a kind of the referee's own, in the library."""

    who: Tag
    name: str
    """Empty: the name of its sort."""
    sure: bool = False
    """It takes the place of one that is called so."""


@dataclass(frozen=True)
class KeepCondition:
    """A condition of the referee's own goes into the library."""

    name: str
    usual: str = ""
    """How long it lasts where nothing is said."""
    text: str = ""
    sure: bool = False
    """It takes the place of one that is called so."""


@dataclass(frozen=True)
class SaveParty:
    """A party is kept in the library as it is at the table now."""

    name: str
    who: tuple[Tag, ...] = ()
    """Who belongs to it; nobody: those who did, or all that the players have."""
    sure: bool = False
    """It is kept; else what would change is told."""


@dataclass(frozen=True)
class RestParty:
    """Those of a party who are at the table rest."""

    name: str
    rest: str = ""
    """Which rest; empty if the game has only one."""


LibraryOrder = Keep | KeepCondition | SaveParty
Order = Command | Answered | Undo | Redo | Back | Rewind | Amend | Help | Nothing | RestParty | LibraryOrder

SESSION_WORDS = {
    "undo": "takes back the last entry; `undo inside` its last answer only",
    "redo": "brings back what was taken back, with the same dice",
    "back": "back to before this turn began",
    "rewind": "to a place in the record: rewind 12",
    "amend": "shows the answers of a place, the number that the log shows: amend 12; corrects one: amend 12 2 5; "
    "or the order itself: amend 12 damage g1 3; what is then asked follows: amend 12 to-hit 6 < 3 < drop < keep < let",
    "keep": 'into the library: keep g1 "Goblin boss"; keep condition soaked 3r: lightning hurts twice',
    "party": "party save heroes keeps what carries over; party rest heroes; add party heroes brings them",
    "help": "what can be typed: help attack",
}
"""The words that are about the record, not about the fight."""
