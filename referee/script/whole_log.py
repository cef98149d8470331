"""The log of an encounter, with what its open command has done so far."""

from collections.abc import Iterator

from referee.engine.acts import acts
from referee.engine.encounter import Encounter
from referee.engine.past import encounter_at, settled_place
from referee.engine.resolve import resolve
from referee.engine.session import Session
from referee.script.as_seen import rules_of
from referee.store.journal import Journal
from referee.words.command import heading
from referee.words.log import LogLine, happened, log


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
