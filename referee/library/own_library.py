"""The own library of a folder of encounters as one table of it knows it, read when it is first asked for; and what
figure an order to add one would bring, of that library or of the game.
"""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from referee.engine.contract.kinds import KeptKind
from referee.engine.figures.figure_words import alone, from_words
from referee.engine.figures.library import GameLibrary, OwnCondition, own_kinds
from referee.engine.figures.party import KeptGroup, KeptMember
from referee.engine.figures.recruit import Recruit
from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.add import add_recruits
from referee.engine.verbs.ledger import Ledger, System
from referee.games import rules_for
from referee.library.records import first_line
from referee.store.file import Folder
from referee.store.saves import has_library
from referee.text.harmless import clean

if TYPE_CHECKING:
    from referee.store.journal import Journal
    from referee.store.library import Library

T = TypeVar("T")


def session_of(journal: "Journal", saves: Path) -> Session:
    """An encounter in play, with the library of the folder of its saves. Refused or Damaged as `rules_for`."""
    rules = rules_for(journal)
    return Session(rules, journal, kept=OwnLibrary(saves, rules.name, journal.folder))


class OwnLibrary(GameLibrary):
    """What the library of a folder of encounters holds for one game; nothing, while it cannot be read.

    Its records are models that take a while to import: the first screen does without them.
    """

    def __init__(self, folder: Path, system: str, encounter: Folder | None = None) -> None:
        """folder: that of the saves; encounter: that of the encounter which is played, None if there is none."""
        self.folder, self.system, self.encounter = folder, system, encounter
        self.place = f" in the library of {clean(str(folder.absolute()))}"

    @cached_property
    def library(self) -> "Library":
        """The file that holds it."""
        from referee.store.library import Library

        return Library(self.folder)

    def encounter_called(self, id: str) -> str:
        """The name of the encounter with that id; `another encounter` if it is gone for good."""
        from referee.store.save_reader import names_by_id

        return names_by_id(Folder(self.folder)).get(id, "another encounter")

    def kinds(self) -> tuple[KeptKind, ...]:
        """The kinds of its figures."""
        return self._each("figures", lambda row: KeptKind(row.name, row.words, row.note, row.data))

    def parties(self) -> tuple[KeptGroup, ...]:
        return self._each(
            "parties",
            lambda row: KeptGroup(
                row.name,
                tuple(KeptMember(each.name, each.words) for each in row.members),
                tuple(row.table.items()),
                row.saved_in,
            ),
        )

    def conditions(self) -> tuple[OwnCondition, ...]:
        return self._each("conditions", lambda row: OwnCondition(row.name, first_line(row.text), row.usual))

    def _each(self, table: str, make: Callable[[Any], T]) -> tuple[T, ...]:
        """The rows of a table, made once for each state of the file."""
        if not has_library(self.folder):
            return ()
        from referee.store.library_record import TABLES

        try:
            rows = self.library.all(TABLES[table], self.system)
        except Problem:
            return ()
        return self.cached(table, lambda: tuple(map(make, rows)), rows)


def typed_figure(rules: System, kept: GameLibrary, text: str) -> tuple[Encounter, Figure] | None:
    """The figure that an order to add some would add as far as it is typed, in an encounter of its own: the last that
    is named. Of a name that is only begun, the first kind that begins so; None if there is none.
    """
    from referee.command_language.reading import ADDING, words_of  # late: the first screen reads nothing that is typed

    found = ADDING.fullmatch(text)
    last = found[1].rpartition(";")[2] if found is not None else ""
    words = words_of(last)
    if not words:
        return None
    begun, own = words[0].text.lower(), own_kinds(rules, kept)
    kinds = [*(template.kind for template in rules.templates), *own]
    alike = sorted((kind for kind in kinds if kind.lower().startswith(begun)), key=lambda kind: kind.lower() != begun)
    if not alike:
        return None
    kind, details = alike[0], last[words[1].at :] if words[1:] else ""
    own_words = own[kind].words if kind in own else kind
    # An incomplete word is ignored.
    return figure_of(rules, f"{own_words} {details}") or figure_of(rules, own_words)


def figure_of(rules: System, words: str) -> tuple[Encounter, Figure] | None:
    """The figure that these words after `add` bring, in an encounter of its own; None if they bring none."""
    try:
        recruit = from_words(rules, words)
        encounter = added(rules, recruit)
    except (Problem, RulesBug):
        return None
    return encounter, encounter.figures[recruit.figure.tag]


def added(rules: System, recruit: Recruit) -> Encounter:
    """An encounter with that figure alone, as it is once it has been added; as far as it goes without questions."""
    ledger = Ledger(rules, Encounter(system=rules.name))
    adding = add_recruits(ledger, (recruit,), ())
    try:
        _ = adding.send(None)
    except StopIteration:
        pass
    except Problem:
        return alone(rules, recruit)
    finally:
        adding.close()
    return ledger.encounter if recruit.figure.tag in ledger.encounter.figures else alone(rules, recruit)
