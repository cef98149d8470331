"""Missing acts of old records, worked out by playing the commands again."""

from collections.abc import Mapping
from contextlib import suppress

from msgspec.structs import replace

from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem
from referee.engine.record.execution import CommandExecution
from referee.engine.record.recorded_commands import recorded
from referee.engine.record.recorded_steps import Act, Entry, Interjection, Opened, Stack, with_interjections
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered_verbs import verb_of


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
    items = [replace(i, entry=_with_act(i.entry, acts)) if isinstance(i, Interjection) else i for i in entry.items]
    act = entry.act if entry.act.who else acts.get(entry.seat, entry.act)
    return replace(entry, act=act, items=tuple(items))
