"""The log of an encounter, with what its open command has done so far."""

from collections.abc import Iterator

from referee.engine.applied_commands import applied_commands
from referee.engine.session import Session
from referee.script.as_seen import rules_of
from referee.script.open_log import open_log
from referee.store.journal import Journal
from referee.words.log import log
from referee.words.log_line import LogLine


def whole_log(journal: Journal, full: bool = False) -> Iterator[LogLine]:
    """The log from the beginning, with what an open command has done so far; full: event by event."""
    rules = rules_of(journal)
    for act in applied_commands(journal, journal.position):
        yield from log(act.before, act.entry, rules, act.still_secret, full=full)
    if rules is not None and journal.depth(journal.position):
        yield from open_log(Session(rules, journal).resolved_commands, rules, full)
