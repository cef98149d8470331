"""The log of what is open: the lines of the commands that wait for an answer."""

from collections.abc import Sequence
from dataclasses import replace

from referee.engine.execution import ResolvedCommand
from referee.engine.ledger import System
from referee.words.brief_log import brief
from referee.words.command import heading
from referee.words.log import happened
from referee.words.log_line import LogLine


def open_log(commands: Sequence[ResolvedCommand], rules: System, full: bool = False) -> list[LogLine]:
    """The lines of these open commands, outermost first, and of what they have done so far; full: event by event."""
    lines: list[LogLine] = []
    for n, (before, entry, outcome) in enumerate(commands):
        secret = entry.command.secret
        title = "A choice in secret" if secret else heading(entry, secret, before, rules, outcome.answers)
        title += " comes between" if n else ""
        head = LogLine(f"{title} ...", head=True, round=before.round, place=entry.seat)
        told = happened if full else brief
        below = () if secret else told(outcome.changes, rules)
        lines += [head, *(replace(line, place=entry.seat) for line in below)]
    return lines
