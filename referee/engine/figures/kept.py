"""Kept: figures, parties and conditions of the referee's own, which a session is given from outside.

What is typed with them becomes a command that needs them no more: the record holds the words in full.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from referee.engine.contract.ruleset import Ruleset
from referee.engine.figures.details import details_with
from referee.engine.problem import NotUnderstood

PARTY = "party"
"""The word after `add` that brings a party."""
OWN = "own "
"""What is said before the name of an own figure that is called as a kind of the game is."""


class KeptKind(NamedTuple):
    """A kind of figure of the referee's own."""

    name: str
    words: str
    """What is typed after `add` for it."""
    hint: str = ""
    data: Mapping[str, Any] = MappingProxyType({})
    """What a file said of it, as fields."""


class KeptMember(NamedTuple):
    """One of a party, as it was left."""

    name: str
    words: str


class KeptGroup(NamedTuple):
    """A party."""

    name: str
    members: tuple[KeptMember, ...]
    table: tuple[tuple[str, int], ...] = ()
    """Tracks of the table, and where they were left."""


class OwnCondition(NamedTuple):
    """A condition of the referee's own."""

    name: str
    text: str = ""
    usual: str = ""
    """How long it lasts where nothing is said."""


class Kept(Protocol):
    """What there is of one game. Looked up while something is typed, and never while a record is played."""

    def kinds(self) -> tuple[KeptKind, ...]:
        """The kinds of figures that the library holds, by the word that is typed after `add`."""

    def parties(self) -> tuple[KeptGroup, ...]:
        """Parties."""

    def conditions(self) -> tuple[OwnCondition, ...]:
        """Conditions."""


class NothingKept:
    """No library."""

    def kinds(self) -> tuple[KeptKind, ...]:
        """None."""
        return ()

    def parties(self) -> tuple[KeptGroup, ...]:
        """None."""
        return ()

    def conditions(self) -> tuple[OwnCondition, ...]:
        """None."""
        return ()


NOTHING = NothingKept()


def own_kinds(rules: Ruleset, kept: Kept) -> dict[str, KeptKind]:
    """The own figures by the word that means each after `add`: its name, or `own NAME` where the game has one so."""
    taken = {template.kind.lower() for template in rules.templates}
    return {(OWN if kind.name.lower() in taken else "") + kind.name: kind for kind in kept.kinds()}


def in_full(rules: Ruleset, kind: KeptKind, details: str) -> tuple[str, str]:
    """The game's own kind and the details that an own figure stands for, with what was said of it besides.

    NotUnderstood if this game has no such kind.
    """
    word = kind.words.partition(" ")[0]
    template = rules.template(word)
    if template is None:
        raise NotUnderstood(f"{kind.name} is kept as a {word}, and {rules.title} has none.")
    own = rules.kept_words(kind.words, kind.data).partition(" ")[2]
    return word, details_with(template, own, details)
