"""Recorded commands: those that settled, each with the encounter before and after it, and who did them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from referee.engine.events.event import PhaseBegan, TurnBegan
from referee.engine.problem import Problem, RulesBug
from referee.engine.questions.answer import Picked
from referee.engine.record.execution import CommandExecution
from referee.engine.record.history import (
    Act,
    Entry,
    Interjection,
    Opened,
    ReadableStepLog,
    Reply,
    Stack,
    corrected_state_at,
    entries,
    entry_start,
    fold_over,
    settled_position,
    with_interjections,
)
from referee.engine.record.resolve import Outcome
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered import verb_of


class AppliedCommand(NamedTuple):
    """A settled command with the encounter before it and the encounter after it."""

    before: Encounter
    entry: Entry
    after: Encounter
    still_secret: bool
    """True while a command chosen in secret stays hidden: no phase has begun since."""
    outcome: Outcome | None = None
    """What has come of it, where it has just been resolved; None where it is only recorded."""


def applied_commands(
    step_log: ReadableStepLog, n: int, start: int = 0, before: Encounter | None = None
) -> Iterator[AppliedCommand]:
    """Yields the settled commands of steps `start` to n - 1, with later corrections applied.

    before: the settled encounter after `start` steps; worked out if None.
    """
    found = entries(step_log, n, start)
    last = max((place for place, entry in enumerate(found) if began(entry, PhaseBegan)), default=0)
    if found and before is None:
        before = corrected_state_at(step_log, start, n)
    for place, entry in enumerate(found):
        assert before is not None
        after, _ = fold_over(before, [entry])
        yield AppliedCommand(before, entry, after, entry.command.secret and place >= last)
        before = after


def applied_command_at(step_log: ReadableStepLog, seat: int, n: int) -> AppliedCommand | None:
    """The settled command opened by step number `seat`, with the corrections among the first n steps.

    None if none was.
    """
    if not 0 <= seat < n or step_log.depth(seat):
        return None
    act = next(applied_commands(step_log, n, seat), None)
    return act if act is not None and act.entry.seat == seat else None


def began(entry: Entry, kind: type[PhaseBegan | TurnBegan]) -> bool:
    """Is there an event of that type among the command's events?"""
    return any(isinstance(event, kind) for event in entry.events or ())


def latest(step_log: ReadableStepLog, n: int, kind: type[PhaseBegan | TurnBegan]) -> int | None:
    """Step number that opened the latest settled command with an event of that type; None if there is none."""
    if any(number < n for number in step_log.corrections()):
        found = (entry.seat for entry in reversed(entries(step_log, n)) if began(entry, kind))
        return next(found, None)
    n = settled_position(step_log, n)
    while n:
        start = entry_start(step_log, n)
        if any(began(entry, kind) for entry in entries(step_log, n, start)):
            return start
        n = start
    return None


class Recorded(NamedTuple):
    """A recorded command or answer, with the step number that opened its command."""

    said: Opened | Reply
    seat: int


def recorded(*stack: Entry) -> list[Recorded]:
    """The commands and answers of these entries and their interjections, flat, in the order given."""
    out: list[Recorded] = []
    for entry in stack:
        out.append(Recorded(Opened(command=entry.command, seat=entry.seat, at=entry.at, act=entry.act), entry.seat))
        for item in entry.items:
            out += recorded(item.entry) if isinstance(item, Interjection) else [Recorded(item, entry.seat)]
    return out


def with_acts(rules: System, before: Encounter, stack: Stack) -> Stack:
    """These commands with who did them, where an older version that recorded them did not say so.

    It is worked out from what was said and the turn it was said in, which the commands themselves bring about.
    """
    execution = CommandExecution(rules, before)
    with suppress(Problem, RulesBug):
        said = [one.said for one in recorded(*stack)]
        opened = [one for one in said if isinstance(one, Opened)]
        if all(one.act.who or verb_of(rules, one.command.verb).overrules for one in opened):
            return stack
        for _ in execution.replay(said):
            pass
    there = execution.stack if execution.settled is None else (execution.settled,)
    acts = {entry.seat: entry.act for one in there for entry in with_interjections(one)}
    return tuple(_with_act(entry, acts) for entry in stack)


def _with_act(entry: Entry, acts: Mapping[int, Act]) -> Entry:
    items = tuple(
        item.model_copy(update={"entry": _with_act(item.entry, acts)}) if isinstance(item, Interjection) else item
        for item in entry.items
    )
    act = entry.act if entry.act.who else acts.get(entry.seat, entry.act)
    return entry.model_copy(update={"act": act, "items": items})


class TurnChoice(NamedTuple):
    """Who was chosen to act next, and in which round."""

    round: int
    who: Tag


def turn_choices(round: int, entries: Iterable[Entry]) -> list[TurnChoice]:
    """Who was chosen to act next in these settled commands, in order; `round` is the one before them."""
    found: list[TurnChoice] = []
    for entry in entries:
        answers = [one.said.answer for one in recorded(entry) if isinstance(one.said, Reply)]
        chosen = {answer.tags for answer in answers if isinstance(answer, Picked)}
        for event in entry.events or ():
            if isinstance(event, PhaseBegan):
                round = event.round
            elif isinstance(event, TurnBegan) and (event.who,) in chosen:
                found.append(TurnChoice(round, event.who))
    return found


def without(choices: list[TurnChoice], used: Iterable[TurnChoice]) -> list[TurnChoice]:
    """The choices without the first of each of these."""
    left = list(choices)
    for choice in used:
        if choice in left:
            left.remove(choice)
    return left
