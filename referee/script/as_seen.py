"""An encounter as the table sees it, for those who only look: with what its open command has done so far."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from referee.engine.acts import acts
from referee.engine.encounter import Encounter
from referee.engine.past import encounter_at, settled_place, stack_at
from referee.engine.problem import Problem, Refused, RulesBug
from referee.engine.resolve import resolve
from referee.engine.ruleset import Ruleset
from referee.engine.session import Session
from referee.rules import registry
from referee.script.dialogue import Dialogue
from referee.store.journal import Journal
from referee.store.save import Save
from referee.store.saves import Saves
from referee.words.command import heading, ordered
from referee.words.log import LogLine, happened, log


class Seen(NamedTuple):
    """What is to be seen of an encounter."""

    encounter: Encounter
    asked: list[str]
    """What is asked, line by line."""
    open: list[str]
    """The open commands, outermost first, as they were given."""
    notice: str
    """That the open command cannot be gone on with, and what can be done; empty otherwise."""


def rules_of(journal: Journal) -> Ruleset | None:
    """The rules of its system, if this program knows them."""
    try:
        return registry.load(journal.system)
    except Refused:
        return None


def as_seen(journal: Journal) -> Seen:
    """The encounter as the table sees it; rules are needed only where a command is open."""
    settled = encounter_at(journal, journal.position)
    if not journal.depth(journal.position):
        return Seen(settled, [], [], "")
    given = [ordered(entry) for entry in stack_at(journal, journal.position)]
    rules = rules_of(journal)
    if rules is None:
        return Seen(settled, given, given, "")
    session = Session(rules, journal)
    if session.notice:
        what = f"{given[0]!r} was begun by other rules than this version has, and cannot be gone on with."
        return Seen(settled, [], [], f"{what} The encounter stands as before it; opening it for play drops it.")
    return Seen(session.encounter, Dialogue(session).asked(), given, "")


def with_open_command(saves: Saves, save: Save) -> Save:
    """The save, with the round and the turn that its open command has come to, if one is open."""
    if not save.asks or save.trouble:
        return save
    try:
        journal = saves.open(save.slug, read_only=True)
        try:
            encounter = as_seen(journal).encounter
        finally:
            journal.close()
    except (Problem, RulesBug):
        return save
    turn = encounter.name(encounter.turn) if encounter.turn else ""
    return replace(save, round=encounter.round, turn=turn)


def whole_log(journal: Journal) -> Iterator[LogLine]:
    """The log from the beginning, with what an open command has done so far."""
    rules = rules_of(journal)
    for act in acts(journal, journal.position):
        yield from log(act.before, act.entry, rules, act.veiled)
    if rules is not None and journal.depth(journal.position):
        session = Session(rules, journal)
        yield from open_log(session, encounter_at(journal, settled_place(journal, journal.position)))


def open_log(session: Session, before: Encounter) -> list[LogLine]:
    """The lines of the open commands, and of what they have done so far; `before` is the encounter before them."""
    lines: list[LogLine] = []
    for n, entry in enumerate(session.open_commands):
        secret = entry.command.secret
        title = heading(entry, secret, before, session.rules) + (" comes between" if n else "")
        lines.append(LogLine(f"{title} ...", head=True, round=before.round, place=entry.seat))
        outcome = resolve(session.rules, before, entry.command, entry.items, entry.seat, entry.at is not None)
        lines += [] if secret else happened(before, outcome.events, session.rules)
        before = outcome.encounter
    return lines
