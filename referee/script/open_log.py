"""The log of what is open: the lines of the commands that wait for an answer."""

from collections.abc import Sequence

from referee.engine.execution import ResolvedCommand
from referee.engine.ledger import System
from referee.words.command import heading
from referee.words.log import LogLine, happened


def open_log(commands: Sequence[ResolvedCommand], rules: System) -> list[LogLine]:
    """The lines of these open commands, outermost first, and of what they have done so far."""
    lines: list[LogLine] = []
    for n, (before, entry, outcome) in enumerate(commands):
        secret = entry.command.secret
        title = heading(entry, secret, before, rules, outcome.answers) + (" comes between" if n else "")
        lines.append(LogLine(f"{title} ...", head=True, round=before.round, place=entry.seat))
        lines += [] if secret else happened(outcome.changes, rules)
    return lines
