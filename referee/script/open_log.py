"""The log of what is open: the lines of the commands that wait for an answer."""

from referee.engine.encounter import Encounter
from referee.engine.resolve import resolve
from referee.engine.session import Session
from referee.words.command import heading
from referee.words.log import LogLine, happened


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
