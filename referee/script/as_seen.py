"""An encounter as the table sees it, for those who only look: with what its open command has done so far.

Rules and sessions are loaded only where a command is open: they take longer than all the rest of `referee show`.
"""

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from referee.engine.encounter import Encounter
from referee.engine.problem import Problem, RulesBug
from referee.engine.step_log_queries import open_commands_at, settled_state_at
from referee.store.journal import Journal

if TYPE_CHECKING:
    from referee.engine.ledger import System
    from referee.engine.question import AnyQuestion
    from referee.store.save import Save
    from referee.store.saves import Saves


class Seen(NamedTuple):
    """What is to be seen of an encounter."""

    encounter: Encounter
    asked: list[str]
    """What is asked, line by line."""
    open: list[str]
    """The open commands, outermost first, as they were given."""
    notice: str
    """That the open command cannot be gone on with, and what can be done; empty otherwise."""
    questions: "tuple[AnyQuestion, ...]" = ()
    """The open questions, where the rules of the system are known."""


def rules_of(journal: Journal) -> "System | None":
    """The rules of its system, if this program knows them."""
    from referee.script import systems

    try:
        return systems.rules_for(journal)
    except Problem:
        return None


def as_seen(journal: Journal) -> Seen:
    """The encounter as the table sees it; rules are needed only where a command is open."""
    settled = settled_state_at(journal, journal.position)
    if not journal.depth(journal.position):
        return Seen(settled, [], [], "")
    from referee.engine.session import Session
    from referee.script.dialogue import Dialogue
    from referee.words.command import ordered

    given = [ordered(entry) for entry in open_commands_at(journal, journal.position)]
    rules = rules_of(journal)
    if rules is None:
        return Seen(settled, given, given, "")
    session = Session(rules, journal)
    if session.notice:
        what = f"{given[0]!r} was begun by other rules than this version has, and cannot be gone on with."
        return Seen(settled, [], [], f"{what} The encounter stands as before it; opening it for play drops it.")
    return Seen(session.encounter, Dialogue(session).asked(), given, "", session.questions)


def with_open_command(saves: "Saves", save: "Save") -> "Save":
    """The save, with the round and the turn that its open command has come to, if one is open."""
    if not save.asks or save.trouble:
        return save
    try:
        with closing(saves.open(save.slug, read_only=True)) as journal:
            encounter = as_seen(journal).encounter
    except (Problem, RulesBug, LookupError, TypeError, ValueError, AttributeError):
        return save  # what nobody at a table has written stops nobody from seeing the others
    turn = encounter.name(encounter.turn) if encounter.turn else ""
    return replace(save, round=encounter.round, turn=turn)
