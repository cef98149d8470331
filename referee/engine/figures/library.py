"""Library of a game, as verbs read it while something is typed."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct

from referee.engine.contract.kept_kind import KeptKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.figures.party import DoneTogether, KeptGroup
from referee.text.unknown_word import NoSuchWord

T = TypeVar("T")
OWN = "own "
"""What is said before the name of an own figure that is called as a kind of the game is."""


class OwnCondition(Struct, frozen=True):
    """A condition of the referee's own."""

    name: str
    text: str = ""
    usual: str = ""
    """How long it lasts where nothing is said."""


class GameLibrary:
    """What a library holds of one game: nothing, unless a subclass says what.

    Looked up while something is typed, and never while a record is played.
    """

    place = ""
    """Where it lies, for messages: ` in the library of /home/ann/saves`; empty: there is none."""
    done_together: DoneTogether | None = None
    """What was done last so, at the table that this is the library of."""

    @cached_property
    def _made(self) -> dict[str, tuple[tuple[object, ...], Any]]:
        """What `cached` keeps: for each name the values of which it was made, then what was made."""
        return {}

    def cached(self, what: str, make: Callable[[], T], *of: object) -> T:
        """Caches `make()` under a name until one of `of` is a different object. Called as one types."""
        if what not in self._made or any(one is not other for one, other in zip(self._made[what][0], of, strict=True)):
            self._made[what] = of, make()
        made: T = self._made[what][1]
        return made

    def kinds(self) -> tuple[KeptKind, ...]:
        """The kinds of figures, by the word that is typed after `add`."""
        return ()

    def no_such_kind(self, game: str) -> NoSuchWord:
        """How a kind is refused that neither the game nor the library has."""
        return NoSuchWord(after=f"in {game}{' or' if self.place else ''}{self.place}", heading="Kinds")

    def parties(self) -> tuple[KeptGroup, ...]:
        """The parties, each with its members as they were left."""
        return ()

    def conditions(self) -> tuple[OwnCondition, ...]:
        """The referee's own conditions, each with its usual duration."""
        return ()


EMPTY_LIBRARY = GameLibrary()
"""The library where there is none."""


def own_kinds(rules: Ruleset, kept: GameLibrary) -> dict[str, KeptKind]:
    """The own figures by the word that means each after `add`: its name, or `own NAME` where the game has one so; then
    those of the game's catalogue that have no namesake among kinds and own figures.
    """
    own = kept.kinds()

    def by_word() -> dict[str, KeptKind]:
        taken = {template.kind.lower() for template in rules.templates}
        found = {(OWN if kind.name.lower() in taken else "") + kind.name: kind for kind in own}
        taken.update(kind.name.lower() for kind in own)
        shipped = [(name, kind) for kind in rules.adding.catalogue() for name in (kind.name, *kind.also)]
        return found | {name: kind for name, kind in shipped if name.lower() not in taken}

    return kept.cached("kinds", by_word, own, rules)


def own_kind(rules: Ruleset, kept: GameLibrary, word: str) -> KeptKind | None:
    """The own figure that is called so, in small or capital letters, a blank or _ between its words."""
    own = own_kinds(rules, kept)
    by_small_name = kept.cached("small", lambda: {name.lower(): kind for name, kind in own.items()}, own)
    return by_small_name.get(word.lower().replace("_", " "))
