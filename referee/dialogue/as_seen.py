"""An encounter as it is seen by those who only look: with what its open command has done so far."""

from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.past_states import open_commands_at, settled_state_at
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.store.journal import Journal

if TYPE_CHECKING:
    from referee.store.save import Save
    from referee.store.saves import Saves


UNREADABLE = (Problem, RulesBug, LookupError, TypeError, ValueError, AttributeError, OSError)
"""What may come of an encounter that is damaged, changed or taken away while it is read, whoever wrote it."""


class Seen(NamedTuple):
    """What is to be seen of an encounter."""

    encounter: Encounter
    asked: list[str]
    """What is asked, line by line."""
    open: list[str]
    """The open commands, outermost first, as they were given."""
    notice: str
    """That the open command cannot be gone on with, and what can be done; empty otherwise."""
    questions: tuple[AnyQuestion, ...] = ()
    """The open questions, where the rules of the system are known."""


def rules_of(journal: Journal) -> System | None:
    """The rules of its system, if this program knows them."""
    from referee import games as systems

    try:
        return systems.rules_for(journal)
    except Problem:
        return None


def as_seen(journal: Journal) -> Seen:
    """The encounter as the table sees it; rules are needed only where a command is open."""
    settled = settled_state_at(journal, journal.position)
    if not journal.depth(journal.position):
        return Seen(settled, [], [], "")
    from referee.dialogue.dialogue import Dialogue
    from referee.words.log import ordered

    given = [ordered(entry) for entry in open_commands_at(journal, journal.position)]
    rules = rules_of(journal)
    if rules is None:
        return Seen(settled, given, given, "")
    session = Session(rules, journal)
    if session.notice:
        what = f"{given[0]!r} was started under older rules and cannot continue."
        return Seen(
            settled, [], [], f"{what} The fight is shown as it was before; opening it to play drops that command."
        )
    return Seen(session.encounter, Dialogue(session).asked(), given, "", session.questions)


def with_open_command(saves: "Saves", save: "Save") -> "Save":
    """The save, with the round and the turn that its open command has come to, if one is open."""
    if not (save.asks and save.is_folded) or save.trouble:
        return save
    # A file that no session wrote must not hide the other encounters.
    if (encounter := seen_encounter(saves, save.slug)) is None:
        return save
    turn = encounter.name(encounter.turn) if encounter.turn else ""
    return replace(save, round=encounter.round, turn=turn)


def seen_encounter(saves: "Saves", slug: str) -> Encounter | None:
    """An encounter as it stands, with what an open command has done; None if it cannot be read."""
    try:
        with closing(saves.open(saves.there(slug), read_only=True)) as journal:
            return as_seen(journal).encounter
    except UNREADABLE:
        return None
