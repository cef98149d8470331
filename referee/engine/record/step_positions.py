"""Positions in a step log at which entries begin, end or are undone."""

from referee.engine.record.step_log import ReadableStepLog


def entry_start(step_log: ReadableStepLog, n: int) -> int:
    """Position before the entry that step n - 1 belongs to; 0 for n = 0."""
    n = max(0, n - 1)
    while n and step_log.depth(n):
        n -= 1
    return n


def settled_position(step_log: ReadableStepLog, n: int) -> int:
    """n if no command is open there, else the position before the open one."""
    return n if step_log.depth(n) == 0 else entry_start(step_log, n)


def entry_end(step_log: ReadableStepLog, n: int) -> int:
    """Position after the entry that step number n belongs to; the length of the step log if it is not settled."""
    n += 1
    while n < len(step_log) and step_log.depth(n):
        n += 1
    return n


def undo_position(step_log: ReadableStepLog, n: int) -> int:
    """Position to which undo goes from n, where no command is open: before the last entry or correction.

    A correction made while the entry was open is undone on its own.
    """
    start = entry_start(step_log, n)
    within = [number for number in step_log.corrections() if start < number < n]
    return start if not within else max(within) + (max(within) + 1 < n)


def redo_position(step_log: ReadableStepLog, n: int) -> int:
    """Position to which redo goes from n, where no command is open: after the next entry or before a correction."""
    end = entry_end(step_log, n)
    return min((number for number in step_log.corrections() if n < number < end), default=end)
